"""What compiled code is made of: the sources and tables behind it, and their fingerprint.

Numba's own disk cache looks only at the file that defines a function: change a helper in another file, or a table, and
the old machine code is used silently. So whole entry points and loops are kept under a fingerprint of everything they
are made of; the small kernels inside are compiled into them and never kept on their own.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import llvmlite
import numba
import numpy as np
from numba.core import config
from numba.core.registry import cpu_target

from moon_envs.component_files import contents_in_use, file_in_use

ENGINE_FOLDER = Path(__file__).parent
GAMES_FOLDER = ENGINE_FOLDER.parent / "games"
SOURCE_SUFFIXES = (".py", ".json")
NOT_FOLLOWED = {*sys.stdlib_module_names, "moon_envs", "numpy", "numba", "llvmlite", "gymnasium", "pettingzoo", "rich"}
"""Packages that hold no kernels of a game; the games and the engine of this package are followed by folder."""

# Sources are read when they are imported, fingerprints later. A file that changes in between may not be what was
# imported; nothing compiled in this process is kept, or taken from what was kept, under its fingerprint then.
LOADED_AT = time.time()
CLOCK_STEP_SECONDS = 0.02  # the clock of files lags behind


def sources_of(file: Path) -> tuple[Path, ...]:
    """All files that code compiled in `file` may be made of.

    They are those of the engine, of its own folder and of the families above it, and the tables that replace the
    family's own. A game of somebody else's may take kernels from anywhere: its imports are followed. Those of this
    package import nothing else, and reading them all again for each entry point took a second.
    """
    folders, tables = [ENGINE_FOLDER], None
    is_game_of_ours = GAMES_FOLDER in file.parents
    if is_game_of_ours:
        below_games = file.parent.relative_to(GAMES_FOLDER).parts
        folders += [GAMES_FOLDER.joinpath(*below_games[: depth + 1]) for depth in range(len(below_games))]
        tables = file_in_use(below_games[0])
    elif file.parent != ENGINE_FOLDER:
        folders.append(file.parent)
    files = [path for folder in folders for path in folder.iterdir() if path.suffix in SOURCE_SUFFIXES]
    if len(folders) > 1 and not is_game_of_ours:
        files += imported_files([path for path in files if ENGINE_FOLDER not in path.parents])
    return (*sorted(set(files)), *([tables] if tables is not None and tables not in files else []))


def imported_files(files: list[Path]) -> list[Path]:
    """All Python files that these import, directly or not, without importing anything."""
    found: list[Path] = []
    left = [path for path in files if path.suffix == ".py"]
    seen = set(left)
    while left:
        new = [path for path in _imports_of(left.pop()) if path not in seen]
        seen.update(new)
        found += new
        left += new
    return found


def _imports_of(file: Path) -> list[Path]:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return []  # importing it will say what is wrong
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found += _files_of(alias.name.split("."), sys.path)
        elif isinstance(node, ast.ImportFrom):
            above = file.parent.joinpath(*[".."] * (node.level - 1)).resolve()
            roots = [str(above)] if node.level else sys.path
            parts = node.module.split(".") if node.module else []
            for alias in node.names:
                found += _files_of([*parts, alias.name], roots)
    return found


def _files_of(parts: list[str], roots: Sequence[str]) -> list[Path]:
    """The files that an import of `a.b.c` runs: those of the packages, and of the module if `c` is one."""
    if roots is sys.path and parts[0] in NOT_FOLLOWED:
        return []
    for root in roots:
        files, folder = [], Path(root or ".")
        for part in parts:
            candidates = (folder / part / "__init__.py", folder / f"{part}.py")
            files += [path.absolute() for path in candidates if path.is_file()]
            folder = folder / part
        if files:
            return files
    return []


@functools.cache
def fingerprint(sources: tuple[Path, ...]) -> str:
    """A short name for the contents of `sources` and everything else that shapes the machine code."""
    digest = hashlib.blake2b(digest_size=12)
    digest.update(repr(_settings()).encode())
    for path in sources:
        digest.update(path.name.encode() + b"\0" + contents_in_use(path) + b"\0")
    return digest.hexdigest()


def _settings() -> tuple:
    machine = cpu_target.target_context.codegen().magic_tuple()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return *versions, machine, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT


def have_changed(sources: tuple[Path, ...]) -> bool:
    """Whether a source may be another than the one this process has imported. Tables are kept as they were read."""
    latest = LOADED_AT - CLOCK_STEP_SECONDS
    for path in sources:
        if path.suffix == ".py":
            status = path.stat()
            if max(status.st_mtime, status.st_ctime) > latest:
                return True
    return False
