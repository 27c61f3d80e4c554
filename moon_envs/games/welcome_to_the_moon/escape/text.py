"""Escape in words: its own part of the table, the sheets, and why an airlock is activated."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.escape.actions import ACTIONS, AIRLOCK, BLOCK_NAMES
from moon_envs.games.welcome_to_the_moon.escape.components import (
    AIRLOCKS_PRINTED,
    BLOCK_OF_CELL,
    BLOCKS,
    BLOCKS_PRINTED,
    CELLS,
    DOUBLED,
    GREENHOUSE,
    GREENHOUSES,
    MISSED,
    PLANNING_PENALTIES,
    PLANTS,
    PRINTED,
    REACTORS,
    ROBOT_BONUS,
    STARSHIP_OF_BLOCK,
    STARSHIPS,
    SYMBOL_VALUES,
    SYMBOLS,
    TANK,
    TANK_OF_CELL,
)
from moon_envs.games.welcome_to_the_moon.escape.state import DECIDE_BONUS_AIRLOCK, DECIDE_COMPENSATION
from moon_envs.games.welcome_to_the_moon.text import cell_text, is_race_closed, open_races_text, use_action_text

LEGEND = (
    "  (M1, M2, M3 modules, G greenhouse, in square brackets when accessible; = an activated airlock, - another one;",
    "  w water tank, ~ when circled, which doubles its module; r Robot bonus: filling the space activates an airlock;",
    "  in round brackets what a full module and the filled greenhouse of the starship are worth)",
)


def table_text(state: np.void) -> list[str]:
    """The greenhouses whose x2 bonus is open."""
    starships = [str(starship + 1) for starship in range(GREENHOUSES)]
    return ["x2 bonuses still open in the greenhouses of starships: " + open_races_text(state, starships)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines, the highest starship first."""
    wilds = int(sheet["wilds_earned"]) - int(sheet["wilds_used"])
    upward = [
        f"{BLOCK_NAMES[one]} and {BLOCK_NAMES[other]}"
        for airlock, (one, other) in enumerate(AIRLOCKS_PRINTED)
        if STARSHIP_OF_BLOCK[one] != STARSHIP_OF_BLOCK[other] and _is_activated(sheet, airlock)
    ]
    rows = [_row_text(sheet, starship) for starship in range(STARSHIPS)]
    width = max(len(row) for row in rows)
    return [
        f"{title}: {wilds} wild actions left, planning penalty {PLANNING_PENALTIES[sheet['plannings']]}, "
        f"{use_action_text(sheet, PRINTED)}",
        *(
            f"  starship {starship + 1}: {rows[starship]:{width}}  {_symbols_text(state, sheet, starship)}"
            for starship in reversed(range(STARSHIPS))
        ),
        *LEGEND,
        f"  activated airlocks from starship to starship: {'; '.join(upward) or 'none'}",
    ]


def action_text(state: np.void, name: str, index: int) -> str | None:
    """An airlock with the reason why it is activated, and whether it opens anything; None for other actions."""
    if name == "pass" and state["decision"] == DECIDE_COMPENSATION:
        return "activate no airlock after the System Error"
    if name != "airlock":
        return None
    words = ACTIONS.describe(AIRLOCK + index)
    if state["decision"] == DECIDE_BONUS_AIRLOCK:
        words = f"Robot bonus: {words}"
    elif state["decision"] == DECIDE_COMPENSATION:
        words = f"after the System Error {words}"
    is_open = all(_is_reached(state["players"][state["seat"]], block) for block in AIRLOCKS_PRINTED[index])
    return f"{words}, both accessible already" if is_open else words


def _is_activated(sheet: np.void, airlock: int) -> bool:
    return bool(int(sheet["airlocks"]) >> airlock & 1)


def _is_reached(sheet: np.void, block: int) -> bool:
    return bool(int(sheet["reached_blocks"]) >> block & 1)


def _row_text(sheet: np.void, starship: int) -> str:
    blocks = [block for block in range(BLOCKS) if STARSHIP_OF_BLOCK[block] == starship]
    row = _block_text(sheet, blocks[0], blocks)
    for block in blocks[1:]:
        is_activated = _is_activated(sheet, AIRLOCKS_PRINTED.index((block - 1, block)))
        row += (" = " if is_activated else " - ") + _block_text(sheet, block, blocks)
    return row


def _symbols_text(state: np.void, sheet: np.void, starship: int) -> str:
    reactors, plants = int(sheet["reactors"][starship]), int(sheet["plants"][starship])
    return (
        f"reactors {reactors}/{REACTORS} (module {SYMBOL_VALUES[reactors]}), "
        f"plants {plants}/{PLANTS} (greenhouse {SYMBOL_VALUES[plants]}, {_double_text(state, sheet, starship)})"
    )


def _block_text(sheet: np.void, block: int, blocks: list[int]) -> str:
    modules = [other for other in blocks if BLOCKS_PRINTED[other] != GREENHOUSE]
    name = f"M{modules.index(block) + 1}" if block in modules else "G"
    cells = " ".join(_cell_text(sheet, cell) for cell in range(CELLS) if BLOCK_OF_CELL[cell] == block)
    return f"{name} [{cells}]" if _is_reached(sheet, block) else f"{name}  {cells} "


def _cell_text(sheet: np.void, cell: int) -> str:
    """What a cell holds and what it can still bring; a tank whose cell was filled without water is lost."""
    symbol = " "
    if SYMBOLS[cell] == TANK and int(sheet["tanks"]) >> int(TANK_OF_CELL[cell]) & 1:
        symbol = "~"
    elif SYMBOLS[cell] in (TANK, ROBOT_BONUS) and sheet["cells"][cell] == EMPTY:
        symbol = SYMBOLS[cell]
    return cell_text(sheet["cells"][cell]) + symbol


def _double_text(state: np.void, sheet: np.void, greenhouse: int) -> str:
    double = int(sheet["doubles"][greenhouse])
    if double == DOUBLED:
        return "x2 circled"
    return "no x2" if double == MISSED or is_race_closed(state, greenhouse) else "x2 open"
