"""Recorded games: written by selfplay, read back, replayed to observations; damaged and foreign files are refused."""

from __future__ import annotations

import json
import os
import struct
import zlib

import numpy as np
import pytest

import moon_envs
from moon_envs import agents, load_games
from moon_envs.base.errors import ConfigurationError, SaveError
from moon_envs.cli.main import main
from moon_envs.records.datasets import MAGIC, SUFFIX, ActionLog, GameWriter

BYTES_OF_A_GAME = 500


def selfplay(folder, *arguments: str) -> int:
    return main(["selfplay", "launch", "--json", "--record", str(folder), *arguments])


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "games"
    assert selfplay(folder, "--games", "30", "--players", "2", "--seed", "3", "--batch", "13") == 0
    return folder


def test_games_replay_to_what_was_seen(tmp_path):
    seen = []

    def watching(observations, masks):
        actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        seen.extend(zip(map(bytes, observations), map(bytes, masks), actions.tolist(), strict=True))
        return actions

    agents.register_agent("watching", watching)
    folder = tmp_path / "games"
    assert selfplay(folder, "--games", "9", "--players", "3", "--agents", "watching", "--batch", "4") == 0
    games = load_games(folder)
    assert (len(games), games.agents, games.configuration.players) == (9, ["watching"] * 3, 3)
    replayed = []
    for portion, first in zip(games.decisions(games=4), (0, 4, 8), strict=True):
        assert np.unique(portion.games).tolist() == list(range(first, min(first + 4, 9)))
        replayed += zip(
            map(bytes, portion.observations), map(bytes, portion.masks), portion.actions.tolist(), strict=True
        )
    assert sorted(replayed) == sorted(seen) and len(replayed) == games.lengths.sum()


def test_decisions_of_a_game_stand_in_their_order(folder):
    games = load_games(folder)
    [decisions] = games.decisions(games=100)
    batch = games.recording(7).replay()
    assert batch.done[0] and batch.states["seed"][0] == games.seeds[7] == 10
    own = decisions.games == 7
    assert decisions.actions[own].tolist() == games.actions(7).tolist() == games.recording(7).actions
    game = moon_envs.Batch("launch", 1, 2, seed=10, autoreset="disabled")
    for place in np.flatnonzero(own):
        assert decisions.seats[place] == game.actor[0]
        assert np.array_equal(decisions.observations[place], game.observation[0])
        assert decisions.outcomes[place] == batch.final_outcome[0, decisions.seats[place]]
        assert decisions.points[place] == batch.final_points[0, decisions.seats[place]].sum()
        game.step([decisions.actions[place]])
    assert game.done[0]


def test_recording_changes_no_game_and_is_small(folder, capsys):
    capsys.readouterr()
    reports = []
    for arguments in (["--record", str(folder.with_name("again"))], []):
        assert main(["selfplay", "launch", "--json", "--games", "30", "--players", "2", "--seed", "3", *arguments]) == 0
        report = json.loads(capsys.readouterr().out)
        reports.append({name: value for name, value in report.items() if name != "timing"})
    assert reports[0] == reports[1]
    games, again = load_games(folder), load_games(folder.with_name("again"))
    assert np.array_equal(games._actions, again._actions) and np.array_equal(games.seeds, again.seeds)
    assert sum(file.stat().st_size for file in folder.iterdir()) < 30 * BYTES_OF_A_GAME


def test_options_and_encodings(tmp_path):
    assert selfplay(tmp_path / "solo", "--games", "4", "--players", "1", "--opponent", "3") == 0
    games = load_games(tmp_path / "solo")
    assert games.configuration.options["opponent"] == 3
    [compact], [one_hot] = games.decisions(), games.decisions(encoding="one_hot", threads=1)
    assert one_hot.observations.shape[1] > compact.observations.shape[1]
    assert np.array_equal(compact.actions, one_hot.actions)


def test_an_interrupt_keeps_the_games_that_are_over(tmp_path, monkeypatch, capsys):
    steps = []

    def interrupting(observations, masks):
        steps.append(len(masks))
        if len(steps) > 150:
            raise KeyboardInterrupt
        return masks.argmax(axis=1)

    agents.register_agent("interrupting", interrupting)
    code = selfplay(tmp_path / "games", "--games", "200", "--players", "2", "--agents", "interrupting", "--batch", "50")
    assert code == 130
    games = load_games(tmp_path / "games")
    assert len(games) == json.loads(capsys.readouterr().out)["games"] > 0
    assert sum(len(portion) for portion in games.decisions()) == games.lengths.sum()


def test_folders_that_cannot_be(folder, tmp_path, capsys):
    before = {file: file.read_bytes() for file in folder.iterdir()}
    (tmp_path / "file").write_text("x")
    for bad, words in (
        (folder, "new or empty folder"),
        (tmp_path / "file", "into a folder; this is a file"),
        ("a\0b", "null"),
    ):
        capsys.readouterr()
        assert selfplay(bad, "--games", "1") == 2
        captured = capsys.readouterr()
        assert words in captured.err and captured.err.count("\n") == 1 and captured.out == ""
    assert {file: file.read_bytes() for file in folder.iterdir()} == before
    for bad in (tmp_path / "none", tmp_path / "file", "a\0b"):
        with pytest.raises(SaveError, match="cannot be read"):
            load_games(bad)
    (tmp_path / "empty").mkdir()
    with pytest.raises(SaveError, match="no games were recorded"):
        load_games(tmp_path / "empty")


def test_damaged_files_are_refused(folder):
    file = sorted(folder.iterdir())[1]
    data = file.read_bytes()
    random = np.random.default_rng(0)
    places = [0, 8, 9, 10, 13, 14, 30, len(data) - 1, *random.integers(len(data), size=40).tolist()]
    for place in places:
        file.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        with pytest.raises(SaveError):
            load_games(folder)
    for length in (0, 5, 13, 14, 60, len(data) - 1):
        file.write_bytes(data[:length])
        with pytest.raises(SaveError):
            load_games(folder)
    file.write_bytes(data + b"x")
    with pytest.raises(SaveError, match="damaged"):
        load_games(folder)
    file.write_bytes(data)
    assert len(load_games(folder)) == 30


def craft(folder, games, **about):
    """Write a folder of any games with a right checksum."""
    writer = GameWriter(folder, moon_envs.game("launch"), moon_envs.game("launch").configuration(2), ["random"] * 2)
    writer._about.update(about)
    writer.add(np.arange(len(games), dtype=np.uint64), [np.array(actions) for actions in games])
    return folder


def test_crafted_games_are_refused(folder, tmp_path):
    games = load_games(folder)
    batch = moon_envs.Batch("launch", 1, 2, seed=0)
    illegal = int(np.flatnonzero(batch.mask[0] == 0)[0])
    whole = moon_envs.Batch("launch", 1, 2, seed=0, autoreset="disabled")
    log = ActionLog(1)
    agents.play_games(whole, [agents.RandomAgent()] * 2, on_actions=log.add)
    [actions] = log.games(np.array([0]))
    for name, crafted, words in (
        ("illegal", [illegal], "Decision 0 of a game of this recording is not legal"),
        ("absurd", [65535], "not legal"),
        ("short", actions[:-1], "Game 0 of this recording has no end"),
        ("long", [*actions, 0], "Game 0 of this recording goes on after its end"),
    ):
        with pytest.raises(SaveError, match=words):
            list(load_games(craft(tmp_path / name, [crafted])).decisions())
    for number, (about, words) in enumerate(
        [
            ({"game": "chess"}, "chess"),
            ({"version": 7}, "version 7"),
            ({"layout": 7}, "other tables"),
            ({"players": 99}, "players=99"),
            ({"options": {"weather": 1}}, "weather"),
            ({"options": 3}, "damaged"),
            ({"agents": 3}, "damaged"),
            ({"extra": 3}, "damaged"),
        ]
    ):
        with pytest.raises(SaveError, match=words):
            load_games(craft(tmp_path / str(number), [actions], **about))
    with pytest.raises(SaveError, match="not of 'mlem'"):
        load_games(folder, "mlem")
    for index in (-1, 30, True, "0"):
        with pytest.raises(ConfigurationError, match="index="):
            games.actions(index)


def test_games_of_two_runs_are_not_mixed(folder, tmp_path):
    other = craft(tmp_path / "other", [load_games(folder).actions(0)], agents=["greedy", "random"])
    os.rename(other / f"games-000000{SUFFIX}", folder / f"games-000009{SUFFIX}")
    with pytest.raises(SaveError, match="of another run than those of games-000000"):
        load_games(folder)


def test_a_length_that_points_beyond_the_actions(tmp_path):
    """The checksum is right, the sum of the lengths is not."""
    folder = craft(tmp_path / "crafted", [[1, 2, 3]])
    [file] = folder.iterdir()
    data = bytearray(file.read_bytes())
    (length,) = struct.unpack_from("<I", data, len(MAGIC) + 2)
    begin = len(MAGIC) + 6 + length
    struct.pack_into("<I", data, begin + 8, 2**32 - 1)
    header = json.loads(data[begin - length : begin])
    header["checksum"] = zlib.crc32(bytes(data[begin:]))
    encoded = json.dumps(header).encode()
    file.write_bytes(struct.pack("<8sHI", MAGIC, 1, len(encoded)) + encoded + bytes(data[begin:]))
    with pytest.raises(SaveError, match="damaged"):
        load_games(folder)
