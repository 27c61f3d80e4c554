"""The Launch sheet as a picture: floors from the top with their quarters, the rocket track, errors and tie rockets.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

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
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    MARGIN,
    SHEET_WIDTH,
    adventure_drawing,
    draw_cell,
    draw_missions_taken,
    draw_system_errors,
)
from moon_envs.render.picture import Picture

CELL, FLOOR_HEIGHT = 28, 46
# Tables as lists: a single number of an array takes ten times as long to read.
QUARTERS_OF_CELLS, FIRST_CELLS = QUARTER_OF_CELL.tolist(), FLOOR_FIRST.tolist()
ROCKETS_OF_QUARTERS, INACTIVE_OF_QUARTERS = ACTIVE_ROCKETS.tolist(), INACTIVE_ROCKET_OF_QUARTER.tolist()
ACTIVATIONS_OF_QUARTERS, BUILDINGS_OF_QUARTERS = ACTIVATIONS.tolist(), BUILDINGS.tolist()
QUARTERS_OF_SABOTAGES, ROCKETS_OF_INACTIVE = SABOTAGE_QUARTER.tolist(), INACTIVE_ROCKETS.tolist()
TRACK_WIDTH = 100
SHEET_HEIGHT = FLOOR_HEIGHT * len(FLOORS) + 56


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
    for floor in range(len(FLOORS)):
        _draw_floor(picture, state, cells, arrows, floor, FLOOR_HEIGHT * floor)
    _draw_track(picture, sheet)
    y = FLOOR_HEIGHT * len(FLOORS) + 6
    x = draw_system_errors(picture, MARGIN + 4, y, int(sheet["system_errors"]), PRINTED.system_error_boxes)
    picture.label(x, y + 13, f"{sheet['repaired']} repaired", 12, "muted")
    picture.label(x + 84, y + 13, "tie rockets", 12, "muted")
    picture.track(x + 150, y, [""] * TIE_ROCKETS, int(sheet["tie_rockets"]))
    draw_missions_taken(picture, MARGIN + 4, y + 24, sheet)
    picture.button(MARGIN + 160, y + 23, "decline the X", [DECLINE_X])


def _draw_floor(picture: Picture, state: np.void, cells: list[int], arrows: list[int], floor: int, y: float) -> None:
    action = FLOORS[floor][0]
    kind = ACTION_NAMES.index(action) if action in ACTION_NAMES else len(ACTION_NAMES)
    picture.icon(MARGIN + 4, y + 6, action if action in ACTION_NAMES else "star", 18)
    picture.label(MARGIN + 4, y + 38, len(FLOORS) - floor, 11, "muted")
    x = MARGIN + 30.0
    quarter_before = -1
    for cell in range(FIRST_CELLS[floor], FIRST_CELLS[floor + 1]):
        quarter = QUARTERS_OF_CELLS[cell]
        if quarter != quarter_before:
            x += 6 if quarter_before >= 0 else 0
            quarter_before = quarter
            _draw_effects(picture, state, arrows, quarter, x, y + CELL + 1)
        draw_cell(picture, x, y, cells[cell], (WRITE + cell, WRITE_X + cell), f"empty k{kind}")
        x += CELL


def _draw_effects(picture: Picture, state: np.void, arrows: list[int], quarter: int, x: float, y: float) -> None:
    """What a quarter brings when it is full, in small signs below its cells."""
    if ROCKETS_OF_QUARTERS[quarter]:
        x = _draw_sign(picture, x, y, f"+{ROCKETS_OF_QUARTERS[quarter]}", "plain", (), "rockets")
    inactive = INACTIVE_OF_QUARTERS[quarter]
    if inactive >= 0:
        kind = "filled" if arrows[inactive] else "closed"
        words = "activated" if arrows[inactive] else "inactive"
        x = _draw_sign(
            picture, x, y, f"+{ROCKETS_OF_INACTIVE[inactive]}", kind, (ACTIVATE + inactive,), f"rockets, {words}"
        )
    for _ in range(ACTIVATIONS_OF_QUARTERS[quarter]):
        x = _draw_sign(picture, x, y, "A", "k1", (), "activate an inactive rocket")
    for _ in range(BUILDINGS_OF_QUARTERS[quarter]):
        x = _draw_sign(picture, x, y, "X", "k6", (), "write an X")
    for sabotage in range(SABOTAGES):
        if QUARTERS_OF_SABOTAGES[sabotage] == quarter:
            kind = "closed" if is_race_closed(state, sabotage) else "k4"
            x = _draw_sign(picture, x, y, "S", kind, (CROSS_OFF_SABOTAGE + sabotage,), f"sabotage {sabotage + 1}")


def _draw_sign(
    picture: Picture, x: float, y: float, text: str, kind: str, actions: tuple[int, ...], note: str
) -> float:
    width = 12.5 if len(text) == 1 else 18
    picture.cell(x, y, text, width, 13, kind, actions, note=note, round_by=3)
    return x + width + 1.5


def _draw_track(picture: Picture, sheet: np.void) -> None:
    """The rockets from the bottom up with the score of each row."""
    x, y = SHEET_WIDTH - TRACK_WIDTH - 44, FLOOR_HEIGHT * len(FLOORS) - 20
    before, crossed = 0, int(sheet["rockets"])
    for rockets, score in TRACK_ROWS:
        picture.label(x - 6, y + 14, score, 12, "muted", "end")
        picture.track(x, y, [""] * rockets, max(0, min(rockets, crossed - before)), size=19)
        before += rockets
        y -= 38
    kind = "bold" if crossed >= TRACK_ROCKETS else "muted"
    picture.label(x + 30, y + 22, f"launch {LAUNCH_SCORE}", 13, kind)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet, draw_table, for_a_card="boxes")
