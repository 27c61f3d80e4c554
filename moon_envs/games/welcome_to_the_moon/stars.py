"""Places in an adventure of Welcome to the Moon, and the stars that its sheet prints beside them.

The kernels only say who shares a victory; a series needs the place of everybody. The places here follow the same
printed rules and are made from final points and records, so no compiled code stands behind them.
"""

from __future__ import annotations

import numpy as np

from moon_envs.base.checks import check_choice, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.batch import Batch

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


def final_places(batch: Batch) -> np.ndarray:
    """The places in finished games of an adventure, (N, sides): of the players, or of the player and ASTRA."""
    if batch.configuration.is_solo:
        return _solo_places(batch.final_outcome[:, 0])
    return dense_places(_results(batch))


def _solo_places(outcome: np.ndarray) -> np.ndarray:
    """You and ASTRA: the winner is first and the other second, a draw makes both first."""
    return np.stack([1 + (outcome < 0), 1 + (outcome > 0)], axis=1)


def _results(batch: Batch) -> np.ndarray:
    """What the players are ranked by, (N, players, numbers): larger is better, the first number that differs decides.

    The higher score, then fewer System Errors (welcome 7.4): in all adventures but Launch every box costs the same,
    in Battle those of both halves, so whoever has fewer of them lost fewer points.
    """
    points = batch.final_points
    score = points.sum(axis=2)
    if batch.game.id == "launch":
        return _launch_results(batch.states["players"][:, : batch.configuration.players], score)
    return np.stack([score, points[:, :, batch.game.categories.index("system_errors")]], axis=2)


def _launch_results(sheets: np.ndarray, score: np.ndarray) -> np.ndarray:
    """A launch beats none, launches are ranked by tie rockets (launch 6.3), others by score (launch 6.4).

    Then fewest circled boxes, repaired or not: points do not show these.
    """
    from moon_envs.games.welcome_to_the_moon.launch.components import TRACK_ROCKETS

    circled = sheets["system_errors"].astype(np.int64)
    has_launched = (sheets["rockets"] == TRACK_ROCKETS) & (circled == sheets["repaired"])
    return np.stack([has_launched, has_launched * sheets["tie_rockets"], score, -circled], axis=2)


def dense_places(results: np.ndarray) -> np.ndarray:
    """Places by results as above: equal results share a place, and the next result has the next place.

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
