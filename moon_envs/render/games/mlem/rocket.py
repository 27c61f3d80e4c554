"""The rocket of MLEM: the slots, the dice in groups, the expedition token, and their buttons."""

from __future__ import annotations

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

SLOT_WIDTH, SLOT_HEIGHT = 116, 46
DIE, DIE_STEP = 27, 30
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
    height = SLOT_HEIGHT + 71 + BUTTON_HEIGHT * max(1, len(buttons))
    picture.sheet(MARGIN, y, MAT_WIDTH, height)
    for slot in range(state["player_count"]):
        _draw_slot(picture, state, slot, MARGIN + 6 + slot * (SLOT_WIDTH + 2), y + 6)
    top = y + SLOT_HEIGHT + 14
    _draw_dice(picture, state, MARGIN + 8, top)
    if state["ufo"]:
        _draw_token(picture, state, MARGIN + MAT_WIDTH - TOKEN_WIDTH - 6, top - 2)
    for row, in_row in enumerate(buttons):
        x = MARGIN + 8.0
        for words, width, action in in_row:
            kind, actions = ("plain last", ()) if action == NO_ACTION else ("plain", (action,))
            picture.cell(x, top + 50 + row * BUTTON_HEIGHT, words, width, 24, kind, actions, round_by=12)
            x += width + BUTTON_GAP
    return y + height + MARGIN


def _draw_slot(picture: Picture, state: np.void, slot: int, x: float, y: float) -> None:
    """Draw a slot of the rocket: its player, its astronaut, the command, and a used booster."""
    player = (int(state["starter"]) + slot) % int(state["player_count"])
    function = int(state["functions"][slot])
    is_on_board = bool(int(state["on_board"]) >> slot & 1)
    is_asked = state["slot"] == slot and state["decision"] in (DECIDE_LANDING, DECIDE_PARACHUTE) and not state["over"]
    is_added = bool(int(state["added_boosters"]) >> slot & 1)
    actions = [ADD_BOOSTER + slot] + ([STAY] if is_asked and STAY in picture.decisions.legal else [])
    kind = "filled" if is_asked or is_added else "plain" if is_on_board else "empty"
    picture.cell(x, y, "", SLOT_WIDTH, SLOT_HEIGHT, kind, actions, round_by=8)
    with picture.decoration():
        picture.token(x + 13, y + 14, 8, player, f"p{player}")
        if function != NO_FUNCTION:
            _draw_astronaut(picture, state, slot, x, y)


def _draw_astronaut(picture: Picture, state: np.void, slot: int, x: float, y: float) -> None:
    function = int(state["functions"][slot])
    is_on_board = bool(int(state["on_board"]) >> slot & 1)
    is_added = bool(int(state["added_boosters"]) >> slot & 1)
    ink = "ink" if is_on_board else "muted"
    picture.icon(x + 26, y + 5, FUNCTION_ICONS[function], 17, ink)
    picture.label(x + 8, y + 38, FUNCTION_WORDS[function], 11.5, "bold" if is_on_board else "muted")
    if not is_on_board:
        picture.label(x + SLOT_WIDTH - 6, y + 18, "got off", 10.5, "muted", "end")
    elif slot == state["commander"]:
        picture.icon(x + SLOT_WIDTH - 23, y + 5, "crown", 17, "t1")
    if int(state["boosters_used"]) >> slot & 1 or is_added:
        words = "added" if is_added else "used"
        picture.label(x + SLOT_WIDTH - 6, y + 38, words, 10.5, "muted", "end")


def _draw_dice(picture: Picture, state: np.void, x: float, y: float) -> None:
    """Draw the roll in groups of equal faces, or the pool before the roll (mlem 4.1, 4.7)."""
    if state["decision"] not in (DECIDE_MOVE, DECIDE_PARACHUTE) or state["over"]:
        pool = 0 if state["over"] else int(state["pool"])
        for number in range(pool):
            picture.die(x + number * DIE_STEP, y + 3, "", DIE, "empty")
        if pool:
            picture.label(x + pool * DIE_STEP + 4, y + 22, "in the pool", 12, "muted")
        return
    values = FACE_VALUE[int(state["space"])].tolist()
    matching, added = int(state["matching"]), int(state["added_groups"])
    for face, count in enumerate(state["rolled"].tolist()):
        if not count:
            continue
        can_match, is_added = bool(matching >> face & 1), bool(added >> face & 1)
        width = count * DIE_STEP + 3
        words = f"+{count * values[face]}" if can_match else "no"
        if is_added:
            picture.cell(x, y, "", width, DIE + 6, "filled", round_by=9)
        for number in range(count):
            left = x + 3 + number * DIE_STEP
            if face == AFTERBURNER:
                picture.die(left, y + 3, "", DIE, "k4" if can_match else "closed", [ADD_GROUP + face])
                with picture.decoration():
                    picture.icon(left + 5, y + 8, "flame", 17, "t1" if can_match else "ink")
            else:
                picture.die(left, y + 3, FACES[face], DIE, "k7" if can_match else "closed", [ADD_GROUP + face])
        picture.label(x + width / 2, y + DIE + 17, words, 10.5, "bold" if is_added else "muted", "middle")
        x += width + 6
    if state["decision"] == DECIDE_MOVE:
        note = ", dice kept" if state["keeps_dice"] else ", use a group" if must_use_roll(state) else ""
        picture.label(x + 6, y + 21, f"= {state['distance']}{note}", 16, "bold")


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
