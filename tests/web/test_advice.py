"""Hints as the table sends them."""

from __future__ import annotations

import json

import pytest

from moon_envs.play.opening import new_session
from moon_envs.play.sessions import Session

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.web.advice import hint_of


def test_hints_of_a_network_tell_points_and_victories():
    session = new_session("mlem", 2, 5)
    hint = hint_of(session)
    assert json.loads(json.dumps(hint)) == hint
    assert "48 games" in hint["how"] and "drawn anew" in hint["how"]
    for one in hint["best"]:
        assert one["words"] == session.describe(one["action"])
        assert set(one) == {"action", "words", "points", "opponent", "chance", "at_once", "reason"}


def test_without_a_network_a_search_is_asked(monkeypatch):
    monkeypatch.setattr(Session, "advice", lambda self: [])
    hint = hint_of(new_session("mlem", 2, 5))
    assert "no network" in hint["how"] and "mcts:500" in hint["how"]
    shares = [one["share"] for one in hint["best"]]
    assert shares == sorted(shares, reverse=True)
