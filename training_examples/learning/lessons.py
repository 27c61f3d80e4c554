"""Lessons: modes to learn in before those that are meant.

A rival who cannot be beaten yet teaches little: against ASTRA 8 a beginner never sees the end of a rocket. Whoever has
learned the game against ASTRA 1 has something to go on with.
"""

from __future__ import annotations

from collections.abc import Sequence

import moon_envs
from moon_envs.cli.arguments import option


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


def check_lessons(lessons: Sequence[str], time: float) -> None:
    """Refuse a time that leaves nothing, or is none."""
    if lessons and not 0 < time < 1:
        raise moon_envs.ConfigurationError("--lesson-time must be between 0 and 1: the share of the training for them.")
