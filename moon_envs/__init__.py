"""moon_envs: board games about the Moon as fast reinforcement-learning environments.

`moon_envs.game_ids()` lists the games, `moon_envs.game(id)` describes one, `moon_envs.Batch` plays many at once;
`gymnasium.make("moon_envs/Launch-v0")` and `moon_envs.pettingzoo.launch_v0` are the same games as Gymnasium and
PettingZoo environments. `moon_envs.Series` links the eight adventures of Welcome to the Moon, and `moon_envs.arena`
measures agents. Importing this package compiles nothing.

Every folder introduces itself in its `__init__.py`. A folder imports only from folders before it in this list (those
in brackets do not import each other): base, engine, core, games, (render, networks), batch, search, (agents, events),
replays, records, (envs, play), (sb3, pettingzoo), (arena, testing), web, cli.
"""

import importlib
from typing import TYPE_CHECKING, Any

from moon_envs.base import import_time as _start  # first of all  # isort: skip  # noqa: F401
from moon_envs import agents, arena
from moon_envs.agents.seat_batch import SeatBatch
from moon_envs.base.errors import (
    CompilationError,
    ComponentsError,
    ConfigurationError,
    IllegalActionError,
    MoonEnvsError,
    SaveError,
)
from moon_envs.base.version import __version__
from moon_envs.batch import Batch, LookedAhead
from moon_envs.core import saves
from moon_envs.core.game import Configuration, Game
from moon_envs.core.registry import game, game_ids, register_game
from moon_envs.envs.registration import register_environments
from moon_envs.records.datasets import Decisions, RecordedGames, load_games
from moon_envs.records.recording import Recording
from moon_envs.search.look_ahead import LookAhead
from moon_envs.search.network_search import NetworkSearch
from moon_envs.search.positions import Searched
from moon_envs.search.rollouts import Rollouts
from moon_envs.search.search import Search

if TYPE_CHECKING:
    from moon_envs.arena.series import Series, SeriesResult
    from moon_envs.render import draw

register_environments()

__all__ = [
    "Batch",
    "CompilationError",
    "ComponentsError",
    "Configuration",
    "ConfigurationError",
    "Decisions",
    "Game",
    "IllegalActionError",
    "LookAhead",
    "LookedAhead",
    "MoonEnvsError",
    "NetworkSearch",
    "RecordedGames",
    "Recording",
    "Rollouts",
    "SaveError",
    "Search",
    "Searched",
    "SeatBatch",
    "Series",
    "SeriesResult",
    "__version__",
    "agents",
    "arena",
    "draw",
    "game",
    "game_ids",
    "load_games",
    "register_game",
    "saves",
]


# Imported when first asked for: most programs draw no pictures and play no series.
_ON_REQUEST = {
    "Series": "moon_envs.arena.series",
    "SeriesResult": "moon_envs.arena.series",
    "draw": "moon_envs.render",
}


def __getattr__(name: str) -> Any:
    if name in _ON_REQUEST:
        return getattr(importlib.import_module(_ON_REQUEST[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
