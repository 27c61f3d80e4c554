"""The end of expeditions and of the game, goals and points (mlem 8, 9 and 10)."""

import numpy as np
import pytest

import moon_envs
from tests.games.mlem.positions import DEEP_SPACE, GAME, Position

OTHERS = ("double_moon", "double_planet", "double_deep_space")


def crew(*functions, **variants):
    return Position(len(functions), **variants).crew(*functions)


def test_the_starter_passes_on():
    """mlem 8.1: to the neighbour of the starter, not of the last commander, after a crash and without one."""
    position = crew(*OTHERS).arrive(15).act("disembark", "disembark").roll("1", space=15)
    assert position.failures == 1 and position.starter == 1 and position.actor == 1
    position = Position(2).set(starter=1, seat=1).act(("board", "booster"), ("board", "parachute"))
    position.set(space=25, distance=1, decision=3).act("go")
    assert position.starter == 0


def test_the_eleventh_failure_ends_the_game():
    """mlem 8.2"""
    assert not crew(*OTHERS).set(failures=9).roll("1", space=8).is_over
    assert crew(*OTHERS).set(failures=10).roll("1", space=8).is_over


def test_eight_astronauts_end_the_game():
    """mlem 8.2: at the end of the expedition; a crash of the others still counts."""
    position = crew(*OTHERS).put(0, planets=[1, 1, 2, 2, 4, 4, 5]).arrive(15).act("disembark")
    assert position.own("on_mat", 0) == 8 and not position.is_over and position.actor == 1
    position.act("disembark").roll("1", space=15)
    assert position.is_over and position.failures == 1


def test_several_players_with_eight():
    """mlem 8.2: nothing follows from being first."""
    seven = [1, 1, 2, 2, 4, 4, 5]
    position = crew(*OTHERS).put(0, planets=seven).put(1, planets=seven).arrive(15)
    position.act("disembark", "disembark", "disembark")
    assert position.is_over and position.own("on_mat", 1) == 8


def test_at_most_18_expeditions():
    """mlem 8.3: the longest games of both kinds, and random games stay below."""
    position = Position(2).set(failures=10)
    position.put(0, planets=[1] * 7).put(1, planets=[1] * 7).set(expedition=18).crew("satellite", "satellite")
    assert position.roll("3", space=0).is_over and position.expedition == 18
    batch = moon_envs.Batch(GAME, 200, players=5, seed=2, autoreset="disabled", threads=1)
    batch.play_out()
    assert batch.states["expedition"].max() <= 18 and batch.states["failures"].max() <= 11


@pytest.mark.parametrize(
    ("before", "space", "goal"),
    [
        ({"planets": [1, 2, 3]}, 19, "four_planets"),
        ({"planets": [4, 4]}, 19, "three_on_one_planet"),
        ({"moons": [6, 13, 9]}, 10, "four_moons"),
        ({"deep_space": 1}, DEEP_SPACE, "two_deep_space"),
    ],
)
def test_goals(before, space, goal):
    """mlem 9.1: won exactly when the number is reached, and only once; 5 points."""
    position = crew(*OTHERS).put(0, **before).put(1, **before).arrive(space)
    assert space == DEEP_SPACE or position.goals() == {}
    if space != DEEP_SPACE:
        position.act("disembark", "disembark")
    assert position.goals() == {goal: 0}
    assert position.points(0)["goals"] == 5 and position.points(1)["goals"] == 0


@pytest.mark.parametrize(
    ("before", "space"),
    [({"planets": [1, 2, 1]}, 19), ({"planets": [4, 3]}, 19), ({"moons": [6, 9]}, 10), ({}, DEEP_SPACE)],
)
def test_goals_not_reached(before, space):
    """mlem 9.1"""
    position = crew(*OTHERS).put(0, **before).arrive(space)
    if space != DEEP_SPACE:
        position.act("disembark")
    assert position.goals() == {}


def test_moons_of_the_same_space():
    """mlem 9.1: four moons on two spaces are four moons."""
    position = crew(*OTHERS).put(0, moons=[10, 6, 6]).arrive(10).act("disembark")
    assert position.goals() == {"four_moons": 0}


def test_only_own_astronauts_count():
    """mlem 9.1"""
    position = crew(*OTHERS).put(0, planets=[4]).put(1, planets=[4]).arrive(19).act("disembark")
    assert position.goals() == {}


def test_rocket_order_decides_about_goals():
    """mlem 9.2: the starter is seat 1 here, so seat 1 lands first."""
    position = Position(2).put(0, planets=[4, 4]).put(1, planets=[4, 4]).set(starter=1, seat=1)
    position.act(("board", "booster"), ("board", "booster")).set(space=18, distance=1, decision=3, seat=1, phase=2)
    position.set(on_board=3, commander=0).act("go")
    assert position.actor == 1
    assert position.act("disembark", "disembark").goals() == {"three_on_one_planet": 1}


def test_parachutes_win_goals():
    """mlem 9.3"""
    position = crew("parachute", "satellite").put(0, planets=[2, 2]).roll("1 1", space=11).act("disembark")
    assert position.goals() == {"three_on_one_planet": 0}


def test_plus_minus_one_wins_goals_where_it_ends():
    """mlem 9.3"""
    position = crew("plus_minus_one", "satellite").put(0, planets=[2, 2]).arrive(13).act("disembark_lower")
    assert position.goals() == {"three_on_one_planet": 0}


def test_comet_and_galaxy_are_one_place():
    """mlem 9.3"""
    position = crew("satellite", "booster").arrive(DEEP_SPACE)
    position.crew("booster", "satellite").arrive(DEEP_SPACE)
    assert position.goals() == {"two_deep_space": 0}


def test_one_player_can_own_several_goals():
    """mlem 9.1, 10.1"""
    position = crew(*OTHERS).set(goal_owner=[0, 0, 0, 1])
    assert [position.points(seat)["goals"] for seat in range(3)] == [15, 5, 0]


def test_total():
    """mlem 10.1: the sum of all categories."""
    position = crew(*OTHERS, ufo=True, explorations=True, secret_missions=True).keep_missions(0, 1, 6, 7, returned=2)
    position.put(0, planets=[1], moons=[6]).set(goal_owner=[0, -1, -1, -1], ufo_space=25)
    position.exploration_tokens(25, 7, 8, 9, 10).arrive(25).act("disembark")
    points = position.points(0)
    assert points == {
        "moons": 12,
        "deep_space": 0,
        "planets": 0,
        "goals": 5,
        "ufo": 5,
        "explorations": 3,
        "missions": 5,
    }
    assert position.points()[0] == sum(points.values())


def test_planet_ranks():
    """mlem 10.2, 10.3: more astronauts first, then the upper row; a player alone is first; no shared ranks."""
    position = Position(5)
    for seat in (4, 3, 2, 1, 0):
        position.put(seat, planets=[5])
    position.put(2, planets=[5]).crew("satellite", "satellite", "satellite", "satellite", "satellite").arrive(23)
    position.act("stay", "disembark")
    # Seats 2 and 1 have two each, seat 2 in the upper row; the others have one each.
    assert [position.points(seat)["planets"] for seat in range(5)] == [4, 5, 7, 4, 4]
    alone = crew(*OTHERS).arrive(23).act("disembark")
    assert alone.points(0)["planets"] == 7


def test_two_first_arrivals_of_one_phase():
    """mlem 10.2: rows follow rocket order."""
    position = crew("satellite", "booster").arrive(23).act("disembark", "disembark")
    assert [position.points(seat)["planets"] for seat in range(2)] == [7, 5]


def test_winner():
    """mlem 10.4: the highest total wins and ties share, in many games."""
    batch = moon_envs.Batch(GAME, 300, players=3, seed=1, autoreset="disabled", threads=1)
    batch.play_out()
    totals = batch.final_points.sum(axis=2)
    best = totals == totals.max(axis=1, keepdims=True)
    expected = np.where(best, 2 / best.sum(axis=1, keepdims=True) - 1, -1)
    assert np.allclose(batch.reward, expected)
    assert (best.sum(axis=1) > 1).any()


def test_the_result_of_a_position():
    """mlem 10.4: two share the victory."""
    position = crew(*OTHERS).set(failures=10)
    position.state["players"]["moon_points"][:3] = [4, 9, 9]
    position.set(functions=4, on_board=1, boosters_used=0).roll("1", space=11)
    assert position.actor == 0
    position.act("stay")
    assert position.is_over and position.outcome() == [-1, 0, 0]
