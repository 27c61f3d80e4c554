"""The actions of Battle: symbols, asteroids and what they bring, planet values, moons (battle 3)."""

import pytest

from tests.games.welcome_to_the_moon.battle.positions import BattlePosition, number_for
from tests.referees.welcome_to_the_moon.battle_sheet import PLANETS, A, B

PLANT_SYMBOLS = [1, 1, 2, 2, 2, 2, 2]
WATER_SYMBOLS = [1, 1, 1, 1, 1, 1, 0]
# What the asteroids bring, from either end to the one in the middle.
ASTEROIDS = ("", "plant", "water", "plant", "water energy", "energy energy", "moon moon")
COLUMNS = {("column", kind) for kind in range(3)}
ROBOT_OR_PASS = {("robot", 0), ("pass", 0)}
HALVES = pytest.mark.parametrize(("turn", "sheet", "half"), [(1, 0, A), (2, 1, B)])


# Plant and water


@pytest.mark.parametrize("planet", range(7))
@pytest.mark.parametrize(
    ("action", "symbols", "boxes", "printed"),
    [("plant", "plants", "plants", PLANT_SYMBOLS), ("water", "waters", "waters", WATER_SYMBOLS)],
)
@HALVES
def test_symbols(planet, action, symbols, boxes, printed, turn, sheet, half):
    """battle 1.2, 3.1, 3.2: a symbol of the planet just drawn on and a box, unasked; then the symbols run out."""
    for crossed_off in range(printed[planet] + 1):
        position = BattlePosition(turn=turn)
        position.ring_sheet(sheet)[f"{action}_symbols"][planet] = crossed_off
        position.occupy(sheet, {3: "A"})  # whose first cell has a plant
        assert position.draw_on(number_for(planet), action, planet).actor == 1, "there is no pass"
        is_left = crossed_off < printed[planet]
        left = [count - (crossed_off + is_left) * (other == planet) for other, count in enumerate(printed)]
        assert position.read(sheet)[symbols] == left
        assert position.tracks(sheet, half)[boxes] == is_left
        assert position.tracks(sheet, 1 - half)[boxes] == 0


def test_symbols_of_a_planet_just_completed():
    """battle 3.1, 3.2: they can be crossed off, with the bonus of the last cell."""
    position = BattlePosition().occupy(0, {0: "BB"})
    position.draw_on(1, "plant", 0)
    assert position.read()["plants"][0] == 0 and position.tracks()["plants"] == 2
    position = BattlePosition().occupy(0, {2: "BBBB"})
    position.draw_on(6, "water", 2)
    assert position.read()["waters"][2] == 0 and position.tracks()["waters"] == 2


def test_symbols_with_a_full_track():
    """battle 3.1, 3.2: the symbol is gone for the other player, the track stays full."""
    position = BattlePosition().mark(0, A, plants=11).draw_on(10, "plant", 4)
    assert position.read()["plants"][4] == 1 and position.tracks()["plants"] == 11
    position = BattlePosition().mark(0, A, waters=9).draw_on(10, "water", 4)
    assert position.read()["waters"][4] == 0 and position.tracks()["waters"] == 9


def test_symbols_are_shared():
    """battle 3.1, 3.2: what one player takes is gone for the other; on another sheet it is there."""
    position = BattlePosition(3).draw_on(10, "water", 4).play(*[("combination", 1), ("write", 3)] * 2)
    assert position.state["turn"] == 2
    position.offer((10, "water"), (8, "plant"), (8, "plant")).play(*[("combination", 0), ("write", 4)] * 2)
    assert [position.tracks(0, half)["waters"] for half in (A, B)] == [1, 0]
    assert position.tracks(2, B)["waters"] == 1


# Robot and asteroids


@pytest.mark.parametrize("taken", range(13))
@HALVES
def test_asteroids(taken, turn, sheet, half):
    """battle 1.3, 3.3, 3.7, 3.8: from the half's own side, each with what it brings; both halves meet the same row."""
    bonuses = ASTEROIDS[min(taken, 12 - taken)].split()
    position = BattlePosition(turn=turn).mark(sheet, half, asteroids=taken)
    position.draw_on(6, "robot", 2)
    assert position.legal() == ROBOT_OR_PASS
    position.act("robot")
    asteroid = taken if half == A else 12 - taken
    assert position.read(sheet)["asteroids"][asteroid] == half
    assert position.read(sheet)["asteroids"].count(half) == taken + 1
    tracks = position.tracks(sheet, half)
    assert (tracks["plants"], tracks["waters"]) == (bonuses.count("plant"), bonuses.count("water"))
    for count in range(bonuses.count("energy")):
        assert position.legal() == COLUMNS, "compulsory, the second after the first"
        position.act("column", 1)
        assert position.tracks(sheet, half)["columns"] == [0, count + 1, 0]
    for count in range(bonuses.count("moon")):
        assert position.legal() == {("moon", planet) for planet in range(7)}
        position.act("moon", 5)
        assert position.read(sheet)["moons"][5][half] == count + 1
    assert position.actor == 1
    assert position.tracks(sheet, half)["plannings"] == 0, "a moon of an asteroid crosses off no box"


def test_a_declined_robot():
    """battle 3.9: nothing is taken, and the turn goes on."""
    position = BattlePosition().mark(0, A, asteroids=4).draw_on(6, "robot", 2).act("pass")
    assert position.actor == 1 and position.read()["asteroids"].count(A) == 4 and position.tracks()["waters"] == 0


@pytest.mark.parametrize("own", range(14))
def test_no_free_asteroid(own):
    """battle 3.3: what one player takes is gone for the other; nobody is asked when all 13 are taken."""
    position = BattlePosition().mark(0, A, asteroids=own).mark(0, B, asteroids=13 - own)
    assert position.draw_on(6, "robot", 2).actor == 1 and position.read()["asteroids"].count(A) == own


def test_the_last_asteroid():
    """battle 1.3, 3.3: where the sides meet, each takes what lies there, with what it brings."""
    position = BattlePosition().mark(0, A, asteroids=8).mark(0, B, asteroids=4).draw_on(6, "robot", 2).act("robot")
    assert position.read()["asteroids"] == [A] * 9 + [B] * 4
    assert position.tracks()["waters"] == 1 and position.asks() == {"column"}


def test_the_example_of_asteroids():
    """battle 3.3, 3.7, 2.3: cell 10 leads to asteroid 4, a water and an energy; then 6/robot to asteroid 5.

    Half B, untouched, would begin with asteroid 12, which brings nothing.
    """
    position = BattlePosition().occupy(0, {2: "BB"}).mark(0, A, asteroids=4)
    position.draw_on(6, "robot", 2)
    assert position.legal() == ROBOT_OR_PASS
    position.act("robot")
    assert position.tracks()["waters"] == 1 and position.legal() == COLUMNS
    position.act("column", 0)
    assert position.legal() == ROBOT_OR_PASS, "now the action"
    position.play("robot", ("column", 1), ("column", 2))
    assert position.actor == 1 and position.tracks()["columns"] == [1, 1, 1]
    assert position.read()["asteroids"] == [A] * 6 + [None] * 7
    position = BattlePosition(turn=2).occupy(1, {2: "AA"}).mark(1, A, asteroids=4).draw_on(6, "plant", 2).act("robot")
    assert position.actor == 1 and position.read(1)["asteroids"] == [A] * 4 + [None] * 8 + [B]


def test_robot_of_the_cell_and_of_the_action_are_declined_apart():
    """battle 2.3, 3.9: each has its own pass, and the second asteroid is the one left by the first answer."""
    for answers, taken, waters in ((("pass", "robot"), 2, 0), (("robot", "pass"), 2, 0), (("robot", "robot"), 3, 1)):
        position = BattlePosition().occupy(0, {2: "BB"}).mark(0, A, asteroids=1).draw_on(6, "robot", 2).play(*answers)
        assert position.actor == 1 and position.read()["asteroids"].count(A) == taken
        assert (position.tracks()["plants"], position.tracks()["waters"]) == (1, waters)
    position = BattlePosition().occupy(0, {2: "BB"}).draw_on(6, "robot", 2).play("pass", "pass")
    assert position.actor == 1 and position.read()["asteroids"] == [None] * 13


def test_bonuses_of_asteroids_that_are_lost():
    """battle 3.7, 3.8: full tracks, full columns, no free moon."""
    position = BattlePosition().mark(0, A, asteroids=1, plants=11).draw_on(6, "robot", 2).act("robot")
    assert position.actor == 1 and position.tracks()["plants"] == 11
    position = (
        BattlePosition().mark(0, A, asteroids=4, waters=9, energies=[4, 4, 4]).draw_on(6, "robot", 2).act("robot")
    )
    assert position.actor == 1 and position.tracks()["waters"] == 9
    position = BattlePosition().mark(0, A, asteroids=6).occupy(0, moons=dict.fromkeys(range(7), "BB"))
    position.draw_on(6, "robot", 2).act("robot")
    assert position.actor == 1 and position.read()["moons"] == [[0, 2]] * 7


@pytest.mark.parametrize(
    ("energies", "asked", "result"),
    [
        ([4, 4, 3], [], [4, 4, 4]),
        ([4, 4, 2], [], [4, 4, 4]),
        ([4, 3, 3], [1, 2], [4, 4, 4]),
        ([4, 3, 0], [1, 2], [4, 4, 1]),
        ([3, 2, 4], [0, 1], [4, 3, 4]),
    ],
)
def test_columns_with_few_boxes(energies, asked, result):
    """battle 3.7, 3.4, welcome 3.3: asteroid 5; one column left is taken unasked, and the second energy may be lost."""
    position = BattlePosition().mark(0, A, asteroids=5, energies=energies).draw_on(6, "robot", 2).act("robot")
    if asked:
        assert position.legal("column") == asked
        position.act("column", asked[0])
    assert position.actor == 1 and position.tracks()["columns"] == result


@pytest.mark.parametrize(
    ("free", "answers", "moons"),
    [
        ({0: ""}, (), {0: [2, 0]}),
        ({0: "B"}, (), {0: [1, 1]}),
        ({0: "B", 3: "A"}, (("moon", 3),), {0: [1, 1], 3: [2, 0]}),
        ({0: "", 3: "B"}, (("moon", 3),), {0: [1, 0], 3: [1, 1]}),
        ({0: "", 3: "B"}, (("moon", 0), ("moon", 0)), {0: [2, 0], 3: [0, 1]}),
    ],
)
def test_moons_of_the_asteroid_in_the_middle(free, answers, moons):
    """battle 3.7, welcome 3.3: the same moon or two; the second choice sees the first; a single spot goes unasked."""
    position = BattlePosition().mark(0, A, asteroids=6)
    position.occupy(0, moons={planet: free.get(planet, "BB") for planet in range(7)})
    position.draw_on(6, "robot", 2).play("robot", *answers)
    assert position.actor == 1
    assert position.read()["moons"] == [moons.get(planet, [0, 2]) for planet in range(7)]


# Energy


def test_energy():
    """battle 3.4, 3.9, 1.4: a box of one column, of the player's choice among those with a box; there is no pass."""
    position = BattlePosition().draw_on(6, "energy", 2)
    assert position.legal() == COLUMNS
    position.act("column", 2)
    assert position.actor == 1 and position.tracks()["columns"] == [0, 0, 1]
    position = BattlePosition().mark(0, A, energies=[4, 1, 0]).draw_on(6, "energy", 2)
    assert position.legal() == {("column", 1), ("column", 2)}
    position = BattlePosition().mark(0, A, energies=[4, 1, 4]).draw_on(6, "energy", 2)
    assert position.actor == 1 and position.tracks()["columns"] == [4, 2, 4]
    position = BattlePosition().mark(0, A, energies=[4, 4, 4]).draw_on(6, "energy", 2)
    assert position.actor == 1 and position.tracks()["columns"] == [4, 4, 4]


# Planning and moons


@HALVES
def test_planning(turn, sheet, half):
    """battle 3.5, 1.2: any moon with a free spot of a planet that is not complete, and a box; or a pass."""
    position = BattlePosition(turn=turn).complete(sheet, 0).occupy(sheet, moons={1: "AB", 2: "BB", 3: "A", 4: "B"})
    position.draw_on(14, "planning", 6)
    assert position.legal() == {("pass", 0), *(("moon", planet) for planet in (3, 4, 5, 6))}
    position.act("moon", 3)
    assert position.actor == 1 and position.tracks(sheet, half)["plannings"] == 1
    assert position.read(sheet)["moons"][3] == ([2, 0] if half == A else [1, 1])
    assert position.tracks(sheet, 1 - half)["plannings"] == 0


def test_a_declined_planning():
    """battle 3.9: neither an insignia nor a box."""
    position = BattlePosition().draw_on(6, "planning", 2).act("pass")
    assert position.actor == 1 and position.tracks()["plannings"] == 0 and position.read()["moons"] == [[0, 0]] * 7


def test_planning_with_one_moon_and_with_none():
    """battle 3.5, 3.9: a single moon is asked for, since boxes cost points; without one nothing is crossed off."""
    moons = {planet: "BB" for planet in range(7) if planet != 5}
    position = BattlePosition().occupy(0, moons=moons).draw_on(6, "planning", 2)
    assert position.legal() == {("moon", 5), ("pass", 0)}
    position = BattlePosition().occupy(0, moons={**moons, 5: "AB"}).draw_on(6, "planning", 2)
    assert position.actor == 1 and position.tracks()["plannings"] == 0
    position = BattlePosition().fill_but_last(0, 2).draw_on(6, "planning", 2)
    assert position.actor == 1 and position.tracks()["plannings"] == 0, "all planets are complete"


@pytest.mark.parametrize("boxes", range(8))
def test_planning_penalties(boxes):
    """battle 3.5, 1.4: 0, 3, 6, 10, 15, 21, 28, 36 points; with a full row it goes on and costs no more."""
    penalties = (0, 3, 6, 10, 15, 21, 28, 36)
    position = BattlePosition().mark(0, A, plannings=boxes)
    assert position.points_by_category()["planning"] == -penalties[boxes]
    position.draw_on(6, "planning", 2).act("moon", 0)
    assert position.read()["moons"][0] == [1, 0] and position.tracks()["plannings"] == min(boxes + 1, 7)
    assert position.points_by_category()["planning"] == -penalties[min(boxes + 1, 7)]


def test_both_spots_of_a_moon():
    """battle 1.2, 3.5: they may belong to the same player, and a full moon takes no more."""
    position = BattlePosition()
    for count in (1, 2):
        position.draw_on(6, "planning", 2).act("moon", 2)
        assert position.read()["moons"][2] == [count, 0]
        if position.actor == 0:
            position.act("pass")
    assert 2 not in position.draw_on(8, "planning", 3).legal("moon")


def test_a_moon_decides_a_planet():
    """battle 3.5, 4.1: an insignia on a moon counts as one on a cell."""
    position = BattlePosition().occupy(0, {6: "AB"}).draw_on(8, "planning", 3).act("moon", 6).finish_turn()
    assert position.read()["moons"][6] == [1, 0]
    position.offer((14, "plant"), (14, "plant"), (8, "robot")).play(("combination", 2), ("write", 3), "pass")
    position.play(("combination", 0), ("write", 6))
    assert position.read()["flags"][6] == [A, B], "player 1 fills the last cell of sheet 0: 2 to 2"


# Astronaut, and what cannot be used


@pytest.mark.parametrize("planet", [2, 3, 4])
def test_astronaut(planet):
    """battle 3.6, 2.4, 3.9: it circles an astronaut whether the number is changed or not; there is no pass."""
    position = BattlePosition().pick(8, "astronaut")
    assert position.legal() == {("write", 2), ("write", 3), ("write", 4)}
    position.act("write", planet)
    assert position.actor == 1 and position.tracks()["astronauts_stored"] == 1


@pytest.mark.parametrize("action", ["plant", "water", "energy", "robot", "planning", "astronaut"])
def test_actions_without_a_target(action):
    """battle 3.1, 3.2, 3.3, 3.4, 3.5, 3.6: nothing happens but the insignia, and nobody is asked."""
    position = BattlePosition().mark(0, B, asteroids=13).mark(0, A, energies=[4, 4, 4], astronauts=6)
    position.occupy(0, moons=dict.fromkeys(range(7), "AB"))
    position.ring_sheet(0)["plant_symbols"], position.ring_sheet(0)["water_symbols"] = PLANT_SYMBOLS, WATER_SYMBOLS
    before = position.read()
    position.draw_on(10, action, 4)
    cells = [A if cell == PLANETS[4].cells[0] else owner for cell, owner in enumerate(before["cells"])]
    assert position.actor == 1 and position.read() == {**before, "cells": cells}
