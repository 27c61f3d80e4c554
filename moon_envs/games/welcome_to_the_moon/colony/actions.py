"""The actions of Colony: the shared ranges, those of adventures with actions, then tunnels and tracks."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges
from moon_envs.games.welcome_to_the_moon.colony.components import (
    BUILDING_PLACES,
    CELLS,
    FIRST_POINTS,
    QUARTER_NAMES,
    TRACK_NAMES,
    TUNNEL_ENDS,
)
from moon_envs.games.welcome_to_the_moon.use_action import race_action_range, use_action_ranges

BUILDING_NAMES = tuple(f"column {column + 1} row {row + 1}" for column, row in BUILDING_PLACES)
CELL_NAMES = BUILDING_NAMES[:CELLS]

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        *use_action_ranges(CELL_NAMES),
        ActionRange(
            "tunnel",
            tuple(f"build the tunnel from {BUILDING_NAMES[a]} to {BUILDING_NAMES[b]}" for a, b in TUNNEL_ENDS),
        ),
        ActionRange("track", tuple(f"cross off a box of the {track} multiplier" for track in TRACK_NAMES)),
        race_action_range(f"the {FIRST_POINTS} of the {quarter} quarter" for quarter in QUARTER_NAMES),
    )
)

TUNNEL = ACTIONS.first("tunnel")
TRACK = ACTIONS.first("track")
