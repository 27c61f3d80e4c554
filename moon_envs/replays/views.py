"""Every position of a game as it is seen: from one seat, or with everything open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from moon_envs.engine.records import ACTOR, NOBODY, OWNER
from moon_envs.game import Game
from moon_envs.render import Picture, draw
from moon_envs.render.drawing import points_of
from moon_envs.render.picture import Standing
from moon_envs.replays.packing import Frames, Pieces, Splice
from moon_envs.replays.walk import Walk


@dataclass(frozen=True)
class PlottedPoints:
    """Points over a game, as far as they are drawn: values[side][category][position], None where not known."""

    names: list[str]
    categories: list[str]
    values: list[list[list[int | None]]]


@dataclass(frozen=True)
class View:
    """A game from one seat, or open (None): a picture, packed, and the points of each position."""

    seat: int | None
    frames: list[list[Splice]]
    points: PlottedPoints | None


def view_game(
    walk: Walk, seat: int | None, pieces: Pieces | None = None, on_frame: Callable[[], None] = lambda: None
) -> View:
    """Draw all positions of a game.

    Args:
        walk: the game.
        seat: who looks, None for the open table.
        pieces: what pictures are made of, shared by all views.
        on_frame: called after every position.
    """
    frames = Frames(Pieces() if pieces is None else pieces)
    standings: list[Standing | None] = []
    known: tuple | None = None
    for position, state in enumerate(walk.states):
        knowledge = None if seat is None else _knowledge(walk, position, seat)
        # Drawing takes most of the time, and a seat often sees nothing of what the others do.
        if knowledge is None or knowledge != known:
            picture = draw(walk.game, state, seat, last=walk.last(position))
            frames.add(frame_of(picture))
            standings.append(_standing(walk, picture, state, seat))
            known = knowledge
        else:
            frames.add_the_same()
            standings.append(standings[-1])
        on_frame()
    return View(seat, frames.packed, _joined(standings))


def frame_of(picture: Picture) -> list[str]:
    """A picture in pieces; `"".join` of them and `</svg>` is its SVG without a style sheet."""
    return [picture.opening(None), *picture.elements]


def _knowledge(walk: Walk, position: int, seat: int) -> tuple:
    """Something that is different whenever a seat may see a difference."""
    last, actor = walk.last(position), walk.actors[position]
    is_told = last is not None and (last.actor == seat or not walk.game.simultaneous)
    return last if is_told else None, actor, _without_secrets(walk.game, walk.states[position], seat, actor)


def _without_secrets(game: Game, state: np.void, seat: int, actor: int) -> bytes:
    """The record without the fields of which a seat knows nothing."""
    record = np.array([state])
    for field in game.state.fields:
        if field.known_to == NOBODY or (field.known_to == ACTOR and actor != seat):
            record[field.name] = np.zeros((), dtype=record[field.name].dtype)
        elif field.known_to == OWNER:
            own = record[field.name][0, seat].copy()
            record[field.name] = np.zeros((), dtype=record[field.name].dtype)
            record[field.name][0, seat] = own
    return record.tobytes()


def _standing(walk: Walk, picture: Picture, state: np.void, seat: int | None) -> Standing | None:
    """The points of one position: those that the picture shows, which shows no more than the seat may know."""
    if picture.standing is not None or seat is not None:
        return picture.standing
    names = [walk.side_name(side) for side in range(walk.configuration.sides)]
    used = walk.game.used_categories(state)
    return Standing(names, tuple(used), points_of(walk.game, state)[:, list(used.values())].tolist())


def _joined(standings: list[Standing | None]) -> PlottedPoints | None:
    """The points of all positions, if each has some."""
    known = [one for one in standings if one is not None]
    if len(known) < len(standings):
        return None
    names, categories = list(known[0].names), [one.replace("_", " ") for one in known[0].categories]
    values = [
        [[_number(one.points[side][category]) for one in known] for category in range(len(categories))]
        for side in range(len(names))
    ]
    return PlottedPoints(names, categories, values)


def _number(value: object) -> int | None:
    return None if value is None else int(str(value))
