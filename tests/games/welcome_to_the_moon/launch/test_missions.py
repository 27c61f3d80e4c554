"""The missions of Launch (launch 5)."""

import pytest

from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import MISSIONS
from tests.referees.welcome_to_the_moon.cards import X

# Card: its letter, the first and the later value, the cells it asks for.
FLOOR_MISSIONS = {
    64: (0, 3, 2, range(0, 11)),
    65: (0, 4, 2, range(11, 27)),
    66: (1, 3, 2, range(27, 37)),
    67: (1, 3, 2, range(37, 53)),
}


def with_mission(card, **settings):
    """A position with this mission on the table."""
    missions = [64, 66, 68]
    missions[(card - 64) // 2] = card
    return LaunchPosition(missions=tuple(missions), **settings)


@pytest.mark.parametrize("card", FLOOR_MISSIONS)
def test_missions_of_full_floors(card):
    """launch 5.2: 64 astronaut and water floors, 65 robot and planning, 66 energy, 67 plant and wild."""
    letter, first, later, cells = FLOOR_MISSIONS[card]
    for missing in (None, cells[0], cells[-1], cells[len(cells) // 2]):
        position = with_mission(card).fill(0, [cell for cell in cells if cell != missing]).carry_on(MISSIONS)
        assert position.legal("mission") == ([] if missing is not None else [letter])
    assert position.rockets(0) == 0
    for turned_over, value in ((0, first), (1, later)):
        position = with_mission(card).fill(0, cells)
        position.state["turned_over"][letter] = turned_over
        position.carry_on(MISSIONS).act("mission", letter)
        assert position.rockets(0) == value and position.sheet(0)["missions"][letter] == value


def test_floors_full_of_x():
    """launch 5.2, welcome 4.2: an X fills a cell for a mission too."""
    position = with_mission(66).cross(0, *range(27, 37)).carry_on(MISSIONS)
    assert position.legal("mission") == [1, 2], "ten X are what mission 68 asks for"


def test_every_cell_of_a_mission_counts():
    """launch 5.2: any single empty cell spoils the condition."""
    for card, (_, _, _, cells) in FLOOR_MISSIONS.items():
        for missing in cells:
            position = with_mission(card).fill(0, [cell for cell in cells if cell != missing]).carry_on(MISSIONS)
            assert position.legal("mission") == []


def test_mission_of_ten_x():
    """launch 5.2: card 68 asks for ten X; it pays 2, later 1."""
    cells = [0, 3, 8, 13, 16, 21, 27, 32, 37, 41]
    assert with_mission(68).cross(0, *cells[:9]).carry_on(MISSIONS).asks() == {"combination"}
    for turned_over, value in ((0, 2), (1, 1)):
        position = with_mission(68).cross(0, *cells)
        position.state["turned_over"][2] = turned_over
        position.carry_on(MISSIONS)
        assert position.legal("mission") == [2]
        assert position.act("mission", 2).rockets(0) == value


def test_the_tenth_x_of_a_chain():
    """launch 5.2: X marks written through buildings are counted as they are written."""
    position = with_mission(68).cross(0, 0, 3, 8, 13, 16, 21, 27, 32, 37).put(0, {45: 2})
    position.offer((6, "water"), (3, "robot"), (4, "robot"))
    position.play(("combination", 0), ("write", 46), ("write_x", 52))
    assert position.sheet(0)["cells"].tolist().count(X) == 10
    position.finish_player()
    assert position.actor == 0 and position.legal("mission") == [2]


def test_mission_of_five_open_errors():
    """launch 5.2: card 69 asks for five open System Errors at that moment; it pays 3, later 2."""
    for errors, repaired, possible in ((4, 0, False), (5, 0, True), (7, 0, True), (6, 2, False), (7, 2, True)):
        position = with_mission(69).set(0, system_errors=errors, repaired=repaired).carry_on(MISSIONS)
        assert (position.legal("mission") == [2]) == possible
    for turned_over, value in ((0, 3), (1, 2)):
        position = with_mission(69).set(0, system_errors=5)
        position.state["turned_over"][2] = turned_over
        position.carry_on(MISSIONS).act("mission", 2)
        assert position.rockets(0) == value


def test_missions_pay_rockets():
    """launch 5.1: rockets are crossed off at once, and there are no mission points."""
    position = with_mission(66).fill(0, range(27, 37)).set(0, rockets=6).carry_on(MISSIONS)
    before = position.points(0)
    position.act("mission", 1)
    assert position.rockets(0) == 9 and (before, position.points(0)) == (15, 30)
    position = with_mission(66).fill(0, range(27, 37)).set(0, rockets=5).carry_on(MISSIONS).act("mission", 1)
    assert position.rockets(0) == 8 and position.points(0) == 15


def test_mission_rockets_repair_errors():
    """launch 5.1, 3.7: 29 rockets and 2 open errors; a mission worth 3 leaves one open: no launch, 145 points."""
    position = with_mission(66).fill(0, range(27, 37)).set(0, rockets=29, system_errors=2).carry_on(MISSIONS)
    position.act("mission", 1)
    assert position.rockets(0) == 31 and position.open_errors(0) == 1 and position.points(0) == 145
    assert not position.is_over


def test_order_of_missions():
    """launch 5.1, welcome 6.1: with 31 rockets and 5 open errors the order of 66 and 69 decides about the launch."""
    position = with_mission(69).fill(0, range(27, 37)).set(0, rockets=31, system_errors=5).carry_on(MISSIONS)
    position.act("mission", 1)
    assert position.open_errors(0) == 2 and not position.is_over and position.asks() == {"combination"}
    position = with_mission(69).fill(0, range(27, 37)).set(0, rockets=31, system_errors=5).carry_on(MISSIONS)
    position.play(("mission", 2), ("mission", 1))
    assert position.is_over and position.open_errors(0) == 0 and position.sheet(0)["tie_rockets"] == 1
    assert position.outcome() == [1, -1]
