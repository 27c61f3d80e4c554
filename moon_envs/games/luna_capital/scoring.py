"""Points and results of Luna Capital (luna_capital 9), and those of the Automaton (luna_capital 10.7)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
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
    REDISTRIBUTION,
    RESIDENTIAL_TARGET,
    SALES_OFFICE,
    SCAFFOLD,
    TARGET_HIGH,
    TARGET_LOW,
)
from moon_envs.games.luna_capital.state import AUTOMATON, is_solo

CATEGORIES = (
    "hydrogen",
    "oxygen",
    "water",
    "greenhouse",
    "greenhouse_sets",
    "meteorites",
    "sales_offices",
    "residential_modules",
    "complexes",
    "special_tiles",
    "hand",
    "concessions",
)
# Only the Automaton scores special tiles (luna_capital 10).
CATEGORY_CONDITIONS = {"special_tiles": lambda record: int(record["player_count"]) == 1}
GREENHOUSE_SETS, METEORITES, SALES_OFFICES, RESIDENTIAL_MODULES, COMPLEXES, SPECIAL_TILES, HAND_CARDS, CONCESSIONS = (
    range(BASIC_TARGETS, len(CATEGORIES))
)
WIN, LOSS = 1.0, -1.0
FULL = 2
SCAFFOLDS_LIMIT = 256


@kernel
def group_points(size):
    """Return the points of a group of basic modules (luna_capital 9.1)."""
    return GROUP_POINTS[min(size, LARGEST_GROUP)]


@kernel
def count_of_target(counts, target):
    """Count the plots or tiles of the kinds that belong to a target."""
    total = 0
    for kind in range(TARGET_LOW[target], TARGET_HIGH[target] + 1):
        total += counts[kind]
    return total


@kernel
def residential_modules(counts):
    """Count the residential modules."""
    return count_of_target(counts, np.int64(RESIDENTIAL_TARGET))


@kernel
def greenhouse_set_points(counts):
    """Return the points of complete sets of fruits; a mixed greenhouse replaces any fruit (luna_capital 9.2)."""
    sets = 0
    while sets < MOST_SETS and missing_fruits(counts, sets + 1) <= counts[MIXED]:
        sets += 1
    return SET_POINTS[sets]


@kernel
def missing_fruits(counts, sets):
    """Count the fruits that are missing for this number of sets."""
    return max(0, sets - counts[PEAR]) + max(0, sets - counts[APPLE]) + max(0, sets - counts[LEMON])


@kernel
def meteorites_of(state, side):
    """Count the meteorites of a player or of the Automaton's pile."""
    if is_solo(state) and side == AUTOMATON:
        return np.int64(state.pile_kinds[METEORITE])
    return np.int64(state.players[side].counts[METEORITE])


@kernel
def meteorite_points(state, side):
    """Return the points for meteorites; tied sides share their places, rounded down (luna_capital 9.3)."""
    own = meteorites_of(state, side)
    if own < METEORITE_MINIMUM:
        return np.int64(0)
    ahead, tied = 0, 0
    for other in range(max(np.int64(state.player_count), AUTOMATON + 1)):
        count = meteorites_of(state, other)
        ahead += count > own
        tied += count == own
    if tied == 1:
        return np.int64(METEORITE_PLACES[state.player_count, ahead])
    total = np.int64(0)
    for place in range(ahead, ahead + tied):
        total += METEORITE_PLACES[state.player_count, place]
    return total // tied


@kernel
def complex_points(own):
    """Return the points of complexes, which count sales offices or residential modules (luna_capital 9.6)."""
    counts = own.counts
    modules = residential_modules(counts)
    plots = counts[COMPLEX_SALES] * counts[SALES_OFFICE] + counts[COMPLEX_RESIDENTIAL] * modules
    return COMPLEX_POINTS * plots


@kernel
def concession_points(state, player):
    """Return the points of the player's concessions; solo the phase decides (luna_capital 9.8, 10.6)."""
    total, markers = 0, state.players[player].markers
    if markers != 0:
        for place in range(CONCESSIONS_IN_PLAY):
            if (markers >> place) & 1:
                total += value_of_concession(state, place)
    return total


@kernel
def value_of_concession(state, place):
    """Return the worth of a closed concession; halves are rounded down (luna_capital 10.6)."""
    concession = state.concessions[place]
    factor = SOLO_FACTOR[concession, state.closed_in[place]] if is_solo(state) else FULL
    return CONCESSION_POINTS[concession] * factor // FULL


@kernel
def category_points(state, player, category):
    """Return a player's points of one category."""
    own = state.players[player]
    if category < BASIC_TARGETS:
        return np.int64(group_points(np.int64(own.largest[category])))
    if category == GREENHOUSE_SETS:
        return np.int64(greenhouse_set_points(own.counts))
    if category == METEORITES:
        return np.int64(meteorite_points(state, player))
    if category == SALES_OFFICES:
        return np.int64(SALES_OFFICE_POINTS * own.counts[SALES_OFFICE])  # luna_capital 9.4
    if category == RESIDENTIAL_MODULES:
        return np.int64(own.residential_points)
    if category == COMPLEXES:
        return np.int64(complex_points(own))
    if category == HAND_CARDS:
        return np.int64(HAND_POINTS * own.hand_size)  # luna_capital 9.7
    if category == CONCESSIONS:
        return np.int64(concession_points(state, player))
    return np.int64(0)


@kernel
def automaton_category_points(state, category):
    """Return the Automaton's points of one category; all tiles of a basic module are one group (luna_capital 10.7)."""
    kinds = state.pile_kinds
    if category < BASIC_TARGETS:
        return np.int64(group_points(count_of_target(kinds, category)))
    if category == GREENHOUSE_SETS:
        return np.int64(greenhouse_set_points(kinds))
    if category == METEORITES:
        return np.int64(meteorite_points(state, np.int64(AUTOMATON)))
    if category == SALES_OFFICES:
        return np.int64(SALES_OFFICE_POINTS * kinds[SALES_OFFICE])
    if category == RESIDENTIAL_MODULES:
        return np.int64(AUTOMATON_BUILDING_POINTS * residential_modules(kinds))
    if category == COMPLEXES:
        return np.int64(AUTOMATON_BUILDING_POINTS * (kinds[COMPLEX_SALES] + kinds[COMPLEX_RESIDENTIAL]))
    if category == SPECIAL_TILES:
        specials = kinds[LANDING_PAD] + kinds[REDISTRIBUTION] + kinds[DEMOLITION]
        return np.int64(AUTOMATON_SPECIAL_POINTS * specials)
    if category == HAND_CARDS:
        return np.int64(AUTOMATON_HAND_POINTS)
    total = np.int64(0)
    for place in range(CONCESSIONS_IN_PLAY):
        total += CONCESSION_POINTS[state.concessions[place]]
    return total


@kernel
def city_points(own):
    """Return the points of a city that need no comparison with other players."""
    total = np.int64(own.residential_points) + complex_points(own) + greenhouse_set_points(own.counts)
    for target in range(BASIC_TARGETS):
        total += group_points(np.int64(own.largest[target]))
    return total + SALES_OFFICE_POINTS * own.counts[SALES_OFFICE]


@kernel
def score(state, player):
    """Return a player's points: the sum of all categories in one pass."""
    own = state.players[player]
    of_others = meteorite_points(state, player) + concession_points(state, player)
    return city_points(own) + of_others + HAND_POINTS * own.hand_size


@kernel
def automaton_score(state):
    """Return the Automaton's points."""
    total = 0
    for category in range(len(CATEGORIES)):
        total += automaton_category_points(state, category)
    return total


@kernel
def known_points(state, player):
    """Return a player's points; all of them are public, because only the size of the hand counts."""
    return score(state, player)


@kernel
def points(state, out):
    """Write every player's points by category; solo the Automaton's in the second row."""
    for category in range(len(CATEGORIES)):
        for player in range(np.int64(state.player_count)):
            out[player, category] = category_points(state, player, category)
        if is_solo(state):
            out[AUTOMATON, category] = automaton_category_points(state, category)


@kernel
def rank(state, player):
    """Return a number that is higher for more points and, in a tie, for fewer visible scaffolds (luna_capital 9.9)."""
    return SCAFFOLDS_LIMIT * score(state, player) - state.players[player].counts[SCAFFOLD]


@kernel
def outcome(state, out):
    """Write the results, 2 x share - 1; solo the player must beat the Automaton (luna_capital 9.9, 10.8)."""
    if is_solo(state):
        out[0] = WIN if score(state, np.int64(0)) > automaton_score(state) else LOSS
        return
    best, winners = -SCAFFOLDS_LIMIT, 0
    for player in range(np.int64(state.player_count)):
        own = rank(state, player)
        if own > best:
            best, winners = own, 0
        winners += own == best
    for player in range(np.int64(state.player_count)):
        out[player] = 2.0 / winners - 1.0 if rank(state, player) == best else LOSS
