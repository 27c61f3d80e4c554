"""Any state of any game as a picture."""

from __future__ import annotations

import functools
import importlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from moon_envs.base.checks import as_array, as_list, check_choice, check_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game
from moon_envs.render.canvas import GAP
from moon_envs.render.fonts import text_width
from moon_envs.render.layout import LANDSCAPE, LAYOUTS, layout_of, outlines_of
from moon_envs.render.panels import Panel
from moon_envs.render.picture import TEXT_SIZE, Decisions, Picture


@dataclass(frozen=True)
class GameDrawing:
    """How a game is drawn. Its module of drawings names this object `DRAWING`.

    Attributes:
        panels: the parts of the table as a seat sees them, or of the open table (None): (game, state, seat) -> panels
            in the order in which they are drawn. Their names, kinds and heights stay the same in a whole game.
        choice: draws the things that an action of the deciding player names, as a small picture, or returns None.
    """

    panels: Callable[[Game, np.void, int | None], list[Panel]]
    choice: Callable[[Game, np.void, int], Picture | None] = lambda game, state, action: None


@dataclass(frozen=True)
class LastDecision:
    """The decision that led to a state: who took it, and which action it was."""

    actor: int
    action: int


def draw(
    game: str | Game,
    state: np.void,
    seat: int | None = None,
    *,
    last: LastDecision | None = None,
    probabilities: Sequence[float] | np.ndarray | None = None,
    layout: str = LANDSCAPE,
    panels: Sequence[str] | None = None,
) -> Picture:
    """Draw a state.

    Args:
        game: a game id or a `Game`.
        state: its record.
        seat: the player who looks; only what that player may know is drawn. None draws everything.
        last: the last decision, which is marked. A seat sees this mark on its own decisions and on announced ones.
        probabilities: of every action; the things that stand for legal actions are shaded by them.
        layout: "landscape" for a page of 16:9, "portrait" for one that is as wide as a phone.
        panels: the names of the parts of the table that are drawn, such as ["turn", "missions"]; None for all.

    Returns:
        The picture. Notebooks show it; `svg()` and `rgb_array()` convert it.

    Raises:
        ConfigurationError: an argument is not allowed, or the record is damaged or of another game.
    """
    game = find_game(game)
    check_choice("layout", layout, LAYOUTS)
    if getattr(state, "dtype", None) != game.state_dtype or getattr(state, "shape", None) != ():
        raise ConfigurationError(f"{game.id}: {shown(state)} is not a record of this game.")
    record = np.array([state], dtype=game.state_dtype)  # compiled code looks at it
    game.check_states(record, int(record["player_count"][0]))
    return draw_sound(game, record[0], seat, last=last, probabilities=probabilities, layout=layout, panels=panels)


def draw_sound(
    game: Game,
    state: np.void,
    seat: int | None = None,
    *,
    last: LastDecision | None = None,
    probabilities: Sequence[float] | np.ndarray | None = None,
    layout: str = LANDSCAPE,
    panels: Sequence[str] | None = None,
) -> Picture:
    """Draw a record that needs no check, because it comes from a batch. The arguments are those of `draw`."""
    players = int(state["player_count"])
    if seat is not None:
        seat = check_whole_number("seat", seat, 0, players - 1)
    if last is not None:
        if not isinstance(last, LastDecision):
            raise ConfigurationError(f"last={shown(last)} is not allowed; allowed: a LastDecision, or None.")
        check_whole_number("last.actor", last.actor, 0, players - 1)
        check_whole_number("last.action", last.action, 0, len(game.actions) - 1)
    decisions = _decisions(game, state, seat, last, probabilities)
    drawing = drawing_of(game)
    if drawing is None:
        return _draw_text(game, state, seat or 0, decisions)
    return _arranged(_chosen(drawing.panels(game, state, seat), panels), layout, decisions)


def _chosen(panels: list[Panel], names: object) -> list[Panel]:
    """The panels with these names; all if the names are None."""
    if names is None:
        return panels
    chosen, allowed = as_list(names, len(panels)), [panel.name for panel in panels]
    if not chosen or any(name not in allowed for name in chosen):
        raise ConfigurationError(
            f"panels={shown(names)} is not allowed; allowed: a list with some of {', '.join(map(repr, allowed))}, or "
            "None for all."
        )
    return [panel for panel in panels if panel.name in chosen]


def _arranged(panels: Sequence[Panel], layout: str, decisions: Decisions) -> Picture:
    _, width, height, corners = layout_of(panels, layout)
    picture = Picture(width, decisions)
    for number, (panel, corner) in enumerate(zip(panels, corners, strict=True)):
        if corner is not None:
            with picture.at(*corner, panel=number):
                panel.draw(picture)
    picture.height = height - GAP
    picture.outlines = outlines_of(panels)
    return picture


def picture_of_action(game: str | Game, state: np.void, action: int) -> Picture | None:
    """A small picture of the things that an action names, such as a card: for lists of choices, beside its words.

    Args:
        game: a game id or a `Game`.
        state: its record.
        action: of the deciding player, who may know what it shows.

    Returns:
        The picture; None if the words say everything.

    Raises:
        ConfigurationError: there is no such action.
    """
    game = find_game(game)
    drawing = drawing_of(game)
    action = check_whole_number("action", action, 0, len(game.actions) - 1)
    return None if drawing is None else drawing.choice(game, state, action)


@functools.cache
def drawing_of(game: Game) -> GameDrawing | None:
    """The drawing of a game: `DRAWING` in its `Game.drawing_module`; None if the game is drawn as text."""
    return importlib.import_module(game.drawing_module).DRAWING if game.drawing_module else None


def _decisions(
    game: Game,
    state: np.void,
    seat: int | None,
    last: LastDecision | None,
    probabilities: Sequence[float] | np.ndarray | None,
) -> Decisions:
    actor, legal = decision_of(game, state, seat)
    shares = _shares(game, probabilities)
    is_known = last is not None and (seat in (None, last.actor) or game.is_announced(last.action))
    last_action, last_actor = (last.action, last.actor) if last is not None and is_known else (-1, -1)
    return Decisions(frozenset(legal), actor, last_action, last_actor, {action: shares[action] for action in legal})


def _shares(game: Game, probabilities: Sequence[float] | np.ndarray | None) -> list[float]:
    """The probability of every action, 0 where none are given."""
    if probabilities is None:
        return [0.0] * len(game.actions)
    given = as_array(probabilities, len(game.actions))
    is_list = given.shape == (len(game.actions),) and given.dtype.kind in "fiu"
    if not is_list or not np.isfinite(given).all() or (given < 0).any():
        raise ConfigurationError(
            f"probabilities={shown(probabilities)} are not allowed; {len(game.actions)} numbers from 0 on are needed, "
            "one for each action."
        )
    return given.astype(np.float64).tolist()


def decision_of(game: Game, state: np.void, seat: int | None) -> tuple[int, list[int]]:
    """The deciding player, -1 when the game is over, and the legal actions that a seat sees (None: open table)."""
    from moon_envs.engine.loading import look_engine

    record = np.array([state], dtype=game.state_dtype)
    mask = np.zeros(len(game.actions), dtype=np.int8)
    loops = look_engine()
    asking = loops.EVERYBODY if seat is None else seat
    actor = loops.look_at_decision(game.entry, record.ctypes.data, asking, mask)
    return int(actor), np.flatnonzero(mask).tolist()


def points_of(game: Game, state: np.void) -> np.ndarray:
    """The points of a state (sides, categories), hidden ones included."""
    from moon_envs.engine.loading import look_engine

    record = np.array([state], dtype=game.state_dtype)
    players = int(state["player_count"])
    points = np.zeros((2 if players == 1 else players, len(game.categories)), dtype=np.int32)
    look_engine().count_points(game.entry, record.ctypes.data, points)
    return points


def _draw_text(game: Game, state: np.void, seat: int, decisions: Decisions) -> Picture:
    """Draw the text of a game that has no drawing."""
    lines = game.render(state, seat).splitlines()
    picture = Picture(max([300.0, *(20 + math.ceil(text_width(line, TEXT_SIZE)) for line in lines)]), decisions)
    for number, line in enumerate(lines):
        picture.label(10, 24 + 18 * number, line)
    return picture
