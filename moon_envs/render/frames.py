"""Frames: pages of one size for all pictures of a game, so that they can follow each other in a video.

All frames have FRAME_WIDTH x FRAME_HEIGHT pixels: wider than tall and even, as screens and encoders want them.
"""

from __future__ import annotations

from dataclasses import dataclass

from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game
from moon_envs.render.drawing import draw_sound, drawing_of

ROOM = 1.04
FRAME_WIDTH, FRAME_HEIGHT = 1280, 720


@dataclass(frozen=True)
class Frame:
    """A page that pictures of different sizes are put on, in units of the pictures.

    Attributes:
        width: of the page.
        height: of the page.
    """

    width: float
    height: float


def frame_of(game: Game, configuration: Configuration, seat: int | None) -> Frame:
    """The page for all wide pictures of games with this configuration, seen from a seat, None for the open table.

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
