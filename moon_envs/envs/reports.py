"""The report of a game in the infos: blank while it runs, then points and outcome."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from moon_envs.agents import SeatBatch
from moon_envs.base.errors import IllegalActionWarning
from moon_envs.batch import Batch
from moon_envs.core.game import Game

NO_OUTCOME = np.float64(0.0)
_has_warned = False


def points_report(batch: Batch, row: int, side: int) -> dict[str, int]:
    """Return the points of a side in the last finished game of a row, by category and in total."""
    points = batch.final_points[row, side].tolist()
    report = dict(zip(batch.game.categories, points, strict=True))
    report["total"] = sum(points)
    return report


def opponent_names(batch: Batch) -> list[str]:
    """Return the keys of the opponents in a report, in seating order; the solo mode has one opponent."""
    return [f"opponent_{distance}" for distance in range(1, batch.configuration.sides)]


def final_info(batch: Batch, row: int, seat: int) -> dict[str, Any]:
    """Return the report of a finished game for a seat: outcome, own points, the opponents' points in seating order.

    The outcome is a numpy float, because TorchRL reads the `dtype` of numbers in infos.
    """
    sides = batch.configuration.sides
    others = {
        name: points_report(batch, row, (seat + distance) % sides)
        for distance, name in enumerate(opponent_names(batch), start=1)
    }
    return {
        "outcome": np.float64(batch.final_outcome.item(row, seat)),
        "points": points_report(batch, row, seat),
        "opponent_points": others,
        "illegal_action": "",
    }


class BlankReport:
    """The report of a running game: all zeros with the keys of a final report, so that infos can be stacked."""

    def __init__(self, batch: Batch):
        self._points = dict.fromkeys([*batch.game.categories, "total"], 0)
        self._names = opponent_names(batch)

    def info(self) -> dict[str, Any]:
        """Return a new report each time, because Gymnasium's checkers do not allow one dict in two infos."""
        copy, others = self._points.copy, {}
        for name in self._names:
            others[name] = copy()
        return {"outcome": NO_OUTCOME, "points": copy(), "opponent_points": others, "illegal_action": ""}


def describe_illegal(game: Game, row: int, action: int) -> str:
    """Return in words which illegal action ended the game of a row."""
    return f"{game.id}, row {row}: action {action} ({game.actions.describe(action)}) was not legal."


def warn_of_illegal_action(words: str) -> None:
    """Warn once in a process that an illegal action ended a game: a trainer without masks may see no other end."""
    global _has_warned
    if not _has_warned:
        _has_warned = True
        warnings.warn(
            f"An episode ended by an illegal action: {words} Further ones are not reported. Does the trainer use "
            'info["action_mask"]? With on_illegal="raise" this is an error.',
            IllegalActionWarning,
            stacklevel=3,
        )


def environment_facts(games: Batch | SeatBatch) -> dict[str, Any]:
    """Return the facts that an environment shows of its games: game, players, options, reward and the like."""
    facts = games._repr_facts_()
    return {name: facts[name] for name in facts if name not in ("num_games", "autoreset", "finished")}
