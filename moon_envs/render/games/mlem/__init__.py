"""MLEM as a picture: the rocket and its dice, the mat with its track and goals, and what each player has.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from moon_envs.core.game import Game
from moon_envs.render.drawing import GameDrawing
from moon_envs.render.games.mlem.mat import draw_mat, height_of_mat
from moon_envs.render.games.mlem.players import (
    draw_others,
    draw_player,
    draw_points,
    height_of_others,
    height_of_player,
)
from moon_envs.render.games.mlem.turn import TURN_HEIGHT, draw_turn
from moon_envs.render.panels import DECISION, OTHER, OWN, TABLE, Panel
from moon_envs.render.picture import height_of_points


def panels(game: Game, state: np.void, seat: int | None) -> list[Panel]:
    """The turn with the rocket, the mat, the points, and the astronauts: of all players if all see everything."""
    players, has_missions = int(state["player_count"]), bool(state["secret_missions"])
    categories = game.used_categories(state)
    found = [
        Panel("turn", DECISION, TURN_HEIGHT, partial(draw_turn, state, seat)),
        Panel("mat", TABLE, height_of_mat(players), partial(draw_mat, state)),
        Panel("points", TABLE, height_of_points(len(categories)), partial(draw_points, game, state, seat)),
    ]
    height = height_of_player(has_missions)
    for player in range(players) if seat is None else (seat,):
        found.append(Panel(f"astronauts {player}", OWN, height, partial(draw_player, state, player, seat)))
    if seat is not None:
        height = height_of_others(players, has_missions)
        found.append(Panel("other astronauts", OTHER, height, partial(draw_others, state, seat)))
    return found


DRAWING = GameDrawing(panels)
