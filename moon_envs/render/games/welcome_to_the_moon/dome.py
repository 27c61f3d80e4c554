"""The Dome sheet as a picture: skyscrapers around the tower, the dome over them, and the energy tracks.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import math

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.dome.actions import ACTIONS, BUILD, CUT, TRACK
from moon_envs.games.welcome_to_the_moon.dome.components import (
    ASTRONAUT_VALUES,
    END_NAMES,
    END_VALUE,
    HALVES,
    HIGH,
    LEVELS,
    LOW,
    MISSION_VALUES,
    ODD,
    PARITY_OF_SECTION,
    PIECE_LOSSES,
    PLANTS_PER_LEVEL,
    PRINTED,
    ROWS_BY_SKYSCRAPER,
    SECTIONS,
    SKYSCRAPERS_PRINTED,
    TOWER_ROWS,
    TOWER_VALUES,
    TRACKS,
    WATERS_PER_LEVEL,
)
from moon_envs.games.welcome_to_the_moon.dome.game import TABLES
from moon_envs.games.welcome_to_the_moon.dome.pieces import LEFTMOST, RIGHTMOST
from moon_envs.games.welcome_to_the_moon.dome.text import mission_worth
from moon_envs.games.welcome_to_the_moon.facts import first_actions_of
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
from moon_envs.render.games.welcome_to_the_moon.value_boxes import draw_values
from moon_envs.render.panels import MARGIN, PANEL_WIDTH
from moon_envs.render.picture import Picture

CELL_WIDTH, CELL_HEIGHT, LEVEL_STEP = 46, 26, 28
BONUS_WIDTH, BONUS_HEIGHT = 28, 26
TOWER_WIDTH, SYMBOL_SIZE = 66, 18
MIDDLE = PANEL_WIDTH / 2
# Where the middle of each skyscraper stands: the tower is between the second and the third.
SKYSCRAPER_MIDDLES = (MIDDLE - 129, MIDDLE - 69, MIDDLE + 69, MIDDLE + 129)
INNER_WIDTH, INNER_HEIGHT, THICKNESS, ROUNDNESS = 179, 254, 33, 2.5
SURFACE = INNER_HEIGHT + THICKNESS + 2
GROUND_TOP = SURFACE + 6
# In the ground stand the astronauts at the left, the missions at the right, the System Errors below the tower.
LOWEST_ROW = min(lowest for lowest, _ in SKYSCRAPERS_PRINTED)
GROUND_BOTTOM = GROUND_TOP - LEVEL_STEP * LOWEST_ROW + BONUS_HEIGHT
TRACKS_TOP = GROUND_BOTTOM + 6
TRACK_STEP, VALUE_HEIGHT = 107, 26
SHEET_HEIGHT = TRACKS_TOP + 30 + len(MISSION_VALUES) * (VALUE_HEIGHT + 2)

FIRST = first_actions_of(ACTIONS)
VALUES_OF_ENDS = END_VALUE.tolist()
TRACK_TITLES = (
    ("missions", "first / later"),
    ("tower levels", "1 / 2 / 3 signs"),
    ("astronauts", "most / fewer"),
    ("dome", "unbuilt piece"),
)
TRACK_VALUES = tuple(
    tuple(" / ".join(map(str, row)) for row in rows)
    for rows in (
        MISSION_VALUES.tolist(),
        TOWER_VALUES[:, 1:].tolist(),
        ASTRONAUT_VALUES.tolist(),
        [[-loss] for loss in PIECE_LOSSES.tolist()],
    )
)

Corners = list[tuple[float, float]]


def _arch(half_width: float, height: float, angle: float) -> tuple[float, float]:
    """A point of the dome; the angle goes from the left foot, 0, to the right one, pi."""
    across, up = math.cos(angle), max(math.sin(angle), 0.0)
    x = MIDDLE - math.copysign(half_width * abs(across) ** (2 / ROUNDNESS), across)
    return round(x, 1), round(SURFACE - height * up ** (2 / ROUNDNESS), 1)


def _angles_of_halves(steps: int = 4000) -> list[float]:
    """Where the halves of the dome begin and end, so that all are equally long."""
    angles = [math.pi * step / steps for step in range(steps + 1)]
    places = [_arch(INNER_WIDTH + THICKNESS / 2, INNER_HEIGHT + THICKNESS / 2, angle) for angle in angles]
    lengths = np.cumsum([0.0, *(math.dist(one, other) for one, other in zip(places, places[1:], strict=False))])
    return np.interp(np.linspace(0, lengths[-1], HALVES + 1), lengths, angles).tolist()


ANGLES = _angles_of_halves()


def _corners(first: int, last: int, steps: int = 6) -> Corners:
    """The outline of the halves from `first` to before `last`."""
    start, end = ANGLES[first], ANGLES[last]
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    inner = [_arch(INNER_WIDTH, INNER_HEIGHT, angle) for angle in angles]
    outer = [_arch(INNER_WIDTH + THICKNESS, INNER_HEIGHT + THICKNESS, angle) for angle in angles]
    return [*inner, *reversed(outer)]


SECTION_CORNERS = [_corners(2 * section, 2 * section + 2) for section in range(SECTIONS)]
HALF_CORNERS = [_corners(half, half + 1) for half in range(HALVES)]


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    _draw_dome(picture, int(sheet["cuts"]), int(sheet["built"]))
    edge = INNER_WIDTH + THICKNESS
    picture.line([(MIDDLE - edge, SURFACE + 1), (MIDDLE + edge, SURFACE + 1)], "strong", 2)
    _draw_tower(picture, sheet)
    cells, is_open = sheet["cells"].tolist(), int(sheet["open_levels"])
    for cell, (skyscraper, row) in enumerate(LEVELS):
        x = SKYSCRAPER_MIDDLES[skyscraper] - CELL_WIDTH / 2
        kind = "plain k7" if is_open >> cell & 1 else "empty"
        actions = (WRITE + cell, FIRST.write_x + cell)
        draw_cell(picture, x, _top_of_row(row), cells[cell], actions, kind, CELL_WIDTH, CELL_HEIGHT)
    gained = sheet["ends"].tolist()
    for end in range(len(END_NAMES)):
        _draw_end(picture, end, gained[end], is_race_closed(state, end))
    _draw_ground(picture, sheet)
    energies = sheet["energies"].tolist()
    for track in range(TRACKS):
        _draw_track(picture, MARGIN + 2 + TRACK_STEP * track, TRACKS_TOP, track, energies[track])


def _top_of_row(row: int) -> float:
    """The upper edge of a row, above or below the surface (dome 1.1)."""
    return SURFACE - LEVEL_STEP * row if row > 0 else GROUND_TOP - LEVEL_STEP * (row + 1)


def _draw_dome(picture: Picture, cuts: int, built: int) -> None:
    """The pieces of the dome, odd and even; those that are built are dark."""
    pieces = []
    for section in range(SECTIONS):
        is_cut = cuts >> section & 1
        pieces += [(section, 2 * section), (section, 2 * section + 1)] if is_cut else [(section, 2 * section)]
    unbuilt = [place for place, (_, half) in enumerate(pieces) if not built >> half & 1]
    left, right = (unbuilt[0], unbuilt[-1]) if unbuilt else (len(pieces), -1)
    for place, (section, half) in enumerate(pieces):
        is_cut, is_odd = cuts >> section & 1, PARITY_OF_SECTION[section] == ODD
        actions = [CUT + section]
        for end, following, before in ((LEFTMOST, left, left - 1), (RIGHTMOST, right, right + 1)):
            action = BUILD + end
            if (place == following and picture.can(action)) or (place == before and picture.is_last(action)):
                actions.append(action)
        kind = "plain k6" if is_odd else "plain k0"
        if built >> half & 1:
            kind = "done"
        corners = HALF_CORNERS[half] if is_cut else SECTION_CORNERS[section]
        picture.area(corners, kind, actions, f"section {section + 1}", "odd" if is_odd else "even")


def _draw_tower(picture: Picture, sheet: np.void) -> None:
    """The tower, and the bridges that link its levels to the skyscrapers (dome 1.3)."""
    for level, marked in enumerate(zip(sheet["plants"].tolist(), sheet["waters"].tolist(), strict=True)):
        draw_piece(picture, _top_of_row(TOWER_ROWS[level]) + CELL_HEIGHT, _draw_tower_level, level, *marked)


def _draw_tower_level(picture: Picture, level: int, plants: int, waters: int) -> None:
    row = TOWER_ROWS[level]
    y = _top_of_row(row)
    linked = [x for x, rows in zip(SKYSCRAPER_MIDDLES, ROWS_BY_SKYSCRAPER, strict=True) if row in rows]
    picture.line([(min(linked), y + CELL_HEIGHT / 2), (max(linked), y + CELL_HEIGHT / 2)], width=3)
    picture.cell(MIDDLE - TOWER_WIDTH / 2, y, "", TOWER_WIDTH, CELL_HEIGHT, "plain")
    left, y, size = MIDDLE - TOWER_WIDTH / 2 + 4, y + (CELL_HEIGHT - SYMBOL_SIZE) / 2, SYMBOL_SIZE
    x = draw_symbols(picture, left, y, "plant", PLANTS_PER_LEVEL, plants, size=size, kind="k2")
    draw_symbols(picture, x, y, "water", WATERS_PER_LEVEL, waters, size=size, kind="k3")


def _draw_end(picture: Picture, end: int, gained: int, is_closed: bool) -> None:
    """The high and the low bonus above the top or below the bottom of a skyscraper."""
    skyscraper, is_bottom = divmod(end, 2)
    lowest, highest = SKYSCRAPERS_PRINTED[skyscraper]
    y = _top_of_row(lowest) + CELL_HEIGHT + 2 if is_bottom else _top_of_row(highest) - BONUS_HEIGHT - 2
    x, width, height = SKYSCRAPER_MIDDLES[skyscraper] - BONUS_WIDTH - 1, BONUS_WIDTH, BONUS_HEIGHT
    _, high, low = VALUES_OF_ENDS[end]
    draw_race(picture, x, y, high, gained == HIGH, is_closed, FIRST.race + end, width, height)
    kind = "filled" if gained == LOW else "empty"
    picture.cell(x + width + 2, y, low, width, height, kind, note=END_NAMES[end])


def _draw_ground(picture: Picture, sheet: np.void) -> None:
    """What is printed beside the skyscrapers below the surface."""
    count, astronauts, errors = PRINTED.astronauts, int(sheet["astronauts"]), int(sheet["system_errors"])
    draw_symbols(picture, 10, GROUND_TOP + 4, "astronaut", count, astronauts, size=24, kind="k4", per_row=2)
    y = _top_of_row(TOWER_ROWS[-1]) + CELL_HEIGHT
    draw_system_errors(picture, MIDDLE - 30, y + 20, errors, PRINTED.system_error_boxes, words=POINTS_LOST)
    draw_missions_taken(picture, PANEL_WIDTH - 54, GROUND_TOP + 4, sheet, mission_worth, is_column=True)


def _draw_track(picture: Picture, x: float, y: float, track: int, crossed: int) -> None:
    """An energy track: the row behind the boxes that are crossed off is valid (dome 1.5)."""
    title, meaning = TRACK_TITLES[track]
    picture.icon(x, y + 1, "energy", 12)
    picture.label(x + 14, y + 11, title, 13, "bold")
    picture.label(x, y + 25, meaning, 12, "muted")
    note, width, height = f"{title}: {meaning}", TRACK_STEP - 5, VALUE_HEIGHT
    values = TRACK_VALUES[track]
    draw_values(picture, x, y + 30, values, crossed, width, note, [TRACK + track], height=height, goes_down=True)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet, lines_of_choices=2)
