"""The Moon as a map: terrain tiles with their cubes and rovers, and building spaces at their corners."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import BUILDING_SPACE, COLLECT, TERRAIN_TASK, TILE
from moon_envs.games.from_the_moon.geometry import GRIDS
from moon_envs.games.from_the_moon.state import TASK_ROVER, TASKS_FRAME
from moon_envs.games.from_the_moon.text import argument_of, frame_of, table_of
from moon_envs.games.from_the_moon.vocabulary import COLORS, ROVERS
from moon_envs.games.from_the_moon.words import terrain_text
from moon_envs.render.elements import SMALLEST_TEXT
from moon_envs.render.games.from_the_moon.signs import AMOUNT_KINDS, EFFECT_SIGNS, EFFECT_WORDS, draw_face, draw_signs
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

EDGE = 14
TILE_HEIGHT = 98
BUILDING = 21
FREE_SPACE, CHOSEN_SPACE = 7, 13
"""The radius of a building space, and of one that the reader can choose: large enough for a finger."""
CUBE = 14
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


def moon_height(state: np.void) -> float:
    """Return the height of the map, which depends on the number of players."""
    return GRIDS[table_of(state)][0] * TILE_HEIGHT + 2 * EDGE


def draw_moon(state: np.void, picture: Picture) -> None:
    """Draw the map in a box of PANEL_WIDTH by its height."""
    rows, columns = GRIDS[table_of(state)]
    width = (PANEL_WIDTH - 2 * EDGE) / columns
    terrain, cubes = state["terrain"].tolist(), state["cubes"].tolist()
    rovers = _rovers(state)
    at_work = _tile_at_work(state)
    picture.sheet(0, 0, PANEL_WIDTH, moon_height(state))
    for tile in range(rows * columns):
        row, column = divmod(tile, columns)
        left, top = EDGE + column * width, EDGE + row * TILE_HEIGHT
        if tile == at_work:
            _draw_tile_at_work(picture, tile, terrain[tile], left, top, width)
            _draw_cubes_at_work(picture, cubes[tile], left + width / 2, top + 7)
            _draw_rover(picture, state, *rovers[tile], left + width / 2 - 23, top + 57)
            continue
        _draw_tile(picture, tile, terrain[tile], left, top, width)
        _draw_cubes(picture, cubes[tile], left + 16, top + 6)
        if tile in rovers:
            _draw_rover(picture, state, *rovers[tile], left + width - 57, top + 8)
    with picture.at(EDGE, EDGE):
        _draw_spaces(picture, state, rows, columns, width)


def _rovers(state: np.void) -> dict[int, tuple[int, int]]:
    """Player and rover on each tile that has one."""
    tiles = state["players"]["rover_tile"].tolist()
    return {tiles[player][rover]: (player, rover) for player in sides_of(state) for rover in range(ROVERS)}


def _tile_at_work(state: np.void) -> int:
    """The tile whose rover has tasks now, -1 for none."""
    if state["over"] or not state["depth"] or frame_of(state) != TASKS_FRAME:
        return -1
    return int(state["players"][int(state["seat"])]["rover_tile"][argument_of(state, TASK_ROVER)])


def _draw_tile(picture: Picture, tile: int, terrain: int, x: float, y: float, width: float) -> None:
    """Draw a tile: its effect in signs and words, and its position; cubes and a rover have room above."""
    _draw_ground(picture, tile, terrain, x, y, width, "empty", [TILE + tile])
    draw_face(picture, x + 6, y + 37, EFFECT_SIGNS[terrain], EFFECT_WORDS[terrain], width - 12, 18, 34.5)


def _draw_tile_at_work(picture: Picture, tile: int, terrain: int, x: float, y: float, width: float) -> None:
    """Draw the tile whose rover has tasks: the rover stands in the place of the words."""
    _draw_ground(picture, tile, terrain, x, y, width, "empty k7", [TILE + tile, TERRAIN_TASK])
    draw_signs(picture, x + 6, y + 37, EFFECT_SIGNS[terrain], 18, width - 12)


def _draw_ground(
    picture: Picture, tile: int, terrain: int, x: float, y: float, width: float, kind: str, actions: list[int]
) -> None:
    note = f"position {tile}: {terrain_text(terrain)}"
    picture.cell(x + 2, y + 2, "", width - 4, TILE_HEIGHT - 4, kind, actions, note=note, round_by=10)
    picture.label(x + width / 2, y + TILE_HEIGHT - 6, tile, SMALLEST_TEXT, "muted", "middle")


def _draw_cubes(picture: Picture, cubes: list[int], x: float, y: float) -> None:
    colors = [color for color, count in enumerate(cubes) for _ in range(count)]
    for place, color in enumerate(colors):
        row, column = divmod(place, 2)
        name = COLORS[color]
        picture.icon(x + (CUBE + 1) * column, y + (CUBE + 1) * row, name, CUBE, AMOUNT_KINDS[name])


def _draw_cubes_at_work(picture: Picture, cubes: list[int], middle: float, y: float) -> None:
    """Draw the cubes by colour, so that a rover at work can collect them (from_the_moon 5.3)."""
    colors = [color for color, count in enumerate(cubes) if count]
    for place, color in enumerate(colors):
        x, name = middle + 28 * (place - len(colors) / 2), COLORS[color]
        picture.cell(x + 0.5, y, "", 27, 27, "plain", [COLLECT + color], note=f"{cubes[color]} {name}", round_by=6)
        picture.icon(x + 3, y + 6.5, name, CUBE, AMOUNT_KINDS[name])
        picture.label(x + 24, y + 18, cubes[color], 12, "bold", "end")


def _draw_rover(picture: Picture, state: np.void, player: int, rover: int, x: float, y: float) -> None:
    kind = side_kind(state, player)
    picture.icon(x, y, "rover", 25, f"t{kind}")
    mark = side_mark(state, player)
    picture.label(x + 26.5, y + 18, mark if kind == OPPONENT else mark + "abc"[rover], 12, f"bold t{kind}")


def _draw_spaces(picture: Picture, state: np.void, rows: int, columns: int, width: float) -> None:
    """Draw the building spaces, buildings in their owner's colour, and the connections between them."""
    buildings = state["players"]["buildings"].tolist()
    sides = sides_of(state)
    owners = [
        next((player for player in sides if buildings[player] >> space & 1), -1)
        for space in range((rows + 1) * (columns + 1))
    ]
    for space, owner in enumerate(owners):
        row, column = divmod(space, columns + 1)
        x, y = column * width, row * TILE_HEIGHT
        if owner >= 0:
            colour = f"s{side_kind(state, owner)}"
            if column < columns and owners[space + 1] == owner:
                picture.line([(x, y), (x + width, y)], colour, 4)
            if row < rows and owners[space + columns + 1] == owner:
                picture.line([(x, y), (x, y + TILE_HEIGHT)], colour, 4)
    for space, owner in enumerate(owners):
        row, column = divmod(space, columns + 1)
        x, y = column * width, row * TILE_HEIGHT
        actions = [BUILDING_SPACE + space]
        if owner < 0:
            radius = CHOSEN_SPACE if picture.can(BUILDING_SPACE + space) else FREE_SPACE
            picture.token(x, y, radius, "", "plain", actions, f"building space {space}")
            continue
        text, kind = side_mark(state, owner), f"p{side_kind(state, owner)}"
        note = f"building space {space}: a building of {text}"
        left, top = x - BUILDING / 2, y - BUILDING / 2
        picture.cell(left, top, text, BUILDING, BUILDING, kind, actions, note=note, round_by=4)
