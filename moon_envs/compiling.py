"""Importing modules that compile when they are imported, with a word to the user when that takes a while."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import time
from pathlib import Path
from types import ModuleType


def is_compiled(module: str) -> bool:
    """Whether everything that a module compiles is in the cache."""
    from moon_envs.engine.compile import is_cached, loop_names
    from moon_envs.engine.entry_points import ENTRY_NAMES

    specification = importlib.util.find_spec(module)
    if specification is None:
        return False
    file = Path(str(specification.origin))
    return is_cached(file, loop_names(file) or ENTRY_NAMES)


def compiled_module(module: str, what: str) -> ModuleType:
    """Import a module; if that compiles, say so on standard error (not with `MOON_ENVS_QUIET` set)."""
    if module in sys.modules or os.environ.get("MOON_ENVS_QUIET") or is_compiled(module):
        return importlib.import_module(module)
    started = time.perf_counter()
    print(f"moon_envs: compiling {what} (once, up to a minute) ...", file=sys.stderr, flush=True)
    imported = importlib.import_module(module)
    print(f"moon_envs: {what} compiled in {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return imported
