"""Reading files from outside (regular files of bounded size only), and writing files atomically."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from moon_envs.base.checks import shown
from moon_envs.base.errors import MoonEnvsError, reason


def as_path(value: object, error: type[MoonEnvsError]) -> Path:
    """Return a text or a path object as a `Path`.

    Raises:
        MoonEnvsError: it is something else.
    """
    try:
        return Path(value)  # type: ignore[arg-type]
    except TypeError as failure:
        raise error(f"{shown(value)} is not the name of a file; allowed: a text or a Path.") from failure


def read_file(path: Path, most_bytes: int, error: type[MoonEnvsError]) -> bytes:
    """Return the contents of a regular file.

    Args:
        path: the file.
        most_bytes: the longest allowed file.
        error: the class of the error.

    Raises:
        MoonEnvsError: it cannot be read, is too long, or is not a regular file (a pipe may never end).
    """
    # Without O_NONBLOCK, opening a pipe waits for a writer.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with _failures_as(error, path, "cannot be read"), open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            kind = "a directory" if stat.S_ISDIR(status.st_mode) else "something else"
            raise error(f"{path}: cannot be read: it is not a file, but {kind}.")
        if status.st_size > most_bytes:
            raise error(f"{path}: {status.st_size} bytes are too long; up to {most_bytes} are allowed.")
        return file.read(status.st_size)  # Python allocates the number it is given, so not more than the size


@contextlib.contextmanager
def _failures_as(error: type[MoonEnvsError], path: Path, what: str) -> Iterator[None]:
    """Turn errors of the operating system, and of names that no file can have, into an error of this package."""
    try:
        yield
    except MoonEnvsError:  # some are also a ValueError
        raise
    except OSError as failure:
        raise error(f"{path}: {what}: {reason(failure)}.") from failure
    except (ValueError, RuntimeError) as failure:  # a name that no file can have
        raise error(f"{str(path)!r}: {what}: {reason(failure)}.") from failure


def write_file(path: Path, data: bytes, read: Callable[[Path], object] | None = None) -> None:
    """Write a file atomically: the old file stays until the new one is complete.

    Args:
        path: the file.
        data: its contents.
        read: called with the path of the new file before it replaces the old one; if it raises, nothing is replaced.

    Raises:
        OSError: the file cannot be written.
        Exception: any error that `read` raises.
    """
    path = path.resolve()
    partial = _partial(path)
    try:
        with open(partial, "xb") as file:
            file.write(data)
        if read is not None:
            read(partial)
        partial.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # the error of a full disk names no file
        raise


def _partial(path: Path) -> Path:
    """Return the path of the temporary file beside `path`; every call returns another one."""
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}.partial")


def check_writable(path: Path, error: type[MoonEnvsError]) -> None:
    """Check that `write_file` can write a file. Commands call it before they begin their work.

    Raises:
        MoonEnvsError: the file cannot be written, or its name belongs to something that is not a file.
    """
    with _failures_as(error, path, "cannot be written"):
        if path.exists() and not path.is_file():
            raise error(f"{path}: cannot be written: it is not a file.")
        if path.exists() and not os.access(path, os.W_OK):
            raise error(f"{path}: cannot be written: it is read-only.")
        partial = _partial(path.resolve())
        partial.write_bytes(b"")
        partial.unlink()


def check_new_folder(folder: Path, error: type[MoonEnvsError]) -> None:
    """Make a folder for recorded games; an empty folder may exist already.

    Raises:
        MoonEnvsError: it cannot be made or written to, or is not empty.
    """
    with _failures_as(error, folder, "games cannot be recorded there"):
        if folder.exists() and not folder.is_dir():
            raise error(f"{folder}: games are recorded into a folder; this is a file.")
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise error(f"{folder}: games are recorded into a new or empty folder; this one holds something.")
        write_file(folder / "begun", b"")
        (folder / "begun").unlink()
