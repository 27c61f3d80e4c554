"""What compiled code is made of: its sources and tables, and their fingerprint.

Numba's own disk cache looks only at the file that defines a function: after a change in another file, or in a table, it
silently uses the old machine code. So entry points and loops are cached under a fingerprint of everything that they are
made of. Kernels are compiled into them and never cached alone.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from pathlib import Path

import llvmlite
import numba
import numpy as np
from numba.core import config
from numba.core.registry import cpu_target

from moon_envs.base.errors import CompilationError
from moon_envs.base.files.component_files import file_in_use, owners_files, read_as_loaded, was_loaded
from moon_envs.base.import_time import LOADED_AT
from moon_envs.engine.compiler.imports import PACKAGE, followed_files, holder_of, is_ours, read_source

GAMES_FOLDER = PACKAGE / "games"
SOURCE_SUFFIXES = (".py", ".json")

# Sources are read when they are imported, and fingerprinted later. A file that changes in between may differ from what
# was imported. Then the process neither caches compiled code nor takes it from the cache.
CLOCK_STEP_SECONDS = 0.02  # the clock of files is behind by up to this


def sources_of(file: Path) -> tuple[Path, ...]:
    """All files that code compiled in `file` may be made of.

    They are the file, everything that it imports, directly or not, the tables that these files name, and the owner's
    tables that replace them. A game outside of this package may read its folder in ways that cannot be followed: all
    Python and JSON files of its folder count.

    Raises:
        CompilationError: there is no such file.
    """
    file = file.absolute()
    if holder_of(file) is None:
        raise CompilationError(f"{file} is not a file; code is compiled for the file of a module, `__file__`.")
    beside = [] if is_ours(file) or not file.parent.is_dir() else file.parent.iterdir()
    files = followed_files([file, *(path for path in beside if path.suffix in SOURCE_SUFFIXES and path.is_file())])
    tables = {file_in_use(path.relative_to(GAMES_FOLDER).parts[0]) for path in files if GAMES_FOLDER in path.parents}
    if not is_ours(file):
        tables.update(owners_files())
    return (*sorted(files), *sorted(path for path in tables - files if path is not None))


@functools.cache
def fingerprint(sources: tuple[Path, ...]) -> str:
    """A hash of the contents of `sources` and of everything else that shapes the machine code."""
    digest = hashlib.blake2b(digest_size=12)
    digest.update(repr(_settings()).encode())
    for path in sources:
        contents = read_as_loaded(path) if was_loaded(path) else read_source(path)
        digest.update(path.name.encode() + b"\0" + hashlib.blake2b(contents).digest())
    return digest.hexdigest()


def _settings() -> tuple:
    machine = cpu_target.target_context.codegen().magic_tuple()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return *versions, sys.flags.optimize, machine, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT


def have_changed(sources: tuple[Path, ...]) -> bool:
    """Whether a source may have changed since this process imported it. Tables are kept as they were read."""
    latest = LOADED_AT - CLOCK_STEP_SECONDS
    for path in sources:
        if not was_loaded(path):
            try:
                status = path.stat()
            except NotADirectoryError:  # the file is in an archive
                status = (holder_of(path) or path).stat()
            if max(status.st_mtime, status.st_ctime) > latest:
                return True
    return False
