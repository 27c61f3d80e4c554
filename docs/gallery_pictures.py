"""Makes the pictures of the gallery, the start page of `moon-envs web`.

    python docs/gallery_pictures.py
    python docs/gallery_pictures.py --only launch mlem

Each is a part of a real position: the game of `moving_pictures.py`, late, light and dark. They come with the package
(`moon_envs/web/static/covers`), because drawing a position needs a compiled game, and a new player has none. Run this
after a change of the drawings. Pixels need `pip install ".[video]"`.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import numpy as np
from moving_pictures import GAMES, MOMENT_OF_SMALL, played
from PIL import Image

import moon_envs
from moon_envs import draw
from moon_envs.base.files.disk import write_file

FOLDER = Path(moon_envs.__file__).parent / "web" / "static" / "covers"
THEMES = ("light", "dark")
SHOWN = (608, 405)  # the part that is shown, in the units of the picture
RIGHT_HALF = (616, 36)  # the player's sheet below its title, in wide pictures
CORNERS = {"mlem": (0, 76), "from_the_moon": (0, 88), "luna_capital": RIGHT_HALF}
SCALE, WIDTH, QUALITY = 2, 480, 72


def cover(pixels: np.ndarray, corner: tuple[int, int]) -> bytes:
    """A part of a picture as a small WebP.

    Args:
        pixels: the picture, `SCALE` pixels for each of its units.
        corner: the upper left corner of the part, in units.
    """
    left, top = (SCALE * number for number in corner)
    width, height = (SCALE * number for number in SHOWN)
    part = Image.fromarray(pixels).crop((left, top, left + width, top + height))
    small = part.resize((WIDTH, height * WIDTH // width), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    small.save(file, "webp", quality=QUALITY, method=6)
    return file.getvalue()


def main() -> None:
    """Make the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME")
    for name in parser.parse_args().only:
        recording = played(name, GAMES[name], GAMES[name].seed)
        batch = recording.replay(int(MOMENT_OF_SMALL * len(recording.actions)))
        picture = draw(batch.game, batch.states[0])
        for theme in THEMES:
            pixels = picture.rgb_array(round(SCALE * picture.size[0]), theme)
            path = FOLDER / f"{name}-{theme}.webp"
            write_file(path, cover(pixels, CORNERS.get(name, RIGHT_HALF)))
            print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
