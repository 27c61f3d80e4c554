"""How many games are in progress at once: some end soon, and no game depends on it."""

from __future__ import annotations

import numpy as np
import pytest

from moon_envs import Batch
from moon_envs.agents import Agent, NetworkAgent, Pace, RandomAgent, find_agent, play_games
from moon_envs.agents.pace import GAMES_AT_FIRST
from moon_envs.engine.threads import available_cores
from moon_envs.testing.crater.game import GAME as CRATER
from tests.networks.random_weights import random_file


class Thinking(Agent):
    """The first legal action, by the random numbers of the game every fourth time; notes which rows it is asked for."""

    name = "thinking"

    def __init__(self, games_at_once: int | None = None):
        self.games_at_once = games_at_once
        self.asked: list[np.ndarray] = []

    def act(self, waiting):
        self.asked.append(waiting.rows.copy())
        return np.where(waiting.seeds % 4 == 0, RandomAgent().act(waiting), waiting.mask.argmax(axis=1))


def test_what_agents_want(tmp_path):
    least = 8 * available_cores()
    assert [find_agent(f"mcts:{number}").games_at_once for number in (1, 4096)] == [4096, least]
    for name in ("mcts:1000000", f"mcts:1000000+{random_file(tmp_path, 'launch', True)}", "rollouts:1000000+baseline"):
        assert find_agent(name).games_at_once == least
    searching = find_agent("mcts:1000")
    searching.use_threads(3)
    assert searching.games_at_once == 24
    assert NetworkAgent("baseline").games_at_once == RandomAgent().games_at_once >= 1_000_000
    assert find_agent(lambda observation, mask: mask).games_at_once is None


def test_few_at_first_where_an_agent_may_be_slow():
    pace = Pace([Thinking(), RandomAgent()], 300)
    assert pace.games_at_once == GAMES_AT_FIRST
    for ended, expected in ((20, GAMES_AT_FIRST), (20, 40), (200, 240), (1000, 300)):
        pace.count(ended)
        assert pace.games_at_once == expected
    assert Pace([Thinking(5), Thinking()], 300).games_at_once == 5
    assert Pace([Thinking(7), Thinking(5)], 300).games_at_once == 5
    assert Pace([RandomAgent(), find_agent("baseline")], 300).games_at_once == 300
    assert Pace([Thinking()], 3).games_at_once == 3


@pytest.mark.parametrize("games_at_once", [1, 7, None])
def test_no_game_depends_on_the_pace(games_at_once):
    """Random seats draw from the random numbers of their own row; the rows that wait beside it do not matter."""
    batches = []
    for pace in (None, Pace([Thinking(games_at_once)], 40)):
        batch = Batch("launch", 40, 2, seed=5, autoreset="disabled")
        play_games(batch, [Thinking(), RandomAgent()], pace=pace)
        batches.append(batch)
    one, other = batches
    assert one.states.tobytes() == other.states.tobytes() and (one.final_points == other.final_points).all()


def test_the_first_rows_come_first_and_the_next_follow_when_they_are_over():
    agent, steps = Thinking(), []
    batch = Batch("launch", 20, 1, seed=2, autoreset="disabled", opponent=1)
    play_games(batch, [agent], on_step=lambda *step: steps.append(step), pace=Pace([Thinking(4)], 20))
    assert agent.asked[0].tolist() == [0, 1, 2, 3] and max(map(len, agent.asked)) == 4
    over: set[int] = set()
    for before, after in zip(agent.asked[:-1], agent.asked[1:], strict=True):
        over |= set(before.tolist()) - set(after.tolist())
        assert after.tolist() == [row for row in range(20) if row not in over][:4]
    assert [sum(column) for column in zip(*steps, strict=True)] == [20, batch.final_decisions.sum()]
    first_end = next(place for place, (finished, _) in enumerate(steps) if finished)
    assert first_end < len(steps) / 4, "a fifth of the games are over after a fifth of the time"


def test_sampling_some_rows_leaves_the_random_numbers_of_the_others_alone():
    one, other = (Batch(CRATER, 6, 2, seed=1) for _ in range(2))
    chosen = one.sample([1, 4])
    assert chosen.shape == (2,)
    assert one.sample([5, 0, 2, 3]).tolist() == other.sample()[[5, 0, 2, 3]].tolist()
    assert chosen.tolist() == other._actions[[1, 4]].tolist()
