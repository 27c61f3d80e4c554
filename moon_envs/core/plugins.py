"""Plugins: games of other packages, found by their entry points and loaded on first use.

A package declares its game in its `pyproject.toml`, by the id of the game:

    [project.entry-points."moon_envs.games"]
    crater = "crater_package.game:GAME"

The name of a game with a version above 0 ends with it: `crater-v1`. So the environments have their names before the
package is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from moon_envs.base.checks import shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.notices import notice
from moon_envs.core.game import Game
from moon_envs.core.names import ID_PATTERN, class_name

GROUP = "moon_envs.games"

_read_name = re.compile(rf"({ID_PATTERN})(?:-v(0|[1-9][0-9]*))?").fullmatch


@dataclass(frozen=True)
class Plugin:
    """A game that an installed package declares.

    Attributes:
        id: the id of the game.
        version: its version.
        entry_point: where its `Game` is.
    """

    id: str
    version: int
    entry_point: EntryPoint

    def load(self) -> Game:
        """Import the game and return it.

        Raises:
            ConfigurationError: it cannot be imported, is not a game, or has another id or version than declared.
        """
        try:
            found = self.entry_point.load()
        except Exception as error:  # a plugin's module may raise anything
            raise self._broken(f"{type(error).__name__}: {error}") from error
        if isinstance(found, ModuleType):
            found = getattr(found, "GAME", found)
        if not isinstance(found, Game):
            raise self._broken(f"{shown(found)} is not a moon_envs.Game, nor a module with one called GAME")
        if (found.id, found.version) != (self.id, self.version):
            name = f"{found.id}-v{found.version}" if found.version else found.id
            raise self._broken(f"its entry point must be called {name!r}")
        return found

    def _broken(self, why: str) -> ConfigurationError:
        return ConfigurationError(
            f"The game {self.id!r} of an installed package cannot be loaded ({self.entry_point.name} = "
            f"{self.entry_point.value}): {' '.join(why.split()).rstrip('.')}."
        )


def installed_plugins(taken: Iterable[str]) -> dict[str, Plugin]:
    """Return the games that installed packages declare, by id, without importing them.

    An unusable entry point is skipped with a message on standard error, so that the other games still work.

    Args:
        taken: the ids of this package's own games.
    """
    plugins: dict[str, Plugin] = {}
    names = {class_name(id_): id_ for id_ in taken}
    for entry_point in _entry_points():
        read = _read_name(entry_point.name)
        if read is None:
            notice(f"{_line(entry_point)} is left out: it must be called by the id of a game, a name in lower case.")
            continue
        id_ = read[1]
        if class_name(id_) in names:
            if id_ not in plugins or plugins[id_].entry_point.value != entry_point.value:
                notice(f"{_line(entry_point)} is left out: there is already a game {names[class_name(id_)]!r}.")
            continue
        names[class_name(id_)] = id_
        plugins[id_] = Plugin(id_, int(read[2] or 0), entry_point)
    return plugins


def _entry_points() -> list[EntryPoint]:
    try:
        return list(entry_points(group=GROUP))
    except Exception as error:  # a package may have damaged metadata
        notice(f"the games of installed packages cannot be listed: {type(error).__name__}: {error}")
        return []


def _line(entry_point: EntryPoint) -> str:
    return f"the entry point {entry_point.name!r} = {entry_point.value!r} of {GROUP}"
