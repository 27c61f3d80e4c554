"""The Journey sheet as a picture: the trajectory with its lines and tanks, the stations below it, and the tracks.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.facts import first_actions_of
from moon_envs.games.welcome_to_the_moon.journey.actions import (
    ACTIONS,
    CIRCLE_ENERGY,
    LINE,
    PLANT_OF_STATION,
    ROBOT_OF_STATION,
)
from moon_envs.games.welcome_to_the_moon.journey.components import (
    CELLS,
    ENERGIES,
    GAPS,
    HIGH,
    LOW,
    MOST_WILDS,
    MULTIPLIER_VALUE,
    NO_TANK,
    PRINTED,
    STATION_CELL,
    STATION_PLANTS,
    STATION_ROBOTS,
    STATIONS,
    TANK_OF_CELL,
    TANK_POINTS,
)
from moon_envs.games.welcome_to_the_moon.journey.game import TABLES
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.render.games.welcome_to_the_moon.adventure import adventure_drawing
from moon_envs.render.games.welcome_to_the_moon.sheet_parts import (
    POINTS_LOST,
    draw_cell,
    draw_missions_taken,
    draw_race,
    draw_system_errors,
    draw_wilds,
)
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.panels import MARGIN, PANEL_WIDTH
from moon_envs.render.picture import Picture

CELLS_PER_ROW = 9  # so each row has one station below it
LEFT, STEP, CELL_WIDTH, CELL_HEIGHT = 11, 47, 26, 38
LINE_OVERHANG = 4
THIN, THICK, CLICKABLE = 5, 8, 19  # widths of lines
TANK_TOP, TANK_WIDTH, TANK_HEIGHT = CELL_HEIGHT + 5, 34, 20
STATION_TOP, STATION_HEIGHT = TANK_TOP + TANK_HEIGHT + 6, 36
STATION_WIDTH = PANEL_WIDTH - 2 * MARGIN - 4
ROW_HEIGHT = STATION_TOP + STATION_HEIGHT + 16
SYMBOL, SYMBOL_STEP = 26, 28
MULTIPLIERS_LEFT = 26 + SYMBOL_STEP * int(STATION_ROBOTS.max()) + 16
PLANTS_LEFT = MULTIPLIERS_LEFT + 2 * 36 + 8
TRACKS_TOP = ROW_HEIGHT * (CELLS // CELLS_PER_ROW) + 5
SHEET_HEIGHT = TRACKS_TOP + 132

FIRST = first_actions_of(ACTIONS)
TANKS_BY_CELL, POINTS_OF_TANK = TANK_OF_CELL.tolist(), TANK_POINTS.tolist()


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    cells, lines = sheet["cells"].tolist(), sheet["lines"].tolist()
    zones = _zones(lines)
    complete = [zone for zone in zones if EMPTY not in cells[zone.start : zone.stop]]
    _draw_trajectory(picture, sheet, cells, lines, {cell for zone in complete for cell in zone})
    for station in range(STATIONS):
        _draw_station(picture, state, sheet, station)
    _draw_tracks(picture, sheet, complete)


def _zones(lines: list[int]) -> list[range]:
    """The cells of every zone."""
    ends = [gap + 1 for gap in range(GAPS) if lines[gap]]
    return [range(first, last) for first, last in zip([0, *ends], [*ends, CELLS], strict=True)]


def _place(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, CELLS_PER_ROW)
    return LEFT + STEP * column, ROW_HEIGHT * row + LINE_OVERHANG + 5


def _draw_trajectory(picture: Picture, sheet: np.void, cells: list[int], lines: list[int], complete: set[int]) -> None:
    """The cells from the Earth to the Moon, complete zones in colour, with lines and tanks."""
    tanks = sheet["tanks"].tolist()
    for cell, icon in ((0, "planet"), (CELLS - 1, "moon")):
        x, y = _place(cell)
        picture.icon(x + CELL_WIDTH / 2 - 10, y + TANK_TOP, icon, 20)
    for cell, value in enumerate(cells):
        x, y = _place(cell)
        if cell < GAPS:
            _draw_line(picture, cell, x + (CELL_WIDTH + STEP) / 2, y, bool(lines[cell]))
        actions = (WRITE + cell, FIRST.write_x + cell)
        draw_cell(picture, x, y, value, actions, "empty", CELL_WIDTH, CELL_HEIGHT, _filled_kind(cell, complete))
        tank = TANKS_BY_CELL[cell]
        if tank != NO_TANK:
            is_lost = value != EMPTY and not tanks[tank]
            kind = "done" if tanks[tank] else "closed" if is_lost else "k3"
            note = "circled" if tanks[tank] else "lost" if is_lost else "a tank"
            left, points = x + (CELL_WIDTH - TANK_WIDTH) / 2, POINTS_OF_TANK[tank]
            picture.cell(left, y + TANK_TOP, points, TANK_WIDTH, TANK_HEIGHT, kind, note=note, round_by=9, icon="water")


def _draw_line(picture: Picture, gap: int, middle: float, y: float, is_drawn: bool) -> None:
    """The line behind a cell, wide where a click draws it."""
    action = LINE + gap
    width = CLICKABLE if picture.can(action) else THICK if is_drawn else THIN
    kind = "done" if is_drawn else "empty"
    height = CELL_HEIGHT + 2 * LINE_OVERHANG
    picture.cell(middle - width / 2, y - LINE_OVERHANG, "", width, height, kind, (action,), round_by=2)


def _filled_kind(cell: int, complete: set[int]) -> str:
    return "filled k2" if cell in complete else "filled"


def _draw_station(picture: Picture, state: np.void, sheet: np.void, station: int) -> None:
    """A station below its cell: robots, which circle a multiplier when all are circled, and plants to multiply."""
    cell_x, cell_y = _place(int(STATION_CELL[station]))
    middle, x, y = cell_x + CELL_WIDTH / 2, MARGIN + 4, cell_y + STATION_TOP
    picture.line([(middle, cell_y + CELL_HEIGHT), (middle, y)], width=2)
    picture.cell(x, y, "", STATION_WIDTH, STATION_HEIGHT, "plain", round_by=7)
    picture.label(x + 9, y + 23, station + 1, 15, "bold")
    count, robots = int(STATION_ROBOTS[station]), int(sheet["robots"][station])
    plants, top = int(sheet["plants"][station]), y + (STATION_HEIGHT - SYMBOL) / 2
    left = x + MULTIPLIERS_LEFT - 16 - SYMBOL_STEP * count
    draw_symbols(picture, left, top, "robot", count, robots, ROBOT_OF_STATION + station, SYMBOL, "k0")
    picture.icon(x + MULTIPLIERS_LEFT - 15, y + 12, "arrow", 12, "muted")
    circled, is_closed = int(sheet["multipliers"][station]), is_race_closed(state, station)
    high, low = int(MULTIPLIER_VALUE[station, HIGH]), int(MULTIPLIER_VALUE[station, LOW])
    left = x + MULTIPLIERS_LEFT
    draw_race(picture, left, top, f"x{high}", circled == HIGH, is_closed, FIRST.race + station, 34, SYMBOL)
    picture.cell(left + 36, top, f"x{low}", 34, SYMBOL, "filled bold" if circled == LOW else "empty")
    left, count = x + PLANTS_LEFT, int(STATION_PLANTS[station])
    draw_symbols(picture, left, top, "plant", count, plants, PLANT_OF_STATION + station, SYMBOL, "k2")
    points = plants * int(MULTIPLIER_VALUE[station, circled])
    kind = "bold" if circled else "muted"
    picture.label(x + STATION_WIDTH - 8, y + 23, f"= {points}", 13, kind, "end")


def _draw_tracks(picture: Picture, sheet: np.void, complete: list[range]) -> None:
    """Energies, astronauts and plannings in pairs with what a pair brings, wild actions, errors, zones, missions."""
    left, right, y = MARGIN + 6, 250, TRACKS_TOP
    energies = int(sheet["energies"])
    x = draw_symbols(picture, left, y, "energy", ENERGIES, energies, CIRCLE_ENERGY, SYMBOL, "k1", pair_gap=4)
    picture.label(x, y + 11, "a pair:", 11, "muted")
    picture.label(x, y + 24, "a line", 11, "muted")
    y += 36
    for row, (name, count) in enumerate((("astronaut", PRINTED.astronauts), ("planning", PRINTED.plannings))):
        marked = int(sheet[f"{name}s"])
        draw_symbols(picture, left, y + 25 * row, name, count, marked, size=22, kind=f"k{4 + row}", pair_gap=6)
    picture.label(left, y + 66, "a pair: a wild action", 11, "muted")
    draw_wilds(picture, left + 106, y + 53, sheet, MOST_WILDS)
    errors = int(sheet["system_errors"])
    x = draw_system_errors(picture, right, y + 3, errors, PRINTED.system_error_boxes, words=POINTS_LOST)
    picture.label(x - 4, y + 11, "the first two:", 11, "muted")
    picture.label(x - 4, y + 24, "an energy", 11, "muted")
    draw_missions_taken(picture, right, y + 51, sheet)
    longest = max(map(len, complete), default=0)
    words = f"complete zones: {len(complete)}, the longest of {longest} spaces"
    picture.label(left, y + 90, words, 12, "muted")


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet, lines_of_choices=2)
