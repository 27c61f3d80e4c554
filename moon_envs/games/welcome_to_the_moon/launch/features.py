"""What only Launch observes: its versions of the stubs in the shared features.py."""

from __future__ import annotations

from moon_envs.core.tables import SOLO, Feature
from moon_envs.engine.features import put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.features import PENDING_SHOWN, adventure_features, is_deciding
from moon_envs.games.welcome_to_the_moon.launch.components import (
    ASTRA_BOXES,
    INACTIVE_COUNT,
    MISSIONS,
    MOST_TURNS,
    PRINTED,
    QUARTER_CELLS,
    QUARTERS,
    SABOTAGES,
    TIE_ROCKETS,
    TRACK_ROCKETS,
)
from moon_envs.games.welcome_to_the_moon.launch.state import DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.state import is_solo

AND_MORE = f"; {PENDING_SHOWN}: {PENDING_SHOWN} or more"

FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    races=Feature("open_sabotages", SABOTAGES, 0, 1, "1: the sabotage symbol still works"),
    table=(
        Feature("pending_activations", 1, 0, PENDING_SHOWN, f"activations this player has yet to carry out{AND_MORE}"),
        Feature("pending_x", 1, 0, PENDING_SHOWN, f"X marks this player may yet write{AND_MORE}"),
        Feature("astra_boxes", 1, 0, ASTRA_BOXES, "boxes crossed off ASTRA's track", only=SOLO),
    ),
    sheet=(
        Feature("empty_in_quarter", QUARTERS, 0, int(QUARTER_CELLS.max()), "empty cells of each quarter"),
        Feature("arrows", INACTIVE_COUNT, 0, 1, "1: the inactive rocket has been activated"),
        Feature("triggered", SABOTAGES, 0, 1, "1: this player triggered the sabotage"),
        Feature("rockets", 1, 0, TRACK_ROCKETS, "rockets crossed off the track"),
        Feature("tie_rockets", 1, 0, TIE_ROCKETS, "tie rockets crossed off"),
        Feature("system_errors", 1, 0, PRINTED.system_error_boxes, "System Error boxes circled, open or repaired"),
        Feature("repaired", 1, 0, PRINTED.system_error_boxes, "System Error boxes repaired"),
    ),
)


def observe_own_table(state, player, features, cursor):
    """Write what the deciding player has pending, and ASTRA's track."""
    if is_deciding(state, player):
        put(features, cursor, min(state.pending_activations, PENDING_SHOWN))
        put(features, cursor + 1, min(state.pending_x, PENDING_SHOWN))
    cursor += 2
    return put(features, cursor, state.astra_boxes) if is_solo(state) else cursor


def observe_own_sheet(state, sheet, features, cursor):
    """Write quarters, rockets and System Errors."""
    cursor = put_all(features, cursor, sheet.empty_in_quarter)
    cursor = put_all(features, cursor, sheet.arrows)
    cursor = put_bits(features, cursor, sheet.triggered, SABOTAGES)
    cursor = put(features, cursor, sheet.rockets)
    cursor = put(features, cursor, sheet.tie_rockets)
    cursor = put(features, cursor, sheet.system_errors)
    return put(features, cursor, sheet.repaired)
