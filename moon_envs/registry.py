"""The registry of games. Importing it is cheap: a game's module is loaded when it is first asked for."""

from __future__ import annotations

import importlib

from moon_envs import games as games_package
from moon_envs.checks import shown
from moon_envs.errors import ConfigurationError
from moon_envs.game import Game

# Where each game lives below `moon_envs/games`, and its version, the same as the version of its `Game`.
_CATALOGUE = {
    "launch": ("welcome_to_the_moon.launch", 0),
    "journey": ("welcome_to_the_moon.journey", 0),
    "colony": ("welcome_to_the_moon.colony", 0),
    "mine": ("welcome_to_the_moon.mine", 0),
    "mlem": ("mlem", 0),
}
_GAMES: dict[str, Game] = {}


def game_ids() -> list[str]:
    """The ids of all registered games.

    Example:
        >>> import moon_envs
        >>> "launch" in moon_envs.game_ids()
        True
    """
    return [*_CATALOGUE, *(id_ for id_ in _GAMES if id_ not in _CATALOGUE)]


def game(id_: str | Game) -> Game:
    """The game with this id.

    Raises:
        ConfigurationError: there is no such game; the message lists the ids.

    Example:
        >>> import moon_envs
        >>> moon_envs.game("launch").title
        'Welcome to the Moon: Launch'
    """
    if isinstance(id_, Game):
        return id_
    if not isinstance(id_, str) or id_ not in game_ids():
        raise ConfigurationError(f"There is no game {shown(id_)}; allowed: {', '.join(game_ids())}.")
    if id_ not in _GAMES:
        _GAMES[id_] = importlib.import_module(f"{games_package.__name__}.{_CATALOGUE[id_][0]}.game").GAME
    return _GAMES[id_]


def is_registered(one: Game) -> bool:
    """Whether this very game is the one that its id stands for."""
    return _GAMES.get(one.id) is one


def catalogue() -> list[tuple[str, int]]:
    """Id and version of the games of this package, without loading them."""
    return [(id_, version) for id_, (_, version) in _CATALOGUE.items()]


def register_game(new_game: Game) -> Game:
    """Add a game of your own to the registry, so that every interface and the test suite know it by its id."""
    if new_game.id in game_ids():
        raise ConfigurationError(f"There is already a game {new_game.id!r}.")
    _GAMES[new_game.id] = new_game
    return new_game
