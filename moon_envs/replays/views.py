"""Views: a game with its pictures and its story, from one seat or with everything open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from moon_envs.render import Picture
from moon_envs.render.drawing import points_of
from moon_envs.render.picture import Standing
from moon_envs.replays.packing import Frames, Pieces, Splice
from moon_envs.replays.story import Step
from moon_envs.replays.walk import Walk


@dataclass(frozen=True)
class PlottedPoints:
    """The points in every frame, as far as pictures show them: values[side][category][frame], None if unknown."""

    names: list[str]
    categories: list[str]
    values: list[list[list[int | None]]]


@dataclass(frozen=True)
class View:
    """A game from one seat, or open (None).

    Attributes:
        seat: the player who looks.
        steps: the story; each step leads from one frame to the next.
        frames: the table at the start and after each step, packed.
        points: the points of each frame, if all frames show some.
    """

    seat: int | None
    steps: list[Step]
    frames: list[list[Splice]]
    points: PlottedPoints | None

    @property
    def positions(self) -> list[int]:
        """The position of the game that each frame shows."""
        return [0, *(step.position for step in self.steps)]


def view_game(
    walk: Walk,
    seat: int | None,
    told: Sequence[Step],
    pieces: Pieces,
    on_frame: Callable[[], None] = lambda: None,
) -> View:
    """Draw a game.

    Args:
        walk: the game.
        seat: the player who looks, None for the open table.
        told: the `story` of the game for the seat; silent steps that do not change the picture are left out.
        pieces: the pieces of pictures, shared by all views.
        on_frame: called after every picture.
    """
    frames, standings, steps = Frames(pieces), [], []
    for step, picture, frame in shown_frames(walk, seat, told, on_frame):
        frames.add(frame)
        standings.append(_standing(walk, picture, step.position if step else 0, seat))
        steps += [step] if step else []
    return View(seat, steps, frames.packed, _joined(standings))


def shown_frames(
    walk: Walk, seat: int | None, told: Sequence[Step], on_frame: Callable[[], None] = lambda: None
) -> Iterator[tuple[Step | None, Picture, list[str]]]:
    """Yield the frames of a view: the step that leads to it (None for the start), its picture, and this in pieces.

    The arguments are those of `view_game`. Silent steps that do not change the picture have no frame.
    """
    picture = walk.picture(0, seat)
    shown = frame_of(picture)
    on_frame()
    yield None, picture, shown
    for step in told:
        picture = walk.picture(step.position, seat, step.last)
        frame = frame_of(picture)
        on_frame()
        if not step.is_silent or frame != shown:
            shown = frame
            yield step, picture, frame


def frame_of(picture: Picture) -> list[str]:
    """A picture in pieces; `"".join` of them and `</svg>` is its SVG without a style sheet."""
    return [picture.opening(None), *map(str, picture.elements)]


def _standing(walk: Walk, picture: Picture, position: int, seat: int | None) -> Standing | None:
    """The points of one position that the picture shows, so no more than the seat may know."""
    if picture.standing is not None or seat is not None:
        return picture.standing
    names = [walk.side_name(side) for side in range(walk.configuration.sides)]
    used = walk.game.used_categories(walk.configuration)
    points = points_of(walk.game, walk.states[position])[:, list(used.values())].tolist()
    return Standing(names, tuple(used), points)


def _joined(standings: list[Standing | None]) -> PlottedPoints | None:
    """The points of all positions, if each position has some."""
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
