"""The modes to learn in: easier stages first if asked for, then the chosen modes.

An opponent that cannot be beaten yet teaches little: a beginner against ASTRA 8 never sees a rocket launched. A policy
that has learned to beat ASTRA 1 has something to build on.
"""

from __future__ import annotations

from collections.abc import Sequence

import moon_envs
from moon_envs.cli.arguments import option


def chosen_modes(game, players: Sequence[int], options: Sequence[str]) -> list[dict]:
    """The configurations to train for: all modes with these numbers of players, or one mode given by options.

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
        game.configuration(**mode)  # raises if the mode is not allowed
    return modes


def read_curriculum(game, modes: Sequence[dict], stages: Sequence[str]) -> list[list[dict]]:
    """The modes of each stage; the last stage has the chosen modes.

    Args:
        game: the `Game`.
        modes: the chosen modes.
        stages: like "opponent=1", or "opponent=1,4" for several modes at once.

    Raises:
        ConfigurationError: says what is allowed.
    """
    players = sorted({mode["players"] for mode in modes})
    curriculum = []
    for stage in stages:
        name, equals, values = stage.partition("=")
        options = [dict([option(f"{name}{equals}{value}")]) for value in values.split(",")]
        curriculum.append([{"players": count, **one} for one in options for count in players])
        for mode in curriculum[-1]:
            game.configuration(**mode)  # raises if the mode is not allowed
    return [*curriculum, list(modes)]


def stage_at(used: float, stages: int, share: float) -> int:
    """The number of the stage when a part of the training is used up, from 0 to 1.

    The stages divide their share of the training equally. The chosen modes follow as stage number `stages`.
    """
    if not stages or used >= share:
        return stages
    return int(used / share * stages)
