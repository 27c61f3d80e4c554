"""The registry: finds a game by its id. It imports the module of a game on first use."""

from __future__ import annotations

import copyreg
import importlib
from collections.abc import Callable
from typing import Any

from moon_envs.base.checks import allowed_names, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.notices import notice
from moon_envs.core.game import Game
from moon_envs.core.names import check_id, class_name
from moon_envs.core.plugins import Plugin, installed_plugins

# The folder of each game below `moon_envs/games`, and its version, which equals `Game.version`. A test compares them.
_CATALOGUE = {
    "launch": ("welcome_to_the_moon.launch", 0),
    "journey": ("welcome_to_the_moon.journey", 0),
    "colony": ("welcome_to_the_moon.colony", 0),
    "mine": ("welcome_to_the_moon.mine", 0),
    "dome": ("welcome_to_the_moon.dome", 0),
    "virus": ("welcome_to_the_moon.virus", 0),
    "escape": ("welcome_to_the_moon.escape", 0),
    "battle": ("welcome_to_the_moon.battle", 0),
    "mlem": ("mlem", 0),
    "luna_capital": ("luna_capital", 0),
    "from_the_moon": ("from_the_moon", 0),
}
_PLUGINS: dict[str, Plugin] = installed_plugins(_CATALOGUE)
_GAMES: dict[str, Game] = {}
_CALLED_FOR_NEW_GAMES: list[Callable[[str, int], None]] = []


def game_ids() -> list[str]:
    """Return the ids of all games: of this package, of installed packages, and registered ones.

    Example:
        >>> import moon_envs
        >>> "launch" in moon_envs.game_ids()
        True
    """
    return list(dict.fromkeys([*_CATALOGUE, *_PLUGINS, *_GAMES]))


def game(id_: str | Game) -> Game:
    """Return the game with this id; a `Game` is returned as it is.

    Raises:
        ConfigurationError: there is no such game (the message lists all ids), or an installed package has it and
            cannot be loaded.

    Example:
        >>> import moon_envs
        >>> moon_envs.game("launch").title
        'Welcome to the Moon: Launch'
    """
    if isinstance(id_, Game):
        return id_
    if not isinstance(id_, str) or id_ not in game_ids():
        raise ConfigurationError(f"There is no game {shown(id_)}; {allowed_names(id_, game_ids())}")
    if id_ not in _GAMES:
        # The module of a game may register it while it is loaded.
        _GAMES.setdefault(id_, _load(id_))
    return _GAMES[id_]


def _load(id_: str) -> Game:
    if id_ in _PLUGINS:
        return _PLUGINS[id_].load()
    return importlib.import_module(f"moon_envs.games.{_CATALOGUE[id_][0]}.game").GAME


def all_games() -> list[Game]:
    """Return all games. A game of an installed package that cannot be loaded is skipped with a message."""
    found = []
    for id_ in game_ids():
        try:
            found.append(game(id_))
        except ConfigurationError as error:
            notice(str(error))
    return found


def is_registered(one: Game) -> bool:
    """Whether the registry returns exactly this object for its id."""
    return _GAMES.get(one.id) is one


def is_packaged(id_: str) -> bool:
    """Whether a game belongs to this package, and so has a module in `moon_envs.pettingzoo`."""
    return id_ in _CATALOGUE


def catalogue() -> list[tuple[str, int]]:
    """Return id and version of the games of this package, without loading them."""
    return [(id_, version) for id_, (_, version) in _CATALOGUE.items()]


def plugins() -> list[tuple[str, int]]:
    """Return id and version of the games of installed packages, without loading them."""
    return [(plugin.id, plugin.version) for plugin in _PLUGINS.values()]


def register_game(new_game: Game) -> Game:
    """Register a game of your own, so that every interface finds it by its id.

    Afterwards these work: `moon_envs.Batch("crater")`, `gymnasium.make("moon_envs/Crater-v0")` and `make_vec`,
    `pettingzoo.make` (since PettingZoo 1.27), `moon_envs.pettingzoo.env("crater")`, and the command line with
    `moon-envs --import MODULE`. Every process must import the module that registers the game; `gymnasium.make` imports
    a module named before the id: `gymnasium.make("my_module:moon_envs/Crater-v0")`. An installed package can declare
    its games instead, see `moon_envs.core.plugins`.

    Args:
        new_game: the game; registering the same object again changes nothing.

    Returns:
        The game.

    Raises:
        ConfigurationError: it is not a `Game`, its id is not a name in lower case, or the id is taken.

    Example:
        `moon_envs.register_game(GAME)` at the end of the module `crater_package`, then
        `moon-envs --import crater_package play crater`.
    """
    _check_new(new_game)
    if is_registered(new_game):
        return new_game
    _GAMES[new_game.id] = new_game
    for call in _CALLED_FOR_NEW_GAMES:
        call(new_game.id, new_game.version)
    return new_game


def call_for_new_games(call: Callable[[str, int], None]) -> None:
    """Let `register_game` call a function with id and version of every new game.

    `envs/registration.py` registers the environments of new games in this way, because `core` may not import `envs`.
    """
    if call not in _CALLED_FOR_NEW_GAMES:
        _CALLED_FOR_NEW_GAMES.append(call)


def _pickled(one: Game) -> tuple:
    """Pickle a game by its id, because compiled kernels cannot be pickled."""
    if not is_registered(one):
        raise ConfigurationError(
            f"The game {one.id!r} cannot be copied to another process: register it with moon_envs.register_game "
            "in both."
        )
    return game, (one.id,)


copyreg.pickle(Game, _pickled)


def _check_new(new_game: Any) -> None:
    if not isinstance(new_game, Game):
        raise ConfigurationError(f"register_game needs a moon_envs.Game, not {shown(new_game)}.")
    id_ = check_id(new_game.id)
    if is_registered(new_game):
        return
    # A plugin that is being loaded may register its own game, so its id is free for it.
    taken = [other for other in game_ids() if other != id_ or other in _GAMES or other in _CATALOGUE]
    if id_ in taken:
        raise ConfigurationError(f"There is already a game {id_!r}; give yours another id.")
    for other in taken:
        if class_name(other) == class_name(id_):
            raise ConfigurationError(f"The game {other!r} has the environments {class_name(id_)!r} already.")
