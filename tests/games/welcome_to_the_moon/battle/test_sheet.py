"""The sheets of Battle: planets, the ring of players, drawing insignia, control (battle 1, 2, 4)."""

import pytest

import moon_envs
from tests.games.welcome_to_the_moon.battle.positions import BattlePosition, number_for, planet_of
from tests.games.welcome_to_the_moon.positions import refuses_contradiction
from tests.referees.welcome_to_the_moon.battle_sheet import CELL_BONUSES, PLANETS, A, B

# The printed sheet: the planets that accept each number from 1 to 15, and what stands on them.
PLANETS_OF_NUMBER = ([0], [0], [0, 1], [1], [1, 2], [2], [2, 3], [3], [3, 4], [4], [4, 5], [5], [5, 6], [6], [6])
SIZES = (3, 5, 5, 7, 5, 5, 3)
KINDS = ("green", "grey", "blue", "grey", "green", "blue", "green")
PLANT_SYMBOLS = [1, 1, 2, 2, 2, 2, 2]
WATER_SYMBOLS = [1, 1, 1, 1, 1, 1, 0]
# Values of untouched planets, which are shared: 3 green at 2, 2 blue at 2, 2 grey at 4, on two halves.
POINTS_OF_SHARED_PLANETS = 36
ASTEROID_IN_THE_MIDDLE = 6

EMPTY_HALF = {
    "plants": 0,
    "waters": 0,
    "columns": [0, 0, 0],
    "plannings": 0,
    "errors": 0,
    "astronauts_stored": 0,
    "astronauts_spent": 0,
}


@pytest.mark.parametrize("players", range(1, 7))
def test_new_sheets(players):
    """battle 1.1, 1.2, 1.3, 1.4: nothing is drawn or crossed off; a sheet for each player, in solo mode two."""
    position = BattlePosition(players)
    for index in range(max(players, 2)):
        assert position.read(index) == {
            "cells": [None] * 33,
            "moons": [[0, 0]] * 7,
            "flags": [[]] * 7,
            "asteroids": [None] * 13,
            "plants": PLANT_SYMBOLS,
            "waters": WATER_SYMBOLS,
            "halves": [EMPTY_HALF] * 2,
        }
    assert [position.points(seat) for seat in range(players)] == [POINTS_OF_SHARED_PLANETS] * players


def test_the_printed_planets():
    """battle 1.1: their order, kinds and numbers, as players read them."""
    meanings = next(found.meanings for found in BattlePosition().game.actions.ranges if found.name == "moon")
    lowest, highest = (0, 3, 5, 7, 9, 11, 13), (3, 5, 7, 9, 11, 13, 17)
    assert meanings == tuple(
        f"draw an insignia on the moon of planet {planet + 1} ({KINDS[planet]}, {lowest[planet]} to {highest[planet]})"
        for planet in range(7)
    )


@pytest.mark.parametrize("number", range(1, 16))
def test_planets_of_a_number(number):
    """battle 1.1, 2.1: 7 goes to the blue or the grey planet, 13 to the last two, 4 to the second one alone."""
    position = BattlePosition().pick(number, "plant")
    assert position.legal() == {("write", planet) for planet in PLANETS_OF_NUMBER[number - 1]}


@pytest.mark.parametrize("planet", range(7))
def test_cells_are_filled_in_order(planet):
    """battle 1.1, 2.3: the insignia goes to the first free cell; a complete planet takes no more."""
    position, cells = BattlePosition(), PLANETS[planet].cells
    others = ((14 if planet < 3 else 1, "water"),) * 2
    for count in range(SIZES[planet]):
        assert position.read()["cells"][cells[0] :][: SIZES[planet]] == [A] * count + [None] * (SIZES[planet] - count)
        position.pick(number_for(planet), "plant", others).act("write", planet)
        if position.asks() == {"robot", "pass"}:
            position.act("pass")
    assert [cell for cell, owner in enumerate(position.read()["cells"]) if owner == A] == list(cells)
    assert position.read()["flags"] == [[A] if other == planet else [] for other in range(7)]
    position.offer((number_for(planet), "plant"), *others)
    assert position.legal("combination") == [1, 2]


# The ring


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_ring(players):
    """battle 2.2: in turn 1 player p draws on sheet p as A, in turn 2 on the sheet before it as B, and so on.

    Player p always draws on planet p, so that it can be seen on which sheets.
    """
    position = BattlePosition(players)
    for seat in range(players):
        position.set(seat, missions=[0, seat + 1, 0])
    for turn in (1, 2, 3, 4):
        assert position.state["turn"] == turn
        position.offer((3, "plant"), (7, "plant"), (11, "plant"))
        for seat in range(players):
            assert position.actor == seat
            position.play(("combination", seat // 2), ("write", seat))
        for index in range(players):
            owners = position.read(index)["cells"]
            drawn = [(planet_of(cell), owner) for cell, owner in enumerate(owners) if owner is not None]
            left, right = index, (index + 1) % players
            assert sorted(drawn) == sorted([(left, A)] * ((turn + 1) // 2) + [(right, B)] * (turn // 2))
    assert [position.value("missions", seat) for seat in range(players)] == [[0, s + 1, 0] for s in range(players)]


def test_the_example_of_four_players():
    """battle 2.2: player 0 shares sheet 0 with player 1 and sheet 3 with player 3."""
    position = BattlePosition(4, turn=2).offer((12, "plant"), (8, "water"), (8, "water"))
    position.play(("combination", 0), ("write", 5))
    assert [position.read(index)["cells"][25] for index in range(4)] == [None, None, None, B]
    position.play(("combination", 0), ("write", 5))
    assert [position.read(index)["cells"][25] for index in range(4)] == [B, None, None, B]


@pytest.mark.parametrize(("turn", "sheet", "half"), [(1, 0, A), (2, 2, B), (3, 0, A), (4, 2, B)])
@pytest.mark.parametrize("action", ["plant", "water", "robot", "energy", "planning", "astronaut"])
def test_everything_happens_on_one_half(turn, sheet, half, action):
    """battle 2.2, 2.3: a turn leaves the other sheets and the other half as they were."""
    position = BattlePosition(3, turn=turn)
    position.draw_on(6, action, 2)
    answers = {"robot": ("robot", 0), "energy": ("column", 1), "planning": ("moon", 4)}
    if action in answers:
        position.act(*answers[action])
    assert position.actor == 1
    blank = BattlePosition(3)
    for index in range(3):
        if index != sheet:
            assert position.read(index) == blank.read(index)
    assert position.read(sheet)["cells"][8] == half and position.tracks(sheet, 1 - half) == EMPTY_HALF
    changed = {
        "plant": {"plants": 1},
        "water": {"waters": 1},
        "robot": {},
        "energy": {"columns": [0, 1, 0]},
        "planning": {"plannings": 1},
        "astronaut": {"astronauts_stored": 1},
    }
    assert position.tracks(sheet, half) == {**EMPTY_HALF, **changed[action]}
    assert position.read(sheet)["asteroids"].count(half) == (action == "robot")
    assert position.read(sheet)["moons"][4][half] == (action == "planning")


# Bonuses of cells


@pytest.mark.parametrize("cell", range(33))
@pytest.mark.parametrize(("turn", "sheet", "half"), [(1, 0, A), (2, 1, B)])
def test_bonuses_of_cells(cell, turn, sheet, half):
    """battle 1.1, 2.3, 3.8: for the player who draws there; plants and waters unasked, a robot may be declined."""
    position = BattlePosition(turn=turn)
    planet = position.fill_before(sheet, cell, "AB"[1 - half])
    position.draw_on(number_for(planet), "astronaut", planet)
    bonus = CELL_BONUSES.get(cell)
    tracks = position.tracks(sheet, half)
    assert (tracks["plants"], tracks["waters"]) == (bonus == "plant", bonus == "water")
    assert position.tracks(sheet, 1 - half) == EMPTY_HALF
    assert position.read(sheet)["plants"] == PLANT_SYMBOLS and position.read(sheet)["waters"] == WATER_SYMBOLS
    assert tracks["astronauts_stored"] == 1
    if bonus != "robot":
        assert position.actor == 1
        return
    assert position.actor == 0 and position.legal() == {("robot", 0), ("pass", 0)}
    position.act("robot")
    assert position.actor == 1 and position.read(sheet)["asteroids"][0 if half == A else 12] == half


def test_a_declined_robot_of_a_cell():
    """battle 2.3, 3.9: no asteroid is taken, and the action of the combination follows all the same."""
    position = BattlePosition().occupy(0, {2: "BB"})
    position.draw_on(6, "energy", 2).act("pass")
    assert position.actor == 0 and position.asks() == {"column"}
    assert position.act("column", 0).read()["asteroids"] == [None] * 13
    assert position.actor == 1 and position.tracks()["columns"] == [1, 0, 0]


@pytest.mark.parametrize("own", [0, 6, 13])
def test_a_robot_of_a_cell_without_an_asteroid(own):
    """battle 3.3, 3.7: when all are taken it is lost, and nobody is asked."""
    position = BattlePosition().occupy(0, {2: "BB"}).mark(0, A, asteroids=own).mark(0, B, asteroids=13 - own)
    assert position.draw_on(6, "plant", 2).actor == 1
    assert position.read()["asteroids"].count(A) == own


def test_bonuses_of_cells_with_full_tracks():
    """battle 3.8: they are lost."""
    for cell, action, kept, most in ((32, "astronaut", "plants", 11), (29, "astronaut", "waters", 9)):
        position = BattlePosition().mark(0, A, **{kept: most})
        planet = position.fill_before(0, cell)
        assert position.draw_on(number_for(planet), action, planet).tracks()[kept] == most


# Control


@pytest.mark.parametrize(
    ("cells", "moon", "flag"),
    [
        ("AABB", "B", [A, B]),
        ("AABB", "", [A]),
        ("AABB", "BB", [B]),
        ("ABBB", "", [B]),
        ("ABBB", "A", [A, B]),
        ("ABBB", "AA", [A]),
        ("AAAA", "BB", [A]),
        ("BBBB", "AB", [B]),
        ("BBBB", "AA", [B]),
    ],
)
def test_control(cells, moon, flag):
    """battle 4.1: planet 2, whose last cell A fills; cells and moon are counted, and with equal numbers both have it.

    3 cells and 2 cells with a moon are a tie; the move of one player can hand the planet to the other.
    """
    position = BattlePosition().occupy(0, {1: cells}, {1: moon})
    assert position.read()["flags"] == [[]] * 7
    position.draw_on(4, "plant", 1)
    assert position.read()["flags"][1] == flag
    assert position.legal() == {("robot", 0), ("pass", 0)}, "then comes the robot of the cell"


def test_the_moon_of_a_complete_planet_is_closed():
    """battle 4.1, 3.5: its free spot stays empty for good, so that the flag never changes."""
    position = BattlePosition().occupy(0, {0: "AA", 1: "AABBB"}, {1: "B"})
    assert position.read()["flags"][1] == [B]
    position.draw_on(1, "planning", 0)
    assert position.legal("moon") == [2, 3, 4, 5, 6], "nor is that of the planet just completed open"
    position.act("moon", 3)
    assert position.read()["flags"][:2] == [[A], [B]]


@pytest.mark.parametrize("cell", [7, 19])
def test_control_comes_before_the_bonus(cell):
    """battle 2.3, 4.1: the robot of the last cell leads to two moons, but not to that of its own planet."""
    position = BattlePosition().mark(0, A, asteroids=ASTEROID_IN_THE_MIDDLE)
    planet = position.fill_before(0, cell)
    position.occupy(0, {planet: "B"})
    position.draw_on(number_for(planet), "plant", planet)
    assert position.read()["flags"][planet] == [B]
    position.act("robot")
    assert position.legal() == {("moon", other) for other in range(7) if other != planet}
    position.play(("moon", 0), ("moon", 2))
    assert position.read()["flags"][planet] == [B] and position.actor == 1


def test_control_of_a_sheet_that_is_not_played_on_is_kept():
    """battle 4.1, 2.2: flags go with their sheet."""
    position = BattlePosition(3).occupy(0, {6: "ABA"}).occupy(1, {6: "BBA"})
    position.offer((8, "plant"), (8, "water"), (8, "robot")).finish_turn()
    assert [position.read(index)["flags"][6] for index in range(3)] == [[A], [B], []]


# System Errors and the obligation to draw


def middle_complete(**settings):
    """The planets of 5 to 9 are complete on the sheet of the first player."""
    return BattlePosition(**settings).complete(0, 2, 3)


NEAR = (6, "robot"), (8, "water"), (7, "plant")


def test_a_system_error():
    """battle 2.5, 1.4: of the half of this turn, without asking, without an action."""
    for turn, sheet, half in ((1, 0, A), (2, 1, B)):
        position = BattlePosition(turn=turn).complete(sheet, 2, 3, half="AB"[half]).offer(*NEAR)
        assert position.actor == 1
        assert position.tracks(sheet, half) == {**EMPTY_HALF, "errors": 1}
        assert position.tracks(sheet, 1 - half) == EMPTY_HALF == position.tracks(1 - sheet, A)
        assert position.read(sheet)["asteroids"] == [None] * 13


def test_stored_astronauts_do_not_oblige():
    """battle 2.5, 2.4, welcome 4.6: one stored astronaut: 6 reaches planet 2, 8 planet 5, 7 both; or a System Error."""
    position = middle_complete().mark(0, A, astronauts=1).offer(*NEAR)
    assert position.legal() == {("combination", 0), ("combination", 1), ("combination", 2), ("system_error", 0)}
    for pick, planets in ((0, [1]), (1, [4]), (2, [1, 4])):
        position = middle_complete().mark(0, A, astronauts=1).offer(*NEAR).act("combination", pick)
        assert position.legal() == {("write", planet) for planet in planets}
    position = middle_complete().mark(0, A, astronauts=1).offer(*NEAR).act("system_error")
    assert position.actor == 1
    assert position.tracks() == {**EMPTY_HALF, "errors": 1, "astronauts_stored": 1}


def test_the_astronaut_does_not_oblige():
    """battle 2.5, 2.4: the astronaut of a combination does not oblige either; its number reaches planets 2 and 5."""
    offers = (7, "astronaut"), (6, "robot"), (8, "water")
    position = middle_complete().offer(*offers)
    assert position.legal() == {("combination", 0), ("system_error", 0)}
    assert position.act("combination", 0).legal() == {("write", 1), ("write", 4)}
    assert middle_complete().offer(*offers).act("system_error").tracks() == {**EMPTY_HALF, "errors": 1}


def test_a_number_that_can_be_drawn_must_be():
    """battle 2.1, 2.5: with a 10 beside them there is no System Error, but an astronaut may change another number."""
    position = middle_complete().mark(0, A, astronauts=1).offer((6, "robot"), (7, "astronaut"), (10, "plant"))
    assert position.legal() == {("combination", 0), ("combination", 1), ("combination", 2)}
    position = middle_complete().offer((6, "robot"), (7, "water"), (10, "plant"))
    assert position.legal() == {("combination", 2)}


# Stored astronauts


def fewest_astronauts(planet, number, action):
    """How many stored astronauts it takes, tried out: each moves the number by 2 at most, within 0 to 17."""
    values, count = {number}, -1 if action == "astronaut" else 0
    while not any(PLANETS[planet].lowest <= value <= PLANETS[planet].highest for value in values):
        values = {value + shift for value in values for shift in range(-2, 3) if 0 <= value + shift <= 17}
        count += 1
    return max(count, 0)


@pytest.mark.parametrize("number", range(1, 16))
@pytest.mark.parametrize("action", ["astronaut", "plant"])
def test_planets_that_can_be_reached(number, action):
    """battle 2.4, 3.6: by the number of stored astronauts, of which only as many are spent as are needed."""
    for stored in range(7):
        position = BattlePosition().mark(0, A, astronauts=stored)
        reached = [planet for planet in range(7) if fewest_astronauts(planet, number, action) <= stored]
        assert position.pick(number, action).legal() == {("write", planet) for planet in reached}
        planet = reached[0] if number > 7 else reached[-1]
        spent = fewest_astronauts(planet, number, action)
        tracks = position.act("write", planet).tracks()
        assert tracks["astronauts_spent"] == spent
        assert tracks["astronauts_stored"] == min(stored + (action == "astronaut"), 6) - spent


@pytest.mark.parametrize(
    ("number", "planet", "with_astronaut", "without"), [(8, 5, 1, 2), (15, 4, 1, 2), (12, 6, 0, 1), (1, 6, 5, 6)]
)
def test_the_examples_of_stored_astronauts(number, planet, with_astronaut, without):
    """battle 2.4: several together, also with the astronaut of the combination."""
    for action, needed in (("astronaut", with_astronaut), ("water", without)):
        position = BattlePosition().mark(0, A, astronauts=5, astronauts_spent=5 - needed)
        if needed == 6:
            position.mark(0, A, astronauts=6, astronauts_spent=0)
        position.draw_on(number, action, planet)
        assert position.tracks()["astronauts_stored"] == (action == "astronaut")
        if needed:
            position = BattlePosition().mark(0, A, astronauts=needed - 1).pick(number, action)
            assert planet not in position.legal("write")


def test_stored_astronauts_belong_to_their_half():
    """battle 3.6, 2.4: astronauts of the player's other sheet or of the neighbour cannot be spent."""
    position = BattlePosition(turn=2)
    position.mark(0, A, astronauts=6).mark(0, B, astronauts=6).mark(1, A, astronauts=6)
    assert position.pick(12, "plant").legal() == {("write", 5)}
    position = BattlePosition(turn=2).mark(1, B, astronauts=1)
    assert position.pick(12, "plant").legal("write") == [4, 5, 6]
    position.act("write", 6)
    assert (position.tracks(1, B)["astronauts_stored"], position.tracks(1, B)["astronauts_spent"]) == (0, 1)


def test_an_astronaut_is_stored_for_a_later_turn_on_the_same_sheet():
    """battle 3.6, 2.4: it can be spent two turns later, not in the turn in which it is circled or the next one."""
    position = BattlePosition().pick(12, "astronaut")
    assert position.legal("write") == [4, 5, 6], "as far as the astronaut of the combination goes"
    position.act("write", 5).finish_turn()
    assert position.pick(12, "plant").legal("write") == [5]
    position.act("write", 5).finish_turn()
    assert position.state["turn"] == 3 and position.pick(12, "plant").legal("write") == [4, 5, 6]
    position.act("write", 5)
    assert position.tracks()["astronauts_stored"] == 1, "what is not needed is kept"


@pytest.mark.parametrize("spent", range(7))
def test_six_astronauts(spent):
    """battle 1.4, 3.6: no more can be circled in a whole game; the number is changed all the same."""
    position = BattlePosition().mark(0, A, astronauts=6, astronauts_spent=spent)
    tracks = position.draw_on(12, "astronaut", 6).tracks()
    assert (tracks["astronauts_stored"], tracks["astronauts_spent"]) == (6 - spent, spent)


# Records


@pytest.mark.parametrize(
    "change",
    [
        {"cells": [-1, A] + [-1] * 31, "filled_cells": 1},
        {"filled_cells": 2},
        {"flags": [1, 0, 0, 0, 0, 0, 0]},
        {"cells": [A] * 3 + [-1] * 30, "filled_cells": 3},
        {"cells": [A] * 3 + [-1] * 30, "filled_cells": 3, "flags": [2, 0, 0, 0, 0, 0, 0]},
        {"moons": [[2, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]]},
        {"asteroids": [7, 7]},
        {"errors": [1, 0]},
        {"system_errors": 1},
        {"astronauts": [0, 1], "astronauts_spent": [0, 2]},
    ],
)
def test_records_that_contradict_themselves(change):
    """battle 1.1, 1.2, 1.3, 1.4, 4.1: cells are filled in order, flags follow, there is only so much of everything."""
    for players, copies in ((2, ("players", "shown")), (1, ("players", "shown", "resting_sheet"))):
        batch = moon_envs.Batch("battle", 1, players=players, seed=3, threads=1)
        refuses_contradiction(batch, change, seat=0, copies=copies)


def test_records_of_a_shared_sheet():
    """battle 4.1: a tie is the flag of both; what follows from the cells is accepted."""
    batch = moon_envs.Batch("battle", 1, players=2, seed=3, threads=1)
    states = batch.states.copy()
    sheet = states[0]["players"][1]
    sheet["cells"][:3], sheet["filled_cells"], sheet["moons"][B][0] = [A, A, B], 3, 1
    sheet["flags"][0] = 3
    batch.set_states(states)
