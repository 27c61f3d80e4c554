"""What only Colony observes: its versions of the stubs in the shared features.py."""

from __future__ import annotations

from moon_envs.core.tables import CATEGORY, Feature
from moon_envs.engine.features import put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.colony.buildings import circled_antennas
from moon_envs.games.welcome_to_the_moon.colony.components import (
    ANTENNAS,
    BUILDINGS,
    FIRST_POINTS,
    GREENHOUSES,
    LATER_POINTS,
    MISSIONS,
    MOST_TURNS,
    NOT_PAID,
    PAID_FIRST,
    PAID_LATER,
    PRINTED,
    QUARTERS,
    TANKS,
    TRACK_BOXES,
    TRACKS,
    TUNNELS,
)
from moon_envs.games.welcome_to_the_moon.colony.state import DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.features import (
    adventure_features,
    observe_use_action_sheet,
    use_action_features,
)

QUARTER_MEANING = f"{NOT_PAID} not paid, {PAID_FIRST} circled {FIRST_POINTS}, {PAID_LATER} circled {LATER_POINTS}"

FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    races=Feature("open_quarters", QUARTERS, 0, 1, f"1: the {FIRST_POINTS} of the quarter can still be circled"),
    sheet=(
        Feature("tunnels", TUNNELS, 0, 1, "1: the tunnel is built"),
        Feature("connected", BUILDINGS, 0, 1, "1: connected to the rocket; the cells, then the special buildings"),
        Feature("tanks", TANKS, 0, 1, "1: the water tank is circled"),
        Feature("greenhouses", QUARTERS, 0, GREENHOUSES, "greenhouses circled in each quarter"),
        Feature("track_boxes", TRACKS, 0, int(TRACK_BOXES.max()), "boxes crossed off: plants, water, antennas"),
        Feature("quarters", QUARTERS, 0, PAID_LATER, QUARTER_MEANING, CATEGORY),
        Feature("antennas", 1, 0, ANTENNAS, "antennas circled"),
        *use_action_features(PRINTED),
    ),
)


def observe_own_sheet(state, sheet, features, cursor):
    """Write tunnels and what they connect, tanks, greenhouses, multipliers and quarters."""
    cursor = put_bits(features, cursor, sheet.tunnels, TUNNELS)
    cursor = put_bits(features, cursor, sheet.connected, BUILDINGS)
    cursor = put_bits(features, cursor, sheet.tanks, TANKS)
    cursor = put_all(features, cursor, sheet.greenhouses)
    cursor = put_all(features, cursor, sheet.track_boxes)
    cursor = put_all(features, cursor, sheet.quarters)
    cursor = put(features, cursor, circled_antennas(sheet))
    return observe_use_action_sheet(sheet, features, cursor)
