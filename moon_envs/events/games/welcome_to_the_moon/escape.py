"""What happens in Escape, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import (
    ASTRONAUTS,
    PLANNINGS,
    WILDS,
    acted,
    counted_at,
    told,
    valued,
)
from moon_envs.games.welcome_to_the_moon.escape.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.escape.components import DOUBLED, GREENHOUSES, STARSHIPS, TANK_CELLS
from moon_envs.games.welcome_to_the_moon.escape.game import TABLES
from moon_envs.games.welcome_to_the_moon.escape.text import LEGEND

_greenhouses = [f"of the greenhouse of starship {ship + 1}" for ship in range(GREENHOUSES)]

MARKS = {
    "tanks": told([f"circled the water tank on {CELL_NAMES[cell]}" for cell in TANK_CELLS], is_set=True),
    "plants": counted_at("circled", "plant", _greenhouses),
    "reactors": counted_at("circled", "reactor", [f"of starship {ship + 1}" for ship in range(STARSHIPS)]),
    "airlocks": acted(ACTIONS, "airlock", is_set=True),
    "doubles": valued([{DOUBLED: f"circled the x2 bonus {of}"} for of in _greenhouses]),
    **ASTRONAUTS,
    **PLANNINGS,
    **WILDS,
}


def _race(starship: int) -> str:
    return f"The x2 bonus {_greenhouses[starship]} is closed."


EVENTS = adventure_events(TABLES, MARKS, [line.strip(" ()") for line in LEGEND], race=_race)
