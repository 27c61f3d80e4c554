"""benchmarks/learning.py and learning_curves.py run, and keep finished runs."""

import argparse
import sys

import pytest

from moon_envs.networks import Network, ValueNetwork

pytest.importorskip("torch")


@pytest.mark.parametrize(("program", "kind"), [("td", ValueNetwork), ("selfplay", Network)])
def test_learning(program, kind, monkeypatch, capsys, tmp_path):
    from benchmarks import learning

    command = ["learning", "launch", "--option", "opponent=1", "--minutes", "0.01", "--seeds", "2", "--cores", "1"]
    # The last one is an option of the program.
    command += ["--program", program, "--games", "4", "--folder", str(tmp_path), "--hidden", "16"]
    monkeypatch.setattr(sys, "argv", command)
    learning.main()
    assert kind.load(tmp_path / "seed-0" / "network.npz").hidden == 16
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed[2:]] == ["seed-0", "seed-1", "median"]
    made = (tmp_path / "seed-0" / "network.npz").stat().st_mtime_ns
    learning.main()
    assert capsys.readouterr().out.splitlines() == printed
    assert (tmp_path / "seed-0" / "network.npz").stat().st_mtime_ns == made


def test_runs_with_other_settings_go_elsewhere():
    from benchmarks.learning import folder_of

    plain = {"program": "td", "game": "launch", "players": [], "option": ["opponent=1"], "minutes": 10.0, "cores": 2}
    plain |= {"others": []}
    others = ({"option": ["opponent=8"]}, {"minutes": 3.0}, {"cores": 1}, {"others": ["--td-lambda", "0.8"]})
    others += ({"program": "selfplay"},)
    folders = {folder_of(argparse.Namespace(**plain | other)) for other in ({}, *others)}
    assert len(folders) == 6


def test_learning_curves_of_the_baselines(monkeypatch, capsys, tmp_path):
    pytest.importorskip("matplotlib")
    from benchmarks import learning_curves

    picture = tmp_path / "curves.svg"
    monkeypatch.setattr(sys, "argv", ["learning_curves", "--picture", str(picture)])
    learning_curves.main()
    assert capsys.readouterr().out == f"{picture}\n" and picture.read_bytes().startswith(b"<?xml")
    solo = learning_curves.curve(learning_curves.BOX / "launch-solo.csv")
    assert solo == sorted(solo) and len(solo) <= 2 * learning_curves.STRETCHES and solo[-1][1] > solo[0][1]
    monkeypatch.setattr(sys, "argv", ["learning_curves", "--picture", str(tmp_path / "nowhere" / "curves.svg")])
    with pytest.raises(SystemExit):
        learning_curves.main()
    assert "cannot be written: No such file" in capsys.readouterr().err


def test_learning_curves_of_runs(monkeypatch, capsys, tmp_path):
    pytest.importorskip("matplotlib")
    from benchmarks import learning_curves

    ppo, td, picture = tmp_path / "ppo", tmp_path / "td", tmp_path / "runs.svg"
    for folder, name, x in ((ppo, "curve.csv", "timesteps"), (td, "curves.csv", "decisions")):
        folder.mkdir()
        (folder / name).write_text(f"minutes,{x},won\n0,500,nan\n1,1000,0.1\n2,2000,0.3\n")
    assert learning_curves.win_rates(td) == learning_curves.win_rates(ppo) == [(1000.0, 0.1), (2000.0, 0.3)]
    monkeypatch.setattr(sys, "argv", ["learning_curves", "--runs", str(ppo), str(td), "--picture", str(picture)])
    learning_curves.main()
    assert picture.read_bytes().startswith(b"<?xml")
    monkeypatch.setattr(sys, "argv", ["learning_curves", "--runs", str(tmp_path)])
    with pytest.raises(SystemExit):
        learning_curves.main()
    assert "has no curve; --runs takes folders of runs of ppo.py, td or selfplay" in capsys.readouterr().err


def test_the_site_shows_the_learning_curves():
    from benchmarks.learning_curves import DOCS, PICTURE, PICTURE_OF_COMPARISON, PICTURE_OF_RUNS

    for page, pictures in {
        "training/ppo.md": (PICTURE_OF_RUNS,),
        "training/td.md": (PICTURE, PICTURE_OF_COMPARISON),
        "benchmarks/learning.md": (PICTURE, PICTURE_OF_COMPARISON, PICTURE_OF_RUNS),
    }.items():
        text = (DOCS / page).read_text(encoding="utf-8")
        for picture in pictures:
            assert picture.exists() and f"](../{picture.name})" in text


def test_learning_curves_of_two_trainers(monkeypatch, capsys, tmp_path):
    pytest.importorskip("matplotlib")
    from benchmarks import learning_curves

    for program in ("td", "selfplay"):
        for seed in range(2):
            folder = tmp_path / "runs" / f"luna_capital-{program}" / f"seed-{seed}"
            folder.mkdir(parents=True)
            (folder / "curves.csv").write_text("minutes,decisions,points\n0.1,100,nan\n0.2,200,5\n0.3,300,7\n")
    command = ["learning_curves", "--compare", str(tmp_path / "runs"), "--picture", str(tmp_path / "curves.svg")]
    monkeypatch.setattr(sys, "argv", command)
    learning_curves.main()
    assert (tmp_path / "curves.svg").read_bytes().startswith(b"<?xml")
    lines = [line for place in learning_curves.draw_comparison(tmp_path / "runs").axes for line in place.lines]
    assert sum(len(line.get_xdata()) == 2 for line in lines) == 2 * 4  # two axes, four runs
    monkeypatch.setattr(sys, "argv", ["learning_curves", "--compare", str(tmp_path)])
    with pytest.raises(SystemExit):
        learning_curves.main()
    assert "has no GAME-td/seed-N/curves.csv" in capsys.readouterr().err
