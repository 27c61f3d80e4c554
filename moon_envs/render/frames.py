"""Frames: pages of one size for all pictures of a game, so that they can follow each other in a video.

All frames have FRAME_WIDTH x FRAME_HEIGHT pixels: wider than tall and even, as screens and encoders want them.
`envs/frames.py` finds the frame of a game.
"""

from __future__ import annotations

from dataclasses import dataclass

FRAME_WIDTH, FRAME_HEIGHT = 1280, 720


@dataclass(frozen=True)
class Frame:
    """A page that pictures of different sizes are put on, in units of the pictures.

    Attributes:
        width: the width of the page.
        height: the height of the page.
    """

    width: float
    height: float
