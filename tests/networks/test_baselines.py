"""The packaged networks: one for every game and mode, small, and better than chance."""

import csv

import numpy as np
import pytest

import moon_envs
from moon_envs.agents import find_agent, play_games
from moon_envs.base.errors import NetworkError
from moon_envs.networks import ValueNetwork
from moon_envs.networks.finding import BOX, baseline_names
from training_examples import train_baselines

MOST_BYTES = 600_000
NAMES = [
    f"{id_}-{mode}"
    for id_ in moon_envs.game_ids()
    for mode in ("solo", "several")
    if mode == "several" or 1 in moon_envs.game(id_).player_counts
]


def test_every_game_and_mode_has_one():
    assert list(train_baselines.baselines()) == NAMES
    assert sorted(baseline_names()) == sorted(NAMES)
    assert {file.name for file in BOX.iterdir()} == {f"{name}{end}" for name in NAMES for end in (".npz", ".csv")}


@pytest.mark.parametrize("name", NAMES)
def test_files(name):
    file = BOX / f"{name}.npz"
    assert file.stat().st_size <= MOST_BYTES
    network = ValueNetwork.load(file)
    assert f"{network.game.id}-{'solo' if network.inputs.solo else 'several'}" == name
    assert network.trained.startswith("td, ")
    with open(BOX / f"{name}.csv", encoding="utf-8", newline="") as curves:
        rows = list(csv.DictReader(curves))
    assert f"{rows[-1]['decisions']} decisions" in network.trained


@pytest.mark.parametrize("id_", [id_ for id_ in moon_envs.game_ids() if f"{id_}-solo" in NAMES])
def test_solo_play_is_better_than_chance(id_):
    def points(agent):
        batch = moon_envs.Batch(id_, 60, players=1, seed=5, autoreset="disabled")
        play_games(batch, [find_agent(agent)])
        return batch.final_points[:, 0].sum(axis=1).mean()

    assert points("baseline") > points("random") + 5


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_play_with_several_is_better_than_chance(id_):
    players = max(moon_envs.game(id_).player_counts)
    batch = moon_envs.Batch(id_, 60, players=players, seed=5, autoreset="disabled")
    # The network plays every seat in turn.
    seating = (np.arange(60)[:, None] + np.arange(players)) % players != 0
    play_games(batch, [find_agent("baseline"), find_agent("random")], seating.astype(np.int64))
    shares = ((batch.final_outcome + 1) / 2)[~seating]
    assert shares.mean() > 1.5 / players


def test_putting_networks_into_the_box(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(train_baselines, "BOX", tmp_path / "box")
    (tmp_path / "runs" / "launch-solo").mkdir(parents=True)
    trained = tmp_path / "runs" / "launch-solo" / "network.npz"
    trained.write_bytes((BOX / "launch-solo.npz").read_bytes())
    curves = trained.with_name("curves.csv")
    curves.write_text("minutes,decisions\n" + "".join(f"{i / 3},{i * 10_001}\n" for i in range(1, 1000)))
    train_baselines.install(tmp_path / "runs")
    drawn = (tmp_path / "box" / "launch-solo.csv").read_text().splitlines()
    assert drawn[0] == "minutes,decisions" and drawn[-1] == "333,9990999"
    assert len(drawn) == 251 and drawn[1:3] == ["1,30003", "2.33333333,70007"]
    trained.write_bytes(b"weights")
    with pytest.raises(NetworkError, match="is not the file of a network"):
        train_baselines.install(tmp_path / "runs")
    assert {file.name for file in (tmp_path / "box").iterdir()} == {"launch-solo.npz", "launch-solo.csv"}
    assert (tmp_path / "box" / "launch-solo.npz").read_bytes() == (BOX / "launch-solo.npz").read_bytes()
    monkeypatch.setattr("sys.argv", ["train_baselines.py", "launch-alone"])
    with pytest.raises(SystemExit) as stopped:
        train_baselines.main()
    assert stopped.value.code == 2
    assert "no such baseline: launch-alone; there are launch-solo" in capsys.readouterr().err
