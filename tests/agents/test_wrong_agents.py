"""Agents that break the contract: one clear error that names them, and no game has moved."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from moon_envs import Batch, SeatBatch
from moon_envs.agents import Agent, play_games
from moon_envs.base.errors import AgentError, ConcurrentUseError
from moon_envs.batch.rows import SHOWN_ARRAYS
from moon_envs.testing.crater.game import GAME as CRATER


class Strange(Agent):
    """Plays the first legal action until it is armed with something strange to do."""

    name = "strange"

    def __init__(self):
        self.do = None

    def act(self, waiting):
        right = waiting.mask.argmax(axis=1)
        return right if self.do is None else self.do(waiting, right)


def raising(error):
    def do(waiting, right):
        raise error

    return do


def allowing_everything(waiting, right):
    waiting.mask[:] = 1
    waiting.rows[:] = 0
    waiting.seats[:] = 0
    return right * 0 + 27


class Unwilling:
    def __array__(self, *arguments, **settings):
        raise RuntimeError("no array")


FAULTS = {
    "nothing": (lambda waiting, right: None, "must return . whole numbers.*it returned None"),
    "one number": (lambda waiting, right: 0, "it returned 0"),
    "too few": (lambda waiting, right: right[:-1], "must return"),
    "too many": (lambda waiting, right: np.append(right, 0), "must return"),
    "a column": (lambda waiting, right: right[:, None], "must return"),
    "floats": (lambda waiting, right: right * 1.0, "of float64"),
    "bools": (lambda waiting, right: right > 0, "of bool"),
    "words": (lambda waiting, right: ["0"] * len(right), r"it returned \['0'"),
    "unequal lists": (lambda waiting, right: [[1], [1, 2]], "must return"),
    "no array": (lambda waiting, right: Unwilling(), "it returned <.*Unwilling object"),
    "negative": (lambda waiting, right: right * 0 - 1, "action -1 .* is not legal for player"),
    "beyond": (lambda waiting, right: right * 0 + 10**6, "action 1000000 .* is not legal"),
    "too large": (lambda waiting, right: (right * 0).astype(np.uint64) + np.uint64(2**63 + 5), "is not legal"),
    "illegal": (lambda waiting, right: waiting.mask.argmin(axis=1), "is not legal for player"),
    "illegal in a changed mask": (allowing_everything, "action 27 .* is not legal for player"),
    "raises": (raising(ZeroDivisionError("oh")), "raised ZeroDivisionError: oh"),
    "exits": (raising(SystemExit(3)), "raised SystemExit: 3"),
    "stops": (raising(StopIteration()), "raised StopIteration"),
}


@pytest.mark.parametrize(("do", "words"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
def test_opponents(do, words, autoreset):
    agent = Strange()
    batch = SeatBatch("mlem", 6, 3, seat=1, opponents=agent, seed=2, autoreset=autoreset, threads=1)
    for _ in range(10):
        batch.step(batch.sample())
    agent.do = do
    with pytest.raises(AgentError, match=f"The agent 'strange' of seat [02](, [02])? in mlem.*{words}"):
        for _ in range(50):
            before, actions = batch.states.tobytes(), batch.sample().copy()
            shown = [array.tobytes() for array in (batch.mask, batch.actor, batch.observation, batch.reward)]
            batch.step(actions)
    assert batch.states.tobytes() == before
    assert [array.tobytes() for array in (batch.mask, batch.actor, batch.observation, batch.reward)] == shown
    agent.do = None
    batch.step(actions)
    assert not batch.illegal.any()


@pytest.mark.parametrize(("do", "words"), FAULTS.values(), ids=FAULTS)
def test_played_games(do, words):
    agent = Strange()
    agent.do = do
    batch = Batch("mlem", 4, 2, autoreset="disabled", threads=1)
    before = batch.states.tobytes()
    with pytest.raises(AgentError, match=f"The agent 'strange' of seat 0(, 1)? in mlem.*{words}"):
        play_games(batch, [agent, agent])
    assert batch.states.tobytes() == before


def test_an_interrupt_while_an_agent_thinks():
    agent = Strange()
    batch = SeatBatch(CRATER, 4, 2, seat=0, opponents=agent)
    before, agent.do = batch.states.tobytes(), raising(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        batch.step([0] * 4)
    assert batch.states.tobytes() == before
    agent.do = None
    batch.step([0] * 4)


def test_an_agent_that_changes_what_it_is_shown():
    """Copies are the agent's own: an answer that was right before is right."""

    def spoil(waiting, right):
        for array in (waiting.mask, waiting.observation, waiting.rows, waiting.seats, waiting.seeds):
            array[:] = 0
        waiting.states["decisions"] = 99
        waiting.rows = waiting.seats = None
        return right

    agent, spoiler = Strange(), Strange()
    spoiler.do = spoil
    one, other = (SeatBatch(CRATER, 5, 3, seat=2, opponents=who) for who in (agent, spoiler))
    for _ in range(12):
        actions = one.sample().copy()
        one.step(actions)
        other.step(actions)
        assert one.states.tobytes() == other.states.tobytes()


def test_an_agent_that_uses_the_batch_that_asks_it():
    agent = Strange()
    batch = SeatBatch(CRATER, 2, 2, seat=0, opponents=agent)
    before, agent.do = batch.states.tobytes(), lambda waiting, right: batch.step([0, 0])
    with pytest.raises(ConcurrentUseError, match="an agent cannot use the batch that is asking it"):
        batch.step([0, 0])
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("error", [ZeroDivisionError("oh"), SystemExit("oh")], ids=repr)
def test_an_agent_that_cannot_get_ready(error):
    class Unready(Strange):
        def prepare(self, game, configuration):
            raise error

    words = f"The agent 'strange' raised {type(error).__name__}: oh"
    with pytest.raises(AgentError, match=words):
        SeatBatch(CRATER, 1, 2, seat=0, opponents=Unready())
    with pytest.raises(AgentError, match=words):
        play_games(Batch(CRATER, 1, 2, autoreset="disabled"), [Unready()] * 2)


def test_an_agent_whose_name_is_no_word():
    agent = Strange()
    agent.name, agent.do = None, raising(ValueError())
    with pytest.raises(AgentError, match="The agent None of seat 1"):
        SeatBatch(CRATER, 2, 2, seat=0, opponents=agent).step([0, 0])


def test_an_agent_that_cannot_be_copied():
    class Stubborn(Strange):
        def __deepcopy__(self, memo):
            raise RuntimeError("no")

    with pytest.raises(AgentError, match="an agent of the opponents cannot be copied: no"):
        copy.deepcopy(SeatBatch(CRATER, 1, 2, seat=0, opponents=Stubborn()))


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_a_failed_step_changes_nothing_that_is_shown(autoreset):
    """Also after games have ended and begun: states, views, rewards, final results and what is carried over."""
    armed = []

    def policy(observation, mask):
        if armed and armed.pop() == "raise":
            raise ZeroDivisionError("oh")
        return np.argmax(mask, axis=1)

    settings = {"seed": 2, "autoreset": autoreset, "reward": "points_delta", "threads": 1}
    games, twin = (SeatBatch(CRATER, 6, 3, seat=1, opponents=policy, **settings) for _ in range(2))
    ended = failed = 0
    for step in range(120):
        actions = np.argmax(games.mask, axis=1)
        before = {name: getattr(games, name).tobytes() for name in (*SHOWN_ARRAYS, "states")}
        armed[:] = ["raise"] if step % 2 else ["pass", "raise"][::-1]
        try:
            games.step(actions)
        except AgentError:
            failed += 1
            assert before == {name: getattr(games, name).tobytes() for name in before}
            armed.clear()
            games.step(actions)
        armed.clear()
        twin.step(actions)
        assert all(getattr(games, name).tobytes() == getattr(twin, name).tobytes() for name in before)
        ended += int(games.done.sum())
    assert failed > 3 and ended > 3
