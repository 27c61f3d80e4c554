"""The ships to Europa, Titan and Mars: cost, points and owner of each part and improvement."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import SHIP_PART
from moon_envs.games.from_the_moon.components import (
    IMPROVE_PART_COST,
    IMPROVE_PART_POINTS,
    LAUNCH_MAIN,
    LAUNCH_SECOND,
    MISSION_TILE_COST,
    MISSION_TILE_POINTS,
)
from moon_envs.games.from_the_moon.state import NOBODY
from moon_envs.games.from_the_moon.vocabulary import MISSION_TILES, MISSIONS, NONE, PARTS
from moon_envs.render.games.from_the_moon.signs import COST_SIGNS, draw_signs
from moon_envs.render.picture import Picture

SHIPS_WIDTH = 188
TITLE, ROW = 24, 19
TILE_WIDTH = 85
"""Of a part's tile; the rest of its row is its improvement."""


def draw_ships(picture: Picture, state: np.void, x: float, y: float, height: float) -> float:
    """Draw the three ships below each other, at least `height` high; return the y below."""
    tiles, owners, improvers = (state[name].tolist() for name in ("part_tile", "part_owner", "part_improver"))
    parts = max(sum(tile != NONE for tile in ship) for ship in tiles)
    step = max((height + 6) / len(MISSIONS), TITLE + ROW * parts + 10)
    row = (step - 6 - TITLE - 5) / parts
    for mission, name in enumerate(MISSIONS):
        top = y + step * mission
        picture.sheet(x, top, SHIPS_WIDTH, step - 6)
        picture.icon(x + 7, top + 5, "rocket", 15)
        picture.label(x + 27, top + 17, name.capitalize(), 13, "bold")
        is_launched = bool(state["launch_space"][mission])
        words = "launched" if is_launched else f"launch {LAUNCH_MAIN[mission]} / {LAUNCH_SECOND[mission]}"
        picture.label(x + SHIPS_WIDTH - 8, top + 17, words, 11, "bold" if is_launched else "muted", "end")
        for part, tile in enumerate(tiles[mission]):
            if tile != NONE:
                line, place = top + TITLE + row * part, mission * PARTS + part
                who = owners[mission][part], improvers[mission][part]
                _draw_part(picture, x + 6, line, row - 3, place, tile, *who, not is_launched)
    return y + step * len(MISSIONS) - 6


def _draw_part(
    picture: Picture, x: float, y: float, height: float, place: int, tile: int, owner: int, improver: int, is_open: bool
) -> None:
    """Draw a part: tile on the left, improvement on the right, each with cost and points or its owner."""
    mission, part = divmod(place, PARTS)
    row = mission * MISSION_TILES + tile
    name = f"part {part + 1} of {MISSIONS[mission].capitalize()}"
    actions = [SHIP_PART + place]
    if owner == NOBODY:
        picture.cell(x, y, "", TILE_WIDTH, height, "plain", actions, note=f"construct {name}")
        draw_signs(picture, x + 4, y + height / 2 - 6.5, COST_SIGNS[MISSION_TILE_COST + row], 13)
        picture.label(x + TILE_WIDTH - 5, y + height / 2 + 4.5, MISSION_TILE_POINTS[row], 13, "bold", "end")
        actions = []
    else:
        picture.cell(x, y, f"player {owner}", TILE_WIDTH, height, f"p{owner}", note=f"{name}: of player {owner}")
    x, width = x + TILE_WIDTH + 3, SHIPS_WIDTH - TILE_WIDTH - 15
    if improver == NOBODY and not is_open:
        picture.cell(x, y, "", width, height, "closed", note=f"{name}: not improved")
    elif improver == NOBODY:
        picture.cell(x, y, "", width, height, "empty", actions, note=f"improve {name}")
        picture.icon(x + 3, y + height / 2 - 5, "up", 10, "muted")
        draw_signs(picture, x + 15, y + height / 2 - 6.5, COST_SIGNS[IMPROVE_PART_COST + place], 13)
        picture.label(x + width - 5, y + height / 2 + 4.5, IMPROVE_PART_POINTS[place], 13, "bold", "end")
    else:
        note = f"{name}: improved by player {improver}"
        picture.cell(x, y, f"player {improver}", width, height, f"p{improver}", note=note)
