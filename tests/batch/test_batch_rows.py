"""Some rows of a batch: steps, resets, states, redrawing and copies touch these rows and no others."""

import numpy as np
import pytest

from moon_envs import Batch
from moon_envs.base.errors import ConfigurationError, IllegalActionError

ROWS = 6


def played(game="mlem", steps=40, seed=3, **settings):
    """A batch in the middle of its games."""
    batch = Batch(game, ROWS, 2, seed, threads=1, **settings)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def shown(batch, row):
    """Everything a row shows."""
    arrays = (batch.mask, batch.observation, batch.reward, batch.done, batch.final_points, batch.final_outcome)
    return (batch.states[row].tobytes(), int(batch.actor[row]), *(array[row].tobytes() for array in arrays))


def everything(batch):
    return [shown(batch, row) for row in range(len(batch))]


@pytest.mark.parametrize("rows", [[4, 1], np.array([1, 4]), np.array([0, 1, 0, 0, 1, 0], bool)])
def test_steps_of_some_rows(rows):
    whole, part = played(), played()
    actions = whole.sample().copy()
    before = everything(part)
    whole.step(actions)
    part.step(actions[rows], rows)
    for row in range(ROWS):
        assert shown(part, row) == (shown(whole, row) if row in (1, 4) else before[row])


def test_an_illegal_action_among_some_rows():
    batch = played()
    before = everything(batch)
    action = int(batch.sample()[2])
    with pytest.raises(IllegalActionError, match="row 5: action -1"):
        batch.step([action, -1], [2, 5])
    with pytest.raises(IllegalActionError, match="step needs 2 whole numbers"):
        batch.step([action], [2, 5])
    with pytest.raises(ConfigurationError, match="on_illegal='shrug' is not allowed; allowed: raise, forfeit"):
        batch.step([action], [2], on_illegal="shrug")
    assert everything(batch) == before
    batch.step([action, -1], [2, 5], on_illegal="forfeit")
    assert batch.illegal.tolist() == [False] * 5 + [True]


def test_no_rows_at_all():
    batch = played()
    before = everything(batch)
    batch.step([], [])
    batch.reset(None, [])
    batch.resample([], 0, 1)
    batch.copy_rows([], [])
    assert everything(batch) == before


def test_resets_of_some_rows():
    batch, fresh = played(), Batch("mlem", ROWS, 2, seed=100, threads=1)
    before = everything(batch)
    batch.reset(100, [5, 2])
    for row in range(ROWS):
        assert batch.states[row].tobytes() == (fresh.states if row in (2, 5) else played().states)[row].tobytes()
    assert [shown(batch, row) for row in (0, 1, 3, 4)] == [before[row] for row in (0, 1, 3, 4)]
    batch.reset([7, 100], [4, 0])
    single = Batch("mlem", 1, 2, seed=7)
    assert batch.states[4].tobytes() == single.states[0].tobytes()


def test_a_seed_of_none_deals_the_following_game():
    """`reset(seed=[1, None, 3])`: the second row goes on to the game that autoreset would deal."""
    one, other = Batch("mlem", 3, 2, seed=5), Batch("mlem", 3, 2, seed=5, autoreset="next_step")
    one.reset([1, None, 3])
    other.play_out()
    other.step(other.sample())
    assert one.states["seed"].tolist() == [1, int(other.states["seed"][1]), 3]
    assert one.states[1].tobytes() == other.states[1].tobytes()
    one.reset()
    two = Batch("mlem", 3, 2, seed=5)
    two.reset([1, None, 3])
    two.reset([None] * 3)
    assert everything(one) == everything(two)


def test_states_of_some_rows():
    batch, source = played(), played(seed=50)
    batch.set_states(source.states[[0, 1]], [3, 2])
    assert batch.states[3].tobytes() == source.states[0].tobytes()
    assert batch.states[2].tobytes() == source.states[1].tobytes()
    assert (batch.mask[3] == source.mask[0]).all() and (batch.observation[2] == source.observation[1]).all()


def test_redrawing_many_rows_is_redrawing_each():
    """Each row with its player and its seed, in one call."""
    together, one_by_one = played("launch"), played("launch")
    rows, players, seeds = [5, 0, 3], [1, 0, 1], [11, 12, 2**40]
    before = everything(together)
    together.resample(rows, players, seeds)
    for row, player, seed in zip(rows, players, seeds, strict=True):
        one_by_one.resample(row, player, [seed])
    assert everything(together) == everything(one_by_one)
    assert [shown(together, row) for row in (1, 2, 4)] == [before[row] for row in (1, 2, 4)]
    together.resample(None, 0, 70)
    one_by_one.resample(np.arange(ROWS), np.zeros(ROWS, int), 70 + np.arange(ROWS))
    assert everything(together) == everything(one_by_one)
    with pytest.raises(ConfigurationError, match="resample needs a seed for every row"):
        together.resample([0, 1], 0, [1, None])


def test_copies_of_rows():
    batch = played(reward="points_delta")
    before = everything(batch)
    batch.copy_rows([0, 0, 3], [5, 4, 1])
    expected = [before[row] for row in (0, 3, 2, 3, 0, 0)]
    assert everything(batch) == expected
    actions = np.zeros(ROWS, int)
    actions[[0, 4, 5]] = batch.sample()[0]
    batch.step(actions[[0, 4, 5]], [0, 4, 5])
    assert shown(batch, 0) == shown(batch, 4) == shown(batch, 5)


def test_copies_of_one_game_are_played_out_differently():
    batch = played("launch")
    batch.copy_rows([0] * 5, [1, 2, 3, 4, 5])
    batch.play_out()
    assert len({points.tobytes() for points in batch.final_points}) > 1


def test_copies_from_another_batch():
    source = played("launch", seed=9)
    target = Batch("launch", 64, 2, threads=1)
    target.copy_rows(np.repeat(np.arange(4), 16), np.arange(64), source)
    assert [shown(target, row) for row in (0, 15, 16, 63)] == [shown(source, row) for row in (0, 0, 1, 3)]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda batch: batch.copy_rows([0, 1], [2]), "cannot copy 2 rows to 1 rows"),
        (lambda batch: batch.copy_rows([0, 1], [1, 2]), "cannot copy from a row that it overwrites"),
        (lambda batch: batch.copy_rows([0, 1], [2, 2]), "a row is named twice"),
        (lambda batch: batch.copy_rows(0, ROWS), f"row={ROWS} is not allowed"),
        (lambda batch: batch.copy_rows(0, 1, "batch"), "source='batch' is not allowed"),
        (lambda batch: batch.copy_rows(0, 1, Batch("launch", 1, 2)), "differ in their game"),
        (lambda batch: batch.copy_rows(0, 1, Batch("mlem", 1, 3)), "differ in their configuration"),
        (lambda batch: batch.copy_rows(0, 1, Batch("mlem", 1, 2, reward="points")), "differ in their rewards"),
        (lambda batch: batch.copy_rows(0, 1, Batch("mlem", 1, 2, encoding="one_hot")), "differ in their encoding"),
    ],
)
def test_copies_that_are_refused(call, words):
    batch = played(steps=3)
    before = everything(batch)
    with pytest.raises(ConfigurationError, match=words):
        call(batch)
    assert everything(batch) == before
