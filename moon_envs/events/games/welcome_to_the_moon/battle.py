"""What happens in Battle, in words: sheets are shared, and passed on after every turn.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import Mark, counted, counted_at, told
from moon_envs.events.telling import Moment
from moon_envs.games.welcome_to_the_moon.battle.components import FIRST_CELL, HALF_B, HALVES, KIND_NAMES, PLANET_NAMES
from moon_envs.games.welcome_to_the_moon.battle.game import TABLES
from moon_envs.games.welcome_to_the_moon.battle.text import LEGENDS

_planet_of_cell = np.searchsorted(FIRST_CELL, np.arange(FIRST_CELL[-1]), side="right") - 1
_moons = [f"on the moon of {planet}" for _ in range(HALVES) for planet in PLANET_NAMES]
_columns = [f"of the values of {kind} planets" for _ in range(HALVES) for kind in KIND_NAMES]


def _insignia(cell: int, before: int, after: int) -> str:
    return f"drew an insignia on {PLANET_NAMES[_planet_of_cell[cell]]}"


MARKS = {
    "cells": Mark(_insignia),
    "moons": counted_at("drew", "insignia", _moons),
    "asteroids": counted("took", "asteroid"),
    "flags": told([f"planted a flag on {planet}" for planet in PLANET_NAMES]),
    "plants": counted("crossed off", "plant box"),
    "waters": counted("crossed off", "water box"),
    "energies": counted_at("crossed off", "box", _columns),
    "plannings": counted("crossed off", "planning box"),
    "astronauts": counted("stored", "astronaut"),
    "astronauts_spent": counted("spent", "astronaut"),
}


def _by_ring(state: np.void, sheets: str) -> list[np.void]:
    """The sheets in the order of the ring: in even turns sheet s lies with player s + 1 (battle 2.2)."""
    players = int(state["player_count"])
    step = 0 if state["turn"] % 2 else 1
    return [state[sheets][(place + step) % players] for place in range(players)]


def _sheets(moment: Moment) -> Iterator[tuple[str, np.void, np.void]]:
    """The sheets on which other players write in this turn; none in solo mode."""
    players = int(moment.before["player_count"])
    if players == 1:
        return
    step = 0 if moment.before["turn"] % 2 else 1
    pairs = zip(_by_ring(moment.before, "shown"), _by_ring(moment.after, "shown"), strict=True)
    for place, (before, after) in enumerate(pairs):
        writer = (place + step) % players
        if writer != moment.seat:
            yield f"Player {writer}", before, after


def _solo_sheets(state: np.void) -> tuple[np.void, np.void]:
    """The two sheets of a solo game; the one of the odd turns comes first."""
    now, resting = state["players"][0], state["resting_sheet"][0]
    return (now, resting) if state["turn"] % 2 else (resting, now)


def _astra(moment: Moment) -> list[str]:
    """What was drawn on ASTRA's halves (battle 7.1)."""
    if moment.after["player_count"] > 1:
        return []
    lines = []
    pairs = zip(_solo_sheets(moment.before), _solo_sheets(moment.after), strict=True)
    for number, (before, after) in enumerate(pairs, start=1):
        cells = np.flatnonzero((after["cells"] == HALF_B) & (before["cells"] != HALF_B)).tolist()
        moons = np.flatnonzero(after["moons"][HALF_B] > before["moons"][HALF_B]).tolist()
        places = [f"on {PLANET_NAMES[_planet_of_cell[cell]]}" for cell in cells] + [_moons[planet] for planet in moons]
        lines += [f"ASTRA drew an insignia {place} of sheet {number}." for place in places]
    return lines


EVENTS = adventure_events(TABLES, MARKS, LEGENDS, sheets=_sheets, keeps_sheets=False, more=_astra)
