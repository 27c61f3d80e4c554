"""The mat of MLEM: the track in rows of nine spaces, with moons and planets, the rocket, the UFO and tokens on it."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from moon_envs.games.mlem.actions import DISEMBARK, DISEMBARK_HIGHER, DISEMBARK_LOWER, GO
from moon_envs.games.mlem.components import (
    AFTERBURNER,
    AFTERBURNER_VALUE,
    ALLOWED_FACES,
    BODY,
    COMET_POINTS,
    DEEP_SPACE,
    DEEP_SPACE_BODY,
    EXPLORATION_POINTS,
    EXPLORATION_SPACE,
    EXPLORATION_TYPE,
    FACE_COUNT,
    FACES,
    FIRST_MOON,
    GALAXY_POINTS,
    MOON_POINTS,
    MOON_SPACE_OF_SPACE,
    MOONS_BODY,
    NONE,
    PLANET_BODY,
    PLANET_OF_SPACE,
    PLANET_POINTS,
    POINTS_TOKEN,
    REGAIN_DIE,
    SPACES,
)
from moon_envs.games.mlem.state import DECIDE_MOVE, NOBODY, ON_MAT
from moon_envs.games.mlem.text import describe_action
from moon_envs.render.columns import COLUMN_WIDTH, MARGIN
from moon_envs.render.picture import Picture

MAT_WIDTH = COLUMN_WIDTH
PER_ROW = 9
PITCH = (MAT_WIDTH + 3) / PER_ROW
SPACE_WIDTH, SPACE_HEIGHT = PITCH - 3, 114
ROW_HEIGHT = SPACE_HEIGHT + 18
BODY_TOP = 41
BODY_HEIGHT = SPACE_HEIGHT - BODY_TOP - 3
SPACE_KINDS = tuple("k6" if body == DEEP_SPACE_BODY else "plain" if body == MOONS_BODY else "empty" for body in BODY)
PLANET_KINDS = ("k1", "k2", "k5", "k4", "k0", "k7", "k3")


def draw_mat(picture: Picture, state: np.void, y: float) -> float:
    """Draw the whole track; return the y below it."""
    y += 14
    chosen, rocket = _actions_by_space(picture, state), int(state["space"])
    corners = [(MARGIN + space % PER_ROW * PITCH, y + space // PER_ROW * ROW_HEIGHT) for space in range(SPACES)]
    for space, (left, top) in enumerate(corners):
        actions = chosen.get(space, [])
        note = "; ".join(describe_action(state, action) for action in actions)
        kind = "filled" if space == rocket else SPACE_KINDS[space]
        picture.cell(left, top, "", SPACE_WIDTH, SPACE_HEIGHT, kind, actions, note=note, round_by=6)
    # A planet lies across several spaces, so all spaces are drawn first.
    with picture.decoration():
        for space, (left, top) in enumerate(corners):
            picture.put(left, top, _printed_space(space))
            _draw_body(picture, state, space, left, top + BODY_TOP)
        _draw_markers(picture, state, corners)
    return y + -(-SPACES // PER_ROW) * ROW_HEIGHT - 10


def _actions_by_space(picture: Picture, state: np.void) -> dict[int, list[int]]:
    """Map each space to the actions that lead there now: going and disembarking."""
    space = int(state["space"])
    targets = {DISEMBARK: space, DISEMBARK_LOWER: space - 1, DISEMBARK_HIGHER: space + 1}
    if state["decision"] == DECIDE_MOVE and state["distance"]:
        targets[GO] = min(space + int(state["distance"]), DEEP_SPACE)
    chosen: dict[int, list[int]] = {}
    for action, target in targets.items():
        if action not in picture.decisions.legal:
            continue
        planet = PLANET_OF_SPACE[target]
        is_landing = action != GO and planet != NONE
        # A player who lands on a planet can click any of its spaces.
        for place in np.flatnonzero(PLANET_OF_SPACE == planet).tolist() if is_landing else (target,):
            chosen.setdefault(place, []).append(action)
    return chosen


@functools.cache
def _printed_space(space: int) -> str:
    """Draw the number of a space and the faces it allows; the value of an afterburner stands beside its flame."""
    picture, x, y = Picture(SPACE_WIDTH), 4, 22
    picture.label(5, 15, "+" if space == DEEP_SPACE else space, 13, "bold")
    faces = [face for face in range(FACE_COUNT) if int(ALLOWED_FACES[space]) >> face & 1]
    size = 15 if len(faces) <= 3 else 11
    for face in faces:
        if face == AFTERBURNER:
            picture.cell(x, y, "", size + 7, size, "plain", round_by=4)
            picture.icon(x + 1.5, y + size / 2 - 5, "flame", 10, "t1")
            picture.label(x + size + 1, y + size * 0.77, int(AFTERBURNER_VALUE[space]), size * 0.72, anchor="middle")
        else:
            picture.die(x, y, FACES[face], size)
        x += size + 2
    return picture.drawn


def _draw_markers(picture: Picture, state: np.void, corners: Sequence[tuple[float, float]]) -> None:
    """Draw the rocket on the upper edge, the UFO and exploration tokens beside the number."""
    if state["explorations"]:
        for token, place in enumerate(state["exploration_place"].tolist()):
            if place == ON_MAT:
                left, top = corners[EXPLORATION_SPACE[token]]
                _draw_exploration(picture, token, left + 24, top + 4)
    if state["ufo"]:
        left, top = corners[state["ufo_space"]]
        picture.icon(left + SPACE_WIDTH - 18, top + 2, "ufo", 16, "t2")
    left, top = corners[state["space"]]
    picture.icon(left + SPACE_WIDTH / 2 - 12, top - 17, "rocket", 24, "t1")


def _draw_exploration(picture: Picture, token: int, x: float, y: float) -> None:
    kind = int(EXPLORATION_TYPE[token])
    if kind == POINTS_TOKEN:
        points = int(EXPLORATION_POINTS[token])
        picture.cell(x, y, f"+{points}", 21, 14, "k7", round_by=7)
        return
    picture.cell(x, y, "", 21, 14, "k7", round_by=7)
    picture.icon(x + 5.5, y + 2, "die" if kind == REGAIN_DIE else "tunnel", 10)


def _draw_body(picture: Picture, state: np.void, space: int, x: float, y: float) -> None:
    if BODY[space] == MOONS_BODY:
        _draw_moons(picture, state, int(MOON_SPACE_OF_SPACE[space]), x, y)
    elif BODY[space] == PLANET_BODY and _begins_planet(space):
        _draw_planet(picture, state, space, x, y)
    elif space == DEEP_SPACE:
        _draw_deep_space(picture, state, x, y)


def _draw_moons(picture: Picture, state: np.void, moon_space: int, x: float, y: float) -> None:
    """Draw the moons of a space with their points, in the colours of their owners."""
    moons = range(FIRST_MOON[moon_space], FIRST_MOON[moon_space + 1])
    radius = 13 if len(moons) <= 2 else 8
    for place, moon in enumerate(moons):
        row, column = divmod(place, 2)
        middle, line = x + SPACE_WIDTH * (0.27 + 0.46 * column), y + radius + 4 + row * (2 * radius + 1)
        owner = int(state["moon_owner"][moon])
        kind = "k6" if owner == NOBODY else f"p{owner}"
        picture.token(middle, line, radius, int(MOON_POINTS[moon]), kind)
        if owner != NOBODY and len(moons) <= 2:
            picture.icon(middle - 6, line + radius + 4, "astronaut", 12, f"t{owner}")
            picture.label(middle, line + radius + 28, owner, 11, f"bold t{owner}", "middle")


def _begins_planet(space: int) -> bool:
    """Whether a planet begins at this space in its row of the picture, where one drawing spans all its spaces."""
    return space % PER_ROW == 0 or PLANET_OF_SPACE[space - 1] != PLANET_OF_SPACE[space]


def _draw_planet(picture: Picture, state: np.void, space: int, x: float, y: float) -> None:
    """Draw a planet below its spaces: the values of its ranks and the players' rows (mlem 6.4, 10.2)."""
    planet = int(PLANET_OF_SPACE[space])
    last = space
    while (last + 1) % PER_ROW and PLANET_OF_SPACE[last + 1] == planet:
        last += 1
    width = (last - space) * PITCH + SPACE_WIDTH - 6
    picture.cell(x + 3, y, "", width, BODY_HEIGHT, PLANET_KINDS[planet % len(PLANET_KINDS)], round_by=12)
    picture.icon(x + 8, y + 2, "planet", 13)
    picture.label(x + 25, y + 12.5, planet + 1, 11.5, "bold")
    picture.label(x + width - 4, y + 12.5, " / ".join(map(str, PLANET_POINTS[planet].tolist())), 11, "", "end")
    rows = []
    for player in range(state["player_count"]):
        own = state["players"][player]
        if own["planet_row"][planet]:
            is_doubled = own["double_planet"] == planet
            rows.append(
                (
                    int(own["planet_row"][planet]),
                    player,
                    int(own["on_planet"][planet]),
                    f"{'x2 = ' if is_doubled else ''}{own['planet_points'][planet]}",
                )
            )
    height = min(14.0, (BODY_HEIGHT - 17) / int(state["player_count"]))
    for place, (_, player, count, points) in enumerate(sorted(rows)):
        line = y + 15.5 + height * (place + 0.5)
        step = min(height, (width - 52) / count)
        for number in range(count):
            picture.token(x + 13 + step * number, line, height / 2 - 0.2, player, f"p{player}")
        picture.label(x + width - 4, line + 4, points, min(11, height * 0.95), "bold", "end")


def _draw_deep_space(picture: Picture, state: np.void, x: float, y: float) -> None:
    """Draw comet and galaxy with the number of each player's astronauts."""
    y -= 20
    for left, icon, points in ((x + 5, "comet", COMET_POINTS), (x + 34, "galaxy", GALAXY_POINTS)):
        picture.icon(left, y, icon, 15)
        picture.label(left + 17, y + 12, points, 12, "bold")
    line = y + 28.0
    for player in range(state["player_count"]):
        count = int(state["players"][player]["in_deep_space"])
        for number in range(count):
            step = min(13.5, (SPACE_WIDTH - 16) / count)
            picture.token(x + 12 + step * number, line, 6.5, player, f"p{player}")
        line += 13.5 if count else 0
