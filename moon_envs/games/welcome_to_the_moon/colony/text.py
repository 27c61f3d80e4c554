"""Colony in words: its own part of the table, and the sheets."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.colony.components import (
    BUILDING_AT,
    CELLS,
    FIRST_POINTS,
    GREENHOUSES,
    MULTIPLIER,
    OBSERVATORY,
    PLANTS,
    PRINTED,
    QUARTER_CELLS,
    QUARTER_NAMES,
    QUARTER_POINTS,
    QUARTERS,
    SIDE,
    TANK_OF_CELL,
    TRACK_NAMES,
    TUNNEL_ENDS,
    symbol_at,
)
from moon_envs.games.welcome_to_the_moon.text import cell_text, open_races_text, use_action_text

TUNNEL_BETWEEN = {ends: tunnel for tunnel, ends in enumerate(TUNNEL_ENDS)}
LEGEND = "  (w a tank, ~ circled, x lost; a an antenna, A circled; R rocket, O observatory; --- and | tunnels)"
MARGIN = "        "


def table_text(state: np.void) -> list[str]:
    """The quarters whose race is open."""
    return [f"{FIRST_POINTS} points still open in the quarters: " + open_races_text(state, QUARTER_NAMES)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines."""
    lines = [f"{title}: {use_action_text(sheet, PRINTED)}"]
    tracks = [f"{name} x{MULTIPLIER[track, sheet['track_boxes'][track]]}" for track, name in enumerate(TRACK_NAMES)]
    lines.append("  multipliers: " + ", ".join(tracks))
    lines += [_quarter_text(sheet, quarter) for quarter in range(QUARTERS)]
    for row in reversed(range(SIDE)):
        lines.append(_row_text(sheet, row))
        if row > 0:
            lines.append(_tunnels_text(sheet, row - 1))
    return [*lines, MARGIN + "     ".join(f"{column + 1:2d}" for column in range(SIDE)), LEGEND]


def _quarter_text(sheet: np.void, quarter: int) -> str:
    filled = (int(sheet["filled"]) & int(QUARTER_CELLS[quarter])).bit_count()
    greenhouses = int(sheet["greenhouses"][quarter])
    points = int(QUARTER_POINTS[sheet["quarters"][quarter]])
    return (
        f"  {QUARTER_NAMES[quarter]} quarter: {filled}/{int(QUARTER_CELLS[quarter]).bit_count()} cells, "
        f"{greenhouses}/{GREENHOUSES} greenhouses with {PLANTS[greenhouses]} plants, "
        + (f"{points} points circled" if points else "no points yet")
    )


def _is_built(sheet: np.void, one: tuple[int, int], other: tuple[int, int]) -> bool:
    tunnel = TUNNEL_BETWEEN[BUILDING_AT[one], BUILDING_AT[other]]
    return bool(int(sheet["tunnels"]) >> tunnel & 1)


def _row_text(sheet: np.void, row: int) -> str:
    text = f"  row {row + 1} "
    for column in range(SIDE):
        text += _building_text(sheet, column, row)
        if column < SIDE - 1:
            text += "---" if _is_built(sheet, (column, row), (column + 1, row)) else "   "
    return text.rstrip()


def _tunnels_text(sheet: np.void, row: int) -> str:
    """The tunnels from a row to the row above it."""
    built = [_is_built(sheet, (column, row), (column, row + 1)) for column in range(SIDE)]
    return (MARGIN + "   ".join(" |  " if tunnel else "    " for tunnel in built)).rstrip()


def _building_text(sheet: np.void, column: int, row: int) -> str:
    building, symbol = BUILDING_AT[column, row], symbol_at(column, row)
    is_connected = bool(int(sheet["connected"]) >> building & 1)
    if building >= CELLS:
        antenna = " " if building != OBSERVATORY else "A" if is_connected else "a"
        return f" {symbol} {antenna}"
    tank = int(TANK_OF_CELL[building])
    is_filled = bool(int(sheet["filled"]) >> building & 1)
    water = " " if tank < 0 else "~" if int(sheet["tanks"]) >> tank & 1 else "x" if is_filled else "w"
    antenna = " " if symbol not in "AB" else "A" if is_connected and is_filled else "a"
    return f"{cell_text(sheet['cells'][building])}{water}{antenna}"
