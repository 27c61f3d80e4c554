"""What a player of Launch observes."""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.engine.features import clear, put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.features import observe_table, shared_features
from moon_envs.games.welcome_to_the_moon.launch.sheet import (
    ALL_SABOTAGES,
    ASTRA_BOXES,
    CELLS,
    INACTIVE_COUNT,
    MISSION_VALUES,
    QUARTER_CELLS,
    QUARTERS,
    SABOTAGES,
    SOLO_BONUS_SYMBOLS,
    SYSTEM_ERROR_BOXES,
    TIE_ROCKETS,
    TRACK_ROCKETS,
)
from moon_envs.games.welcome_to_the_moon.launch.state import DECISION_NAMES
from moon_envs.games.welcome_to_the_moon.missions import MISSIONS
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK
from moon_envs.tables import Feature, FeatureTable

MOST_TURNS = 60
MOST_PENDING = 10
DECISIONS = len(DECISION_NAMES)

FEATURES = FeatureTable(
    table=(
        *shared_features(DECISIONS, MOST_TURNS, SOLO_BONUS_SYMBOLS),
        Feature("open_sabotages", SABOTAGES, 0, 1, "1: the sabotage symbol still works"),
        Feature("pending_activations", 1, 0, MOST_PENDING, "activations this player has yet to carry out"),
        Feature("pending_x", 1, 0, MOST_PENDING, "X marks this player may yet write"),
        Feature("astra_boxes", 1, 0, ASTRA_BOXES, "boxes crossed off ASTRA's track"),
    ),
    player=(
        Feature("cells", CELLS, EMPTY, X_MARK, "-1 empty, the number written, 18 for an X"),
        Feature("empty_in_quarter", QUARTERS, 0, int(QUARTER_CELLS.max()), "empty cells of each quarter"),
        Feature("arrows", INACTIVE_COUNT, 0, 1, "1: the inactive rocket has been activated"),
        Feature("triggered", SABOTAGES, 0, 1, "1: this player triggered the sabotage"),
        Feature("rockets", 1, 0, TRACK_ROCKETS, "rockets crossed off the track"),
        Feature("tie_rockets", 1, 0, TIE_ROCKETS, "tie rockets crossed off"),
        Feature("system_errors", 1, 0, SYSTEM_ERROR_BOXES, "System Error boxes circled, open or repaired"),
        Feature("repaired", 1, 0, SYSTEM_ERROR_BOXES, "System Error boxes repaired"),
        Feature("missions", MISSIONS, 0, int(MISSION_VALUES.max()), "what each mission paid, 0: not accomplished"),
    ),
)


@kernel
def observe(state, player, features):
    """Write what the player knows, from the player's seat."""
    clear(features)
    cursor = observe_table(state, player, features, DECISIONS)
    cursor = put_bits(features, cursor, ALL_SABOTAGES ^ state.closed_sabotages, SABOTAGES)
    if state.seat == player:
        put(features, cursor, state.pending_activations)
        put(features, cursor + 1, state.pending_x)
    cursor = put(features, cursor + 2, state.astra_boxes)
    cursor = observe_sheet(state.players[player], features, cursor)
    for distance in range(1, state.player_count):
        other = (player + distance) % state.player_count
        cursor = observe_sheet(state.shown[other], features, cursor)


@kernel
def observe_sheet(sheet, features, cursor):
    """One player's block."""
    cursor = put_all(features, cursor, sheet.cells)
    cursor = put_all(features, cursor, sheet.empty_in_quarter)
    cursor = put_all(features, cursor, sheet.arrows)
    cursor = put_bits(features, cursor, sheet.triggered, SABOTAGES)
    cursor = put(features, cursor, sheet.rockets)
    cursor = put(features, cursor, sheet.tie_rockets)
    cursor = put(features, cursor, sheet.system_errors)
    cursor = put(features, cursor, sheet.repaired)
    return put_all(features, cursor, sheet.missions)
