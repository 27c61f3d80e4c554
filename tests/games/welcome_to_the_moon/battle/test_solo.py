"""The solo mode of Battle: two sheets, ASTRA's move and effects, flags and solo bonuses (battle 7)."""

import pytest

from tests.games.welcome_to_the_moon.battle.positions import BattlePosition, number_for, planet_of
from tests.referees.welcome_to_the_moon.battle_sheet import CELL_BONUSES, PLANETS, A, B
from tests.referees.welcome_to_the_moon.cards import ACTIONS

OWN = (8, "plant"), (12, "plant")
HAND = (10, "water"), *OWN  # ASTRA draws on planet 4 with the first card
NUMBERS = range(1, 16)


def solo(opponent=1, **settings):
    return BattlePosition(1, opponent=opponent, **settings)


def test_two_sheets_in_turn():
    """battle 7.1, 2.2: odd turns on the first sheet, even turns on the second; ASTRA as B, then the player as A."""
    position = solo().draw(*HAND, (4, "plant"), (6, "plant"), (12, "energy"), (14, "plant"), (8, "robot"), (9, "robot"))
    assert position.read(0)["cells"][20] == B and position.hand() == list(HAND)
    position.play(("combination", 3), ("write", 3))
    first = position.read(0)
    assert [cell for cell, owner in enumerate(first["cells"]) if owner == A] == [13]
    assert position.state["turn"] == 2 and position.read(1)["cells"][3] == B
    position.play(("combination", 2), ("write", 2))
    assert position.state["turn"] == 3 and position.read(1)["cells"][8] == A
    assert position.read(0)["cells"] == [B if cell == 30 else owner for cell, owner in enumerate(first["cells"])]
    assert position.read(0)["halves"] == first["halves"]


def test_missions_stay_with_the_player():
    """battle 7.1, 2.2: when the sheets change, what missions paid is kept."""
    position = solo().set(0, missions=[12, 0, 0]).draw(*HAND).play(("combination", 3), ("write", 3))
    assert position.state["turn"] == 2 and position.value("missions") == [12, 0, 0]
    assert position.points_by_category()["missions"] == 12


def test_missions_of_both_sheets():
    """battle 5.2, 7.1: half A of the sheet that rests counts, half B never."""
    for turn in (1, 2):
        for index in (0, 1):
            assert solo(turn=turn).mark(index, A, asteroids=7).missions_met() == [1]
            assert solo(turn=turn).mark(index, B, asteroids=7).missions_met() == []
        assert solo(turn=turn).mark(0, A, asteroids=6).mark(1, A, asteroids=6).missions_met() == []


# ASTRA's number


@pytest.mark.parametrize("number", NUMBERS)
def test_planets_for_astra(number):
    """battle 7.2, 7.1: one that accepts the number; with two the player chooses, before the other cards are drawn."""
    accepting = [planet for planet, printed in enumerate(PLANETS) if printed.lowest <= number <= printed.highest]
    for chosen in accepting:
        position = solo().draw((number, None), (8, None), (9, None))
        if len(accepting) == 2:
            assert position.legal() == {("astra_planet", planet) for planet in accepting}
            assert len(position.hand()) == 1 and position.read()["cells"] == [None] * 33
            position.act("astra_planet", chosen)
        assert [cell for cell, owner in enumerate(position.read()["cells"]) if owner == B] == [PLANETS[chosen].cells[0]]
        assert len(position.hand()) == 3 and position.asks() == {"combination"}


def expected_planets(number, complete):
    """Where ASTRA draws when these planets are complete."""
    accepting = [planet for planet, printed in enumerate(PLANETS) if printed.lowest <= number <= printed.highest]
    return [planet for planet in accepting if planet not in complete] or [
        next(planet for planet in [*range(accepting[-1] + 1, 7), *range(7)] if planet not in complete)
    ]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_next_planet_for_astra(number):
    """battle 7.2: if no planet accepts it, the next one that is not complete, after the last the first; no choice."""
    for subset in range(1, 127, 3):
        complete = [planet for planet in range(7) if subset >> planet & 1]
        position = solo().complete(0, *complete).draw((number, None), (8, None), (9, None))
        planets = expected_planets(number, complete)
        if len(planets) == 2:
            assert position.legal("astra_planet") == planets
        else:
            drawn = [planet_of(cell) for cell, owner in enumerate(position.read()["cells"]) if owner == B]
            assert drawn == planets and len(position.hand()) == 3


def test_the_examples_of_astras_move():
    """battle 7.2, 7.3: 11 with the last three complete: the first; 9/energy: a choice, and asteroid 12; and so on."""
    position = solo().complete(0, 4, 5, 6).draw((11, "plant"), *OWN)
    assert position.read()["cells"][0] == B
    position = solo().draw((9, "energy"), *OWN)
    assert position.legal() == {("astra_planet", 3), ("astra_planet", 4)}
    position.act("astra_planet", 3)
    assert position.read()["cells"][13] == B and position.read()["asteroids"] == [None] * 12 + [B]
    position = solo().complete(0, 0, 1).draw((3, "astronaut"), *OWN)
    assert position.read()["cells"][8] == B and position.read()["moons"][2] == [0, 1]
    position = solo().complete(0, 6, 0).draw((14, "plant"), *OWN)
    assert position.read()["cells"][3] == B


@pytest.mark.parametrize("cell", CELL_BONUSES)
def test_astra_gets_no_bonus(cell):
    """battle 7.2: the bonus of its cell is lost, for the player too."""
    position = solo()
    planet = position.fill_before(0, cell, "A")
    blank_half = position.tracks()
    position.draw((number_for(planet), "plant"), (8, "robot"), (9, "robot"))
    assert position.read()["cells"][cell] == B and position.asks() <= {"combination", "system_error"}
    assert position.read()["halves"] == [blank_half] * 2 and position.read()["asteroids"] == [None] * 13


# ASTRA's action


@pytest.mark.parametrize("action", ACTIONS)
def test_astras_action(action):
    """battle 7.3: on the planet just drawn on; an astronaut is a moon, an energy an asteroid; nothing else changes."""
    position = solo().draw((10, action), *OWN)
    sheet = position.read()
    blank = BattlePosition().read()
    changes = {
        "plant": {"plants": [1, 1, 2, 2, 1, 2, 2]},
        "water": {"waters": [1, 1, 1, 1, 0, 1, 0]},
        "planning": {"moons": [[0, int(planet == 4)] for planet in range(7)]},
        "robot": {"asteroids": [None] * 12 + [B]},
    }
    changes |= {"astronaut": changes["planning"], "energy": changes["robot"]}
    cells = [B if cell == 20 else None for cell in range(33)]
    assert sheet == {**blank, "cells": cells, **changes[action]}
    assert position.read(1) == blank


@pytest.mark.parametrize("action", ACTIONS)
def test_astras_action_that_is_impossible(action):
    """battle 7.3: no symbol, no free spot, no asteroid left: nothing happens."""
    position = solo().occupy(0, moons={4: "AB"}).mark(0, A, asteroids=9).mark(0, B, asteroids=4)
    position.ring_sheet(0)["plant_symbols"][4], position.ring_sheet(0)["water_symbols"][4] = 2, 1
    before = position.read()
    position.draw((10, action), *OWN)
    assert position.read() == {**before, "cells": [B if cell == 20 else None for cell in range(33)]}


def test_asteroids_of_astra():
    """battle 7.3: from its own side, without what they bring, until they meet those of the player."""
    position = solo().mark(0, A, asteroids=6).mark(0, B, asteroids=6).draw((10, "robot"), *OWN)
    assert position.read()["asteroids"] == [A] * 6 + [B] * 7 and position.asks() == {"combination"}


@pytest.mark.parametrize("action", ["planning", "astronaut"])
def test_no_moon_of_a_planet_that_astra_completes(action):
    """battle 7.3, 4.1: it is closed; symbols can still be crossed off."""
    position = solo().occupy(0, {4: "AABB"}).draw((10, action), *OWN)
    assert position.read()["flags"][4] == [B] and position.read()["moons"][4] == [0, 0]
    position = solo().occupy(0, {4: "AABB"}).draw((10, "water"), *OWN)
    assert position.read()["waters"][4] == 0


# Control


@pytest.mark.parametrize(
    ("cells", "moon", "flag"), [("AB", "A", [A]), ("AB", "", [B]), ("AA", "B", [A]), ("AA", "", [A]), ("AB", "AA", [A])]
)
def test_control_when_astra_fills_the_last_cell(cells, moon, flag):
    """battle 7.4: the higher number, and a tie is the player's alone."""
    position = solo().occupy(0, {0: cells}, {0: moon}).draw((1, "robot"), *OWN)
    assert position.read()["flags"][0] == flag


@pytest.mark.parametrize(
    ("cells", "moon", "flag"), [("AB", "", [A]), ("AB", "B", [A]), ("BB", "", [B]), ("BB", "A", [A])]
)
def test_control_when_the_player_fills_the_last_cell(cells, moon, flag):
    """battle 7.4: planet 2 of 3 as in the other games, but ties; 3 to 3 on planet 2 is the player's flag only."""
    position = solo().occupy(0, {6: cells}, {6: moon}).draw((10, "water"), (14, "plant"), (8, "plant"))
    position.play(("combination", 3), ("write", 6))
    assert position.read(0)["flags"][6] == flag
    position = solo().occupy(0, {1: "AABB"}, {1: "B"}).draw((10, "water"), (4, "plant"), (8, "plant"))
    position.play(("combination", 3), ("write", 1))
    assert position.read(0)["flags"][1] == [A] and position.asks() == {"robot", "pass"}


def test_incomplete_planets_at_the_end():
    """battle 7.4, 6.2: ties and untouched planets are the player's."""
    assert solo().points_by_category()["planets"] == 36
    position = solo().occupy(0, {3: "AB", 5: "B", 6: "A"}, {6: "B"}).occupy(1, {1: "ABB"}, {2: "B"})
    assert position.points_by_category()["planets"] == 36 - 2 - 4 - 2


# Effects


@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize("deck_pass", [1, 2])
def test_the_effect(letter, deck_pass):
    """battle 7.5, welcome 8.9: two insignia for A, B and C in both passes; a mission is turned over in the second."""
    position = solo().occupy(0, {2: "AA"}).draw(letter, *HAND, deck_pass=deck_pass)
    assert position.read()["moons"] == [[0, 2 * (planet == 2)] for planet in range(7)]
    assert position.state["turned_over"].tolist() == [int(deck_pass == 2 and letter == other) for other in "ABC"]
    assert position.asks() == {"combination"}


def test_the_example_of_the_effect():
    """battle 7.5: 4 insignia and a moon with a mark; 3 and a full moon; twice 2: one insignia, then a choice."""
    planets = {3: "AAAA", 1: "AAA", 2: "AA", 5: "AA"}
    for chosen, other in ((2, 5), (5, 2)):
        position = solo().occupy(0, planets, {3: "B", 1: "BB"}).draw("A", *HAND)
        assert position.legal() == {("astra_moon", 2), ("astra_moon", 5)} and position.hand() == []
        assert position.read()["moons"][3] == [0, 2]
        position.act("astra_moon", chosen)
        assert position.read()["moons"][chosen] == [0, 1] and position.read()["moons"][other] == [0, 0]
    position = solo().occupy(0, planets, {1: "BB"}).draw("A", *HAND)
    assert position.read()["moons"][3] == [0, 2] and position.asks() == {"combination"}


def test_the_effect_on_tied_moons():
    """battle 7.5, 7.1: turn 2, so on the second sheet; both insignia go to the moon that is chosen."""
    for chosen, other in ((4, 5), (5, 4)):
        position = solo(turn=2).occupy(1, {4: "A", 5: "A"}).draw("B", *HAND)
        assert position.legal() == {("astra_moon", 4), ("astra_moon", 5)}
        position.act("astra_moon", chosen)
        assert position.read(1)["moons"][chosen] == [0, 2] and position.read(1)["moons"][other] == [0, 0]
        assert position.read(0) == BattlePosition().read()
    position = solo(turn=2).occupy(1, {4: "A", 5: "A"}, {4: "B"}).draw("B", *HAND).act("astra_moon", 4)
    assert position.read(1)["moons"][4:6] == [[0, 2], [0, 1]], "the second one goes to the other moon unasked"
    position = solo(turn=2).occupy(1, {4: "A", 5: "A"}, {4: "B"}).draw("B", *HAND).act("astra_moon", 5)
    assert position.read(1)["moons"][4:6] == [[0, 1], [0, 2]]


def test_what_the_effect_looks_at():
    """battle 7.5: cells and moons of the player, not of ASTRA; complete planets are out; none counts as well."""
    position = solo().occupy(0, {0: "A", 3: "BBB", 5: "A"}, {0: "A"}).draw("C", *HAND)
    assert position.read()["moons"][0] == [1, 1] and position.read()["moons"][5] == [0, 1]
    position = solo().complete(0, 3).occupy(0, {5: "A"}).draw("C", *HAND)
    assert position.read()["moons"][3] == [0, 0] and position.read()["moons"][5] == [0, 2]
    assert solo().draw("C", *HAND).legal() == {("astra_moon", planet) for planet in range(7)}


@pytest.mark.parametrize(
    ("free", "moons"), [({}, {}), ({6: "B"}, {6: [0, 2]}), ({6: ""}, {6: [0, 2]}), ({6: "A"}, {6: [1, 1]})]
)
def test_insignia_that_find_no_spot(free, moons):
    """battle 7.5: what is left over is lost."""
    position = solo().occupy(0, moons={planet: free.get(planet, "AB") for planet in range(7)}).draw("A", *HAND)
    assert position.read()["moons"] == [moons.get(planet, [1, 1]) for planet in range(7)]
    assert position.asks() == {"combination"}


def test_effects_before_and_after_astras_move():
    """battle 7.1, 7.5, welcome 8.15: a card is resolved when it is drawn: before the move, or after it."""
    position = solo().draw("A", (9, "energy"), "B", (8, "plant"), "C", (12, "plant"))
    assert position.asks() == {"astra_moon"} and position.hand() == [] and position.read()["cells"] == [None] * 33
    position.act("astra_moon", 0)
    assert position.legal() == {("astra_planet", 3), ("astra_planet", 4)} and position.hand() == [(9, "energy")]
    position.act("astra_planet", 4)
    assert position.read()["cells"][20] == B and position.read()["asteroids"][12] == B
    assert position.legal("astra_moon") == [1, 2, 3, 4, 5, 6] and position.hand() == [(9, "energy")]
    position.act("astra_moon", 1)
    assert position.legal("astra_moon") == [2, 3, 4, 5, 6] and len(position.hand()) == 2
    position.act("astra_moon", 2)
    assert len(position.hand()) == 3 and position.asks() == {"combination"}
    assert position.read()["moons"][:4] == [[0, 2], [0, 2], [0, 2], [0, 0]]


def test_the_choice_for_astra_is_made_with_one_card():
    """battle 7.1, 7.2, welcome 8.15: the next card is not drawn yet; its action is seen on the deck, its number not."""
    position = solo().draw((9, "energy"), *OWN)
    features = position.features()
    assert features["numbers"] == [9, 0, 0] and features["deck_top"].index(1) == ACTIONS.index("plant")


# Flags and solo bonuses


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("flags_here", range(4))
@pytest.mark.parametrize("flags_there", range(4))
def test_every_second_flag(turn, flags_here, flags_there):
    """battle 7.6: flags of both sheets are counted together, whoever fills the last cell."""
    here, there = (turn + 1) % 2, turn % 2
    is_second = (flags_here + flags_there) % 2 == 1
    position = solo(turn=turn).complete(here, *range(1, 1 + flags_here)).complete(there, *range(1, 1 + flags_there))
    position.occupy(here, {0: "AA"}).complete(here, 6, half="B").draw((1, "robot"), *OWN)
    assert position.read(here)["flags"][0] == [A] and position.state["bonuses_circled"] == is_second
    position = solo(turn=turn).complete(here, *range(1, 1 + flags_here)).complete(there, *range(1, 1 + flags_there))
    position.set(0, missions=[5, 0, 0]).occupy(here, {6: "AB"}).draw((10, "water"), (14, "plant"), (8, "plant"))
    position.play(("combination", 3), ("write", 6))
    assert position.state["bonuses_circled"] == is_second
    if is_second:
        assert position.legal() == {("give", 0), ("remove", 0)}, "it can be spent in the same turn"


@pytest.mark.parametrize(
    ("turn", "first_sheet", "second_sheet", "planet", "circled"),
    [(1, (), (), 0, 0), (1, (0,), (), 6, 1), (2, (0, 6), (), 0, 0), (2, (0, 6), (0,), 6, 1)],
)
def test_the_example_of_flags(turn, first_sheet, second_sheet, planet, circled):
    """battle 7.6: ASTRA fills the last cell; the 2nd and the 4th flag circle a solo bonus, the 1st and the 3rd none."""
    position = solo(turn=turn).complete(0, *first_sheet).complete(1, *second_sheet)
    position.occupy(turn - 1, {planet: "AA"}).draw((number_for(planet), "robot"), *OWN)
    assert position.read(turn - 1)["flags"][planet] == [A] and position.state["bonuses_circled"] == circled


def test_flags_of_astra_bring_nothing():
    """battle 7.6: neither a bonus, nor are they counted."""
    position = solo().complete(0, 1).occupy(0, {0: "BB"}).draw((1, "robot"), *OWN)
    assert position.read()["flags"][0] == [B] and position.state["bonuses_circled"] == 0
    position = solo().complete(0, 1, half="B").occupy(0, {0: "AA"}).draw((1, "robot"), *OWN)
    assert position.read()["flags"][0] == [A] and position.state["bonuses_circled"] == 0


def test_six_solo_bonuses():
    """battle 7.6: a seventh is lost."""
    for circled in (5, 6):
        position = solo().complete(0, 1).occupy(0, {0: "AA"})
        position.state["bonuses_circled"] = circled
        assert position.draw((1, "robot"), *OWN).state["bonuses_circled"] == 6


def test_two_flags_in_one_turn():
    """battle 7.6: ASTRA's move and the player's own."""
    position = solo().occupy(0, {0: "AA", 6: "AA"}).draw((1, "robot"), (14, "plant"), (8, "plant"))
    assert position.state["bonuses_circled"] == 0
    position.play(("combination", 3), ("write", 6))
    assert position.state["bonuses_circled"] == 1


def test_flags_of_the_end_bring_none():
    """battle 7.6, 6.2: planets awarded at the end have no flag."""
    position = solo().occupy(0, {0: "A", 6: "A"}).set(0, missions=[12, 9, 4])
    assert position.end() is not None and position.state["bonuses_circled"] == 0
    assert position.read()["flags"] == [[]] * 7


# System Errors and the end


def test_a_system_error():
    """battle 2.5, 7.1, welcome 8.5: of half A of the sheet of this turn; any of the three cards is given."""
    for turn in (1, 2):
        position = solo(turn=turn).complete(turn - 1, 2, 3).draw((6, "plant"), (8, "plant"), (7, "water"))
        assert position.tracks(turn - 1, A)["errors"] == 1 and position.tracks(2 - turn, A)["errors"] == 0
        assert position.legal() == {("give", slot) for slot in range(3)}
        position.act("give", 1)
        assert position.state["given"].tolist() == [0, 0, 1, 0, 0, 0] and not position.is_over


def test_two_system_errors_of_a_sheet():
    """battle 6.1: both boxes of one sheet end the game, one on each does not."""
    assert solo().mark(0, A, errors=2).end() is not None
    assert solo().mark(0, A, errors=1).mark(1, A, errors=1).end() is None
    assert solo().mark(0, A, errors=1).mark(1, A, errors=1).points_by_category()["system_errors"] == -10


def test_stored_astronauts_of_a_sheet():
    """battle 3.6, 2.4: each sheet has its own, also against ASTRA."""
    for turn, planets in ((1, [4, 5, 6]), (2, [5])):
        position = solo(turn=turn).mark(0, A, astronauts=1).draw(*HAND).act("combination", 4)
        assert position.legal("write") == planets


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("bonuses", [0, 1])
def test_astra_fills_the_last_cell(turn, bonuses):
    """battle 7.8, 6.1: its action, the other cards, a System Error, missions, a card of choice; the game is over."""
    sheet = turn - 1
    position = solo(turn=turn).fill_but_last(sheet, 6, half="A").complete(sheet, 0, 1, 2, half="B")
    position.state["bonuses_circled"] = bonuses
    assert position.read(sheet)["flags"] == [[B]] * 3 + [[A]] * 3 + [[]]
    position.draw((14, "robot"), "A", *OWN)
    assert position.read(sheet)["asteroids"][12] == B and position.hand() == [(14, "robot"), *OWN]
    assert position.tracks(sheet)["errors"] == 1 and position.read(sheet)["moons"] == [[0, 0]] * 7
    assert position.state["bonuses_circled"] == bonuses + 1, "the fourth flag"
    assert position.legal() == {("mission", 0), ("no_mission", 0)}, "it meets card 106"
    position.act("mission", 0)
    assert position.legal() == {(answer, slot) for answer in ("give", "remove") for slot in range(3)}
    position.act("remove", 2)
    assert position.is_over and position.state["bonuses_spent"] == 1 and position.state["given"].sum() == 0
    assert position.points_by_category()["missions"] == 12


def test_astra_fills_the_last_cell_without_a_bonus():
    """battle 7.8: any card is given."""
    position = solo().fill_but_last(0, 6, half="B").draw((14, "robot"), *OWN)
    assert position.read()["flags"] == [[B]] * 7 and position.legal() == {("give", slot) for slot in range(3)}
    position.act("give", 0)
    assert position.is_over and position.state["given"].tolist() == [1, 0, 0, 0, 0, 0]


def test_the_player_fills_the_last_cell():
    """battle 6.1, 7.8: then there is no System Error, and the card left over is given."""
    position = solo().fill_but_last(0, 6, half="B").occupy(0, {6: "B"})
    position.ring_sheet(0)["cells"][31] = -1
    position.recount(0).draw((14, "robot"), (15, "robot"), (13, "water"))
    position.play(("combination", 3), ("write", 6))
    assert (
        position.is_over and position.tracks()["errors"] == 0 and position.state["given"].tolist() == [1, 0, 0, 0, 0, 0]
    )


# Result


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """battle 7.7, welcome 8.14: 20 points and 3 more for each level, 35 for Sergei; what it draws scores nothing."""
    position = solo(level).complete(0, *range(7), half="B").mark(0, B, asteroids=13)
    assert position.points(1) == position.points_by_category(1)["astra_level"] == 20 + 3 * level
    position.state["given"] = [1, 0, 0, 0, 0, 2]
    values = {1: 2 + 8, 3: 5 + 6, 8: 5 + 12}
    if level in values:
        assert position.points(1) == 20 + 3 * level + values[level]


@pytest.mark.parametrize(
    ("given", "result"), [([1, 1, 0, 0, 0, 0], 1), ([2, 0, 0, 0, 0, 0], 0), ([2, 0, 1, 0, 0, 0], -1)]
)
def test_the_result(given, result):
    """battle 7.7, 6.3, welcome 8.13: 36 for planets and 3 for missions against Margaret with 29 and 9, 10 or 12."""
    position = solo(3).set(0, missions=[1, 1, 1])
    position.state["given"] = given
    assert position.points() == 39 and position.end() == [result]
