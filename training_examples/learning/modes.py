"""The modes to learn in: those that are meant, and lessons before them.

A rival who cannot be beaten yet teaches little: against ASTRA 8 a beginner never sees the end of a rocket. Whoever has
learned the game against ASTRA 1 has something to go on with.
"""

from __future__ import annotations

from collections.abc import Sequence

import moon_envs
from moon_envs.cli.arguments import option


def chosen_modes(game, players: Sequence[int], options: Sequence[str]) -> list[dict]:
    """The configurations that are meant: those of the game with these numbers of players, or the one that was given.

    Args:
        game: the `Game`.
        players: 1 for solo, or numbers from 2 on; none for solo if the game has it, else for the fewest.
        options: like "opponent=8"; none for all modes.

    Raises:
        ConfigurationError: says what is allowed.
    """
    players = players or [1 if 1 in game.player_counts else game.player_counts[0]]
    if 1 in players and len(set(players)) > 1:
        raise moon_envs.ConfigurationError("One network plays solo or with several: give --players 1, or others.")
    given = dict(option(text) for text in options)
    if given:
        modes = [{"players": count, **given} for count in players]
    else:
        modes = [mode for mode in game.modes if mode["players"] in players]
    for mode in modes or [{"players": count} for count in players]:
        game.configuration(**mode)  # says what is allowed
    return modes


def read_lessons(game, modes: Sequence[dict], lessons: Sequence[str]) -> list[list[dict]]:
    """The modes of each lesson, then those that are meant.

    Args:
        game: the `Game`.
        modes: the configurations that are meant.
        lessons: like "opponent=1", or "opponent=1,4" for several modes at once.

    Raises:
        ConfigurationError: says what is allowed.
    """
    players = sorted({mode["players"] for mode in modes})
    plan = []
    for lesson in lessons:
        name, equals, values = lesson.partition("=")
        options = [dict([option(f"{name}{equals}{value}")]) for value in values.split(",")]
        plan.append([{"players": count, **one} for one in options for count in players])
        for mode in plan[-1]:
            game.configuration(**mode)  # says what is allowed
    return [*plan, list(modes)]


def lesson_at(used: float, lessons: int, time: float) -> int:
    """Which lesson it is when a share of the training is used up.

    All lessons have the same part of their time; then come the modes that are meant, which have the number `lessons`.
    """
    if not lessons or used >= time:
        return lessons
    return int(used / time * lessons)
