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
from moon_envs.games.welcome_to_the_moon.journey.text import CELLS_PER_LINE
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    CHOICES_HEIGHT,
    MARGIN,
    POINTS_LOST,
    adventure_drawing,
    draw_cell,
    draw_missions_taken,
    draw_race,
    draw_shared_choices,
    draw_system_errors,
    draw_wilds,
)
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.picture import Picture

LEFT, STEP, CELL_WIDTH, CELL_HEIGHT = 34, 46, 30, 28
STATION_WIDTH, STATION_HEIGHT = 212, 44
ROW_HEIGHT = 104
TRACKS_TOP = ROW_HEIGHT * (CELLS // CELLS_PER_LINE) + 4
SHEET_HEIGHT = TRACKS_TOP + 92 + CHOICES_HEIGHT

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
    draw_shared_choices(picture, state, TABLES, MARGIN + 4, TRACKS_TOP + 92)


def _zones(lines: list[int]) -> list[range]:
    """The cells of every zone."""
    ends = [gap + 1 for gap in range(GAPS) if lines[gap]]
    return [range(first, last) for first, last in zip([0, *ends], [*ends, CELLS], strict=True)]


def _place(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, CELLS_PER_LINE)
    return LEFT + STEP * column, ROW_HEIGHT * row + 2


def _draw_trajectory(picture: Picture, sheet: np.void, cells: list[int], lines: list[int], complete: set[int]) -> None:
    """The cells from the Earth to the Moon, complete zones in colour, with lines and tanks."""
    tanks = sheet["tanks"].tolist()
    picture.icon(LEFT - 24, 8, "planet", 18)
    for cell, value in enumerate(cells):
        x, y = _place(cell)
        if cell < GAPS:
            kind, width = ("p5", 7) if lines[cell] else ("empty", 5)
            picture.cell(x + 38 - width / 2, y - 2, "", width, CELL_HEIGHT + 4, kind, (LINE + cell,), round_by=2)
        actions = (WRITE + cell, FIRST.write_x + cell)
        draw_cell(picture, x, y, value, actions, "empty", CELL_WIDTH, CELL_HEIGHT, _filled_kind(cell, complete))
        tank = TANKS_BY_CELL[cell]
        if tank != NO_TANK:
            is_lost = value != EMPTY and not tanks[tank]
            kind = "done" if tanks[tank] else "closed" if is_lost else "k3"
            note = "circled" if tanks[tank] else "lost" if is_lost else "a tank"
            points = POINTS_OF_TANK[tank]
            picture.cell(x, y + 31, points, CELL_WIDTH, 15, kind, note=note, round_by=7, icon="water")
    x, y = _place(CELLS - 1)
    picture.icon(x + 33, y + 7, "moon", 16)


def _filled_kind(cell: int, complete: set[int]) -> str:
    return "filled k2" if cell in complete else "filled"


def _draw_station(picture: Picture, state: np.void, sheet: np.void, station: int) -> None:
    """A station below its cell: robots, which circle a multiplier when all are circled, and plants."""
    cell_x, cell_y = _place(int(STATION_CELL[station]))
    middle, y = cell_x + CELL_WIDTH / 2, cell_y + 51
    x = middle - STATION_WIDTH / 2
    picture.line([(middle, cell_y + CELL_HEIGHT), (middle, y)], width=2)
    picture.cell(x, y, "", STATION_WIDTH, STATION_HEIGHT, "plain", round_by=6)
    picture.label(x + 8, y + 27, station + 1, 15, "bold")
    robots, plants = int(sheet["robots"][station]), int(sheet["plants"][station])
    draw_symbols(
        picture, x + 24, y + 3, "robot", int(STATION_ROBOTS[station]), robots, ROBOT_OF_STATION + station, kind="k0"
    )
    draw_symbols(
        picture, x + 24, y + 23, "plant", int(STATION_PLANTS[station]), plants, PLANT_OF_STATION + station, kind="k2"
    )
    circled, is_closed = int(sheet["multipliers"][station]), is_race_closed(state, station)
    high, low = int(MULTIPLIER_VALUE[station, HIGH]), int(MULTIPLIER_VALUE[station, LOW])
    picture.icon(x + 113, y + 7, "arrow", 11, "muted")
    draw_race(picture, x + 132, y + 3, f"x{high}", circled == HIGH, is_closed, FIRST.race + station, 34)
    picture.cell(x + 170, y + 3, f"x{low}", 34, 20, "filled" if circled == LOW else "empty")
    value = int(MULTIPLIER_VALUE[station, circled])
    words = f"{plants} x {value} = {plants * value}" if circled else "each plant"
    picture.label(x + 132, y + 37, words, 12, "bold" if circled else "muted")


def _draw_tracks(picture: Picture, sheet: np.void, complete: list[range]) -> None:
    """Energies, astronauts and plannings in pairs with what a pair brings, wild actions, errors, zones, missions."""
    left, y = MARGIN + 6, TRACKS_TOP
    energies = int(sheet["energies"])
    x = draw_symbols(picture, left, y, "energy", ENERGIES, energies, CIRCLE_ENERGY, kind="k1", pair_gap=8)
    picture.label(x, y + 13, "a pair: a line", 11, "muted")
    x = 420
    draw_system_errors(picture, x, y, int(sheet["system_errors"]), PRINTED.system_error_boxes, words=POINTS_LOST)
    picture.label(x + 106, y + 6, "the first two:", 10, "muted")
    picture.label(x + 106, y + 18, "an energy", 10, "muted")
    y += 30
    x = draw_symbols(picture, left, y, "astronaut", PRINTED.astronauts, int(sheet["astronauts"]), kind="k4", pair_gap=6)
    x = draw_symbols(picture, x + 8, y, "planning", PRINTED.plannings, int(sheet["plannings"]), kind="k5", pair_gap=6)
    picture.label(x + 4, y + 13, "a pair: a wild action", 11, "muted")
    draw_wilds(picture, 446, y, sheet, MOST_WILDS)
    draw_missions_taken(picture, left, y + 28, sheet)
    longest = max(map(len, complete), default=0)
    words = f"complete zones: {len(complete)}, the longest of {longest} spaces"
    picture.label(MARGIN + 160, y + 42, words, 12, "muted")


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet)
