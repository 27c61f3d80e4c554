"""Launch in words: actions as they would be carried out, and the table and sheets as text."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.launch.sheet import (
    ACTIVATIONS,
    ACTIVE_ROCKETS,
    ASTRA_BOXES,
    BUILDINGS,
    FLOOR_FIRST,
    FLOORS,
    INACTIVE_ROCKET_OF_QUARTER,
    INACTIVE_ROCKETS,
    MISSIONS,
    QUARTER_OF_CELL,
    SABOTAGE_QUARTER,
    SABOTAGES,
    SYSTEM_ERROR_BOXES,
    TIE_ROCKETS,
    TRACK_ROCKETS,
    TRACK_SCORE,
)
from moon_envs.games.welcome_to_the_moon.launch.words import cell_name
from moon_envs.games.welcome_to_the_moon.text import cell_text, describe_shared_action, missions_text, table_text

WIDTH_OF_FLOOR_NAME = 22


def describe_action(state: np.void, action: int) -> str:
    """An action in words, with the number it would write."""
    name, index = ACTIONS.locate(action)
    if name == "write" and state["number"] > 0:
        return f"write {state['number']} on {cell_name(index)}"
    return describe_shared_action(state, name, index, MISSIONS) or ACTIONS.describe(action)


def render(state: np.void, seat: int) -> str:
    """The game as a player at `seat` sees it: table, own sheet, and the others as last shown."""
    lines = [*table_text(state, seat), *missions_text(state, MISSIONS)]
    open_sabotages = [str(s + 1) for s in range(SABOTAGES) if not (int(state["closed_sabotages"]) >> s) & 1]
    lines.append("Open sabotages: " + (" ".join(open_sabotages) or "none"))
    if state["opponent"]:
        lines.append(f"ASTRA's track: {state['astra_boxes']} of {ASTRA_BOXES} boxes")
    for player in range(state["player_count"]):
        sheet = state["players"][player] if player == seat else state["shown"][player]
        lines += ["", *_sheet_text(sheet, f"Player {player}" + (" (you)" if player == seat else ""))]
    return "\n".join(lines)


def _sheet_text(sheet: np.void, title: str) -> list[str]:
    open_errors = int(sheet["system_errors"]) - int(sheet["repaired"])
    lines = [
        f"{title}: {TRACK_SCORE[sheet['rockets']] - 5 * open_errors} points, "
        f"{sheet['rockets']}/{TRACK_ROCKETS} rockets, {sheet['tie_rockets']}/{TIE_ROCKETS} tie rockets, "
        f"System Errors {open_errors} open and {sheet['repaired']} repaired of {SYSTEM_ERROR_BOXES}"
    ]
    taken = [f"{letter} for {value}" for letter, value in zip("ABC", sheet["missions"], strict=True) if value]
    if taken:
        lines.append("  missions: " + ", ".join(taken))
    lines += [_floor_text(sheet, floor) for floor in range(len(FLOORS))]
    return lines


def _floor_text(sheet: np.void, floor: int) -> str:
    name = f"  floor {floor + 1} {FLOORS[floor][0]}".ljust(WIDTH_OF_FLOOR_NAME)
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
