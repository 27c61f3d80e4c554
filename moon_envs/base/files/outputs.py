"""Which existing files a command may replace: one rule for all commands.

A command replaces a file of the same kind that this package wrote; the contents decide, not the name. It replaces any
other file only with `--force`. It never replaces what it reads, under any name or link: its input files, imported
modules, tables of games. Folders for recorded games must be new or empty.
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
    """Check that a command may write a file. Call it before the work begins whose result goes there.

    Args:
        path: the file.
        kind: what the command writes, in words, like "a replay page".
        is_ours: says whether an existing file holds such a thing, see `has_mark`.
        inputs: the files that the command reads, and folders of such files.
        force: whether any other file may be replaced.
        insist: the option that sets `force`, like "--force"; empty if there is none.
        error: the class of the error.

    Raises:
        MoonEnvsError: the command reads the file, the file cannot be written, or it holds something else.
    """
    check_writable(path, error)
    if not path.exists():
        return
    _check_not_read(path, inputs, error)
    if not force and not is_ours(path):
        more = f", or replace it with {insist}" if insist else ""
        raise error(f"{path} exists and is not {kind}; choose another name{more}.")


def _check_not_read(path: Path, inputs: Iterable[str | os.PathLike[str] | None], error: type[MoonEnvsError]) -> None:
    """Refuse a file that the command reads: an input, an imported module, a table of a game."""
    reads: list[str | os.PathLike[str]] = [*_files_of(inputs), *component_files.files_read(), *_modules()]
    for read in reads:
        if same_file(path, read):
            raise error(f"{path} is read by this command, and is never replaced; choose another name.")


def has_mark(mark: str) -> Callable[[Path], bool]:
    """Return a function that says whether a file has this mark near its beginning."""

    def is_ours(path: Path) -> bool:
        try:
            with open(path, "rb") as file:
                return mark.encode() in file.read(BYTES_LOOKED_AT)
        except OSError:
            return False

    return is_ours


def same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names mean the same file, also through links, and also if it does not exist yet."""
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
    """Return the source files of all imported modules: agents, games and this package itself."""
    found = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return [file for file in found if isinstance(file, str)]
