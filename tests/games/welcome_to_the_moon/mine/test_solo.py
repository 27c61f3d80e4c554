"""The solo mode of Mine (mine 7)."""

import pytest

from tests.games.welcome_to_the_moon.mine.positions import MinePosition
from tests.games.welcome_to_the_moon.positions import INCIDENTS

HAND = (5, "robot"), (6, "water"), (7, "plant")


def solo(opponent=1, **settings):
    return MinePosition(1, opponent=opponent, **settings)


@pytest.mark.parametrize(("closed", "bonuses"), [((), 2), ((3,), 0), ((0, 1, 2), 2)])
def test_a_filling_bonus_circles_two_solo_bonuses(closed, bonuses):
    """mine 7.1, 7.2: two solo bonuses for a filling bonus; a crossed-off one brings neither points nor bonuses."""
    position = solo().set(0, resources=[0, 0, 0, 11]).cross(0, 6, 30).close_races(*closed).draw(*HAND)
    position.play(("combination", 0), ("write", 18), ("pocket", 9))
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


def test_declining_leaves_the_cheap_bonus_to_astra():
    """mine 3.7, 7.2: the plants' 8 and the rubies' 12 are open, an effect card comes, the player wants to keep the 12.

    With the energy of the plants' secondary factory used, their bonus is circled and ASTRA crosses off the rubies'.
    """
    for decline in (True, False):
        position = solo().close_races(1, 2).complete(0, *range(11)).set(0, resources=[6, 0, 0, 11])
        position.sheet(0)["energies"][6] = 0
        position.draw((9, "energy"), (8, "water"), (10, "plant"), "A", (11, "robot"), (5, "plant"), (6, "robot"))
        position.play(("combination", 2), ("write", 8))
        assert position.legal() == {("energy_of_factory", 6), ("pass", 0)}
        position.act("pass" if decline else "energy_of_factory", 0 if decline else 6)
        if decline:
            assert position.legal("race") == [0, 3]
            position.act("race", 0)
            assert position.closed_races() == [0, 1, 2]
        else:
            assert position.play("no_mission", ("give", 2)).value("filling_bonuses") == [1, 0, 0, 0]
            assert position.closed_races() == [0, 1, 2, 3]


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """mine 7.3: 5 points and 2 more for each level; 11 for Margaret, level 3."""
    assert solo(level).points_by_category(1)["astra_level"] == solo(level).points(1) == 5 + 2 * level
