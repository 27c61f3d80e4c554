"""What happens in Virus, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import ASTRONAUTS, PLANNINGS, WILDS, Mark, acted, counted_at, told
from moon_envs.events.telling import Moment
from moon_envs.games.welcome_to_the_moon.virus.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.virus.components import MISSION_VIRUSES, QUARTERS, RACE_NAMES, TANK_CELLS
from moon_envs.games.welcome_to_the_moon.virus.game import TABLES
from moon_envs.games.welcome_to_the_moon.virus.text import LEGEND

_quarters = [f"of quarter {quarter + 1}" for quarter in range(QUARTERS)]

MARKS = {
    "grey": Mark(lambda place, before, after: f"put the grey virus into quarter {after + 1}"),
    "tanks": told([f"circled the water tank on {CELL_NAMES[cell]}" for cell in TANK_CELLS], is_set=True),
    "plants": counted_at("circled", "plant", _quarters),
    "energies": acted(ACTIONS, "quarter"),
    "closed_walkways": acted(ACTIONS, "walkway", is_set=True),
    "evacuated": told([f"evacuated quarter {quarter + 1}" for quarter in range(QUARTERS)], is_set=True),
    **ASTRONAUTS,
    **PLANNINGS,
    **WILDS,
}


def _race(race: int) -> str:
    name = RACE_NAMES[race]
    return f"{name[0].upper()}{name[1:]} has started."


def _mission_viruses(moment: Moment) -> list[str]:
    new = int(moment.after["mission_viruses"]) & ~int(moment.before["mission_viruses"])
    return [f"The {name} virus is active." for letter, name in enumerate(MISSION_VIRUSES) if new >> letter & 1]


EVENTS = adventure_events(TABLES, MARKS, (LEGEND.strip(" ()") + ".",), race=_race, more=_mission_viruses)
