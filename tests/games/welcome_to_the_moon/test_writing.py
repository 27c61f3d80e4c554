"""Writing a number (welcome 4), on the floors of Launch."""

import pytest

from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.referees.welcome_to_the_moon.cards import EMPTY, X

# A combination that can always be written in these positions: the planning floor stays empty.
PLAYABLE = (8, "planning")
WATER_FLOOR = range(6, 11)
WILD_FLOOR = range(45, 53)


def cells_for(number, values):
    """Where a number fits on the wild floor with these values, given as a row of eight cells."""
    position = LaunchPosition().fill(0, WATER_FLOOR)
    position.put(0, dict(zip(WILD_FLOOR, values, strict=True)))
    position.offer((number, "water"), PLAYABLE, PLAYABLE)
    if 0 not in position.legal("combination"):
        return []
    return [cell - WILD_FLOOR[0] for cell in position.act("combination", 0).legal("write")]


@pytest.mark.parametrize(
    ("number", "cells"), [(4, [1, 3]), (3, [1, 3]), (6, []), (2, []), (8, [5, 6, 7]), (1, []), (15, [5, 6, 7])]
)
def test_order(number, cells):
    """welcome 4.1, 4.2: smaller numbers before, larger ones after, gaps allowed, none twice, X skipped."""
    row = [2, EMPTY, X, EMPTY, 6, EMPTY, EMPTY, EMPTY]
    assert cells_for(number, row) == cells


def test_order_of_an_empty_zone():
    """welcome 4.1: any number fits anywhere in an empty zone, and nowhere in a full one."""
    for number in (1, 8, 15):
        assert cells_for(number, [EMPTY] * 8) == list(range(8))
        assert cells_for(number, [X] * 8) == []


def test_order_between_neighbours():
    """welcome 4.1: between 7 and 9 only 8 fits, between 7 and 8 nothing."""
    for number in range(1, 16):
        assert cells_for(number, [1, 2, 3, 4, 7, EMPTY, 9, 10]) == ([5] if number == 8 else [])
        assert cells_for(number, [1, 2, 3, 4, 7, EMPTY, 8, 10]) == []


def test_an_x_has_no_value():
    """welcome 4.2: 2-4-X-5-6 is a legal row, and an X before or after everything hinders nothing."""
    assert cells_for(5, [2, 4, X, EMPTY, 6, X, X, X]) == [3]
    assert cells_for(1, [X, EMPTY, X, 3, X, X, X, X]) == [1]
    assert cells_for(14, [X, 13, X, EMPTY, X, X, X, X]) == [3]


def test_an_x_fills_its_cell():
    """welcome 4.2: nothing can be written over an X, and a quarter is full with it."""
    position = LaunchPosition().cross(0, 6).offer((5, "water"), PLAYABLE, PLAYABLE).act("combination", 0)
    assert 6 not in position.legal("write")
    assert position.act("write", 7).rockets(0) == 2


def test_a_combination_needs_a_cell():
    """welcome 4.3: only combinations whose number can be written somewhere can be picked."""
    position = LaunchPosition().fill(0, [*range(0, 21), *range(27, 53)]).put(0, {21: 5, 23: 7, 26: 9})
    position.offer((6, "planning"), (8, "planning"), (6, "water"))
    assert position.legal() == {("combination", 0), ("combination", 1)}
    assert position.act("combination", 0).legal() == {("write", 22)}


def test_a_player_who_can_write_must():
    """welcome 4.3: no System Error by choice; a picked combination only leads to its cells."""
    position = LaunchPosition().offer(PLAYABLE, (5, "water"), (3, "robot"))
    assert position.asks() == {"combination"}
    assert position.act("combination", 1).asks() == {"write"}
    assert position.legal("write") == [*WATER_FLOOR, *WILD_FLOOR]


def test_system_error():
    """welcome 4.4: a player who cannot write takes a System Error; nothing is written, no action is used."""
    position = LaunchPosition(missions=(64, 67, 68)).fill_but(0, 21)
    cells = position.sheet(0)["cells"].tolist()
    position.offer((5, "water"), (6, "robot"), (3, "plant"))
    assert position.actor == 1 and position.all_errors() == [1, 0]
    assert position.sheet(0)["cells"].tolist() == cells


def test_incidents_and_missions_of_a_system_error_turn():
    """welcome 4.4: incidents and missions still apply to a player with a System Error."""
    position = LaunchPosition(missions=(64, 67, 68)).fill_but(0, 21).cross(1, 6)
    position.offer((5, "water"), (6, "robot"), (3, "plant"))
    position.play(("combination", 0), ("write", 7))
    assert position.all_errors() == [2, 0], "one for not writing, one for the sabotage of player 1"
    assert position.actor == 0 and position.legal("mission") == [0, 1]


def test_an_optional_modification_never_obliges():
    """welcome 9.1: with one cell left between 7 and 9, of 5, 10 and 12 none fits as printed; with an 8 it must."""
    for first, errors in (((5, "robot"), 1), ((8, "robot"), 0)):
        position = LaunchPosition().fill_but(0, 50).put(0, {49: 7, 51: 9, 52: 10})
        position.offer(first, (10, "astronaut"), (12, "plant"))
        assert position.all_errors() == [errors, 0]
        if not errors:
            assert position.legal() == {("combination", 0)}
            assert position.act("combination", 0).legal() == {("write", 50)}
