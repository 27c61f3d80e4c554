"""Sessions, recordings and replays that say names instead of seat numbers."""

from __future__ import annotations

import re

import pytest

import moon_envs
from moon_envs.base.errors import ConfigurationError, SaveError
from moon_envs.core import saves
from moon_envs.play.opening import new_session, resume
from moon_envs.play.sessions import Session
from tests.events.playing import SOME_MODES

NUMBERED = re.compile(r"player \d|\(you\)", re.IGNORECASE)


def played(game_id: str = "mlem", decisions: int = 30, **settings) -> Session:
    session = new_session(game_id, **{"players": 3, "seed": 4, **settings})
    while len(session.decisions) < decisions and not session.is_over:
        session.let_others_play()
        if not session.is_over:
            session.decide(session.legal_actions[0])
    return session


def words_of(session: Session) -> list[str]:
    log = [line for place in range(len(session.decisions)) for line in session.log(session.seat, place)]
    return [*log, *session.news(), *map(session.describe, session.legal_actions), *session.table().splitlines()]


@pytest.mark.parametrize("game_id, mode", SOME_MODES)
def test_words_say_names(game_id, mode):
    numbered = played(game_id, **mode)
    named = played(game_id, **mode, names=["Anna", "Bo", "Cleo"][: mode["players"]])
    assert not any(map(NUMBERED.search, words_of(named))) and any(map(NUMBERED.search, words_of(numbered)))
    assert [one for one in named.decisions if one.actor] == [] or any("Bo" in line for line in words_of(named))
    assert named.state.tobytes() == numbered.state.tobytes()


def test_seats_without_a_name():
    session = played(names=["", None, "Cleo"], opponents="greedy")
    assert session.people.names == ("player 0", "bot 1", "Cleo")
    assert session.names_of_sides() == ["You", "bot 1", "Cleo"]
    assert session.names_of_sides(session.people.long_name) == ["You", "bot 1 (greedy)", "Cleo (greedy)"]
    shared = new_session("mlem", 3, hotseat=True, names=["Anna"])
    assert shared.names_of_sides(shared.people.long_name) == ["Anna", "player 1", "player 2"]


def test_the_result_is_a_sentence():
    results = set()
    for seed in range(6):
        session = played("launch", 5000, players=2, names=["Anna"], seed=seed)
        results.add(session.result())
        assert (session.result() == "You win.") == (session.outcome() == [1.0, -1.0])
    assert results <= {"You win.", "Bot 1 wins.", "You and bot 1 share the victory."} and len(results) > 1


def test_names_are_saved():
    session = played(names=["Anna"])
    assert resume("mlem", session.to_bytes()).names == ["Anna", None, None]
    assert resume("mlem", played().to_bytes()).names is None
    batch = moon_envs.Batch("mlem", 1, players=3, seed=8, autoreset="disabled")
    for names in ("Anna", ["<b>"], 7, ["A", "A"], ["A"] * 4):
        with pytest.raises(SaveError, match="damaged"):
            resume("mlem", saves.pack(batch.game, batch.states[0], players=3, names=names))


def test_names_that_are_not_allowed():
    with pytest.raises(ConfigurationError, match="up to 16 letters"):
        new_session("mlem", 3, names=["<script>"])
    with pytest.raises(ConfigurationError, match="is taken"):
        new_session("launch", 1, names=["ASTRA"])


def test_recordings_and_their_pages_say_names():
    recording = played(decisions=25).recording
    recording.agents = ["", "greedy", "mcts:10"]
    lines = list(recording.to_lines(0, names=["Anna", "Bo"]))
    assert lines[0].endswith("as Anna knows it") and lines[1] == "Anna, Bo (greedy), bot 2 (mcts:10)"
    assert not any(map(NUMBERED.search, lines)) and any("Bo: board " in line for line in lines)
    assert "player 1 (greedy)" in "\n".join(recording.to_lines())
    walk = recording.walk(names=["Anna", "Bo"])
    for seat, first in ((0, "You"), (None, "Anna")):
        picture = walk.picture(len(walk) - 1, seat)
        svg = picture.svg("light")
        assert f">{first}</text>" in svg and ">Bo</text>" in svg and not NUMBERED.search(svg)
        assert picture.standing.names == (first, "Bo", "bot 2")
    assert not NUMBERED.search(recording.to_svg(0, names=["Anna", "Bo"], every=5))
    assert recording.to_html(names=["Anna", "Bo"]) != recording.to_html()
