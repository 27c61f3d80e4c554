"""What only Journey observes: its versions of the stubs in the shared features.py."""

from __future__ import annotations

from moon_envs.core.tables import CATEGORY, Feature
from moon_envs.engine.features import put, put_all
from moon_envs.games.welcome_to_the_moon.features import (
    adventure_features,
    observe_use_action_sheet,
    use_action_features,
)
from moon_envs.games.welcome_to_the_moon.journey.components import (
    ENERGIES,
    GAPS,
    LOW,
    MISSIONS,
    MOST_TURNS,
    MOST_WILDS,
    PRINTED,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    TANKS,
)
from moon_envs.games.welcome_to_the_moon.journey.state import DECISION_NAMES, STATE

FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    races=Feature("open_multipliers", STATIONS, 0, 1, "1: the high multiplier of the station can still be circled"),
    sheet=(
        Feature("lines", GAPS, 0, 1, "1: a line is drawn in the gap"),
        Feature("tanks", TANKS, 0, 1, "1: the water tank is circled"),
        Feature("robots", STATIONS, 0, int(STATION_ROBOTS.max()), "robots circled at each station"),
        Feature("plants", STATIONS, 0, int(STATION_PLANTS.max()), "plants circled at each station"),
        Feature(
            "multipliers",
            STATIONS,
            0,
            LOW,
            "which multiplier of each station is circled",
            CATEGORY,
            ("none", "high", "low"),
        ),
        Feature("energies", 1, 0, ENERGIES, "energies circled"),
        Feature("wilds_earned", 1, 0, MOST_WILDS, "wild actions circled"),
        Feature("wilds_left", 1, 0, MOST_WILDS, "wild actions not used yet"),
        *use_action_features(PRINTED),
    ),
)


def observe_own_sheet(state, sheet, features, cursor):
    """Write lines, tanks, stations, energies and wild actions."""
    cursor = put_all(features, cursor, sheet.lines)
    cursor = put_all(features, cursor, sheet.tanks)
    cursor = put_all(features, cursor, sheet.robots)
    cursor = put_all(features, cursor, sheet.plants)
    cursor = put_all(features, cursor, sheet.multipliers)
    cursor = put(features, cursor, sheet.energies)
    cursor = put(features, cursor, sheet.wilds_earned)
    cursor = put(features, cursor, sheet.wilds_earned - sheet.wilds_used)
    return observe_use_action_sheet(sheet, features, cursor)
