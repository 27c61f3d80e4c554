"""Networks with random weights, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

import moon_envs
from moon_envs.core.game import Game
from moon_envs.networks import (
    Goal,
    Inputs,
    Network,
    ValueInputs,
    ValueNetwork,
    parameter_shapes,
    value_parameter_shapes,
)

# A goal in which everything counts.
MIXED_GOAL = Goal(points=1.0, opponent=0.5, chance=0.75)


def random_network(
    game: str | Game,
    solo: bool,
    seed: int = 0,
    reward: str | Mapping[str, float] = "outcome",
    hidden: int = 24,
    thermometers: bool = True,
) -> Network:
    """Return a network with random weights."""
    inputs, chance = Inputs(moon_envs.game(game), solo, thermometers), np.random.default_rng(seed)
    shapes = parameter_shapes(inputs, hidden, 8)
    weights = {name: chance.normal(0, 1.5 / np.sqrt(shape[-1]), shape) for name, shape in shapes.items()}
    # Half precision, so that a network and its file are equal.
    return Network(inputs, {name: value.astype(np.float16) for name, value in weights.items()}, reward, "not at all")


def random_file(folder: Path, game: str, solo: bool, **settings: Any) -> Path:
    """Write a random network to a file, named like a baseline, and return its path."""
    path = folder / f"{game}-{'solo' if solo else 'several'}.npz"
    random_network(game, solo, **settings).save(path)
    return path


def random_value_network(
    game: str | Game, solo: bool, seed: int = 0, goal: Goal = MIXED_GOAL, hidden: int = 16, scale: float = 0.4
) -> ValueNetwork:
    """Return a value network with random weights in half precision; with a larger scale more sums are cut off.

    The heads have small weights, so that the chance to win is seldom 0 or 1.
    """
    inputs, chance = ValueInputs(moon_envs.game(game), solo), np.random.default_rng(seed)
    shapes = value_parameter_shapes(inputs, hidden, opponent_width=8, second=8)
    scales = {"heads.weight": 0.05}
    weights = {name: chance.normal(0, scales.get(name, scale), shape) for name, shape in shapes.items()}
    return ValueNetwork(inputs, {name: value.astype(np.float16) for name, value in weights.items()}, goal, "not at all")


def random_value_file(folder: Path, game: str, solo: bool, **settings: Any) -> Path:
    """Write a random value network to a file, named like a baseline, and return its path."""
    path = folder / f"{game}-{'solo' if solo else 'several'}.npz"
    random_value_network(game, solo, **settings).save(path)
    return path
