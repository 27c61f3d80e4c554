"""The dice of MLEM in groups of equal faces, and the expedition token beside them."""

from __future__ import annotations

import functools

import numpy as np

from moon_envs.games.mlem.actions import ADD_GROUP, USE_ABILITY
from moon_envs.games.mlem.components import (
    ABILITY_NAMES,
    AFTERBURNER,
    ALLOWED_FACES,
    EXPEDITION_TOKENS,
    FACE_COUNT,
    FACE_VALUE,
    FACES,
    TOKEN_ABILITY,
    TOKEN_DICE,
    TOKEN_FACES,
    TOKEN_UFO_STEPS,
)
from moon_envs.games.mlem.state import DECIDE_MOVE, DECIDE_PARACHUTE, NO_TOKEN
from moon_envs.games.mlem.text import describe_action
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

DIE, DIE_GAP = 36, 3
SMALL_DIE = 22
FRAME = 3  # around the dice that were added
DICE_HEIGHT = DIE + 2 * FRAME + 14
TOKEN_WIDTH = 146
TOKEN_LEFT = PANEL_WIDTH - TOKEN_WIDTH


def draw_dice(picture: Picture, state: np.void, y: float) -> None:
    """Draw the dice, and right of them the expedition token or the faces that move the rocket on."""
    if state["decision"] in (DECIDE_MOVE, DECIDE_PARACHUTE) and not state["over"]:
        _draw_roll(picture, state, y)
    elif not state["over"]:
        _draw_pool(picture, int(state["pool"]), y)
    if state["ufo"]:
        _draw_token(picture, state, TOKEN_LEFT, y)
    elif not state["over"]:
        picture.put(PANEL_WIDTH, y, _printed_faces(int(state["space"])))


def _draw_pool(picture: Picture, pool: int, y: float) -> None:
    """Draw the dice that the commander is going to roll."""
    for number in range(pool):
        picture.die(FRAME + number * (DIE + DIE_GAP), y + FRAME, "", DIE, "empty")
    if pool:
        picture.label(FRAME, y + DICE_HEIGHT - 3, f"in the pool: {pool}", 11.5, "muted")


def _draw_roll(picture: Picture, state: np.void, y: float) -> None:
    """Draw the roll in groups of equal faces (mlem 4.1)."""
    x = 0.0
    values = FACE_VALUE[int(state["space"])].tolist()
    matching, added = int(state["matching"]), int(state["added_groups"])
    for face, count in enumerate(state["rolled"].tolist()):
        if not count:
            continue
        can_match, is_added = bool(matching >> face & 1), bool(added >> face & 1)
        width = count * (DIE + DIE_GAP) - DIE_GAP + 2 * FRAME
        words = f"+{count * values[face]}" if can_match else "no"
        if is_added:
            picture.cell(x, y, "", width, DIE + 2 * FRAME, "filled", round_by=11)
        for number in range(count):
            _draw_die(picture, face, can_match, x + FRAME + number * (DIE + DIE_GAP), y + FRAME)
        picture.label(x + width / 2, y + DICE_HEIGHT - 3, words, 12, "bold" if is_added else "muted", "middle")
        x += width + DIE_GAP


def _draw_die(picture: Picture, face: int, can_match: bool, x: float, y: float) -> None:
    if face != AFTERBURNER:
        picture.die(x, y, FACES[face], DIE, "k7" if can_match else "closed", [ADD_GROUP + face])
        return
    picture.die(x, y, "", DIE, "k4" if can_match else "closed", [ADD_GROUP + face])
    with picture.decoration():
        picture.icon(x + DIE / 2 - 10, y + DIE / 2 - 10, "flame", 20, "t1" if can_match else "ink")


@functools.cache
def _printed_faces(space: int) -> str:
    """The faces that move the rocket on from a space, left of the origin."""
    picture = Picture(PANEL_WIDTH)
    faces = _faces_in(int(ALLOWED_FACES[space]))
    if faces:
        picture.label(0, 12, f"space {space} takes", 12, "muted", "end")
        _draw_faces(picture, faces, -len(faces) * (SMALL_DIE + DIE_GAP) + DIE_GAP, 19, SMALL_DIE)
    return picture.drawn


def _faces_in(bits: int) -> list[int]:
    return [face for face in range(FACE_COUNT) if bits >> face & 1]


def _draw_faces(picture: Picture, faces: list[int], x: float, y: float, size: float) -> None:
    """Draw small dice with faces."""
    for face in faces:
        picture.die(x, y, "" if face == AFTERBURNER else FACES[face], size)
        if face == AFTERBURNER:
            picture.icon(x + size * 0.2, y + size * 0.2, "flame", size * 0.6, "t1")
        x += size + DIE_GAP


def _draw_token(picture: Picture, state: np.void, x: float, y: float) -> None:
    """Draw the expedition token, which stays until the expedition ends (mlem 12.2, 12.4), and count its pile."""
    token, is_used = int(state["token"]), bool(state["token_used"])
    pile = f"pile {EXPEDITION_TOKENS - int(state['tokens_drawn'])}"
    kind = "empty" if token == NO_TOKEN or is_used else "k7"
    note = describe_action(state, USE_ABILITY) if USE_ABILITY in picture.decisions.legal else ""
    picture.cell(x, y, "", TOKEN_WIDTH, DICE_HEIGHT, kind, [USE_ABILITY], note=note, round_by=8)
    with picture.decoration():
        picture.label(x + TOKEN_WIDTH - 8, y + 33, pile, 11.5, "muted", "end")
        if token == NO_TOKEN:
            picture.label(x + 8, y + 16, "no expedition token", 12, "muted")
            return
        first = ABILITY_NAMES[TOKEN_ABILITY[token]] + (" (used)" if is_used else "")
        picture.label(x + 8, y + 16, first, 12.5, "muted" if is_used else "bold")
        _draw_faces(picture, _faces_in(int(TOKEN_FACES[token])), x + 8, y + 21, 16)
        words = f"{TOKEN_DICE[token]} dice, UFO moved {TOKEN_UFO_STEPS[token]}"
        picture.label(x + 8, y + DICE_HEIGHT - 6, words, 11.5, "muted")
