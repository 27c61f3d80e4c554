"""Checks of hidden information: it never changes what a seat sees or is paid.

Each field of the record declares who knows it, and `Game.unknown_orders` declares what is hidden in fields that are
known in part. The checks scramble the hidden values themselves, and judge `resample` by the same declarations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.engine.records import ACTOR, NOBODY, OWNER, Leaf

# A statistical check fails on less than one correct game in a million.
MOST_DEVIATIONS = 5.0
# The row of a batch of one game.
ROW = np.zeros(1, dtype=np.int64)


def check_leaks(game: Game, mode: dict[str, Any], positions: int = 60, scrambles: int = 2) -> None:
    """Check that scrambled hidden values leave a seat's observation, mask, texts and points equal to the byte."""
    trial, hidden = _single(game, mode), hidden_leaves(game)
    chance = np.random.default_rng(8)
    for state, actor in positions_of(game, mode, positions):
        for seat in range(trial.configuration.players):
            seen = _what_is_seen(trial, state, seat, actor)
            for _ in range(scrambles):
                other = scramble(game, hidden, state, seat, actor, chance)
                for what, shown in _what_is_seen(trial, other, seat, actor).items():
                    assert shown == seen[what], (
                        f"{game.id} {mode}: the {what} of player {seat} shows what the player cannot know"
                    )


def positions_of(game: Game, mode: dict[str, Any], count: int) -> Iterator[tuple[np.void, int]]:
    """Yield records of random games and the seat that decides, from the first decision to beyond the end of a game."""
    batch = Batch(game, 1, seed=8, autoreset="next_step", threads=1, **mode)
    for _ in range(count):
        yield batch.record(), int(batch.actor[0])
        batch.step(batch.sample())


def hidden_leaves(game: Game) -> list[tuple[Leaf, str]]:
    """Return the number fields that are hidden from some seat, each with who knows it."""
    known_to = {field.name: field.known_to for field in game.state.fields}
    found = [(leaf, known_to[leaf.path[0]]) for leaf in game.state.leaves()]
    return [(leaf, knowing) for leaf, knowing in found if knowing in (NOBODY, ACTOR, OWNER)]


def scramble(
    game: Game, hidden: list[tuple[Leaf, str]], state: np.void, seat: int, actor: int, chance: np.random.Generator
) -> np.void:
    """Return a copy of a record in which every value that a seat cannot know is drawn at random.

    Args:
        game: the game.
        hidden: its `hidden_leaves`.
        state: the record.
        seat: the seat that must not notice the difference.
        actor: the seat that decides.
        chance: the random generator.
    """
    scrambled = np.array([state])
    for order in game.unknown_orders(state, seat):
        places = scrambled[0][order.field]
        places[order.places] = chance.permutation(places[order.places])
    for leaf, knowing in hidden:
        if knowing == ACTOR and actor == seat:
            continue
        values, low, high = leaf.values(scrambled), leaf.field.low, leaf.field.high
        # Unsigned bounds of 64 bits do not fit int64, the default type of `integers`.
        kind = np.uint64 if values.dtype == np.uint64 else np.int64
        drawn = chance.integers(low, high, size=values.shape, dtype=kind, endpoint=True)
        if knowing == OWNER:
            drawn[:, seat] = values[:, seat]
        values[...] = drawn
    return scrambled[0]


def _what_is_seen(trial: Batch, state: np.void, seat: int, actor: int) -> dict[str, Any]:
    """Return everything that a seat sees of a record. The record may be scrambled, so that no game can reach it."""
    trial.overwrite_records(np.array([state]), ROW)
    seen: dict[str, Any] = {
        "observation": trial.observe(seat).tobytes(),
        "drawing": trial.game.render(state, seat),
        "points": trial.known_points(seat),
    }
    if actor == seat:
        trial.set_checked_states(np.array([state]), ROW)
        seen["mask"] = trial.mask[0].tobytes()
        seen["text of the choices"] = [trial.describe(int(action)) for action in trial.legal_actions()]
    return seen


def check_paid_by_knowledge(game: Game, mode: dict[str, Any], games: int = 24, steps: int = 60) -> None:
    """Check that a player who cannot tell two moves of another player apart is paid the same for both."""
    batch = Batch(game, games, seed=14, reward="points_delta", autoreset="next_step", threads=1, **mode)
    for _ in range(steps):
        before, other = batch.actor.copy(), batch.clone()
        batch.step(batch.sample())
        other.sample()
        other.step(other.sample())
        for row in np.flatnonzero((before >= 0) & ~batch.done & ~other.done):
            for seat in range(batch.configuration.players):
                if seat == before[row] or batch.reward[row, seat] == other.reward[row, seat]:
                    continue
                same = batch.observe(seat, int(row)).tobytes() == other.observe(seat, int(row)).tobytes()
                assert not same, f"{game.id} {mode}: player {seat} is paid for a move that the player cannot see"


def check_resample(game: Game, mode: dict[str, Any], positions: int = 60) -> None:
    """Check that `resample` keeps what the player knows, does not favour the truth, and leads to a game that ends."""
    trial = _single(game, mode)
    favour = _Favour()
    for number, (state, actor) in enumerate(positions_of(game, mode, positions)):
        all_redrawn: list[np.void] = []
        for seat in range(trial.configuration.players):
            seen = _what_is_seen(trial, state, seat, actor)
            redrawn = [_redraw(trial, state, seat, seed=2 * number + time) for time in range(2)]
            after = trial.record(), int(trial.actor[0])
            for what, shown in _what_is_seen(trial, after[0], seat, after[1]).items():
                assert shown == seen.get(what, shown), f"{game.id} {mode}: resample changes the {what} of player {seat}"
            assert actor != seat or after[1] == seat, (
                f"{game.id} {mode}: resample takes the decision from player {seat}"
            )
            all_redrawn += redrawn
            favour.count(game, state, redrawn, seat)
        game.check_states(np.array(all_redrawn), trial.configuration.players, AssertionError)
        if number % 20 == 0:
            trial.set_checked_states(np.array(redrawn[:1]), ROW)
            trial.play_out()
            assert trial.done.all()
    favour.judge(f"{game.id} {mode}")


def _redraw(trial: Batch, state: np.void, seat: int, seed: int) -> np.void:
    trial.set_checked_states(np.array([state]), ROW)
    trial.resample(0, seat, seed=seed)
    return trial.record()


class _Favour:
    """Counts whether redrawn orders equal the true order as often as they equal each other.

    If `resample` is right, the true order is only one of the possible orders, like every redrawn one.
    """

    def __init__(self) -> None:
        self._differences: list[float] = []
        self._changed = self._possible = 0

    def count(self, game: Game, state: np.void, redrawn: list[np.void], seat: int) -> None:
        """Compare the true and two redrawn records in all places whose order the seat cannot know."""
        first, second = redrawn
        difference = 0
        for order in game.unknown_orders(state, seat):
            truth, one, two = (record[order.field][order.places] for record in (state, first, second))
            if len(np.unique(truth)) < 2:
                continue
            self._possible += 1
            self._changed += bool((truth != one).any())
            difference += int((truth == one).sum()) - int((two == one).sum())
        self._differences.append(difference)

    def judge(self, what: str) -> None:
        """Fail if the true order appears too often or too rarely."""
        if not self._possible:
            return
        assert self._changed, f"{what}: resample changes nothing that the player cannot know"
        count, total = len(self._differences), math.fsum(self._differences)
        spread = math.sqrt(math.fsum(difference**2 for difference in self._differences))
        assert abs(total) <= MOST_DEVIATIONS * max(spread, 1.0), (
            f"{what}: resample {'favours' if total > 0 else 'avoids'} the truth ({total / count:+.2f} places more than "
            f"by chance, over {count} positions)"
        )


def _single(game: Game, mode: dict[str, Any]) -> Batch:
    return Batch(game, 1, seed=8, autoreset="disabled", threads=1, **mode)
