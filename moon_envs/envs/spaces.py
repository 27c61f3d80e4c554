"""The spaces and the end-of-episode report that all shells share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from moon_envs.batch import Batch
from moon_envs.checks import check_choice, check_whole_number, shown
from moon_envs.errors import ConfigurationError
from moon_envs.game import Configuration, Game

OBSERVATION_FORMATS = ("box", "dict")
ON_ILLEGAL = ("end", "raise")
RENDER_MODES = ("ansi", "human")


def box_space(game: Game, configuration: Configuration) -> spaces.Box:
    """The scaled observation: every feature from 0 to 1."""
    return spaces.Box(0.0, 1.0, (game.features.size(configuration.players),), np.float32)


def masked_space(game: Game, configuration: Configuration, actions: int) -> spaces.Dict:
    """The observation with its mask."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": box_space(game, configuration), "action_mask": mask})


def check_render_mode(render_mode: str | None) -> str | None:
    """The render mode, if it is None or one of the allowed ones."""
    return None if render_mode is None else check_choice("render_mode", render_mode, RENDER_MODES)


def default_players(game: Game, players: int | None) -> int | None:
    """The number of players of a single-agent environment: the solo mode where there is one."""
    return 1 if players is None and game.has_solo_mode else players


def check_seed(seed: Any) -> int | None:
    """A seed as Gymnasium wants it: None, or an int."""
    return None if seed is None else check_whole_number("seed", seed, 0, also="None")


def check_reset_options(options: Any) -> dict[str, Any]:
    """The options of a reset.

    Raises:
        ConfigurationError: they are no dict.
    """
    if options is None or isinstance(options, dict):
        return options or {}
    raise ConfigurationError(f"options={shown(options)} is not allowed; allowed: a dict, or None.")


def show(text: str, render_mode: str) -> str | None:
    """A rendered game: returned in mode "ansi", printed in mode "human"."""
    if render_mode == "ansi":
        return text
    print(text)
    return None


def points_report(batch: Batch, row: int, side: int) -> dict[str, int]:
    """The points of a side in the last finished game of a row, by category and in total."""
    points = batch.final_points[row, side]
    report = {category: int(value) for category, value in zip(batch.game.categories, points, strict=True)}
    return {**report, "total": int(points.sum())}


def final_info(batch: Batch, row: int, side: int) -> dict[str, Any]:
    """What the information of a finished episode says: own points, and the others' in seating order."""
    sides = batch.configuration.sides
    others = [points_report(batch, row, (side + distance) % sides) for distance in range(1, sides)]
    return {"points": points_report(batch, row, side), "opponent_points": others}
