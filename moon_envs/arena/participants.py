"""The participants of an arena: the number of players, the agents and their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from moon_envs.agents import Agent, find_agent
from moon_envs.arena.seatings import MOST_GAMES_OF_A_SEED
from moon_envs.base.checks import as_list, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import Game


def player_count(game: Game, players: int | None, options: dict[str, Any]) -> int:
    """The number of players: as given, 1 if `opponent` is given, else the game's default of several players.

    Raises:
        ConfigurationError: players=1 in a game without a solo mode.
    """
    if players is None and options.get("opponent") is not None:
        players = 1
    if is_whole_number(players) and players == 1 and not game.has_solo_mode:
        allowed = ", ".join(map(str, game.player_counts))
        raise ConfigurationError(f"{game.id} has no solo mode: players=1 is not allowed; allowed: {allowed}.")
    if players is not None:
        return players
    several = [count for count in game.player_counts if count > 1]
    return game.default_players if game.default_players > 1 or not several else min(several)


def find_participants(agents: Any, fewest: int) -> list[Agent]:
    """The agents of an arena.

    Raises:
        ConfigurationError: there are fewer than `fewest`, or one does not exist.
    """
    given = as_list(agents, MOST_GAMES_OF_A_SEED)
    if given is None or len(given) < fewest:
        solo = "one agent or more"
        wanted = solo if fewest == 1 else "two agents or more; with players=1, the solo mode, one or more"
        raise ConfigurationError(f"agents={shown(agents)} is not allowed; an arena takes a list of {wanted}.")
    return [find_agent(agent, "agents") for agent in given]


def different_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number after each repeated one."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(different)
