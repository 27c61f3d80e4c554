"""The Mine sheet as a picture: the mine with pumps, minerals and pockets, and the factories below it.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.facts import first_actions_of
from moon_envs.games.welcome_to_the_moon.mine.actions import ACTIONS, ENERGY_OF_FACTORY, POCKET, ROBOT_OF_FACTORY
from moon_envs.games.welcome_to_the_moon.mine.components import (
    ASTRONAUT_CENTRE,
    CAPACITY,
    COLUMNS,
    FACTORY_ENERGIES,
    FACTORY_NAMES,
    FACTORY_ROBOTS,
    FACTORY_VALUE,
    FILLING_POINTS,
    FILLING_TRIGGER,
    FIRST_SECONDARY_FACTORY,
    LEVELS,
    MINERALS_PRINTED,
    POCKETS_BY_PLACE,
    PRINTED,
    RESOURCES,
    RESOURCES_OF_SECONDARY_FACTORY,
    ROBOT_FACTORY,
    ROBOTS_OF_ROBOT_FACTORY,
)
from moon_envs.games.welcome_to_the_moon.mine.game import TABLES
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.render.games.welcome_to_the_moon.adventure import adventure_drawing
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.games.welcome_to_the_moon.sheet_parts import (
    POINTS_LOST,
    draw_cell,
    draw_missions_taken,
    draw_race,
    draw_system_errors,
)
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

COLUMN_STEP, LEVEL_STEP, CELL_WIDTH, CELL_HEIGHT = 35, 84, 29, 32
LEFT = (PANEL_WIDTH - COLUMN_STEP * COLUMNS) / 2
MINERAL_HEIGHT, POCKET_SIZE = 16, 28
PUMP_HEIGHT = 20
LEVELS_TOP = PUMP_HEIGHT + 8
MINE_HEIGHT = LEVELS_TOP + LEVEL_STEP * (LEVELS - 1) + CELL_HEIGHT + MINERAL_HEIGHT + 4

# Two rows of three main factories; above most of them stands the secondary factory that serves it.
FACTORIES_TOP = MINE_HEIGHT + 8
FACTORIES_PER_ROW, FACTORY_STEP, FACTORY_WIDTH = 3, 141, 136
SECONDARY_HEIGHT, MAIN_HEIGHT, CENTRE_HEIGHT = 36, 154, 122
MAIN_TOP = SECONDARY_HEIGHT + 3
ROW_STEP = MAIN_TOP + MAIN_HEIGHT + 8
SHEET_HEIGHT = FACTORIES_TOP + 2 * ROW_STEP - 8

# What each main factory holds: the signs of its symbols, and their colour.
MAIN_ICONS = ("plant", "water", "pearl", "ruby", "astronaut", "planning")
MAIN_KINDS = ("k2", "k3", "k6", "k4", "k4", "k5")
MINERALS = {"P": ("pearl", "k6"), "R": ("ruby", "k4")}
POCKET_LOOKS = {"p": ("plant", "k2"), "w": ("water", "k3")}
CROSSED_SIZE = 26  # of energies and robots
SYMBOL_SIZES, SYMBOLS_PER_ROW = (19, 24, 19, 19, 28, 28), (6, 5, 6, 6, 4, 4)  # by main factory

FIRST = first_actions_of(ACTIONS)
ENERGIES_PRINTED, ROBOTS_PRINTED = FACTORY_ENERGIES.tolist(), FACTORY_ROBOTS.tolist()


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    _draw_mine(picture, sheet)
    energies, robots = sheet["energies"].tolist(), sheet["robots"].tolist()
    for factory in range(len(FACTORY_NAMES)):
        is_complete = energies[factory] == ENERGIES_PRINTED[factory] and robots[factory] == ROBOTS_PRINTED[factory]
        if factory < FIRST_SECONDARY_FACTORY:
            x, y = _place(factory)
            symbols = _symbols(sheet, factory)
            draw_piece(picture, y + MAIN_TOP + MAIN_HEIGHT, _draw_main_factory, factory, is_complete, *symbols)
            if factory < RESOURCES:
                _draw_filling_bonus(picture, state, sheet, factory, x + 6, y + MAIN_TOP + 125)
            crosses_top = y + MAIN_TOP + 29
        else:
            x, y = _place(factory - FIRST_SECONDARY_FACTORY)
            draw_piece(picture, y + SECONDARY_HEIGHT, _draw_secondary_factory, factory, is_complete)
            crosses_top = y + 5
        _draw_energies_and_robots(picture, factory, x + 6, crosses_top, energies[factory], robots[factory])
    x, y = _place(ASTRONAUT_CENTRE)
    below = y + MAIN_TOP + CENTRE_HEIGHT + 4
    errors = int(sheet["system_errors"])
    draw_system_errors(picture, x + 8, below, errors, PRINTED.system_error_boxes, words=POINTS_LOST)
    draw_missions_taken(picture, x + FACTORY_STEP + 2, below + 4, sheet)


def _place(factory: int) -> tuple[float, float]:
    """The upper left corner of a main factory with what stands above it."""
    row, column = divmod(factory, FACTORIES_PER_ROW)
    return LEFT + 1 + FACTORY_STEP * column, FACTORIES_TOP + ROW_STEP * row


def _draw_mine(picture: Picture, sheet: np.void) -> None:
    """Columns with their pumps; cells with their minerals; pockets between the levels."""
    cells, pumps, pockets = sheet["cells"].tolist(), int(sheet["pumps"]), int(sheet["pockets"])
    for column in range(COLUMNS):
        are_filled = tuple(cells[COLUMNS * level + column] != EMPTY for level in range(LEVELS))
        draw_piece(picture, MINE_HEIGHT + 1, _draw_column, column, bool(pumps >> column & 1), are_filled)
    for cell, value in enumerate(cells):
        level, column = divmod(cell, COLUMNS)
        x, y = LEFT + COLUMN_STEP * column + 3, LEVELS_TOP + LEVEL_STEP * level
        draw_cell(picture, x, y, value, (WRITE + cell, FIRST.write_x + cell), "empty", CELL_WIDTH, CELL_HEIGHT)
    for pocket, (column, above, letter) in enumerate(POCKETS_BY_PLACE):
        icon, kind = POCKET_LOOKS[letter]
        x = LEFT + COLUMN_STEP * column + (COLUMN_STEP - POCKET_SIZE) / 2
        y = LEVELS_TOP + LEVEL_STEP * above + CELL_HEIGHT + MINERAL_HEIGHT + 4
        is_circled, is_over = bool(pockets >> pocket & 1), bool(pumps >> column & 1)
        kind = "done" if is_circled else "closed" if is_over else kind
        size, actions = POCKET_SIZE, (POCKET + pocket,)
        picture.cell(x, y, "", size, size, kind, actions, note=icon, round_by=size / 2, icon=icon)


def _draw_column(picture: Picture, column: int, is_extracted: bool, are_filled: tuple[bool, ...]) -> None:
    """The ground of a column, its pump, and a mineral below each cell that has one."""
    x = LEFT + COLUMN_STEP * column
    picture.cell(x + 1, 0, "", COLUMN_STEP - 2, MINE_HEIGHT, "filled" if is_extracted else "plain")
    note = f"pump {column + 1}" + (": extracted" if is_extracted else "")
    kind = "done" if is_extracted else "k0"
    picture.cell(x + 3, 4, column + 1, CELL_WIDTH, PUMP_HEIGHT, kind, note=note, round_by=PUMP_HEIGHT / 2)
    for level, is_filled in enumerate(are_filled):
        mineral = MINERALS_PRINTED[level][column]
        if mineral in MINERALS:
            icon, kind = MINERALS[mineral]
            note = f"{icon}, circled" if is_filled else icon
            y = LEVELS_TOP + LEVEL_STEP * level + CELL_HEIGHT
            kind = "done" if is_filled else kind
            picture.cell(x + 3, y, "", CELL_WIDTH, MINERAL_HEIGHT, kind, note=note, icon=icon)


def _draw_energies_and_robots(picture: Picture, factory: int, x: float, y: float, energies: int, robots: int) -> None:
    """What is to be crossed off in a factory."""
    action, size = ENERGY_OF_FACTORY + factory, CROSSED_SIZE
    x = draw_symbols(picture, x, y, "energy", ENERGIES_PRINTED[factory], energies, action, size, "k1")
    if ROBOTS_PRINTED[factory]:
        action = ROBOT_OF_FACTORY + factory
        draw_symbols(picture, x, y, "robot", ROBOTS_PRINTED[factory], robots, action, size, "k0")


def _draw_secondary_factory(picture: Picture, factory: int, is_complete: bool) -> None:
    """A factory that brings resources to the one below it; that of the robots is as wide as both control centres."""
    x, y = _place(factory - FIRST_SECONDARY_FACTORY)
    is_wide = factory == ROBOT_FACTORY
    kind = "filled" if is_complete else "plain"
    width = FACTORY_STEP + FACTORY_WIDTH if is_wide else FACTORY_WIDTH
    brought = ROBOTS_OF_ROBOT_FACTORY if is_wide else RESOURCES_OF_SECONDARY_FACTORY
    note = f"{FACTORY_NAMES[factory]}: brings {brought} once complete"
    picture.cell(x, y, "", width, SECONDARY_HEIGHT, kind, note=note, round_by=6)
    icon = "robot" if is_wide else MAIN_ICONS[factory - FIRST_SECONDARY_FACTORY]
    right = x + FACTORY_WIDTH
    picture.icon(right - 45, y + 14, "arrow", 9, "muted")
    picture.label(right - 35, y + 23, f"+{brought}", 13, "bold")
    picture.icon(right - 18, y + 10, icon, 15)
    if is_wide:
        picture.label(right + 6, y + 23, "of any factories", 12, "muted")


def _draw_main_factory(picture: Picture, factory: int, is_upgraded: bool, count: int, marked: int) -> None:
    """A factory or control centre: what its symbols are worth now and once it is complete, and the symbols."""
    x, y = _place(factory)
    y += MAIN_TOP
    kind = "filled" if is_upgraded else "plain"
    height = MAIN_HEIGHT if factory < RESOURCES else CENTRE_HEIGHT
    picture.cell(x, y, "", FACTORY_WIDTH, height, kind, note=FACTORY_NAMES[factory], round_by=6)
    icon, colour = MAIN_ICONS[factory], MAIN_KINDS[factory]
    picture.icon(x + 8, y + 5, icon, 18)
    before, after = FACTORY_VALUE[factory].tolist()
    picture.cell(x + 40, y + 4, f"x{before}", 36, 20, "empty" if is_upgraded else "filled")
    picture.icon(x + 80, y + 9, "arrow", 10, "muted")
    picture.cell(x + 94, y + 4, f"x{after}", 36, 20, "done" if is_upgraded else "empty")
    size, per_row = SYMBOL_SIZES[factory], SYMBOLS_PER_ROW[factory]
    left = x + (FACTORY_WIDTH + 2 - per_row * (size + 2)) / 2
    draw_symbols(picture, left, y + 59, icon, count, marked, size=size, kind=colour, per_row=per_row)


def _draw_filling_bonus(picture: Picture, state: np.void, sheet: np.void, factory: int, x: float, y: float) -> None:
    """The filling bonus, and how many resources reach it (mine 4.2)."""
    is_won, is_closed = bool(sheet["filling_bonuses"][factory]), is_race_closed(state, factory)
    draw_race(picture, x, y, FILLING_POINTS[factory], is_won, is_closed, FIRST.race + factory, 40, 26)
    picture.label(x + 48, y + 18, f"from {FILLING_TRIGGER[factory]}", 12, "muted")


def _symbols(sheet: np.void, factory: int) -> tuple[int, int]:
    """How many symbols a main factory has, and how many are marked."""
    if factory < RESOURCES:
        return int(CAPACITY[factory]), int(sheet["resources"][factory])
    if factory == ASTRONAUT_CENTRE:
        return PRINTED.astronauts, int(sheet["astronauts"])
    return PRINTED.plannings, int(sheet["plannings"])


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet)
