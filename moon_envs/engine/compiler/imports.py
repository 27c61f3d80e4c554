"""Which files a Python file is made of: what it imports and the tables it names, found without importing anything.

Numba's cache checks only the file of a function itself. Following the imports is what lets a change in any other file
compile a game again. Every import is followed, also inside functions, except those for type checkers.
"""

from __future__ import annotations

import ast
import functools
import os
import re
import sys
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parents[2]
IN_PACKAGE = f"{PACKAGE}{os.sep}"
NOT_FOLLOWED = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite", "gymnasium", "pettingzoo", "rich"}
"""Packages without kernels. Files of `moon_envs` take kernels from no other package."""
DOCUMENTATION = ".md"  # games name it, only people read it

_CALLS = re.compile(r"import_(?:module|_)\(\s*[\"'](\.*)([\w.]+)[\"']")  # import_module("...") and __import__("...")
_FILE_NAMES = re.compile(r"[\"']([\w./-]{1,200}\.\w{1,20})[\"']")


class Import(NamedTuple):
    """One import statement.

    Attributes:
        level: the number of dots in front of the module.
        module: its dotted name.
        names: what it takes from the module; empty for `import module`.
    """

    level: int
    module: str
    names: tuple[str, ...]


def imports_in(text: str) -> list[Import]:
    """The imports of a source, wherever they stand. A file that Python cannot read has none: it cannot be imported."""
    found = [Import(len(dots), name, ()) for dots, name in _CALLS.findall(text)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they belong to the import of the file
            body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return found
    for statement in _statements(body):
        if isinstance(statement, ast.Import):
            found += [Import(0, alias.name, ()) for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            found.append(Import(statement.level, statement.module or "", tuple(one.name for one in statement.names)))
    return found


def _statements(body: list[Any]) -> Iterator[ast.AST]:
    """All statements, also those inside of others, except what `if TYPE_CHECKING` guards."""
    for statement in body:
        yield statement
        if not (isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.dump(statement.test)):
            yield from _statements(getattr(statement, "body", []))
        for part in ("orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(statement, part, []))


def followed_files(files: Iterable[Path]) -> set[Path]:
    """These files and everything that they import or name, directly or not, with the `__init__.py` of every package.

    Those of `moon_envs` only gather names. Their imports are followed only if something is taken from them, as by
    `import moon_envs`.
    """
    return _follow(tuple(files), tuple(sys.path))


@functools.cache
def _follow(files: tuple[Path, ...], search_path: tuple[str, ...]) -> set[Path]:
    found, followed, left = set[Path](), set[Path](), list(files)
    while left:
        file = left.pop()
        if file in followed:
            continue
        followed.add(file)
        found.add(file)
        (found.update if is_ours(file) else left.extend)(_packages_above(file))
        if file.suffix == ".py":
            imported, named = _files_asked_for(file, search_path)
            left += imported
            found.update(named)
    return found


def is_ours(file: Path) -> bool:
    """Whether a file belongs to this package."""
    return str(file).startswith(IN_PACKAGE)


def _packages_above(file: Path) -> Iterator[Path]:
    for folder in file.parents:
        package = folder / "__init__.py"
        if not package.is_file():
            return
        yield package


@functools.cache
def _files_asked_for(file: Path, search_path: tuple[str, ...]) -> tuple[list[Path], list[Path]]:
    """The files that a file imports directly, and the files in its folder that it names."""
    text = read_source(file).decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    beside = (file.parent / name for name in _FILE_NAMES.findall(text))
    named = [path for path in beside if path.suffix != DOCUMENTATION and path.is_file()]
    imported: list[Path] = []
    for level, module, names in imports_in(text):
        top = module.partition(".")[0]
        if level == 0 and (top != PACKAGE.name if is_ours(file) else top in NOT_FOLLOWED):
            continue
        above = _Found(None, (str(file.parents[min(level, len(file.parents)) - 1]),)) if level else None
        imported += _files_behind(above, module, names, search_path)
    return imported, named


class _Found(NamedTuple):
    """A module: its file, if it has one, and for a package the folders of its modules."""

    file: Path | None
    folders: tuple[str, ...]


def _files_behind(
    above: _Found | None, module: str, names: tuple[str, ...], search_path: tuple[str, ...]
) -> list[Path]:
    """The files of an imported module, of its packages, and of the imported names that are modules."""
    found, last = [], above
    for part in module.split(".") if module else []:
        last = _find(part, last.folders if last else None, search_path)
        if last is None:
            break
        found.append(last)
    on_the_way, taken = found[:-1], found[-1:]
    if last is not None:
        below = (_find(name, last.folders, search_path) for name in names)
        taken += [one for one in below if one is not None]
    if names:
        on_the_way = [one for one in on_the_way if one.file is None or not is_ours(one.file)]
    return [one.file for one in (*on_the_way, *taken) if one.file is not None]


@functools.cache
def _find(name: str, folders: tuple[str, ...] | None, search_path: tuple[str, ...]) -> _Found | None:
    """Find a module in some folders, or on the search path; None if there is none."""
    specification = _anywhere(name) if folders is None else PathFinder.find_spec(name, folders)
    if specification is None:
        return None
    below = tuple(specification.submodule_search_locations or ())
    has_file = specification.has_location and specification.origin is not None
    return _Found(Path(specification.origin or "").absolute() if has_file else None, below)


def _anywhere(name: str) -> ModuleSpec | None:
    loaded = getattr(sys.modules.get(name), "__spec__", None)
    if loaded is not None:
        return loaded
    found = (finder.find_spec(name, None) for finder in sys.meta_path if hasattr(finder, "find_spec"))
    return next((specification for specification in found if specification is not None), None)


def holder_of(file: Path) -> Path | None:
    """The file itself, or the archive that contains it; None if neither exists."""
    return next((place for place in (file, *file.parents) if place.is_file()), None)


def read_source(file: Path) -> bytes:
    """The contents of a file, which may be in an archive."""
    holder = holder_of(file)
    if holder is None or holder == file:
        return file.read_bytes()
    with zipfile.ZipFile(holder) as archive:
        return archive.read(file.relative_to(holder).as_posix())
