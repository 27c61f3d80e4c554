"""The commands about the machine: bench, warmup, doctor."""

from __future__ import annotations

import json
import os

import moon_envs
from moon_envs.cli import doctor
from moon_envs.testing.speed import machine_report, measure_batch


def test_measure_batch_counts_decisions():
    measured = measure_batch("launch", num_games=8, players=1, opponent=3, threads=1, seconds=0.05, repeats=3)
    assert (measured.game, measured.batch, measured.threads, measured.repeats) == ("launch", 8, 1, 3)
    assert measured.configuration == "solo, opponent=3"
    assert measured.decisions % 8 == 0 and measured.decisions >= 3 * 8
    assert measured.slowest <= measured.decisions_per_second <= measured.fastest
    assert measured.wall_seconds >= 0.05


def test_machine_report_can_be_stored():
    report = json.loads(json.dumps(machine_report()))
    assert report["numba"] and report["processor"] and report["available_cores"] >= 1


def test_bench_as_json(run):
    ran = run("bench launch --seconds 0.02 --batch 16 --threads 1,2 --players 3 --json")
    assert ran.code == 0 and ran.err == ""
    report = json.loads(ran.out)
    assert [(one["game"], one["threads"], one["batch"]) for one in report["results"]] == [
        ("launch", 1, 16),
        ("launch", 2, 16),
    ]
    assert all(one["configuration"] == "3 players" for one in report["results"])
    assert report["machine"]["moon_envs"] == moon_envs.__version__ and "observation" in report["decision"]


SHARED = ("engine", "search", "networks", "network_search", "look_ahead", "pictures", "pixels")


def test_bench_table(run):
    ran = run("bench launch --seconds 0.02 --batch 16 --threads 1")
    assert ran.code == 0 and ran.err == ""
    assert "decisions/s" in ran.out and "per CPU second" in ran.out and "numba" in ran.out


def test_warmup_says_what_was_compiled_already(run, monkeypatch):
    monkeypatch.delenv("MOON_ENVS_QUIET", raising=False)
    ran = run("warmup launch")
    assert ran.code == 0 and ran.err == ""
    assert [line.split()[:3] for line in ran.out.splitlines()] == [
        [name, "already", "compiled,"] for name in (*SHARED, "launch")
    ]
    assert "MOON_ENVS_QUIET" not in os.environ


def test_warmup_as_json(run, monkeypatch):
    monkeypatch.setenv("MOON_ENVS_QUIET", "yes")
    ran = run("warmup launch launch --json")
    assert [one["name"] for one in json.loads(ran.out)] == [*SHARED, "launch"]
    assert os.environ["MOON_ENVS_QUIET"] == "yes"


def test_warmup_of_a_game_that_is_not_compiled(run, monkeypatch):
    monkeypatch.setattr(moon_envs.Game, "is_compiled", False)
    assert "launch          compiled in " in run("warmup launch").out


def test_doctor_of_a_healthy_installation(run, monkeypatch):
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    ran = run("doctor --json")
    report = json.loads(ran.out)
    assert ran.code == 0 and report["problems"] == []
    assert report["cache"]["writable"] and report["cache"]["bytes"] > 0
    assert {game["id"]: game["compiled"] for game in report["games"]}["launch"]
    check = {one["game"]: one for one in report["self_check"]}["launch"]
    assert check["games"] == 100 and check["passed"] and check["decisions"] > 0
    assert all(report["versions"].values())


def test_doctor_tables(run):
    ran = run("doctor")
    assert ran.code == 0 and ran.out.endswith("Everything works.\n")
    assert all(word in ran.out for word in ("pettingzoo", "cache", "writable", "Self-check", "Environment variables"))


def test_doctor_names_the_variables_that_matter(run, monkeypatch):
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    monkeypatch.setenv("MOON_ENVS_QUIET", "1")
    report = json.loads(run("doctor --json").out)
    assert report["environment"]["NUMBA_BOUNDSCHECK"] == "1" and report["environment"]["MOON_ENVS_QUIET"] == "1"
    assert any("NUMBA_BOUNDSCHECK" in note for note in report["notes"])


def test_doctor_finds_problems(run, monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("MOON_ENVS_CACHE_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setattr("moon_envs.testing.speed.PACKAGES", ("moon_envs", "no_such_package"))
    ran = run("doctor")
    assert ran.code == 1 and "Everything works" not in ran.out
    for problem in ("NUMBA_DISABLE_JIT is set", "MOON_ENVS_CACHE_DIR=", "no_such_package is not installed"):
        assert f"Problem: {problem}" in ran.out


def test_doctor_reports_a_game_that_fails(run, monkeypatch):
    def fail(game):
        raise RuntimeError("it broke")

    monkeypatch.setattr(doctor, "self_check", fail)
    ran = run("doctor")
    assert ran.code == 1 and "Problem: launch: RuntimeError: it broke." in ran.out


def test_doctor_reports_a_package_that_fails(run, monkeypatch):
    def fail():
        raise ImportError("numba is broken")

    monkeypatch.setattr(doctor, "_cores", fail)
    ran = run("doctor")
    assert ran.code == 1 and "Problem: the package does not work: ImportError: numba is broken." in ran.out
