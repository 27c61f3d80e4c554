"""Processes that start anew, as they always do on Windows and macOS: what is sent to them goes on as it does here."""

from __future__ import annotations

import multiprocessing

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import moon_envs
from moon_envs.agents import find_agent, play_games

STEPS = 40


def play_on(batch: moon_envs.Batch) -> bytes:
    """The states after some random steps."""
    for _ in range(STEPS):
        batch.step(batch.sample())
    return batch.states.tobytes()


def first_legal_episode(env: gymnasium.Env) -> list[tuple]:
    """The observations and rewards of some steps with the first legal action."""
    _, info = env.reset(seed=7)
    seen = []
    for _ in range(STEPS):
        observation, reward, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        seen.append((observation.tobytes(), float(reward), terminated))
        if terminated:
            break
    return seen


def points_of(name: str) -> list[int]:
    """The points of some games of an agent against itself."""
    batch = moon_envs.Batch("launch", 4, players=2, seed=3, autoreset="disabled")
    play_games(batch, [find_agent(name)] * 2)
    return batch.final_points.ravel().tolist()


def make_env() -> gymnasium.Env:
    return gymnasium.make("moon_envs/Launch-v0", players=2, opponents="greedy")


def answer_of_a_new_process(function, argument):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, (argument,))


def test_a_batch_that_is_sent():
    batch = moon_envs.Batch("launch", 8, players=2, seed=5, reward="points_delta")
    play_on(batch)
    assert answer_of_a_new_process(play_on, batch) == play_on(batch)


def test_an_environment_that_is_sent():
    env = make_env()
    env.reset(seed=1)
    assert answer_of_a_new_process(first_legal_episode, env) == first_legal_episode(env)


@pytest.mark.slow
def test_an_agent_with_a_network():
    assert answer_of_a_new_process(points_of, "baseline") == points_of("baseline")


@pytest.mark.slow
def test_a_vector_environment_of_new_processes():
    here, there = SyncVectorEnv([make_env] * 2), AsyncVectorEnv([make_env] * 2, context="spawn")
    try:
        masks = [env.reset(seed=[3, 4])[1]["action_mask"] for env in (here, there)]
        for _ in range(STEPS):
            assert (masks[0] == masks[1]).all()
            action = masks[0].argmax(axis=1)
            (one, reward, *_, info), (other, same_reward, *_, same_info) = here.step(action), there.step(action)
            assert (one == other).all() and (reward == same_reward).all()
            masks = [info["action_mask"], same_info["action_mask"]]
    finally:
        here.close()
        there.close()
