"""The Moon as a map: terrain tiles with their cubes and rovers, and building spaces at their corners."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import BUILDING_SPACE, COLLECT, TERRAIN_TASK, TILE
from moon_envs.games.from_the_moon.geometry import GRIDS
from moon_envs.games.from_the_moon.state import TASK_ROVER, TASKS_FRAME
from moon_envs.games.from_the_moon.text import argument_of, frame_of, table_of
from moon_envs.games.from_the_moon.vocabulary import COLORS, ROVERS
from moon_envs.games.from_the_moon.words import terrain_text
from moon_envs.render.games.from_the_moon.signs import AMOUNT_KINDS, EFFECT_SIGNS, EFFECT_WORDS, draw_face
from moon_envs.render.picture import Picture

MOON_WIDTH = 404
EDGE = 12
# By rows of tiles, so that the Moon is as high as the ships beside it.
TILE_HEIGHTS = {3: 100, 4: 90}
SPACE = 17
OPPONENT = 5
"""The colour of the opponent of the solo mode, which no player has."""


def side_kind(state: np.void, player: int) -> int:
    """Return the colour of a side: a player, or the opponent of the solo mode."""
    return OPPONENT if state["player_count"] == 1 and player else player


def sides_of(state: np.void) -> range:
    """Return all sides with rovers and buildings on the Moon."""
    return range(max(int(state["player_count"]), 2))


def side_mark(state: np.void, player: int) -> str:
    """Return the mark of a side: its number, or O for the opponent."""
    return "O" if side_kind(state, player) == OPPONENT else str(player)


def draw_moon(picture: Picture, state: np.void, x: float, y: float) -> float:
    """Draw the map in a box MOON_WIDTH wide; return the y below."""
    rows, columns = GRIDS[table_of(state)]
    width, height = (MOON_WIDTH - 2 * EDGE) / columns, TILE_HEIGHTS[rows]
    terrain, cubes = state["terrain"].tolist(), state["cubes"].tolist()
    rovers = _rovers(state)
    at_work = _tile_at_work(state)
    picture.sheet(x, y, MOON_WIDTH, rows * height + 2 * EDGE)
    for tile in range(rows * columns):
        row, column = divmod(tile, columns)
        left, top = x + EDGE + column * width, y + EDGE + row * height
        _draw_tile(picture, tile, terrain[tile], left, top, width, height, tile == at_work)
        _draw_cubes(picture, cubes[tile], left + 13, top + 11, tile == at_work)
        if tile in rovers:
            _draw_rover(picture, state, *rovers[tile], left + width - 50, top + 11)
    _draw_spaces(picture, state, rows, columns, x + EDGE, y + EDGE, width, height)
    return y + rows * height + 2 * EDGE


def _rovers(state: np.void) -> dict[int, tuple[int, int]]:
    """Player and rover on each tile that has one."""
    tiles = state["players"]["rover_tile"].tolist()
    return {tiles[player][rover]: (player, rover) for player in sides_of(state) for rover in range(ROVERS)}


def _tile_at_work(state: np.void) -> int:
    """The tile whose rover has tasks now, -1 for none."""
    if state["over"] or not state["depth"] or frame_of(state) != TASKS_FRAME:
        return -1
    return int(state["players"][int(state["seat"])]["rover_tile"][argument_of(state, TASK_ROVER)])


def _draw_tile(
    picture: Picture, tile: int, terrain: int, x: float, y: float, width: float, height: float, is_at_work: bool
) -> None:
    actions = (TILE + tile, TERRAIN_TASK) if is_at_work else (TILE + tile,)
    kind = "empty k7" if is_at_work else "empty"
    note = f"position {tile}: {terrain_text(terrain)}"
    picture.cell(x + 2, y + 2, "", width - 4, height - 4, kind, actions, note=note, round_by=10)
    draw_face(picture, x + 7, y + 39, EFFECT_SIGNS[terrain], EFFECT_WORDS[terrain], width - 14)
    picture.label(x + width / 2, y + height - 5, tile, 8, "muted", "middle")


def _draw_cubes(picture: Picture, cubes: list[int], x: float, y: float, is_at_work: bool) -> None:
    """Draw the cubes of a tile; a rover at work can collect them."""
    place = 0
    for color, count in enumerate(cubes):
        for _ in range(count):
            left, top = x + 16 * (place % 2), y + 14 * (place // 2)
            if is_at_work:
                picture.cell(left - 1, top - 1, "", 16, 15, "plain", [COLLECT + color], note=COLORS[color], round_by=3)
            picture.icon(left + 0.5, top, COLORS[color], 13, AMOUNT_KINDS[COLORS[color]])
            place += 1


def _draw_rover(picture: Picture, state: np.void, player: int, rover: int, x: float, y: float) -> None:
    kind = side_kind(state, player)
    picture.icon(x, y, "rover", 25, f"t{kind}")
    mark = side_mark(state, player)
    picture.label(x + 26, y + 17, mark if kind == OPPONENT else mark + "abc"[rover], 11, f"bold t{kind}")


def _draw_spaces(
    picture: Picture, state: np.void, rows: int, columns: int, x: float, y: float, width: float, height: float
) -> None:
    """Draw the building spaces, buildings in their owner's colour, and the connections between them."""
    buildings = state["players"]["buildings"].tolist()
    sides = sides_of(state)
    owners = [
        next((player for player in sides if buildings[player] >> space & 1), -1)
        for space in range((rows + 1) * (columns + 1))
    ]
    for space, owner in enumerate(owners):
        row, column = divmod(space, columns + 1)
        middle, line = x + column * width, y + row * height
        if owner >= 0:
            colour = f"s{side_kind(state, owner)}"
            if column < columns and owners[space + 1] == owner:
                picture.line([(middle, line), (middle + width, line)], colour, 4)
            if row < rows and owners[space + columns + 1] == owner:
                picture.line([(middle, line), (middle, line + height)], colour, 4)
    for space, owner in enumerate(owners):
        row, column = divmod(space, columns + 1)
        middle, line = x + column * width, y + row * height
        actions = [BUILDING_SPACE + space]
        if owner < 0:
            picture.token(middle, line, 6, "", "empty", actions, f"building space {space}")
            continue
        text, kind = side_mark(state, owner), f"p{side_kind(state, owner)}"
        note = f"building space {space}: a building of {text}"
        picture.cell(middle - SPACE / 2, line - SPACE / 2, text, SPACE, SPACE, kind, actions, note=note, round_by=3)
