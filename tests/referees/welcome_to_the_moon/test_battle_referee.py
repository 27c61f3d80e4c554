"""Tests of the Battle referee by itself: tables, worked positions and rulings of the specification."""

import pytest

from .battle_positions import battle, complete, fill_all_but, mine, occupy, offer
from .battle_sheet import (
    ASTEROID_BONUSES,
    CELL_BONUSES,
    COLUMN_VALUES,
    PLANETS,
    PLANNING_PENALTIES,
    PLANT_VALUES,
    WATER_VALUES,
    A,
    B,
    Sheet,
)
from .positions import kinds, play, targets

ROBOT_FIRST = ((6, "robot"), (8, "water"), (7, "plant"))


def test_tables():
    """Check the totals and lists of adventure_8 1."""
    assert [cell for planet in PLANETS for cell in planet.cells] == list(range(33))
    assert [sum(planet.colour == colour for planet in PLANETS) for colour in range(3)] == [3, 2, 2]
    assert sum(planet.plants for planet in PLANETS) == 12 and sum(planet.waters for planet in PLANETS) == 6
    bonuses = list(CELL_BONUSES.values())
    assert [bonuses.count(bonus) for bonus in ("plant", "water", "robot")] == [5, 3, 3]
    symbols = sum(ASTEROID_BONUSES, ())
    assert [symbols.count(bonus) for bonus in ("plant", "water", "energy", "planning")] == [4, 4, 6, 2]
    assert len(ASTEROID_BONUSES) == 13 and ASTEROID_BONUSES == ASTEROID_BONUSES[::-1]
    lengths = [len(values) - 1 for values in (PLANT_VALUES, WATER_VALUES, PLANNING_PENALTIES, *COLUMN_VALUES)]
    assert lengths == [11, 9, 7, 4, 4, 4]


def test_planets_of_numbers():
    """Check adventure_8 1.1 and 8.1: the planets of each number, filled from their first cell."""
    two = {3: [0, 1], 5: [1, 2], 7: [2, 3], 9: [3, 4], 11: [4, 5], 13: [5, 6]}
    one = {0: 0, 1: 0, 2: 0, 4: 1, 6: 2, 8: 3, 10: 4, 12: 5, 14: 6, 15: 6, 16: 6, 17: 6}
    sheet = Sheet()
    for number in range(18):
        assert sheet.accepting_planets(number) == two.get(number, [one.get(number)])
    referee = battle(2, (7, "water"), (13, "energy"), (4, "plant"))
    occupy(referee.sheets[0], p2="B")
    play(referee, ("combination", 0))
    assert referee.legal() == {("planet", 2), ("planet", 3)}
    play(referee, ("planet", 2))
    assert referee.sheets[0].cells[8:10] == [B, A] and referee.sheets[0].cells.count(A) == 1
    play(referee, ("combination", 1))
    assert referee.legal() == {("planet", 5), ("planet", 6)}


@pytest.mark.parametrize(
    ("number", "planet", "with_astronaut", "without"),
    [(8, 5, 1, 2), (15, 4, 1, 2), (12, 6, 0, 1), (7, 3, 0, 0), (1, 6, 5, 6), (15, 0, 5, 6), (1, 1, 0, 1), (2, 2, 1, 2)],
)
def test_astronauts_needed(number, planet, with_astronaut, without):
    """Check adventure_8 3.1 and 8.2: a planet by its distance, and what is crossed off for it."""
    sheet = Sheet()
    assert sheet.astronauts_needed(planet, number, "astronaut") == with_astronaut
    assert sheet.astronauts_needed(planet, number, "robot") == without
    if without:
        sheet.halves[A].astronauts_stored = without - 1
        assert planet not in sheet.reachable_planets(A, number, "robot")
        sheet.halves[A].astronauts_stored = without
        assert planet in sheet.reachable_planets(A, number, "robot")
        assert planet not in sheet.reachable_planets(B, number, "robot")  # the rival's symbols


def test_stored_astronauts_never_oblige():
    """Check adventure_8 8.2 and rulings 3, 4, 6: a choice between spending them and the System Error."""
    referee = battle(2, *ROBOT_FIRST)
    sheet = referee.sheets[0]
    complete(sheet, 2, 3)
    sheet.halves[A].astronauts_stored = 1
    assert referee.legal() == {("combination", 0), ("combination", 1), ("combination", 2), ("system_error",)}
    for pick, planets in ((0, [1]), (1, [4]), (2, [1, 4])):
        assert sheet.reachable_planets(A, *ROBOT_FIRST[pick]) == planets
    play(referee, ("combination", 2))
    assert targets(referee, "planet") == [1, 4]
    play(referee, ("planet", 4))
    assert (sheet.halves[A].astronauts_stored, sheet.halves[A].astronauts_spent) == (0, 1)
    assert sheet.cells[20] == A and sheet.plants[4] == 1 and sheet.halves[A].plants == 1  # the action is used too


@pytest.mark.parametrize("where", [None, "other half", "other sheet"])
def test_astronauts_of_other_places_do_not_help(where):
    """Check adventure_8 ruling 3: symbols belong to their half; without a way to draw the error is not asked for."""
    referee = battle(2, *ROBOT_FIRST)
    complete(referee.sheets[1], 2, 3)  # player 1 plays there in turn 1
    if where is not None:
        sheet, half = (1, B) if where == "other half" else (0, B)
        referee.sheets[sheet].halves[half].astronauts_stored = 6
    play(referee, ("combination", 0), ("planet", 2), ("pass",))
    assert referee.turn == 2 and referee.sheets[1].halves[A].errors == 1
    assert [half.errors for sheet in referee.sheets for half in sheet.halves] == [0, 0, 1, 0]


def test_obligation():
    """Check core 4.1: a plain number obliges, modified ones may be used instead; Astronaut alone does not oblige."""
    offers = (6, "astronaut"), (8, "water"), (4, "plant")
    referee = battle(2, *offers)
    complete(referee.sheets[0], 2, 3)
    assert referee.legal() == {("combination", 0), ("combination", 2)}  # 4 must be drawn, or 6 modified
    complete(referee.sheets[0], 1)
    referee.sheets[0].halves[A].astronauts_stored = 1
    assert referee.legal() == {("combination", pick) for pick in range(3)} | {("system_error",)}
    play(referee, ("combination", 0))
    assert targets(referee, "planet") == [0, 4]  # 3 and 10 with both
    play(referee, ("planet", 4))
    assert (referee.sheets[0].halves[A].astronauts_stored, referee.sheets[0].halves[A].astronauts_spent) == (1, 1)


def test_system_error():
    """Check adventure_8 3.1: a box of the active half, no insignia, no action; missions follow."""
    referee = battle(2, (6, "astronaut"), (8, "water"), (7, "plant"))
    sheet = referee.sheets[0]
    complete(sheet, 2, 3)
    complete(sheet, 0, 4, 5, 6, half=A)
    before = sheet.snapshot()
    play(referee, ("system_error",), ("combination", 0), ("planet", 2))
    assert sheet.halves[A].errors == 1 and sheet.cells == before["cells"]
    assert referee.actor == 0 and referee.legal() == {("mission", 0), ("no_mission",)}


def test_storing_astronauts():
    """Check adventure_8 3.3 and ruling 5: one symbol a turn, six at most, not spent in the turn they are circled."""
    referee = battle(2, (8, "astronaut"), (8, "water"), (8, "plant"))
    play(referee, ("combination", 0))
    assert targets(referee, "planet") == [2, 3, 4]  # 6 to 10, not further
    play(referee, ("planet", 2))
    tracks = referee.sheets[0].halves[A]
    assert (tracks.astronauts_stored, tracks.astronauts_spent) == (1, 0)
    tracks.astronauts_stored, tracks.astronauts_spent = 2, 4
    tracks.circle_astronaut()
    assert (tracks.astronauts_stored, tracks.astronauts_spent) == (2, 4)
    with pytest.raises(ValueError, match="less than 3"):
        tracks.spend_astronauts(3)
    tracks.spend_astronauts(1)
    tracks.circle_astronaut()
    assert (tracks.astronauts_stored, tracks.astronauts_spent) == (1, 5)  # spending makes no new room


def test_control():
    """Check adventure_8 8.3: 3 cells to 2 cells and a moon, both flags; the moon is closed; then the robot bonus."""
    referee = battle(2, (4, "plant"), (8, "water"), (12, "energy"))
    sheet = referee.sheets[0]
    occupy(sheet, p1="AABB")
    sheet.moons[1] = [B]
    play(referee, ("combination", 0), ("planet", 1))
    assert sheet.flags[1] == {A, B} and 1 not in sheet.free_moons() and sheet.halves[A].plants == 0
    assert referee.actor == 0 and referee.legal() == {("use",), ("pass",)}
    play(referee, ("pass",))
    assert sheet.asteroids == [None] * 13
    assert sheet.halves[A].plants == 1 and sheet.plants[1] == 0  # ruling 7: the planet just completed


def test_control_of_the_player_who_does_not_play():
    """Check adventure_8 3.4: the last insignia may hand the planet to the other, and the flag stays."""
    referee = battle(3, (13, "plant"), (8, "water"), (12, "energy"))
    sheet = referee.sheets[0]
    occupy(sheet, p6="BB", p0="AB")
    play(referee, ("combination", 0), ("planet", 6))
    assert sheet.flags[6] == {B} and sheet.majority(6) == {B} and sheet.halves[A].plants == 2  # cell 32 and action
    assert [row["planets"] for row in referee.points()] == [34, 36, 36]  # all others are shared as they stand
    assert 6 not in sheet.reachable_planets(B, 14, "plant")


def test_control_comes_before_the_bonus():
    """Check adventure_8 ruling 1: the moon of a planet just completed is closed for the asteroid it leads to."""
    referee = battle(2, (4, "plant"), (8, "water"), (12, "energy"))
    sheet = referee.sheets[0]
    occupy(sheet, p1="AABB")
    mine(sheet, A, 6)
    play(referee, ("combination", 0), ("planet", 1), ("use",))
    assert sheet.asteroids[6] == A and targets(referee, "moon") == [0, 2, 3, 4, 5, 6] and kinds(referee) == {"moon"}
    play(referee, ("moon", 3), ("moon", 3))
    assert sheet.moons[3] == [A, A] and sheet.halves[A].plannings == 0 and referee.actor == 1


def test_two_asteroids_in_a_turn():
    """Check adventure_8 8.4: the robot bonus of cell 10, then the Robot action."""
    referee = battle(2, (6, "robot"), (8, "water"), (12, "energy"))
    sheet = referee.sheets[0]
    occupy(sheet, p2="AB")
    mine(sheet, A, 4)
    play(referee, ("combination", 0), ("planet", 2), ("use",))
    tracks = sheet.halves[A]
    assert tracks.waters == 1 and referee.legal() == {("column", 0), ("column", 1), ("column", 2)}
    play(referee, ("column", 0))
    assert referee.legal() == {("use",), ("pass",)}  # the action
    play(referee, ("use",), ("column", 2), ("column", 2))
    assert tracks.columns == [1, 0, 2] and sheet.asteroids == [A] * 6 + [None] * 7 and referee.actor == 1
    assert sheet.free_asteroid(B) == 12 and sheet.take_asteroid(B) == () and sheet.take_asteroid(B) == ("plant",)


def test_longest_chain():
    """Check adventure_8 7: eight answers before the missions."""
    referee = battle(2, (6, "robot"), (8, "water"), (12, "energy"))
    occupy(referee.sheets[0], p2="AB")
    mine(referee.sheets[0], A, 5)
    play(referee, ("combination", 0), ("planet", 2), ("use",), ("column", 0), ("column", 0))
    play(referee, ("use",), ("moon", 2), ("moon", 5))
    assert referee.actor == 1 and referee.sheets[0].moons[2] == referee.sheets[0].moons[5] == [A]


def test_declined_robots():
    """Check adventure_8 rulings 2 and 10: both the bonus of a cell and the action may be declined."""
    referee = battle(2, (6, "robot"), (8, "water"), (12, "energy"))
    occupy(referee.sheets[0], p2="AB")
    play(referee, ("combination", 0), ("planet", 2), ("pass",), ("pass",))
    assert referee.actor == 1 and referee.sheets[0].asteroids == [None] * 13


def test_no_asteroid_left():
    """Check adventure_8 3.5: without a free asteroid nothing is asked."""
    referee = battle(2, (6, "robot"), (8, "water"), (12, "energy"))
    occupy(referee.sheets[0], p2="AB")
    mine(referee.sheets[0], B, 13)
    play(referee, ("combination", 0), ("planet", 2))
    assert referee.actor == 1 and referee.sheets[0].take_asteroid(A) == ()


def test_bonuses_without_a_choice():
    """Check adventure_8 3.5: a single column or moon is taken unasked, without one the bonus is lost."""
    referee = battle(2, (6, "robot"), (8, "robot"), (12, "energy"))
    sheet = referee.sheets[0]
    sheet.halves[A].columns = [4, 3, 4]
    mine(sheet, A, 5)
    play(referee, ("combination", 0), ("planet", 2), ("use",))
    assert sheet.halves[A].columns == [4, 4, 4] and referee.actor == 1  # the second energy is lost
    other = referee.sheets[1]
    mine(other, A, 6)
    other.moons = [[A, B] for _ in PLANETS]
    other.moons[4] = [B]
    play(referee, ("combination", 1), ("planet", 3), ("use",))
    assert other.moons[4] == [B, A] and other.halves[A].plannings == 0  # the second planning is lost
    assert (referee.actor, referee.legal()) == (1, {("mission", 1), ("no_mission",)})


@pytest.mark.parametrize(("cell", "planet", "number"), [(2, 0, 2), (12, 2, 6), (13, 3, 8), (23, 4, 10), (29, 5, 12)])
def test_plants_and_waters_of_cells(cell, planet, number):
    """Check adventure_8 3.5: used at once without a symbol of the planet, only by the player who draws there."""
    referee = battle(2, (number, "robot"), (8, "water"), (12, "energy"))
    sheet = referee.sheets[0]
    occupy(sheet, **{f"p{planet}": "B" * (cell - PLANETS[planet].cells[0])})
    before = (list(sheet.plants), list(sheet.waters))
    play(referee, ("combination", 0), ("planet", planet), ("pass",))
    found = {"plant": sheet.halves[A].plants, "water": sheet.halves[A].waters}
    assert found == {"plant": 0, "water": 0, CELL_BONUSES[cell]: 1} and (sheet.plants, sheet.waters) == before
    assert not any(vars(sheet.halves[B])[track] for track in ("plants", "waters"))


@pytest.mark.parametrize("action", ["plant", "water"])
def test_plant_and_water(action):
    """Check adventure_8 3.2 and ruling 8: shared symbols of the planet just drawn on; a full track only denies them."""
    referee = battle(2, (10, action), (8, "robot"), (12, "energy"))
    sheet = referee.sheets[0]
    symbols, track, boxes = {"plant": ("plants", "plants", 11), "water": ("waters", "waters", 9)}[action]
    left = getattr(sheet, symbols)
    setattr(sheet.halves[A], track, boxes)
    play(referee, ("combination", 0), ("planet", 4))
    assert left[4] == (1 if action == "plant" else 0) and getattr(sheet.halves[A], track) == boxes
    other = referee.sheets[1]
    getattr(other, symbols)[4] = 0  # taken by the other player
    play(referee, ("combination", 0), ("planet", 4))
    assert referee.turn == 2 and getattr(other.halves[A], track) == 0 and getattr(other, symbols)[4] == 0


def test_energy():
    """Check adventure_8 3.2: a column of choice, without a pass; nothing if all are full."""
    referee = battle(2, (10, "energy"), (8, "robot"), (12, "energy"))
    referee.sheets[0].halves[A].columns = [4, 0, 1]
    play(referee, ("combination", 0), ("planet", 4))
    assert referee.legal() == {("column", 1), ("column", 2)}
    play(referee, ("column", 2))
    assert referee.sheets[0].halves[A].columns == [4, 0, 2]
    referee.sheets[1].halves[A].columns = [4, 4, 4]
    play(referee, ("combination", 0), ("planet", 4))
    assert referee.turn == 2


def test_planning():
    """Check adventure_8 3.2, rulings 8 and 10: any open moon, both spots, a box of the penalty track, or a pass."""
    referee = battle(3, (10, "planning"), (8, "robot"), (12, "energy"))
    sheet = referee.sheets[0]
    complete(sheet, 0)
    sheet.moons[1], sheet.moons[2] = [A], [A, B]
    sheet.halves[A].plannings = 6
    play(referee, ("combination", 0), ("planet", 4))
    assert referee.legal() == {("moon", planet) for planet in (1, 3, 4, 5, 6)} | {("pass",)}
    play(referee, ("moon", 1))
    assert sheet.moons[1] == [A, A] and sheet.halves[A].plannings == 7
    referee.sheets[1].halves[A].plannings = 7
    play(referee, ("combination", 0), ("planet", 4), ("moon", 4))
    assert referee.sheets[1].halves[A].plannings == 7 and referee.sheets[1].moons[4] == [A]
    play(referee, ("combination", 0), ("planet", 4), ("pass",))
    assert referee.sheets[2].halves[A].plannings == 0 and referee.turn == 2


def test_planning_without_a_moon():
    """Check adventure_8 3.2: the planet just completed has no open moon, and without one nothing is asked."""
    referee = battle(2, (10, "planning"), (8, "robot"), (12, "energy"))
    sheet = referee.sheets[0]
    occupy(sheet, p4="AABB")
    sheet.moons = [[A, B] if planet != 4 else [A] for planet in range(7)]
    play(referee, ("combination", 0), ("planet", 4))
    assert referee.actor == 1 and sheet.flags[4] == {A} and sheet.halves[A].plannings == 0


@pytest.mark.parametrize(("players", "shared_with"), [(4, {0: 1, 3: 3}), (2, {0: 1, 1: 1})])
def test_alternation(players, shared_with):
    """Check adventure_8 2 and 8.5: left sheets as half A in odd turns, right sheets as half B in even ones."""
    referee = battle(players, (10, "water"), (8, "water"), (12, "water"))
    offer(referee, (10, "water"), (8, "water"), (12, "water"))
    for turn in range(1, 5):
        half = A if turn % 2 else B
        for seat in range(players):
            before = [sheet.cells.count(half) for sheet in referee.sheets]
            assert (referee.turn, referee.actor) == (turn, seat)
            play(referee, ("combination", 1), ("planet", 3))
            grown = [sheet.cells.count(half) - count for sheet, count in zip(referee.sheets, before, strict=True)]
            assert grown == [index == (seat if turn % 2 else (seat - 1) % players) for index in range(players)]
    left, right = referee.holdings(0)
    assert {referee.sheets.index(holding.sheet): holding.half for holding in (left, right)} == {0: A, players - 1: B}
    for index, neighbour in shared_with.items():
        others = [s for s in range(1, players) if any(h.sheet is referee.sheets[index] for h in referee.holdings(s))]
        assert others == [neighbour]


def test_end_by_a_full_sheet():
    """Check adventure_8 4: checked at the end of the turn, so the other player still draws, and errors count."""
    referee = battle(2, (10, "water"), (8, "water"), (12, "water"))
    fill_all_but(referee.sheets[0], 4)
    play(referee, ("combination", 0), ("planet", 4))
    assert referee.actor == 1 and referee.sheets[0].full()
    play(referee, ("combination", 0), ("planet", 4))
    assert referee.legal() == {("mission", 0), ("no_mission",)} and referee.actor == 0
    play(referee, ("no_mission",))
    assert referee.actor is None and referee.turn == 1 and referee.outcome() == [1.0, -1.0]


@pytest.mark.parametrize(("sheet", "half", "ends"), [(0, A, True), (1, B, False), (0, B, False)])
def test_end_by_errors(sheet, half, ends):
    """Check adventure_8 4: two boxes of one half end the game; one box on each half of a player or a sheet does not."""
    referee = battle(2, (8, "water"), (8, "plant"), (8, "planning"))
    referee.sheets[sheet].halves[half].errors = 1
    complete(referee.sheets[0], 3)
    referee.sheets[0].halves[A].astronauts_stored = 1
    play(referee, ("system_error",), ("combination", 0), ("planet", 3))
    assert (referee.actor is None) == ends and sum(h.errors for s in referee.sheets for h in s.halves) == 2
    if ends:
        assert referee.outcome() == [-1.0, 1.0]
