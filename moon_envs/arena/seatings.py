"""Which agent sits in which seat: the seatings that an arena plays every seed with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from moon_envs.base.errors import ConfigurationError

# Seeds are the independent units of the statistics: a run should have many of them.
MOST_GAMES_OF_A_SEED = 10_000


def balanced_seatings(agents: int, players: int) -> np.ndarray:
    """The seatings of every seed, (games of a seed, players): the agent in each seat.

    In every game each agent holds `players // agents` seats. The remaining seats go to different agents, in all
    combinations: with more agents than players all combinations meet. Each combination is played in every rotation
    around the table and in both directions, no seating twice. So for every seed

    - every agent holds every seat equally often,
    - every two agents meet equally often, and each sits as many seats before the other as after.

    Neighbours are balanced up to three players. With four or more, two agents of a combination keep their distance in
    all of its seatings.

    Args:
        agents: the number of agents.
        players: the number of players in a game.

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
    if combinations * 2 * players > MOST_GAMES_OF_A_SEED:
        raise ConfigurationError(
            f"{agents} agents with {players} players have {combinations} combinations, too many for an arena; it plays "
            f"a seed up to {MOST_GAMES_OF_A_SEED} times. Take fewer agents or fewer players."
        )
    seatings: list[tuple[int, ...]] = []
    for chosen in itertools.combinations(range(agents), left_over):
        # Agents with one more seat come first, so that every combination gives the same pattern.
        everybody = (*chosen, *(agent for agent in range(agents) if agent not in chosen))
        seatings += _around_the_table(everybody * times + chosen)
    return np.array(seatings, dtype=np.int64)


def _around_the_table(seating: Sequence[int]) -> list[tuple[int, ...]]:
    """All rotations of a seating in both directions, each once; every agent holds every seat equally often."""
    found: dict[tuple[int, ...], None] = {}
    for direction in (tuple(seating), tuple(reversed(seating))):
        for first in range(len(direction)):
            found[direction[-first:] + direction[:-first] if first else direction] = None
    return list(found)
