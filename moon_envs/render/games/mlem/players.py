"""The players of MLEM: their astronauts, the secret missions a seat knows, and points."""

from __future__ import annotations

from collections.abc import Sequence

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
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

TITLE_HEIGHT = 26
INSIDE = 10
CHIPS_PER_ROW, CHIP_HEIGHT, CHIP_GAP = 4, 44, 4
CHIP_WIDTH = (PANEL_WIDTH - 2 * INSIDE + CHIP_GAP) / CHIPS_PER_ROW - CHIP_GAP
CHIPS_HEIGHT = -(-ASTRONAUTS // CHIPS_PER_ROW) * (CHIP_HEIGHT + CHIP_GAP)
MISSION_WIDTH, MISSION_HEIGHT = (PANEL_WIDTH - 2 * INSIDE - CHIP_GAP) / 2, 28
MISSIONS_HEIGHT = -(-MISSIONS_DEALT // 2) * (MISSION_HEIGHT + CHIP_GAP)
# The others stand one below the other: a name, signs of astronauts, and below them their missions.
OTHER_HEIGHT, OTHER_GAP = 38, 4
SMALL_CHIP, SMALL_CHIPS_LEFT = 28, 82
KEPT_WIDTH, KEPT_HEIGHT = (PANEL_WIDTH - 2 * INSIDE + CHIP_GAP) / MISSIONS_KEPT - CHIP_GAP, 22
CATEGORY_WORDS = {"deep_space": "deep", "ufo": "UFO", "explorations": "explored"}


def player_name(player: int, seat: int | None) -> str:
    """Return the name of a player, marked if it is the viewer's own."""
    return f"player {player}" + (" (you)" if player == seat else "")


def draw_points(game: Game, state: np.void, seat: int | None, picture: Picture) -> None:
    """Draw points by category, without variants that are not played and without the missions of others (mlem 14.4)."""
    used = game.used_categories(state)
    rows = []
    for player, counted in enumerate(points_of(game, state).tolist()):
        if not _shows_missions(state, player, seat):
            counted[MISSION_CATEGORY] = None
        rows.append([counted[place] for place in used.values()])
    names = [player_name(player, seat) for player in range(len(rows))]
    words = [CATEGORY_WORDS.get(name, name) for name in used]
    picture.points(0, 0, words, names, rows, PANEL_WIDTH)


def _shows_missions(state: np.void, player: int, seat: int | None) -> bool:
    return bool(state["secret_missions"]) and (seat in (None, player) or bool(state["over"]))


def height_of_player(has_missions: bool) -> float:
    """The height of a player's own things."""
    return TITLE_HEIGHT + CHIPS_HEIGHT + (MISSIONS_HEIGHT if has_missions else 0) + 6


def draw_player(state: np.void, player: int, seat: int | None, picture: Picture) -> None:
    """Draw the astronauts of a player and the secret missions that the seat knows."""
    height = height_of_player(bool(state["secret_missions"]))
    picture.sheet(0, 0, PANEL_WIDTH, height, player_name(player, seat).capitalize(), player)
    aboard = _aboard(state, player)
    picture.label(PANEL_WIDTH - INSIDE, 18, _on_mat(state, player), 12, "muted", "end")
    with picture.owner(player):
        for function in range(ASTRONAUTS):
            row, column = divmod(function, CHIPS_PER_ROW)
            left, top = INSIDE + column * (CHIP_WIDTH + CHIP_GAP), TITLE_HEIGHT + row * (CHIP_HEIGHT + CHIP_GAP)
            kind, ink, note = _look(state, player, function, aboard)
            picture.cell(left, top, "", CHIP_WIDTH, CHIP_HEIGHT, kind, [BOARD + function], note=note, round_by=8)
            middle, words_ink = left + CHIP_WIDTH / 2, "" if ink == "ink" else "muted"
            with picture.decoration():
                picture.icon(middle - 10, top + 5, FUNCTION_ICONS[function], 20, ink)
                picture.label(middle, top + 39, FUNCTION_WORDS[function], 12, words_ink, "middle")
        if _shows_missions(state, player, seat):
            _draw_missions(picture, state, player, INSIDE, TITLE_HEIGHT + CHIPS_HEIGHT)


def _on_mat(state: np.void, player: int) -> str:
    return f"{state['players'][player]['on_mat']} on the mat"


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


def _height_of_other(has_missions: bool) -> float:
    return OTHER_HEIGHT + (KEPT_HEIGHT + 5 if has_missions else 0)


def height_of_others(players: int, has_missions: bool) -> float:
    """The height of the panel with all others."""
    return (players - 1) * (_height_of_other(has_missions) + OTHER_GAP) - OTHER_GAP + 1


def draw_others(state: np.void, seat: int, picture: Picture) -> None:
    """Draw all players but the one at the seat, with small signs."""
    height, y = _height_of_other(bool(state["secret_missions"])), 0.0
    for player in range(state["player_count"]):
        if player != seat:
            _draw_other(picture, state, player, seat, y, height)
            y += height + OTHER_GAP


def _draw_other(picture: Picture, state: np.void, player: int, seat: int, y: float, height: float) -> None:
    """Draw the astronauts of another player as signs, and the kept missions: face down until the end (mlem 14.4)."""
    aboard = _aboard(state, player)
    picture.sheet(0, y, PANEL_WIDTH, height, player=player)
    picture.label(INSIDE, y + 24, player_name(player, seat).capitalize(), 15, "bold")
    picture.label(PANEL_WIDTH - INSIDE, y + 23, _on_mat(state, player), 12, "muted", "end")
    for function in range(ASTRONAUTS):
        kind, ink, note = _look(state, player, function, aboard)
        x = SMALL_CHIPS_LEFT + function * (SMALL_CHIP + 3)
        picture.cell(x, y + 5, "", SMALL_CHIP, SMALL_CHIP, kind, note=note, round_by=7)
        with picture.decoration():
            picture.icon(x + 5, y + 10, FUNCTION_ICONS[function], 18, ink)
    if state["secret_missions"]:
        kept = state["missions"][player * MISSIONS_DEALT :][:MISSIONS_KEPT].tolist()
        is_shown = _shows_missions(state, player, seat)
        for place, token in enumerate(kept):
            left = INSIDE + place * (KEPT_WIDTH + CHIP_GAP)
            if is_shown:
                fate = "completed" if has_completed(state["players"][player], token) else ""
                _draw_mission(picture, token, fate, left, y + OTHER_HEIGHT, KEPT_WIDTH, KEPT_HEIGHT)
            else:
                note = "secret mission, face down"
                picture.cell(left, y + OTHER_HEIGHT, "", KEPT_WIDTH, KEPT_HEIGHT, "k6", note=note, round_by=6)
                picture.label(left + KEPT_WIDTH / 2, y + OTHER_HEIGHT + 15, "secret", 11.5, "muted", "middle")


def _draw_missions(picture: Picture, state: np.void, player: int, x: float, y: float) -> None:
    """Draw the secret missions: four to choose from, then the three kept and the one returned (mlem 14.1)."""
    first = player * MISSIONS_DEALT
    has_returned = bool(state["players"][player]["has_returned_mission"])
    for place, token in enumerate(state["missions"][first : first + MISSIONS_DEALT].tolist()):
        is_returned = has_returned and place >= MISSIONS_KEPT
        is_completed = has_returned and not is_returned and has_completed(state["players"][player], token)
        row, column = divmod(place, 2)
        left, top = x + column * (MISSION_WIDTH + CHIP_GAP), y + row * (MISSION_HEIGHT + CHIP_GAP)
        # The kept missions close the gap, so no place shows which one was returned.
        actions = [] if has_returned else [RETURN_MISSION + place]
        fate = "returned" if is_returned else "completed" if is_completed else ""
        _draw_mission(picture, token, fate, left, top, MISSION_WIDTH, MISSION_HEIGHT, actions)


def _draw_mission(
    picture: Picture,
    token: int,
    fate: str,
    x: float,
    y: float,
    width: float,
    height: float,
    actions: Sequence[int] = (),
) -> None:
    """Draw the target of a mission; returned ones are crossed off and completed ones have a hook."""
    is_returned = fate == "returned"
    kind = {"returned": "empty", "completed": "filled"}.get(fate, "plain")
    picture.cell(x, y, "", width, height, kind, actions, note=fate, round_by=6)
    icon = "cross" if is_returned else "planet" if MISSION_PLANET[token] != NONE else "moon"
    with picture.decoration():
        picture.icon(x + 7, y + height / 2 - 7, icon, 14, "muted" if is_returned else "ink")
        picture.label(x + 27, y + height / 2 + 4.5, _mission_words(token), 12.5, "muted" if is_returned else "")
        if fate == "completed":
            picture.icon(x + width - 20, y + height / 2 - 7, "check", 14, "t2")


def _mission_words(token: int) -> str:
    if MISSION_PLANET[token] != NONE:
        return f"planet {MISSION_PLANET[token] + 1}"
    spaces = [str(space) for space, named in zip(MOON_SPACES, MISSION_MOONS[token], strict=True) if named]
    return f"moon {' or '.join(spaces)}"
