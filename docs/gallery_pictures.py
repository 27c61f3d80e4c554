"""Makes the pictures of the gallery, the start page of `moon-envs web`.

    python docs/gallery_pictures.py
    python docs/gallery_pictures.py --only launch mlem

Each is a part of a panel of a real position: the game of `moving_pictures.py`, late, light and dark. They come with the
package (`moon_envs/web/static/covers`), because drawing a position needs a compiled game, and a new player has none.
Run this after a change of the drawings. Pixels need `pip install ".[video]"`.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from moving_pictures import GAMES, part_of_table, played, resized
from PIL import Image

import moon_envs
from moon_envs.base.files.disk import write_file

FOLDER = Path(moon_envs.__file__).parent / "web" / "static" / "covers"
THEMES = ("light", "dark")
WIDTH, QUALITY = 480, 72


def cover(part: Image.Image) -> bytes:
    """A part of a picture as a small WebP."""
    file = io.BytesIO()
    resized(part, WIDTH).save(file, "webp", quality=QUALITY, method=6)
    return file.getvalue()


def main() -> None:
    """Make the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME")
    for name in parser.parse_args().only:
        recording = played(name, GAMES[name], GAMES[name].seed)
        for theme in THEMES:
            path = FOLDER / f"{name}-{theme}.webp"
            write_file(path, cover(part_of_table(recording, GAMES[name], theme)))
            print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
