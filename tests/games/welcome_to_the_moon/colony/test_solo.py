"""The solo mode of Colony (colony 7)."""

import pytest

from tests.games.welcome_to_the_moon.colony.positions import ColonyPosition
from tests.referees.welcome_to_the_moon.cards import ACTIONS
from tests.referees.welcome_to_the_moon.colony_sheet import QUARTER_CELLS

HAND = (5, "robot"), (6, "water"), (7, "plant")


def solo(opponent=1, **settings):
    return ColonyPosition(1, opponent=opponent, **settings)


@pytest.mark.parametrize(("closed", "points", "bonuses"), [((), 15, 2), ((1,), 5, 0), ((0, 2, 3), 15, 2)])
def test_a_quarter_circles_two_bonuses(closed, points, bonuses):
    """colony 7.1, 7.2: two solo bonuses for a 15, none for a 5."""
    position = solo().cross(0, *QUARTER_CELLS[1][1:]).close_races(*closed).draw(*HAND)
    position.play(("combination", 0), ("write", QUARTER_CELLS[1][0]))
    assert position.points_by_category()["quarters"] == points and position.state["bonuses_circled"] == bonuses
    assert position.asks() == ({"give", "remove"} if bonuses else {"combination"})


def test_all_quarters_circle_eight_bonuses():
    """colony 7.1: there are eight symbols."""
    position = solo().cross_but(0, 5, 20).draw(*HAND).play(("combination", 0), ("write", 5))
    assert position.state["bonuses_circled"] == 6
    position = solo().cross_but(0, 5).draw(*HAND).play(("combination", 0), ("write", 5))
    assert position.state["bonuses_circled"] == 8


def test_the_last_open_quarter():
    """colony 7.2: circled and crossed-off ones are no targets; the last one goes without asking."""
    position = solo().cross(0, *QUARTER_CELLS[0], *QUARTER_CELLS[2]).close_races(3).draw(*HAND)
    position.play(("combination", 0), ("write", QUARTER_CELLS[1][0]), "no_mission", ("give", 2))
    assert position.value("quarters") == [1, 0, 1, 0] and position.closed_races() == [0, 2, 3]
    position.draw("B", *HAND)
    assert position.closed_races() == [0, 1, 2, 3] and position.asks() == {"combination"}


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """colony 7.3: 10 points and 3 more for each level."""
    assert solo(level).points_by_category(1)["astra_level"] == solo(level).points(1) == 10 + 3 * level


@pytest.mark.parametrize(("astronauts", "cards", "points"), [(3, 3, 20), (3, 4, 10), (0, 0, 0), (0, 2, 0), (1, 0, 20)])
def test_the_majority(astronauts, cards, points):
    """colony 7.3: first with at least as many astronauts as ASTRA has astronaut cards."""
    position = solo().set(0, astronauts=astronauts)
    position.state["given"][ACTIONS.index("astronaut")] = cards
    assert position.points_by_category()["astronauts"] == points
