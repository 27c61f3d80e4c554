"""Batch: every door is checked: rows, seats, actions, seeds, sizes, records and saves."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, ConfigurationError, IllegalActionError, SaveError, SeatBatch
from moon_envs.base.errors import MoonEnvsError

GAMES = moon_envs.game_ids()


@pytest.fixture
def batch():
    return Batch("launch", 4, players=2, seed=1)


def contents(batch: Batch) -> dict[str, bytes]:
    """Everything a batch owns."""
    return {name: array.tobytes() for name, array in batch._memory.contents().items()}


# Doors: rows, seats, actions, seeds, sizes

STRANGE = (-1, 4, 10**7, 2**63, -(2**63), 1.5, "1", None, True, np.bool_(False), [0], np.array([0]), float("nan"))


@pytest.mark.parametrize("row", STRANGE)
@pytest.mark.parametrize(
    "call",
    [
        lambda batch, row: batch.observe(0, row),
        lambda batch, row: batch.known_points(0, row),
        lambda batch, row: batch.legal_actions(row),
        lambda batch, row: batch.describe(0, row),
        lambda batch, row: batch.explain_illegal(0, row),
        lambda batch, row: batch.record(row),
        lambda batch, row: batch.render(row),
        lambda batch, row: batch.save(row),
        lambda batch, row: batch.load(batch.save(), row),
    ],
    ids=["observe", "known_points", "legal_actions", "describe", "explain", "record", "render", "save", "load"],
)
def test_rows_that_do_not_exist(batch, call, row):
    before = contents(batch)
    with pytest.raises(ConfigurationError, match="row=.* is not allowed; allowed: 0 to 3"):
        call(batch, row)
    assert contents(batch) == before


@pytest.mark.parametrize("seat", [value for value in STRANGE if value != 4] + [2, 7])
@pytest.mark.parametrize(
    "call",
    [
        lambda batch, seat: batch.observe(seat),
        lambda batch, seat: batch.known_points(seat),
        lambda batch, seat: batch.resample([0, 1], seat if np.ndim(seat) else [seat, seat], 1),
    ],
    ids=["observe", "known_points", "resample"],
)
def test_seats_that_do_not_exist(batch, call, seat):
    before = contents(batch)
    with pytest.raises(ConfigurationError, match="player=.* is not allowed; allowed: 0 to 1"):
        call(batch, seat)
    assert contents(batch) == before


@pytest.mark.parametrize("seat", [value for value in STRANGE if value is not None])
def test_a_seat_of_ones_own(seat):
    with pytest.raises(ConfigurationError, match="seat=.* is not allowed; allowed: 0 to 1"):
        SeatBatch("launch", 1, players=2, seat=seat)


@pytest.mark.parametrize(
    "actions",
    [[0, 0, 0], [[0], [0], [0], [0]], [0, [1], 2, 3], [0.0] * 4, ["0"] * 4, [True] * 4, 0, None, [10**30] * 4],
)
def test_actions_of_another_kind(batch, actions):
    before = contents(batch)
    for step in (
        batch.step,
        lambda given: batch.step(given, on_illegal="forfeit"),
        lambda given: batch.step(given, np.ones(4, bool)),
    ):
        with pytest.raises(IllegalActionError, match="step needs 4 whole numbers"):
            step(actions)
    assert contents(batch) == before


@pytest.mark.parametrize("action", [-1, 138, 2**63, -(2**70), 1.5, "1", None, True])
def test_single_actions(action):
    batch = Batch("launch", 1, players=2, autoreset="disabled")
    with pytest.raises(IllegalActionError):
        batch.step(action)
    assert int(batch.states["decisions"][0]) == 0
    with pytest.raises(IllegalActionError, match="step needs 2 whole numbers"):
        Batch("launch", 2, players=2).step(0)


@pytest.mark.parametrize("rows", [np.ones(3, bool), np.ones(4), np.ones((4, 1), bool), "all", 4, -1, [0, 4], [1, 1]])
def test_selections(batch, rows):
    before = contents(batch)
    for call in (
        lambda: batch.reset(1, rows),
        lambda: batch.reset(None, rows),
        lambda: batch.step([0] * np.size(rows), rows),
        lambda: batch.set_states(batch.states, rows),
        lambda: batch.resample(rows, 0, 1),
        lambda: batch.copy_rows(0, rows),
        lambda: batch.look_ahead(rows),
    ):
        with pytest.raises(ConfigurationError, match="rows?=.* is not allowed"):
            call()
    assert {n: v for n, v in contents(batch).items() if n not in ("random", "actions")} == {
        n: v for n, v in before.items() if n not in ("random", "actions")
    }


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1, 2, 3], [1, 2, 3, -4], [1.0] * 4, [[1]] * 4])
def test_seeds(batch, seed):
    with pytest.raises(ConfigurationError, match="seed"):
        batch.reset(seed)
    if not isinstance(seed, list):
        with pytest.raises(ConfigurationError, match="seed"):
            Batch("launch", 1, seed=seed)
        with pytest.raises(ConfigurationError, match="seed"):
            batch.resample(0, 0, seed)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_games": 0}, "num_games=0 is not allowed; allowed: 1 to 1099511627776."),
        ({"num_games": 2.0}, "num_games=2.0"),
        ({"num_games": 10**10}, "GB of memory"),
        ({"num_games": 10**40}, "allowed: 1 to 1099511627776."),
        ({"players": 7}, "players=7 is not allowed; allowed: 1, 2, 3, 4, 5, 6"),
        ({"players": "2"}, "players='2'"),
        ({"players": True}, "players=True"),
        ({"threads": 0}, "threads=0 is not allowed; allowed: 1 to 1024, or None for all cores"),
        ({"threads": 1.5}, "threads=1.5"),
        ({"reward": "money"}, "reward='money' is not allowed; allowed: outcome, points, points_delta"),
        ({"reward": ["outcome"]}, "reward="),
        ({"autoreset": "never"}, "autoreset='never'"),
        ({"random_seats": [0, 1]}, "one seat at least is the caller's"),
        ({"random_seats": [2]}, "random_seats=2 is not allowed; allowed: 0 to 1"),
        ({"random_seats": 1}, "random_seats=1 is not allowed; allowed: a list of seats"),
        ({"observer": 2}, "observer=2 is not allowed; allowed: 0 to 1"),
        ({"weather": 3}, "unexpected keyword argument 'weather'; allowed: num_games, players"),
        ({"self": 3}, "unexpected keyword argument 'self'"),
        ({"missions": (64, float("inf"), 68)}, "missions="),
        ({"missions": 5}, "missions=5"),
        ({"missions": "64,66,68"}, "missions='64,66,68'"),
    ],
)
def test_settings_that_are_not_allowed(settings, words):
    arguments = {"num_games": 1, "players": 2, **settings}
    with pytest.raises(MoonEnvsError) as caught:
        Batch("launch", **arguments)
    assert words in str(caught.value)


def test_games_that_do_not_exist():
    for game in ("chess", None, 3, ["launch"]):
        with pytest.raises(ConfigurationError, match="There is no game"):
            Batch(game)


# States from outside


FIELDS_WITH_BOUNDS = ("seat", "player_count", "over", "decision", "phase")


@pytest.mark.parametrize(
    ("id_", "field"),
    [
        (id_, field)
        for id_ in GAMES
        for field in FIELDS_WITH_BOUNDS
        if field in (moon_envs.game(id_).state_dtype.names or ())
    ],
)
def test_records_with_impossible_values(id_, field):
    """A save with a right checksum, and an array of records: refused in words, and nothing has changed."""
    batch = Batch(id_, 2, players=2, seed=3)
    states = batch.states.copy()
    states[field][1] = 127
    before = contents(batch)
    with pytest.raises(ConfigurationError, match=rf"{id_}, row 1: {field} is 127; allowed: "):
        batch.set_states(states)
    with pytest.raises(SaveError, match=rf"{id_}, row 0: {field} is 127; allowed: "):
        batch.load(moon_envs.saves.pack(batch.game, states[1]))
    assert contents(batch) == before


def test_records_whose_values_do_not_fit_each_other():
    batch = Batch("mine", 1, players=2, seed=3)
    for change, words in (
        (lambda state: state["cards"].__setitem__(0, state["cards"][1]), "the cards are not all there, each once"),
        (lambda state: state["players"]["filled_cells"].__setitem__(0, 3), "does not follow from its cells"),
        (lambda state: state["fitting_cells"].__setitem__((1, 4), 5), "where numbers fit does not follow"),
        (lambda state: state.__setitem__("turn", 20), "the sheets cannot be so empty in this turn"),
        (lambda state: state.__setitem__("writable", 0), "the decision does not fit"),
        (lambda state: state.__setitem__("opponent", 3), "one player plays against ASTRA"),
    ):
        states = batch.states.copy()
        change(states[0])
        with pytest.raises(ConfigurationError, match=f"no game can go on from this record: .*{words}"):
            batch.set_states(states)


@pytest.mark.parametrize("states", [None, "states", np.zeros(4), [1, 2], np.zeros((2, 2))])
def test_states_of_another_kind(batch, states):
    with pytest.raises(ConfigurationError, match="set_states needs 4 records"):
        batch.set_states(states)


@pytest.mark.parametrize("data", [None, "text", 5, [1], b"", bytearray(b"x")])
def test_saves_of_another_kind(batch, data):
    with pytest.raises(SaveError):
        batch.load(data)


@pytest.mark.parametrize("rows", [[-1], [4], [10**9], [0, 0], [1.5]])
def test_unchecked_doors_still_check_rows_and_types(batch, rows):
    """Records may be broken on purpose, but rows and types never reach compiled code unchecked."""
    before, records = contents(batch), batch.states[: len(rows)].copy()
    for call in (batch.set_checked_states, batch.overwrite_records):
        with pytest.raises(ConfigurationError, match="rows="):
            call(records, rows)
        for wrong in (records[:0], records.view(np.uint8), None):
            with pytest.raises(ConfigurationError, match="records of the state type of launch"):
                call(wrong, [0])
    with pytest.raises(ConfigurationError, match="rows="):
        batch.checkpoint(rows)
    with pytest.raises(ConfigurationError, match="rows="):
        batch.restore(batch.checkpoint([0])._replace(rows=np.array(rows)))
    assert contents(batch) == before
