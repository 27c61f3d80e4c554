"""Who sits where: the seatings with which every deal of an arena is played."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from moon_envs.base.errors import ConfigurationError

# A deal is the independent unit of the statistics: a run should have many of them.
MOST_GAMES_OF_A_DEAL = 10_000


def balanced_seatings(agents: int, players: int) -> np.ndarray:
    """The seatings that one deal is played with, (games of a deal, players): which agent sits in which seat.

    In every game each agent holds `players // agents` seats, and the seats that are left go to different agents, in all
    combinations. So with more agents than players all combinations of agents meet, and with fewer all agents repeat as
    equally as they can. Each combination is played in every rotation around the table, in both directions, and no
    seating twice. So over one deal

    - every agent sits in every seat equally often,
    - every two agents meet equally often, and each of them sits as many seats before the other as after.

    Who sits next to whom is balanced up to three players; among four or more, two agents of a combination have the same
    distance in all of its seatings.

    Args:
        agents: how many agents there are.
        players: how many sit at the table.

    Raises:
        ConfigurationError: there are too many combinations.

    Example:
        >>> from moon_envs.arena.seatings import balanced_seatings
        >>> balanced_seatings(2, 2).tolist()
        [[0, 1], [1, 0]]
        >>> balanced_seatings(2, 3).tolist()
        [[0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1]]
    """
    times, left_over = divmod(players, agents)
    combinations = math.comb(agents, left_over)
    if combinations * 2 * players > MOST_GAMES_OF_A_DEAL:
        raise ConfigurationError(
            f"{agents} agents with {players} players have {combinations} combinations, too many for an arena; a deal "
            f"is played up to {MOST_GAMES_OF_A_DEAL} times. Take fewer agents, or fewer players."
        )
    seatings: list[tuple[int, ...]] = []
    for chosen in itertools.combinations(range(agents), left_over):
        # Those who sit once more come first: so the table looks the same whoever they are.
        everybody = (*chosen, *(agent for agent in range(agents) if agent not in chosen))
        seatings += _around_the_table(everybody * times + chosen)
    return np.array(seatings, dtype=np.int64)


def _around_the_table(seating: Sequence[int]) -> list[tuple[int, ...]]:
    """All rotations of a seating in both directions, each once: every seat still has every agent equally often."""
    found: dict[tuple[int, ...], None] = {}
    for direction in (tuple(seating), tuple(reversed(seating))):
        for first in range(len(direction)):
            found[direction[-first:] + direction[:-first] if first else direction] = None
    return list(found)
