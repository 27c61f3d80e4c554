"""The rocket of MLEM: the slots, the dice in groups, the expedition token, and their buttons."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np

from moon_envs.games.mlem.actions import (
    ADD_BOOSTER,
    ADD_GROUP,
    DISEMBARK,
    DISEMBARK_HIGHER,
    DISEMBARK_LOWER,
    GO,
    STAY,
    USE_ABILITY,
)
from moon_envs.games.mlem.components import (
    ABILITY_NAMES,
    AFTERBURNER,
    ALLOWED_FACES,
    DEEP_SPACE,
    FACE_COUNT,
    FACE_VALUE,
    FACES,
    TOKEN_ABILITY,
    TOKEN_DICE,
    TOKEN_FACES,
    TOKEN_UFO_STEPS,
)
from moon_envs.games.mlem.state import DECIDE_LANDING, DECIDE_MOVE, DECIDE_PARACHUTE, NO_FUNCTION, NO_TOKEN
from moon_envs.games.mlem.text import describe_action, must_use_roll
from moon_envs.render.fonts import text_width
from moon_envs.render.games.mlem.functions import FUNCTION_ICONS, FUNCTION_WORDS
from moon_envs.render.games.mlem.mat import MARGIN, MAT_WIDTH
from moon_envs.render.picture import Picture

SLOT_HEIGHT = 46
# The hull lies across the panel with its flame at the left; wide slots have larger signs.
HULL_LEFT, HULL_RIGHT = MARGIN + 30, MARGIN + MAT_WIDTH - 44
HULL_HEIGHT = SLOT_HEIGHT + 12
WIDE_SLOT = 150
# The dice are larger where no expedition token lies beside them.
DIE, LARGE_DIE, SMALL_DIE, DIE_GAP = 27, 33, 20, 3
TOKEN_WIDTH = 178
BUTTON_HEIGHT, BUTTON_GAP = 27, 8
NO_ACTION = -1
# Actions told in words: the rocket and the astronaut have moved on, so no place can be marked.
DONE = {
    GO: "went",
    STAY: "stayed",
    DISEMBARK: "disembarked",
    DISEMBARK_LOWER: "disembarked lower",
    DISEMBARK_HIGHER: "disembarked higher",
}
SHORTER = (
    ("use the parachute and ", ""),
    ("disembark", "land"),
    ("a moon of space ", "moon "),
    (" points", ""),
    (" point", ""),
    (" for ", ": +"),
)


def tell_last(picture: Picture) -> str:
    """Return the last decision in words if no place can be marked for it, and mark nothing for it."""
    decisions = picture.decisions
    if decisions.last_action not in DONE:
        return ""
    picture.decisions = replace(decisions, last_action=NO_ACTION)
    return f"player {decisions.last_actor} {DONE[decisions.last_action]}"


def draw_rocket(picture: Picture, state: np.void, told: str, y: float) -> float:
    """Draw slots, dice, buttons and the words for the last decision; return the y below them."""
    buttons = _buttons(picture, state, told)
    die = DIE if state["ufo"] else LARGE_DIE
    height = HULL_HEIGHT + die + 41 + BUTTON_HEIGHT * max(1, len(buttons))
    picture.sheet(MARGIN, y, MAT_WIDTH, height)
    picture.put(0, y + 6, _printed_hull())
    width = (HULL_RIGHT - HULL_LEFT - 8) / int(state["player_count"])
    for slot in range(state["player_count"]):
        _draw_slot(picture, state, slot, HULL_LEFT + 4 + slot * width, y + 12, width - 2)
    top = y + HULL_HEIGHT + 11
    _draw_dice(picture, state, MARGIN + 8, top, die)
    if state["ufo"]:
        _draw_token(picture, state, MARGIN + MAT_WIDTH - TOKEN_WIDTH - 6, top - 2)
    elif not state["over"]:
        picture.put(MARGIN + MAT_WIDTH - 8, top + 3 + die / 2, _printed_faces(int(state["space"])))
    top += die + 23
    if not buttons:
        picture.label(MARGIN + 10, top + 16, _where(state), 12.5, "muted")
    for row, in_row in enumerate(buttons):
        x = MARGIN + 8.0
        for words, width, action in in_row:
            kind, actions = ("plain last", ()) if action == NO_ACTION else ("plain", (action,))
            picture.cell(x, top + row * BUTTON_HEIGHT, words, width, 24, kind, actions, round_by=12)
            x += width + BUTTON_GAP
    return y + height + MARGIN


@functools.cache
def _printed_hull() -> str:
    """The rocket around the slots: flames and fins at the left, the nose at the right."""
    picture, left, right, low = Picture(MAT_WIDTH), HULL_LEFT, HULL_RIGHT, HULL_HEIGHT
    middle = low / 2
    flame = [(left, 12), (left - 12, 18), (left - 24, middle), (left - 12, low - 18), (left, low - 12)]
    picture.area(flame, "k4")
    picture.area([(left, 19), (left - 13, middle), (left, low - 19)], "k1")
    for edge, side in ((0, 1), (low, -1)):
        picture.area([(left - 8, edge - 4 * side), (left + 30, edge - 4 * side), (left + 44, edge + 4 * side)], "k4")
    nose = [(right, 0), (right + 18, 5), (right + 31, 15), (right + 38, middle)]
    picture.area([(right - 4, 0), *nose, *((x, low - y) for x, y in reversed(nose[:-1])), (right - 4, low)], "k4")
    picture.cell(left - 4, 0, "", right - left + 4, low, round_by=8)
    picture.token(right + 15, middle, 7, "", "k3")
    return picture.drawn


@functools.cache
def _printed_faces(space: int) -> str:
    """The faces that move the rocket on from a space, left of the origin."""
    picture, x = Picture(MAT_WIDTH), 0.0
    faces = [face for face in range(FACE_COUNT) if int(ALLOWED_FACES[space]) >> face & 1]
    for face in reversed(faces):
        x -= SMALL_DIE
        if face == AFTERBURNER:
            picture.die(x, -SMALL_DIE / 2, "", SMALL_DIE, "plain")
            picture.icon(x + 4, 4 - SMALL_DIE / 2, "flame", SMALL_DIE - 8, "t1")
        else:
            picture.die(x, -SMALL_DIE / 2, FACES[face], SMALL_DIE)
        x -= 3
    if faces:
        picture.label(x - 4, 4.5, f"space {space} takes", 12, "muted", "end")
    return picture.drawn


def _where(state: np.void) -> str:
    """Words for where the rocket is and who is on board."""
    if state["over"]:
        return "The rocket has flown its last expedition."
    space = int(state["space"])
    on_board, players = int(state["on_board"]).bit_count(), int(state["player_count"])
    place = "in deep space" if space == DEEP_SPACE else f"on space {space}"
    return f"The rocket is {place}, {on_board} of {players} players on board."


def _draw_slot(picture: Picture, state: np.void, slot: int, x: float, y: float, width: float) -> None:
    """Draw a slot of the rocket: its player, its astronaut, the command, and a used booster."""
    player = (int(state["starter"]) + slot) % int(state["player_count"])
    function = int(state["functions"][slot])
    is_on_board = bool(int(state["on_board"]) >> slot & 1)
    is_asked = state["slot"] == slot and state["decision"] in (DECIDE_LANDING, DECIDE_PARACHUTE) and not state["over"]
    is_added = bool(int(state["added_boosters"]) >> slot & 1)
    actions = [ADD_BOOSTER + slot] + ([STAY] if is_asked and STAY in picture.decisions.legal else [])
    kind = "filled" if is_asked or is_added else "plain" if is_on_board else "empty"
    picture.cell(x, y, "", width, SLOT_HEIGHT, kind, actions, round_by=8)
    with picture.decoration():
        if width >= WIDE_SLOT:
            picture.token(x + 18, y + SLOT_HEIGHT / 2, 10, player, f"p{player}")
        else:
            picture.token(x + 13, y + 14, 8, player, f"p{player}")
        if function != NO_FUNCTION:
            _draw_astronaut(picture, state, slot, x, y, width)


def _draw_astronaut(picture: Picture, state: np.void, slot: int, x: float, y: float, width: float) -> None:
    function = int(state["functions"][slot])
    is_on_board = bool(int(state["on_board"]) >> slot & 1)
    is_added = bool(int(state["added_boosters"]) >> slot & 1)
    ink, words_ink = ("ink", "bold") if is_on_board else ("muted", "muted")
    if width >= WIDE_SLOT:
        picture.icon(x + 34, y + 10, FUNCTION_ICONS[function], 26, ink)
        picture.label(x + 66, y + 30, FUNCTION_WORDS[function], 13, words_ink)
    else:
        picture.icon(x + 26, y + 5, FUNCTION_ICONS[function], 17, ink)
        picture.label(x + 8, y + 38, FUNCTION_WORDS[function], 11.5, words_ink)
    right = x + width - 6
    if not is_on_board:
        picture.label(right, y + (14 if width >= WIDE_SLOT else 18), "got off", 10.5, "muted", "end")
    elif slot == state["commander"]:
        picture.icon(right - 17, y + 5, "crown", 17, "t1")
    if int(state["boosters_used"]) >> slot & 1 or is_added:
        picture.label(right, y + 38, "added" if is_added else "used", 10.5, "muted", "end")


def _draw_dice(picture: Picture, state: np.void, x: float, y: float, die: int) -> None:
    """Draw the roll in groups of equal faces, or the pool before the roll (mlem 4.1, 4.7)."""
    step, base = die + DIE_GAP, y + 3 + die / 2
    if state["decision"] not in (DECIDE_MOVE, DECIDE_PARACHUTE) or state["over"]:
        pool = 0 if state["over"] else int(state["pool"])
        for number in range(pool):
            picture.die(x + number * step, y + 3, "", die, "empty")
        if pool:
            picture.label(x + pool * step + 4, base + 4.5, "in the pool", 12, "muted")
        return
    values = FACE_VALUE[int(state["space"])].tolist()
    matching, added = int(state["matching"]), int(state["added_groups"])
    for face, count in enumerate(state["rolled"].tolist()):
        if not count:
            continue
        can_match, is_added = bool(matching >> face & 1), bool(added >> face & 1)
        width = count * step + 3
        words = f"+{count * values[face]}" if can_match else "no"
        if is_added:
            picture.cell(x, y, "", width, die + 6, "filled", round_by=9)
        for number in range(count):
            left = x + 3 + number * step
            if face == AFTERBURNER:
                picture.die(left, y + 3, "", die, "k4" if can_match else "closed", [ADD_GROUP + face])
                with picture.decoration():
                    picture.icon(left + die / 2 - 8.5, base - 8.5, "flame", 17, "t1" if can_match else "ink")
            else:
                picture.die(left, y + 3, FACES[face], die, "k7" if can_match else "closed", [ADD_GROUP + face])
        picture.label(x + width / 2, y + die + 17, words, 10.5, "bold" if is_added else "muted", "middle")
        x += width + 6
    if state["decision"] == DECIDE_MOVE:
        note = ", dice kept" if state["keeps_dice"] else ", use a group" if must_use_roll(state) else ""
        picture.label(x + 6, base + 5, f"= {state['distance']}{note}", 16, "bold")


def _draw_token(picture: Picture, state: np.void, x: float, y: float) -> None:
    """Draw the expedition token, which stays until the expedition ends (mlem 12.2, 12.4)."""
    token = int(state["token"])
    if token == NO_TOKEN:
        picture.cell(x, y, "", TOKEN_WIDTH, 46, "empty", round_by=7)
        picture.label(x + 8, y + 27, "no expedition token", 12, "muted")
        return
    ability = ABILITY_NAMES[TOKEN_ABILITY[token]]
    faces = [FACES[face][0].upper() for face in range(FACE_COUNT) if int(TOKEN_FACES[token]) >> face & 1]
    words = f"{TOKEN_DICE[token]} dice, UFO moved {TOKEN_UFO_STEPS[token]}"
    first = f"{ability} {' '.join(faces)}".rstrip() + (" (used)" if state["token_used"] else "")
    kind = "empty" if state["token_used"] else "k7"
    picture.cell(x, y, "", TOKEN_WIDTH, 46, kind, [USE_ABILITY], round_by=7)
    with picture.decoration():
        picture.label(x + 8, y + 19, first, 13, "muted" if state["token_used"] else "bold")
        picture.label(x + 8, y + 36, words, 10.5, "muted")


def _buttons(picture: Picture, state: np.void, told: str) -> list[list[tuple[str, float, int]]]:
    """Return the buttons for the rocket or the asked astronaut, and the words for the last decision, in rows."""
    legal = [action for action in DONE if action in picture.decisions.legal]
    found = [(_short(describe_action(state, action)), action) for action in legal]
    if told:
        found.append((told, NO_ACTION))
    rows: list[list[tuple[str, float, int]]] = []
    room = 0.0
    for words, action in found:
        width = text_width(words, 0.58 * 24) + 24
        if width > room:
            rows.append([])
            room = MAT_WIDTH - 16.0
        rows[-1].append((words, width, action))
        room -= width + BUTTON_GAP
    return rows


def _short(words: str) -> str:
    """Shorten an action's words: "land on moon 18: +5"."""
    for long, short in SHORTER:
        words = words.replace(long, short)
    return words
