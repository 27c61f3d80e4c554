"""Points in words, counted from the record as `scoring` counts them."""

from __future__ import annotations

import numpy as np

from moon_envs.base.words import count_text
from moon_envs.games.luna_capital.components import (
    AUTOMATON_BUILDING_POINTS,
    AUTOMATON_HAND_POINTS,
    AUTOMATON_SPECIAL_POINTS,
    COMPLEX_POINTS,
    CONCESSION_POINTS,
    GROUP_POINTS,
    HAND_POINTS,
    LARGEST_GROUP,
    METEORITE_MINIMUM,
    METEORITE_PLACES,
    MOST_SETS,
    SALES_OFFICE_POINTS,
    SET_POINTS,
    SOLO_FACTOR,
)
from moon_envs.games.luna_capital.frame import CONCESSIONS_IN_PLAY
from moon_envs.games.luna_capital.kinds import (
    APPLE,
    BASIC_TARGETS,
    COMPLEX_RESIDENTIAL,
    COMPLEX_SALES,
    DEMOLITION,
    LANDING_PAD,
    LEMON,
    METEORITE,
    MIXED,
    PEAR,
    RESIDENTIAL_GREENHOUSE,
    RESIDENTIAL_HYDROGEN,
    SALES_OFFICE,
    TARGET_HIGH,
    TARGET_LOW,
    TARGET_NAMES,
)
from moon_envs.games.luna_capital.state import AUTOMATON


def points_text(state: np.void, player: int) -> str:
    """Return a player's points and where they come from."""
    own = state["players"][player]
    counts = own["counts"].tolist()
    modules = _total(counts, RESIDENTIAL_HYDROGEN, RESIDENTIAL_GREENHOUSE)
    complexes = counts[COMPLEX_SALES] * counts[SALES_OFFICE] + counts[COMPLEX_RESIDENTIAL] * modules
    counted = _common_points(state, player, own["largest"].tolist(), counts)
    counted["residential modules"] = int(own["residential_points"])
    counted["complexes"] = COMPLEX_POINTS * complexes
    counted["hand"] = HAND_POINTS * int(own["hand_size"])
    counted["concessions"] = sum(
        _value_of_concession(state, place) for place in range(CONCESSIONS_IN_PLAY) if int(own["markers"]) >> place & 1
    )
    return _sum_text(counted)


def automaton_points_text(state: np.void) -> str:
    """Return the Automaton's points and where they come from."""
    kinds = state["pile_kinds"].tolist()
    groups = [_total(kinds, int(TARGET_LOW[target]), int(TARGET_HIGH[target])) for target in range(BASIC_TARGETS)]
    counted = _common_points(state, AUTOMATON, groups, kinds)
    modules = _total(kinds, RESIDENTIAL_HYDROGEN, RESIDENTIAL_GREENHOUSE)
    counted["residential modules"] = AUTOMATON_BUILDING_POINTS * modules
    counted["complexes"] = AUTOMATON_BUILDING_POINTS * _total(kinds, COMPLEX_SALES, COMPLEX_RESIDENTIAL)
    counted["special tiles"] = AUTOMATON_SPECIAL_POINTS * _total(kinds, LANDING_PAD, DEMOLITION)
    counted["hand"] = AUTOMATON_HAND_POINTS
    counted["concessions"] = int(CONCESSION_POINTS[state["concessions"]].sum())
    return _sum_text(counted)


def _common_points(state: np.void, side: int, groups: list[int], kinds: list[int]) -> dict[str, int]:
    counted = {TARGET_NAMES[t]: int(GROUP_POINTS[min(groups[t], LARGEST_GROUP)]) for t in range(BASIC_TARGETS)}
    counted["greenhouse sets"] = int(SET_POINTS[_sets(kinds)])
    counted["meteorites"] = _meteorite_points(state, side)
    counted["sales offices"] = SALES_OFFICE_POINTS * kinds[SALES_OFFICE]
    return counted


def _sum_text(counted: dict[str, int]) -> str:
    details = ", ".join(f"{name} {points}" for name, points in counted.items() if points)
    return count_text(sum(counted.values()), "point") + (f" ({details})" if details else "")


def _total(counts: list[int], low: int, high: int) -> int:
    return sum(counts[low : high + 1])


def _sets(kinds: list[int]) -> int:
    """Complete sets of the three fruits; a mixed greenhouse replaces any fruit."""
    possible = [
        sets
        for sets in range(MOST_SETS + 1)
        if sum(max(0, sets - kinds[fruit]) for fruit in (PEAR, APPLE, LEMON)) <= kinds[MIXED]
    ]
    return max(possible)


def _meteorite_points(state: np.void, side: int) -> int:
    players = int(state["player_count"])
    counts = [int(state["players"][player]["counts"][METEORITE]) for player in range(players)]
    if players == 1:
        counts.append(int(state["pile_kinds"][METEORITE]))
    own = counts[side]
    if own < METEORITE_MINIMUM:
        return 0
    ahead, tied = sum(count > own for count in counts), counts.count(own)
    return int(METEORITE_PLACES[players, ahead : ahead + tied].sum()) // tied


def _value_of_concession(state: np.void, place: int) -> int:
    concession = int(state["concessions"][place])
    points = int(CONCESSION_POINTS[concession])
    if state["player_count"] > 1:
        return points
    return points * int(SOLO_FACTOR[concession, state["closed_in"][place]]) // 2
