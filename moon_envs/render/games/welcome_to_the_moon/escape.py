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
from moon_envs.render.buttons import Buttons
from moon_envs.render.games.welcome_to_the_moon.adventure import adventure_drawing
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.games.welcome_to_the_moon.sheet_parts import draw_cell, draw_missions_taken, draw_race, draw_wilds
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.games.welcome_to_the_moon.value_boxes import draw_values
from moon_envs.render.panels import MARGIN, PANEL_WIDTH
from moon_envs.render.picture import Picture

WRITE_X, RACE, SYSTEM_ERROR = (ACTIONS.first(name) for name in ("write_x", "race", "system_error"))

# Where the blocks of each starship begin, so that blocks with an airlock between them lie above one another. The
# second starship is as wide as the panel; the spaces of the others are wider than its spaces.
LEFT_OF_BLOCKS = (
    *(46, 200, 291),
    *(28, 139, 250, 335),
    *(28, 119, 242),
    *(90, 182, 273),
    *(40, 163, 254),
    *(84, 216, 308),
)
CELL_WIDTHS = (30, 26, 30, 30, 30, 30)
CELL_HEIGHT, PADDING, RACE_WIDTH, SYMBOL = 32, 2, 26, 16
STARSHIP_STEP, HULL_HEIGHT, MODULE_HEIGHT, GREENHOUSE_HEIGHT = 95, 80, 56, 74
STARSHIP_OF = STARSHIP_OF_BLOCK.tolist()
IS_GREENHOUSE = tuple(block == GREENHOUSE for block in BLOCKS_PRINTED)
SPACES = tuple(CELL_WIDTHS[starship] for starship in STARSHIP_OF)
WIDTHS = tuple(
    (space + 2 + RACE_WIDTH if cells == GREENHOUSE else len(cells) * (space + 1) - 1) + 2 * PADDING
    for cells, space in zip(BLOCKS_PRINTED, SPACES, strict=True)
)
HEIGHTS = tuple(GREENHOUSE_HEIGHT if is_greenhouse else MODULE_HEIGHT for is_greenhouse in IS_GREENHOUSE)
HULL_TOPS = tuple(STARSHIP_STEP * (STARSHIPS - 1 - starship) + 2 for starship in range(STARSHIPS))
TOPS = tuple(
    HULL_TOPS[starship] + (HULL_HEIGHT - height) / 2 for starship, height in zip(STARSHIP_OF, HEIGHTS, strict=True)
)
FIRST_CELLS = tuple(sum(map(len, BLOCKS_PRINTED[:block])) for block in range(BLOCKS))
TANKS_OF_CELLS, VALUES = TANK_OF_CELL.tolist(), SYMBOL_VALUES.tolist()
FIRST_BLOCKS = tuple(STARSHIP_OF.index(starship) for starship in range(STARSHIPS))
LAST_BLOCKS = tuple(STARSHIP_OF.count(starship) + first - 1 for starship, first in enumerate(FIRST_BLOCKS))
REACTORS_WIDTH, BESIDE, NOSE = 22, 3, 11
AIRLOCK_SIGN = 26
FROM_CORNER = 8  # where an airlock ends at the least
PLANNINGS_COST = tuple((-PLANNING_PENALTIES).tolist())
ERRORS_COST = tuple(-SYSTEM_ERROR_PENALTY * box for box in range(PRINTED.system_error_boxes + 1))
TASKS = {
    DECIDE_BONUS_AIRLOCK: "Robot bonus of the filled space: activate an airlock",
    DECIDE_COMPENSATION: "The System Error lets you activate an airlock",
    DECIDE_RACE: "ASTRA's effect: choose a x2 bonus to be crossed off",
}
SIGNS = {TANK: "water", ROBOT_BONUS: "robot"}

LEFT, RIGHT = MARGIN + 4, PANEL_WIDTH - MARGIN
GROUND = STARSHIP_STEP * STARSHIPS - 6
MARKS_TOP = GROUND + 12
MARKS_STEP = 34
SHEET_HEIGHT = MARKS_TOP + 2 * MARKS_STEP - 6


def _airlock_ends(one: int, other: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of an airlock: between neighbours in a row, or in the middle of where two blocks overlap."""
    if STARSHIP_OF[one] == STARSHIP_OF[other]:
        y = HULL_TOPS[STARSHIP_OF[one]] + HULL_HEIGHT / 2
        return (LEFT_OF_BLOCKS[one] + WIDTHS[one], y), (LEFT_OF_BLOCKS[other], y)
    left = max(LEFT_OF_BLOCKS[one], LEFT_OF_BLOCKS[other])
    right = min(LEFT_OF_BLOCKS[one] + WIDTHS[one], LEFT_OF_BLOCKS[other] + WIDTHS[other])
    x, other_x = (
        min(
            max((left + right) / 2, LEFT_OF_BLOCKS[block] + FROM_CORNER),
            LEFT_OF_BLOCKS[block] + WIDTHS[block] - FROM_CORNER,
        )
        for block in (one, other)
    )
    return (x, TOPS[one]), (other_x, TOPS[other] + HEIGHTS[other])


AIRLOCK_LINES = tuple(_airlock_ends(*ends) for ends in AIRLOCKS_PRINTED)


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    reactors, plants, doubles = (sheet[name].tolist() for name in ("reactors", "plants", "doubles"))
    for starship in range(STARSHIPS):
        draw_piece(picture, HULL_TOPS[starship] + HULL_HEIGHT, _draw_hull, starship, reactors[starship])
    airlocks = int(sheet["airlocks"])
    for block in BLOCKS_ON_THE_GROUND:
        x = LEFT_OF_BLOCKS[block] + WIDTHS[block] / 2
        picture.line(((x, TOPS[block] + HEIGHTS[block]), (x, GROUND)), "strong")
    picture.line(((LEFT, GROUND), (RIGHT, GROUND)), "strong")
    for airlock, ends in enumerate(AIRLOCK_LINES):
        picture.line(ends, "line", 7 if airlocks >> airlock & 1 else 1)
    cells, reached, tanks = sheet["cells"].tolist(), int(sheet["reached_blocks"]), int(sheet["tanks"])
    for block in range(BLOCKS):
        starship = STARSHIP_OF[block]
        x, y = LEFT_OF_BLOCKS[block], TOPS[block]
        is_reached = bool(reached >> block & 1)
        note = BLOCK_NAMES[block] + (", accessible" if is_reached else ", not accessible")
        kind = "plain" if is_reached else "closed"
        picture.cell(x, y, "", WIDTHS[block], HEIGHTS[block], kind, note=note, round_by=6)
        first, width = FIRST_CELLS[block], SPACES[block]
        own = cells[first : first + len(BLOCKS_PRINTED[block])]
        for place, value in enumerate(own):
            _draw_space(picture, x + PADDING + (width + 1) * place, y + 3, width, first + place, value, tanks)
        if IS_GREENHOUSE[block]:
            _draw_greenhouse(picture, state, block, own[0], plants[starship], doubles[starship], is_reached)
        else:
            tank = TANKS_OF_CELLS[first + BLOCKS_PRINTED[block].index(TANK)]
            is_doubled = bool(tanks >> tank & 1)
            _draw_worth(picture, block, VALUES[reactors[starship]], is_doubled, EMPTY not in own, is_reached)
    _draw_airlocks(picture, airlocks)
    _draw_marks(picture, sheet)


def _draw_hull(picture: Picture, starship: int, reactors: int) -> None:
    """The outline of a starship with its reactors at the left end: what a module of it is worth."""
    first, last = FIRST_BLOCKS[starship], LAST_BLOCKS[starship]
    left, right = LEFT_OF_BLOCKS[first] - REACTORS_WIDTH, LEFT_OF_BLOCKS[last] + WIDTHS[last] + BESIDE
    top, middle, bottom = (HULL_TOPS[starship] + HULL_HEIGHT * part / 2 for part in range(3))
    picture.area(
        (
            (left, top + 6),
            (left + 6, top),
            (right, top),
            (right + NOSE, middle),
            (right, bottom),
            (left + 6, bottom),
            (left, bottom - 6),
        ),
        "empty",
        note=f"starship {starship + 1}: its modules are worth {VALUES[reactors]} for {reactors} circled reactors",
    )
    size = 18
    y = middle - (REACTORS * (size + 2) - 2) / 2
    draw_symbols(picture, left + 2, y, "energy", REACTORS, reactors, size=size, kind="k1", per_row=1)


def _draw_space(picture: Picture, x: float, y: float, width: float, cell: int, value: int, tanks: int) -> None:
    """A space; it shows what it can bring until it is filled, and a circled tank also afterwards."""
    symbol = SYMBOLS[cell]
    kind = {TANK: "empty k3", ROBOT_BONUS: "empty k0", GREENHOUSE: "empty k2"}.get(symbol, "empty")
    actions = (WRITE + cell, WRITE_X + cell)
    if value == EMPTY and symbol in SIGNS:
        picture.cell(x, y, "", width, CELL_HEIGHT, kind, actions, icon=SIGNS[symbol])
        return
    is_circled = symbol == TANK and bool(tanks >> TANKS_OF_CELLS[cell] & 1)
    filled = "filled k3" if is_circled else "filled"
    draw_cell(picture, x, y, value, actions, kind, width, CELL_HEIGHT, filled)
    if is_circled:
        picture.icon(x + width - 10, y - 1, "water", 10)


def _draw_greenhouse(
    picture: Picture, state: np.void, block: int, value: int, plants: int, double: int, is_reached: bool
) -> None:
    """The plants of a greenhouse and its x2 bonus: open, circled, or lost."""
    starship = STARSHIP_OF[block]
    x, y = LEFT_OF_BLOCKS[block] + PADDING, TOPS[block] + 3
    is_lost = double == MISSED or is_race_closed(state, starship)
    beside = x + SPACES[block] + 2
    draw_race(
        picture, beside, y + 3, "x2", double == DOUBLED, is_lost, RACE + starship, RACE_WIDTH, height=CELL_HEIGHT - 6
    )
    left = x + (WIDTHS[block] - 2 * PADDING - PLANTS * (SYMBOL + 2) + 2) / 2
    draw_symbols(picture, left, y + CELL_HEIGHT + 3, "plant", PLANTS, plants, size=SYMBOL, kind="k2")
    _draw_worth(picture, block, VALUES[plants], double == DOUBLED, value != EMPTY, is_reached)


def _draw_worth(picture: Picture, block: int, value: int, is_doubled: bool, is_filled: bool, is_reached: bool) -> None:
    """What a block is worth when it is filled, bold when it is (escape 6.1)."""
    words = f"{value} x 2 = {2 * value}" if is_doubled else value
    kind = "bold" if is_filled else "muted" if is_reached else ""
    bottom = TOPS[block] + HEIGHTS[block]
    picture.label(LEFT_OF_BLOCKS[block] + WIDTHS[block] / 2, bottom - 5, words, 12, kind, "middle")


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
    """Astronauts and wilds; plannings and System Errors with what they cost; missions in the upper right corner."""
    draw_missions_taken(picture, RIGHT - 42, 2, sheet, is_column=True)
    y, astronauts = MARKS_TOP, int(sheet["astronauts"])
    x = draw_symbols(picture, LEFT, y + 4, "astronaut", PRINTED.astronauts, astronauts, kind="k4", pair_gap=2)
    picture.label(x + 2, y + 17, "a pair:", 11, "muted")
    draw_wilds(picture, x + 39, y + 4, sheet, MOST_WILDS)
    used, width = int(sheet["system_errors"]), 43
    x = RIGHT - width * len(ERRORS_COST) + 2
    picture.icon(x - 20, y + 5, "error", 16)
    draw_values(picture, x, y, ERRORS_COST, used, width, "System Error", [SYSTEM_ERROR], height=26)
    for box in range(used, ERRORS_WITH_COMPENSATION):  # what the first ones bring
        picture.icon(x + 2 + width * box, y + 8, "robot", 10, "muted")
    y += MARKS_STEP
    picture.icon(LEFT, y + 3, "planning", 16)
    width = (RIGHT - LEFT - 22) // len(PLANNINGS_COST)
    draw_values(picture, LEFT + 24, y, PLANNINGS_COST, int(sheet["plannings"]), width, "planning", height=22)


def draw_own(buttons: Buttons, state: np.void) -> None:
    """Words about the task of the player who decides."""
    if buttons.picture.shows_actor:
        buttons.say(TASKS.get(int(state["decision"]), ""))


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet, draw_own=draw_own, lines_of_choices=2)
