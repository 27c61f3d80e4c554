"""Networks on the command line: by the name of their file, alone and with search; what does not fit is one line."""

from __future__ import annotations

import json

import pytest

from tests.networks.random_weights import random_file


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random_file(tmp_path, "launch", True), random_file(tmp_path, "launch", False)
    return tmp_path


def test_selfplay_and_arena(folder, run):
    agents = "launch-several.npz mcts:2+launch-several.npz"
    ran = run(f"selfplay launch --players 2 --games 4 --agents {agents} --json")
    assert ran.code == 0 and json.loads(ran.out)["agents"] == agents.split()
    ran = run(f"arena launch random {agents} --players 2 --games 6 --json")
    assert ran.code == 0 and ran.err == ""


def test_play_against_a_network(folder, run):
    ran = run("play launch --players 2 --seed 1 --against mcts:2+launch-several.npz", stdin="1\nq\n")
    assert ran.code == 0 and ran.err == ""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("ladder nothing.npz", "nothing.npz: cannot be read: No such file or directory"),
        ("ladder launch-solo.npz", "plays launch, not "),
        ("ladder mcts:3+launch-solo.npz --game mlem", "plays launch, not mlem"),
        ("arena launch random launch-solo.npz", "plays launch alone, not launch with several players"),
        ("arena mlem random launch-several.npz", "plays launch, not mlem"),
        ("play launch --players 2 --against mcts:3+damaged.npz", "damaged.npz: is not the file of a network"),
        ("selfplay launch --players 2 --agents flat:3+baseline", "with a network: mcts:N+baseline"),
    ],
)
def test_what_is_refused(folder, fails, command, words):
    (folder / "damaged.npz").write_bytes(b"damaged")
    assert words in fails(command)
