"""Levels in words, for people who choose an opponent: which agent plays at each, and which solo opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moon_envs.core.game import Configuration, Game

NAMES = ("Easy", "Medium", "Hard", "Expert")

# Each level wins against the one before it, in every game; docs/play/web.md has the numbers.
AGENTS = ("greedy", "mcts:50", "baseline", "rollouts:64+baseline")
OWN_AGENTS = {"mlem": ("greedy", "mcts:50", "mcts:300", "rollouts:64+baseline")}  # the network is no better there

# What the values of a game's own option for its solo mode are called.
SOLO = {"opponent": (1, 3, 6, 8), "objectives": (2, 3, 4, 5)}


def agents_of(game_id: str) -> tuple[str, ...]:
    """The agents of the levels in a game, easiest first."""
    return OWN_AGENTS.get(game_id, AGENTS)


def solo_levels(game: Game) -> dict[str, Any] | None:
    """The option that makes the solo opponent of a game stronger, and its value at each level; None without one."""
    for option in game.options:
        if option.name in SOLO:
            return {"option": option.name, "values": [str(value) for value in SOLO[option.name]]}
    return None


def mode_in_words(game: Game, mode: Configuration) -> str:
    """The players of a game, the level of the solo opponent, and the options that are not the usual ones.

    Example:
        >>> import moon_envs
        >>> mlem, dome = moon_envs.game("mlem"), moon_envs.game("dome")
        >>> mode_in_words(mlem, mlem.configuration(3, secret_missions=True))
        '3 players, secret missions'
        >>> mode_in_words(dome, dome.configuration(1, opponent=6))
        'solo, Hard'
        >>> mode_in_words(dome, dome.configuration(1, opponent=7))
        'solo, opponent 7'
    """
    words = ["solo" if mode.is_solo else f"{mode.players} players"]
    for option in game.options:
        value, label = mode.options[option.name], option.name.replace("_", " ")
        if mode.is_solo and value in SOLO.get(option.name, ()):
            words.append(NAMES[SOLO[option.name].index(value)])
        elif value is True:
            words.append(label)
        elif value not in (None, False, option.default):
            words.append(f"{label} {value}")
    return ", ".join(words)


def in_words(game_id: str, agents: Sequence[str]) -> str:
    """Who plays against a person, as levels where there is one: "Easy and Hard".

    Example:
        >>> in_words("launch", ["greedy", "baseline", "flat:9"])
        'Easy, Hard and flat:9'
        >>> in_words("mlem", ["mcts:50", "mcts:50", "greedy"])
        '2 x Medium and Easy'
    """
    known = dict(zip(agents_of(game_id), NAMES, strict=True))
    names = [known.get(name, name) for name in agents]
    counts = {name: names.count(name) for name in names}
    words = [name if count == 1 else f"{count} x {name}" for name, count in counts.items()]
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
