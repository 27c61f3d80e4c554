"""Journey in words: actions as they would be carried out, and the table and sheets as text."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.journey.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.journey.sheet import (
    CELLS,
    ENERGIES,
    GAPS,
    HIGH,
    MISSIONS,
    MULTIPLIER_VALUE,
    STATION_CELL,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    SYSTEM_ERROR_BOXES,
    TANK_OF_CELL,
    TANK_POINTS,
)
from moon_envs.games.welcome_to_the_moon.text import (
    acting_text,
    cell_text,
    describe_acting_action,
    missions_text,
    sheets_text,
    table_text,
)

CELLS_PER_LINE = 12


def describe_action(state: np.void, action: int) -> str:
    """An action in words, with the number it would write."""
    name, index = ACTIONS.locate(action)
    return describe_acting_action(state, name, index, MISSIONS, CELL_NAMES) or ACTIONS.describe(action)


def render(state: np.void, seat: int) -> str:
    """The game as a player at `seat` sees it: table, own sheet, and the others as last shown."""
    lines = [*table_text(state, seat), *missions_text(state, MISSIONS)]
    closed = int(state["closed_multipliers"])
    open_stations = [str(station + 1) for station in range(STATIONS) if not (closed >> station) & 1]
    lines.append("High multipliers still open at stations: " + (" ".join(open_stations) or "none"))
    return "\n".join([*lines, *sheets_text(state, seat, _sheet_text)])


def _sheet_text(sheet: np.void, title: str) -> list[str]:
    wilds = int(sheet["wilds_earned"]) - int(sheet["wilds_used"])
    lines = [
        f"{title}: {sheet['energies']}/{ENERGIES} energies, {wilds} wild actions left, {acting_text(sheet)}, "
        f"System Errors {sheet['system_errors']} of {SYSTEM_ERROR_BOXES}"
    ]
    lines += [_trajectory_text(sheet, first) for first in range(0, CELLS, CELLS_PER_LINE)]
    lines += [_station_text(sheet, station) for station in range(STATIONS)]
    return lines


def _trajectory_text(sheet: np.void, first: int) -> str:
    pieces = []
    for cell in range(first, first + CELLS_PER_LINE):
        tank = int(TANK_OF_CELL[cell])
        mark = "" if tank < 0 else f"~{TANK_POINTS[tank]}" if sheet["tanks"][tank] else f"w{TANK_POINTS[tank]}"
        line = "|" if cell < GAPS and sheet["lines"][cell] else " "
        pieces.append(f"{cell_text(sheet['cells'][cell])}{mark:2s}{line}")
    return f"  {first + 1:2d}: " + " ".join(pieces)


def _station_text(sheet: np.void, station: int) -> str:
    circled = int(sheet["multipliers"][station])
    values = f"x{MULTIPLIER_VALUE[station, HIGH]} or x{MULTIPLIER_VALUE[station, HIGH + 1]}"
    multiplier = f"x{MULTIPLIER_VALUE[station, circled]} circled" if circled else values
    return (
        f"  station {station + 1} at space {STATION_CELL[station] + 1}: "
        f"robots {sheet['robots'][station]}/{STATION_ROBOTS[station]}, "
        f"plants {sheet['plants'][station]}/{STATION_PLANTS[station]}, {multiplier}"
    )
