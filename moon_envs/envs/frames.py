"""The frame of a game: one page for all its pictures, so that they can follow each other in a video."""

from __future__ import annotations

from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game
from moon_envs.render.drawing import draw_sound, drawing_of
from moon_envs.render.frames import Frame

ROOM = 1.04


def frame_of(game: Game, configuration: Configuration, seat: int | None) -> Frame:
    """Return the page for all wide pictures of games with this configuration, seen from a seat or None, the open table.

    It is a little taller than the first picture of a game with what `GameDrawing.growth` adds. A picture that is still
    larger is made smaller until it fits.
    """
    key = (game, configuration.players, repr(configuration.options), seat)  # options may be lists
    if key not in _FRAMES:
        _FRAMES[key] = _find_frame(game, configuration, seat)
    return _FRAMES[key]


_FRAMES: dict[tuple[Game, int, str, int | None], Frame] = {}


def _find_frame(game: Game, configuration: Configuration, seat: int | None) -> Frame:
    players, drawing = configuration.players, drawing_of(game)
    batch = Batch(game, 1, players, seed=0, threads=1, **configuration.given_options)
    width, height = draw_sound(game, batch.states[0], seat, wide=True).size
    growth = 0.0 if drawing is None else drawing.growth(players, seat)
    return Frame(width, (height + growth) * ROOM)
