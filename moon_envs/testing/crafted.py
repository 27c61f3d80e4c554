"""Fuzzing with crafted records, as a tampered save could hold them or a user could pass to `set_states`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from moon_envs.base.errors import ConfigurationError
from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.engine.records import Leaf

MOST_CHANGES = 4
MOST_STEPS = 20_000
ROWS = 128


@dataclass
class FuzzReport:
    """How many crafted records were refused and accepted."""

    refused: int = 0
    accepted: int = 0


def fuzz(game: Game, mode: dict[str, Any], records: int, seed: int) -> FuzzReport:
    """Tamper with records of random games, and play every accepted one to its end.

    With NUMBA_BOUNDSCHECK=1 an index out of bounds is reported on standard error.

    Args:
        game: the game.
        mode: players and options.
        records: the number of records to craft.
        seed: the seed of the games and of the tampering.

    Raises:
        AssertionError: a game from an accepted record has no legal action, or does not end.
    """
    chance = np.random.default_rng(seed)
    report = FuzzReport()
    games = Batch(game, ROWS, seed=seed, threads=1, **mode)
    leaves = list(game.state.leaves())
    accepted: list[np.void] = []
    while report.refused + report.accepted < records:
        for _ in range(int(chance.integers(1, 30))):
            games.step(games.sample())
        # Joined as bytes, because numpy compares the types of record arrays field by field before it joins them.
        joined = bytearray().join(craft(leaves, record, chance).tobytes() for record in games.states)
        crafted = np.frombuffer(joined, dtype=game.state_dtype)
        let_in = crafted[are_let_in(game, leaves, crafted, games.configuration.players)]
        report.accepted += len(let_in)
        report.refused += len(crafted) - len(let_in)
        accepted.extend(let_in)
        if len(accepted) >= ROWS:
            play_on(game, mode, accepted[:ROWS])
            del accepted[:ROWS]
    if accepted:
        play_on(game, mode, accepted)
    return report


def craft(leaves: list[Leaf], record: np.void, chance: np.random.Generator) -> np.ndarray:
    """Return a copy of a record, in an array, with a few numbers changed, mostly within the bounds of their fields.

    Args:
        leaves: the number fields of the record.
        record: the original.
        chance: the random generator.
    """
    crafted = np.array([record])
    for _ in range(int(chance.integers(1, MOST_CHANGES + 1))):
        leaf = leaves[int(chance.integers(len(leaves)))]
        values = leaf.values(crafted)
        place = tuple(int(chance.integers(size)) for size in values.shape)
        own = place[len(place) - len(leaf.field.shape) :] if leaf.field.shape else ()
        low, high = (np.broadcast_to(bound, leaf.field.shape)[own] for bound in (leaf.field.low, leaf.field.high))
        if chance.random() < 0.1:
            low, high = np.iinfo(values.dtype).min, np.iinfo(values.dtype).max
        elif chance.random() < 0.3:
            low, high = max(int(low), int(values[place]) - 1), min(int(high), int(values[place]) + 1)
        if int(low) <= int(high):
            values[place] = chance.integers(int(low), int(high), dtype=values.dtype, endpoint=True)
    return crafted


def are_let_in(game: Game, leaves: list[Leaf], crafted: np.ndarray, players: int) -> np.ndarray:
    """Return which records `Game.check_states` accepts, as bools.

    `check_states` names only the first faulty record of many. So records with values out of bounds are checked one by
    one. Of the others, those that `first_misfit` finds are removed, and the rest is submitted as one batch.
    """
    strange = crafted["player_count"] != players
    for leaf in leaves:
        values = leaf.values(crafted)
        outside = (values < leaf.field.low) | (values > leaf.field.high)
        strange |= outside.reshape(len(crafted), -1).any(axis=1)
    let_in = ~strange
    for row in np.flatnonzero(strange):
        try:
            game.check_states(crafted[row : row + 1], players)
        except ConfigurationError:
            continue
        let_in[row] = True
    left = np.flatnonzero(~strange)
    while len(left):
        found = game.first_misfit(crafted[left])
        if found is None:
            break
        let_in[left[found[0]]] = False
        left = left[found[0] + 1 :]
    game.check_states(crafted[let_in], players, AssertionError)
    return let_in


def play_on(game: Game, mode: dict[str, Any], records: list[np.void]) -> None:
    """Play games from records to their ends, and call everything that shows them."""
    batch = Batch(game, len(records), autoreset="disabled", threads=1, **mode)
    # Without the check of `set_states`, which refuses other options than those of the batch.
    batch.set_checked_states(np.array(records, dtype=game.state_dtype), np.arange(len(records)))
    for row in range(0, len(records), 16):
        _look_at(batch, row)
    for _ in range(MOST_STEPS):
        if batch.done.all():
            return
        assert batch.mask.any(axis=1).all(), f"{game.id} {mode}: a crafted record leads to an empty mask"
        batch.step(batch.sample())
    raise AssertionError(f"{game.id} {mode}: a crafted record leads to a game that does not end")


def _look_at(batch: Batch, row: int) -> None:
    for seat in range(batch.configuration.players):
        batch.observe(seat, row)
        batch.game.render(batch.states[row], seat)
        batch.known_points(seat, row)
    for action in batch.legal_actions(row):
        batch.describe(int(action), row)
    batch.save(row)
