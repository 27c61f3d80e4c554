"""The Escape sheet as a picture: six starships one above the other, the airlocks, and the marks that cost points."""

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
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    CHOICES_HEIGHT,
    MARGIN,
    adventure_drawing,
    draw_cell,
    draw_missions_taken,
    draw_shared_choices,
)
from moon_envs.render.games.welcome_to_the_moon.symbols import SYMBOL, draw_symbol, draw_wild_rows
from moon_envs.render.picture import Picture

WRITE_X, RACE = ACTIONS.first("write_x"), ACTIONS.first("race")

# Where the blocks of each starship begin, so that blocks with an airlock between them lie above one another.
CELL, PADDING = 28, 4
BLOCK_HEIGHT, STARSHIP_HEIGHT = 46, 78
GREENHOUSE_WIDTH = CELL + 2 * PADDING + 3 * SYMBOL + 4
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
WIDTHS = tuple(
    GREENHOUSE_WIDTH if block == GREENHOUSE else CELL * len(block) + 2 * PADDING for block in BLOCKS_PRINTED
)
TOPS = tuple(STARSHIP_HEIGHT * (STARSHIPS - 1 - starship) + 5 for starship in STARSHIP_OF)
FIRST_CELLS = tuple(sum(map(len, BLOCKS_PRINTED[:block])) for block in range(BLOCKS))
TANKS_OF_CELLS, VALUES = TANK_OF_CELL.tolist(), SYMBOL_VALUES.tolist()
FIRST_BLOCKS = tuple(STARSHIP_OF.index(starship) for starship in range(STARSHIPS))
LAST_BLOCKS = tuple(STARSHIP_OF.count(starship) + first - 1 for starship, first in enumerate(FIRST_BLOCKS))
REACTORS_WIDTH, NOSE = 72, 18
AIRLOCK_SIGN = 16

GROUND = STARSHIP_HEIGHT * STARSHIPS - 12
MARKS_TOP = GROUND + 14
CHOICES_TOP = MARKS_TOP + 52
SHEET_HEIGHT = CHOICES_TOP + CHOICES_HEIGHT


def _airlock_ends(one: int, other: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of an airlock: beside each other, or in the middle of what two blocks have above one another."""
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
            _draw_greenhouse(picture, state, block, own[0], plants[starship], doubles[starship])
        else:
            tank = TANKS_OF_CELLS[first + BLOCKS_PRINTED[block].index(TANK)]
            factor = 2 if tanks >> tank & 1 else 1
            _draw_worth(picture, block, VALUES[reactors[starship]], factor, EMPTY not in own)
    _draw_airlocks(picture, airlocks)
    _draw_marks(picture, sheet)
    draw_shared_choices(picture, state, TABLES, MARGIN + 4, CHOICES_TOP)


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
    for place in range(REACTORS):
        draw_symbol(
            picture, left + 10 + (SYMBOL + 2) * place, top + 10, "energy", place < reactors, "k1", note="reactor", size=16
        )
    picture.label(left + 36, top + 44, f"module {VALUES[reactors]}", 10.5, "muted", "middle")


def _draw_space(picture: Picture, x: float, y: float, cell: int, value: int, tanks: int) -> None:
    """A space; what it can bring is seen until it is filled, a circled tank also afterwards."""
    symbol = SYMBOLS[cell]
    kind = {TANK: "empty k3", ROBOT_BONUS: "empty k0", GREENHOUSE: "empty k2"}.get(symbol, "empty")
    draw_cell(picture, x, y, value, (WRITE + cell, WRITE_X + cell), kind)
    if value == EMPTY and symbol in (TANK, ROBOT_BONUS):
        picture.icon(x + 6, y + 6, "water" if symbol == TANK else "robot", 14, "muted")
    elif symbol == TANK and tanks >> TANKS_OF_CELLS[cell] & 1:
        picture.icon(x + 17, y - 3, "water", 11, "ink")


def _draw_greenhouse(
    picture: Picture, state: np.void, block: int, value: int, plants: int, double: int
) -> None:
    """The plants of a greenhouse and its x2 bonus: open, circled, or lost."""
    starship = STARSHIP_OF[block]
    x, y = LEFT_OF_BLOCKS[block] + PADDING + CELL + 3, TOPS[block] + PADDING
    for place in range(PLANTS):
        draw_symbol(picture, x + SYMBOL * place, y, "plant", place < plants, "k2", note="plant")
    is_lost = double == MISSED or (double != DOUBLED and is_race_closed(state, starship))
    kind = "filled k1" if double == DOUBLED else "closed" if is_lost else "plain"
    words = "circled" if double == DOUBLED else "lost" if is_lost else "open"
    picture.cell(x + 9, y + 18, "x2", 27, 17, kind, [RACE + starship], is_lost, f"x2 bonus: {words}", 8)
    factor = 2 if double == DOUBLED else 1
    _draw_worth(picture, block, VALUES[plants], factor, value != EMPTY, LEFT_OF_BLOCKS[block] + PADDING + CELL / 2)


def _draw_worth(
    picture: Picture, block: int, value: int, factor: int, is_filled: bool, x: float | None = None
) -> None:
    """What a block is worth when it is filled, bold when it is (escape 6.1)."""
    words = f"{value} x 2 = {value * factor}" if factor == 2 and x is None else value * factor
    x = LEFT_OF_BLOCKS[block] + WIDTHS[block] / 2 if x is None else x
    picture.label(x, TOPS[block] + BLOCK_HEIGHT - 4, words, 10.5, "bold" if is_filled else "muted", "middle")


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
    draw_wild_rows(picture, x, y, sheet, PRINTED, MOST_WILDS)
    x += 158
    used = int(sheet["plannings"])
    picture.icon(x, y, "planning", 15)
    for box, penalty in enumerate(PLANNING_PENALTIES.tolist()):
        _draw_penalty(picture, x + 22 + 27 * box, y - 1, penalty, box, used, "planning")
    used = int(sheet["system_errors"])
    y += 21
    picture.icon(x, y, "error", 16)
    for box in range(PRINTED.system_error_boxes + 1):
        left = x + 22 + 27 * box
        note = "System Error" + (", with an airlock" if box < ERRORS_WITH_COMPENSATION else "")
        _draw_penalty(picture, left, y, SYSTEM_ERROR_PENALTY * box, box, used, note)
    draw_missions_taken(picture, x + 152, y - 1, sheet)


def _draw_penalty(picture: Picture, x: float, y: float, penalty: int, box: int, used: int, note: str) -> None:
    """A box with a penalty: the lowest one that is not crossed off counts."""
    kind = "filled" if box == used else "closed" if box < used else "empty"
    actions = [ACTIONS.first("system_error")] if note.startswith("System") and box == used else []
    picture.cell(x, y, -penalty, 25, 17, kind, actions, box < used, note, 3)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet)
