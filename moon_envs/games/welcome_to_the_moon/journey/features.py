"""What a player of Journey observes."""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.engine.features import clear, put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.features import observe_table, shared_features
from moon_envs.games.welcome_to_the_moon.journey.rules import open_multipliers
from moon_envs.games.welcome_to_the_moon.journey.sheet import (
    ASTRONAUTS,
    CELLS,
    ENERGIES,
    GAPS,
    LOW,
    MISSION_VALUES,
    MOST_TURNS,
    MOST_WILDS,
    PLANNINGS,
    SOLO_BONUS_SYMBOLS,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    SYSTEM_ERROR_BOXES,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.journey.state import DECISION_NAMES
from moon_envs.games.welcome_to_the_moon.missions import MISSIONS
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK
from moon_envs.tables import Feature, FeatureTable

DECISIONS = len(DECISION_NAMES)

FEATURES = FeatureTable(
    table=(
        *shared_features(DECISIONS, MOST_TURNS, SOLO_BONUS_SYMBOLS),
        Feature("open_multipliers", STATIONS, 0, 1, "1: the high multiplier of the station can still be circled"),
    ),
    player=(
        Feature("cells", CELLS, EMPTY, X_MARK, "-1 empty, the number written, 18 for an X"),
        Feature("lines", GAPS, 0, 1, "1: a line is drawn in the gap"),
        Feature("tanks", TANKS, 0, 1, "1: the water tank is circled"),
        Feature("robots", STATIONS, 0, int(STATION_ROBOTS.max()), "robots circled at each station"),
        Feature("plants", STATIONS, 0, int(STATION_PLANTS.max()), "plants circled at each station"),
        Feature("multipliers", STATIONS, 0, LOW, "0 not circled, 1 high, 2 low"),
        Feature("energies", 1, 0, ENERGIES, "energies circled"),
        Feature("astronauts", 1, 0, ASTRONAUTS, "astronauts crossed off"),
        Feature("plannings", 1, 0, PLANNINGS, "plannings crossed off"),
        Feature("wilds_earned", 1, 0, MOST_WILDS, "wild actions circled"),
        Feature("wilds_left", 1, 0, MOST_WILDS, "wild actions not used yet"),
        Feature("system_errors", 1, 0, SYSTEM_ERROR_BOXES, "System Error boxes crossed off"),
        Feature("missions", MISSIONS, 0, int(MISSION_VALUES.max()), "what each mission paid, 0: not accomplished"),
    ),
)


@kernel
def observe(state, player, features):
    """Write what the player knows, from the player's seat."""
    clear(features)
    cursor = observe_table(state, player, features, DECISIONS)
    cursor = put_bits(features, cursor, open_multipliers(state), STATIONS)
    cursor = observe_sheet(state.players[player], features, cursor)
    for distance in range(1, state.player_count):
        other = (player + distance) % state.player_count
        cursor = observe_sheet(state.shown[other], features, cursor)


@kernel
def observe_sheet(sheet, features, cursor):
    """One player's block."""
    cursor = put_all(features, cursor, sheet.cells)
    cursor = put_all(features, cursor, sheet.lines)
    cursor = put_all(features, cursor, sheet.tanks)
    cursor = put_all(features, cursor, sheet.robots)
    cursor = put_all(features, cursor, sheet.plants)
    cursor = put_all(features, cursor, sheet.multipliers)
    cursor = put(features, cursor, sheet.energies)
    cursor = put(features, cursor, sheet.astronauts)
    cursor = put(features, cursor, sheet.plannings)
    cursor = put(features, cursor, sheet.wilds_earned)
    cursor = put(features, cursor, sheet.wilds_earned - sheet.wilds_used)
    cursor = put(features, cursor, sheet.system_errors)
    return put_all(features, cursor, sheet.missions)
