"""What happens in Mine, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import ASTRONAUTS, PLANNINGS, Mark, acted, told
from moon_envs.games.welcome_to_the_moon.mine.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.mine.components import (
    COLUMNS,
    FACTORY_NAMES,
    FILLING_POINTS,
    RESOURCE_NAMES,
    RESOURCES,
)
from moon_envs.games.welcome_to_the_moon.mine.game import TABLES
from moon_envs.games.welcome_to_the_moon.mine.text import LEGEND

_bonuses = [f"the filling bonus of {FILLING_POINTS[r]} of the {FACTORY_NAMES[r]}" for r in range(RESOURCES)]


def _resources(resource: int, before: int, after: int) -> str:
    return f"stored {after - before} {RESOURCE_NAMES[resource]}"


MARKS = {
    "pockets": acted(ACTIONS, "pocket", is_set=True),
    "pumps": told([f"extracted column {column + 1}" for column in range(COLUMNS)], is_set=True),
    "energies": acted(ACTIONS, "energy_of_factory"),
    "robots": acted(ACTIONS, "robot_of_factory"),
    "resources": Mark(_resources),
    "filling_bonuses": told([f"circled {bonus}" for bonus in _bonuses]),
    **ASTRONAUTS,
    **PLANNINGS,
}


def _race(resource: int) -> str:
    return f"{_bonuses[resource].capitalize()} is closed."


EVENTS = adventure_events(TABLES, MARKS, (LEGEND.strip(" ()") + ".",), race=_race)
