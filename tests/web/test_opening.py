"""Opening games: everything that the start page sends is checked."""

from __future__ import annotations

import base64
import json

import pytest

import moon_envs
from moon_envs.agents import register_agent

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from tests.web.test_requests import refused

NEW = {"game": "launch", "players": 2}


def test_offers_name_every_game_and_option(page):
    offers = page.client.get("/api/offers").json()
    assert [offer["id"] for offer in offers["games"]] == moon_envs.game_ids()
    for offer in offers["games"]:
        game = moon_envs.game(offer["id"])
        assert [option["name"] for option in offer["options"]] == [option.name for option in game.options]
        for option, known in zip(offer["options"], game.options, strict=True):
            assert len(option["choices"]) == len(known.choices)
            assert not known.choices or option["default"] in option["choices"]
            assert option["players"], "an option for nobody"


def test_an_option_of_the_solo_mode_is_offered_there_only(page):
    offers = {offer["id"]: offer for offer in page.client.get("/api/offers").json()["games"]}
    opponent, missions = offers["launch"]["options"]
    assert opponent["players"] == [1] and missions["players"] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_every_choice_that_is_offered_is_taken(page, id_):
    from moon_envs.web.opening import offers, option_value

    game = moon_envs.game(id_)
    (offer,) = [offer for offer in offers()["games"] if offer["id"] == id_]
    for option, known in zip(offer["options"], game.options, strict=True):
        for choice, value in zip(option["choices"], known.choices, strict=True):
            assert option_value(choice) == value
            for players in option["players"]:
                game.configuration(players, **{known.name: option_value(choice)})


def test_a_game_is_opened(page):
    view = page.look(page.open(players=3, seat=1, agents=["greedy", None, "random"], options={"missions": "none"}))
    assert view["configuration"] == "3 players" and view["viewer"] == 1 and view["seed"] == 4
    assert view["status"] == "yours" and view["actions"] and "<svg" in view["picture"]


def test_agents_sit_where_they_were_put(page):
    table = page.server.tables.find(page.open(players=3, seat=1, agents=["greedy", None, "mcts:5"]))
    assert {seat: agent.name for seat, agent in table._session.agents.items()} == {0: "greedy", 2: "mcts:5"}


@pytest.mark.parametrize("name", ["mcts", "baseline:0.5", "rollouts:5+baseline:0.5"])
def test_agents_with_a_temperature_or_without_a_number(page, name):
    table = page.server.tables.find(page.open(agents=[None, name]))
    assert table._session.agents[1].name == {"mcts": "mcts:1000"}.get(name, name)


def test_solo_with_a_level(page):
    assert page.look(page.open(players=1, options={"opponent": "3"}))["configuration"] == "solo, opponent=3"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": 3}, "game"),
        ({"players": 0}, "players"),
        ({"players": 7}, "players"),
        ({"players": True}, "players"),
        ({"players": "2"}, "players"),
        ({"seat": 2}, "seat"),
        ({"seat": -1}, "seat"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**53}, "seed"),
        ({"seed": "1"}, "seed"),
        ({"hotseat": 1}, "hotseat"),
        ({"options": []}, "options"),
        ({"options": {"nothing": "1"}}, "nothing"),
        ({"options": {"players": "1"}}, "options"),
        ({"options": {"opponent": "3"}}, "solo"),
        ({"options": {"opponent": 3}}, "opponent"),
        ({"options": {"missions": "1,2"}}, "missions"),
        ({"options": {"missions": "1" * 201}}, "missions"),
        ({"agents": "random"}, "agents"),
        ({"agents": ["random"]}, "agents"),
        ({"agents": [None, None]}, "agent"),
        ({"agents": [None, {}]}, "agent"),
        ({"agents": [None, "nobody"]}, "allowed"),
        ({"agents": [None, "mcts:0"]}, "simulations"),
        ({"agents": [None, "mcts:20001"]}, "too long"),
        ({"agents": [None, "rollouts:20001+baseline"]}, "too long"),
        ({"agents": [None, "rollouts:20001+baseline:0.5"]}, "too long"),
        ({"agents": [None, "mcts:5+baseline"]}, "rollouts:5+baseline"),
        ({"agents": [None, "baseline:hot"]}, "temperature"),
        ({"agents": [None, "mcts:N"]}, "simulations"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_wrong_wishes(page, change, words):
    assert words in refused(page.post("/api/tables", **(NEW | change)), 400)
    assert len(page.server.tables) == 0


@pytest.mark.parametrize(
    ("change", "meant"),
    [({"gmae": "launch"}, "game"), ({"game": "lunch"}, "launch"), ({"agents": [None, "mtcs:50"]}, "mcts:50")],
)
def test_what_was_meant(page, change, meant):
    answer = page.post("/api/tables", **(NEW | change))
    assert f"Did you mean {meant!r}?" in refused(answer, answer.status_code) and answer.status_code in (400, 404)


@pytest.mark.parametrize("missing", ["game", "players"])
def test_missing_fields(page, missing):
    body = {name: value for name, value in NEW.items() if name != missing}
    assert missing in refused(page.post("/api/tables", **body), 400)


def test_an_unknown_game(page):
    assert "'nothing'" in refused(page.post("/api/tables", game="nothing", players=2), 404)


@pytest.mark.parametrize(
    "name",
    [
        "os:system",
        "{folder}/mine.py:play",
        "{folder}/mine.npz",
        "mcts:5+{folder}/mine.npz",
        "rollouts:5+{folder}/mine.npz",
        "mine:play",
        "",
    ],
)
def test_nothing_is_loaded_by_name(page, tmp_path, monkeypatch, name):
    """A page must not make the server import a module or read a file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(f"open({str(tmp_path / 'loaded')!r}, 'w')\ndef play(*_): pass\n")
    (tmp_path / "mine.npz").write_bytes(b"")
    refused(page.post("/api/tables", **NEW, agents=[None, name.format(folder=tmp_path)]), 400)
    assert not (tmp_path / "loaded").exists()


def test_registered_agents_can_be_chosen(page):
    register_agent("first of the list", lambda observation, mask: mask.argmax(axis=1))
    assert "first of the list" in page.client.get("/api/offers").json()["agents"]
    page.decide(page.open(agents=[None, "first of the list"]))


def test_saved_and_resumed(page):
    id_ = page.open(agents=[None, "greedy"])
    for place in range(12):
        page.decide(id_, place)
    view = page.look(id_)
    answer = page.client.get(f"/tables/{id_}/save")
    assert answer.headers["content-disposition"] == f'attachment; filename="launch-4-{view["decisions"]}.moon"'
    resumed = page.post("/api/resume", save=base64.b64encode(answer.content).decode())
    assert resumed.status_code == 201
    again = page.look(resumed.json()["id"])
    for name in view:
        if name not in ("id", "changes"):
            assert again[name] == view[name], name


@pytest.mark.parametrize("save", [3, "%%%", "", "AAAA", base64.b64encode(b"MOONENVS" * 20).decode()])
def test_saves_that_are_none(page, save):
    refused(page.post("/api/resume", save=save), 400)
    assert len(page.server.tables) == 0


def test_a_damaged_save(page):
    data = bytearray(page.client.get(f"/tables/{page.open()}/save").content)
    data[-1] ^= 1
    assert "damaged" in refused(page.post("/api/resume", save=base64.b64encode(data).decode()), 400)


def resumed(page, **details):
    """The answer to a save that says something else than the pages write."""
    from moon_envs.core import saves

    batch = moon_envs.Batch("launch", 1, 2, seed=1)
    data = saves.pack(batch.game, batch.states[0], **{"players": 2, "options": {}, "seed": 1, "seat": 0} | details)
    return page.post("/api/resume", save=base64.b64encode(data).decode())


@pytest.mark.parametrize(
    "name",
    [
        "os:system",
        "{folder}/mine.py:play",
        "{folder}/mine.npz",
        "mcts:5+{folder}/mine.npz",
        "rollouts:5+{folder}/mine.npz",
        "mine:play",
        "",
        3,
        None,
    ],
)
def test_a_save_cannot_name_a_file_to_load(page, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(f"open({str(tmp_path / 'loaded')!r}, 'w')\ndef play(*_): pass\n")
    (tmp_path / "mine.npz").write_bytes(b"")
    name = name.format(folder=tmp_path) if isinstance(name, str) else name
    assert "not an agent that can be chosen here" in refused(resumed(page, opponents=[name]), 400)
    assert not (tmp_path / "loaded").exists() and len(page.server.tables) == 0


@pytest.mark.parametrize("name", ["mcts:20001", "mcts:1000000", "flat:1000000", "rollouts:1000000+baseline"])
def test_a_save_cannot_ask_for_more_than_the_start_page(page, name):
    assert "20000 simulations or rollouts" in refused(resumed(page, opponents=[name]), 400)
    assert len(page.server.tables) == 0


def test_a_save_against_a_registered_agent_goes_on(page):
    register_agent("last of the list", lambda observation, mask: mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1))
    id_ = page.open(agents=[None, "last of the list"])
    page.decide(id_)
    data = page.client.get(f"/tables/{id_}/save").content
    answer = page.post("/api/resume", save=base64.b64encode(data).decode())
    assert answer.status_code == 201
    page.decide(answer.json()["id"])


def test_an_error_about_a_save_is_not_as_long_as_the_save(page):
    from moon_envs.core import saves

    batch = moon_envs.Batch("launch", 1, 2, seed=1)
    long = "x" * 100_000
    header = {"game": "launch", "version": long, "layout": 0, "size": 0, "details": {}}
    header["checksum"] = saves._checksum(header, b"")
    encoded = json.dumps(header).encode()
    strange_version = saves._PREFIX.pack(saves.MAGIC, saves.FORMAT, len(encoded)) + encoded
    strange_game = saves.pack(batch.game, batch.states[0]).replace(b'"launch"', b'"launcX"')
    for data in (strange_version, strange_game):
        assert len(refused(page.post("/api/resume", save=base64.b64encode(data).decode()), 400)) < 1000
    for details in (
        {"options": {long: 1}},
        {"opponents": [long]},
        {"players": long},
        {"seed": 10**4000},
        {"seat": long},
    ):
        answer = resumed(page, **details)
        assert answer.status_code == 201 or len(refused(answer, 400)) < 1000


@pytest.mark.parametrize("name", ["opponents", "seat", "seed", "hotseat", "game", "players", "self"])
def test_options_cannot_be_other_settings(page, name):
    refused(page.post("/api/tables", game="launch", players=2, options={name: "1"}), 400)
    assert len(page.server.tables) == 0
