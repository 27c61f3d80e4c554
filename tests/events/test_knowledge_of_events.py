"""Nothing is told that a seat cannot know: scrambling what it cannot know leaves every line the same."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs import Batch
from moon_envs.events import tell
from moon_envs.play.sessions import Decision
from moon_envs.testing.knowledge import _redraw, hidden_leaves, scramble
from tests.events.playing import SOME_MODES, Taken, taken_decisions

DECISIONS = 45


def told(game, seat, before, after, taken):
    return tell(game, before, after, Decision(taken.actor, taken.action, "", before), seat)


def other_actions(game, seat: int, taken: Taken) -> list[int]:
    """Actions that could have been decided instead, for all that a seat knows of the decision itself."""
    if taken.actor == seat or game.is_announced(taken.action):
        return []
    return [
        action for action in (0, taken.action - 1, taken.action + 1, len(game.actions) - 1) if is_secret(game, action)
    ]


def is_secret(game, action: int) -> bool:
    return 0 <= action < len(game.actions) and not game.is_announced(action)


@pytest.mark.parametrize("game_id, mode", SOME_MODES)
def test_what_a_seat_cannot_know_is_not_told(game_id, mode):
    game = moon_envs.game(game_id)
    hidden, chance = hidden_leaves(game), np.random.default_rng(5)
    trial = Batch(game, 1, seed=8, autoreset="disabled", threads=1, **mode)
    for number, taken in enumerate(taken_decisions(game, mode, DECISIONS)):
        actor_after = int(taken.after["seat"])
        for seat in range(trial.configuration.players):
            lines = told(game, seat, taken.before, taken.after, taken)
            before = scramble(game, hidden, taken.before, seat, taken.actor, chance)
            after = scramble(game, hidden, taken.after, seat, actor_after, chance)
            assert told(game, seat, before, after, taken) == lines
            if not taken.after["over"]:
                after = _redraw(trial, taken.after, seat, number)
                before = _redraw(trial, taken.before, seat, number)
                assert told(game, seat, before, after, taken) == lines
            for action in other_actions(game, seat, taken):
                other = taken._replace(action=action)
                assert told(game, seat, taken.before, taken.after, other) == lines


@pytest.mark.parametrize("game_id, mode", SOME_MODES)
def test_lines_are_sentences(game_id, mode):
    game = moon_envs.game(game_id)
    count = 0
    for taken in taken_decisions(game, mode, 4 * DECISIONS, seed=3):
        for seat in range(int(taken.after["player_count"])):
            for line in told(game, seat, taken.before, taken.after, taken):
                count += 1
                assert line.endswith(".") and not line[0].islower() and "\n" not in line and "  " not in line, line
                assert f"Player {seat} " not in line and f"Player {seat}:" not in line, line
    assert count > 5
