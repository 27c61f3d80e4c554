"""Looking ahead never sees the truth: what the player to move cannot know changes nothing that it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch, LookAhead, Rollouts, agents
from moon_envs.agents import NetworkAgent, RolloutAgent
from moon_envs.search import positions
from moon_envs.testing.crater.game import GAME as CRATER
from tests.batch.test_look_ahead import scrambled, with_states
from tests.networks.random_weights import random_value_network
from tests.search.positions import kinds_of_modes, played, result
from tests.search.test_knowledge import otherwise

ROWS, STEPS_BETWEEN = 4, 23
SEVERAL = [
    pytest.param(id_, {"players": players}, id=f"{id_}-{players}")
    for id_ in [*moon_envs.game_ids(), CRATER]
    for players in (2, max(moon_envs.game(id_).player_counts))
]
Answer = tuple[bytes, ...]


def searching(kind: Callable, **settings: Any) -> Callable:
    """What a search finds in some positions, also in records that no game can reach."""

    def prepared(game: Any, mode: dict[str, Any]) -> Callable[[Batch], Answer]:
        search = kind(game, network=random_value_network(game, mode["players"] == 1), threads=1, **settings, **mode)
        return lambda batch: result(search.search_checked(batch.states, np.arange(7, 7 + len(batch), dtype=np.uint64)))

    return prepared


def acting(kind: Callable, **settings: Any) -> Callable:
    """What an agent does in some positions, and how likely it is to do each action."""

    def prepared(game: Any, mode: dict[str, Any]) -> Callable[[Batch], Answer]:
        agent = kind(network=random_value_network(game, mode["players"] == 1), **settings)

        def answer(batch: Batch) -> Answer:
            waiting = agents.Waiting(batch, np.arange(len(batch)))
            waiting.seeds = np.arange(len(batch), dtype=np.uint64)  # those of the true game follow from its seed
            return agent.act(waiting).tobytes(), np.asarray(agent.shares(waiting)).tobytes()

        return answer

    return prepared


KINDS = {
    "look-ahead": searching(LookAhead, redraws=3),
    "rollouts": searching(Rollouts, rollouts=12, candidates=4, depth=4),
    "network agent": acting(NetworkAgent, redraws=2, temperature=0.5),
    "rollout agent": acting(RolloutAgent, rollouts=10, candidates=3, depth=3, threads=1),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize(("id_", "mode"), kinds_of_modes())
def test_what_is_hidden_changes_nothing(id_, mode, kind):
    """Neither in games as they could be as well, nor with values in hidden fields that no game can reach."""
    answer, chance = kind(id_, mode), np.random.default_rng(8)
    batch = played(id_, ROWS, 0, **mode)
    for _ in range(3):
        found = answer(batch)
        for seed in (1000, 2000):
            assert answer(with_states(batch, otherwise(batch, seed))) == found
        twin = batch.clone()
        twin.overwrite_records(scrambled(batch, chance), np.arange(ROWS))
        assert answer(twin) == found
        for _ in range(STEPS_BETWEEN):
            batch.step(batch.sample())


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize(("id_", "mode"), SEVERAL)
def test_what_others_have_just_chosen_changes_nothing(id_, mode, kind):
    """Before a decision another seat does one thing or another: if the next seat cannot see it, it decides the same."""
    answer, alike = kind(id_, mode), 0
    batch = played(id_, 12, 6, **mode)
    for _ in range(6):
        other = batch.clone()
        batch.step(batch.sample())
        other.sample()
        other.step(other.sample())
        rows = np.flatnonzero(
            (batch.actor == other.actor)
            & (batch.observation == other.observation).all(axis=1)
            & (batch.mask == other.mask).all(axis=1)
            & ~batch.done
            & ~other.done
            & [one.tobytes() != another.tobytes() for one, another in zip(batch.states, other.states, strict=True)]
        )
        if len(rows):
            pair = [some_of(one, rows, mode) for one in (batch, other)]
            assert answer(pair[0]) == answer(pair[1])
            alike += len(rows)
    assert alike or not batch.game.simultaneous


def some_of(batch: Batch, rows: np.ndarray, mode: dict[str, Any]) -> Batch:
    some = Batch(batch.game, len(rows), threads=1, **mode)
    some.set_states(batch.states[rows])
    return some


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize(
    ("id_", "mode"), [("launch", {"players": 1}), ("luna_capital", {"players": 2}), ("from_the_moon", {"players": 1})]
)
def test_answers_that_show_the_truth_are_found(id_, mode, kind, monkeypatch):
    """Without one order of what is hidden the redraws follow the truth."""
    batch = played(id_, 32, 10, **mode)
    twin, answer = with_states(batch, otherwise(batch, 1000)), kind(id_, mode)
    assert answer(batch) == answer(twin)
    monkeypatch.setattr(positions, "order_what_is_hidden", lambda *given: None)
    assert answer(batch) != answer(twin)


def test_records_of_the_caller_do_not_change():
    batch = played("launch", 4, 10, players=1, opponent=1)
    before, network = batch.states.tobytes(), random_value_network("launch", True)
    for kind in (LookAhead, Rollouts):
        kind("launch", 1, network=network, opponent=1).search(batch.states)
    assert batch.states.tobytes() == before
