"""What a player of Colony observes."""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.engine.features import clear, put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.colony.buildings import circled_antennas
from moon_envs.games.welcome_to_the_moon.colony.rules import open_quarters
from moon_envs.games.welcome_to_the_moon.colony.sheet import (
    ANTENNAS,
    ASTRONAUTS,
    BOXES_PER_TRACK,
    BUILDINGS,
    CELLS,
    GREENHOUSES,
    MISSION_VALUES,
    MOST_TURNS,
    PAID_LATER,
    PLANNINGS,
    QUARTERS,
    SOLO_BONUS_SYMBOLS,
    SYSTEM_ERROR_BOXES,
    TANKS,
    TRACKS,
    TUNNELS,
)
from moon_envs.games.welcome_to_the_moon.colony.state import DECISION_NAMES
from moon_envs.games.welcome_to_the_moon.features import observe_table, shared_features
from moon_envs.games.welcome_to_the_moon.missions import MISSIONS
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK
from moon_envs.tables import Feature, FeatureTable

DECISIONS = len(DECISION_NAMES)

FEATURES = FeatureTable(
    table=(
        *shared_features(DECISIONS, MOST_TURNS, SOLO_BONUS_SYMBOLS),
        Feature("open_quarters", QUARTERS, 0, 1, "1: the 15 of the quarter can still be circled"),
    ),
    player=(
        Feature("cells", CELLS, EMPTY, X_MARK, "-1 empty, the number written, 18 for an X"),
        Feature("tunnels", TUNNELS, 0, 1, "1: the tunnel is built"),
        Feature("connected", BUILDINGS, 0, 1, "1: connected to the rocket; the cells, then the special buildings"),
        Feature("tanks", TANKS, 0, 1, "1: the water tank is circled"),
        Feature("greenhouses", QUARTERS, 0, GREENHOUSES, "greenhouses circled in each quarter"),
        Feature("track_boxes", TRACKS, 0, BOXES_PER_TRACK, "boxes crossed off: plants, water, antennas"),
        Feature("quarters", QUARTERS, 0, PAID_LATER, "0 not paid, 1 circled 15, 2 circled 5"),
        Feature("antennas", 1, 0, ANTENNAS, "antennas circled"),
        Feature("astronauts", 1, 0, ASTRONAUTS, "astronauts crossed off"),
        Feature("plannings", 1, 0, PLANNINGS, "planning boxes crossed off"),
        Feature("system_errors", 1, 0, SYSTEM_ERROR_BOXES, "System Error boxes crossed off"),
        Feature("missions", MISSIONS, 0, int(MISSION_VALUES.max()), "what each mission paid, 0: not accomplished"),
    ),
)


@kernel
def observe(state, player, features):
    """Write what the player knows, from the player's seat."""
    clear(features)
    cursor = observe_table(state, player, features, DECISIONS)
    cursor = put_bits(features, cursor, open_quarters(state), QUARTERS)
    cursor = observe_sheet(state.players[player], features, cursor)
    for distance in range(1, state.player_count):
        other = (player + distance) % state.player_count
        cursor = observe_sheet(state.shown[other], features, cursor)


@kernel
def observe_sheet(sheet, features, cursor):
    """One player's block."""
    cursor = put_all(features, cursor, sheet.cells)
    cursor = put_bits(features, cursor, sheet.tunnels, TUNNELS)
    cursor = put_bits(features, cursor, sheet.connected, BUILDINGS)
    cursor = put_bits(features, cursor, sheet.tanks, TANKS)
    cursor = put_all(features, cursor, sheet.greenhouses)
    cursor = put_all(features, cursor, sheet.track_boxes)
    cursor = put_all(features, cursor, sheet.quarters)
    cursor = put(features, cursor, circled_antennas(sheet))
    cursor = put(features, cursor, sheet.astronauts)
    cursor = put(features, cursor, sheet.plannings)
    cursor = put(features, cursor, sheet.system_errors)
    return put_all(features, cursor, sheet.missions)
