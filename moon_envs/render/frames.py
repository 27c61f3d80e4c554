"""Pages of one size for all pictures of a game, so that they can follow each other in a video.

All games have frames of FRAME_WIDTH x FRAME_HEIGHT pixels, wider than tall and even, as screens and encoders want them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game
from moon_envs.render.drawing import draw_sound

GAMES = 4
PICTURES = 20
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
    """A page for all wide pictures of games with this configuration, seen from a seat.

    How tall the drawings of a game can become is not known ahead. The page is a little taller than the tallest picture
    in a few random games, always the same ones; a picture that is larger still is made smaller until it fits.
    """
    key = (game, configuration.players, repr(configuration.options), seat)  # options may be lists
    if key not in _FRAMES:
        _FRAMES[key] = _find_frame(game, configuration, seat)
    return _FRAMES[key]


_FRAMES: dict[tuple[Game, int, str, int | None], Frame] = {}


def _find_frame(game: Game, configuration: Configuration, seat: int | None) -> Frame:
    mode: dict[str, Any] = {"players": configuration.players, **configuration.given_options}
    batch = Batch(game, GAMES, seed=0, autoreset="disabled", threads=1, **mode)
    whole = batch.clone()
    whole.play_out()
    step = max(1, int(whole.final_decisions.max()) // PICTURES)
    sizes = [draw_sound(game, state, seat, wide=True).size for state in whole.states]
    for place in range(PICTURES):
        sizes.append(draw_sound(game, batch.states[place % GAMES], seat, wide=True).size)
        for _ in range(step):
            batch.step(batch.sample())
    widths, heights = zip(*sizes, strict=True)
    return Frame(max(widths), max(heights) * ROOM)
