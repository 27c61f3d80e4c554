"""From the Moon as a picture: the shared table, then the players' boards; all of it is public.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from moon_envs.core.game import Game
from moon_envs.render.drawing import GameDrawing, points_of
from moon_envs.render.games.from_the_moon.compact_board import COMPACT_HEIGHT, draw_compact_board
from moon_envs.render.games.from_the_moon.moon import draw_moon, moon_height
from moon_envs.render.games.from_the_moon.objectives import draw_objectives, objectives_height
from moon_envs.render.games.from_the_moon.player_board import BOARD_HEIGHT, draw_player_board
from moon_envs.render.games.from_the_moon.ships import draw_ships, ships_height
from moon_envs.render.games.from_the_moon.table import (
    DISPLAY_HEIGHT,
    LARGE_HEIGHT,
    PROGRESS_HEIGHT,
    draw_display,
    draw_large_buildings,
    draw_progress,
)
from moon_envs.render.games.from_the_moon.turn import TURN_HEIGHT, draw_turn
from moon_envs.render.panels import DECISION, OTHER, OWN, PANEL_WIDTH, TABLE, Panel
from moon_envs.render.picture import Picture, height_of_points

# Categories of points in words short enough to stand beside their numbers.
POINT_WORDS = ("score", "majority", "ship cubes", "resources", "trophies", "buildings")


def _panels(game: Game, state: np.void, seat: int | None) -> list[Panel]:
    players = int(state["player_count"])
    used = list(game.used_categories(state).values())
    shared = [
        ("moon", DECISION, moon_height(state), draw_moon),
        ("ships", TABLE, ships_height(state), draw_ships),
        ("progress", TABLE, PROGRESS_HEIGHT, draw_progress),
        ("laboratories", TABLE, DISPLAY_HEIGHT, draw_display),
        ("large buildings", TABLE, LARGE_HEIGHT, draw_large_buildings),
    ]
    if players == 1:
        shared.append(("objectives", TABLE, objectives_height(state), draw_objectives))
    turn = partial(draw_turn, state, _name(int(state["seat"]), seat))
    points = partial(_draw_points, game, state, seat, used)
    return [
        Panel("turn", DECISION, TURN_HEIGHT, turn),
        *(Panel(name, kind, height, partial(draw, state)) for name, kind, height, draw in shared),
        Panel("points", TABLE, height_of_points(len(used)), points),
        *(_board(state, player, seat) for player in range(players)),
    ]


def _board(state: np.void, player: int, seat: int | None) -> Panel:
    """The board of a player: the reader's own and those of the open table as they are, others in short."""
    name = _name(player, seat).capitalize()
    if seat in (None, player):
        return Panel(f"board {player}", OWN, BOARD_HEIGHT, partial(draw_player_board, state, player, name))
    return Panel(f"board {player}", OTHER, COMPACT_HEIGHT, partial(draw_compact_board, state, player, name))


def _name(player: int, seat: int | None) -> str:
    return f"player {player}" + (" (you)" if player == seat else "")


def _draw_points(game: Game, state: np.void, seat: int | None, used: list[int], picture: Picture) -> None:
    """Draw points by category as they stand; the opponent of the solo mode has none."""
    players = int(state["player_count"])
    points = points_of(game, state)[:players, used].tolist()
    names = [_name(player, seat) for player in range(players)]
    picture.points(0, 0, [POINT_WORDS[place] for place in used], names, points, PANEL_WIDTH)


DRAWING = GameDrawing(_panels)
