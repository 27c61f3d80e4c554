"""What an agent is shown and asked: rows that wait, copies of what it looks at, random numbers of each game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from moon_envs import Batch, SeatBatch, agents
from moon_envs.agents import Agent, RandomAgent, Waiting, play_games
from moon_envs.base.errors import ConfigurationError
from moon_envs.testing.crater.game import GAME as CRATER


class Recording(Agent):
    """The first legal action; remembers what it was asked."""

    name = "recording"

    def __init__(self):
        self.prepared = []
        self.asked = []

    def prepare(self, game, configuration):
        super().prepare(game, configuration)
        self.prepared.append((game.id, configuration.players))

    def act(self, waiting):
        self.asked.append((waiting.rows.tolist(), waiting.seats.tolist(), waiting.seeds.tolist()))
        return waiting.mask.argmax(axis=1)


def test_an_agent_is_prepared_before_it_is_asked():
    agent = Recording()
    batch = SeatBatch(CRATER, 4, 3, seat=1, opponents=agent)
    assert agent.prepared and set(agent.prepared) == {("crater", 3)}
    assert agent.asked[0][:2] == ([0, 1, 2, 3], [0, 0, 0, 0])
    other = Recording()
    play_games(Batch(CRATER, 2, 2, autoreset="disabled"), [other, RandomAgent()])
    assert other.prepared == [("crater", 2)] and other.asked
    assert batch.actor.tolist() == [1] * 4


def test_games_that_an_agent_does_not_play():
    class Specialist(Recording):
        games = ("launch", "mine")

    words = "The agent 'recording' plays launch, mine, not crater"
    with pytest.raises(ConfigurationError, match=words):
        SeatBatch(CRATER, 1, 2, seat=0, opponents=Specialist())
    with pytest.raises(ConfigurationError, match=words):
        play_games(Batch(CRATER, 1, 2, autoreset="disabled"), [Specialist()] * 2)
    SeatBatch("launch", 1, 2, seat=0, opponents=Specialist())


def test_an_agent_on_several_seats_is_asked_once():
    """All rows that wait for it in one call, whichever seat decides in them."""
    agent = Recording()
    batch = Batch(CRATER, 6, 4, autoreset="disabled", threads=1)
    batch.step([0, 0, 0], [1, 3, 5])
    assert batch.actor.tolist() == [0, 1] * 3
    play_games(batch, [agent] * 4)
    assert agent.asked[0][:2] == ([0, 1, 2, 3, 4, 5], [0, 1] * 3)
    assert len(agent.asked) == 16  # four rounds of four bids; half of the games are one bid ahead
    one, two = Recording(), Recording()
    batch = SeatBatch(CRATER, 6, 3, seat=2, opponents=[one, two])
    assert [asked[1] for asked in one.asked] == [[0] * 6] and [asked[1] for asked in two.asked] == [[1] * 6]
    both = Recording()
    batch = SeatBatch(CRATER, 6, 3, seat=2, opponents=both)
    assert [asked[1] for asked in both.asked] == [[0] * 6, [1] * 6]
    assert batch.actor.tolist() == [2] * 6


@dataclass
class Constant(Agent):
    """Bids the same, and is equal to others that do; cannot be hashed."""

    bid: int
    name: str = "constant"

    def act(self, waiting):
        self.seats = {*getattr(self, "seats", set()), *waiting.seats.tolist()}
        return np.minimum(self.bid, waiting.mask.sum(axis=1) - 1)


@dataclass(frozen=True)
class FrozenConstant(Agent):
    """The same, with a hash: two of them are one key of a dict."""

    bid: int

    def act(self, waiting):
        return np.minimum(self.bid, waiting.mask.sum(axis=1) - 1)


@pytest.mark.parametrize("kind", [Constant, FrozenConstant])
def test_equal_agents_are_two(kind):
    """One of two equal opponents was not asked: its seat played action 0."""
    batch = SeatBatch(CRATER, 5, 3, seat=2, opponents=[kind(2), kind(2)])
    assert batch.states["bids"][:, :2].tolist() == [[2, 2]] * 5
    one, two = kind(1), kind(1)
    games = Batch(CRATER, 2, 2, autoreset="disabled")
    play_games(games, [one, two])
    assert kind is FrozenConstant or (one.seats == {0} and two.seats == {1})


def test_everything_is_copied_when_it_is_asked_for():
    batch = Batch("launch", 5, 2, threads=1)
    waiting = Waiting(batch, np.array([1, 4]))
    assert len(waiting) == 2 and waiting.game is batch.game and waiting.configuration == batch.configuration
    assert not {"observation", "mask", "states", "seeds"} & vars(waiting).keys()
    for name in ("observation", "mask", "states"):
        own = getattr(waiting, name)
        assert own is getattr(waiting, name)
        assert own.tobytes() == getattr(batch, name)[[1, 4]].tobytes()
        assert not np.shares_memory(own, getattr(batch, name)) and own.flags.writeable
    before = waiting.mask.tobytes()
    batch.step(batch.sample())
    assert waiting.mask.tobytes() == before


def test_seeds_are_functions_of_the_game():
    """Not of the row, the batch or what else waits; other games and later decisions have others."""
    wide, single = Batch("launch", 40, 2, seed=0), Batch("launch", 1, 2, seed=7)
    seen = set()
    for _ in range(20):
        seeds = Waiting(wide, np.arange(40)).seeds
        assert seeds.dtype == np.uint64 and len(set(seeds.tolist()) | seen) == len(seen) + 40
        seen |= set(seeds.tolist())
        assert Waiting(single, np.array([0])).seeds[0] == seeds[7] == Waiting(wide, np.array([3, 7])).seeds[1]
        actions = wide.sample().copy()
        single.step(int(actions[7]))
        wide.step(actions)
    saved = wide.save(7)
    single.load(saved)
    assert Waiting(single, np.array([0])).seeds[0] == Waiting(wide, np.array([7])).seeds[0]


@pytest.mark.parametrize("name", ["greedy", "flat:8", "mcts:8"])
def test_games_of_searching_agents_depend_on_the_game_only(name):
    """Row 3 of five is the same game alone, with other threads, and after it was saved in between."""
    settings = {"players": 2, "opponents": name}
    five, alone = SeatBatch("launch", 5, seed=20, **settings), SeatBatch("launch", 1, seed=23, **settings)
    for step in range(12):
        actions = five.sample().copy()
        five.step(actions)
        alone.step(int(actions[3]))
        assert alone.states[0].tobytes() == five.states[3].tobytes()
        if step == 5:
            saved = alone.batch.save()
            alone = SeatBatch("launch", 1, seed=99, **settings)
            alone.load(saved)


def test_agents_that_reuse_trees_play_each_game_by_itself():
    """The trees of one game are never used for another, in any row and with any batch asking in between."""
    five = Batch("launch", 5, 1, seed=20, opponent=1, autoreset="disabled", threads=1)
    play_games(five, [agents.TreeSearch(12, reuse=True)])
    alone, other = (Batch("launch", 1, 1, seed=seed, opponent=1, autoreset="disabled", threads=1) for seed in (23, 7))
    agent = agents.TreeSearch(12, reuse=True)
    play_games(other, [agent])
    play_games(alone, [agent])
    assert alone.states[0].tobytes() == five.states[3].tobytes()
    fresh = Batch("launch", 5, 1, seed=20, opponent=1, autoreset="disabled", threads=1)
    play_games(fresh, [agents.TreeSearch(12)])
    assert fresh.states.tobytes() != five.states.tobytes()


def test_another_seed_plays_differently():
    def points(seed):
        batch = Batch("launch", 6, 1, seed=0, opponent=1, autoreset="disabled")
        play_games(batch, [agents.TreeSearch(8, seed=seed)])
        return batch.final_points.tolist()

    assert points(0) == points(0) != points(1)


class AlwaysLast(RandomAgent):
    """A random agent by descent, not by what it does."""

    def act(self, waiting):
        return waiting.mask.shape[1] - 1 - waiting.mask[:, ::-1].argmax(axis=1)


def test_descendants_of_the_random_agent_are_asked():
    batch = SeatBatch(CRATER, 3, 2, seat=1, opponents=AlwaysLast())
    assert batch.states["bids"][:, 0].tolist() == [3, 3, 3]
    games = Batch(CRATER, 3, 2, autoreset="disabled")
    play_games(games, [AlwaysLast()] * 2)
    assert (games.states["fuel"][:, :2] == 0).all()


def test_random_agents_are_uniform_and_legal():
    rows = 20_000
    batch = Batch(CRATER, rows, 2, seed=0)
    chosen = RandomAgent().act(Waiting(batch, np.arange(rows)))
    for action in range(4):
        assert abs((chosen == action).mean() - 1 / 4) < 5 * np.sqrt(3 / 16 / rows)
    batch = Batch("launch", 200, 3)
    for _ in range(20):
        actions = RandomAgent().act(Waiting(batch, np.arange(200)))
        assert (batch.mask[np.arange(200), actions] == 1).all()
        batch.step(actions)


def test_seatings():
    """Which agent sits where may differ from game to game."""
    bids = [Constant(0), Constant(1), Constant(2)]
    seating = np.array([[0, 1], [1, 2], [2, 0]])
    games = Batch(CRATER, 3, 2, autoreset="disabled")
    steps = []
    play_games(games, bids, seating, lambda finished, decided: steps.append((finished, decided)))
    assert games.states["fuel"][:, :2].tolist() == [[6, 2], [2, 0], [0, 6]]
    assert [sum(column) for column in zip(*steps, strict=True)] == [3, games.final_decisions.sum()]
