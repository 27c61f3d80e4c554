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

STEP, CELL = 56, 34
QUARTER_SIZE = STEP * SIDE // 2
BESIDE_HEIGHT = 84  # above the upper quarters and below the lower ones: what each of them brings
GRID_LEFT = (PANEL_WIDTH - 2 * QUARTER_SIZE) / 2
GRID_TOP = BESIDE_HEIGHT
GRID_BOTTOM = GRID_TOP + 2 * QUARTER_SIZE + 4
SIGN = 13
TRACKS_TOP = GRID_BOTTOM + BESIDE_HEIGHT + 10
TRACK_STEP = 30
TRACK_ICONS = ("plant", "water", "antenna")
SHEET_HEIGHT = TRACKS_TOP + 6 * TRACK_STEP + 8

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
    return GRID_LEFT + STEP * column + 11, GRID_BOTTOM - STEP * (row + 1) + 4


def _draw_tunnel(
    picture: Picture, tunnel: int, one: tuple[float, float], other: tuple[float, float], is_built: bool
) -> None:
    thick = 9 if is_built else 5
    middle = CELL / 2 - thick / 2
    if one[1] == other[1]:
        x, y, width, height = one[0] + CELL + 2, one[1] + middle, STEP - CELL - 4.0, float(thick)
    else:
        x, y, width, height = one[0] + middle, other[1] + CELL + 2, float(thick), STEP - CELL - 4.0
    picture.cell(x, y, "", width, height, "done" if is_built else "empty", (TUNNEL + tunnel,), round_by=2)


def _draw_building(picture: Picture, cell: int, value: int, is_filled: bool, is_connected: bool, tanks: int) -> None:
    """A cell, with its tank at its lower left and its antenna at its lower right."""
    x, y = _place(cell)
    draw_cell(picture, x, y, value, (WRITE + cell, FIRST.write_x + cell), "empty", CELL, CELL)
    tank = TANKS_BY_CELL[cell]
    if tank >= 0:
        is_circled = bool(tanks >> tank & 1)
        kind = "done" if is_circled else "closed" if is_filled else "k3"
        note = "tank, circled" if is_circled else "tank, lost" if is_filled else "tank"
        picture.cell(x - 1, y + CELL + 3, "", SIGN, SIGN, kind, note=note, round_by=7, icon="water")
    if symbol_at(*BUILDING_PLACES[cell]) in "AB":
        is_circled = is_filled and is_connected
        note = "antenna, circled" if is_circled else "antenna"
        _draw_antenna(picture, x + CELL + 1 - SIGN, y + CELL + 3, is_circled, note)


def _draw_antenna(picture: Picture, x: float, y: float, is_circled: bool, note: str) -> None:
    kind = "done" if is_circled else "k4"
    picture.cell(x, y, "", SIGN, SIGN, kind, note=note, round_by=7, icon="antenna")


def _draw_special_building(picture: Picture, building: int, is_connected: bool) -> None:
    """The rocket, the observatory with its antennas, or a building with an X."""
    x, y = _place(building)
    if building == ROCKET:
        picture.cell(x, y, "", CELL, CELL, "filled", note="rocket", icon="rocket")
    elif building == OBSERVATORY:
        picture.cell(x, y, "", CELL, CELL, "k4", note="observatory", icon="antenna")
        for antenna in range(ANTENNAS_OF_OBSERVATORY):
            _draw_antenna(picture, x + CELL + 4, y + 14 * antenna - 3, is_connected, "antenna of the observatory")
    else:
        picture.cell(x, y, "", CELL, CELL, "closed", is_crossed=True, note="numbered from the start")


def _draw_quarter(picture: Picture, state: np.void, sheet: np.void, quarter: int) -> None:
    """The ground of a quarter, and above or below it its bonuses and greenhouses."""
    is_right, is_lower = quarter % 2, quarter // 2
    left, top = GRID_LEFT + is_right * QUARTER_SIZE, GRID_TOP + 2 + is_lower * QUARTER_SIZE
    picture.cell(left + 1, top, "", QUARTER_SIZE - 2, QUARTER_SIZE - 2, "k6" if is_right == is_lower else "plain")
    x, y = MARGIN + 4 + is_right * (PANEL_WIDTH / 2), GRID_BOTTOM + 8 if is_lower else 2
    paid = int(sheet["quarters"][quarter])
    count = (int(sheet["filled"]) & CELLS_OF_QUARTERS[quarter]).bit_count()
    words = f"{count} of {CELLS_OF_QUARTERS[quarter].bit_count()} cells"
    picture.label(x, y + 15, words, 12, "muted")
    is_closed = is_race_closed(state, quarter)
    draw_race(picture, x + 76, y, FIRST_POINTS, paid == PAID_FIRST, is_closed, FIRST.race + quarter, 36)
    picture.cell(x + 116, y, LATER_POINTS, 30, 20, "filled" if paid == PAID_LATER else "empty")
    greenhouses, place = int(sheet["greenhouses"][quarter]), 0
    for greenhouse in range(GREENHOUSES):
        kind = "done" if greenhouse < greenhouses else "k2"
        for _ in range(PLANTS_OF_GREENHOUSES[greenhouse]):
            picture.cell(x + 22 * place + 8 * greenhouse, y + 28, "", 20, 20, kind, round_by=5, icon="plant")
            place += 1


def _draw_tracks(picture: Picture, sheet: np.void) -> None:
    """The multipliers with their boxes, astronauts, plannings with their penalty, errors, missions."""
    boxes = sheet["track_boxes"].tolist()
    left, y = MARGIN + 4, TRACKS_TOP
    for track in range(TRACKS):
        _draw_multiplier(picture, left, y, track, boxes[track])
        y += TRACK_STEP
    draw_missions_taken(picture, 260, TRACKS_TOP, sheet)
    errors = int(sheet["system_errors"])
    draw_system_errors(picture, 260, TRACKS_TOP + TRACK_STEP, errors, PRINTED.system_error_boxes, words=POINTS_LOST)
    astronauts, plannings = int(sheet["astronauts"]), int(sheet["plannings"])
    x = draw_symbols(picture, left, y, "astronaut", PRINTED.astronauts, astronauts, kind="k4")
    picture.label(x + 8, y + 13, "most astronauts: 20, 10, 5", 12, "muted")
    y += TRACK_STEP
    picture.icon(left, y + 2, "planning", 16)
    draw_values(picture, left + 24, y, PENALTIES, plannings, 36, "planning", height=22)


def _draw_multiplier(picture: Picture, x: float, y: float, track: int, crossed: int) -> None:
    """A multiplier: the first value that is not crossed off is valid (colony 6.2)."""
    picture.icon(x, y + 2, TRACK_ICONS[track], 18)
    note = f"multiplier of {TRACK_NAMES[track]}"
    draw_values(picture, x + 24, y, VALUES_OF_TRACKS[track], crossed, 36, note, [TRACK + track], height=24)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet)
