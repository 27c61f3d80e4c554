"""The rocket of MLEM: its hull, and the slots with players and astronauts."""

from __future__ import annotations

import functools

import numpy as np

from moon_envs.games.mlem.actions import ADD_BOOSTER, STAY
from moon_envs.games.mlem.state import DECIDE_LANDING, DECIDE_PARACHUTE, NO_FUNCTION
from moon_envs.render.elements import SMALLEST_TEXT, fitting
from moon_envs.render.fonts import text_width
from moon_envs.render.games.mlem.functions import FUNCTION_ICONS, FUNCTION_WORDS
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture, weight_of

SLOT_HEIGHT, SLOT_GAP = 50, 3
FRAME = 5
HULL_HEIGHT = SLOT_HEIGHT + 2 * FRAME
# The hull lies across the panel with its flame at the left and its nose at the right.
HULL_LEFT, HULL_RIGHT = 24, PANEL_WIDTH - 34


def draw_rocket(picture: Picture, state: np.void, y: float) -> None:
    """Draw the hull and its slots."""
    picture.put(0, y, _printed_hull())
    players = int(state["player_count"])
    left, room = HULL_LEFT + FRAME, HULL_RIGHT - HULL_LEFT - 2 * FRAME
    width = (room + SLOT_GAP) / players - SLOT_GAP
    for slot in range(players):
        _draw_slot(picture, state, slot, left + slot * (width + SLOT_GAP), y + FRAME, width)


@functools.cache
def _printed_hull() -> str:
    """The rocket around the slots: flames and fins at the left, the nose at the right."""
    picture, left, right, low = Picture(PANEL_WIDTH), HULL_LEFT, HULL_RIGHT, HULL_HEIGHT
    middle = low / 2
    flame = [(left, 12), (left - 12, 18), (left - 23, middle), (left - 12, low - 18), (left, low - 12)]
    picture.area(flame, "k4")
    picture.area([(left, 20), (left - 13, middle), (left, low - 20)], "k1")
    for edge, side in ((0, 1), (low, -1)):
        picture.area([(left - 8, edge - 4 * side), (left + 30, edge - 4 * side), (left + 44, edge + 4 * side)], "k4")
    nose = [(right, 0), (right + 16, 6), (right + 27, 16), (right + 33, middle)]
    picture.area([(right - 4, 0), *nose, *((x, low - y) for x, y in reversed(nose[:-1])), (right - 4, low)], "k4")
    picture.cell(left, 0, "", right - left, low, round_by=8)
    picture.token(right + 14, middle, 7, "", "k3")
    return picture.drawn


def _draw_slot(picture: Picture, state: np.void, slot: int, x: float, y: float, width: float) -> None:
    """Draw a slot of the rocket: its player, its astronaut, the command, and a used booster."""
    player = (int(state["starter"]) + slot) % int(state["player_count"])
    function = int(state["functions"][slot])
    is_on_board = bool(int(state["on_board"]) >> slot & 1)
    is_asked = state["slot"] == slot and state["decision"] in (DECIDE_LANDING, DECIDE_PARACHUTE) and not state["over"]
    is_added = bool(int(state["added_boosters"]) >> slot & 1)
    actions = [ADD_BOOSTER + slot] + ([STAY] if is_asked and STAY in picture.decisions.legal else [])
    kind = "filled" if is_asked or is_added else "plain" if is_on_board else "empty"
    marks = _marks(state, slot)
    note = "" if function == NO_FUNCTION else ", ".join([f"player {player}: {FUNCTION_WORDS[function]}", *marks])
    picture.cell(x, y, "", width, SLOT_HEIGHT, kind, actions, note=note, round_by=8)
    with picture.decoration():
        picture.token(x + 14, y + 15, 9, player, f"p{player}")
        if function != NO_FUNCTION:
            _draw_astronaut(picture, state, slot, x, y, width)


def _marks(state: np.void, slot: int) -> list[str]:
    """What is special about an astronaut in its slot."""
    marks = []
    if not int(state["on_board"]) >> slot & 1:
        marks.append("got off")
    elif slot == state["commander"]:
        marks.append("commander")
    if int(state["added_boosters"]) >> slot & 1:
        marks.append("added")
    elif int(state["boosters_used"]) >> slot & 1:
        marks.append("used")
    return marks


def _draw_astronaut(picture: Picture, state: np.void, slot: int, x: float, y: float, width: float) -> None:
    """Draw the sign of an astronaut with its name; in narrow slots a mark stands in the place of the name."""
    function, marks = int(state["functions"][slot]), _marks(state, slot)
    is_on_board = "got off" not in marks
    ink, words_ink = ("ink", "bold") if is_on_board else ("muted", "muted")
    middle = x + width / 2
    others = [mark for mark in marks if mark != "commander"]
    words, weight = ", ".join([FUNCTION_WORDS[function], *others]), weight_of(words_ink)
    size = max(SMALLEST_TEXT, min(fitting(name, 13, width - 6, weight) for name in FUNCTION_WORDS))
    if others and text_width(words, size, weight) > width - 6:
        words = others[0]  # the sign says which astronaut it is
    sign = 24 if width > 80 else 20
    picture.icon(middle - sign / 2, y + 17 - sign / 2, FUNCTION_ICONS[function], sign, ink)
    picture.label(middle, y + 43, words, size, words_ink, "middle")
    if is_on_board and slot == state["commander"]:
        picture.icon(x + width - 22, y + 6, "crown", 17, "t1")
