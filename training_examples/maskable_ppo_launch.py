"""MaskablePPO learns Launch against ASTRA.

One shell line: `pip install ".[train]" && python training_examples/maskable_ppo_launch.py`

Trains sb3-contrib's MaskablePPO on the CPU for a few minutes against ASTRA level 1, and prints win rate and points of
random play, of the untrained network and of the trained one over the same seeds. The environment is our own batched one
behind stable-baselines3's `VecEnv`, so that the network, not the game, takes the time.

Result of the defaults (600,000 decisions, seed 0, two busy cores, 475 s): random play wins 0.0 % with 1.7 points on
average, the trained network 4.0 % with 100.4 points, over the same 1,000 games. `--steps 3000000` goes further.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import moon_envs


class MoonVecEnv(VecEnv):
    """A batch of solo games as stable-baselines3 wants them, with masks for MaskablePPO."""

    def __init__(self, game: str, num_games: int, seed: int = 0, **settings: Any):
        self.batch = moon_envs.Batch(game, num_games, players=1, seed=seed, **settings)
        features, actions = self.batch.observation.shape[1], self.batch.mask.shape[1]
        super().__init__(num_games, spaces.Box(0.0, 1.0, (features,), np.float32), spaces.Discrete(actions))
        self._actions = np.zeros(num_games, dtype=np.int64)
        self._returns = np.zeros(num_games)

    def reset(self) -> np.ndarray:
        """Start new games."""
        self.batch.reset()
        self._returns[:] = 0
        return self.batch.observation.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions[:] = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """Carry the actions out; finished games start again at once."""
        self.batch.step(self._actions)
        rewards, dones = self.batch.reward[:, 0].copy(), self.batch.done.copy()
        self._returns += rewards
        infos: list[dict] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(dones):
            length = int(self.batch.final_decisions[row])
            infos[row]["terminal_observation"] = self.batch.final_observation[row].copy()
            infos[row]["episode"] = {"r": float(self._returns[row]), "l": length, "t": 0.0}
        self._returns[dones] = 0
        return self.batch.observation.copy(), rewards, dones, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """MaskablePPO asks for `action_masks`."""
        if method_name != "action_masks":
            raise AttributeError(f"MoonVecEnv has no method {method_name!r} for single games.")
        return list(self.batch.mask[self._rows(indices)] != 0)

    def has_attr(self, attr_name: str) -> bool:
        """Masks are all it has."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Single games have no attributes, but for the render mode, which is None."""
        if attr_name != "render_mode":
            raise AttributeError(f"MoonVecEnv has no attribute {attr_name!r} for single games.")
        return [None for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Single games have no attributes."""
        raise AttributeError(f"MoonVecEnv has no attribute {attr_name!r} for single games.")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Single games are not wrapped."""
        return [False for _ in self._rows(indices)]

    def _rows(self, indices: int | Sequence[int] | None) -> np.ndarray:
        return np.arange(self.num_envs) if indices is None else np.atleast_1d(indices)

    def close(self) -> None:
        """Nothing to release."""


@dataclass(frozen=True)
class Evaluation:
    """What a player achieved over a number of games."""

    win_rate: float
    points: float
    rival_points: float

    def __str__(self) -> str:
        return f"win rate {self.win_rate:6.1%}, points {self.points:6.1f}, ASTRA {self.rival_points:6.1f}"


def evaluate(opponent: int, games: int, model: MaskablePPO | None, seed: int = 1_000_000) -> Evaluation:
    """Play games to their end, with the model or randomly."""
    batch = moon_envs.Batch("launch", games, players=1, opponent=opponent, seed=seed, autoreset="disabled")
    outcome = np.zeros(games)
    while not batch.done.all():
        if model is None:
            batch.step(batch.sample())
        else:
            actions, _ = model.predict(batch.observation, action_masks=batch.mask != 0, deterministic=True)
            batch.step(actions)
        outcome += batch.reward[:, 0]
    points = batch.final_points.sum(axis=2)
    return Evaluation(float((outcome > 0).mean()), float(points[:, 0].mean()), float(points[:, 1].mean()))


def train(opponent: int, steps: int, num_games: int, seed: int) -> MaskablePPO:
    """Train a network on the changes of the points."""
    environments = MoonVecEnv("launch", num_games, seed=seed, opponent=opponent, reward="points_delta")
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        learning_rate=7e-4,
        n_steps=64,
        batch_size=4096,
        n_epochs=4,
        gamma=0.998,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
        verbose=0,
    )
    model.learn(steps, progress_bar=False)
    return model


def main() -> None:
    """Evaluate, train, evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponent", type=int, default=1, help="ASTRA's level, 1 to 8")
    parser.add_argument("--steps", type=int, default=600_000, help="decisions to train on")
    parser.add_argument("--num-games", type=int, default=256, help="games played at once")
    parser.add_argument("--evaluation-games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(f"random play:   {evaluate(arguments.opponent, arguments.evaluation_games, None)}", flush=True)
    started = time.perf_counter()
    model = train(arguments.opponent, arguments.steps, arguments.num_games, arguments.seed)
    seconds = time.perf_counter() - started
    print(f"trained on {arguments.steps:,} decisions in {seconds:.0f} s", flush=True)
    print(f"trained play:  {evaluate(arguments.opponent, arguments.evaluation_games, model)}")


if __name__ == "__main__":
    main()
