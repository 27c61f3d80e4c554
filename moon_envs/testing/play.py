"""Checks of tables, words and random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from moon_envs.batch import Batch
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game
from moon_envs.engine.records import gaps_of

MOST_DECISIONS = 20_000


def check_tables(game: Game) -> None:
    """Check that names are unique, actions have words, features have sizes and bounds, and the record has no gaps."""
    names = [action_range.name for action_range in game.actions.ranges]
    assert len(set(names)) == len(names), f"{game.id}: a name of an action range is used twice"
    assert len({game.actions.describe(action) for action in range(len(game.actions))}) == len(game.actions), (
        f"{game.id}: two actions have the same words"
    )
    for players in game.player_counts:
        layout = game.features.layout(players)
        assert len({name for name, _, _ in layout}) == len(layout), f"{game.id}: a feature name is used twice"
        low, high = game.features.bounds(players)
        assert low.shape == high.shape == (game.features.size(players),)
        assert (low < high).all(), f"{game.id}: a feature has no range"
    gaps = gaps_of(game.state_dtype)
    assert not gaps, f"{game.id}: the state record has gaps, use engine.records.Record: {', '.join(gaps)}"
    assert game.documentation.exists(), f"{game.id}: no documentation"
    assert game.modes, f"{game.id}: no modes"
    assert all(game.configuration(**mode) for mode in game.modes)


def check_random_play(game: Game, mode: dict[str, Any], games: int = 64) -> None:
    """Check that masks are never empty, all values stay in their declared bounds, and every game ends."""
    batch = Batch(game, games, seed=11, autoreset="disabled", threads=1, **mode)
    players = batch.configuration.players
    low, high = game.features.bounds(players)
    for _ in range(MOST_DECISIONS):
        running = ~batch.done
        if not running.any():
            break
        assert (batch.mask.view(np.uint8) <= 1).all(), f"{game.id} {mode}: a mask is not 0 or 1"
        assert batch.mask[running].any(axis=1).all(), f"{game.id} {mode}: a mask is empty"
        assert ((batch.actor[running] >= 0) & (batch.actor[running] < players)).all()
        outside = (batch.features < low) | (batch.features > high)
        assert not outside.any(), f"{game.id} {mode}: {_feature_names(game, players, outside)} out of bounds"
        assert ((batch.observation >= 0) & (batch.observation <= 1)).all()
        game.check_states(batch.states, players, AssertionError)
        batch.step(batch.sample())
    assert batch.done.all(), f"{game.id} {mode}: games do not end"
    assert (batch.actor == -1).all() and (batch.mask == 1).all()
    assert (batch.final_points == batch.points()).all(), f"{game.id} {mode}: final points are not the points"


def _feature_names(game: Game, players: int, outside: np.ndarray) -> list[str]:
    columns = np.flatnonzero(outside.any(axis=0))
    layout = game.features.layout(players)
    return [name for name, first, feature in layout if any(first <= c < first + feature.size for c in columns)]


def check_words(game: Game, mode: dict[str, Any], games: int = 6) -> None:
    """Check that two legal actions of one state always have different words."""
    batch = Batch(game, games, seed=31, autoreset="disabled", threads=1, **mode)
    while not batch.done.all():
        for row in np.flatnonzero(~batch.done):
            words = Counter(batch.describe(int(action), int(row)) for action in batch.legal_actions(int(row)))
            twice = [text for text, count in words.items() if count > 1]
            assert not twice, f"{game.id} {mode}: several legal actions read {twice[0]!r}"
            assert all(words), f"{game.id} {mode}: a legal action has no words"
        batch.step(batch.sample())


def check_determinism(game: Game, mode: dict[str, Any], steps: int = 120) -> None:
    """Check that equal seeds and actions give equal bytes for any batch size and any number of threads."""

    def play(rows: range, threads: int) -> tuple[bytes, ...]:
        batch = Batch(game, len(rows), seed=100 + rows.start, threads=threads, **mode)
        for _ in range(steps):
            batch.step(batch.sample())
        arrays = (batch.states, batch.mask, batch.observation, batch.reward, batch.final_points)
        return tuple(b"".join(array[row].tobytes() for array in arrays) for row in range(len(rows)))

    together = play(range(12), 1)
    assert together == play(range(12), 3), f"{game.id} {mode}: threads change the games"
    assert together == play(range(5), 1) + play(range(5, 12), 2), f"{game.id} {mode}: the batch size changes the games"


def check_rewards(game: Game, mode: dict[str, Any], games: int = 32) -> None:
    """Check that the three rewards agree with the outcome, the points, and the changes of the points of a game."""
    paid = {}
    final = None
    for reward in ("outcome", "points", "points_delta"):
        batch = Batch(game, games, seed=5, reward=reward, autoreset="disabled", threads=1, **mode)
        players = batch.configuration.players
        total = batch.points().sum(axis=2)[:, :players] / game.points_scale if reward == "points_delta" else 0.0
        while not batch.done.all():
            batch.step(batch.sample())
            total = total + batch.reward
        paid[reward] = np.asarray(total)
        final = batch.final_points.sum(axis=2)[:, :players] / game.points_scale
        if reward != "outcome":
            assert np.allclose(paid[reward], final, atol=1e-4), f"{game.id} {mode}: {reward} does not add up"
        assert (final * game.points_scale >= game.lowest_points).all(), f"{game.id} {mode}: below the lowest points"
        known = [[batch.known_points(seat, row) for seat in range(players)] for row in range(games)]
        assert (np.array(known) == batch.final_points.sum(axis=2)[:, :players]).all(), (
            f"{game.id} {mode}: a player does not know the own points at the end"
        )
    outcome = paid["outcome"]
    assert (outcome == batch.final_outcome).all(), f"{game.id} {mode}: the outcome depends on the reward"
    assert ((outcome >= -1) & (outcome <= 1)).all(), f"{game.id} {mode}: an outcome is not between -1 and 1"
    if outcome.shape[1] > 1:
        shares = (outcome + 1) / 2
        assert np.allclose(shares.sum(axis=1), 1), f"{game.id} {mode}: the victory is not shared out"


def play_everything(games: int = 50, ids: Sequence[str] | None = None) -> None:
    """Play random games of every registered game and mode. With NUMBA_BOUNDSCHECK=1 it finds indexes out of bounds."""
    from moon_envs.core.registry import game_ids

    for id_ in game_ids() if ids is None else ids:
        for mode in find_game(id_).modes:
            batch = Batch(id_, games, seed=1, threads=1, **mode)
            for _ in range(300):
                batch.step(batch.sample())
            for player in range(batch.configuration.players):
                batch.resample(0, player, seed=player)
                batch.observe(player)
                batch.known_points(player)
            batch.points()
            batch.play_out()
        print(f"{id_}: played in {len(find_game(id_).modes)} modes")
