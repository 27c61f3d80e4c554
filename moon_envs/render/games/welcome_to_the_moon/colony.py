"""The Colony sheet as a picture: the grid of buildings and tunnels, its four quarters beside it, and the tracks.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.colony.actions import ACTIONS, TRACK, TUNNEL
from moon_envs.games.welcome_to_the_moon.colony.components import (
    ANTENNAS_OF_OBSERVATORY,
    BUILDING_PLACES,
    CELLS,
    FIRST_POINTS,
    GREENHOUSES,
    LATER_POINTS,
    MULTIPLIER,
    OBSERVATORY,
    PAID_FIRST,
    PAID_LATER,
    PLANNING_PENALTY,
    PLANTS,
    PRINTED,
    QUARTER_CELLS,
    QUARTERS,
    ROCKET,
    SIDE,
    TANK_OF_CELL,
    TRACK_NAMES,
    TRACKS,
    TUNNEL_ENDS,
    symbol_at,
)
from moon_envs.games.welcome_to_the_moon.colony.game import TABLES
from moon_envs.games.welcome_to_the_moon.facts import first_actions_of
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.render.games.welcome_to_the_moon.adventure import adventure_drawing
from moon_envs.render.games.welcome_to_the_moon.sheet_parts import (
    POINTS_LOST,
    draw_cell,
    draw_missions_taken,
    draw_race,
    draw_system_errors,
)
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.games.welcome_to_the_moon.value_boxes import draw_values
from moon_envs.render.panels import MARGIN, PANEL_WIDTH
from moon_envs.render.picture import Picture

STEP, CELL = 66, 40
GAP = STEP - CELL
QUARTER_SIZE = STEP * SIDE // 2
BESIDE_HEIGHT = 54  # above the upper quarters and below the lower ones: what each of them brings
GRID_LEFT = (PANEL_WIDTH - 2 * QUARTER_SIZE) / 2
GRID_TOP = BESIDE_HEIGHT
GRID_BOTTOM = GRID_TOP + 2 * QUARTER_SIZE
CELL_LEFT, CELL_TOP = GAP / 2, 7  # in its part of the grid, so that its symbols have room below it
SIGN = 15
PLANT_STEP, GREENHOUSE_GAP = 31, 8
TRACKS_TOP = GRID_BOTTOM + BESIDE_HEIGHT + 8
TRACK_STEP = 30
TRACK_ICONS = ("plant", "water", "antenna")
LEFT, RIGHT = MARGIN + 6, 264
SHEET_HEIGHT = TRACKS_TOP + 4 * TRACK_STEP - 4

FIRST = first_actions_of(ACTIONS)
TANKS_BY_CELL = TANK_OF_CELL.tolist()
VALUES_OF_TRACKS = [[f"x{value}" for value in values] for values in MULTIPLIER.tolist()]
PENALTIES = [-penalty for penalty in PLANNING_PENALTY.tolist()]
PLANTS_OF_GREENHOUSES = np.diff(PLANTS).tolist()
CELLS_OF_QUARTERS = QUARTER_CELLS.tolist()


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    for quarter in range(QUARTERS):
        _draw_quarter(picture, state, sheet, quarter)
    built = int(sheet["tunnels"])
    for tunnel, (one, other) in enumerate(TUNNEL_ENDS):
        _draw_tunnel(picture, tunnel, _place(one), _place(other), bool(built >> tunnel & 1))
    cells = sheet["cells"].tolist()
    filled, connected, tanks = int(sheet["filled"]), int(sheet["connected"]), int(sheet["tanks"])
    for building in range(len(BUILDING_PLACES)):
        is_connected = bool(connected >> building & 1)
        if building < CELLS:
            _draw_building(picture, building, cells[building], bool(filled >> building & 1), is_connected, tanks)
        else:
            _draw_special_building(picture, building, is_connected)
    _draw_tracks(picture, sheet)


def _place(building: int) -> tuple[float, float]:
    """The upper left corner of a building; rows count from the bottom (colony 1.1)."""
    column, row = BUILDING_PLACES[building]
    return GRID_LEFT + STEP * column + CELL_LEFT, GRID_BOTTOM - STEP * (row + 1) + CELL_TOP


def _draw_tunnel(
    picture: Picture, tunnel: int, one: tuple[float, float], other: tuple[float, float], is_built: bool
) -> None:
    """A tunnel between two buildings: thin, unless it is built or can be clicked."""
    actions, length = (TUNNEL + tunnel,), GAP - 2.0
    can = picture.can(actions[0])
    thick = length if can else 10.0 if is_built else 6.0
    middle = (CELL - thick) / 2
    if one[1] == other[1]:
        x, y, width, height = one[0] + CELL + 1, one[1] + middle, length, thick
    else:
        x, y, width, height = one[0] + middle, other[1] + CELL + 1, thick, length
    kind, icon = "done" if is_built else "empty", "tunnel" if can else ""
    picture.cell(x, y, "", width, height, kind, actions, round_by=5 if can else 2, icon=icon)


def _draw_building(picture: Picture, cell: int, value: int, is_filled: bool, is_connected: bool, tanks: int) -> None:
    """A cell, with its tank at its lower left and its antenna at its lower right."""
    x, y = _place(cell)
    draw_cell(picture, x, y, value, (WRITE + cell, FIRST.write_x + cell), "empty", CELL, CELL)
    tank = TANKS_BY_CELL[cell]
    if tank >= 0:
        is_circled = bool(tanks >> tank & 1)
        kind = "done" if is_circled else "closed" if is_filled else "k3"
        note = "tank, circled" if is_circled else "tank, lost" if is_filled else "tank"
        picture.cell(x - SIGN / 2 - 2, y + CELL + 2, "", SIGN, SIGN, kind, note=note, round_by=SIGN / 2, icon="water")
    if symbol_at(*BUILDING_PLACES[cell]) in "AB":
        is_circled = is_filled and is_connected
        note = "antenna, circled" if is_circled else "antenna"
        _draw_antenna(picture, x + CELL + 2 - SIGN / 2, y + CELL + 2, is_circled, note)


def _draw_antenna(picture: Picture, x: float, y: float, is_circled: bool, note: str) -> None:
    kind = "done" if is_circled else "k4"
    picture.cell(x, y, "", SIGN, SIGN, kind, note=note, round_by=SIGN / 2, icon="antenna")


def _draw_special_building(picture: Picture, building: int, is_connected: bool) -> None:
    """The rocket, the observatory with its antennas, or a building with an X."""
    x, y = _place(building)
    if building == ROCKET:
        picture.cell(x, y, "", CELL, CELL, "filled", note="rocket", icon="rocket")
    elif building == OBSERVATORY:
        picture.cell(x, y, "", CELL, CELL, "k4", note="observatory", icon="antenna")
        note = "antenna of the observatory"
        for antenna in range(ANTENNAS_OF_OBSERVATORY):
            _draw_antenna(picture, x + CELL - 1, y + (SIGN + 1) * antenna - 4, is_connected, note)
    else:
        picture.cell(x, y, "", CELL, CELL, "closed", is_crossed=True, note="numbered from the start")


def _draw_quarter(picture: Picture, state: np.void, sheet: np.void, quarter: int) -> None:
    """The ground of a quarter, and above or below it its bonuses and greenhouses."""
    is_right, is_lower = quarter % 2, quarter // 2
    left, top = GRID_LEFT + is_right * QUARTER_SIZE, GRID_TOP + is_lower * QUARTER_SIZE
    picture.cell(left + 1, top, "", QUARTER_SIZE - 2, QUARTER_SIZE - 2, "k6" if is_right == is_lower else "plain")
    x, y = left + 4, GRID_BOTTOM + 6 if is_lower else 0
    paid = int(sheet["quarters"][quarter])
    count = (int(sheet["filled"]) & CELLS_OF_QUARTERS[quarter]).bit_count()
    words = f"{count} of {CELLS_OF_QUARTERS[quarter].bit_count()} cells"
    picture.label(x + 1, y + 15, words, 12, "muted")
    right, is_closed = left + QUARTER_SIZE - 4, is_race_closed(state, quarter)
    draw_race(picture, right - 80, y, FIRST_POINTS, paid == PAID_FIRST, is_closed, FIRST.race + quarter, 44)
    picture.cell(right - 34, y, LATER_POINTS, 34, 20, "filled" if paid == PAID_LATER else "empty")
    greenhouses = int(sheet["greenhouses"][quarter])
    for greenhouse in range(GREENHOUSES):
        kind = "done" if greenhouse < greenhouses else "k2"
        for _ in range(PLANTS_OF_GREENHOUSES[greenhouse]):
            picture.cell(x, y + 24, "", PLANT_STEP - 1, 22, kind, round_by=5, icon="plant")
            x += PLANT_STEP
        x += GREENHOUSE_GAP


def _draw_tracks(picture: Picture, sheet: np.void) -> None:
    """The multipliers and plannings with their boxes; beside them missions, errors and astronauts."""
    boxes = sheet["track_boxes"].tolist()
    y = TRACKS_TOP
    for track in range(TRACKS):
        _draw_multiplier(picture, LEFT, y, track, boxes[track])
        y += TRACK_STEP
    picture.icon(LEFT, y + 3, "planning", 18)
    draw_values(picture, LEFT + 26, y, PENALTIES, int(sheet["plannings"]), 21, "planning", height=24)
    draw_missions_taken(picture, RIGHT + 22, TRACKS_TOP + 2, sheet)
    errors = int(sheet["system_errors"])
    draw_system_errors(picture, RIGHT, TRACKS_TOP + 31, errors, PRINTED.system_error_boxes, words=POINTS_LOST)
    y = TRACKS_TOP + 70
    draw_symbols(picture, RIGHT, y, "astronaut", PRINTED.astronauts, int(sheet["astronauts"]), size=17, kind="k4")
    picture.label(RIGHT, y + 37, "most astronauts: 20, 10, 5", 12, "muted")


def _draw_multiplier(picture: Picture, x: float, y: float, track: int, crossed: int) -> None:
    """A multiplier: the first value that is not crossed off is valid (colony 6.2)."""
    picture.icon(x, y + 3, TRACK_ICONS[track], 18)
    note = f"multiplier of {TRACK_NAMES[track]}"
    draw_values(picture, x + 26, y, VALUES_OF_TRACKS[track], crossed, 42, note, [TRACK + track], height=26)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet)
