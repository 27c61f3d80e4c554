"""The reward of a step: one of three kinds, or a mixture of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moon_envs.base.checks import check_choice, is_number_within, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import Game

REWARD_NAMES = ("outcome", "points", "points_delta")
MOST_WEIGHT = 1e6


@dataclass(frozen=True)
class Rewards:
    """The weights of the kinds of reward.

    Attributes:
        outcome: weight of the outcome at the end, from -1 to 1.
        points: weight of the final points, divided by the game's `points_scale`.
        points_delta: weight of every change of the points, also divided by it.
    """

    outcome: float = 0.0
    points: float = 0.0
    points_delta: float = 0.0

    def lowest(self, game: Game) -> float:
        """Return the reward of a player whose illegal action ends the game."""
        return -self.outcome + (self.points + self.points_delta) * game.lowest_points / game.points_scale


def check_reward(reward: Any) -> Rewards:
    """Check a reward and return its weights.

    Args:
        reward: "outcome", "points", "points_delta", or a dict of these names and their weights.

    Raises:
        ConfigurationError: it is something else; the message says what is allowed.

    Example:
        >>> check_reward({"points_delta": 1.0, "outcome": 0.5})
        Rewards(outcome=0.5, points=0.0, points_delta=1.0)
    """
    if isinstance(reward, str):
        return Rewards(**{check_choice("reward", reward, REWARD_NAMES): 1.0})
    if not isinstance(reward, Mapping) or not reward:
        names = ", ".join(REWARD_NAMES)
        raise ConfigurationError(
            f"reward={shown(reward)} is not allowed; allowed: {names}, or a dict of weights like "
            '{"points_delta": 1.0, "outcome": 0.5}.'
        )
    weights = {}
    for name, weight in reward.items():
        check_choice("reward", name, REWARD_NAMES)
        if not is_number_within(weight, 0, MOST_WEIGHT):
            raise ConfigurationError(
                f"reward: the weight {shown(weight)} of {name} is not allowed; allowed: 0 to {MOST_WEIGHT:.0f}."
            )
        weights[name] = float(weight)
    if not any(weights.values()):
        raise ConfigurationError("reward: all weights are 0; at least one must be larger.")
    return Rewards(**weights)


def reward_fact(rewards: Rewards) -> str | dict[str, float]:
    """Return weights in the short form that users write: a name, or a dict of weights."""
    weights = {name: weight for name, weight in vars(rewards).items() if weight}
    return next(iter(weights)) if list(weights.values()) == [1.0] else weights
