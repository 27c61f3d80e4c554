"""Taking back a whole turn."""

from __future__ import annotations

import pytest

from moon_envs.play.opening import new_session
from tests.play.test_sessions import begin, play_on


def first_places(session):
    """Where undoing the turn of each own decision leads to, by taking back one decision after the other."""
    found = []
    while (place := session.place_of_undo()) is not None:
        found.append((place, session.place_of_undo(True)))
        session.undo()
    return found[::-1]


@pytest.mark.parametrize(("game_id", "players"), [("launch", 1), ("launch", 2), ("mlem", 3), ("luna_capital", 1)])
def test_a_turn_is_taken_back(game_id, players):
    session = begin(game_id, {"players": players})
    positions = play_on(session, 9)
    own = [place for place, decision in enumerate(session.decisions) if decision.actor == session.seat]
    first = session.place_of_undo(True)
    assert first in own
    assert session.undo(whole_turn=True)
    assert session.state.tobytes() == positions[own.index(first)]
    assert session.actor == session.seat and len(session.decisions) == first


def test_simultaneous_turns_are_those_of_the_record():
    session = begin("launch", {"players": 2})
    play_on(session, 20)
    turns = [int(decision.before["turn"]) for decision in session.decisions]
    pairs = first_places(session)
    assert any(first < place for place, first in pairs)
    for place, first in pairs:
        assert turns[first] == turns[place]
        assert not any(turns[earlier] == turns[place] for earlier, _ in pairs if earlier < first)


def test_other_turns_end_where_another_player_decides():
    session = begin("luna_capital", {"players": 2})
    play_on(session, 20)
    actors = [decision.actor for decision in session.decisions]
    pairs = first_places(session)
    assert any(first < place for place, first in pairs)
    for place, first in pairs:
        assert set(actors[first : place + 1]) == {0}
        assert first == 0 or actors[first - 1] != 0


def test_alone_and_without_a_counter_a_turn_is_one_decision():
    session = begin("from_the_moon", {"players": 1})
    play_on(session, 5)
    assert all(place == first for place, first in first_places(session))


def test_with_people_on_all_seats_the_last_ones_turn_is_taken_back():
    session = new_session("luna_capital", 2, 3, hotseat=True)
    while len(session.decisions) < 30:
        session.decide(session.legal_actions[0])
    actor = session.decisions[-1].actor
    session.undo(whole_turn=True)
    assert session.actor == actor and (not session.decisions or session.decisions[-1].actor != actor)


def test_nothing_to_take_back():
    session = begin("launch", {"players": 2})
    assert session.place_of_undo(True) is None and not session.undo(whole_turn=True)
