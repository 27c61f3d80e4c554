"""The actions of Dome: the shared ranges, those of adventures with actions, then dome, cuts and energy tracks."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges
from moon_envs.games.welcome_to_the_moon.dome.components import (
    END_NAMES,
    END_VALUE,
    HIGH,
    LEVELS,
    SECTIONS,
    TRACK_NAMES,
)
from moon_envs.games.welcome_to_the_moon.use_action import race_action_range, use_action_ranges

CELL_NAMES = tuple(f"level {row:+d} of skyscraper {skyscraper + 1}" for skyscraper, row in LEVELS)

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        *use_action_ranges(CELL_NAMES),
        ActionRange(
            "build", tuple(f"build the {side} unbuilt piece of the dome" for side in ("leftmost", "rightmost"))
        ),
        ActionRange("cut", tuple(f"cut section {section + 1} of the dome" for section in range(SECTIONS))),
        ActionRange("track", tuple(f"cross off a box of the energy track of the {name}" for name in TRACK_NAMES)),
        race_action_range(f"the high bonus of {END_VALUE[end, HIGH]} at {name}" for end, name in enumerate(END_NAMES)),
    )
)

BUILD = ACTIONS.first("build")
CUT = ACTIONS.first("cut")
TRACK = ACTIONS.first("track")
