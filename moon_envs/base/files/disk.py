"""Files: reading those that come from outside, regular ones and not too large; writing all of one or nothing."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

from moon_envs.base.checks import shown
from moon_envs.base.errors import MoonEnvsError, reason


def as_path(value: object, error: type[MoonEnvsError]) -> Path:
    """The path that a text or an object for paths means.

    Raises:
        MoonEnvsError: it is something else.
    """
    try:
        return Path(value)  # type: ignore[arg-type]
    except TypeError as failure:
        raise error(f"{shown(value)} is not the name of a file; allowed: a text or a Path.") from failure


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
            return file.read(status.st_size)  # no larger number: as much memory is taken at first
    except MoonEnvsError:
        raise
    except OSError as failure:
        raise error(f"{path}: cannot be read: {reason(failure)}.") from failure
    except ValueError as failure:  # a name that no file can have
        raise error(f"{str(path)!r}: cannot be read: {reason(failure)}.") from failure


def write_file(path: Path, data: bytes, read: Callable[[Path], object] | None = None) -> None:
    """Write a file, all of it or nothing: what was there before stays until all is written.

    Args:
        path: of the file.
        data: its contents.
        read: reads the new file before it takes the place of the former one; where that fails, nothing is replaced.

    Raises:
        OSError: it cannot be written.
        Exception: whatever `read` raises.
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
            error.filename = str(path)  # a full disk does not say which file
        raise


def _partial(path: Path) -> Path:
    """Where a file is written before it takes its place; two writers never share one."""
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}.partial")


def check_writable(path: Path, error: type[MoonEnvsError]) -> None:
    """Refuse a file that `write_file` could not write, before the work that is to be written is done.

    Raises:
        MoonEnvsError: it could not be written, or something that is not a file has its name.
    """
    try:
        if path.exists() and not path.is_file():
            raise error(f"{path}: cannot be written: it is not a file.")
        if path.exists() and not os.access(path, os.W_OK):
            raise error(f"{path}: cannot be written: it is read-only.")
        partial = _partial(path.resolve())
        partial.write_bytes(b"")
        partial.unlink()
    except MoonEnvsError:  # some of them are a ValueError, too
        raise
    except OSError as failure:
        raise error(f"{path}: cannot be written: {reason(failure)}.") from failure
    except (ValueError, RuntimeError) as failure:  # a name that no file can have
        raise error(f"{str(path)!r}: cannot be written: {reason(failure)}.") from failure


def check_new_folder(folder: Path, error: type[MoonEnvsError]) -> None:
    """Make a folder to record games into, or take one that is empty.

    Raises:
        MoonEnvsError: it cannot be made or written to, or holds something.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise error(f"{folder}: games are recorded into a folder; this is a file.")
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise error(f"{folder}: games are recorded into a new or empty folder; this one holds something.")
        write_file(folder / "begun", b"")
        (folder / "begun").unlink()
    except MoonEnvsError:
        raise
    except OSError as failure:
        raise error(f"{folder}: games cannot be recorded there: {reason(failure)}.") from failure
    except ValueError as failure:  # a name that no folder can have
        raise error(f"{str(folder)!r}: games cannot be recorded there: {reason(failure)}.") from failure
