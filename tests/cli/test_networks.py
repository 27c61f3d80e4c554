"""Networks on the command line: by the name of their file, alone and with search; what does not fit is one line."""

from __future__ import annotations

import json

import pytest

import moon_envs
from tests.networks.random_weights import random_file, random_value_network


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random_file(tmp_path, "launch", True), random_file(tmp_path, "launch", False)
    random_value_network("launch", False).save(tmp_path / "values.npz")
    return tmp_path


def test_selfplay_and_arena(folder, run):
    agents = "launch-several.npz mcts:2+launch-several.npz values.npz rollouts:2+values.npz"
    ran = run(f"selfplay launch --players 4 --games 4 --agents {agents} --json")
    assert ran.code == 0 and json.loads(ran.out)["agents"] == agents.split()
    ran = run(f"arena launch random {agents} --players 2 --games 6 --json")
    assert ran.code == 0 and ran.err == ""


@pytest.mark.parametrize("name", ["mcts:2+launch-several.npz", "rollouts:2+values.npz"])
def test_play_against_a_network(folder, run, name):
    ran = run(f"play launch --players 2 --seed 1 --opponents {name}", stdin="1\nq\n")
    assert ran.code == 0 and ran.err == ""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("ladder nothing.npz", "nothing.npz: cannot be read: No such file or directory"),
        ("ladder launch-solo.npz", "plays launch, not "),
        ("ladder mcts:3+launch-solo.npz --game mlem", "plays launch, not mlem"),
        ("arena launch random launch-solo.npz", "plays launch alone, not launch with several players"),
        ("arena mlem random launch-several.npz", "plays launch, not mlem"),
        ("play launch --players 2 --opponents mcts:3+damaged.npz", "damaged.npz: is not the file of a network"),
        ("selfplay launch --players 2 --agents mcts:3+baseline", "Did you mean 'rollouts:3+baseline'?"),
        ("arena launch random mcts:3+values.npz --players 2", "values.npz values positions and has no logits"),
        ("arena launch random rollouts:3+launch-several.npz --players 2", "launch-several.npz gives logits of actions"),
        ("selfplay launch --players 2 --agents flat:3+baseline", "with a network: rollouts:N+baseline"),
    ],
)
def test_what_is_refused(folder, fails, command, words):
    (folder / "damaged.npz").write_bytes(b"damaged")
    assert words in fails(command)


@pytest.mark.parametrize(
    "name", ["launch-several.npz", "mcts:2+launch-several.npz", "values.npz", "rollouts:2+values.npz"]
)
def test_recordings_for_learning_draw_by_default(folder, run, name):
    """Their agents say so; a temperature in the name is kept, 0 included; without --record nothing is drawn."""
    ran = run(f"selfplay launch --players 2 --games 3 --agents {name} random --record drawn")
    assert ran.code == 0 and f"{name} used temperature 0.5; {name}:0 plays the best" in ran.out
    games = moon_envs.load_games("drawn")
    assert games.agents == [f"{name}:0.5", "random"] == games.recording(0).agents
    ran = run(f"selfplay launch --players 2 --games 3 --agents {name}:0 {name}:2 --record chosen")
    assert ran.code == 0 and "drew" not in ran.out and moon_envs.load_games("chosen").agents == [name, f"{name}:2"]
    assert json.loads(run(f"selfplay launch --players 2 --games 3 --agents {name} --json").out)["agents"] == [name] * 2


def test_recorded_networks_do_not_repeat_each_other(tmp_path, run):
    """Three of them in Virus."""
    assert run(f"selfplay virus --players 3 --games 5 --agents baseline --record {tmp_path}/games").code == 0
    games = moon_envs.load_games(tmp_path / "games")
    for game in range(5):
        players = games.recording(game).replay().states[0]["players"]
        assert len({players[seat]["cells"].tobytes() for seat in range(3)}) > 1
