"""One call at a time: user code called by one of our objects gets an error when it uses that object."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, NetworkSearch, SeatBatch
from moon_envs.agents import Agent, play_games
from moon_envs.arena import Arena
from moon_envs.base.errors import AgentError, ConcurrentUseError
from moon_envs.play.opening import new_session
from moon_envs.testing.crater.game import GAME as CRATER

SOLO = {"players": 1, "opponent": 1}


class Meddler(Agent):
    """Plays the first legal action, and does something else before."""

    name = "meddler"

    def __init__(self):
        self.meddle = lambda: None
        self.refused = []

    def act(self, waiting):
        try:
            self.meddle()
        except ConcurrentUseError as error:
            self.refused.append(str(error))
        return waiting.mask.argmax(axis=1)


def test_a_network_cannot_use_the_search_that_asks_it():
    """The result changed silently: both searches wrote into the same trees."""
    states = Batch("launch", 3, seed=5, **SOLO).states
    search = NetworkSearch("launch", simulations=12, network=lambda *given: network(*given), reward="points", **SOLO)
    calls = []

    def ignorant(observation, mask):
        return np.zeros(mask.shape), np.zeros(len(mask))

    def meddling(observation, mask):
        calls.append(1)
        if len(calls) == 3:
            search.search(states[:1], seed=3)
        return ignorant(observation, mask)

    network = ignorant
    expected = search.search(states, seed=7).visits
    network = meddling
    with pytest.raises(ConcurrentUseError, match="a network cannot use the search that is asking it"):
        search.search(states, seed=7)
    network = ignorant
    assert (search.search(states, seed=7).visits == expected).all()


def test_a_network_of_another_thread_cannot_use_the_search_that_asks_it():
    states = Batch("launch", 64, seed=5, **SOLO).states

    def meddling(observation, mask):
        return search.search(states[:1], seed=3)

    search = NetworkSearch("launch", simulations=3, network=meddling, reward="points", threads=2, **SOLO)
    with pytest.raises(ConcurrentUseError, match="a network cannot use the search that is asking it"):
        search.search(states, seed=7)


def test_an_agent_cannot_use_the_batch_in_which_it_plays():
    agent = Meddler()
    batch = Batch(CRATER, 4, 2, autoreset="disabled")
    agent.meddle = batch.sample
    play_games(batch, [agent, agent])
    assert len(agent.refused) > 3 and all("an agent cannot use the batch" in words for words in agent.refused)
    assert (batch.actor < 0).all()


def test_an_agent_cannot_use_the_session_in_which_it_plays():
    agent = Meddler()
    session = new_session(CRATER, seed=1, opponents=agent)
    agent.meddle = lambda: session.decide(session.legal_actions[0])
    while not session.is_over:
        session.let_others_play()
        if not session.is_over:
            session.decide(session.legal_actions[0])
    assert agent.refused and [one.actor for one in session.decisions[:2]] != [1, 1]
    agent.refused.clear()
    session = new_session(CRATER, seed=1, opponents=agent)
    agent.meddle = session.undo
    session.decide(session.legal_actions[0])
    session.hint(agent)
    assert len(agent.refused) == 1 and len(session.decisions) == 1


def test_an_agent_cannot_use_the_arena_in_which_it_plays():
    agent = Meddler()
    arena = Arena(CRATER, [agent, "random"], 2)
    agent.meddle = lambda: arena.play(4)
    result = arena.play(8)
    assert agent.refused and len(np.unique(result.seeds)) == len(result.seeds) == 4
    with pytest.raises(ConcurrentUseError, match="a callback cannot use the arena"):
        arena.play(16, on_step=lambda games, decisions: arena.play(20))


def test_an_agent_cannot_use_the_environment_in_which_it_plays(tmp_path):
    """Nothing of the environment or of its recording is changed by what is refused."""
    from moon_envs.envs.recorders import RecordGames
    from moon_envs.envs.single_agent import MoonEnv

    agent = Meddler()
    env = RecordGames(MoonEnv(CRATER, 2, opponents=agent), tmp_path / "games", every=1)
    agent.meddle = lambda: env.reset(seed=9)
    _, info = env.reset(seed=3)
    is_over = False
    while not is_over:
        before = env.unwrapped.np_random.bit_generator.state
        _, _, is_over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert env.unwrapped.np_random.bit_generator.state == before
    assert agent.refused
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["game-00000000.json"]


class Actions:
    """Actions that do something when they become an array."""

    def __init__(self, do):
        self.do = do

    def __array__(self, dtype=None, copy=None):
        self.do()
        return np.array([0, 0])


def test_what_is_given_cannot_use_the_batch_that_takes_it():
    batch = Batch(CRATER, 2, 2)
    before = batch.states.tobytes()
    for do in (lambda: batch.step([0], rows=[1]), batch.sample, lambda: batch.clone()):
        errors = []

        def noting(do=do, errors=errors):
            try:
                do()
            except ConcurrentUseError as error:
                errors.append(str(error))
                raise

        with pytest.raises(moon_envs.MoonEnvsError):
            batch.step(Actions(noting))
        assert len(errors) == 1 and batch.states.tobytes() == before
    batch.step([0, 0])


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="signals of Unix")
def test_a_handler_of_signals_cannot_use_a_batch_in_the_middle_of_a_step():
    refused = []

    def handle(*_):
        try:
            batch.step([0, 0])
        except ConcurrentUseError as error:
            refused.append(str(error))

    def agent(observation, mask):
        os.kill(os.getpid(), signal.SIGUSR1)
        return np.argmax(mask, axis=1)

    previous = signal.signal(signal.SIGUSR1, handle)
    try:
        batch = SeatBatch(CRATER, 2, 2, seat=0, opponents=agent)
        batch.step(batch.mask.argmax(axis=1))
    finally:
        signal.signal(signal.SIGUSR1, previous)
    assert refused and "another call of this batch is under way" in refused[0]


def test_copying_rows_within_a_batch_is_one_call():
    batch = Batch(CRATER, 3, 2, seed=4)
    batch.copy_rows(0, 2)
    assert batch.record(0).tobytes() == batch.record(2).tobytes()


def test_an_agent_that_fails_is_told_as_before():
    agent = Meddler()
    agent.meddle = lambda: 1 / 0
    with pytest.raises(AgentError, match="ZeroDivisionError"):
        play_games(Batch(CRATER, 1, 2, autoreset="disabled"), [agent, agent])
