"""Registration: with PettingZoo's registry, and without it, as in PettingZoo 1.25 to 1.26."""

from __future__ import annotations

import importlib

import gymnasium
import pettingzoo
import pytest

import moon_envs
from moon_envs.envs.registration import register_environments


@pytest.fixture
def empty_registry(monkeypatch):
    """Gymnasium's registry without this package."""
    registry = {}
    monkeypatch.setattr("gymnasium.envs.registration.registry", registry)
    return registry


def environment_ids() -> set[str]:
    games = [moon_envs.game(id_) for id_ in moon_envs.game_ids()]
    return {f"moon_envs/{game.class_name}-v{game.version}" for game in games}


def test_without_a_registry_of_pettingzoo(monkeypatch, empty_registry):
    monkeypatch.delattr(pettingzoo, "register", raising=False)
    register_environments()
    assert set(empty_registry) == environment_ids()
    gymnasium.make("moon_envs/Launch-v0").reset(seed=1)
    for id_ in moon_envs.game_ids():
        module = importlib.import_module(f"moon_envs.pettingzoo.{id_}_v{moon_envs.game(id_).version}")
        assert len(module.env(players=2).possible_agents) == len(module.parallel_env(players=2).possible_agents) == 2


def test_with_a_registry_of_pettingzoo(monkeypatch, empty_registry):
    registered = []
    monkeypatch.setattr(pettingzoo, "register", lambda *arguments: registered.append(arguments), raising=False)
    register_environments()
    assert set(empty_registry) == environment_ids()
    assert ("aec", "moon_envs/launch-v0", "moon_envs.pettingzoo.launch_v0:env") in registered
    assert ("parallel", "moon_envs/launch-v0", "moon_envs.pettingzoo.launch_v0:parallel_env") in registered
    assert len(registered) == 2 * len(moon_envs.game_ids())
