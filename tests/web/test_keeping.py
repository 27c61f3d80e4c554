"""Games that survive the server: saved after every change, continued, deleted; damaged files are told."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import moon_envs

pytest.importorskip("starlette", reason="starlette is missing; install moon_envs[web].")

from moon_envs.core import saves
from moon_envs.play.opening import resume_session
from moon_envs.web import keeping, limits
from moon_envs.web.keeping import Keeper, data_folder
from moon_envs.web.server import Server
from tests.unix import needs_unix
from tests.web.conftest import PORT, TOKEN, Page
from tests.web.test_requests import refused

STRANGE_ID = "0123456789abcdef"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data" / "games"


@pytest.fixture
def started(folder):
    """Start a server, and the next one, on the same folder."""
    return lambda: Page(Server(PORT, TOKEN, Keeper(folder)))


def kept(page):
    answer = page.client.get("/api/kept")
    assert answer.status_code == 200, answer.text
    return answer.json()["games"]


def fault(page):
    return page.client.get("/api/kept").json()["fault"]


def go_on(page, id_):
    answer = page.post(f"/api/kept/{id_}/continue")
    assert answer.status_code == 200 and answer.json() == {"id": id_}, answer.text
    return page.look(id_)


def shown(view):
    """A view without what counts this server's changes."""
    return {name: value for name, value in view.items() if name != "changes"}


def test_a_game_survives_the_server(started, folder):
    page = started()
    id_ = page.open(agents=[None, "baseline"])
    assert kept(page) == []  # nothing has been decided yet
    for place in range(9):
        view = page.decide(id_, place)
    page = started()
    (one,) = kept(page)
    facts = {name: one[name] for name in ("id", "game", "configuration", "against", "over", "decisions")}
    assert facts == {
        "id": id_,
        "game": "launch",
        "configuration": "2 players",
        "against": "Hard",
        "over": False,
        "decisions": view["decisions"],
    }
    assert shown(go_on(page, id_)) == shown(view)
    page.decide(id_)
    assert shown(go_on(page, id_)) == shown(page.look(id_)), "an open table goes on"
    (file,) = folder.iterdir()
    assert len(resume_session("launch", file).decisions) == len(page.server.tables.find(id_)._session.decisions)


def test_undo_and_people_at_one_screen_are_kept_too(started):
    page = started()
    id_ = page.open(players=2, hotseat=True)
    page.decide(id_)
    view = page.decide(id_)
    page.post(f"/api/tables/{id_}/undo", seen=view["changes"])
    (one,) = kept(started())
    assert one["hotseat"] and one["decisions"] == 1


def test_a_finished_game_is_kept_with_its_result_and_the_oldest_are_forgotten(started, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FINISHED_GAMES_KEPT", 2)
    page = started()
    going_on = page.open()
    page.decide(going_on)
    ends = []
    for number in range(3):
        id_ = page.open("mlem", seed=number)
        while (view := page.look(id_))["status"] != "over":
            page.decide(id_)
        file = page.server.tables.keeper._path(id_)
        os.utime(file, (1000 + number, 1000 + number))
        ends.append((id_, view["end"]["result"]))
    page = started()
    found = {one["id"]: one for one in kept(page)}
    assert set(found) == {going_on, ends[1][0], ends[2][0]}
    assert found[ends[2][0]]["over"] and found[ends[2][0]]["result"] == ends[2][1]
    assert go_on(page, ends[2][0])["end"]["result"] == ends[2][1]


def test_delete(started, folder):
    page = started()
    id_, other = page.open(), page.open()
    page.decide(id_)
    page.decide(other)
    table = page.server.tables.find(id_)
    assert page.post(f"/api/kept/{id_}/delete").status_code == 200
    assert [one["id"] for one in kept(page)] == [other]
    refused(page.client.get(f"/api/tables/{id_}"), 404)
    with table._lock:
        table._look()  # an agent that still thought has come to an end
    assert [path.stem for path in folder.iterdir()] == [other]
    refused(page.post(f"/api/kept/{id_}/delete"), 404)
    refused(page.post(f"/api/kept/{id_}/continue"), 404)


@pytest.mark.parametrize("id_", ["nothing", "..", "%2e%2e%2fx", STRANGE_ID, STRANGE_ID.upper()])
@pytest.mark.parametrize("what", ["continue", "delete"])
def test_what_is_not_kept_is_refused(started, folder, id_, what):
    folder.mkdir(parents=True)
    (folder.parent / "x.moon").write_bytes(saves.MAGIC)
    (folder / "nothing.moon").write_bytes(saves.MAGIC)
    assert started().post(f"/api/kept/{id_}/{what}").status_code == 404
    assert (folder.parent / "x.moon").exists() and (folder / "nothing.moon").exists()


def test_unknown_requests(started):
    page = started()
    refused(page.post(f"/api/kept/{STRANGE_ID}/nothing"), 404)
    refused(page.post(f"/api/kept/{STRANGE_ID}/delete", sure=True), 400)


def damaged(data):
    """Saves that cannot be continued, by what is wrong."""
    batch = moon_envs.Batch("launch", 1, 2, seed=1)
    good = {"players": 2, "options": {}, "hotseat": False, "opponents": ["greedy"]}

    def save(**details):
        return saves.pack(batch.game, batch.states[0], **{**good, **details})

    return {
        "empty": b"",
        "foreign": b"a diary, not a game",
        "cut": data[:-7],
        "changed": data[:60] + bytes([data[60] ^ 1]) + data[61:],
        "another game": data.replace(b'"launch"', b'"launcX"'),
        "no details": batch.save(),
        "players": save(players=99),
        "options": save(options={"players": 2}),
        "opponents": save(opponents=3),
        "words": save(kept=[1]),
        "decisions": save(kept={"decisions": "many"}),
    }


def test_damaged_files_are_told(started, folder):
    page = started()
    id_ = page.open()
    page.decide(id_)
    data = (folder / f"{id_}.moon").read_bytes()
    for what, bytes_ in damaged(data).items():
        file = folder / f"{STRANGE_ID}.moon"
        file.write_bytes(bytes_)
        page = started()
        found = {one["id"]: one for one in kept(page)}
        assert "fault" not in found[id_] and str(file) in found[STRANGE_ID]["fault"], what
        assert len(found[STRANGE_ID]["fault"]) < 1000
        assert page.post(f"/api/kept/{STRANGE_ID}/continue").status_code in (200, 400, 404), what
        is_ours = bytes_.startswith(saves.MAGIC)
        assert found[STRANGE_ID]["ours"] == is_ours
        assert page.post(f"/api/kept/{STRANGE_ID}/delete").status_code == (200 if is_ours else 400), what
        assert file.exists() != is_ours
        file.unlink(missing_ok=True)


def test_a_file_that_is_not_ours_is_never_replaced(started, folder, monkeypatch, capsys):
    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)
    monkeypatch.setattr("moon_envs.web.hosted_games.secrets.token_hex", lambda size: STRANGE_ID)
    folder.mkdir(parents=True)
    (folder / f"{STRANGE_ID}.moon").write_text("a diary")
    page = started()
    page.decide(page.open())
    assert "is not a saved game" in fault(page) and "is not a saved game" in capsys.readouterr().err
    assert (folder / f"{STRANGE_ID}.moon").read_text() == "a diary"


@needs_unix
def test_links_are_left_alone(started, folder, tmp_path):
    page = started()
    id_ = page.open()
    page.decide(id_)
    target = tmp_path / "elsewhere.moon"
    (folder / f"{id_}.moon").rename(target)
    (folder / f"{id_}.moon").symlink_to(target)
    before = target.read_bytes()
    page.decide(id_)
    assert target.read_bytes() == before and kept(page) == []
    refused(page.post(f"/api/kept/{id_}/delete"), 404)


@needs_unix
def test_only_the_user_can_read_them(started, folder):
    page = started()
    page.decide(page.open())
    (file,) = folder.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700 and stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_server_that_cannot_write_says_so_once_and_goes_on(started, folder, monkeypatch, capsys):
    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)

    def full(*given):
        raise OSError(28, "No space left on device")

    page = started()
    with monkeypatch.context() as patch:
        patch.setattr(keeping, "write_file", full)
        id_ = page.open()
        for _ in range(3):
            page.decide(id_)
        assert "No space left" in fault(page) and kept(page) == []
        assert capsys.readouterr().err.count("No space left") == 1
    page.decide(id_)  # there is room again
    assert fault(page) == "" and [one["id"] for one in kept(page)] == [id_]


def test_a_folder_that_cannot_be_used_is_told_before_the_first_game(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(keeping.FOLDER_VARIABLE, str(tmp_path / "file"))
    page = Page(Server(PORT, TOKEN, Keeper.of_the_user()))
    assert "cannot be used" in fault(page) and capsys.readouterr().err.count("not kept") == 1
    page.decide(page.open())


def test_without_a_home_nothing_is_kept(monkeypatch, capsys):
    monkeypatch.delenv(keeping.FOLDER_VARIABLE)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", classmethod(lambda cls: (_ for _ in ()).throw(RuntimeError("no home"))))
    keeper = Keeper.of_the_user()
    assert "no home" in keeper.fault and keeper.games() == []


def test_a_server_without_a_keeper_keeps_nothing(page):
    page.decide(page.open())
    assert kept(page) == [] and fault(page) == ""


def test_the_folder_of_each_system(tmp_path, monkeypatch):
    home = tmp_path.absolute()
    monkeypatch.setattr(Path, "home", classmethod(lambda cls: home))
    assert data_folder("linux", {}) == home / ".local/share/moon_envs"
    assert data_folder("linux", {"XDG_DATA_HOME": "relative"}) == home / ".local/share/moon_envs"
    assert data_folder("linux", {"XDG_DATA_HOME": "/data"}) == Path("/data/moon_envs")
    assert data_folder("darwin", {}) == home / "Library/Application Support/moon_envs"
    assert data_folder("win32", {"LOCALAPPDATA": str(home / "local")}) == home / "local" / "moon_envs"
    assert data_folder("win32", {}) == home / "AppData/Local/moon_envs"
    for system in ("linux", "darwin", "win32"):
        assert data_folder(system, {keeping.FOLDER_VARIABLE: str(home / "own")}) == home / "own"
