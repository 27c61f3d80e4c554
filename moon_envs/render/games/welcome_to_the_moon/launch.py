"""The Launch sheet as a picture: a rocket of floors with their quarters, its track, errors and tie rockets.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import functools
import math
from functools import partial

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIVATE, CROSS_OFF_SABOTAGE, DECLINE_X, WRITE_X
from moon_envs.games.welcome_to_the_moon.launch.components import (
    ACTIVATIONS,
    ACTIVE_ROCKETS,
    ASTRA_BOXES,
    ASTRA_BOXES_PER_SCORE,
    ASTRA_BOXES_WITHOUT_SCORE,
    ASTRA_SCORE_STEP,
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
from moon_envs.render.buttons import Buttons
from moon_envs.render.canvas import Place
from moon_envs.render.games.welcome_to_the_moon.adventure import adventure_drawing
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.games.welcome_to_the_moon.sheet_parts import draw_cell, draw_missions_taken
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.panels import MARGIN, PANEL_WIDTH, TABLE, Panel
from moon_envs.render.picture import Picture

CELL, CELL_HEIGHT, FLOOR_HEIGHT = 34, 30, 64
Corners = list[tuple[float, float]]

# Tables as lists: a single number of an array takes ten times as long to read.
QUARTERS_OF_CELLS, FIRST_CELLS = QUARTER_OF_CELL.tolist(), FLOOR_FIRST.tolist()
ROCKETS_OF_QUARTERS, INACTIVE_OF_QUARTERS = ACTIVE_ROCKETS.tolist(), INACTIVE_ROCKET_OF_QUARTER.tolist()
ACTIVATIONS_OF_QUARTERS, BUILDINGS_OF_QUARTERS = ACTIVATIONS.tolist(), BUILDINGS.tolist()
QUARTERS_OF_SABOTAGES, ROCKETS_OF_INACTIVE = SABOTAGE_QUARTER.tolist(), INACTIVE_ROCKETS.tolist()

# What is counted stands at the left of the upper floors, the track at their right; the widest floor takes the whole.
MIDDLE = 210
NOSE_TOP, NOSE_BOTTOM, FLAME_HEIGHT = -20, 38, 34
QUARTER_GAP = 8
EDGE = 22  # room for the sign and the number of a floor beside its cells
ENGINES_TOP = NOSE_BOTTOM + FLOOR_HEIGHT * len(FLOORS)
SHEET_HEIGHT = ENGINES_TOP + FLAME_HEIGHT
ENGINE_STEP = 96
NOSE_STEPS = 8
SIGN, ROCKETS_SIGN = 26, 35
TRACK_LEFT, TRACK_ROCKET, TRACK_STEP = 341, 17, 31
TRACK_BOTTOM = NOSE_BOTTOM + 5 * FLOOR_HEIGHT - 12  # the next floor is wider
COUNTED_LEFT, COUNTED_BOX, COUNTED_PER_ROW = MARGIN + 6, 18, 4
COUNTED_STEP = COUNTED_BOX + 2
LEGEND_TOP, LEGEND_STEP = 228, 25
LEGEND = (
    ("", "(2)", "empty", "inactive"),
    ("up", "", "k1", "activation"),
    ("cross", "", "k6", "an X"),
    ("error", "", "k4", "sabotage"),
)

# ASTRA's track: the boxes of each score, in two rows (launch 7.2).
ASTRA_GROUPS = [ASTRA_BOXES_WITHOUT_SCORE]
ASTRA_GROUPS += [ASTRA_BOXES_PER_SCORE] * ((ASTRA_BOXES - 1 - ASTRA_BOXES_WITHOUT_SCORE) // ASTRA_BOXES_PER_SCORE)
ASTRA_PER_ROW = (ASTRA_BOXES - 1) // 2
ASTRA_BOX, ASTRA_BOX_STEP, ASTRA_GAP, ASTRA_LAUNCH_WIDTH = 7.6, 9, 4, 26
ASTRA_ROW_HEIGHT = 34
ASTRA_HEIGHT = 28 + 2 * ASTRA_ROW_HEIGHT


def draw_own(buttons: Buttons, state: np.void) -> None:
    """Declining an X, which has no place on the sheet."""
    buttons.add("decline the X", [DECLINE_X])


def astra_panels(state: np.void, seat: int | None) -> list[Panel]:
    """ASTRA's track, in the solo game."""
    if not state["opponent"]:
        return []
    return [Panel("astra's track", TABLE, ASTRA_HEIGHT, partial(_draw_astra_track, int(state["astra_boxes"])))]


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    cells, arrows = sheet["cells"].tolist(), sheet["arrows"].tolist()
    picture.elements.extend(_rocket())
    picture.reach(SHEET_HEIGHT)
    for floor in range(len(FLOORS)):
        _draw_floor(picture, state, cells, arrows, floor, NOSE_BOTTOM + FLOOR_HEIGHT * floor)
    draw_piece(picture, TRACK_BOTTOM, _draw_track, int(sheet["rockets"]))
    _draw_counted(picture, sheet)


def _draw_astra_track(crossed: int, picture: Picture) -> None:
    """The boxes with the score that counts while the last box crossed off is above it."""
    picture.sheet(0, 0, PANEL_WIDTH, ASTRA_HEIGHT, "ASTRA's track")
    picture.label(PANEL_WIDTH - 10, 18, f"{crossed} of {ASTRA_BOXES} boxes", 12, "muted", "end")
    draw_piece(picture, ASTRA_HEIGHT, _draw_astra_boxes, crossed)


def _draw_astra_boxes(picture: Picture, crossed: int) -> None:
    x, y, before = 12.0, 28.0, 0
    for group, boxes in enumerate(ASTRA_GROUPS):
        if before == ASTRA_PER_ROW:
            x, y = 12.0, y + ASTRA_ROW_HEIGHT
        for box in range(boxes):
            kind = "done" if before + box < crossed else "empty"
            picture.cell(x + ASTRA_BOX_STEP * box, y, "", ASTRA_BOX, 15, kind, round_by=2)
        is_score = before < max(1, crossed) <= before + boxes
        middle = x + (ASTRA_BOX_STEP * boxes - 1) / 2
        picture.label(middle, y + 27, ASTRA_SCORE_STEP * (group + 1), 11, "bold" if is_score else "muted", "middle")
        x += ASTRA_BOX_STEP * boxes + ASTRA_GAP
        before += boxes
    has_launched = crossed == ASTRA_BOXES
    picture.cell(x, y, "", ASTRA_LAUNCH_WIDTH, 15, "done" if has_launched else "k7", note="launch", icon="rocket")
    kind = "bold" if has_launched else "muted"
    picture.label(x + ASTRA_LAUNCH_WIDTH / 2, y + 27, LAUNCH_SCORE, 11, kind, "middle")


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
    picture = Picture(PANEL_WIDTH)
    for place in (-1, 0, 1):
        _draw_engine(picture, MIDDLE + ENGINE_STEP * place, FLAME_HEIGHT - 4 - 7 * abs(place))
    picture.area(FIN, "k4")
    picture.area([(2 * MIDDLE - x, y) for x, y in FIN], "k4")
    for deck in DECKS:
        picture.area(deck, "empty")
    picture.area(NOSE, "k4")
    picture.token(MIDDLE, NOSE_BOTTOM - 20, 9, "", "k3")
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
    picture.icon(x - 20, y + 6, action if action in ACTION_NAMES else "star", 17)
    picture.label(2 * MIDDLE - x + 11, y + 19, len(FLOORS) - floor, 11, "muted", "middle")
    quarter_before = -1
    for cell in range(FIRST_CELLS[floor], FIRST_CELLS[floor + 1]):
        quarter = QUARTERS_OF_CELLS[cell]
        if quarter != quarter_before:
            x += QUARTER_GAP if quarter_before >= 0 else 0
            quarter_before = quarter
            _draw_effects(picture, state, arrows, quarter, x + 1, y + CELL_HEIGHT + 3)
        actions = (WRITE + cell, WRITE_X + cell)
        draw_cell(picture, x + 1, y, cells[cell], actions, f"empty k{kind}", CELL - 2, CELL_HEIGHT)
        x += CELL


def _draw_effects(picture: Picture, state: np.void, arrows: list[int], quarter: int, x: float, y: float) -> None:
    """What a quarter brings when it is full, in signs below its cells."""
    if ROCKETS_OF_QUARTERS[quarter]:
        x = _draw_sign(picture, x, y, "rocket", "plain", (), "rockets", str(ROCKETS_OF_QUARTERS[quarter]))
    inactive = INACTIVE_OF_QUARTERS[quarter]
    if inactive >= 0:
        is_active, rockets = bool(arrows[inactive]), str(ROCKETS_OF_INACTIVE[inactive])
        icon, kind, note = ("rocket", "filled", "activated") if is_active else ("", "empty", "inactive")
        text = rockets if is_active else f"({rockets})"
        x = _draw_sign(picture, x, y, icon, kind, (ACTIVATE + inactive,), f"rockets, {note}", text)
    for _ in range(ACTIVATIONS_OF_QUARTERS[quarter]):
        x = _draw_sign(picture, x, y, "up", "k1", (), "activate an inactive rocket")
    for _ in range(BUILDINGS_OF_QUARTERS[quarter]):
        x = _draw_sign(picture, x, y, "cross", "k6", (), "write an X")
    for sabotage in range(SABOTAGES):
        if QUARTERS_OF_SABOTAGES[sabotage] == quarter:
            is_closed, note = is_race_closed(state, sabotage), f"sabotage {sabotage + 1}"
            kind, actions = "closed" if is_closed else "k4", (CROSS_OFF_SABOTAGE + sabotage,)
            x = _draw_sign(picture, x, y, "error", kind, actions, note, is_crossed=is_closed)


def _draw_sign(
    picture: Picture,
    x: float,
    y: float,
    icon: str,
    kind: str,
    actions: tuple[int, ...],
    note: str,
    text: str = "",
    is_crossed: bool = False,
) -> float:
    width = ROCKETS_SIGN if text else SIGN
    picture.cell(x, y, text, width, SIGN, kind, actions, is_crossed, note, 8, icon)
    return x + width + 1.5


def _draw_track(picture: Picture, crossed: int) -> None:
    """The rockets from the bottom up with the score of each row, the one that counts in bold (launch 1.4)."""
    y, before = TRACK_BOTTOM - TRACK_ROCKET, 0
    for rockets, score in TRACK_ROWS:
        is_score = before <= crossed < before + rockets
        picture.label(TRACK_LEFT - 5, y + 13, score, 12, "bold" if is_score else "muted", "end")
        draw_symbols(picture, TRACK_LEFT, y, "rocket", rockets, crossed - before, size=TRACK_ROCKET)
        before += rockets
        y -= TRACK_STEP
    kind = "filled bold" if crossed >= TRACK_ROCKETS else "plain"
    picture.cell(TRACK_LEFT - 19, y - 8, f"launch {LAUNCH_SCORE}", 108, 26, kind, round_by=13, icon="rocket")


def _draw_counted(picture: Picture, sheet: np.void) -> None:
    """System Errors, tie rockets and missions, beside the nose."""
    x, y = COUNTED_LEFT, 2
    used, repaired = int(sheet["system_errors"]), int(sheet["repaired"])
    picture.label(x, y + 13, "System Errors", 12, "muted")
    draw_piece(picture, y + 20 + 2 * COUNTED_STEP, _draw_errors, x, y + 20, used, repaired)
    y += 68
    picture.label(x, y + 13, "tie rockets", 12, "muted")
    ties = int(sheet["tie_rockets"])
    draw_symbols(picture, x, y + 20, "rocket", TIE_ROCKETS, ties, size=COUNTED_BOX, kind="k4", per_row=COUNTED_PER_ROW)
    draw_missions_taken(picture, x, y + 70, sheet, is_column=True)
    draw_piece(picture, LEGEND_TOP + LEGEND_STEP * len(LEGEND), _draw_legend)


def _draw_legend(picture: Picture) -> None:
    """What the signs below the cells mean."""
    for place, (icon, text, kind, words) in enumerate(LEGEND):
        y = LEGEND_TOP + LEGEND_STEP * place
        picture.cell(COUNTED_LEFT, y, text, 22, 20, kind, round_by=6, icon=icon)
        picture.label(COUNTED_LEFT + 27, y + 14, words, 11, "muted")


def _draw_errors(picture: Picture, x: float, y: float, used: int, repaired: int) -> None:
    """The boxes: repaired, open, or free (launch 2.2)."""
    for box in range(PRINTED.system_error_boxes):
        row, column = divmod(box, COUNTED_PER_ROW)
        kind, icon, note = ("empty", "", "free")
        if box < used:
            kind, icon, note = ("filled", "check", "repaired") if box < repaired else ("done", "error", "open")
        left, top = x + COUNTED_STEP * column, y + COUNTED_STEP * row
        picture.cell(left, top, "", COUNTED_BOX, COUNTED_BOX, kind, note=note, round_by=3, icon=icon)


DRAWING = adventure_drawing(
    TABLES, SHEET_HEIGHT, draw_sheet, for_a_card="boxes", draw_own=draw_own, more_panels=astra_panels
)
