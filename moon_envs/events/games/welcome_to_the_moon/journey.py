"""What happens in Journey, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import (
    ASTRONAUTS,
    PLANNINGS,
    WILDS,
    acted,
    counted,
    counted_at,
    told,
    valued,
)
from moon_envs.games.welcome_to_the_moon.journey.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.journey.components import HIGH, LOW, MULTIPLIER_VALUE, STATIONS, TANKS_PRINTED
from moon_envs.games.welcome_to_the_moon.journey.game import TABLES

_stations = [f"of station {station + 1}" for station in range(STATIONS)]
_multipliers = [
    {value: f"circled x{MULTIPLIER_VALUE[station, value]} {_stations[station]}" for value in (HIGH, LOW)}
    for station in range(STATIONS)
]

MARKS = {
    "tanks": told([f"circled the water tank of space {cell + 1} for {points}" for cell, points in TANKS_PRINTED]),
    "robots": counted_at("circled", "robot", _stations),
    "plants": counted_at("circled", "plant", _stations),
    "energies": counted("circled", "energy"),
    "lines": acted(ACTIONS, "line"),
    "multipliers": valued(_multipliers),
    **ASTRONAUTS,
    **PLANNINGS,
    **WILDS,
}
LEGEND = ("Spaces: w4 is a water tank worth 4, ~4 when it is circled; | is a line, which ends a zone.",)


def _race(station: int) -> str:
    return f"The high multiplier of station {station + 1} is closed."


EVENTS = adventure_events(TABLES, MARKS, LEGEND, race=_race)
