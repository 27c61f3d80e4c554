"""A window for `render_mode="human"`: a page in the browser that always shows the latest picture.

It consists of two files in a temporary folder: the page and the picture, which the page reloads four times a second.
It needs no server and no other library, and a step never waits for it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import weakref
import webbrowser
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from moon_envs.base.files.disk import write_file

if TYPE_CHECKING:
    from moon_envs.render import Picture

NO_WINDOW = "MOON_ENVS_NO_WINDOW"
"""If this environment variable is set, no window opens, and text is printed instead."""

PICTURE = "picture.svg"
PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>%(title)s</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; display: grid; justify-items: center; background: Canvas; }
  img { height: 100vh; max-width: 100vw; object-fit: contain; }
</style>
<img id="picture" src="%(picture)s" alt="the game as it is now">
<script>
  // The new picture replaces the old one only when it is loaded, so that nothing flickers.
  setInterval(() => {
    const next = new Image();
    next.onload = () => { document.getElementById("picture").src = next.src; };
    next.src = "%(picture)s?" + Date.now();
  }, 250);
</script>
</html>
"""


def can_open() -> bool:
    """Whether this machine has a screen, and the environment variable `MOON_ENVS_NO_WINDOW` is not set."""
    has_screen = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return has_screen and not os.environ.get(NO_WINDOW)


class Window:
    """Shows the latest picture. It opens with the first one, and deletes its files when the object is collected.

    Args:
        title: the title of the page.
    """

    def __init__(self, title: str):
        self._title = title
        self._folder: Path | None = None

    def __reduce__(self) -> tuple:
        """Copy the title only: a copy of an environment opens its own window."""
        return Window, (self._title,)

    def show(self, picture: Picture) -> None:
        """Show a picture; the first one opens the window."""
        if self._folder is not None:
            write_file(self._folder / PICTURE, picture.svg().encode())
            return
        self._folder = Path(tempfile.mkdtemp(prefix="moon_envs-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        write_file(self._folder / PICTURE, picture.svg().encode())
        page = self._folder / "index.html"
        write_file(page, (PAGE % {"title": escape(self._title), "picture": PICTURE}).encode())
        webbrowser.open(page.as_uri())
