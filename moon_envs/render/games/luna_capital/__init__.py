"""Luna Capital as a picture: the board with its sets, the concessions, the points, then the cities.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.luna_capital.card_lists import hand_cards
from moon_envs.games.luna_capital.frame import PHASES
from moon_envs.games.luna_capital.hidden import SEEN_BY_OTHERS
from moon_envs.games.luna_capital.state import AUTOMATON, DECIDE_SWAP, DECISION_NAMES
from moon_envs.render.columns import Columns, whole_page
from moon_envs.render.drawing import GameDrawing, points_of
from moon_envs.render.games.luna_capital.board import (
    MARGIN,
    SHEET_WIDTH,
    draw_automaton,
    draw_board,
    draw_concessions,
    draw_tower,
)
from moon_envs.render.games.luna_capital.choices import draw_choice
from moon_envs.render.games.luna_capital.city import draw_hidden_player, draw_open_player
from moon_envs.render.picture import Picture

# Categories of points without a sign here are written with letters.
CATEGORY_SIGNS = {
    "hydrogen": "H₂",
    "oxygen": "O₂",
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
FIRST_COLUMN = 110


def draw(picture: Picture, game: Game, state: np.void, seat: int | None) -> None:
    """Draw the common table, then the seat's own city and the others smaller, two side by side; or all of them open."""
    y = _draw_headline(picture, state, seat)
    y = draw_board(picture, state, seat, y)
    y = draw_concessions(picture, state, y)
    y = draw_tower(picture, state, y)
    if state["player_count"] == 1:
        hand = hand_cards(state, AUTOMATON) if state["decision"] == DECIDE_SWAP else []
        y = draw_automaton(picture, state, hand, y)
    y = _draw_points(picture, game, state, seat, y) + MARGIN
    columns, players = Columns(picture, y), range(state["player_count"])
    for player in players if seat is None else (seat,):
        x, y = columns.place()
        columns.fill(draw_open_player(picture, state, player, _title(player, seat), x, y, SHEET_WIDTH))
    others = [] if seat is None else [player for player in players if player != seat]
    width = SHEET_WIDTH / 2 - 4
    for first in range(0, len(others), 2):
        x, y = columns.place()
        below = [
            draw_hidden_player(picture, state, player, _title(player, seat), x + column * (width + MARGIN), y, width)
            for column, player in enumerate(others[first : first + 2])
        ]
        columns.fill(max(below))


def _title(player: int, seat: int | None) -> str:
    return f"Player {player}" + (" (you)" if player == seat else "")


def _draw_headline(picture: Picture, state: np.void, seat: int | None) -> float:
    words = f"Phase {PHASES[state['phase']]}, round {state['round']}"
    if state["over"]:
        words += ": the game is over"
    else:
        decider, decision = int(state["seat"]), int(state["decision"])
        seen = decision if seat in (None, decider) else SEEN_BY_OTHERS[decision]
        words += f": player {decider}{' (you)' if decider == seat else ''} decides, {DECISION_NAMES[seen]}"
    if state["player_count"] > 1:
        picture.label(MARGIN + SHEET_WIDTH, 20, f"first: player {state['first_player']}", 12, "muted", "end")
    return picture.paragraph(MARGIN, 20, words, SHEET_WIDTH - 90, 15, "bold") - 9


def _draw_points(picture: Picture, game: Game, state: np.void, seat: int | None, y: float) -> float:
    """Draw points by category; all are public, because only the size of the hand counts (luna_capital 9.7)."""
    is_solo = state["player_count"] == 1
    used = game.used_categories(state)
    names = [_title(player, seat) for player in range(state["player_count"])] + (["Automaton"] if is_solo else [])
    rows = points_of(game, state)[:, list(used.values())].tolist()
    step = (SHEET_WIDTH - FIRST_COLUMN) / (len(used) + 1)
    for column, category in enumerate(used):
        end, sign = MARGIN + FIRST_COLUMN + step * (column + 1) - 4, CATEGORY_SIGNS[category]
        if len(sign) == 2:
            picture.label(end, y + 13, sign, 13, "muted", "end")
        else:
            picture.icon(end - 14, y + 1, sign, 14, "muted")
    return picture.points(MARGIN, y, tuple(used), names, rows, SHEET_WIDTH, headings=[""] * len(used))


# How much taller wide pages become while cities grow, by players: for a seat, and on the open table.
GROWTH = {1: (0.0, 0.0), 2: (248.0, 364.0), 3: (266.0, 397.0), 4: (193.0, 452.0)}


def _growth(players: int, seat: int | None) -> float:
    return GROWTH[players][seat is None]


DRAWING = GameDrawing(whole_page(draw), draw_choice)
