"""The Escape sheet as a picture: six starships one above the other, the airlocks, and the marks that cost points.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.escape.actions import ACTIONS, AIRLOCK, BLOCK_NAMES
from moon_envs.games.welcome_to_the_moon.escape.components import (
    AIRLOCKS_PRINTED,
    BLOCKS,
    BLOCKS_ON_THE_GROUND,
    BLOCKS_PRINTED,
    DOUBLED,
    ERRORS_WITH_COMPENSATION,
    GREENHOUSE,
    MISSED,
    MOST_WILDS,
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
from moon_envs.games.welcome_to_the_moon.escape.game import TABLES
from moon_envs.games.welcome_to_the_moon.escape.state import DECIDE_BONUS_AIRLOCK, DECIDE_COMPENSATION
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.games.welcome_to_the_moon.use_action import DECIDE_RACE
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    CHOICES_HEIGHT,
    MARGIN,
    adventure_drawing,
    draw_cell,
    draw_missions_taken,
    draw_race,
    draw_shared_choices,
    draw_wilds,
)
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.games.welcome_to_the_moon.value_boxes import draw_values
from moon_envs.render.picture import Picture

WRITE_X, RACE, SYSTEM_ERROR = (ACTIONS.first(name) for name in ("write_x", "race", "system_error"))

# Where the blocks of each starship begin, so that blocks with an airlock between them lie above one another.
CELL, PADDING, SYMBOL = 28, 4, 15
BLOCK_HEIGHT, STARSHIP_HEIGHT = 46, 78
GREENHOUSE_WIDTH = CELL + 2 * PADDING + PLANTS * (SYMBOL + 2) - 2
LEFT_OF_BLOCKS = (
    *(134, 276, 382),
    *(112, 228, 344, 450),
    *(92, 198, 314),
    *(198, 286, 392),
    *(170, 286, 392),
    *(226, 334, 422),
)
STARSHIP_OF = STARSHIP_OF_BLOCK.tolist()
IS_GREENHOUSE = tuple(block == GREENHOUSE for block in BLOCKS_PRINTED)
WIDTHS = tuple(GREENHOUSE_WIDTH if block == GREENHOUSE else CELL * len(block) + 2 * PADDING for block in BLOCKS_PRINTED)
TOPS = tuple(STARSHIP_HEIGHT * (STARSHIPS - 1 - starship) + 5 for starship in STARSHIP_OF)
FIRST_CELLS = tuple(sum(map(len, BLOCKS_PRINTED[:block])) for block in range(BLOCKS))
TANKS_OF_CELLS, VALUES = TANK_OF_CELL.tolist(), SYMBOL_VALUES.tolist()
FIRST_BLOCKS = tuple(STARSHIP_OF.index(starship) for starship in range(STARSHIPS))
LAST_BLOCKS = tuple(STARSHIP_OF.count(starship) + first - 1 for starship, first in enumerate(FIRST_BLOCKS))
REACTORS_WIDTH, NOSE = 72, 18
AIRLOCK_SIGN = 16
PLANNINGS_COST = tuple((-PLANNING_PENALTIES).tolist())
ERRORS_COST = tuple(-SYSTEM_ERROR_PENALTY * box for box in range(PRINTED.system_error_boxes + 1))
TASKS = {
    DECIDE_BONUS_AIRLOCK: "Robot bonus of the filled space: activate an airlock",
    DECIDE_COMPENSATION: "The System Error lets you activate an airlock",
    DECIDE_RACE: "ASTRA's effect: choose a x2 bonus to be crossed off",
}
SIGNS = {TANK: "water", ROBOT_BONUS: "robot"}

GROUND = STARSHIP_HEIGHT * STARSHIPS - 12
MARKS_TOP = GROUND + 14
CHOICES_TOP = MARKS_TOP + 52
SHEET_HEIGHT = CHOICES_TOP + CHOICES_HEIGHT


def _airlock_ends(one: int, other: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of an airlock: between neighbours in a row, or in the middle of where two blocks overlap."""
    if STARSHIP_OF[one] == STARSHIP_OF[other]:
        y = TOPS[one] + PADDING + CELL / 2
        return (LEFT_OF_BLOCKS[one] + WIDTHS[one], y), (LEFT_OF_BLOCKS[other], y)
    left = max(LEFT_OF_BLOCKS[one], LEFT_OF_BLOCKS[other])
    right = min(LEFT_OF_BLOCKS[one] + WIDTHS[one], LEFT_OF_BLOCKS[other] + WIDTHS[other])
    x = (left + right) / 2
    return (x, TOPS[one]), (x, TOPS[other] + BLOCK_HEIGHT)


AIRLOCK_LINES = tuple(_airlock_ends(*ends) for ends in AIRLOCKS_PRINTED)


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    reactors, plants, doubles = (sheet[name].tolist() for name in ("reactors", "plants", "doubles"))
    for starship in range(STARSHIPS):
        _draw_hull(picture, starship, reactors[starship])
    airlocks = int(sheet["airlocks"])
    for block in BLOCKS_ON_THE_GROUND:
        x = LEFT_OF_BLOCKS[block] + WIDTHS[block] / 2
        picture.line(((x, TOPS[block] + BLOCK_HEIGHT), (x, GROUND)), "strong")
    picture.line(((MARGIN + 4, GROUND), (LEFT_OF_BLOCKS[6] + WIDTHS[6], GROUND)), "strong")
    for airlock, ends in enumerate(AIRLOCK_LINES):
        picture.line(ends, "line", 6 if airlocks >> airlock & 1 else 1)
    cells, reached, tanks = sheet["cells"].tolist(), int(sheet["reached_blocks"]), int(sheet["tanks"])
    for block in range(BLOCKS):
        starship = STARSHIP_OF[block]
        x, y = LEFT_OF_BLOCKS[block], TOPS[block]
        is_reached = bool(reached >> block & 1)
        note = BLOCK_NAMES[block] + (", accessible" if is_reached else ", not accessible")
        picture.cell(x, y, "", WIDTHS[block], BLOCK_HEIGHT, "plain" if is_reached else "closed", note=note, round_by=7)
        first = FIRST_CELLS[block]
        own = cells[first : first + len(BLOCKS_PRINTED[block])]
        for place, value in enumerate(own):
            _draw_space(picture, x + PADDING + 1 + CELL * place, y + PADDING, first + place, value, tanks)
        if IS_GREENHOUSE[block]:
            _draw_greenhouse(picture, state, block, own[0], plants[starship], doubles[starship], is_reached)
        else:
            tank = TANKS_OF_CELLS[first + BLOCKS_PRINTED[block].index(TANK)]
            factor = 2 if tanks >> tank & 1 else 1
            _draw_worth(picture, block, VALUES[reactors[starship]], factor, EMPTY not in own, is_reached)
    _draw_airlocks(picture, airlocks)
    _draw_marks(picture, sheet)
    x = draw_shared_choices(picture, state, TABLES, MARGIN + 4, CHOICES_TOP)
    if picture.shows_actor and player == picture.decisions.actor:
        picture.label(x, CHOICES_TOP + 16, TASKS.get(int(state["decision"]), ""), 13, "bold")


def _draw_hull(picture: Picture, starship: int, reactors: int) -> None:
    """The outline of a starship with its reactors at the left end: what a module of it is worth."""
    first, last = FIRST_BLOCKS[starship], LAST_BLOCKS[starship]
    left, right = LEFT_OF_BLOCKS[first] - REACTORS_WIDTH, LEFT_OF_BLOCKS[last] + WIDTHS[last] + 6
    top, bottom = TOPS[first] - 5, TOPS[first] + BLOCK_HEIGHT + 5
    middle = (top + bottom) / 2
    picture.area(
        ((left + 8, top), (right, top), (right + NOSE, middle), (right, bottom), (left + 8, bottom), (left, middle)),
        "empty",
        note=f"starship {starship + 1}",
    )
    draw_symbols(picture, left + 10, top + 10, "energy", REACTORS, reactors, size=16, kind="k1")
    picture.label(left + 36, top + 44, f"module {VALUES[reactors]}", 10.5, "muted", "middle")


def _draw_space(picture: Picture, x: float, y: float, cell: int, value: int, tanks: int) -> None:
    """A space; it shows what it can bring until it is filled, and a circled tank also afterwards."""
    symbol = SYMBOLS[cell]
    kind = {TANK: "empty k3", ROBOT_BONUS: "empty k0", GREENHOUSE: "empty k2"}.get(symbol, "empty")
    actions = (WRITE + cell, WRITE_X + cell)
    if value == EMPTY and symbol in SIGNS:
        picture.cell(x, y, "", 26, 26, kind, actions, icon=SIGNS[symbol])
        return
    is_circled = symbol == TANK and bool(tanks >> TANKS_OF_CELLS[cell] & 1)
    draw_cell(picture, x, y, value, actions, kind, filled="filled k3" if is_circled else "filled")
    if is_circled:
        picture.icon(x + 17, y - 4, "water", 12)


def _draw_greenhouse(
    picture: Picture, state: np.void, block: int, value: int, plants: int, double: int, is_reached: bool
) -> None:
    """The plants of a greenhouse and its x2 bonus: open, circled, or lost."""
    starship = STARSHIP_OF[block]
    x, y = LEFT_OF_BLOCKS[block] + PADDING + CELL + 3, TOPS[block] + PADDING
    draw_symbols(picture, x, y, "plant", PLANTS, plants, size=SYMBOL, kind="k2")
    is_lost = double == MISSED or is_race_closed(state, starship)
    draw_race(picture, x + 10, y + 18, "x2", double == DOUBLED, is_lost, RACE + starship)
    factor = 2 if double == DOUBLED else 1
    below_cell = LEFT_OF_BLOCKS[block] + PADDING + CELL / 2
    _draw_worth(picture, block, VALUES[plants], factor, value != EMPTY, is_reached, below_cell)


def _draw_worth(
    picture: Picture, block: int, value: int, factor: int, is_filled: bool, is_reached: bool, x: float | None = None
) -> None:
    """What a block is worth when it is filled, bold when it is (escape 6.1)."""
    words = f"{value} x 2 = {value * factor}" if factor == 2 and x is None else value * factor
    x = LEFT_OF_BLOCKS[block] + WIDTHS[block] / 2 if x is None else x
    kind = "bold" if is_filled else "muted" if is_reached else ""
    picture.label(x, TOPS[block] + BLOCK_HEIGHT - 4, words, 10.5, kind, "middle")


def _draw_airlocks(picture: Picture, airlocks: int) -> None:
    for airlock, ((x, y), (other_x, other_y)) in enumerate(AIRLOCK_LINES):
        is_activated = bool(airlocks >> airlock & 1)
        one, other = AIRLOCKS_PRINTED[airlock]
        words = "activated" if is_activated else "not activated"
        picture.cell(
            (x + other_x - AIRLOCK_SIGN) / 2,
            (y + other_y - AIRLOCK_SIGN) / 2,
            "",
            AIRLOCK_SIGN,
            AIRLOCK_SIGN,
            "filled k1" if is_activated else "plain",
            [AIRLOCK + airlock],
            note=f"airlock between {BLOCK_NAMES[one]} and {BLOCK_NAMES[other]}: {words}",
            round_by=AIRLOCK_SIGN / 2,
        )


def _draw_marks(picture: Picture, sheet: np.void) -> None:
    """Astronauts and wilds; plannings and System Errors with what they cost; missions."""
    x, y = MARGIN + 4, MARKS_TOP
    draw_symbols(picture, x, y, "astronaut", PRINTED.astronauts, int(sheet["astronauts"]), kind="k4", pair_gap=6)
    picture.label(x, y + 35, "a pair:", 10, "muted")
    draw_wilds(picture, x + 44, y + 22, sheet, MOST_WILDS)
    x += 158
    picture.icon(x, y, "planning", 15)
    draw_values(picture, x + 22, y - 1, PLANNINGS_COST, int(sheet["plannings"]), 27, "planning")
    y += 21
    picture.icon(x, y, "error", 16)
    used = int(sheet["system_errors"])
    draw_values(picture, x + 22, y - 1, ERRORS_COST, used, 42, "System Error", [SYSTEM_ERROR])
    for box in range(used, ERRORS_WITH_COMPENSATION):  # what the first ones bring
        picture.icon(x + 24 + 42 * box, y + 3, "robot", 10, "muted")
    draw_missions_taken(picture, x + 202, y - 1, sheet)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet)
