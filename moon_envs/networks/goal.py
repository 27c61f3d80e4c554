"""What a value network plays for: how much points, the best opponent's points and the chance to win count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from moon_envs.base.checks import check_number, shown
from moon_envs.base.errors import ConfigurationError

MOST_WEIGHT_OF_A_GOAL = 1e6


@dataclass(frozen=True)
class Goal:
    """The weights of what a value network expects. A position is worth their sum.

    Attributes:
        points: the weight of the final points, divided by `game.points_scale`.
        opponent: the weight of those of the best opponent, which are subtracted.
        chance: the weight of the chance to win, which is from 0 to 1.
        nearness: the part of this chance that the end of a game settles by how near the seat came to winning, from 0
            to 1. The outcome settles the rest. Near means the lead in points, or in From the Moon alone the share of
            ship parts, launches and objectives.

    Example:
        >>> Goal(opponent=0.5).weights()
        {'points_weight': 1.0, 'opponent_weight': 0.5, 'chance_weight': 0.0, 'nearness': 0.7}
    """

    points: float = 1.0
    opponent: float = 0.0
    chance: float = 0.0
    nearness: float = 0.7

    def __post_init__(self) -> None:
        """Check the weights.

        Raises:
            ConfigurationError: a weight is not a number or too large, or nearness is not from 0 to 1.
        """
        for name in ("points", "opponent", "chance"):
            checked = check_number(name, getattr(self, name), -MOST_WEIGHT_OF_A_GOAL, MOST_WEIGHT_OF_A_GOAL)
            object.__setattr__(self, name, checked)
        object.__setattr__(self, "nearness", check_number("nearness", self.nearness, 0, 1))

    def weights(self) -> dict[str, float]:
        """Return the settings of a compiled looker."""
        weights = {f"{name}_weight": getattr(self, name) for name in ("points", "opponent", "chance")}
        return weights | {"nearness": self.nearness}

    @classmethod
    def of(cls, given: Any) -> Goal:
        """Return the goal of a description as in a file, {"points": 1.0, "opponent": 0.5, ...}.

        Raises:
            ConfigurationError: it has other names or values.
        """
        if not isinstance(given, Mapping) or set(given) != set(asdict(cls())):
            raise ConfigurationError(f"goal={shown(given)} is not allowed; allowed: {', '.join(asdict(cls()))}.")
        return cls(**given)
