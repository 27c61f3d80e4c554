"""Colony in words: actions as they would be carried out, and the table and sheets as text."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.colony.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.colony.sheet import (
    ALL_QUARTERS,
    BUILDING_AT,
    CELLS,
    GREENHOUSES,
    MISSIONS,
    MULTIPLIER,
    OBSERVATORY,
    PLANTS,
    QUARTER_CELLS,
    QUARTER_NAMES,
    QUARTER_POINTS,
    QUARTERS,
    SIDE,
    SYSTEM_ERROR_BOXES,
    TANK_OF_CELL,
    TRACK_NAMES,
    TUNNEL_ENDS,
    symbol_at,
)
from moon_envs.games.welcome_to_the_moon.text import (
    acting_text,
    cell_text,
    describe_acting_action,
    missions_text,
    sheets_text,
    table_text,
)

TUNNEL_BETWEEN = {ends: tunnel for tunnel, ends in enumerate(TUNNEL_ENDS)}
LEGEND = "  (w a tank, ~ circled, x lost; a an antenna, A circled; R rocket, O observatory; --- and | tunnels)"
MARGIN = "        "


def describe_action(state: np.void, action: int) -> str:
    """An action in words, with the number it would write."""
    name, index = ACTIONS.locate(action)
    return describe_acting_action(state, name, index, MISSIONS, CELL_NAMES) or ACTIONS.describe(action)


def render(state: np.void, seat: int) -> str:
    """The game as a player at `seat` sees it: table, own sheet, and the others as last shown."""
    lines = [*table_text(state, seat), *missions_text(state, MISSIONS)]
    open_quarters = ALL_QUARTERS ^ int(state["closed_quarters"])
    names = [QUARTER_NAMES[quarter] for quarter in range(QUARTERS) if open_quarters >> quarter & 1]
    lines.append("15 points still open in the quarters: " + (", ".join(names) or "none"))
    return "\n".join([*lines, *sheets_text(state, seat, _sheet_text)])


def _sheet_text(sheet: np.void, title: str) -> list[str]:
    lines = [f"{title}: {acting_text(sheet)}, System Errors {sheet['system_errors']} of {SYSTEM_ERROR_BOXES}"]
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
