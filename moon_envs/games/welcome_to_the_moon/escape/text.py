"""Escape in words: what is its own on the table, and the sheets."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.escape.components import (
    AIRLOCKS_PRINTED,
    BLOCK_OF_CELL,
    BLOCKS,
    CELLS,
    DOUBLED,
    GREENHOUSES,
    MISSED,
    PLANNING_PENALTIES,
    PLANTS,
    PRINTED,
    REACTORS,
    ROBOT_BONUS,
    STARSHIP_OF_BLOCK,
    STARSHIPS,
    SYMBOLS,
    TANK,
    TANK_OF_CELL,
)
from moon_envs.games.welcome_to_the_moon.text import cell_text, is_race_closed, open_races_text, use_action_text

LEGEND = (
    "  (5: a block by its number, in brackets when accessible; w a tank, ~ circled; r a Robot bonus; g a greenhouse)"
)


def table_text(state: np.void) -> list[str]:
    """The greenhouses whose x2 bonus is open."""
    starships = [str(starship + 1) for starship in range(GREENHOUSES)]
    return ["x2 bonuses still open in the greenhouses of starships: " + open_races_text(state, starships)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines, the highest starship first."""
    wilds = int(sheet["wilds_earned"]) - int(sheet["wilds_used"])
    active = [
        f"{one + 1}-{other + 1}"
        for airlock, (one, other) in enumerate(AIRLOCKS_PRINTED)
        if int(sheet["airlocks"]) >> airlock & 1
    ]
    return [
        f"{title}: {wilds} wild actions left, planning penalty {PLANNING_PENALTIES[sheet['plannings']]}, "
        f"{use_action_text(sheet, PRINTED)}",
        *(_starship_text(state, sheet, starship) for starship in reversed(range(STARSHIPS))),
        LEGEND,
        f"  activated airlocks (block-block): {', '.join(active) or 'none'}",
    ]


def _starship_text(state: np.void, sheet: np.void, starship: int) -> str:
    blocks = [block for block in range(BLOCKS) if STARSHIP_OF_BLOCK[block] == starship]
    cells = "  ".join(_block_text(sheet, block) for block in blocks)
    return (
        f"  starship {starship + 1}: {cells}  reactors {sheet['reactors'][starship]}/{REACTORS}, "
        f"plants {sheet['plants'][starship]}/{PLANTS}, {_double_text(state, sheet, starship)}"
    )


def _block_text(sheet: np.void, block: int) -> str:
    cells = " ".join(_cell_text(sheet, cell) for cell in range(CELLS) if BLOCK_OF_CELL[cell] == block)
    is_reached = int(sheet["reached_blocks"]) >> block & 1
    return f"{block + 1}:" + (f"[{cells}]" if is_reached else f" {cells} ")


def _cell_text(sheet: np.void, cell: int) -> str:
    symbol = SYMBOLS[cell]
    if symbol == TANK and int(sheet["tanks"]) >> int(TANK_OF_CELL[cell]) & 1:
        symbol = "~"
    elif symbol == ROBOT_BONUS and sheet["cells"][cell] >= 0:
        symbol = " "
    return cell_text(sheet["cells"][cell]) + (symbol if symbol != "." else " ")


def _double_text(state: np.void, sheet: np.void, greenhouse: int) -> str:
    double = int(sheet["doubles"][greenhouse])
    if double == DOUBLED:
        return "x2 circled"
    return "no x2" if double == MISSED or is_race_closed(state, greenhouse) else "x2 open"
