"""The end of a game: points over the game, and the same game again."""

from __future__ import annotations

import pytest

from moon_envs.play.opening import new_session

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.web.ending import MOST_PLACES, course, same_again
from tests.web.test_requests import refused


def finished(game_id="mlem", players=2, **settings):
    session = new_session(game_id, players, 4, hotseat=True, **settings)
    while not session.is_over:
        session.decide(session.legal_actions[-1])
    return session


def test_the_course_ends_with_the_points():
    session = finished("launch")
    lines = course(session)
    assert [line[-1] for line in lines] == session.points().sum(axis=1).tolist()
    assert {len(line) for line in lines} == {MOST_PLACES}
    assert [line[0] for line in lines] == [0, 0]


def test_a_short_game_has_a_point_for_each_position():
    session = finished()
    lines = course(session)
    assert {len(line) for line in lines} == {min(MOST_PLACES, len(session.decisions) + 1)}


def test_the_opponent_of_the_solo_mode_has_a_line():
    session = new_session("launch", 1, 4, opponent=2)
    while not session.is_over:
        session.decide(session.legal_actions[0])
    assert len(course(session)) == 2


def test_the_same_again():
    session = new_session("mlem", 3, 5, seat=1, opponents=["greedy", "flat:20"], ufo=True)
    again = same_again(session)
    assert again.configuration == session.configuration and again.seat == 1
    assert {seat: agent.name for seat, agent in again.agents.items()} == {2: "greedy", 0: "flat:20"}
    assert again.seed != session.seed and not again.decisions
    alone, people = new_session("launch", 1, opponent=3), new_session("launch", 2, hotseat=True)
    assert same_again(alone).configuration == alone.configuration
    assert same_again(people).hotseat


def test_a_tab_asks_for_the_same_again(page):
    id_ = page.open("mlem", 3, agents=[None, "greedy", "random"], options={"ufo": "true"})
    answer = page.post(f"/api/tables/{id_}/again")
    assert answer.status_code == 201
    before, after = page.look(id_), page.look(answer.json()["id"])
    assert after["configuration"] == before["configuration"] and after["seed"] != before["seed"]
    assert len(page.server.tables) == 2
    refused(page.post(f"/api/tables/{id_}/again", seen=1), 400)
    refused(page.post("/api/tables/nothing/again"), 404)
    assert page.client.get(f"/api/tables/{id_}/again").status_code == 405


def test_the_end_has_the_course(page):
    id_ = page.open("mlem", 2)
    while (view := page.look(id_))["status"] != "over":
        page.decide(id_, 3)
    totals = [row["total"] for row in view["end"]["rows"]]
    assert [line[-1] for line in view["end"]["course"]] == totals
