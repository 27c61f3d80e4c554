"""`Batch.look_ahead` equals copies, redraws and steps in plain Python, knows nothing hidden, and changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from moon_envs import Batch, LookedAhead
from moon_envs.base.errors import ConcurrentUseError, ConfigurationError
from moon_envs.batch import look_ahead
from moon_envs.engine.batch import memory
from moon_envs.engine.entry import ACTOR, RESAMPLE
from moon_envs.testing.crater.game import GAME as CRATER
from moon_envs.testing.knowledge import hidden_leaves, scramble
from tests.batch.test_batch import contents
from tests.search.positions import kinds_of_modes, played
from tests.search.reference import known_part
from tests.search.test_knowledge import otherwise

ROWS, STEPS_BETWEEN = 4, 23
ARRAYS = ("row", "action", "seat", "observation", "points", "done", "outcome")


def result(ahead: LookedAhead) -> dict[str, tuple[str, bytes]]:
    return {name: (str(getattr(ahead, name).dtype), getattr(ahead, name).tobytes()) for name in ARRAYS}


def in_plain_python(batch: Batch, rows: list[int], seeds: list[int]) -> LookedAhead:
    """The same result from public calls for copies, redraws and steps."""
    mode = {"players": batch.configuration.players, **batch.configuration.options}
    settings: dict[str, Any] = {"encoding": batch.encoding, "autoreset": "disabled", "threads": 1, **mode}
    known = Batch(batch.game, len(batch), **settings)
    for row in rows:
        known.set_states(np.array([known_part(batch.game, batch.record(row), int(batch.actor[row]))]), [row])
    legal = [batch.legal_actions(row) for row in rows]
    row = np.repeat(rows, [len(actions) for actions in legal])
    action, seat = np.concatenate(legal), batch.actor[row]
    trial = Batch(batch.game, len(row), **settings)
    trial.copy_rows(row, None, known)
    trial.resample(None, seat, np.repeat(np.array(seeds, np.uint64), [len(actions) for actions in legal]))
    trial.step(action)
    places = list(enumerate(seat.tolist()))
    observation = np.array([trial.observe(player, place) for place, player in places])
    points = np.array([trial.known_points(player, place) for place, player in places], dtype=np.int32)
    outcome = np.array([trial.final_outcome[place, player] for place, player in places])
    return LookedAhead(row, action, seat, observation, points, trial.done.copy(), np.where(trial.done, outcome, 0))


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_copies_and_steps_in_plain_python(id_, mode):
    """From the first decision to the last, now and then, and where an action first ends a game."""
    batch = Batch(id_, ROWS, seed=3, autoreset="disabled", threads=1, **mode)
    number, ends_seen = 0, 0
    while len(running := np.flatnonzero(batch.actor >= 0)):
        ahead = batch.look_ahead(seed=5 * number)
        if number % STEPS_BETWEEN == 0 or (ahead.done.any() and not ends_seen):
            ends_seen += int(ahead.done.sum())
            expected = in_plain_python(batch, running.tolist(), [5 * number + row for row in running.tolist()])
            assert result(ahead) == result(expected)
        batch.step(batch.sample(running), running)
        number += 1
    # Simultaneous decisions of other players are taken back before an action, which then seldom ends the game.
    assert ends_seen or (batch.game.simultaneous and mode["players"] > 1)


SETTINGS: dict[str, dict[str, Any]] = {
    "one hot": {"encoding": "one_hot"},
    "next step": {"autoreset": "next_step"},
    "same step, another observer": {"autoreset": "same_step", "observer": 1},
    "disabled": {"autoreset": "disabled", "reward": "points_delta"},
    "random seats": {"random_seats": [1, 2]},
    "threads": {"threads": 2},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("id_", ["mlem", "launch"])
def test_every_setting(id_, settings):
    """The result is the same, and nothing of the batch changes."""
    batch = Batch(id_, ROWS, 3, seed=8, **{"threads": 1, **settings})
    for _ in range(2):
        for _ in range(STEPS_BETWEEN):
            batch.step(batch.sample())
        rows, seeds = [3, 0, 2], [2**64 - 1, 0, 77]
        assert batch.features.any()  # fills a buffer that must not change either
        before = contents(batch)
        ahead = batch.look_ahead(rows, seeds)
        assert contents(batch) == before
        assert result(ahead) == result(in_plain_python(batch, rows, seeds)) == result(batch.look_ahead(rows, seeds))


def test_results_do_not_depend_on_threads():
    """Enough rows for several pieces."""
    results = []
    for threads in (1, 2):
        batch = Batch("mlem", 700, 3, seed=8, threads=threads)
        for _ in range(5):
            batch.step(batch.sample())
        results.append(result(batch.look_ahead(seed=1)))
    assert results[0] == results[1]


def test_rows_and_seeds():
    """Rows as given; row i is redrawn with seed + i; a list has a seed for each of the rows."""
    batch = played("launch", ROWS, 10, players=1)
    whole = batch.look_ahead(seed=5)
    assert result(whole) == result(batch.look_ahead(None, [5, 6, 7, 8]))
    backwards = np.array([8, 7, 6, 5], dtype=np.uint64)[::-1]
    assert result(whole) == result(batch.look_ahead(np.ones(ROWS, bool), backwards))
    one = batch.look_ahead(2, 5)
    assert one.observation.tobytes() == whole.observation[whole.row == 2].tobytes()
    part = batch.look_ahead([3, 1], 5)
    assert list(dict.fromkeys(part.row.tolist())) == [3, 1]
    expected = np.concatenate([whole.observation[whole.row == row] for row in (3, 1)])
    assert part.observation.tobytes() == expected.tobytes()
    assert result(batch.look_ahead(seed=100)) != result(whole)


# What is hidden


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_what_is_hidden_changes_nothing(id_, mode):
    batch = played(id_, ROWS, 0, **mode)
    for number in range(3):
        found = result(batch.look_ahead(seed=number))
        for seed in (1000, 2000):
            assert result(with_states(batch, otherwise(batch, seed)).look_ahead(seed=number)) == found
        for _ in range(STEPS_BETWEEN):
            batch.step(batch.sample())


def with_states(batch: Batch, states: np.ndarray) -> Batch:
    """The batch with other records."""
    twin = batch.clone()
    twin.set_states(states)
    return twin


@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_scrambled_values_change_nothing(id_, mode):
    """Whatever a field holds that the seat cannot know, also values that no game can reach."""
    batch, chance = played(id_, ROWS, 0, **mode), np.random.default_rng(8)
    for number in range(3):
        found, twin = result(batch.look_ahead(seed=number)), batch.clone()
        twin.overwrite_records(scrambled(batch, chance), np.arange(ROWS))
        assert result(twin.look_ahead(seed=number)) == found
        for _ in range(STEPS_BETWEEN):
            batch.step(batch.sample())


def scrambled(batch: Batch, chance: np.random.Generator) -> np.ndarray:
    hidden, records = hidden_leaves(batch.game), batch.states.copy()
    for row, seat in enumerate(batch.actor.tolist()):
        records[row] = scramble(batch.game, hidden, batch.record(row), seat, seat, chance)
    if "first_seat" in records.dtype.names:  # both are hidden, but their sum says who decides, which the seat knows
        records["asked"] = (records["seat"] - records["first_seat"]) % batch.configuration.players
    return records


@pytest.mark.parametrize(
    ("id_", "mode"), [("launch", {"players": 1}), ("luna_capital", {"players": 2}), ("from_the_moon", {"players": 1})]
)
def test_a_look_ahead_that_shows_the_truth_is_found(id_, mode, monkeypatch):
    """Without one order of what is hidden the redraw follows the truth; without the redraw the truth itself is seen."""
    batch = played(id_, 32, 10, **mode)
    twin, every_row = with_states(batch, otherwise(batch, 1000)), list(range(32))
    expected = result(in_plain_python(batch, every_row, every_row))
    assert result(batch.look_ahead()) == result(twin.look_ahead()) == expected
    monkeypatch.setattr(look_ahead, "order_what_is_hidden", lambda *given: None)
    assert result(batch.look_ahead()) != result(twin.look_ahead())
    for one in (batch, twin):  # an entry point that changes nothing takes the place of the one that redraws
        one._memory.buffers["entry"][:, RESAMPLE] = one._memory.buffers["entry"][:, ACTOR]
    assert result(batch.look_ahead()) != result(twin.look_ahead())
    monkeypatch.undo()
    assert result(batch.look_ahead()) != expected


# Finished games


def test_finished_games_are_skipped():
    batch = Batch(CRATER, 3, 2, seed=1, autoreset="disabled")
    batch.step([-1], [1], on_illegal="forfeit")
    ahead = batch.look_ahead(seed=[5, 6, 7])
    assert set(ahead.row.tolist()) == {0, 2} and len(ahead.best(ahead.points)) == 2
    assert result(ahead) == result(batch.look_ahead([0, 2], [5, 7]))
    with pytest.raises(ConfigurationError, match=r"rows=\[0, 1\] is not allowed: the game of row 1 is over."):
        batch.look_ahead([0, 1])
    with pytest.raises(ConfigurationError, match=r"the game of row 1 is over"):
        batch.look_ahead(np.ones(3, bool))
    batch.play_out()
    nothing = batch.look_ahead()
    assert nothing.observation.shape == (0, batch.observation.shape[1])
    assert nothing.best([]).tolist() == nothing.best(np.zeros(0)).tolist() == []
    assert result(batch.look_ahead([])) == result(nothing)


# The best action


def test_the_best_action():
    batch = played("mlem", 50, 12, players=3)
    ahead, chance = batch.look_ahead(), np.random.default_rng(3)
    for values in (chance.integers(0, 4, len(ahead.action)), chance.normal(size=len(ahead.action)).astype(np.float32)):
        chosen = []
        for row in range(50):
            places = np.flatnonzero(ahead.row == row)
            chosen.append(int(ahead.action[max(places, key=lambda place: values[place])]))
        found = ahead.best(values)
        assert found.dtype == np.int64 and found.tolist() == ahead.best(values.tolist()).tolist() == chosen
    large = np.full(len(ahead.action), 2**62)
    large[-1] += 1  # float64 has no such number
    assert ahead.best(large)[-1] == ahead.action[-1]
    batch.step(found)


@pytest.mark.parametrize(
    "values",
    [None, 1.0, "values", [], [[1.0]], lambda k: np.zeros(k + 1), lambda k: np.full(k, np.nan), lambda k: [np.inf] * k]
    + [lambda k: np.zeros((k, 1)), lambda k: np.zeros(k, bool), lambda k: ["1"] * k, lambda k: [None] * k]
    + [lambda k: np.zeros(k, complex), lambda k: [10**400] * k],
)
def test_wrong_values(values):
    ahead = Batch(CRATER, 2, 2).look_ahead()
    count = len(ahead.action)
    with pytest.raises(ConfigurationError, match=f"values=.* is not allowed; allowed: {count} finite numbers"):
        ahead.best(values(count) if callable(values) else values)


# Refusals


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"rows": [0, 0]}, r"rows=\[0, 0\] is not allowed: a row is named twice"),
        ({"rows": 4}, "row=4 is not allowed; allowed: 0 to 3"),
        ({"rows": "all"}, "rows='all' is not allowed; allowed: row numbers"),
        ({"seed": -1}, "seed=-1 is not allowed; allowed: 0 or more"),
        ({"seed": 1.5}, "seed=1.5 is not allowed"),
        ({"seed": [1, 2]}, "allowed: .* a list of 4"),
        ({"rows": [0, 1], "seed": [1, 2, 3]}, "a list of 2"),
        ({"seed": None}, "look_ahead needs a seed for every row, not None"),
        ({"rows": [0, 1], "seed": [1, None]}, "look_ahead needs a seed for every row, not None"),
    ],
)
def test_wrong_arguments(given, words):
    with pytest.raises(ConfigurationError, match=words):
        Batch(CRATER, 4, 2).look_ahead(**given)


def test_too_much_memory(monkeypatch):
    batch = Batch(CRATER, 1000, 2)
    monkeypatch.setattr(memory, "_memory_of_machine", lambda: 2 * batch._memory.size)
    with pytest.raises(ConfigurationError, match=r"rows=None is not allowed here: it needs .* GB of memory"):
        batch.look_ahead()
    assert len(batch.look_ahead(range(10)).action)


def test_one_call_at_a_time():
    batch = Batch(CRATER, 2, 2)
    with batch.asking(), pytest.raises(ConcurrentUseError):
        batch.look_ahead()
    batch.look_ahead()


def test_how_it_shows_itself():
    ahead = Batch(CRATER, 2, 2).look_ahead()
    assert repr(ahead) == f"LookedAhead(rows=2, actions={len(ahead.action)}, done=0)"
