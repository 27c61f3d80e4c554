"""MLEM as a picture: the mat with its track, the rocket and its dice, then what each player has.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.mlem.components import (
    EXPEDITION_TOKENS,
    EXPLORATION_TOKENS,
    FAILURES,
    FOUR_MOONS,
    FOUR_PLANETS,
    GOAL_POINTS,
    GOAL_THRESHOLD,
    GOALS,
    THREE_ON_ONE_PLANET,
    TWO_DEEP_SPACE,
    UFO_TOKENS,
    UFO_VALUES,
)
from moon_envs.games.mlem.state import DECISION_NAMES, NOBODY
from moon_envs.render.columns import columns_of, whole_page
from moon_envs.render.drawing import GameDrawing
from moon_envs.render.games.mlem.mat import MARGIN, MAT_WIDTH, draw_mat
from moon_envs.render.games.mlem.players import draw_players, draw_points, player_name
from moon_envs.render.games.mlem.rocket import draw_rocket, tell_last
from moon_envs.render.picture import Picture

GOAL_WIDTH = 144
_OBJECTS = {
    FOUR_PLANETS: "planets",
    THREE_ON_ONE_PLANET: "on one planet",
    FOUR_MOONS: "on moons",
    TWO_DEEP_SPACE: "in deep space",
}
GOAL_WORDS = tuple(f"{GOAL_THRESHOLD[goal]} {_OBJECTS[goal]}" for goal in range(len(GOALS)))


def draw(picture: Picture, game: Game, state: np.void, seat: int | None) -> None:
    """Draw the mat above the players; on wide pages and when all see everything, beside them."""
    told = tell_last(picture)
    y = _draw_headline(picture, state, seat)
    y = _draw_goals(picture, state, y)
    y = draw_mat(picture, state, y)
    y = draw_rocket(picture, state, told, y)
    if columns_of(picture) > 1:
        x, y = MAT_WIDTH + 2 * MARGIN, 8.0
    else:
        x = MARGIN
    y = draw_points(picture, game, state, seat, x, y)
    draw_players(picture, state, seat, x, y + MARGIN)


def _wide(state: np.void, seat: int | None) -> float:
    return page_width(2)


def _draw_headline(picture: Picture, state: np.void, seat: int | None) -> float:
    words = f"Expedition {state['expedition']}" if state["expedition"] else "Before the first expedition"
    if state["over"]:
        words += ": the game is over"
    else:
        decider = int(state["seat"])
        words += f": {player_name(decider, seat)} decides, {DECISION_NAMES[state['decision']]}"
    y = picture.paragraph(MARGIN, 20, words, MAT_WIDTH, 15, "bold") - 9
    failures = int(state["failures"])
    picture.label(MARGIN, y + 13, "failures", 12, "muted")
    picture.track(MARGIN + 54, y, range(1, FAILURES + 1), failures)
    x = MARGIN + 54 + 18 * FAILURES + 16
    if state["ufo"]:
        taken = int(state["ufo_tokens_taken"])
        picture.icon(x, y, "ufo", 17)
        picture.track(x + 22, y, UFO_VALUES.tolist(), [place < taken for place in range(UFO_TOKENS)])
        x += 22 + 18 * UFO_TOKENS + 8
    piles = []
    if state["ufo"]:
        piles.append(f"{EXPEDITION_TOKENS - int(state['tokens_drawn'])} expedition")
    if state["explorations"]:
        piles.append(f"{EXPLORATION_TOKENS - int(state['explorations_drawn'])} exploration")
    if piles:
        picture.label(x, y + 13, f"piles: {', '.join(piles)}", 11.5, "muted")
    return y + 24


def _draw_goals(picture: Picture, state: np.void, y: float) -> float:
    """Draw the four goals and who has won each."""
    for goal, owner in enumerate(state["goal_owner"].tolist()):
        x = MARGIN + goal * (GOAL_WIDTH + 8)
        picture.cell(x, y, "", GOAL_WIDTH, 22, "plain" if owner == NOBODY else "filled", round_by=11)
        picture.label(x + 10, y + 15, GOAL_WORDS[goal], 12)
        if owner == NOBODY:
            picture.label(x + GOAL_WIDTH - 10, y + 15, f"+{GOAL_POINTS}", 12, "muted", "end")
        else:
            picture.token(x + GOAL_WIDTH - 12, y + 11, 8, owner, f"p{owner}", note=player_name(owner, None))
    return y + 28


DRAWING = GameDrawing(whole_page(draw))
