"""What happens in Dome, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import ASTRONAUTS, acted, counted_at, told, valued
from moon_envs.games.welcome_to_the_moon.dome.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.dome.components import END_NAMES, END_VALUE, HIGH, LOW, SECTIONS, TOWER_ROWS
from moon_envs.games.welcome_to_the_moon.dome.game import TABLES

_levels = [f"in level {row:+d} of the tower" for row in TOWER_ROWS]

MARKS = {
    "plants": counted_at("circled", "plant", _levels),
    "waters": counted_at("circled", "water", _levels),
    "cuts": acted(ACTIONS, "cut", is_set=True),
    "built": told([f"built in section {half // 2 + 1} of the dome" for half in range(2 * SECTIONS)], is_set=True),
    "energies": acted(ACTIONS, "track"),
    "ends": valued(
        [
            {value: f"got {END_VALUE[end, value]} at {name}" for value in (HIGH, LOW)}
            for end, name in enumerate(END_NAMES)
        ]
    ),
    **ASTRONAUTS,
}
LEGEND = (
    "Sheet: S1 to S4 are the skyscrapers, ^ is a level that can be written on; p is a plant, w a water of the tower,",
    "in brackets what is circled or gained. Dome: o is an odd, e an even section, | cuts one into two pieces, upper",
    "case when it is built.",
)


def _race(end: int) -> str:
    return f"The high bonus of {END_VALUE[end, HIGH]} at {END_NAMES[end]} is closed."


EVENTS = adventure_events(TABLES, MARKS, LEGEND, race=_race)
