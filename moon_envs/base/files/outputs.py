"""The rule for every file that a command writes, in one place.

A file of the same kind that this package has written may be replaced: its contents say so, not its name. Another file
is replaced only if the user insists (`--force`). What the command reads is never replaced, under any name or link: not
the files it was given, no module it has imported, no table of a game. Folders for recorded games are new or empty.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from moon_envs.base.errors import ConfigurationError, MoonEnvsError
from moon_envs.base.files import component_files
from moon_envs.base.files.disk import check_writable

BYTES_LOOKED_AT = 2000


def check_output(
    path: Path,
    kind: str,
    is_ours: Callable[[Path], bool],
    *,
    inputs: Iterable[str | os.PathLike[str] | None] = (),
    force: bool = False,
    insist: str = "",
    error: type[MoonEnvsError] = ConfigurationError,
) -> None:
    """Refuse a file that must not be written or replaced. Ask before the work that is to be written begins.

    Args:
        path: of the file.
        kind: what will be written, in words, like "a replay page".
        is_ours: whether a file that exists holds such a thing, see `has_mark`.
        inputs: what is read: files, and folders with all files in them.
        force: whether another file may be replaced.
        insist: how the user says so, like "--force"; empty if there is no way.
        error: what to raise.

    Raises:
        MoonEnvsError: it is read as well, it cannot be written, or it holds something else.
    """
    check_writable(path, error)
    if not path.exists():
        return
    _check_not_read(path, inputs, error)
    if not force and not is_ours(path):
        more = f", or replace it with {insist}" if insist else ""
        raise error(f"{path} exists and is not {kind}; choose another name{more}.")


def _check_not_read(path: Path, inputs: Iterable[str | os.PathLike[str] | None], error: type[MoonEnvsError]) -> None:
    """Refuse to write what is read: the inputs, modules that were imported, tables of games."""
    reads: list[str | os.PathLike[str]] = [*_files_of(inputs), *component_files.files_read(), *_modules()]
    for read in reads:
        if same_file(path, read):
            raise error(f"{path} is read by this command, and is never replaced; choose another name.")


def has_mark(mark: str) -> Callable[[Path], bool]:
    """Whether a file has a mark of ours near its beginning."""

    def is_ours(path: Path) -> bool:
        try:
            with open(path, "rb") as file:
                return mark.encode() in file.read(BYTES_LOOKED_AT)
        except OSError:
            return False

    return is_ours


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names mean one file, links included; also where there is none yet."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


def _files_of(inputs: Iterable[str | os.PathLike[str] | None]) -> Iterable[Path]:
    for given in inputs:
        if given is not None:
            path = Path(given)
            yield path
            if path.is_dir():
                yield from path.iterdir()


def _modules() -> list[str]:
    """Source files of what was imported: agents, games and this package itself."""
    found = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return [file for file in found if isinstance(file, str)]
