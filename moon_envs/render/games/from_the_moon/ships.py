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
    PARTS_IN_PLAY,
)
from moon_envs.games.from_the_moon.state import NOBODY
from moon_envs.games.from_the_moon.text import table_of
from moon_envs.games.from_the_moon.vocabulary import MISSION_TILES, MISSIONS, NONE, PARTS
from moon_envs.render.elements import SMALLEST_TEXT
from moon_envs.render.games.from_the_moon.signs import COST_SIGNS, draw_signs
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

STEP = (PANEL_WIDTH + 4) / len(MISSIONS)
SHIP_WIDTH = STEP - 4
TITLE, ROW, PART_HEIGHT = 26, 30, 27
INSET = 4
TILE_WIDTH = 71
"""Of a part's tile; the rest of its row is its improvement."""
IMPROVEMENT_WIDTH = SHIP_WIDTH - 2 * INSET - TILE_WIDTH - 2
ICON = 12


def ships_height(state: np.void) -> float:
    """Return the height of the ships, which depends on the number of players."""
    return TITLE + ROW * int(PARTS_IN_PLAY[table_of(state)]) + 2


def draw_ships(state: np.void, picture: Picture) -> None:
    """Draw the three ships side by side in a box PANEL_WIDTH wide."""
    tiles, owners, improvers = (state[name].tolist() for name in ("part_tile", "part_owner", "part_improver"))
    for mission, name in enumerate(MISSIONS):
        left = STEP * mission
        picture.sheet(left, 0, SHIP_WIDTH, ships_height(state))
        picture.icon(left + 6, 5, "rocket", 15)
        picture.label(left + 25, 18, name.capitalize(), 13, "bold")
        is_launched = bool(state["launch_space"][mission])
        words = "launched" if is_launched else f"launch {LAUNCH_MAIN[mission]}/{LAUNCH_SECOND[mission]}"
        picture.label(left + SHIP_WIDTH - 6, 18, words, SMALLEST_TEXT, "bold" if is_launched else "muted", "end")
        for part, tile in enumerate(tiles[mission]):
            if tile != NONE:
                place, top = mission * PARTS + part, TITLE + ROW * part
                who = owners[mission][part], improvers[mission][part]
                _draw_part(picture, left + INSET, top, place, tile, *who, not is_launched)


def _draw_part(
    picture: Picture, x: float, y: float, place: int, tile: int, owner: int, improver: int, is_open: bool
) -> None:
    """Draw a part: tile on the left, improvement on the right, each with cost and points or its owner."""
    mission, part = divmod(place, PARTS)
    row = mission * MISSION_TILES + tile
    name = f"part {part + 1} of {MISSIONS[mission].capitalize()}"
    actions = [SHIP_PART + place]
    icons, base = y + (PART_HEIGHT - ICON) / 2, y + PART_HEIGHT / 2 + 4.5
    if owner == NOBODY:
        picture.cell(x, y, "", TILE_WIDTH, PART_HEIGHT, "plain", actions, note=f"construct {name}")
        draw_signs(picture, x + 4, icons, COST_SIGNS[MISSION_TILE_COST + row], ICON)
        picture.label(x + TILE_WIDTH - 4, base, MISSION_TILE_POINTS[row], 13, "bold", "end")
        actions = []
    else:
        kind, note = f"p{owner}", f"{name}: of player {owner}"
        picture.cell(x, y, f"player {owner}", TILE_WIDTH, PART_HEIGHT, kind, note=note)
    x, width = x + TILE_WIDTH + 2, IMPROVEMENT_WIDTH
    if improver == NOBODY and not is_open:
        picture.cell(x, y, "", width, PART_HEIGHT, "closed", note=f"{name}: not improved")
    elif improver == NOBODY:
        picture.cell(x, y, "", width, PART_HEIGHT, "empty", actions, note=f"improve {name}")
        picture.icon(x + 2.5, icons + 1.5, "up", 9, "muted")
        draw_signs(picture, x + 12, icons, COST_SIGNS[IMPROVE_PART_COST + place], ICON)
        picture.label(x + width - 4, base, IMPROVE_PART_POINTS[place], 13, "bold", "end")
    else:
        note = f"{name}: improved by player {improver}"
        picture.cell(x, y, f"player {improver}", width, PART_HEIGHT, f"p{improver}", note=note)
