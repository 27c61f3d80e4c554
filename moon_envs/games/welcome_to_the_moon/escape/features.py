"""What only Escape observes: its versions of the stubs in the shared features.py."""

from __future__ import annotations

from moon_envs.core.tables import CATEGORY, Feature
from moon_envs.engine.features import put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.escape.components import (
    AIRLOCKS,
    BLOCKS,
    GREENHOUSES,
    MISSED,
    MISSIONS,
    MOST_TURNS,
    MOST_WILDS,
    PLANTS,
    PRINTED,
    REACTORS,
    STARSHIPS,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.escape.state import DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.features import (
    adventure_features,
    is_deciding,
    observe_use_action_sheet,
    use_action_features,
)

FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    races=Feature("open_doubles", GREENHOUSES, 0, 1, "1: the x2 bonus of the greenhouse can still be circled"),
    table=(
        Feature("action_to_come", 1, 0, 1, "1: the number is written, the picked action is not used or passed yet"),
    ),
    sheet=(
        Feature("airlocks", AIRLOCKS, 0, 1, "1: the airlock is activated"),
        Feature("reached_blocks", BLOCKS, 0, 1, "1: the module or greenhouse is accessible"),
        Feature("tanks", TANKS, 0, 1, "1: the water tank is circled"),
        Feature("plants", GREENHOUSES, 0, PLANTS, "plants circled in each greenhouse"),
        Feature("reactors", STARSHIPS, 0, REACTORS, "reactors circled on each starship"),
        Feature(
            "doubles",
            GREENHOUSES,
            0,
            MISSED,
            "the x2 bonus of each greenhouse",
            CATEGORY,
            ("none", "circled", "missed"),
        ),
        Feature("wilds_earned", 1, 0, MOST_WILDS, "wild actions circled"),
        Feature("wilds_left", 1, 0, MOST_WILDS, "wild actions not used yet"),
        *use_action_features(PRINTED),
    ),
)


def observe_own_table(state, player, features, cursor):
    """Write for the deciding player whether an airlock chosen now comes before the action (escape 2.3) or after it."""
    return put(features, cursor, state.pending_action if is_deciding(state, player) else 0)


def observe_own_sheet(state, sheet, features, cursor):
    """Write airlocks, marks of starships and greenhouses, and wild actions."""
    cursor = put_bits(features, cursor, sheet.airlocks, AIRLOCKS)
    cursor = put_bits(features, cursor, sheet.reached_blocks, BLOCKS)
    cursor = put_bits(features, cursor, sheet.tanks, TANKS)
    cursor = put_all(features, cursor, sheet.plants)
    cursor = put_all(features, cursor, sheet.reactors)
    cursor = put_all(features, cursor, sheet.doubles)
    cursor = put(features, cursor, sheet.wilds_earned)
    cursor = put(features, cursor, sheet.wilds_earned - sheet.wilds_used)
    return observe_use_action_sheet(sheet, features, cursor)
