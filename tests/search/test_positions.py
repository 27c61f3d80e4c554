"""Positions in which it is known what is best, and that more simulations play better."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.connect_four.game.game import GAME as CONNECT_FOUR
from moon_envs import Batch, Search, SeatBatch, agents
from moon_envs.testing.crater.game import GAME as CRATER
from moon_envs.testing.crater.state import NO_BID
from tests.search.positions import connect_four, played

SEEDS = 20


def winning_columns(state: np.void, player: int) -> list[int]:
    """Where this player would win by dropping a stone now, even if the other player decides."""
    trial = Batch(CONNECT_FOUR, 7, autoreset="disabled", threads=1)
    states = np.repeat(np.array([state]), 7)
    states["actor"] = player
    trial.set_checked_states(states, np.arange(7))
    legal = np.flatnonzero(trial.mask[0])
    trial.step(legal, legal)
    return [int(column) for column in legal if trial.states["winner"][column] == player]


def is_lost_after(state: np.void, column: int) -> bool:
    """Whether the other player wins at once after a stone was dropped in a column."""
    trial = Batch(CONNECT_FOUR, 1, autoreset="disabled", threads=1)
    trial.set_states(np.array([state]))
    trial.step(column)
    return trial.actor[0] >= 0 and bool(winning_columns(trial.states[0], int(trial.actor[0])))


@pytest.mark.parametrize(
    ("columns", "best"),
    [((0, 6, 0, 6, 0, 6), 0), ((0, 6, 0, 6, 0), 0), ((1, 1, 2, 2, 3, 6), 4), ((6, 0, 6, 1, 5, 2), 3)],
    ids=["wins upwards", "blocks upwards", "wins sideways", "blocks sideways"],
)
@pytest.mark.parametrize("settings", [{"simulations": 300}, {"simulations": 700, "depth": 1}], ids=["tree", "flat"])
def test_wins_and_blocks(columns, best, settings):
    states = np.repeat(connect_four(*columns), SEEDS)
    found = Search(CONNECT_FOUR, **settings).search(states, seed=1)
    allowed = {best, 0} if columns == (1, 1, 2, 2, 3, 6) else {best}
    assert set(found.choices.tolist()) <= allowed


def test_wins_and_blocks_in_random_positions():
    batch = played(CONNECT_FOUR, 400, 12)
    found = Search(CONNECT_FOUR, simulations=2000).search(batch.states, seed=1)
    wins = blocks = 0
    for row in range(len(batch)):
        player = int(batch.actor[row])
        own, theirs = (winning_columns(batch.states[row], one) for one in (player, 1 - player))
        if own:
            assert found.choices[row] in own
            wins += 1
        elif len(theirs) == 1 and not is_lost_after(batch.states[row], theirs[0]):
            assert found.choices[row] in theirs
            blocks += 1
    assert min(wins, blocks) > 20


def test_a_win_is_worth_one():
    found = Search(CONNECT_FOUR, simulations=300).search(connect_four(0, 6, 0, 6, 0, 6))
    assert found.values[0, 0] == 1.0 and (found.values[0, 1:] < 1.0).all()


@pytest.mark.parametrize("kind", [agents.FlatMonteCarlo, agents.TreeSearch])
def test_more_simulations_score_more(kind):
    def points(agent):
        batch = Batch("launch", 12, 1, seed=0, opponent=1, autoreset="disabled", threads=1)
        agents.play_games(batch, [agent])
        return batch.final_points[:, 0].sum(axis=1).mean()

    few, more = points(kind(2, reward="points")), points(kind(100, reward="points"))
    assert few + 10 < more
    assert points(agents.RandomAgent()) + 10 < more


def bidding(own_fuel: int, fuel_of_other: int, die: int) -> np.ndarray:
    """Crater for two in which player 1 bids last, on a crater that counts once."""
    batch = Batch(CRATER, 1, 2, threads=1)
    batch.step(0)
    states = batch.states.copy()
    assert states["bids"][0].tolist()[1] == NO_BID
    states["fuel"][0, :2] = fuel_of_other, own_fuel
    states["die"] = die
    cards = states["cards"][0].tolist()
    if cards[1] == die:
        cards[1], cards[5] = cards[5], cards[1]
    states["cards"][0] = cards
    return states


def test_greedy_takes_the_most_points_on_average():
    """The other has 1 fuel and bids 0 or 1, equally likely when redrawn: 2 and 3 win, 1 wins half the time."""
    states = bidding(own_fuel=6, fuel_of_other=1, die=5)
    tries = 4000
    search = Search(CRATER, 2, tries=tries, depth=1, play_out=False, reward="points")
    values = search.search(states).values[0]
    won = 5 / CRATER.points_scale
    assert values[0] == 0.0 and values[2:] == pytest.approx([won, won])
    assert abs(values[1] - won / 2) < 5 * won / 2 / np.sqrt(tries)


def test_greedy_breaks_ties_by_lot():
    """2 and 3 win for sure, so they are equal; the bids of the first player pay nothing, so all four are."""
    seeds = 4000
    search = Search(CRATER, 2, tries=64, depth=1, play_out=False, reward="points")
    last = search.search(np.repeat(bidding(own_fuel=6, fuel_of_other=1, die=5), seeds), seed=3).choices
    assert set(last.tolist()) == {2, 3}
    assert abs((last == 2).mean() - 1 / 2) < 5 * np.sqrt(1 / 4 / seeds)
    first = search.search(np.repeat(Batch(CRATER, 1, 2).states, seeds), seed=3).choices
    for bid in range(4):
        assert abs((first == bid).mean() - 1 / 4) < 5 * np.sqrt(3 / 16 / seeds)


def test_greedy_wins_in_one_move():
    batch = SeatBatch(CONNECT_FOUR, SEEDS, 2, seat=1, opponents=agents.Greedy(), autoreset="disabled")
    batch.set_states(np.repeat(connect_four(0, 6, 0, 6, 0, 6), SEEDS))
    assert (batch.final_outcome[:, 0] == 1).all() and (batch.actor == -1).all()
