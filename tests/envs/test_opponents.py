"""One seat against policies: names, functions and lists of them."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import moon_envs
from moon_envs import agents
from moon_envs.errors import ConfigurationError, IllegalActionError


def first_legal(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
    assert len(observation) == len(mask) > 0
    return np.argmax(mask, axis=1)


@pytest.mark.parametrize("id_", moon_envs.games())
@pytest.mark.parametrize("reward", ["outcome", "points", "points_delta"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_policies_play_the_other_seats(id_, reward, mode):
    """Every game against functions is the game in which all seats act so by themselves."""
    game = moon_envs.game(id_)
    name = f"moon_envs/{game.class_name}-v{game.version}"
    rows, seat = 4, 1
    environments = gymnasium.make_vec(
        name, rows, players=3, seat=seat, opponents=[first_legal, first_legal], reward=reward, autoreset_mode=mode
    )
    reference = moon_envs.Batch(id_, rows, 3, reward=reward, autoreset="disabled", threads=1)
    observations, info = environments.reset(seed=3)
    reference.reset(seed=3)
    paid, done = play_others(reference, seat)
    finished_games = 0
    waiting = np.zeros(rows, dtype=bool)
    for _ in range(150):
        running = ~waiting
        assert (observations[running] == reference.observation[running]).all()
        assert (info["action_mask"][running] == reference.mask[running]).all()
        actions = np.array([np.flatnonzero(mask)[-1] for mask in info["action_mask"]])
        observations, rewards, terminations, _, info = environments.step(actions)
        if waiting.any():
            reference.reset_following(waiting)
            more, _ = play_others(reference, seat)
            paid[waiting] = more[waiting]
        if running.any():
            reference.step_rows(actions, running)
            gained = reference.reward[:, seat] * running
            done = reference.done & running
            more, ended = play_others(reference, seat, running)
            total = np.where(running, paid + gained + more, 0.0)
            assert np.allclose(rewards[running], total[running], atol=1e-6)
            assert (terminations == ((done | ended) & running)).all()
            paid[running] = 0.0
        finished_games += terminations.sum()
        if mode == AutoresetMode.NEXT_STEP:
            waiting = terminations.copy()
        elif terminations.any():
            reference.reset_following(terminations)
            more, _ = play_others(reference, seat)
            paid[terminations] = more[terminations]
            if mode == AutoresetMode.DISABLED:
                observations, info = environments.reset(options={"reset_mask": terminations})
                paid[terminations] = 0.0
    assert finished_games > 0


def play_others(batch: moon_envs.Batch, seat: int, rows: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Let the first legal action be played by all other seats; returns what the seat was paid meanwhile."""
    rows = np.ones(len(batch), dtype=bool) if rows is None else rows
    paid, ended = np.zeros(len(batch)), np.zeros(len(batch), dtype=bool)
    while True:
        others = rows & (batch.actor >= 0) & (batch.actor != seat)
        if not others.any():
            return paid, ended
        batch.step_rows(np.argmax(batch.mask, axis=1), others)
        paid[others] += batch.reward[others, seat]
        ended |= others & batch.done


def test_names_functions_and_lists():
    agents.register_policy("first", first_legal)
    assert agents.policy_names()[:1] == ["random"] and "first" in agents.policy_names()
    for opponents in ("random", "first", first_legal, ["first", "random"], ("random", "random")):
        environment = gymnasium.make("moon_envs/Launch-v0", players=3, opponents=opponents)
        environment.reset(seed=0)
        terminated = False
        while not terminated:
            *_, terminated, _, info = environment.step(environment.unwrapped.sample())
        assert len(info["opponent_points"]) == 2
    with pytest.raises(ConfigurationError, match="opponents has 1 policies; there are 2 other seats"):
        gymnasium.make("moon_envs/Launch-v0", players=3, opponents=["random"])
    with pytest.raises(ConfigurationError, match="a name other than 'random'"):
        agents.register_policy("random", first_legal)


def test_an_opponent_that_breaks_the_rules_is_named():
    environment = gymnasium.make(
        "moon_envs/Launch-v0", players=2, opponents=lambda observation, mask: mask[:, 0] * 0 - 1
    )
    with pytest.raises(IllegalActionError, match="player 1"):
        environment.reset(seed=0)
        while True:
            environment.step(environment.unwrapped.sample())
