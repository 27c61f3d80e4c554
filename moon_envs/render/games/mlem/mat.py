"""The mat of MLEM: the track in rows, with moons and planets, the rocket, the UFO and tokens on it, and the goals."""

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
    NO_BODY,
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
from moon_envs.render.games.mlem.goals import draw_goals
from moon_envs.render.games.mlem.told import without_told
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

PER_ROW = 7  # so that no planet of the packaged file lies in two rows
PITCH = (PANEL_WIDTH + 3) // PER_ROW  # whole units look sharp
SPACE_WIDTH = PITCH - 3
ROCKET_ROOM = 14  # above each row: the rocket stands on the upper edge of its space
BODY_TOP = 36
MOONS_HEIGHT = 46
SPACE_KINDS = tuple("k6" if body == DEEP_SPACE_BODY else "plain" if body == MOONS_BODY else "empty" for body in BODY)
PLANET_KINDS = ("k1", "k2", "k5", "k4", "k0", "k7", "k3")
PLANET_TITLE = 17
ROWS = tuple(range(first, min(first + PER_ROW, SPACES)) for first in range(0, SPACES, PER_ROW))
# The spaces before the first body leave room for the goals; if they are too few, the goals have a line of their own.
BODILESS = min(int(np.flatnonzero(BODY != NO_BODY)[0]), PER_ROW)
GOALS_BESIDE = BODILESS >= 4
GOALS_HEIGHT = 46


def _player_step(players: int) -> float:
    """The height of a player's row on a planet."""
    return 14.0 if players <= 3 else 12.5 if players == 4 else 11.5


def _body_height(row: range, players: int) -> float:
    """The height of the bodies in a row of spaces."""
    has_rows = any(BODY[space] in (PLANET_BODY, DEEP_SPACE_BODY) for space in row)
    return max(MOONS_HEIGHT, PLANET_TITLE + _player_step(players) * players + 1) if has_rows else MOONS_HEIGHT


def _tops(players: int) -> list[float]:
    """The upper edges of the rows, and of a next one."""
    heights = [ROCKET_ROOM + BODY_TOP + _body_height(row, players) + 3 for row in ROWS]
    return [ROCKET_ROOM + sum(heights[:row]) for row in range(len(ROWS) + 1)]


def height_of_mat(players: int) -> float:
    """The height of the mat, with the goals."""
    return _tops(players)[-1] - ROCKET_ROOM + 1 + (0 if GOALS_BESIDE else 4 + GOALS_HEIGHT)


def draw_mat(state: np.void, picture: Picture) -> None:
    """Draw the whole track with the goals."""
    chosen, rocket, players = _actions_by_space(picture, state), int(state["space"]), int(state["player_count"])
    tops = _tops(players)
    corners = [(space % PER_ROW * PITCH, tops[space // PER_ROW]) for space in range(SPACES)]
    heights = [_body_height(ROWS[space // PER_ROW], players) for space in range(SPACES)]
    with without_told(picture):
        for space, (left, top) in enumerate(corners):
            actions = chosen.get(space, [])
            note = "; ".join(describe_action(state, action) for action in actions)
            kind = "filled" if space == rocket else SPACE_KINDS[space]
            height = BODY_TOP if GOALS_BESIDE and space < BODILESS else BODY_TOP + heights[space] + 3
            picture.cell(left, top, "", _width_of(space), height, kind, actions, note=note, round_by=6)
    # A planet lies across several spaces, so all spaces are drawn first.
    with picture.decoration():
        for space, (left, top) in enumerate(corners):
            picture.put(left, top, _printed_space(space))
            _draw_body(picture, state, space, left, top + BODY_TOP, heights[space])
        _draw_markers(picture, state, corners)
    if GOALS_BESIDE:
        draw_goals(picture, state, 0, tops[0] + BODY_TOP + 5, BODILESS * PITCH - 3, MOONS_HEIGHT - 2)
    else:
        draw_goals(picture, state, 0, tops[-1] - ROCKET_ROOM + 4, PANEL_WIDTH, GOALS_HEIGHT)


def _width_of(space: int) -> float:
    """The width of a space; deep space takes what is left of its row."""
    return PANEL_WIDTH - space % PER_ROW * PITCH if space == DEEP_SPACE else SPACE_WIDTH


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
    picture, x, y = Picture(SPACE_WIDTH), 4.0, 19
    picture.label(5, 14, "+" if space == DEEP_SPACE else space, 13, "bold")
    faces = [face for face in range(FACE_COUNT) if int(ALLOWED_FACES[space]) >> face & 1]
    size = 14 if len(faces) <= 3 else 10
    for face in faces:
        if face == AFTERBURNER:
            picture.cell(x, y, "", size + 7, size, "plain", round_by=4)
            picture.icon(x + 1.5, y + size / 2 - 5, "flame", 10, "t1")
            picture.label(x + size + 1, y + size / 2 + 4, int(AFTERBURNER_VALUE[space]), 11, anchor="middle")
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
                _draw_exploration(picture, token, left + 21, top + 3)
    if state["ufo"]:
        left, top = corners[state["ufo_space"]]
        picture.icon(left + _width_of(int(state["ufo_space"])) - 18, top + 2, "ufo", 16, "t2")
    left, top = corners[state["space"]]
    picture.icon(left + _width_of(int(state["space"])) / 2 - 11, top - 14, "rocket", 22, "t1")


def _draw_exploration(picture: Picture, token: int, x: float, y: float) -> None:
    kind = int(EXPLORATION_TYPE[token])
    if kind == POINTS_TOKEN:
        points = int(EXPLORATION_POINTS[token])
        picture.cell(x, y, f"+{points}", 21, 14, "k7", round_by=7)
        return
    picture.cell(x, y, "", 21, 14, "k7", round_by=7)
    picture.icon(x + 5.5, y + 2, "die" if kind == REGAIN_DIE else "tunnel", 10)


def _draw_body(picture: Picture, state: np.void, space: int, x: float, y: float, height: float) -> None:
    if BODY[space] == MOONS_BODY:
        _draw_moons(picture, state, int(MOON_SPACE_OF_SPACE[space]), x, y)
    elif BODY[space] == PLANET_BODY and _begins_planet(space):
        _draw_planet(picture, state, space, x, y, height)
    elif space == DEEP_SPACE:
        _draw_deep_space(picture, state, x, y)


def _draw_moons(picture: Picture, state: np.void, moon_space: int, x: float, y: float) -> None:
    """Draw the moons of a space with their points, in the colours of their owners."""
    moons = range(FIRST_MOON[moon_space], FIRST_MOON[moon_space + 1])
    columns, radius = (2, 13) if len(moons) <= 2 else (3, 7.5)
    for place, moon in enumerate(moons):
        row, column = divmod(place, columns)
        middle = x + SPACE_WIDTH * (0.5 + (column - (columns - 1) / 2) * 0.92 / columns)
        line = y + radius + 3 + row * 2 * radius
        owner = int(state["moon_owner"][moon])
        kind = "k6" if owner == NOBODY else f"p{owner}"
        picture.token(middle, line, radius, int(MOON_POINTS[moon]), kind)
        if owner != NOBODY and len(moons) <= 2:
            picture.icon(middle - 11, line + radius + 3, "astronaut", 12, f"t{owner}")
            picture.label(middle + 3, line + radius + 13, owner, 12, f"bold t{owner}")


def _begins_planet(space: int) -> bool:
    """Whether a planet begins at this space in its row of the picture, where one drawing spans all its spaces."""
    return space % PER_ROW == 0 or PLANET_OF_SPACE[space - 1] != PLANET_OF_SPACE[space]


def _draw_planet(picture: Picture, state: np.void, space: int, x: float, y: float, height: float) -> None:
    """Draw a planet below its spaces: the values of its ranks and the players' rows (mlem 6.4, 10.2)."""
    planet = int(PLANET_OF_SPACE[space])
    last = space
    while (last + 1) % PER_ROW and PLANET_OF_SPACE[last + 1] == planet:
        last += 1
    width = (last - space) * PITCH + SPACE_WIDTH - 6
    picture.put(x + 3, y, _printed_planet(planet, width, height))
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
    step = _player_step(int(state["player_count"]))
    for place, (_, player, count, points) in enumerate(sorted(rows)):
        line = y + PLANET_TITLE - 0.5 + step * (place + 0.5)
        apart = min(step, (width - 52) / count)
        for number in range(count):
            picture.token(x + 13 + apart * number, line, step / 2 - 0.2, player, f"p{player}")
        picture.label(x + width - 4, line + 4, points, min(12, step), "bold", "end")


@functools.cache
def _printed_planet(planet: int, width: float, height: float) -> str:
    """Draw a planet with its number and the values of its ranks."""
    picture, values = Picture(width), "/".join(map(str, PLANET_POINTS[planet].tolist()))
    is_wide = width > PITCH
    picture.cell(0, 0, "", width, height, PLANET_KINDS[planet % len(PLANET_KINDS)], round_by=12)
    if is_wide:
        picture.icon(6, 2.5, "planet", 13)
    picture.label(23 if is_wide else 5, 13, planet + 1, 12, "bold")
    picture.label(width - 7, 13, values.replace("/", " / ") if is_wide else values, 12, "", "end")
    return picture.drawn


def _draw_deep_space(picture: Picture, state: np.void, x: float, y: float) -> None:
    """Draw comet and galaxy with the number of each player's astronauts."""
    width = _width_of(DEEP_SPACE)
    for left, icon, points in ((x + 6, "comet", COMET_POINTS), (x + 38, "galaxy", GALAXY_POINTS)):
        picture.icon(left, y - 18, icon, 15)
        picture.label(left + 17, y - 6, points, 13, "bold")
    step = _player_step(int(state["player_count"]))
    line = y + 3 + step / 2
    for player in range(state["player_count"]):
        count = int(state["players"][player]["in_deep_space"])
        for number in range(count):
            apart = min(step, (width - 24) / count)
            picture.token(x + 12 + apart * number, line, step / 2 - 0.2, player, f"p{player}")
        line += step if count else 0
