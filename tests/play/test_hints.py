"""Hints from whole games: what they say, what they may depend on, and what is no more than chance."""

from __future__ import annotations

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import SessionError
from moon_envs.networks import Goal
from moon_envs.play.hints import CANDIDATES, FUTURES, _Ends, _reason, advise, games_of_a_hint, network_for_hints
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


def test_what_is_gained_at_once_is_told():
    batch = moon_envs.Batch("mlem", 1, 2, 5, autoreset="disabled")
    gains = []
    while not gains:
        if len(batch.legal_actions()) > 1:
            gains += [one for one in advice_in(batch) if any("points: +" in line for line in one.at_once)]
        batch.step(batch.sample())
    before = batch.record()
    assert gains[0].at_once[0].startswith("points: +") and before == batch.record()


USED = [("missions", 0), ("system_errors", 1)]


def ends(points, opponent, victories):
    noise = np.array([-1.0, 1.0] * 24)
    columns = np.stack([value + noise * (place + 1) for place, value in enumerate(points)], axis=1)
    return _Ends(columns, np.full(48, float(opponent)), np.resize(victories, 48).astype(float), 100.0)


def test_the_reason_names_what_differs():
    better, worse = ends((40, -2), 30, [1, 1, 1, 0]), ends((35, -2), 33, [1, 0, 0, 0])
    assert _reason(better, worse, USED, Goal(), is_best=True) == (
        "Better than the second: +5.0 missions, the best opponent -3.0, victories +50 %."
    )
    assert _reason(worse, better, USED, Goal(), is_best=False) == (
        "Worse than the first: -5.0 missions, the best opponent +3.0, victories -50 %."
    )


def test_what_may_be_chance_is_not_told():
    """A difference below twice its standard error says nothing, and neither does one below half a point."""
    even = ends((40, -2), 30, [1, 0])
    noisy = _Ends(even.points + np.resize([[-30, 0], [33, 0]], (48, 2)), even.opponent, even.victories, 100.0)
    assert _reason(noisy, even, USED, Goal(), is_best=True) == "Not clearly better than the second."
    near = _Ends(even.points + [0.4, 0.0], even.opponent, even.victories, 100.0)
    assert _reason(near, even, USED, Goal(), is_best=True) == "Better than the second."


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
