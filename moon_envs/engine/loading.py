"""Importing the modules that compile when they are imported, with a notice to the user when that takes a while.

They are imported by name, so that importing the package neither compiles nor loads numba. `Game.entry_module` names the
entry module of a game; the constants below name the modules of loops.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from moon_envs.base.errors import CompilationError
from moon_envs.base.notices import QUIET, notice

ENGINE = "moon_envs.engine.batch.batch_loops"
SEARCH = "moon_envs.engine.search.search_loops"
NETWORK_SEARCH = "moon_envs.engine.search.network_search_loops"
NETWORK = "moon_envs.engine.network.network_loops"
LOOK_AHEAD = "moon_envs.engine.look_ahead.look_ahead_loops"
LOOK = "moon_envs.engine.look.look_loops"
PIXELS = "moon_envs.engine.pixels.pixel_loops"
XLA = "moon_envs.engine.xla.xla_handlers"


def is_game_compiled(entry_module: str, game: str) -> bool:
    """Whether all entry points of a game are in the cache."""
    from moon_envs.engine.compiler.compile import is_in_cache
    from moon_envs.engine.entry_points import entry_file_names

    return is_in_cache(_file_of(entry_module), entry_file_names(game))


def is_engine_compiled(module: str = ENGINE) -> bool:
    """Whether all loops of a module are in the cache."""
    from moon_envs.engine.compiler.compile import is_in_cache, loop_names

    file = _file_of(module)
    return is_in_cache(file, loop_names(file))


def _check_numba() -> None:
    """Import numba first: wrong settings of numba in the environment make it fail."""
    try:
        importlib.import_module("numba")
    except Exception as error:
        raise CompilationError(f"numba cannot be imported: {error}") from error


def _file_of(module: str) -> Path:
    try:
        specification = importlib.util.find_spec(module)
    except ImportError as error:
        raise CompilationError(f"The module {module!r} cannot be found: {error}") from error
    if specification is None or specification.origin is None:
        raise CompilationError(f"The module {module!r} cannot be found.")
    return Path(specification.origin)


def game_entry(entry_module: str, game: str) -> Any:
    """The compiled entry points of a game."""
    return _imported(entry_module, game, lambda: is_game_compiled(entry_module, game)).ENTRY


def engine() -> Any:
    """The compiled loops that all games share."""
    return _imported(ENGINE, "the engine", is_engine_compiled)


def search_engine() -> Any:
    """The compiled loops of searches by rollouts."""
    return _imported(SEARCH, "the search", lambda: is_engine_compiled(SEARCH))


def network_search_engine() -> Any:
    """The compiled loops of searches with a network."""
    return _imported(NETWORK_SEARCH, "the search with networks", lambda: is_engine_compiled(NETWORK_SEARCH))


def network_engine() -> Any:
    """The compiled layers of networks."""
    return _imported(NETWORK, "the layers of networks", lambda: is_engine_compiled(NETWORK))


def look_ahead_engine() -> Any:
    """The compiled loops that look one action ahead with a value network."""
    return _imported(LOOK_AHEAD, "the look-ahead", lambda: is_engine_compiled(LOOK_AHEAD))


def look_engine() -> Any:
    """The compiled look at one record."""
    return _imported(LOOK, "the look at a record", lambda: is_engine_compiled(LOOK))


def pixels_engine() -> Any:
    """The compiled loop that lays stamps on a page of pixels."""
    return _imported(PIXELS, "pixels", lambda: is_engine_compiled(PIXELS))


def xla_engine() -> Any:
    """The compiled handlers that XLA calls."""
    return _imported(XLA, "the handlers of XLA", lambda: is_engine_compiled(XLA))


def _imported(module: str, what: str, is_compiled: Any) -> ModuleType:
    """Import a module; if that compiles, say so on standard error unless `MOON_ENVS_QUIET` is set."""
    if module in sys.modules:
        return importlib.import_module(module)  # waits if another thread is importing it
    _check_numba()
    if os.environ.get(QUIET) or is_compiled():
        return importlib.import_module(module)
    started = time.perf_counter()
    notice(f"compiling {what} (once, up to a minute) ...")
    imported = importlib.import_module(module)
    notice(f"{what} compiled in {time.perf_counter() - started:.0f} s")
    return imported
