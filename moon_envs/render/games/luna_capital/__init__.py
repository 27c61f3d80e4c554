"""Luna Capital as a picture: the board with its sets, the concessions, the points, and the cities.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import functools
from functools import partial

import numpy as np

from moon_envs.core.game import Game
from moon_envs.render.drawing import GameDrawing, points_of
from moon_envs.render.games.luna_capital.board import (
    AUTOMATON_HEIGHT,
    CONCESSIONS_HEIGHT,
    TOWER_HEIGHT,
    draw_automaton,
    draw_concessions,
    draw_tower,
    draw_turn,
    height_of_turn,
)
from moon_envs.render.games.luna_capital.choices import draw_choice
from moon_envs.render.games.luna_capital.players import OTHER_HEIGHT, OWN_HEIGHT, draw_hidden_player, draw_open_player
from moon_envs.render.panels import DECISION, OTHER, OWN, PANEL_WIDTH, TABLE, Panel
from moon_envs.render.picture import ROW_OF_POINTS, Picture, height_of_points

# Signs beside the words; basic modules that have letters instead of a sign have none.
CATEGORY_SIGNS = {
    "water": "water",
    "greenhouse": "plant",
    "greenhouse_sets": "fruits",
    "meteorites": "meteorite",
    "sales_offices": "shop",
    "residential_modules": "home",
    "complexes": "tower",
    "special_tiles": "landing",
    "hand": "card",
    "concessions": "flag",
}
CATEGORY_LETTERS = {"hydrogen": "H₂", "oxygen": "O₂"}
SIGN, SIGN_WIDTH = 13, 22


def panels(game: Game, state: np.void, seat: int | None) -> list[Panel]:
    """The common table, then the seat's own city and those of the others; or all of them open."""
    is_solo = state["player_count"] == 1
    used = game.used_categories(state)
    found = [
        Panel("turn", DECISION, height_of_turn(is_solo), partial(draw_turn, state, seat)),
        Panel("concessions", TABLE, CONCESSIONS_HEIGHT, partial(draw_concessions, state)),
        Panel("tower", TABLE, TOWER_HEIGHT, partial(draw_tower, state)),
    ]
    if is_solo:
        found.append(Panel("automaton", TABLE, AUTOMATON_HEIGHT, partial(draw_automaton, state)))
    points = partial(_draw_points, game, state, seat, used)
    found.append(Panel("points", TABLE, height_of_points(len(used)), points))
    return found + [_city_panel(state, player, seat) for player in range(state["player_count"])]


def _city_panel(state: np.void, player: int, seat: int | None) -> Panel:
    is_open = seat in (None, player)
    draw_player = draw_open_player if is_open else draw_hidden_player

    def draw(picture: Picture) -> None:
        draw_player(picture, state, player, _title(player, seat))

    return Panel(f"city {player}", OWN if is_open else OTHER, OWN_HEIGHT if is_open else OTHER_HEIGHT, draw)


def _title(player: int, seat: int | None) -> str:
    return f"Player {player}" + (" (you)" if player == seat else "")


def _draw_points(game: Game, state: np.void, seat: int | None, used: dict[str, int], picture: Picture) -> None:
    """Draw points by category; all are public, because only the size of the hand counts (luna_capital 9.7)."""
    is_solo = state["player_count"] == 1
    names = [_title(player, seat) for player in range(state["player_count"])] + (["Automaton"] if is_solo else [])
    rows = points_of(game, state)[:, list(used.values())].tolist()
    picture.put(0, 0, _printed_signs(tuple(used)))
    picture.points(SIGN_WIDTH, 0, tuple(used), names, rows, PANEL_WIDTH - SIGN_WIDTH)


@functools.cache
def _printed_signs(categories: tuple[str, ...]) -> str:
    """The signs of the rows of a table of points."""
    picture = Picture(SIGN_WIDTH)
    for row, category in enumerate(categories, 1):
        y = ROW_OF_POINTS * row
        if category in CATEGORY_LETTERS:
            picture.label(SIGN / 2, y + 13, CATEGORY_LETTERS[category], 12, "muted", "middle")
        else:
            picture.icon(0, y + 2, CATEGORY_SIGNS[category], SIGN, "muted")
    return picture.drawn


DRAWING = GameDrawing(panels, draw_choice)
