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
    PLANNING_CENTRE,
    POCKETS_BY_PLACE,
    PRINTED,
    RESOURCES,
    RESOURCES_OF_SECONDARY_FACTORY,
    ROBOT_FACTORY,
    ROBOTS_OF_ROBOT_FACTORY,
)
from moon_envs.games.welcome_to_the_moon.mine.game import TABLES
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    CHOICES_HEIGHT,
    MARGIN,
    adventure_drawing,
    draw_cell,
    draw_missions_taken,
    draw_race,
    draw_shared_choices,
    draw_system_errors,
)
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.picture import Picture

LEFT, COLUMN_STEP, LEVEL_STEP, CELL_WIDTH, CELL_HEIGHT = 14, 48, 54, 28, 30
PUMPS_HEIGHT = 26
FACTORIES_TOP = PUMPS_HEIGHT + LEVEL_STEP * LEVELS - 12
FACTORY_STEP, FACTORY_WIDTH = 97, 93
SECONDARY_HEIGHT, MAIN_HEIGHT = 46, 152
MAIN_TOP = FACTORIES_TOP + SECONDARY_HEIGHT + 4
CHOICES_TOP = MAIN_TOP + MAIN_HEIGHT + 6
SHEET_HEIGHT = CHOICES_TOP + CHOICES_HEIGHT

# What each main factory holds: the signs of its symbols, and their colour.
MAIN_ICONS = ("plant", "water", "pearl", "ruby", "astronaut", "planning")
MAIN_KINDS = ("k2", "k3", "k6", "k4", "k4", "k5")
MINERALS = {"P": ("pearl", "k6"), "R": ("ruby", "k4")}
POCKET_LOOKS = {"p": ("plant", "k2"), "w": ("water", "k3")}
SYMBOLS_PER_ROW = 5

FIRST = first_actions_of(ACTIONS)
ENERGIES_PRINTED, ROBOTS_PRINTED = FACTORY_ENERGIES.tolist(), FACTORY_ROBOTS.tolist()


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    _draw_mine(picture, sheet)
    energies, robots = sheet["energies"].tolist(), sheet["robots"].tolist()
    for factory in range(len(FACTORY_NAMES)):
        is_complete = energies[factory] == ENERGIES_PRINTED[factory] and robots[factory] == ROBOTS_PRINTED[factory]
        if factory < FIRST_SECONDARY_FACTORY:
            x, y = LEFT + FACTORY_STEP * factory, MAIN_TOP
            _draw_main_factory(picture, state, sheet, factory, x, y, is_complete)
        else:
            x, y = LEFT + FACTORY_STEP * (factory - FIRST_SECONDARY_FACTORY), FACTORIES_TOP
            _draw_secondary_factory(picture, factory, x, y, is_complete)
        _draw_energies_and_robots(picture, factory, x + 5, y + 24, energies[factory], robots[factory])
    x = LEFT + FACTORY_STEP * PLANNING_CENTRE
    draw_system_errors(picture, x, FACTORIES_TOP + 4, int(sheet["system_errors"]), PRINTED.system_error_boxes)
    picture.label(x, FACTORIES_TOP + 36, "5 points lost each", 10, "muted")
    draw_missions_taken(picture, 450, CHOICES_TOP, sheet)
    draw_shared_choices(picture, state, TABLES, MARGIN + 4, CHOICES_TOP + 2)


def _draw_mine(picture: Picture, sheet: np.void) -> None:
    """Columns with their pumps; cells with their minerals; pockets between the levels."""
    cells, pumps, pockets = sheet["cells"].tolist(), int(sheet["pumps"]), int(sheet["pockets"])
    for column in range(COLUMNS):
        x = LEFT + COLUMN_STEP * column
        is_extracted = bool(pumps >> column & 1)
        height = PUMPS_HEIGHT + LEVEL_STEP * LEVELS - 22
        picture.cell(x - 3, 0, "", COLUMN_STEP - 3, height, "filled" if is_extracted else "plain")
        note = f"pump {column + 1}" + (": extracted" if is_extracted else "")
        picture.cell(x + 8, 4, column + 1, 24, 18, "done" if is_extracted else "k0", note=note, round_by=9)
    for cell, value in enumerate(cells):
        level, column = divmod(cell, COLUMNS)
        x, y = LEFT + COLUMN_STEP * column, PUMPS_HEIGHT + LEVEL_STEP * level
        draw_cell(picture, x, y, value, (WRITE + cell, FIRST.write_x + cell), "empty", CELL_WIDTH, CELL_HEIGHT)
        mineral = MINERALS_PRINTED[level][column]
        if mineral in MINERALS:
            icon, kind = MINERALS[mineral]
            note = icon if value == EMPTY else f"{icon}, circled"
            kind = kind if value == EMPTY else "done"
            picture.cell(x + 27, y + 8, "", 14, 14, kind, note=note, round_by=7, icon=icon)
    for pocket, (column, above, letter) in enumerate(POCKETS_BY_PLACE):
        icon, kind = POCKET_LOOKS[letter]
        x, y = LEFT + COLUMN_STEP * column, PUMPS_HEIGHT + LEVEL_STEP * above + CELL_HEIGHT + 3
        is_circled, is_over = bool(pockets >> pocket & 1), bool(pumps >> column & 1)
        kind = "done" if is_circled else "closed" if is_over else kind
        picture.cell(x + 5, y, "", 18, 18, kind, (POCKET + pocket,), note=icon, round_by=9, icon=icon)


def _draw_energies_and_robots(picture: Picture, factory: int, x: float, y: float, energies: int, robots: int) -> None:
    """What is to be crossed off in a factory."""
    x = draw_symbols(
        picture, x, y, "energy", ENERGIES_PRINTED[factory], energies, ENERGY_OF_FACTORY + factory, kind="k1"
    )
    if ROBOTS_PRINTED[factory]:
        draw_symbols(picture, x, y, "robot", ROBOTS_PRINTED[factory], robots, ROBOT_OF_FACTORY + factory, kind="k0")


def _draw_secondary_factory(picture: Picture, factory: int, x: float, y: float, is_complete: bool) -> None:
    """A factory that brings resources to the one below it, or robots."""
    kind = "filled" if is_complete else "plain"
    picture.cell(x, y, "", FACTORY_WIDTH, SECONDARY_HEIGHT, kind, note=FACTORY_NAMES[factory], round_by=6)
    brought = ROBOTS_OF_ROBOT_FACTORY if factory == ROBOT_FACTORY else RESOURCES_OF_SECONDARY_FACTORY
    icon = "robot" if factory == ROBOT_FACTORY else MAIN_ICONS[factory - FIRST_SECONDARY_FACTORY]
    picture.label(x + 6, y + 16, f"full: +{brought}", 12, "bold")
    picture.icon(x + 58, y + 5, icon, 14)


def _draw_main_factory(
    picture: Picture, state: np.void, sheet: np.void, factory: int, x: float, y: float, is_upgraded: bool
) -> None:
    """A factory or control centre: what its symbols are worth now and once it is complete, and the symbols."""
    kind = "filled" if is_upgraded else "plain"
    picture.cell(x, y, "", FACTORY_WIDTH, MAIN_HEIGHT, kind, note=FACTORY_NAMES[factory], round_by=6)
    picture.icon(x + 6, y + 4, MAIN_ICONS[factory], 16)
    before, after = FACTORY_VALUE[factory].tolist()
    picture.cell(x + 27, y + 3, f"x{before}", 26, 18, "empty" if is_upgraded else "filled")
    picture.icon(x + 54, y + 8, "arrow", 9, "muted")
    picture.cell(x + 65, y + 3, f"x{after}", 26, 18, "done" if is_upgraded else "empty")
    draw_piece(picture, y + MAIN_HEIGHT, _draw_symbols, x + 5, y + 48, factory, *_symbols(sheet, factory))
    if factory < RESOURCES:
        is_won, is_closed = bool(sheet["filling_bonuses"][factory]), is_race_closed(state, factory)
        draw_race(picture, x + 5, y + 124, FILLING_POINTS[factory], is_won, is_closed, FIRST.race + factory, 30)
        picture.label(x + 39, y + 138, f"from {FILLING_TRIGGER[factory]}", 12, "muted")


def _symbols(sheet: np.void, factory: int) -> tuple[int, int]:
    """How many symbols a main factory has, and how many are marked."""
    if factory < RESOURCES:
        return int(CAPACITY[factory]), int(sheet["resources"][factory])
    if factory == ASTRONAUT_CENTRE:
        return PRINTED.astronauts, int(sheet["astronauts"])
    return PRINTED.plannings, int(sheet["plannings"])


def _draw_symbols(picture: Picture, x: float, y: float, factory: int, count: int, marked: int) -> None:
    """The symbols of a main factory."""
    icon, kind = MAIN_ICONS[factory], MAIN_KINDS[factory]
    draw_symbols(picture, x, y, icon, count, marked, size=15, kind=kind, per_row=SYMBOLS_PER_ROW)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet)
