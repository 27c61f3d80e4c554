"""From the Moon as a picture: the shared table, then the players' boards; all of it is public.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.from_the_moon.actions import (
    ACTIONS,
    CONVERT_ENERGY_TO_FOOD,
    CONVERT_FOOD_TO_ENERGY,
    DECLINE,
    END_TURN,
    FEED,
    INCOME,
    MAIN_ACTION,
    OPTION,
    PART,
    RESOURCE,
    TAKE_1_VP,
    TERRAIN_TASK,
)
from moon_envs.games.from_the_moon.text import describe_action
from moon_envs.games.from_the_moon.vocabulary import ALTERNATIVES, GREENHOUSE_FOOD, RECHARGE, RESOURCE_COUNT
from moon_envs.render.columns import MARGIN, Columns, whole_page
from moon_envs.render.drawing import GameDrawing, points_of
from moon_envs.render.games.from_the_moon.headline import context_words, turn_words
from moon_envs.render.games.from_the_moon.moon import MOON_WIDTH, draw_moon
from moon_envs.render.games.from_the_moon.objectives import draw_objectives
from moon_envs.render.games.from_the_moon.player_board import BOARD_HEIGHT, BOARD_WIDTH, draw_player_board
from moon_envs.render.games.from_the_moon.ships import SHIPS_WIDTH, draw_ships
from moon_envs.render.games.from_the_moon.table import (
    draw_display,
    draw_draft,
    draw_large_buildings,
    draw_progress,
    draw_supplies,
)
from moon_envs.render.picture import Picture, button_width

MAIN_ACTIONS = (
    ("rover", "send rover"),
    ("greenhouse", "greenhouses"),
    ("astronaut", "team"),
    ("home", "building"),
    ("laboratory", "research"),
    ("arrow", "gather"),
)
# Categories of points in words short enough to stand above their numbers.
POINT_WORDS = ("score", "majority", "ship cubes", "resources", "trophies", "buildings")
# Actions without a place on the table, or with one far from the headline, have a button beside the headline.
BUTTONS = (
    *range(OPTION, OPTION + ALTERNATIVES),
    *range(PART, PART + 6),
    *range(RESOURCE, RESOURCE + RESOURCE_COUNT),
    TERRAIN_TASK,
    INCOME + GREENHOUSE_FOOD,
    INCOME + RECHARGE,
    FEED,
    TAKE_1_VP,
    CONVERT_ENERGY_TO_FOOD,
    CONVERT_FOOD_TO_ENERGY,
    DECLINE,
    END_TURN,
)


def _draw(picture: Picture, game: Game, state: np.void, seat: int | None) -> None:
    top = _draw_decision(picture, state, seat)
    top = draw_draft(picture, state, MARGIN, top, BOARD_WIDTH)
    with picture.at(0, top):  # Everything below the buttons stays in place while they leave room for it.
        below = _draw_table(picture, game, state, seat)
    _draw_boards(picture, state, seat, top + below + MARGIN)


def _draw_table(picture: Picture, game: Game, state: np.void, seat: int | None) -> float:
    """Draw the shared table and the points; return the y below."""
    below = draw_moon(picture, state, MARGIN, 0)
    ships = draw_ships(picture, state, MARGIN + BOARD_WIDTH - SHIPS_WIDTH, 0, below)
    y = draw_progress(picture, state, MARGIN, max(below, ships) + MARGIN, BOARD_WIDTH)
    y = draw_supplies(picture, state, MARGIN, y)
    half = MOON_WIDTH - 110
    below = draw_display(picture, state, MARGIN, y, half)
    y = max(below, draw_large_buildings(picture, state, MARGIN + half + 8, y, BOARD_WIDTH - half - 8))
    if state["player_count"] == 1:
        y = draw_objectives(picture, state, MARGIN, y + 4, BOARD_WIDTH)
    return _draw_points(picture, game, state, seat, y)


def _name(player: int, seat: int | None) -> str:
    return f"player {player}" + (" (you)" if player == seat else "")


def _draw_decision(picture: Picture, state: np.void, seat: int | None) -> float:
    """Draw who decides what, the six main actions, and buttons for actions without a place; return the y below."""
    words = turn_words(state, _name(int(state["seat"]), seat))
    y = picture.paragraph(MARGIN, 20, words, BOARD_WIDTH, 15, "bold") - 2
    about = context_words(state)
    below = picture.paragraph(MARGIN, y, about, BOARD_WIDTH, 11.5, "muted") if about else y + 14
    with picture.at(0, below - 6):
        _draw_main_actions(picture)
    return _draw_buttons(picture, state, below + 26)


def _draw_main_actions(picture: Picture) -> None:
    step = (BOARD_WIDTH + 4) / len(MAIN_ACTIONS)
    for place, (icon, words) in enumerate(MAIN_ACTIONS):
        x = MARGIN + step * place
        picture.cell(x, 0, "", step - 4, 26, "plain", [MAIN_ACTION + place], note=ACTIONS.describe(MAIN_ACTION + place))
        picture.icon(x + 5, 5, icon, 16)
        picture.label(x + 25, 17, words, 10.5)


def _draw_buttons(picture: Picture, state: np.void, y: float) -> float:
    x = float(MARGIN)
    for action in BUTTONS:
        is_legal = action in picture.decisions.legal
        if not is_legal and action != picture.decisions.last_action:
            continue
        words = describe_action(state, action) if is_legal else ACTIONS.describe(action)
        if x + button_width(words) > MARGIN + BOARD_WIDTH:
            x, y = float(MARGIN), y + 28
        x = picture.button(x, y, words, [action])
    return y + 32


def _draw_points(picture: Picture, game: Game, state: np.void, seat: int | None, y: float) -> float:
    """Draw points by category as they stand; the opponent of the solo mode has none."""
    players = int(state["player_count"])
    used = list(game.used_categories(state).values())
    points = points_of(game, state)[:players, used].tolist()
    names = [_name(player, seat) for player in range(players)]
    return picture.points(MARGIN, y, [POINT_WORDS[place] for place in used], names, points, BOARD_WIDTH)


def _draw_boards(picture: Picture, state: np.void, seat: int | None, y: float) -> None:
    """Draw the seat's own board, then the others at half the size, two side by side; or all of them open."""
    columns, players = Columns(picture, y), range(int(state["player_count"]))
    for player in players if seat is None else (seat,):
        x, y = columns.place()
        _draw_board(picture, state, player, seat, x, y, 1.0)
        columns.fill(y + BOARD_HEIGHT)
    scale = 0.5 - MARGIN / BOARD_WIDTH / 2
    others = [] if seat is None else [player for player in players if player != seat]
    for first in range(0, len(others), 2):
        x, y = columns.place()
        for column, player in enumerate(others[first : first + 2]):
            _draw_board(picture, state, player, seat, x + column * (BOARD_WIDTH * scale + MARGIN), y, scale)
        columns.fill(y + BOARD_HEIGHT * scale)


def _draw_board(
    picture: Picture, state: np.void, player: int, seat: int | None, x: float, y: float, scale: float
) -> None:
    with picture.at(x, y, scale):
        draw_player_board(picture, state, player, _name(player, seat).capitalize())


DRAWING = GameDrawing(whole_page(_draw))
