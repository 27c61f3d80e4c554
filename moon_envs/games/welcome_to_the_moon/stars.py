"""Places in an adventure of Welcome to the Moon, and the stars that its sheet prints beside them.

The kernels only say who shares the victory. The linked series (arena/series.py) needs the place of every player.
"""

from __future__ import annotations

import numpy as np

from moon_envs.base.checks import check_choice, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.registry import game
from moon_envs.games.welcome_to_the_moon.launch import scoring as launch_scoring

# Stars of the first, second and third place, as the campaign area of each sheet prints them; lower places get none.
# The adventures in the order in which they are played. Source: read on pictures of the eight sheets.
STARS_BY_PLACE: dict[str, tuple[int, ...]] = {
    "launch": (1,),
    "journey": (1,),
    "colony": (2, 1),
    "mine": (2, 1),
    "dome": (3, 2, 1),
    "virus": (4, 2, 1),
    "escape": (5, 3, 1),
    "battle": (6, 3, 1),
}
ADVENTURES = tuple(STARS_BY_PLACE)


def stars_of_places(adventure: str, places: np.ndarray) -> np.ndarray:
    """The stars for places in an adventure, 1 for the first.

    Example:
        >>> stars_of_places("virus", np.array([1, 2, 2, 3, 4])).tolist()
        [4, 2, 2, 1, 0]
    """
    printed = STARS_BY_PLACE[check_choice("adventure", adventure, ADVENTURES)]
    if not isinstance(places, np.ndarray) or places.dtype.kind not in "iu" or not (places >= 0).all():
        raise ConfigurationError(f"places={shown(places)} is not allowed; allowed: an array of numbers from 1 on.")
    stars = np.zeros(max(int(places.max(initial=0)), len(printed)) + 1, dtype=np.int64)
    stars[1 : len(printed) + 1] = printed
    return stars[places]


def final_places(adventure: str, sheets: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The places of the players in finished games, (N, players).

    All adventures but Launch rank by score, then by fewer System Errors (welcome 7.4). Their points show the errors:
    every box costs the same.

    Args:
        adventure: the id of the adventure.
        sheets: the sheets of the final states, (N, players).
        points: the final points, (N, players, categories).
    """
    score = points.sum(axis=2)
    if adventure == "launch":
        results = launch_scoring.rank_numbers(sheets.view(np.recarray), score)
    else:
        results = score, points[:, :, game(adventure).categories.index("system_errors")]
    return dense_places(np.stack([number.astype(np.int64) for number in results], axis=2))


def solo_places(outcome: np.ndarray) -> np.ndarray:
    """The places of the player and ASTRA, (N, 2): the winner is first, the other second; a draw makes both first."""
    return np.stack([1 + (outcome < 0), 1 + (outcome > 0)], axis=1)


def dense_places(results: np.ndarray) -> np.ndarray:
    """The places for results, (N, players, numbers): larger is better, the first number that differs decides.

    Equal results share a place, and the next result has the next place.

    Example:
        >>> dense_places(np.array([[[40, -5], [52, 0], [40, -5], [40, -10]]])).tolist()
        [[2, 1, 2, 3]]
    """
    sides = results.shape[1]
    is_before = np.zeros((len(results), sides, sides), dtype=np.bool_)
    is_equal = np.ones_like(is_before)
    for number in range(results.shape[2]):
        values = results[:, :, number]
        is_before |= is_equal & (values[:, :, None] > values[:, None, :])
        is_equal &= values[:, :, None] == values[:, None, :]
    is_first_of_its_place = (is_equal & np.tri(sides, k=-1, dtype=np.bool_)).sum(axis=2) == 0
    return 1 + (is_before & is_first_of_its_place[:, :, None]).sum(axis=1)
