"""Reading files that come from outside: regular ones, and not too large."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from moon_envs.errors import MoonEnvsError


def read_file(path: Path, most_bytes: int, error: type[MoonEnvsError]) -> bytes:
    """The contents of a file.

    Args:
        path: of the file.
        most_bytes: how long it may be.
        error: what to raise.

    Raises:
        MoonEnvsError: it cannot be read, is no file (a pipe would never end), or is too long.
    """
    try:
        # Opening a pipe waits for a writer, unless told not to.
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                kind = "a directory" if stat.S_ISDIR(status.st_mode) else "something else"
                raise error(f"{path}: cannot be read: it is not a file, but {kind}.")
            if status.st_size > most_bytes:
                raise error(f"{path}: {status.st_size} bytes are too long; up to {most_bytes} are allowed.")
            return file.read(most_bytes)
    except MoonEnvsError:
        raise
    except OSError as failure:
        raise error(f"{path}: cannot be read: {failure.strerror or failure}.") from failure
    except ValueError as failure:  # a name that no file can have
        raise error(f"{str(path)!r}: cannot be read: {failure}.") from failure
