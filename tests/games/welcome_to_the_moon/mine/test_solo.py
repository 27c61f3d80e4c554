"""The solo mode of Mine (mine 7)."""

import pytest

from games.welcome_to_the_moon.mine.positions import MinePosition
from games.welcome_to_the_moon.positions import INCIDENTS

HAND = (5, "robot"), (6, "water"), (7, "plant")


def solo(opponent=1, **settings):
    return MinePosition(1, opponent=opponent, **settings)


@pytest.mark.parametrize(("closed", "bonuses"), [((), 2), ((3,), 0), ((0, 1, 2), 2)])
def test_a_filling_bonus_circles_two_solo_bonuses(closed, bonuses):
    """mine 7.1, 7.2: two solo bonuses for a filling bonus; a crossed-off one brings neither points nor bonuses."""
    position = solo().set(0, resources=[0, 0, 0, 11]).cross(0, 6, 30).close_races(*closed).draw(*HAND)
    position.play(("combination", 0), ("write", 18))
    assert position.value("resources") == [0, 1, 0, 13] and position.state["bonuses_circled"] == bonuses
    assert position.points_by_category()["rubies"] == 26 + (12 if bonuses else 0)
    assert position.asks() == ({"give", "remove"} if bonuses else {"combination"})


def test_all_filling_bonuses_circle_eight_solo_bonuses():
    """mine 7.1: there are eight symbols."""
    position = solo().set(0, resources=[8, 6, 10, 11]).carry_on(INCIDENTS)
    assert position.state["bonuses_circled"] == 6
    position = solo().set(0, resources=[8, 6, 10, 12]).carry_on(INCIDENTS)
    assert position.state["bonuses_circled"] == 8 and position.closed_races() == [0, 1, 2, 3]


def test_a_crossed_off_bonus_pays_nothing():
    """mine 7.2: neither the bonus nor solo bonuses."""
    position = solo().close_races(0, 1, 2).draw("A", *HAND)
    position.set(0, resources=[0, 0, 0, 12]).carry_on(INCIDENTS)
    assert position.points_by_category()["rubies"] == 24 and position.state["bonuses_circled"] == 0


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """mine 7.3: 5 points and 2 more for each level; 11 for Margaret, level 3."""
    assert solo(level).points_by_category(1)["astra_level"] == solo(level).points(1) == 5 + 2 * level
