"""Hints from whole games: what they say, what they may depend on, and what is no more than chance."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import SessionError
from moon_envs.play.hints import CANDIDATES, FUTURES, advise, games_of_a_hint, network_for_hints
from moon_envs.play.opening import new_session
from moon_envs.testing.crater.game import GAME as CRATER

MODES = [("launch", 1), ("launch", 2), ("mlem", 3), ("luna_capital", 2)]


def position(game_id, players, decisions=12, seed=3):
    """A batch with one game in progress, in which somebody has a choice."""
    batch = moon_envs.Batch(game_id, 1, players, seed, autoreset="disabled")
    while decisions > 0 or len(batch.legal_actions()) < 2:
        batch.step(batch.sample())
        decisions -= 1
    return batch


def advice_in(batch, record=None):
    network = network_for_hints(batch.game, batch.configuration)
    return advise(batch.game, batch.configuration, batch.record() if record is None else record, network)


@pytest.mark.parametrize(("game_id", "players"), MODES)
def test_advice(game_id, players):
    batch = position(game_id, players)
    found = advice_in(batch)
    assert 2 <= len(found) <= CANDIDATES
    assert len({one.action for one in found}) == len(found)
    assert {one.action for one in found} <= set(batch.legal_actions().tolist())
    assert all(0 <= one.chance <= 1 and one.reason.endswith(".") for one in found)
    assert found[0].reason.startswith(("Better than the second", "Not clearly better than the second"))
    assert all(one.reason.startswith(("Worse than the first", "Not clearly worse")) for one in found[1:])
    assert advice_in(batch) == found


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "seed"), [("launch", 3), ("luna_capital", 4), ("mlem", 5)])
def test_advice_depends_only_on_what_the_seat_knows(game_id, seed):
    """Others' hidden things, the future and the seed of the game are redrawn: the advice is the same."""
    batch = position(game_id, 3, seed=seed)
    before, seat = batch.record(), int(batch.actor[0])
    found = advice_in(batch)
    for number in range(2):
        batch.resample(None, seat, number)
        assert batch.record() != before
        assert advice_in(batch) == found


def test_a_clear_choice_is_told_as_such():
    """In this game of Mlem some actions gain points at once, and some are clearly better than all others."""
    batch = moon_envs.Batch("mlem", 1, 2, 5, autoreset="disabled")
    told = []
    while len(told) < 24:
        if len(batch.legal_actions()) > 1:
            told += advice_in(batch)
        batch.step(batch.sample())
    gains = [one for one in told if any(line.startswith("points: +") for line in one.at_once)]
    assert gains and any(one.reason.startswith("Better than the second: +") for one in told)
    # A verdict that differs clearly is never told of equal means.
    assert not any("+0.0" in one.reason or "-0.0" in one.reason for one in told)


def test_the_only_legal_action():
    batch = moon_envs.Batch("mlem", 1, 2, 5, autoreset="disabled")
    while len(batch.legal_actions()) > 1:
        batch.step(batch.sample())
    (only,) = advice_in(batch)
    assert only.reason == "It is the only legal action." and only.action == batch.legal_actions()[0]


def test_the_last_decision_of_a_game():
    """An action that ends the game is judged by its end."""
    batch = moon_envs.Batch("mlem", 1, 2, 7, autoreset="disabled")
    before = None
    while batch.actor[0] >= 0:
        before = batch.record()
        batch.step(batch.sample())
    batch.set_states(np.array([before]))
    assert advice_in(batch)


def test_sessions_advise_as_the_position_does():
    session = new_session("launch", 2, 3)
    before = session.state.tobytes()
    found = session.advice()
    assert found == advice_in(session.batch) and session.state.tobytes() == before
    assert repr(found[0]).startswith("Advice(action=")


def test_without_a_network_there_is_no_advice(monkeypatch):
    assert network_for_hints(CRATER, CRATER.configuration(2)) is None
    assert new_session(CRATER, 2, 3).advice() == []


def test_no_advice_after_the_end():
    session = new_session("mlem", 2, 5, hotseat=True)
    session.batch.play_out()
    with pytest.raises(SessionError, match="over"):
        session.advice()


def test_games_of_many_players_are_fewer():
    game = moon_envs.game("mlem")
    assert games_of_a_hint(game.configuration(2)) == FUTURES > games_of_a_hint(game.configuration(5))
