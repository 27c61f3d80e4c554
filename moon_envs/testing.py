"""The compliance suite: what must hold for every game, as functions that raise AssertionError.

The tests of this package run it over the registry; use `check_game(game)` for a game of your own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs import saves
from moon_envs.batch import Batch
from moon_envs.engine.records import gaps_of
from moon_envs.errors import IllegalActionError
from moon_envs.game import Game
from moon_envs.recording import Recording
from moon_envs.registry import game as find_game

MOST_DECISIONS = 20_000


def check_game(game: str | Game) -> None:
    """Run every check on every mode of a game."""
    found = find_game(game)
    check_tables(found)
    for mode in found.modes:
        for check in (
            check_random_play,
            check_determinism,
            check_rewards,
            check_saves,
            check_recording,
            check_illegal_actions,
            check_resample,
        ):
            check(found, mode)


def check_tables(game: Game) -> None:
    """Names are unique, every action has words, features have sizes and bounds, the record has no gaps."""
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
    assert not gaps, f"{game.id}: the state record has gaps, use engine.records.record_dtype: {', '.join(gaps)}"
    assert game.documentation.exists(), f"{game.id}: no documentation"
    assert game.modes, f"{game.id}: no modes"
    assert all(game.configuration(**mode) for mode in game.modes)


def check_random_play(game: Game, mode: dict[str, Any], games: int = 64) -> None:
    """Masks are never empty, actors and features stay in their bounds, and every game ends."""
    batch = Batch(game, games, seed=11, autoreset="disabled", threads=1, **mode)
    players = batch.configuration.players
    low, high = game.features.bounds(players)
    for _ in range(MOST_DECISIONS):
        running = ~batch.done
        if not running.any():
            break
        assert np.isin(batch.mask, (0, 1)).all(), f"{game.id} {mode}: a mask is not 0 or 1"
        assert batch.mask[running].any(axis=1).all(), f"{game.id} {mode}: a mask is empty"
        assert ((batch.actor[running] >= 0) & (batch.actor[running] < players)).all()
        outside = (batch.features < low) | (batch.features > high)
        assert not outside.any(), f"{game.id} {mode}: {_feature_names(game, players, outside)} out of bounds"
        assert ((batch.observation >= 0) & (batch.observation <= 1)).all()
        batch.step(batch.sample())
    assert batch.done.all(), f"{game.id} {mode}: games do not end"
    assert (batch.actor == -1).all() and (batch.mask == 1).all()
    assert (batch.final_points == batch.points()).all(), f"{game.id} {mode}: final points are not the points"


def _feature_names(game: Game, players: int, outside: np.ndarray) -> list[str]:
    columns = np.flatnonzero(outside.any(axis=0))
    layout = game.features.layout(players)
    return [name for name, first, feature in layout if any(first <= c < first + feature.size for c in columns)]


def check_determinism(game: Game, mode: dict[str, Any], steps: int = 120) -> None:
    """The same seeds and actions give the same bytes whatever the batch size and the number of threads."""

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
    """The three rewards pay the same game: its outcome, its points, and the changes of its points."""
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
        assert (final * game.points_scale >= game.lowest_points).all()
    outcome = paid["outcome"]
    assert ((outcome >= -1) & (outcome <= 1)).all()
    if outcome.shape[1] > 1:
        shares = (outcome + 1) / 2
        assert np.allclose(shares.sum(axis=1), 1), f"{game.id} {mode}: the victory is not shared out"


def check_saves(game: Game, mode: dict[str, Any]) -> None:
    """A saved game goes on exactly as the game itself, and damaged bytes are refused."""
    batch = Batch(game, 1, seed=3, threads=1, **mode)
    for _ in range(25):
        batch.step(batch.sample())
    data = batch.save()
    restored = Batch(game, 1, seed=99, threads=1, **mode)
    restored.load(data)
    clone = batch.clone()
    for _ in range(40):
        actions = batch.sample().copy()
        for other in (batch, restored, clone):
            other.step(actions)
        for other in (restored, clone):
            assert other.states.tobytes() == batch.states.tobytes(), f"{game.id} {mode}: a restored game differs"
            assert (other.mask == batch.mask).all() and (other.observation == batch.observation).all()
    for damaged in (b"", data[:20], data[:-1], data[:-1] + bytes([data[-1] ^ 1]), b"x" + data[1:]):
        try:
            saves.unpack(game, damaged)
        except saves.SaveError:
            continue
        raise AssertionError(f"{game.id} {mode}: a damaged save was accepted")


def check_recording(game: Game, mode: dict[str, Any]) -> None:
    """A recorded game replays to the same bytes."""
    recording = Recording.begin(game.id, seed=21, **mode)
    batch = Batch(game, 1, seed=21, autoreset="disabled", threads=1, **mode)
    while not batch.done[0]:
        recording.actions.append(int(batch.sample()[0]))
        batch.step_single(recording.actions[-1])
    replayed = Recording.from_bytes(recording.to_bytes()).replay()
    assert replayed.states.tobytes() == batch.states.tobytes(), f"{game.id} {mode}: a replayed game differs"


def check_illegal_actions(game: Game, mode: dict[str, Any]) -> None:
    """An illegal action in one row is refused in words, and no game has moved."""
    batch = Batch(game, 3, seed=2, threads=1, **mode)
    before = batch.states.tobytes()
    for wrong in (*np.flatnonzero(batch.mask[1] == 0)[:1].tolist(), -1, len(game.actions)):
        actions = batch.sample().copy()
        actions[1] = wrong
        try:
            batch.step(actions)
        except IllegalActionError as error:
            assert "row 1" in str(error) and game.id in str(error) and str(wrong) in str(error), str(error)
        else:
            raise AssertionError(f"{game.id} {mode}: illegal action {wrong} was accepted")
        assert batch.states.tobytes() == before, f"{game.id} {mode}: a refused step moved a game"
    batch.step_or_forfeit([int(batch.sample()[0]), -1, int(batch.sample()[2])])
    assert batch.illegal.tolist() == [False, True, False] and batch.done[1]
    assert batch.reward[1].min() == np.float32(batch.lowest_reward)


def check_resample(game: Game, mode: dict[str, Any], positions: int = 60) -> None:
    """Redrawing what a player cannot know changes nothing the player sees: observation, mask and text.

    So nothing hidden is observable, for any seat, and the redrawn game goes on to its end.
    """
    batch = Batch(game, 1, seed=8, autoreset="disabled", threads=1, **mode)
    trial = Batch(game, 1, seed=8, autoreset="disabled", threads=1, **mode)
    changed = 0
    for position in range(positions):
        if batch.done[0]:
            batch.reset(seed=500 + position)
        for player in range(batch.configuration.players):
            trial.set_states(batch.states)
            seen = _what_is_seen(trial, player)
            trial.resample(0, player, seed=1000 * position + player)
            assert _what_is_seen(trial, player) == seen, f"{game.id} {mode}: player {player} sees what is hidden"
            acts = batch.actor[0] == player
            assert not acts or (trial.actor[0] == player and (trial.mask == batch.mask).all())
            changed += trial.states.tobytes() != batch.states.tobytes()
        if position % 20 == 0:
            trial.play_out()
            assert trial.done.all()
        batch.step(batch.sample())
    assert changed, f"{game.id} {mode}: resample changes nothing"


def _what_is_seen(batch: Batch, player: int) -> tuple[bytes, str]:
    return batch.observe(player).tobytes(), batch.game.render(batch.states[0], player)


def play_everything(games: int = 50) -> None:
    """Play random games of every registered game and mode; run it with NUMBA_BOUNDSCHECK=1 to find stray indexes."""
    from moon_envs.registry import games as all_games

    for id_ in all_games():
        for mode in find_game(id_).modes:
            batch = Batch(id_, games, seed=1, threads=1, **mode)
            for _ in range(300):
                batch.step(batch.sample())
            for player in range(batch.configuration.players):
                batch.resample(0, player, seed=player)
                batch.observe(player)
            batch.points()
            batch.play_out()
        print(f"{id_}: played in {len(find_game(id_).modes)} modes")
