"""Games that people play: history, taking back, news, hints, recordings, saving and resuming."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import moon_envs
from moon_envs.base.errors import AgentError, ConfigurationError, IllegalActionError, SaveError, SessionError
from moon_envs.core import saves
from moon_envs.events import GameEvents, legend, tell
from moon_envs.play import sessions
from moon_envs.play.opening import new_session, resume, resume_session
from moon_envs.play.sessions import Session
from moon_envs.testing.crater.game import GAME as CRATER
from tests.events.playing import SOME_MODES
from tests.networks.random_weights import random_file

ALL_MODES = [(id_, place) for id_ in moon_envs.game_ids() for place in range(len(moon_envs.game(id_).modes))]


def begin(game_id: str, mode: dict, **settings) -> Session:
    game = moon_envs.game(game_id)
    session = new_session(game, **mode, **{"seed": 3, **settings})
    session.let_others_play()
    return session


def play_on(session: Session, decisions: int) -> list[bytes]:
    """Let the person decide so often, by turns for the first and other actions; returns the positions before."""
    positions = []
    while len(positions) < decisions and not session.is_over:
        positions.append(session.state.tobytes())
        legal = session.legal_actions
        session.decide(legal[len(session.decisions) % len(legal)])
        session.let_others_play()
    return positions


@pytest.mark.parametrize("game_id, place", ALL_MODES)
def test_undo_returns_to_the_same_bytes(game_id, place):
    session = begin(game_id, moon_envs.game(game_id).modes[place])
    first = len(session.decisions)
    positions = play_on(session, 5)
    again = resume(game_id, session.to_bytes())
    for undone in (session, again):
        for position in reversed(positions):
            assert undone.undo() and undone.state.tobytes() == position and undone.actor == undone.seat
        assert not undone.undo() and undone.state.tobytes() == positions[0] and len(undone.decisions) == first


@pytest.mark.parametrize("game_id, mode", SOME_MODES)
def test_a_whole_game_can_be_taken_back_and_played_again(game_id, mode):
    session = begin(game_id, mode)
    positions = play_on(session, 1000)
    end = session.state.tobytes()
    assert session.is_over and session.recording.replay().states[0].tobytes() == end
    for position in reversed(positions):
        assert session.undo() and session.state.tobytes() == position
    assert play_on(session, 1000) == positions and session.state.tobytes() == end


def test_decisions_are_kept():
    session = begin("launch", {"players": 2})
    play_on(session, 4)
    batch = moon_envs.Batch("launch", 1, players=2, seed=3, autoreset="disabled")
    for decision in session.decisions:
        assert decision.before.tobytes() == batch.states[0].tobytes() and decision.actor == batch.actor[0]
        assert decision.words == batch.describe(decision.action)
        batch.step([decision.action])
    assert session.state.tobytes() == batch.states[0].tobytes()
    assert {decision.actor for decision in session.decisions} == {0, 1}


def test_in_hotseat_one_decision_is_taken_back():
    session = begin("luna_capital", {"players": 2}, hotseat=True)
    positions = play_on(session, 30)
    assert len(session.decisions) == len(positions) == 30
    for position in reversed(positions):
        assert session.undo() and session.state.tobytes() == position
    assert not session.undo()


def test_an_illegal_action_changes_nothing():
    session = begin("launch", {"players": 2})
    illegal = next(action for action in range(len(session.game.actions)) if action not in session.legal_actions)
    before = session.state.tobytes()
    for action in (illegal, -1, 10**6):
        with pytest.raises((IllegalActionError, ConfigurationError)):
            session.decide(action)
        assert session.state.tobytes() == before and not session.decisions


def test_nothing_is_decided_after_the_end():
    session = begin("launch", {"players": 2})
    play_on(session, 1000)
    end, count = session.state.tobytes(), len(session.decisions)
    with pytest.raises(IllegalActionError, match="over"):
        session.decide(0)
    assert session.state.tobytes() == end and len(session.decisions) == count


def test_a_recording_replays_to_the_position():
    session = begin("mlem", {"players": 3}, seat=1)
    play_on(session, 7)
    recording = moon_envs.Recording.from_bytes(session.recording.to_bytes())
    assert recording.replay().states[0].tobytes() == session.state.tobytes()
    session.undo()
    assert session.recording.replay().states[0].tobytes() == session.state.tobytes()
    again = resume("mlem", session.to_bytes())
    assert again.recording == session.recording


def test_a_save_without_decisions_goes_on_but_not_back():
    session = begin("launch", {"players": 2})
    play_on(session, 6)
    data = saves.pack(session.game, session.state, players=2, options={}, seed=3, seat=0, opponents=["random"])
    old = resume("launch", data)
    assert not old.is_whole and not old.undo() and old.news() == []
    position = old.state.tobytes()
    play_on(old, 2)
    assert old.undo() and old.undo() and not old.undo() and old.state.tobytes() == position
    with pytest.raises(SessionError, match="without its decisions"):
        _ = old.recording
    assert not resume("launch", old.to_bytes()).is_whole


@pytest.mark.parametrize("actions", [None, 5, {}, "aa", [1.5], [True], ["1"], [10**30], [-1], [[0]], [0] * 5000])
def test_actions_that_do_not_lead_to_the_position_are_refused(actions):
    session = begin("launch", {"players": 2})
    play_on(session, 3)
    data = saves.pack(session.game, session.state, players=2, options={}, seed=3, seat=0, actions=actions)
    with pytest.raises(SaveError, match="damaged"):
        resume("launch", data)


def test_actions_of_another_seed_or_length_are_refused():
    session = begin("launch", {"players": 2})
    play_on(session, 3)
    actions = session.recording.actions
    for seed, given in ((4, actions), (3, actions[:-1]), (3, [*actions, session.legal_actions[0]])):
        data = saves.pack(session.game, session.state, players=2, options={}, seed=seed, seat=0, actions=given)
        with pytest.raises(SaveError, match="do not lead to its position"):
            resume("launch", data)


def test_saving_recordings(tmp_path):
    session, file = begin("launch", {"players": 2}), tmp_path / "game.json"
    play_on(session, 3)
    session.save_recording(file)
    play_on(session, 1)
    session.save_recording(file)
    assert moon_envs.Recording.from_bytes(file.read_bytes()) == session.recording
    letter = tmp_path / "letter.txt"
    letter.write_text("dear moon")
    for save in (session.save_recording, session.save):
        with pytest.raises(SessionError, match="choose another name"):
            save(letter)
    assert letter.read_text() == "dear moon"
    session.save(tmp_path / "evening.moon")
    assert resume_session("launch", tmp_path / "evening.moon").state.tobytes() == session.state.tobytes()
    with pytest.raises(SessionError, match=r"cannot resume .*game\.json"):
        resume_session("launch", file)


@pytest.mark.parametrize(
    "agent", ["mcts:30", "flat:30", "greedy", "random", "baseline", "rollouts:8+baseline", "mcts:8+{}"]
)
def test_hints_are_shares_of_the_legal_actions(agent, tmp_path):
    agent = agent.format(random_file(tmp_path, "launch", False))
    session = begin("launch", {"players": 2})
    before = session.state.tobytes()
    found = session.hint(agent)
    assert sorted(action for action, _ in found) == session.legal_actions
    shares = [share for _, share in found]
    assert shares == sorted(shares, reverse=True) and sum(shares) == pytest.approx(1)
    assert session.hint(agent) == found and session.state.tobytes() == before and not session.decisions
    if agent.startswith(("mcts:", "rollouts:")):
        assert len(set(shares)) > 1


def test_a_hint_is_what_the_agent_would_do():
    session = begin("launch", {"players": 1, "opponent": 2})
    for _ in range(6):
        found = session.hint("mcts:40")
        agent = moon_envs.agents.find_agent("mcts:40")
        waiting = moon_envs.agents.Waiting(session.batch, np.array([0]))
        chosen = int(agent.act(waiting)[0])
        most = max(share for _, share in found)
        assert dict(found)[chosen] == pytest.approx(most)
        session.decide(found[0][0])


def test_hints_that_cannot_be():
    session = begin("launch", {"players": 2})
    for agent in ("nobody", "mcts:0", 7):
        with pytest.raises(ConfigurationError):
            session.hint(agent)
    play_on(session, 1000)
    with pytest.raises(SessionError, match="over"):
        session.hint("random")


def test_news_are_what_happened_since_the_persons_last_decision():
    session = begin("mlem", {"players": 3})
    seen: list[str] = []
    while not session.is_over:
        play_on(session, 1)
        last = max(place for place, decision in enumerate(session.decisions) if decision.actor == 0)
        others = session.decisions[last + 1 :]
        news = session.news()
        spoken = [line.partition(": ")[2] for line in news if line.startswith("Player ") and ": " in line]
        assert spoken == [f"{decision.words}." for decision in others]
        seen += news
    for words in ("The commander rolled ", "The rocket crashed", " lost, ", "You gained ", "Expedition 2 begins"):
        assert any(words in line for line in seen), words


def test_news_in_hotseat_are_those_of_who_looks():
    session = begin("mlem", {"players": 2, "secret_missions": True}, hotseat=True)
    first = session.actor
    session.decide(session.legal_actions[1])
    assert session.viewer == session.actor != first
    assert session.news() == [f"Player {first} returned a secret mission."]
    assert session.news(first) == []
    for seat in (-1, 2, "0"):
        with pytest.raises(SessionError):
            session.news(seat)


def test_what_astra_gets_is_in_the_words():
    session = begin("dome", {"players": 1, "opponent": 1})
    words = session.describe(session.legal_actions[0])
    assert words.startswith("pick ") and words.endswith(" points)") and "(ASTRA gets " in words
    session = begin("launch", {"players": 1, "opponent": 1})
    assert " boxes)" in session.describe(session.legal_actions[0]) or " box)" in session.describe(
        session.legal_actions[0]
    )
    session = begin("launch", {"players": 2})
    assert session.describe(session.legal_actions[0]) == session.batch.describe(session.legal_actions[0])


@pytest.mark.parametrize(
    "settings", [{"seat": 2}, {"seat": -1}, {"seat": "0"}, {"hotseat": True, "opponents": "random"}]
)
def test_sessions_that_cannot_be(settings):
    with pytest.raises(SessionError):
        new_session("launch", **settings)


def test_without_a_seed_sessions_differ():
    assert len({new_session("launch").seed for _ in range(3)}) == 3
    assert sessions.HINTING_AGENT == "mcts:500"


def test_a_game_of_ones_own_is_told_by_its_decisions():
    session = new_session(CRATER, seed=3, seat=1)
    session.let_others_play()
    assert session.decisions and session.news() == []  # bids are simultaneous
    in_turns = dataclasses.replace(CRATER, simultaneous=())
    decision, after = session.decisions[0], session.state
    assert tell(in_turns, decision.before, after, decision, 1) == [f"Player 0: {decision.words}."]
    assert tell(in_turns, decision.before, after, decision, 0) == []
    assert session.hint("mcts:10") and legend(CRATER) == []
    play_on(session, 3)
    assert session.undo()


def test_a_game_of_ones_own_can_tell_more():
    game = dataclasses.replace(CRATER, events_module=__name__)
    session = new_session(game, seed=3)
    session.decide(session.legal_actions[0])
    assert session.news() == ["A crater."]


EVENTS = GameEvents(lambda moment: ["A crater."])


def test_an_agent_that_fails_tells_nothing_of_its_hand():
    session = new_session("luna_capital", seed=3, opponents=lambda observations, masks: np.full(len(masks), 999))
    session.decide(session.legal_actions[0])
    with pytest.raises(AgentError, match="is not legal for player 1 now") as raised:
        while True:
            session.let_others_play()
            session.decide(session.legal_actions[0])
    assert "Legal:" not in str(raised.value)


def test_what_others_do_in_secret_is_not_marked():
    """The person's own last decision is marked until something is told; an open decision of another is marked."""
    session = begin("mlem", {"players": 2})
    play_on(session, 6)
    assert session.last_noticed(0) is session.decisions[-1] and session.decisions[-1].actor == 1
    secret = begin("luna_capital", {"players": 2}, hotseat=True)
    seen = set()
    for _ in range(40):
        secret.decide(secret.legal_actions[0])
        noticed = secret.last_noticed(0)
        assert noticed is None or noticed.actor == 0
        seen.add(noticed is None)
    assert seen == {True, False}
