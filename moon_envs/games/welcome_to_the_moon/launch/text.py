"""Launch in words: actions as they would be carried out, and the table and sheets as text."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.launch.components import (
    ACTIVATIONS,
    ACTIVE_ROCKETS,
    ASTRA_BOXES,
    BUILDINGS,
    FLOOR_FIRST,
    FLOOR_NAMES,
    FLOORS,
    INACTIVE_ROCKET_OF_QUARTER,
    INACTIVE_ROCKETS,
    PRINTED,
    QUARTER_OF_CELL,
    SABOTAGE_QUARTER,
    SABOTAGES,
    TIE_ROCKETS,
    TRACK_ROCKETS,
    TRACK_SCORE,
)
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY
from moon_envs.games.welcome_to_the_moon.text import cell_text, open_races_text, taken_missions_text

WIDTH_OF_FLOOR_NAME = 22


def table_text(state: np.void) -> list[str]:
    """The open sabotages and ASTRA's track."""
    lines = ["Open sabotages: " + open_races_text(state, [str(sabotage + 1) for sabotage in range(SABOTAGES)])]
    if state["opponent"]:
        lines.append(f"ASTRA's track: {state['astra_boxes']} of {ASTRA_BOXES} boxes")
    return lines


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet floor by floor."""
    open_errors = int(sheet["system_errors"]) - int(sheet["repaired"])
    lines = [
        f"{title}: {TRACK_SCORE[sheet['rockets']] - SYSTEM_ERROR_PENALTY * open_errors} points, "
        f"{sheet['rockets']}/{TRACK_ROCKETS} rockets, {sheet['tie_rockets']}/{TIE_ROCKETS} tie rockets, "
        f"System Errors {open_errors} open and {sheet['repaired']} repaired of {PRINTED.system_error_boxes}"
    ]
    lines.append(f"  {taken_missions_text(sheet)}")
    lines += [_floor_text(sheet, floor) for floor in range(len(FLOORS))]
    return lines


def _floor_text(sheet: np.void, floor: int) -> str:
    name = f"  {FLOOR_NAMES[floor]} {FLOORS[floor][0]}".ljust(WIDTH_OF_FLOOR_NAME)
    quarters: dict[int, list[str]] = {}
    for cell in range(FLOOR_FIRST[floor], FLOOR_FIRST[floor + 1]):
        quarters.setdefault(int(QUARTER_OF_CELL[cell]), []).append(cell_text(sheet["cells"][cell]))
    return name + " ".join(f"[{' '.join(cells)} | {_effects_text(sheet, q)}]" for q, cells in quarters.items())


def _effects_text(sheet: np.void, quarter: int) -> str:
    effects = []
    if ACTIVE_ROCKETS[quarter]:
        effects.append(f"R{ACTIVE_ROCKETS[quarter]}")
    inactive = int(INACTIVE_ROCKET_OF_QUARTER[quarter])
    if inactive >= 0:
        rockets = f"R{INACTIVE_ROCKETS[inactive]}"
        effects.append(rockets if sheet["arrows"][inactive] else f"({rockets})")
    effects += ["act"] * int(ACTIVATIONS[quarter]) + ["X"] * int(BUILDINGS[quarter])
    effects += [f"sab{sabotage + 1}" for sabotage in range(SABOTAGES) if SABOTAGE_QUARTER[sabotage] == quarter]
    return " ".join(effects)
