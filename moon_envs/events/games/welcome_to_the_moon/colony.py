"""What happens in Colony, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import ASTRONAUTS, PLANNINGS, acted, counted_at, told, valued
from moon_envs.games.welcome_to_the_moon.colony.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.colony.components import (
    CELLS,
    FIRST_POINTS,
    LATER_POINTS,
    NO_TANK,
    PAID_FIRST,
    PAID_LATER,
    QUARTER_NAMES,
    TANK_OF_CELL,
)
from moon_envs.games.welcome_to_the_moon.colony.game import TABLES
from moon_envs.games.welcome_to_the_moon.colony.text import LEGEND

_tank_cells = [cell for cell in range(CELLS) if TANK_OF_CELL[cell] != NO_TANK]
_quarters = [f"of the {quarter} quarter" for quarter in QUARTER_NAMES]

MARKS = {
    "tanks": told([f"circled the tank of {CELL_NAMES[cell]}" for cell in _tank_cells], is_set=True),
    "tunnels": acted(ACTIONS, "tunnel", is_set=True),
    "greenhouses": counted_at("circled", "greenhouse", _quarters),
    "track_boxes": acted(ACTIONS, "track"),
    "quarters": valued(
        [{PAID_FIRST: f"got {FIRST_POINTS} {of}", PAID_LATER: f"got {LATER_POINTS} {of}"} for of in _quarters]
    ),
    **ASTRONAUTS,
    **PLANNINGS,
}


def _race(quarter: int) -> str:
    return f"The {FIRST_POINTS} points of the {QUARTER_NAMES[quarter]} quarter are closed."


EVENTS = adventure_events(TABLES, MARKS, (LEGEND.strip(" ()") + ".",), race=_race)
