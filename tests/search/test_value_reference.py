"""`LookAhead`, `Rollouts` and `ValueGames` do what plain Python does with copies, redraws and steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from moon_envs import Batch, LookAhead, Rollouts
from moon_envs.base.splitmix import GOLDEN_GAMMA, mix
from moon_envs.networks import Goal
from moon_envs.search import ValueGames
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_value_network
from tests.search.positions import kinds_of_modes, played
from tests.search.value_reference import Plain

# Numbers of single precision stand against those of double precision.
NEAR: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-5, "equal_nan": True}


def late(game: Any, rows: int, before_the_end: int, seed: int = 5, **mode: Any) -> np.ndarray:
    """Records of random games shortly before their ends; each decides in another decision."""
    kept = []
    for row in range(rows):
        batch = Batch(game, 1, seed=seed + row, autoreset="disabled", threads=1, **mode)
        course = []
        while batch.actor[0] >= 0:
            course.append(batch.record())
            batch.step(batch.sample())
        kept.append(course[-min(len(course), 1 + before_the_end * row)])
    return np.array(kept)


def positions(game: Any, rows: int = 3, **mode: Any) -> np.ndarray:
    """Records from the begin, the middle and the end of games."""
    parts = [Batch(game, 1, seed=2, threads=1, **mode).states, played(game, rows, 30, **mode).states]
    return np.concatenate([*parts, late(game, rows, 3, **mode)])


def check_look_ahead(game: Any, mode: dict[str, Any], records: np.ndarray, goal: Goal, redraws: int) -> int:
    """Compare every value, every choice and the visits; returns how many legal actions end a game."""
    network = random_value_network(game, mode["players"] == 1, goal=goal)
    ahead, plain = LookAhead(game, network=network, redraws=redraws, threads=1, **mode), Plain(network, mode)
    seeds = [3 * row + 2**63 for row in range(len(records))]
    found = ahead.search(records, seeds)
    expected, _ = plain.try_actions(plain.known(records), seeds, redraws)
    assert np.allclose(found.values, expected, **NEAR)
    assert (found.visits == np.where(np.isnan(expected), 0, redraws)).all()
    assert (found.choices == np.nanargmax(found.values, axis=1)).all()
    return sum(bool(trial.done.any()) for trial in one_step_later(plain, records))


def one_step_later(plain: Plain, records: np.ndarray) -> list[Batch]:
    """The positions after each action, in the games as they are."""
    later = []
    for record in records:
        legal = plain.batch_of(np.array([record])).legal_actions()
        trial = plain.batch_of(np.repeat(np.array([record]), len(legal)))
        trial.step(legal)
        later.append(trial)
    return later


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_look_ahead(id_, mode):
    ends = check_look_ahead(id_, mode, positions(id_, **mode), Goal(1.0, 0.5, 0.75), redraws=2)
    assert ends > 0  # ended games count by outcome and points


GOALS = {"points": Goal(), "opponent": Goal(0, 2, 0), "chance": Goal(0, 0, -1), "nothing": Goal(0, 0, 0)}


@pytest.mark.parametrize("goal", GOALS.values(), ids=GOALS)
@pytest.mark.parametrize("game", [CRATER, "luna_capital"], ids=["crater", "luna_capital"])
def test_goals(game, goal):
    mode = {"players": 3}
    records = np.concatenate([played(game, 4, 3, **mode).states, late(game, 4, 1, **mode)])
    assert check_look_ahead(game, mode, records, goal, redraws=3) > 0


def check_rollouts(game: Any, mode: dict[str, Any], records: np.ndarray, **settings: int) -> np.ndarray:
    network = random_value_network(game, mode["players"] == 1)
    search, plain = Rollouts(game, network=network, threads=1, **settings, **mode), Plain(network, mode)
    found = search.search(records, seed=41)
    for row in range(len(records)):
        choice, tries, means = plain.rollouts(records[row : row + 1], 41 + row, **settings)
        assert found.visits[row].tolist() == tries.tolist()
        assert np.allclose(found.values[row], means, **NEAR)
        assert found.choices[row] == choice
    return found.visits


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_rollouts(id_, mode):
    """Few, so that plain Python keeps up; positions from which games end, too."""
    records = np.concatenate([played(id_, 1, 25, **mode).states, late(id_, 2, 3, **mode)])
    check_rollouts(id_, mode, records, rollouts=12, candidates=4, depth=3)


@pytest.mark.parametrize(
    "settings",
    [
        {"rollouts": 1, "candidates": 1, "depth": 0},
        {"rollouts": 1, "candidates": 65536, "depth": 0},
        {"rollouts": 30, "candidates": 3, "depth": 0},
        {"rollouts": 60, "candidates": 5, "depth": 1},
        {"rollouts": 40, "candidates": 8, "depth": 65536},
    ],
    ids=str,
)
def test_settings_of_rollouts(settings):
    """Three players: a rollout ends with a decision of the seat it is for."""
    visits = check_rollouts(CRATER, {"players": 3}, Batch(CRATER, 6, 3, seed=1, threads=1).states, **settings)
    assert (visits.max(axis=1) >= 1).all()


def test_rollouts_of_depth_0_are_look_aheads():
    """One candidate for each action, and futures that the look-ahead draws, too."""
    mode = {"players": 1, "opponent": 1}
    states, network = played("launch", 4, 20, **mode).states, random_value_network("launch", True)
    search = Rollouts("launch", rollouts=1, candidates=65536, depth=0, network=network, **mode)
    found = search.search(states, seed=9)
    ahead = LookAhead("launch", network=network, redraws=1, **mode)
    for row in range(4):
        legal = np.flatnonzero(found.visits[row])
        rounds = int(found.visits[row].max())
        # The look-ahead mixes its seed: future i of the rollouts is the one that `mix` leads to.
        sums = np.zeros(len(legal))
        for future in range(1, rounds + 1):
            seed = mix(np.array([future], np.uint64)) ^ np.uint64(9 + row)
            sums += np.where(
                found.visits[row, legal] >= future, ahead.search(states[row : row + 1], seed).values[0, legal], 0.0
            )
        assert np.allclose(found.values[row, legal], sums / found.visits[row, legal], rtol=1e-12)


@pytest.mark.parametrize("rollouts", [1, 2, 7, 16, 100])
@pytest.mark.parametrize("candidates", [1, 2, 3, 8, 11])
def test_how_rollouts_are_shared_out(rollouts, candidates):
    """By sequential halving: in each round as many futures for all that are left as fit, at least one."""
    network, batch = random_value_network("launch", True), played("launch", 6, 20, players=1, opponent=1)
    search = Rollouts("launch", 1, rollouts, candidates=candidates, depth=0, network=network, threads=1, opponent=1)
    visits = search.search(batch.states).visits
    for row, legal in zip(visits, batch.mask.sum(axis=1).tolist(), strict=True):
        alive = min(candidates, legal)
        rounds = max(1, int(np.ceil(np.log2(alive))))
        tries = np.zeros(alive, dtype=np.int64)
        for _ in range(rounds):
            tries[:alive] += max(1, rollouts // (rounds * alive))
            alive = (alive + 1) // 2
        assert sorted(row[row > 0]) == sorted(tries)


# Whole games


def replay(games: ValueGames, plain: Plain, steps: int, temperature: float, redraws: int) -> dict[str, np.ndarray]:
    """Play the same decisions in a batch, one after the other; returns what has to be noted."""
    records, random, players = games.states, games.random, games.configuration.players
    mode = {"players": players, **games.configuration.options}
    batch = Batch(games.game, len(records), autoreset="same_step", threads=1, **mode)
    batch.set_states(records)
    shape = (steps, len(records))
    notes = {name: np.zeros(shape, np.int64) for name in ("seats", "points", "opponent_points", "ended")}
    notes["features"] = np.zeros((*shape, games.game.features.size(players)), np.int16)
    for name in ("final_outcome", "final_points", "final_opponent_points"):
        notes[name] = np.zeros((*shape, players))
    for step in range(steps):
        random = random + GOLDEN_GAMMA
        seats, is_choice = batch.actor.copy(), (batch.mask != 0).sum(axis=1) > 1
        batch.step(plain.decide(batch.states.copy(), [int(seed) for seed in mix(random)], redraws, temperature))
        notes["seats"][step] = np.where(is_choice, seats, -1)
        notes["ended"][step] = batch.done
        standing = batch.points()
        for row, seat in enumerate(seats.tolist()):
            if batch.done[row]:
                totals = batch.final_points[row].sum(axis=1)
                notes["final_outcome"][step, row] = batch.final_outcome[row]
                notes["final_points"][step, row] = totals[:players]
                for player in range(players):
                    best = plain.opponent_points(batch.final_points[row], player)
                    notes["final_opponent_points"][step, row, player] = best
            elif is_choice[row]:
                notes["features"][step, row] = plain.seen(batch, row, seat)
                notes["points"][step, row] = batch.known_points(seat, row)
                notes["opponent_points"][step, row] = standing[row, 1].sum() if players == 1 else 0
    return notes | {"states": batch.states.copy(), "random": random}


def check_games(game: Any, mode: dict[str, Any], records: np.ndarray, steps: int, **settings: Any) -> int:
    """Compare two stretches, byte by byte where it counts; returns how many games ended."""
    network = random_value_network(game, mode["players"] == 1)
    options = {name: value for name, value in mode.items() if name != "players"}
    games = ValueGames(game, mode["players"], len(records), network, steps=steps, seed=7, **options)
    games.go_on_from(records, games.random)
    ends = 0
    for _ in range(2):
        expected = replay(games, Plain(network, mode), steps, settings["temperature"], settings["redraws"])
        played = games.play(**settings)
        assert (played.seats == expected["seats"]).all() and (played.ended == expected["ended"]).all()
        ended, is_noted = played.ended, (played.seats >= 0) & ~played.ended
        for name in ("final_outcome", "final_points", "final_opponent_points"):
            assert (getattr(played, name)[ended] == expected[name][ended]).all()
        for name in ("features", "points", "opponent_points"):
            assert (getattr(played, name)[is_noted] == expected[name][is_noted]).all()
        assert games.states.tobytes() == expected["states"].tobytes()
        assert (games.random == expected["random"]).all()
        ends += int(ended.sum())
        assert is_noted.any()
    return ends


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_games(id_, mode):
    """From the first decisions, and beyond the ends of games into the next ones."""
    records = np.concatenate([Batch(id_, 2, seed=4, threads=1, **mode).states, late(id_, 2, 4, **mode)])
    assert check_games(id_, mode, records, steps=8, temperature=0.0, redraws=1) >= 1


@pytest.mark.parametrize(("temperature", "redraws"), [(0.0, 3), (0.05, 1), (1e6, 2)])
def test_settings_of_games(temperature, redraws):
    records = Batch(CRATER, 5, 3, seed=4, threads=1).states
    ends = check_games(CRATER, {"players": 3}, records, steps=15, temperature=temperature, redraws=redraws)
    assert ends == 10  # a game has twelve decisions
