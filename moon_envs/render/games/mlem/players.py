"""The players of MLEM: their astronauts, the secret missions a seat knows, and points."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.mlem.actions import BOARD, RETURN_MISSION
from moon_envs.games.mlem.components import (
    ASTRONAUTS,
    MISSION_MOONS,
    MISSION_PLANET,
    MISSIONS_DEALT,
    MISSIONS_KEPT,
    MOON_SPACES,
    NONE,
)
from moon_envs.games.mlem.scoring import MISSION_CATEGORY
from moon_envs.games.mlem.state import NO_FUNCTION
from moon_envs.games.mlem.text import has_completed
from moon_envs.render.drawing import points_of
from moon_envs.render.games.mlem.functions import FUNCTION_ICONS, FUNCTION_WORDS
from moon_envs.render.games.mlem.mat import MARGIN, MAT_WIDTH
from moon_envs.render.picture import Picture

CHIP_WIDTH, CHIP_HEIGHT = 71, 44
SMALL_CHIP = 32
MISSION_WIDTH = 142
TITLE_HEIGHT = 26
CATEGORY_WORDS = {"deep_space": "deep", "ufo": "UFO", "explorations": "explored"}


def player_name(player: int, seat: int | None) -> str:
    """Return the name of a player, marked if it is the viewer's own."""
    return f"player {player}" + (" (you)" if player == seat else "")


def draw_points(picture: Picture, game: Game, state: np.void, seat: int | None, x: float, y: float) -> float:
    """Draw points by category, without variants that are not played and without the missions of others (mlem 14.4)."""
    used = game.used_categories(state)
    rows = []
    for player, counted in enumerate(points_of(game, state).tolist()):
        if not _shows_missions(state, player, seat):
            counted[MISSION_CATEGORY] = None
        rows.append([counted[place] for place in used.values()])
    names = [player_name(player, seat) for player in range(len(rows))]
    words = [CATEGORY_WORDS.get(name, name) for name in used]
    return picture.points(x, y, words, names, rows, MAT_WIDTH)


def _shows_missions(state: np.void, player: int, seat: int | None) -> bool:
    return bool(state["secret_missions"]) and (seat in (None, player) or bool(state["over"]))


def draw_players(picture: Picture, state: np.void, seat: int | None, x: float, y: float) -> None:
    """Draw the seat's own astronauts large and the others small, two in a row; or all of them large."""
    height = TITLE_HEIGHT + CHIP_HEIGHT + 6 + (32 if state["secret_missions"] else 0)
    players = range(state["player_count"])
    for player in players if seat is None else (seat,):
        _draw_player(picture, state, player, seat, x, y, height)
        y += height + MARGIN
    if seat is None:
        return
    width = (MAT_WIDTH - MARGIN) / 2
    height = TITLE_HEIGHT + SMALL_CHIP + (22 if state["secret_missions"] and state["over"] else 0)
    for place, player in enumerate(player for player in players if player != seat):
        row, column = divmod(place, 2)
        left, top = x + column * (width + MARGIN), y + row * (height + MARGIN)
        picture.sheet(left, top, width, height, player_name(player, seat).capitalize(), player)
        _draw_small_astronauts(picture, state, player, left, top, width)
        if _shows_missions(state, player, seat):
            words = [f"{'+ ' if is_done else ''}{words}" for words, is_done in _kept_missions(state, player)]
            picture.label(left + 12, top + TITLE_HEIGHT + SMALL_CHIP + 12, "; ".join(words), 11, "muted")


def _draw_player(
    picture: Picture, state: np.void, player: int, seat: int | None, x: float, y: float, height: float
) -> None:
    picture.sheet(x, y, MAT_WIDTH, height, player_name(player, seat).capitalize(), player)
    aboard = _aboard(state, player)
    words = f"{state['players'][player]['on_mat']} on the mat"
    picture.label(x + MAT_WIDTH - 10, y + 18, words, 12, "muted", "end")
    with picture.owner(player):
        for function in range(ASTRONAUTS):
            left, top = x + 10 + function * (CHIP_WIDTH + 2.5), y + TITLE_HEIGHT
            kind, ink, note = _look(state, player, function, aboard)
            picture.cell(left, top, "", CHIP_WIDTH, CHIP_HEIGHT, kind, [BOARD + function], note=note, round_by=8)
            middle, words_ink = left + CHIP_WIDTH / 2, "" if ink == "ink" else "muted"
            with picture.decoration():
                picture.icon(middle - 9, top + 6, FUNCTION_ICONS[function], 18, ink)
                picture.label(middle, top + 38, FUNCTION_WORDS[function], 10.2, words_ink, "middle")
        if _shows_missions(state, player, seat):
            _draw_missions(picture, state, player, x + 10, y + TITLE_HEIGHT + CHIP_HEIGHT + 6)


def _aboard(state: np.void, player: int) -> int:
    """The function of the player's astronaut in the rocket, if it is still on board."""
    slot = (player - int(state["starter"])) % int(state["player_count"])
    return int(state["functions"][slot]) if int(state["on_board"]) >> slot & 1 else NO_FUNCTION


def _look(state: np.void, player: int, function: int, aboard: int) -> tuple[str, str, str]:
    """Return how to draw an astronaut, by where it is: box, ink, words."""
    if int(state["players"][player]["available"]) >> function & 1:
        return "plain", "ink", f"{FUNCTION_WORDS[function]}: available"
    if function == aboard:
        return "k3", "ink", f"{FUNCTION_WORDS[function]}: on board"
    return "empty", "line", f"{FUNCTION_WORDS[function]}: on the mat"


def _draw_small_astronauts(
    picture: Picture, state: np.void, player: int, left: float, top: float, width: float
) -> None:
    """Draw the astronauts of another player as signs."""
    aboard = _aboard(state, player)
    words = f"{state['players'][player]['on_mat']} on the mat"
    picture.label(left + width - 8, top + 18, words, 11.5, "muted", "end")
    for function in range(ASTRONAUTS):
        kind, ink, note = _look(state, player, function, aboard)
        x = left + 12 + function * (SMALL_CHIP + 2)
        picture.cell(x, top + TITLE_HEIGHT - 2, "", SMALL_CHIP, SMALL_CHIP - 4, kind, note=note, round_by=7)
        with picture.decoration():
            picture.icon(x + 8, top + TITLE_HEIGHT + 4, FUNCTION_ICONS[function], 16, ink)


def _draw_missions(picture: Picture, state: np.void, player: int, x: float, y: float) -> None:
    """Draw the secret missions: four to choose from, then the three kept and the one returned (mlem 14.1)."""
    first = player * MISSIONS_DEALT
    has_returned = bool(state["players"][player]["has_returned_mission"])
    for place, token in enumerate(state["missions"][first : first + MISSIONS_DEALT].tolist()):
        is_returned = has_returned and place >= MISSIONS_KEPT
        is_completed = has_returned and not is_returned and has_completed(state["players"][player], token)
        left = x + place * (MISSION_WIDTH + 4)
        kind = "empty" if is_returned else "filled" if is_completed else "plain"
        # The kept missions close the gap, so no place shows which one was returned.
        actions = [] if has_returned else [RETURN_MISSION + place]
        note = "returned" if is_returned else "completed" if is_completed else ""
        picture.cell(left, y, "", MISSION_WIDTH, 24, kind, actions, note=note, round_by=6)
        icon = "cross" if is_returned else "planet" if MISSION_PLANET[token] != NONE else "moon"
        with picture.decoration():
            picture.icon(left + 6, y + 5, icon, 14, "muted" if is_returned else "ink")
            picture.label(left + 26, y + 16, _mission_words(token), 11, "muted" if is_returned else "")
            if is_completed:
                picture.icon(left + MISSION_WIDTH - 17, y + 5, "check", 14, "t2")


def _kept_missions(state: np.void, player: int) -> list[tuple[str, bool]]:
    first = player * MISSIONS_DEALT
    kept = state["missions"][first : first + MISSIONS_KEPT].tolist()
    return [(_mission_words(token), has_completed(state["players"][player], token)) for token in kept]


def _mission_words(token: int) -> str:
    if MISSION_PLANET[token] != NONE:
        return f"planet {MISSION_PLANET[token] + 1}"
    spaces = [str(space) for space, named in zip(MOON_SPACES, MISSION_MOONS[token], strict=True) if named]
    return f"moon {' or '.join(spaces)}"
