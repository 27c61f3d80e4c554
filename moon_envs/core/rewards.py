"""What a step pays: one of three rewards, or a mixture of them."""

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
    """How much each kind of reward counts.

    Attributes:
        outcome: weight of the result at the end, from -1 to 1.
        points: weight of the final points, divided by the game's `points_scale`.
        points_delta: weight of every change of the points, divided likewise.
    """

    outcome: float = 0.0
    points: float = 0.0
    points_delta: float = 0.0

    def lowest(self, game: Game) -> float:
        """What a player gets for an illegal action where that ends the game."""
        return -self.outcome + (self.points + self.points_delta) * game.lowest_points / game.points_scale


def check_reward(reward: Any) -> Rewards:
    """The weights of a reward given by its name, or of a mixture given as a dict of names and weights.

    Raises:
        ConfigurationError: names what is allowed.

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
    """A reward as it was given: a name, or a dict of weights."""
    weights = {name: weight for name, weight in vars(rewards).items() if weight}
    return next(iter(weights)) if list(weights.values()) == [1.0] else weights
