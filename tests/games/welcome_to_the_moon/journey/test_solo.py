"""The solo mode of Journey (journey 7)."""

import pytest

from tests.games.welcome_to_the_moon.journey.positions import JourneyPosition
from tests.games.welcome_to_the_moon.positions import INCIDENTS
from tests.referees.welcome_to_the_moon.cards import ACTIONS

HAND = (5, "robot"), (6, "water"), (7, "plant")


def solo(opponent=1, **settings):
    return JourneyPosition(1, opponent=opponent, **settings)


@pytest.mark.parametrize(("closed", "bonuses"), [((), 2), ((1,), 0), ((0, 2, 3), 2)])
def test_a_high_multiplier_circles_two_bonuses(closed, bonuses):
    """journey 7.1, 7.2: two solo bonuses for a high multiplier, none for a low one."""
    position = solo().set(0, robots=[0, 2, 0, 0]).close_races(*closed).draw(*HAND)
    position.play(("combination", 2), ("write", 20), ("robot", 1))
    assert position.state["bonuses_circled"] == bonuses
    assert position.value("multipliers")[1] == (1 if bonuses else 2)
    assert position.asks() == ({"give", "remove"} if bonuses else {"combination"})


def test_all_multipliers_circle_eight_bonuses():
    """journey 7.1: there are ten symbols, so that all eight bonuses find one."""
    position = solo().set(0, robots=[2, 3, 3, 3], multipliers=[1, 1, 1, 0]).close_races(0, 1, 2)
    position.state["bonuses_circled"] = 6
    position.draw(*HAND).play(("combination", 2), ("write", 20))
    assert position.state["bonuses_circled"] == 8
    position = solo().set(0, robots=[2, 3, 3, 3])
    position.state["bonuses_circled"] = 9
    position.draw(*HAND).play(("combination", 2), ("write", 20))
    assert position.state["bonuses_circled"] == 10


def test_in_solo_mode_no_multiplier_is_lost_by_itself():
    """journey 4.1, 7.2: what the player circles is closed, the others stay open."""
    assert solo().set(0, multipliers=[0, 1, 0, 0]).carry_on(INCIDENTS).closed_races() == [1]


def test_a_crossed_off_multiplier_leaves_the_low_one():
    """journey 7.2: the low multiplier, and no solo bonus."""
    position = solo().close_races(1, 2).draw("A", *HAND).act("race", 3)
    assert position.closed_races() == [1, 2, 3]
    position.set(0, robots=[0, 0, 0, 3]).play(("combination", 2), ("write", 20), ("robot", 3))
    assert position.value("multipliers") == [0, 0, 0, 2] and position.state["bonuses_circled"] == 0


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """journey 7.3: 5 points and 1 more for each level."""
    assert solo(level).points_by_category(1)["astra_level"] == solo(level).points(1) == 5 + level


@pytest.mark.parametrize(
    ("zones", "energies", "points"),
    [(3, 7, 20), (3, 8, 10), (0, 0, 0), (1, 0, 20), (1, 3, 20), (1, 4, 10), (6, 13, 20)],
)
def test_the_majority(zones, energies, points):
    """journey 7.3: first with at least as many complete zones as ASTRA has pairs of energy cards."""
    position = solo().cross(0, *range(zones)).draw_lines(0, *range(zones))
    position.state["given"][ACTIONS.index("energy")] = energies
    assert position.points_by_category()["complete_zones"] == points
