"""Checks of hidden information: what a seat cannot know changes nothing that the seat is shown or paid.

What a seat cannot know is declared: each field of the record says who knows it, and `Game.unknown_orders` says it of
the fields that are known in part. The checks scramble that themselves; `resample` is judged by the same declarations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.engine.records import ACTOR, NOBODY, OWNER, Leaf

# The share of correct games on which a statistical check fails is below one in a million.
MOST_DEVIATIONS = 5.0
# The row of a batch of one game.
ROW = np.zeros(1, dtype=np.int64)


def check_leaks(game: Game, mode: dict[str, Any], positions: int = 60, scrambles: int = 2) -> None:
    """Scrambling what a seat cannot know leaves its observation, mask, texts and points the same to the byte."""
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
    """Records of random games, with whoever decides, from the first decision to beyond the end of a game."""
    batch = Batch(game, 1, seed=8, autoreset="next_step", threads=1, **mode)
    for _ in range(count):
        yield batch.record(), int(batch.actor[0])
        batch.step(batch.sample())


def hidden_leaves(game: Game) -> list[tuple[Leaf, str]]:
    """The fields of numbers that somebody knows nothing of, and who knows what they hold."""
    known_to = {field.name: field.known_to for field in game.state.fields}
    found = [(leaf, known_to[leaf.path[0]]) for leaf in game.state.leaves()]
    return [(leaf, knowing) for leaf, knowing in found if knowing in (NOBODY, ACTOR, OWNER)]


def scramble(
    game: Game, hidden: list[tuple[Leaf, str]], state: np.void, seat: int, actor: int, chance: np.random.Generator
) -> np.void:
    """A copy of a record in which everything that a seat cannot know is something else that it could hold.

    Args:
        game: the game.
        hidden: its `hidden_leaves`.
        state: the record.
        seat: who is to notice nothing.
        actor: who decides.
        chance: what to draw from.
    """
    scrambled = np.array([state])
    for order in game.unknown_orders(state, seat):
        places = scrambled[0][order.field]
        places[order.places] = chance.permutation(places[order.places])
    for leaf, knowing in hidden:
        if knowing == ACTOR and actor == seat:
            continue
        values, low, high = leaf.values(scrambled), leaf.field.low, leaf.field.high
        # Bounds of 64 bits do not fit the signed numbers that are drawn by default.
        kind = np.uint64 if values.dtype == np.uint64 else np.int64
        drawn = chance.integers(low, high, size=values.shape, dtype=kind, endpoint=True)
        if knowing == OWNER:
            drawn[:, seat] = values[:, seat]
        values[...] = drawn
    return scrambled[0]


def _what_is_seen(trial: Batch, state: np.void, seat: int, actor: int) -> dict[str, Any]:
    """Everything a seat is shown of a record, which may be one that no game could have come to."""
    trial._memory.state_bytes[0] = np.frombuffer(state.tobytes(), dtype=np.uint8)
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
    """Who cannot tell two moves of another player apart is paid the same for both."""
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
    """Redrawing keeps what the player knows, does not favour the truth, and leads to a game that goes on to its end."""
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
    """Whether redrawn orders are like the truth: as often as they are like each other.

    If redrawing is right, the true order is one of the possible ones like all redrawn ones, and nothing tells it apart.
    """

    def __init__(self) -> None:
        self._differences: list[float] = []
        self._changed = self._possible = 0

    def count(self, game: Game, state: np.void, redrawn: list[np.void], seat: int) -> None:
        """Compare the truth and two redrawn records in all places whose order the seat cannot know."""
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
        """Fail if the truth comes up too often, or too rarely."""
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
