"""Checking the bytes of games from outside, which compiled code would trust."""

from __future__ import annotations

import numpy as np

from moon_envs.base.errors import ConfigurationError
from moon_envs.batch import Batch
from moon_envs.jax.template import Template


def check_games(own: Batch, template: Template, games: np.ndarray, records: np.ndarray) -> None:
    """Refuse games that compiled code cannot play on.

    Args:
        own: the batch of the environment.
        template: of the environment.
        games: their bytes, (games, size).
        records: the records at their beginning.

    Raises:
        ConfigurationError: names the first faulty row.
    """
    from moon_envs.engine.xla.rows import ACTOR_SIZE, SIGNATURE_SIZE

    if not len(games):
        return
    first = template.behind_record
    signatures = np.ascontiguousarray(games[:, first : first + SIGNATURE_SIZE]).view(np.uint64)[:, 0]
    _refuse(own, signatures != template.signature, "these bytes are no game of this environment")
    own.game.check_states(records, own.configuration.players)
    batch = Batch(
        own.game,
        len(games),
        own.configuration.players,
        autoreset="disabled",
        threads=1,
        **own.configuration.given_options,
    )
    batch.set_states(records)
    first += SIGNATURE_SIZE
    actors = np.ascontiguousarray(games[:, first : first + ACTOR_SIZE]).view(np.int64)[:, 0]
    # An illegal action ends a game: then no player decides, though the record could go on.
    _refuse(own, (actors != batch.actor) & (actors != -1), "the player who decides is not that of the record")
    first += ACTOR_SIZE
    width = 4 * own.configuration.players
    points = np.ascontiguousarray(games[:, first : first + width]).view(np.int32)
    known = np.zeros_like(points)
    if own.rewards.points_delta:
        seats = range(own.configuration.players)
        known[:] = [[batch.known_points(seat, row) for seat in seats] for row in range(len(games))]
    _refuse(own, (points != known).any(axis=1), "the points that were paid are not those of the record")
    first += -(-width // 8) * 8
    bits = np.packbits(batch.mask.astype(bool), axis=1, bitorder="little")
    wrong = (games[:, first : first + bits.shape[1]] != bits).any(axis=1)
    _refuse(own, wrong & (actors >= 0), "the legal actions are not those of the record")


def _refuse(own: Batch, wrong: np.ndarray, why: str) -> None:
    """Raise an error for the first row that is wrong."""
    if wrong.any():
        raise ConfigurationError(f"{own.game.id}, row {int(wrong.argmax())}: {why}.")
