"""Games that are played: decisions, tabs that disagree, agents that think and fail, and the end."""

from __future__ import annotations

import re
import threading
import time

import numpy as np
import pytest

import moon_envs
from moon_envs.agents import Agent, register_agent

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.web import hosted_games, limits
from tests.web.conftest import Page
from tests.web.test_requests import refused


class Waits(Agent):
    """Thinks until it is told to go on."""

    name = "waits"

    def __init__(self):
        self.may_go_on = threading.Event()

    def act(self, waiting):
        assert self.may_go_on.wait(60)
        return np.argmax(waiting.mask, axis=1)


class Fails(Agent):
    """Fails for as long as it is told to."""

    name = "fails"
    is_failing = True

    def act(self, waiting):
        if self.is_failing:
            raise RuntimeError("no idea <b>at all</b>")
        return np.argmax(waiting.mask, axis=1)


def position(page, id_):
    return page.server.tables.find(id_)._session.state.tobytes()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": 0},
        {"seen": 1},
        {"seen": 1, "action": None},
        {"seen": 1, "action": "0"},
        {"seen": 1, "action": 0.0},
        {"seen": 1, "action": True},
        {"seen": 1, "action": -1},
        {"seen": 1, "action": 10**30},
        {"seen": 1, "action": 50},
        {"seen": 1, "action": 100_000},
        {"seen": "1", "action": 0},
        {"seen": -1, "action": 0},
        {"seen": 1, "action": 0, "more": 1},
    ],
)
def test_wrong_decisions_move_nothing(page, body):
    id_ = page.open()
    before, view = position(page, id_), page.look(id_)
    assert view["changes"] == 1 and 50 not in [one["action"] for one in view["actions"]]
    refused(page.post(f"/api/tables/{id_}/decide", **body), 400)
    assert position(page, id_) == before and page.look(id_) == view


@pytest.mark.parametrize("what", ["undo", "hint", "try_again"])
def test_other_requests_are_checked_too(page, what):
    id_ = page.open()
    view = page.look(id_)
    refused(page.post(f"/api/tables/{id_}/{what}"), 400)
    refused(page.post(f"/api/tables/{id_}/{what}", seen=1, action=0), 400)
    answer = page.post(f"/api/tables/{id_}/{what}", seen=99)
    refused(answer, 409)
    assert answer.json()["table"] == page.look(id_) == view


def test_unknown_tables_and_requests(page):
    id_ = page.open()
    for path in ("/tables/nothing", "/tables/nothing/save", "/tables/nothing/replay", "/api/tables/nothing"):
        refused(page.client.get(path), 404)
    refused(page.post("/api/tables/nothing/decide", seen=1, action=0), 404)
    refused(page.post(f"/api/tables/{id_}/nothing", seen=1), 404)


def test_a_tab_that_is_behind_is_told(page):
    id_ = page.open()
    view = page.look(id_)
    page.decide(id_)
    before = position(page, id_)
    answer = page.post(f"/api/tables/{id_}/decide", seen=view["changes"], action=view["actions"][0]["action"])
    assert "another tab" in refused(answer, 409)
    assert answer.json()["table"] == page.look(id_) and position(page, id_) == before


def test_taking_back_is_a_change_too(page):
    """After undo and another decision there are as many decisions as before, but not the same game."""
    id_ = page.open()
    seen = page.decide(id_, 0)
    page.post(f"/api/tables/{id_}/undo", seen=seen["changes"])
    assert page.decide(id_, 1)["decisions"] == seen["decisions"]
    answer = page.post(f"/api/tables/{id_}/decide", seen=seen["changes"], action=seen["actions"][0]["action"])
    refused(answer, 409)


def test_a_tab_that_knows_all_is_told_little(page):
    id_ = page.open()
    view = page.look(id_)
    assert page.client.get(f"/api/tables/{id_}?seen={view['changes']}").json() == {"changes": view["changes"]}
    assert page.client.get(f"/api/tables/{id_}?seen=0").json() == view


def test_undo(page):
    id_ = page.open()
    first = page.look(id_)
    assert not first["can_undo"]
    assert "take back" in refused(page.post(f"/api/tables/{id_}/undo", seen=first["changes"]), 400)
    before = position(page, id_)
    after = page.decide(id_, 1)
    assert after["can_undo"] and after["log"][0].startswith("You: ")
    answer = page.post(f"/api/tables/{id_}/undo", seen=after["changes"]).json()
    assert position(page, id_) == before and answer["log"] == [] and answer["changes"] > after["changes"]
    assert answer["actions"] == first["actions"]


def test_undo_of_a_whole_turn(page):
    id_ = page.open("launch", 1)
    first = page.look(id_)
    assert not first["can_undo_turn"]
    page.decide(id_)
    after = page.decide(id_)
    assert after["can_undo_turn"]
    refused(page.post(f"/api/tables/{id_}/undo", seen=after["changes"], whole_turn="yes"), 400)
    answer = page.post(f"/api/tables/{id_}/undo", seen=after["changes"], whole_turn=True).json()
    assert answer["decisions"] == 0 and answer["actions"] == first["actions"] and not answer["can_undo_turn"]


def test_hint(page):
    id_ = page.open()
    view = page.look(id_)
    hint = page.post(f"/api/tables/{id_}/hint", seen=view["changes"]).json()
    assert len(hint["best"]) == 3 and 'class="shade"' in hint["picture"] and 'class="shade"' not in view["picture"]
    assert {one["action"] for one in hint["best"]} <= {one["action"] for one in view["actions"]}
    assert all(0 <= one["chance"] <= 1 and one["reason"] for one in hint["best"])
    assert page.look(id_) == view


def test_others_can_play_while_an_agent_thinks(page):
    agent = Waits()
    register_agent("waits", agent)
    slow, quick = page.open(agents=[None, "waits"]), page.open()
    while (view := page.client.get(f"/api/tables/{slow}").json())["status"] == "yours":
        action = view["actions"][0]["action"]
        page.post(f"/api/tables/{slow}/decide", seen=view["changes"], action=action)
    assert view["status"] == "thinking" and view["actor"] == "bot 1 (waits)" and not view["actions"]
    page.decide(quick)
    for what in ("undo", "hint", "try_again"):
        assert "thinking" in refused(page.post(f"/api/tables/{slow}/{what}", seen=view["changes"]), 409)
    refused(page.post(f"/api/tables/{slow}/decide", seen=view["changes"], action=0), 409)
    refused(page.client.get(f"/tables/{slow}/save"), 409)
    agent.may_go_on.set()
    assert page.look(slow)["status"] == "yours"


def test_an_agent_that_fails(page):
    agent = Fails()
    register_agent("fails", agent)
    id_ = page.open(agents=[None, "fails"])
    while (view := page.look(id_))["status"] == "yours":
        page.decide(id_)
    assert view["status"] == "failed" and "no idea" in view["fault"] and view["fault"].startswith("The agent 'fails'")
    assert page.client.get(f"/tables/{id_}/save").status_code == 200
    refused(page.post(f"/api/tables/{id_}/decide", seen=view["changes"], action=0), 400)
    assert page.post(f"/api/tables/{id_}/try_again", seen=view["changes"]).status_code == 200
    view = page.look(id_)
    assert view["status"] == "failed"
    undone = page.post(f"/api/tables/{id_}/undo", seen=view["changes"]).json()
    assert undone["status"] == "yours" and undone["fault"] == ""
    agent.is_failing = False
    assert page.decide(id_)["status"] == "yours"
    assert "No agent has failed" in refused(
        page.post(f"/api/tables/{id_}/try_again", seen=page.look(id_)["changes"]), 400
    )


@pytest.mark.parametrize(("game", "players"), [("launch", 1), ("launch", 2), ("mlem", 3)])
def test_a_whole_game(page, game, players):
    id_ = page.open(game, players)
    refused(page.client.get(f"/tables/{id_}/replay"), 400)
    place = 0
    while (view := page.look(id_))["status"] != "over":
        assert view["status"] == "yours" and view["end"] is None
        page.decide(id_, place)
        place += 7
    end = view["end"]
    assert [len(row["points"]) for row in end["rows"]] == [len(end["categories"])] * len(end["rows"])
    assert all(sum(row["points"]) == row["total"] for row in end["rows"]) and end["result"].endswith(".")
    assert not view["actions"]
    refused(page.post(f"/api/tables/{id_}/decide", seen=view["changes"], action=0), 400)
    again = page.post(f"/api/tables/{id_}/undo", seen=view["changes"]).json()
    assert again["status"] == "yours" and again["end"] is None


@pytest.mark.parametrize(("game", "seat"), [("launch", 2), ("luna_capital", 0)])
def test_what_a_seat_cannot_know_is_not_sent(page, game, seat):
    """Others' hidden things are redrawn: decisions that are not shown yet, cards in hand. What is sent is the same."""
    id_ = page.open(game, 3, seat=seat)
    table = page.server.tables.find(id_)
    session, redrawn = table._session, 0
    for place in range(20):
        page.decide(id_, place)
        before, view = session.batch.record(), {**table.view, "log": 0, "news": 0}
        for seed in range(3):
            session.batch.resample(None, seat, seed)
            redrawn += session.batch.record() != before
            table._look()
            assert {**table.view, "log": 0, "news": 0} == view
        session.batch.set_states(np.array([before]))
        table._look()
    assert redrawn


def test_a_game_that_cannot_be_drawn_goes_on(page, monkeypatch, caplog):
    id_ = page.open()
    monkeypatch.setattr(hosted_games, "draw", lambda *given, **more: 1 / 0)
    view = page.decide(id_)
    assert view["actions"] and "cannot be drawn" in view["picture"] and "ZeroDivisionError" in caplog.text


def test_names_are_shown(page):
    id_ = page.open("mlem", 3, names=["Anna", "Bo"])
    view = page.look(id_)
    assert view["names"] == ["You", "Bo", "bot 2"]
    place = 0
    while view["status"] != "over":
        numbered = re.search(r"player \d|\(you\)", f"{view['log']}{view['news']}{view['actions']}{view['picture']}")
        assert not numbered and ">Bo</text>" in view["picture"] and all("brings" in one for one in view["actions"])
        place += 3
        view = page.decide(id_, place)
    assert [row["name"] for row in view["end"]["rows"]] == ["You", "Bo (random)", "bot 2 (random)"]
    assert "letters" in refused(page.post("/api/tables", game="mlem", players=2, names=["<b>"]), 400)
    refused(page.post("/api/tables", game="mlem", players=2, names="Anna"), 400)


def test_choices_come_with_what_they_bring(page):
    id_ = page.open("mlem", 2)
    brings, place = [], 0
    while (view := page.look(id_))["status"] != "over":
        brings += [line for one in view["actions"] for line in one["brings"]]
        page.decide(id_, place := place + 5)
    assert any(re.fullmatch(r"\+\d points? \(\w+\)", line) for line in brings)


def test_people_on_all_seats(page):
    id_ = page.open(players=2, hotseat=True)
    seen = set()
    for place in range(12):
        view = page.look(id_)
        assert view["status"] == "yours" and view["actions"] and view["log"] == []
        seen.add(view["viewer"])
        page.decide(id_, place)
    assert seen == {0, 1}


@pytest.mark.slow
def test_two_clients_at_once_do_not_spoil_a_game(server):
    """Tabs that decide, take back and look without waiting for each other: the game is one that can be replayed."""
    pages = [Page(server) for _ in range(4)]
    id_ = pages[0].open(agents=[None, "greedy"])
    changed, answers = [0] * len(pages), []

    def play(number):
        page, chosen = pages[number], np.random.default_rng(number)
        for _ in range(60):
            view = page.look(id_)
            if not view["actions"]:
                return
            action = int(chosen.choice([one["action"] for one in view["actions"]]))
            what = {"action": action} if chosen.random() < 0.9 or not view["can_undo"] else {}
            answer = page.post(f"/api/tables/{id_}/{'decide' if what else 'undo'}", seen=view["changes"], **what)
            answers.append(answer.status_code)
            changed[number] += answer.status_code == 200

    threads = [threading.Thread(target=play, args=(number,)) for number in range(len(pages))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) == {200, 409} and all(changed)
    view = pages[0].look(id_)
    session = server.tables.find(id_)._session
    assert session.recording.replay().states[0].tobytes() == session.state.tobytes()
    assert sum(decision.actor == 0 for decision in session.decisions) == view["decisions"]


def test_the_oldest_idle_game_is_dropped(page, monkeypatch):
    monkeypatch.setattr(limits, "MOST_TABLES", 3)
    agent = Waits()
    register_agent("waits", agent)
    thinking = page.open(seat=1, agents=["waits", None])
    assert page.client.get(f"/api/tables/{thinking}").json()["status"] == "thinking"
    first, second = page.open(), page.open()
    page.decide(first)
    time.sleep(0.01)
    third = page.open()
    assert len(page.server.tables) == 3
    refused(page.client.get(f"/api/tables/{second}"), 404)
    for id_ in (thinking, first, third):
        assert page.client.get(f"/api/tables/{id_}").status_code == 200
    agent.may_go_on.set()


def test_no_more_games_than_can_be_played(page, monkeypatch):
    monkeypatch.setattr(limits, "MOST_TABLES", 1)
    agent = Waits()
    register_agent("waits", agent)
    id_ = page.open(seat=1, agents=["waits", None])
    answer = page.post("/api/tables", game="launch", players=2)
    assert "at once" in refused(answer, 503)
    agent.may_go_on.set()
    page.look(id_)
    page.open()


@pytest.mark.parametrize("id_", moon_envs.game_ids())
@pytest.mark.parametrize("what", ["rules", "actions", "features"])
def test_pages_about_games(page, id_, what):
    text = page.client.get(f"/games/{id_}/{what}").text
    game = moon_envs.game(id_)
    assert "<script" not in text and 'style="' not in text
    if what == "actions":
        assert text.count("<tr>") == len(game.actions) + 1
    if what == "features":
        assert text.count("<tr>") == len(game.features) + 1


def test_rules_are_not_taken_as_html(page, monkeypatch, tmp_path):
    (tmp_path / "RULES.md").write_text(
        "# <b>x</b>\n\n<script>alert(1)</script> [y](javascript:alert(1)) ![z](http://q/)\n"
    )
    monkeypatch.setattr(type(moon_envs.game("launch")), "rules_pages", [tmp_path / "RULES.md"])
    text = page.client.get("/games/launch/rules").text
    assert "<script" not in text and "<b>" not in text and 'href="javascript' not in text and "<img" not in text
