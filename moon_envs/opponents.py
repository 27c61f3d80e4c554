"""Policies that play the seats of a batch that the caller does not play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from moon_envs.agents import RANDOM, Policy, find_opponents
from moon_envs.checks import as_array
from moon_envs.errors import ConfigurationError, PolicyError


class Opponents:
    """Who plays the other seats: random players inside the compiled loops, or policies that are asked for actions.

    Args:
        seat: the caller's seat.
        players: how many players there are.
        opponents: a name, a function, or a list of these, see `moon_envs.agents`.
    """

    def __init__(self, seat: int, players: int, opponents: Any):
        chosen = find_opponents(opponents, players - 1)
        seats = [(seat + 1 + place) % players for place in range(players - 1)]
        self.random_seats = [other for other, policy in zip(seats, chosen, strict=True) if not callable(policy)]
        self.policies: dict[int, Policy] = {
            other: policy for other, policy in zip(seats, chosen, strict=True) if callable(policy)
        }


def ask_policies(
    policies: Mapping[int, Policy],
    asked: np.ndarray,
    actor: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
    explain: Callable[[int, int], str],
) -> np.ndarray:
    """One action for each row that is asked, 0 elsewhere.

    Args:
        policies: by seat.
        asked: which rows wait for a policy.
        actor: whose decision it is, by row.
        observation: what the actors know.
        mask: what is legal.
        explain: says what is wrong with an action: (row, action) -> words.

    Raises:
        PolicyError: a policy raised, or did not return one legal action for each row.
    """
    actions = np.zeros(len(asked), dtype=np.int64)
    for seat, policy in policies.items():
        rows = np.flatnonzero(asked & (actor == seat))
        if not len(rows):
            continue
        chosen = _checked(_call(policy, seat, observation[rows], mask[rows]), len(rows), seat)
        known = (chosen >= 0) & (chosen < mask.shape[1])
        legal = known & (mask[rows, np.where(known, chosen, 0)] != 0)
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise PolicyError(f"The policy of seat {seat}: {explain(int(rows[wrong]), int(chosen[wrong]))}")
        actions[rows] = chosen
    return actions


def _call(policy: Policy, seat: int, observation: np.ndarray, mask: np.ndarray) -> Any:
    try:
        return policy(observation, mask)
    except Exception as error:
        raise PolicyError(f"The policy of seat {seat} raised {type(error).__name__}: {error}") from error


def _checked(returned: Any, count: int, seat: int) -> np.ndarray:
    chosen = as_array(returned)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise PolicyError(
            f"The policy of seat {seat} must return {count} whole numbers, one action for each row; it returned shape "
            f"{chosen.shape} of {chosen.dtype}."
        )
    return chosen.astype(np.int64)


def check_no_opponents(opponents: Any) -> None:
    """Without a seat of one's own there is nobody for opponents to play against."""
    if not (isinstance(opponents, str) and opponents == RANDOM):
        raise ConfigurationError("opponents needs seat=, the seat you play yourself.")
