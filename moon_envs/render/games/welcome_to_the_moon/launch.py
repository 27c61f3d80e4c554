"""The Launch sheet as a picture: a rocket of floors with their quarters, its track, errors and tie rockets.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIVATE, CROSS_OFF_SABOTAGE, DECLINE_X, WRITE_X
from moon_envs.games.welcome_to_the_moon.launch.components import (
    ACTIVATIONS,
    ACTIVE_ROCKETS,
    ASTRA_BOXES,
    BUILDINGS,
    FLOOR_FIRST,
    FLOORS,
    INACTIVE_ROCKET_OF_QUARTER,
    INACTIVE_ROCKETS,
    LAUNCH_SCORE,
    PRINTED,
    QUARTER_OF_CELL,
    SABOTAGE_QUARTER,
    SABOTAGES,
    TIE_ROCKETS,
    TRACK_ROCKETS,
    TRACK_ROWS,
)
from moon_envs.games.welcome_to_the_moon.launch.game import TABLES
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.render.canvas import Place
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    MARGIN,
    SHEET_WIDTH,
    adventure_drawing,
    draw_cell,
    draw_missions_taken,
)
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.picture import Picture

CELL, CELL_HEIGHT, FLOOR_HEIGHT = 32, 28, 46
Corners = list[tuple[float, float]]

# Tables as lists: a single number of an array takes ten times as long to read.
QUARTERS_OF_CELLS, FIRST_CELLS = QUARTER_OF_CELL.tolist(), FLOOR_FIRST.tolist()
ROCKETS_OF_QUARTERS, INACTIVE_OF_QUARTERS = ACTIVE_ROCKETS.tolist(), INACTIVE_ROCKET_OF_QUARTER.tolist()
ACTIVATIONS_OF_QUARTERS, BUILDINGS_OF_QUARTERS = ACTIVATIONS.tolist(), BUILDINGS.tolist()
QUARTERS_OF_SABOTAGES, ROCKETS_OF_INACTIVE = SABOTAGE_QUARTER.tolist(), INACTIVE_ROCKETS.tolist()

# The rocket stands between what is counted, at the left, and its track, at the right.
MIDDLE = 212
NOSE_TOP, NOSE_BOTTOM, FLAME_HEIGHT = -20, 30, 34
QUARTER_GAP = 6
EDGE = 26  # room for the sign and the number of a floor beside its cells
ENGINES_TOP = NOSE_BOTTOM + FLOOR_HEIGHT * len(FLOORS)
SHEET_HEIGHT = ENGINES_TOP + FLAME_HEIGHT
TRACK_LEFT, TRACK_BOX, TRACK_STEP = 482, 19, 38
COUNTED_LEFT, COUNTED_PER_ROW = MARGIN + 6, 4
NOSE_STEPS = 8
SIGN_WIDTHS = {1: 13.0, 2: 18.0, 4: 24.0}


def draw_table(picture: Picture, state: np.void, y: float) -> float:
    """ASTRA's track, in the solo game."""
    if not state["opponent"]:
        return y
    picture.label(MARGIN, y + 14, f"ASTRA's track: {state['astra_boxes']} of {ASTRA_BOXES} boxes", 13)
    whole = SHEET_WIDTH - 250
    picture.cell(MARGIN + 240, y + 4, "", whole, 12, "empty")
    if state["astra_boxes"]:
        picture.cell(MARGIN + 240, y + 4, "", whole * int(state["astra_boxes"]) / ASTRA_BOXES, 12, "filled")
    return y + 24


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    cells, arrows = sheet["cells"].tolist(), sheet["arrows"].tolist()
    picture.elements.extend(_rocket())
    picture.reach(SHEET_HEIGHT)
    for floor in range(len(FLOORS)):
        _draw_floor(picture, state, cells, arrows, floor, NOSE_BOTTOM + FLOOR_HEIGHT * floor)
    _draw_track(picture, int(sheet["rockets"]))
    _draw_counted(picture, sheet)
    picture.button(TRACK_LEFT - 8, ENGINES_TOP + 4, "decline the X", [DECLINE_X])


def _width(floor: int) -> float:
    """The width of the cells of a floor."""
    return CELL * (FIRST_CELLS[floor + 1] - FIRST_CELLS[floor]) + QUARTER_GAP * (len(FLOORS[floor][1]) - 1)


def _mirrored(left_side: Corners) -> Corners:
    """An outline whose right side mirrors the left."""
    return [*left_side, *((2 * MIDDLE - x, y) for x, y in reversed(left_side))]


def _left_edges() -> list[float]:
    """The left edge of the hull at each floor: it becomes wider down to the widest floor."""
    lefts = [MIDDLE - _width(floor) / 2 - EDGE for floor in range(len(FLOORS))]
    widest = lefts.index(min(lefts))
    return [min(lefts[: floor + 1]) for floor in range(widest)] + lefts[widest:]


@functools.cache
def _rocket() -> tuple[str | Place, ...]:
    """The hull, as wide as its floors, with a nose, fins and flames.

    Its parts are small elements of their own: fewer pixels are mixed than for a large one.
    """
    picture = Picture(SHEET_WIDTH)
    for place in (-1, 0, 1):
        _draw_engine(picture, MIDDLE + 96 * place, FLAME_HEIGHT - 4 - 7 * abs(place))
    picture.area(FIN, "k4")
    picture.area([(2 * MIDDLE - x, y) for x, y in FIN], "k4")
    for deck in DECKS:
        picture.area(deck, "empty")
    picture.area(NOSE, "k4")
    picture.token(MIDDLE, NOSE_BOTTOM - 16, 8, "", "k3")
    return tuple(picture.elements)


def _deck(floor: int) -> Corners:
    """The outline of a floor, which widens or narrows to the next one below its cells."""
    left, y = LEFT_EDGES[floor], NOSE_BOTTOM - 2.0 + FLOOR_HEIGHT * floor
    if floor + 1 == len(FLOORS):
        return _mirrored([(left, y), (left, y + FLOOR_HEIGHT + 2)])
    return _mirrored([(left, y), (left, y + FLOOR_HEIGHT - 7), (LEFT_EDGES[floor + 1], y + FLOOR_HEIGHT)])


def _nose() -> Corners:
    """The outline of the nose, which is round and ends in a point."""
    high, half = NOSE_BOTTOM - 2 - NOSE_TOP, MIDDLE - LEFT_EDGES[0]
    shares = [step / NOSE_STEPS for step in range(NOSE_STEPS, -1, -1)]
    return _mirrored([(MIDDLE - half * math.sin(share * math.pi / 2), NOSE_TOP + high * share) for share in shares])


LEFT_EDGES = _left_edges()
DECKS = [_deck(floor) for floor in range(len(FLOORS))]
NOSE = _nose()
FIN = [
    (LEFT_EDGES[-1] + right, ENGINES_TOP + down) for right, down in ((0, -70), (-22, -34), (-34, 14), (-18, 6), (0, -2))
]


def _draw_engine(picture: Picture, x: float, length: float) -> None:
    """An engine below the hull, and its flame."""
    for width, long, kind in ((28.0, length, "k4"), (16.0, length * 0.7, "k1")):
        flame = [(x - width / 2, ENGINES_TOP + 6), (x - width / 3, ENGINES_TOP + long * 0.6), (x, ENGINES_TOP + long)]
        picture.area([*flame, *((2 * x - left, y) for left, y in reversed(flame[:-1]))], kind)
    top, low = ENGINES_TOP, ENGINES_TOP + 7
    picture.area([(x - 12, top), (x + 12, top), (x + 18, low), (x - 18, low)], "closed")


def _draw_floor(picture: Picture, state: np.void, cells: list[int], arrows: list[int], floor: int, y: float) -> None:
    action = FLOORS[floor][0]
    kind = ACTION_NAMES.index(action) if action in ACTION_NAMES else len(ACTION_NAMES)
    x = MIDDLE - _width(floor) / 2
    picture.icon(x - 22, y + 5, action if action in ACTION_NAMES else "star", 17)
    picture.label(2 * MIDDLE - x + 13, y + 18, len(FLOORS) - floor, 11, "muted", "middle")
    quarter_before = -1
    for cell in range(FIRST_CELLS[floor], FIRST_CELLS[floor + 1]):
        quarter = QUARTERS_OF_CELLS[cell]
        if quarter != quarter_before:
            x += QUARTER_GAP if quarter_before >= 0 else 0
            quarter_before = quarter
            _draw_effects(picture, state, arrows, quarter, x + 1, y + CELL_HEIGHT + 1)
        draw_cell(picture, x + 1, y, cells[cell], (WRITE + cell, WRITE_X + cell), f"empty k{kind}", CELL - 2)
        x += CELL


def _draw_effects(picture: Picture, state: np.void, arrows: list[int], quarter: int, x: float, y: float) -> None:
    """What a quarter brings when it is full, in small signs below its cells."""
    if ROCKETS_OF_QUARTERS[quarter]:
        x = _draw_sign(picture, x, y, f"+{ROCKETS_OF_QUARTERS[quarter]}", "plain", (), "rockets")
    inactive = INACTIVE_OF_QUARTERS[quarter]
    if inactive >= 0:
        is_active, rockets = bool(arrows[inactive]), f"+{ROCKETS_OF_INACTIVE[inactive]}"
        text, kind, words = (rockets, "filled", "activated") if is_active else (f"({rockets})", "empty", "inactive")
        x = _draw_sign(picture, x, y, text, kind, (ACTIVATE + inactive,), f"rockets, {words}")
    for _ in range(ACTIVATIONS_OF_QUARTERS[quarter]):
        x = _draw_sign(picture, x, y, "A", "k1", (), "activate an inactive rocket")
    for _ in range(BUILDINGS_OF_QUARTERS[quarter]):
        x = _draw_sign(picture, x, y, "X", "k6", (), "write an X")
    for sabotage in range(SABOTAGES):
        if QUARTERS_OF_SABOTAGES[sabotage] == quarter:
            is_closed, note = is_race_closed(state, sabotage), f"sabotage {sabotage + 1}"
            kind, actions = "closed" if is_closed else "k4", (CROSS_OFF_SABOTAGE + sabotage,)
            x = _draw_sign(picture, x, y, "S", kind, actions, note, is_closed)


def _draw_sign(
    picture: Picture,
    x: float,
    y: float,
    text: str,
    kind: str,
    actions: tuple[int, ...],
    note: str,
    is_crossed: bool = False,
) -> float:
    width = SIGN_WIDTHS[len(text)]
    picture.cell(x, y, text, width, 13, kind, actions, is_crossed, note, round_by=3)
    return x + width + 1.5


def _draw_track(picture: Picture, crossed: int) -> None:
    """The rockets from the bottom up with the score of each row."""
    y, before = ENGINES_TOP - 26, 0
    for rockets, score in TRACK_ROWS:
        picture.label(TRACK_LEFT - 7, y + 14, score, 12, "muted", "end")
        draw_piece(picture, y + TRACK_BOX, _draw_track_row, y, rockets, max(0, min(rockets, crossed - before)))
        before += rockets
        y -= TRACK_STEP
    kind = "filled bold" if crossed >= TRACK_ROCKETS else "plain"
    picture.cell(TRACK_LEFT, y - 4, f"launch {LAUNCH_SCORE}", 103, 24, kind, round_by=12, icon="rocket")


def _draw_track_row(picture: Picture, y: float, rockets: int, crossed: int) -> None:
    picture.track(TRACK_LEFT, y, [""] * rockets, crossed, size=TRACK_BOX)


def _draw_counted(picture: Picture, sheet: np.void) -> None:
    """System Errors, tie rockets and missions, beside the nose."""
    x, y = COUNTED_LEFT, 4
    used = int(sheet["system_errors"])
    picture.icon(x, y, "error", 16)
    picture.label(x + 22, y + 13, f"{sheet['repaired']} repaired", 12, "muted")
    boxes = [""] * PRINTED.system_error_boxes
    y = int(picture.track(x, y + 22, boxes, used, per_row=COUNTED_PER_ROW)) + 8
    picture.label(x, y + 11, "tie rockets", 12, "muted")
    y = int(picture.track(x, y + 18, [""] * TIE_ROCKETS, int(sheet["tie_rockets"]), per_row=COUNTED_PER_ROW)) + 10
    draw_missions_taken(picture, x, y, sheet, is_column=True)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet, draw_table, for_a_card="boxes")
