"""Journey in words: its own part of the table, and the sheets."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.journey.components import (
    CELLS,
    ENERGIES,
    GAPS,
    HIGH,
    LOW,
    MULTIPLIER_VALUE,
    NOT_CIRCLED,
    PRINTED,
    STATION_CELL,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    TANK_OF_CELL,
    TANK_POINTS,
)
from moon_envs.games.welcome_to_the_moon.text import cell_text, is_race_closed, open_races_text, use_action_text

CELLS_PER_LINE = 12


def table_text(state: np.void) -> list[str]:
    """The stations whose high multiplier is open."""
    stations = [str(station + 1) for station in range(STATIONS)]
    return ["High multipliers still open at stations: " + open_races_text(state, stations)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines."""
    wilds = int(sheet["wilds_earned"]) - int(sheet["wilds_used"])
    energies = f"{sheet['energies']}/{ENERGIES} energies"
    lines = [f"{title}: {energies}, {wilds} wild actions left, {use_action_text(sheet, PRINTED)}"]
    lines += [_trajectory_text(sheet, first) for first in range(0, CELLS, CELLS_PER_LINE)]
    lines += [_station_text(state, sheet, station) for station in range(STATIONS)]
    return lines


def _trajectory_text(sheet: np.void, first: int) -> str:
    pieces = []
    for cell in range(first, first + CELLS_PER_LINE):
        tank = int(TANK_OF_CELL[cell])
        mark = "" if tank < 0 else f"~{TANK_POINTS[tank]}" if sheet["tanks"][tank] else f"w{TANK_POINTS[tank]}"
        line = "|" if cell < GAPS and sheet["lines"][cell] else " "
        pieces.append(f"{cell_text(sheet['cells'][cell])}{mark:2s}{line}")
    return f"  {first + 1:2d}: " + " ".join(pieces)


def _multiplier_text(state: np.void, station: int, circled: int) -> str:
    if circled != NOT_CIRCLED:
        return f"x{MULTIPLIER_VALUE[station, circled]} circled"
    high, low = f"x{MULTIPLIER_VALUE[station, HIGH]}", f"x{MULTIPLIER_VALUE[station, LOW]}"
    return f"{low} ({high} is closed)" if is_race_closed(state, station) else f"{high}, or {low} once it is closed"


def _station_text(state: np.void, sheet: np.void, station: int) -> str:
    multiplier = _multiplier_text(state, station, int(sheet["multipliers"][station]))
    return (
        f"  station {station + 1} at space {STATION_CELL[station] + 1}: "
        f"robots {sheet['robots'][station]}/{STATION_ROBOTS[station]}, "
        f"plants {sheet['plants'][station]}/{STATION_PLANTS[station]}, {multiplier}"
    )
