"""The protocol of the ladder: its rungs, seeds, seats and fixed field of opponents. LADDER.md defines it.

Every change of an agent's numbers needs a new version: of a rung, a seed, the field or the version of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from moon_envs.base.checks import allowed_names, check_choice, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import MODES, SEVERAL, SOLO, Game

VERSION = "ladder-v0"

# A multiple of 3 bots x 2, 4, 5 and 6 players: so the agent holds each seat, with each rotation of the field, equally
# often.
GAMES_OF_A_RUNG = 180
MOST_GAMES = 10_000

# The other seats of multi-player rungs.
FIELD = ("random", "greedy", "flat:20")

# Far away from common training seeds.
FIRST_SEED = 10**12
SEEDS_OF_A_RUNG = 10**6

ADVENTURES = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")

# The versions of the games in this version of the ladder.
GAME_VERSIONS = {
    **dict.fromkeys(ADVENTURES, 0),
    "mlem": 0,
    "luna_capital": 0,
    "from_the_moon": 0,
}
MLEM_VARIANTS = ("ufo", "explorations", "secret_missions")
MOST_PLAYERS = {**dict.fromkeys(ADVENTURES, 6), "mlem": 5, "luna_capital": 4, "from_the_moon": 4}


@dataclass(frozen=True)
class Rung:
    """One step of the ladder: a game in one mode.

    Attributes:
        number: its place on the ladder, from 1.
        game: the game id.
        name: the name of the mode.
        players: the number of players; 1 is the solo mode.
        options: the options of the game.
    """

    number: int
    game: str
    name: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the rung, like "launch/astra-3"."""
        return f"{self.game}/{self.name}"

    @property
    def mode(self) -> str:
        """The mode: "solo" or "several"."""
        return SOLO if self.players == 1 else SEVERAL

    @property
    def first_seed(self) -> int:
        """The seed of game 0; game i has the seed `first_seed + i`."""
        return FIRST_SEED + self.number * SEEDS_OF_A_RUNG


def _modes() -> list[tuple[str, str, int, dict[str, Any]]]:
    modes: list[tuple[str, str, int, dict[str, Any]]] = []
    for game in GAME_VERSIONS:
        modes += [(game, *mode) for mode in _solo_modes(game)]
        for players in (2, MOST_PLAYERS[game]):
            modes += [(game, f"{players}-players{ending}", players, options) for ending, options in _variants(game)]
    return modes


def _solo_modes(game: str) -> list[tuple[str, int, dict[str, Any]]]:
    if game in ADVENTURES:
        return [(f"astra-{level}", 1, {"opponent": level}) for level in range(1, 9)]
    if game == "luna_capital":
        return [("automaton", 1, {})]
    if game == "from_the_moon":
        return [(f"objectives-{number}", 1, {"objectives": number}) for number in range(2, 6)]
    return []


def _variants(game: str) -> list[tuple[str, dict[str, Any]]]:
    if game != "mlem":
        return [("", {})]
    single = [(f"-{variant}", {variant: True}) for variant in MLEM_VARIANTS]
    return [("", {}), *single, ("-all-variants", dict.fromkeys(MLEM_VARIANTS, True))]


RUNGS: tuple[Rung, ...] = tuple(Rung(number, *mode) for number, mode in enumerate(_modes(), start=1))


def chosen_rungs(games: str | Game | Sequence[str | Game] | None = None, mode: str | None = None) -> list[Rung]:
    """The rungs of some games and modes, in the order of the ladder.

    Args:
        games: a game, several games, or None for all.
        mode: "solo", "several" (players), or None for both.

    Raises:
        ConfigurationError: a game is not on the ladder or has no rung of this mode, or the mode does not exist.

    Example:
        >>> [rung.id for rung in chosen_rungs("luna_capital")]
        ['luna_capital/automaton', 'luna_capital/2-players', 'luna_capital/4-players']
        >>> [rung.id for rung in chosen_rungs("luna_capital", "solo")]
        ['luna_capital/automaton']
    """
    if mode is not None:
        check_choice("mode", mode, MODES)
    modes = MODES if mode is None else (mode,)
    if games is None:
        return [rung for rung in RUNGS if rung.mode in modes]
    given = [games] if isinstance(games, (str, Game)) else list(games)
    ids = [one.id if isinstance(one, Game) else one for one in given]
    for id_ in ids:
        if not isinstance(id_, str) or id_ not in GAME_VERSIONS:
            raise ConfigurationError(
                f"There is no game {shown(id_)} on the ladder; {allowed_names(id_, GAME_VERSIONS)}"
            )
        if not any(rung.game == id_ and rung.mode in modes for rung in RUNGS):
            raise ConfigurationError(f"{id_} has no solo mode, and no rung for mode={mode!r}; allowed: {SEVERAL!r}.")
    return [rung for rung in RUNGS if rung.game in ids and rung.mode in modes]


def seating(games: int, players: int) -> np.ndarray:
    """The seating of every game, (games, players): 0 is the agent, k the k-th bot of the field.

    In game i the agent holds seat i mod players, and the field follows in order. Each time the agent has held every
    seat, the order begins with the next bot.

    Example:
        >>> seating(4, 3).tolist()
        [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 2, 3]]
    """
    game = np.arange(games)[:, None]
    places_after_agent = (np.arange(players) - game) % players
    bots = 1 + (game // players + places_after_agent - 1) % len(FIELD)
    return np.where(places_after_agent == 0, 0, bots)
