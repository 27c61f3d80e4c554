"""The Secret missions variant (mlem 14)."""

import pytest

from tests.games.mlem.positions import DEEP_SPACE, FUNCTIONS, Position

PLANET_1, PLANET_2, MOON_6, MOON_9, MOON_10, MOON_18, MOON_18_TOO, MOON_18_OR_21 = 1, 2, 6, 7, 8, 12, 16, 19


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_deal(players):
    """mlem 14.1: four different tokens to every seat; from the starter on each player returns one."""
    position = Position(players, secret_missions=True, seed=players)
    assert sorted(position.missions) == list(range(20))
    asked = []
    for _ in range(players):
        asked.append(position.actor)
        assert position.legal() == {("return_mission", place) for place in range(4)}
        position.act(("return_mission", 1))
    assert asked == [(position.starter + place) % players for place in range(players)]
    assert position.asks() == "astronaut" and position.legal() == {("board", function) for function in FUNCTIONS}


@pytest.mark.parametrize(
    ("place", "left"), [(0, [2, 3, 4, 1]), (1, [1, 3, 4, 2]), (2, [1, 2, 4, 3]), (3, [1, 2, 3, 4])]
)
def test_return(place, left):
    """mlem 14.1: the others keep their order and close the gap."""
    position = Position(2, secret_missions=True).set(starter=0, seat=0).keep_missions(0, 1, 2, 3, 4)
    assert position.words()[0] == "return secret mission 1: planet 1"
    position.act(("return_mission", place))
    assert position.hand(0) == left and position.own("has_returned_mission", 0) == 1 and position.actor == 1


@pytest.mark.parametrize(
    ("token", "put", "completed"),
    [
        (PLANET_1, {"planets": [1]}, True),
        (PLANET_1, {"planets": [2]}, False),
        (PLANET_1, {"moons": [6]}, False),
        (MOON_6, {"moons": [6]}, True),
        (MOON_6, {"moons": [9]}, False),
        (MOON_18_OR_21, {"moons": [18]}, True),
        (MOON_18_OR_21, {"moons": [21]}, True),
        (MOON_18_OR_21, {"moons": [17]}, False),
        (MOON_18_OR_21, {"deep_space": 3}, False),
    ],
)
def test_completion(token, put, completed):
    """mlem 14.2"""
    position = Position(2, secret_missions=True).keep_missions(0, token, 3, 4, returned=5).put(0, **put)
    assert position.points(0)["missions"] == (2 if completed else 0)


def test_astronauts_of_others_complete_nothing():
    """mlem 14.2"""
    assert (
        Position(2, secret_missions=True)
        .keep_missions(0, 1, 3, 4, returned=5)
        .put(1, planets=[1])
        .points(0)["missions"]
        == 0
    )


def test_the_returned_token_counts_nothing():
    """mlem 14.1, 14.2"""
    assert (
        Position(2, secret_missions=True)
        .keep_missions(0, 2, 3, 4, returned=1)
        .put(0, planets=[1])
        .points(0)["missions"]
        == 0
    )


def test_the_body_counts_and_not_the_space_of_the_rocket():
    """mlem 14.2: plus-minus-one and parachutes complete missions where they end."""
    position = Position(2, secret_missions=True).keep_missions(0, PLANET_2, MOON_10, 3, returned=5)
    position.crew("plus_minus_one", "satellite").arrive(10).act("disembark_higher")
    assert position.points(0)["missions"] == 2
    position.crew("parachute", "booster").roll("1", space=10).act("disembark")
    assert position.points(0)["missions"] == 5


@pytest.mark.parametrize(("planets", "points"), [([], 0), ([1], 2), ([1, 2], 5), ([1, 2, 3], 10)])
def test_points(planets, points):
    """mlem 14.3"""
    position = Position(2, secret_missions=True).keep_missions(0, 1, 2, 3, returned=4).put(0, planets=planets)
    assert position.points(0)["missions"] == points


def test_each_token_counts_by_itself():
    """mlem 14.3: one astronaut on a moon of 18 completes both tokens of 18 and the one of 18 or 21."""
    position = Position(2, secret_missions=True).keep_missions(0, MOON_18, MOON_18_TOO, MOON_18_OR_21, returned=1)
    assert position.put(0, moons=[18]).points(0)["missions"] == 10


def test_deep_space_completes_nothing():
    """mlem 14.2: not even for a mission of 25 next to it."""
    position = Position(2, secret_missions=True).keep_missions(0, 15, 20, 5, returned=1)
    position.crew("satellite", "booster").arrive(DEEP_SPACE)
    assert position.points(0)["missions"] == 0


def test_missions_are_shown_at_the_end():
    """mlem 14.4: all players see them when the game is over."""
    position = Position(2, secret_missions=True).keep_missions(1, 1, MOON_6, MOON_9, returned=2).set(failures=10)
    position.keep_missions(0, 3, 4, 5, returned=10).crew("satellite", "booster")
    assert "a moon of 6, a moon of 9" not in position.text(0)
    position.roll("1", space=8)
    assert position.is_over and "planet 1, a moon of 6, a moon of 9; returned: planet 2" in position.text(0)
