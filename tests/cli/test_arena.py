"""`moon-envs arena`: agents against each other."""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys

import pytest

import moon_envs
from moon_envs.arena import Arena, results, run_arena
from moon_envs.arena.bootstrap import bootstrap_means
from moon_envs.cli.arena import EXAMPLES
from tests.unix import needs_unix

AGENTS = """\
import numpy as np
from moon_envs.agents import Agent

def first_legal(observations, masks):
    return masks.argmax(axis=1)

def illegal(observations, masks):
    return np.full(len(masks), -1)

def raising(observations, masks):
    raise RuntimeError("out of\\nideas")

calls = 0

def interrupting(observations, masks):
    global calls
    calls += 1
    if calls > 130:
        raise KeyboardInterrupt
    return masks.argmax(axis=1)

decisions = 0

def interrupting_after_decisions(observations, masks):
    global decisions
    decisions += len(masks)
    if decisions > 3000:
        raise KeyboardInterrupt
    return masks.argmax(axis=1)

def at_once(observations, masks):
    raise KeyboardInterrupt

class OnlyMlem(Agent):
    name, games = "only mlem", ("mlem",)

    def act(self, waiting):
        return waiting.mask.argmax(axis=1)

not_a_function = 3
"""


@pytest.fixture(scope="module", autouse=True)
def compiled_search():
    """Compile before anything looks at the error stream, where compiling announces itself."""
    run_arena("launch", ["random", "greedy"], games=2)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder of one's own, with a module of agents."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agents.py").write_text(AGENTS)
    return tmp_path


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """Nothing here looks at the widths of intervals."""
    monkeypatch.setattr(results, "bootstrap_means", functools.partial(bootstrap_means, resamples=50))


def files(folder) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"agents.py", "__pycache__"}


def without_timing(text: str) -> str:
    return json.dumps({name: value for name, value in json.loads(text).items() if name != "timing"})


def test_json_is_the_result(run):
    ran = run("arena launch random greedy agents.py:first_legal --games 30 --players 3 --seed 4 --json --threads 1")
    assert ran.code == 0 and ran.err == ""
    report = json.loads(ran.out)
    first_legal = moon_envs.agents.find_agent("agents.py:first_legal")
    result = run_arena("launch", ["random", "greedy", first_legal], 30, 3, 4)
    assert without_timing(ran.out) == without_timing(json.dumps(result.as_json()))
    assert (report["games"], report["seeds"], report["games_per_seed"]) == (30, 5, 6)
    assert {agent["agent"] for agent in report["agents"]} == {"random", "greedy", "agents.py:first_legal"}
    assert report["timing"]["decisions_per_second"] > 0


def test_tables(run):
    ran = run("arena launch random greedy --games 40")
    assert ran.code == 0 and ran.err == ""
    for word in (
        "arena of 2 agents, 2 players, 40 games on 20 seeds from 0",
        *("Standings", "rating", "share of victories", "seat 1", "won alone", "Differences, paired by seed"),
        *("greedy - random", "games without pairing", "system_errors", "total", "odds of ten to one", "decisions/s"),
    ):
        assert word in ran.out
    assert "too narrow" not in ran.out


def test_reports(run, folder):
    for name, words in (("report.html", "<svg"), ("report.md", "| random | total |")):
        ran = run(f"arena launch random greedy --games 40 --report {name}")
        assert ran.code == 0 and "Standings" in ran.out
        assert words in (folder / name).read_text(encoding="utf-8")
    assert files(folder) == {"report.html", "report.md"}


def test_help_explains_agents_and_resuming(run):
    assert EXAMPLES in run("arena --help").out


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("launch", "AGENT"),
        ("launch random", "two agents or more"),
        ("chess random random", "chess"),
        ("launch random nobody", "agents='nobody' is not allowed; allowed: random, greedy"),
        ("launch random mcts:0", "from 1 to 1000000"),
        ("launch random flat:-1", "from 1 to 1000000"),
        ("launch random mcts:99999999999999999999", "from 1 to 1000000"),
        ("launch random mcts:many", "from 1 to 1000000"),
        ("launch random agents.py:nothing", "agents.py has no function or agent of the name 'nothing'"),
        ("launch random agents.py:not_a_function", "no function or agent"),
        ("launch random no_such_file.py:act", "FileNotFoundError"),
        ("launch random agents.py:OnlyMlem", "The agent 'only mlem' plays mlem, not launch."),
        ("mlem random greedy --players 1", "mlem has no solo mode: players=1 is not allowed; allowed: 2, 3, 4, 5."),
        ("launch random greedy --players 9", "players=9"),
        ("launch random greedy --players 2 --opponent 3", "solo"),
        ("mlem random greedy --opponent 3", "mlem has no solo mode"),
        ("launch random greedy --opponent 9", "opponent=9 is not allowed; allowed: 1 to 8"),
        ("launch random greedy --option weather=1", "weather"),
        ("launch random greedy --games 0", "1 or more"),
        ("launch random greedy --seed -1", "0 or more"),
        ("launch random greedy --threads 0", "1 to 1024"),
        ("launch random greedy --batch 0", "--batch"),
        ("launch random agents.py:illegal", "The agent 'agents.py:illegal' of seat 0 in launch: launch, row 1"),
        ("launch random agents.py:raising", "raised RuntimeError: out of ideas"),
        ("launch random agents.py:raising --report no/folder.html", "no/folder.html: cannot be written: No such file"),
        ("launch random agents.py:raising --report report.pdf", "ends in .html or .md"),
        ("launch random agents.py:raising --report agents.py/report.md", "Not a directory"),
        ("launch random agents.py:raising --save no/folder", "no/folder: cannot be written: No such file"),
        ("launch random agents.py:raising --save .", "it is not a file"),
        ("launch random agents.py:raising --save agents.py", "agents.py is read by this command"),
        (
            "launch random agents.py:raising --save a.md --report a.md",
            "cannot be both the report and the file of the run",
        ),
        ("launch random agents.py:raising --resume missing", "cannot resume 'missing': No such file"),
        ("launch random agents.py:raising --resume agents.py", "it is not the file of an arena"),
    ],
)
def test_wrong_input_is_one_line_and_code_2(fails, folder, command, word):
    assert word in fails(f"arena {command}")
    assert files(folder) == set() and (folder / "agents.py").read_text() == AGENTS


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_without_permission(fails, folder):
    (folder / "locked").mkdir(mode=0o500)
    assert "Permission denied" in fails("arena launch random agents.py:raising --report locked/report.md")


def test_a_file_of_another_run(run, fails, folder, monkeypatch):
    monkeypatch.setenv("MOON_ENVS_QUIET", "1")  # a game that is not compiled yet would say so
    assert run("arena launch random greedy --games 4 --save run.json").code == 0
    before = (folder / "run.json").read_bytes()
    for command, word in (
        ("journey random greedy", "game is 'launch' there, 'journey' here"),
        ("launch greedy random", "agents is ['random', 'greedy'] there"),
        ("launch random greedy --players 3", "players is 2 there, 3 here"),
        ("launch random greedy --seed 1", "seed is 0 there, 1 here"),
        ("launch random greedy --option missions=64,66,68", "options is"),
    ):
        assert word in fails(f"arena {command} --games 8 --resume run.json")
    (folder / "run.json").write_bytes(before[:-20])
    assert "damaged" in fails("arena launch random greedy --games 8 --resume run.json")
    assert (folder / "run.json").read_bytes() == before[:-20] and files(folder) == {"run.json"}


def test_a_resumed_run_is_the_same(run, folder):
    assert run("arena launch random greedy --games 10 --seed 2 --save run.json").code == 0
    resumed = run("arena launch random greedy --games 40 --seed 2 --resume run.json --save more.json --json")
    whole = run("arena launch random greedy --games 40 --seed 2 --json")
    assert resumed.code == whole.code == 0 and without_timing(resumed.out) == without_timing(whole.out)
    assert json.loads(resumed.out)["timing"]["games"] == 30
    assert json.loads((folder / "run.json").read_text())["seeds"] == 5
    assert json.loads((folder / "more.json").read_text())["seeds"] == 20


def test_an_interrupt_reports_complete_seeds(run, folder):
    ran = run("arena launch random agents.py:interrupting --games 400 --save run.json --report report.md")
    assert ran.code == 130 and ran.err == ""
    assert "Interrupted: incomplete seeds are left out" in ran.out
    assert "Interrupted" in (folder / "report.md").read_text()
    kept = json.loads((folder / "run.json").read_text())["seeds"]
    assert 0 < kept < 200 and f" on {kept} seeds" in ran.out


def test_an_interrupt_before_the_first_seed(run):
    line = "moon-envs: interrupted before the first seed was complete: nothing to report.\n"
    assert run("arena launch random agents.py:at_once") == (130, "", line)


def test_an_agent_that_fails_later_loses_nothing(run, folder, monkeypatch):
    portions, play = [], Arena._play_portion

    def fail_at_the_third(self, batch, seeds, path, on_step):
        portions.append(len(seeds))
        if len(portions) == 3:
            monkeypatch.setattr(self._agents[1], "policy", lambda observations, masks: masks.argmin(axis=1))
        play(self, batch, seeds, path, on_step)

    monkeypatch.setattr(Arena, "_play_portion", fail_at_the_third)
    ran = run("arena launch random agents.py:first_legal --games 40 --batch 8 --save run.json")
    assert ran.code == 2 and ran.err.count("\n") == 1 and "16 games on 8 seeds" in ran.out
    assert "The agent 'agents.py:first_legal' of seat 0 in launch" in ran.err
    assert "(seeds 8 to 11, 2 rows each)" in ran.err
    assert json.loads((folder / "run.json").read_text())["seeds"] == 8


INTERRUPTED = """
import os, signal, sys, threading
from moon_envs.arena import Arena
from moon_envs.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
keep = Arena._keep

def keep_first_portion(self, batch, seeds, seconds):
    keep(self, batch, seeds, seconds)
    Arena._keep = keep
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

Arena._keep = keep_first_portion
sys.exit(main("arena launch random {other} --games 7000000 --batch 64 --save run.json --json".split()))
"""


@needs_unix
@pytest.mark.slow
@pytest.mark.parametrize("other", ["random", "greedy"])
def test_ctrl_c(folder, other):
    """The signal itself, in the middle of compiled loops; what was saved can be resumed."""
    program = [sys.executable, "-c", INTERRUPTED.format(other=other)]
    ended = subprocess.run(program, capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 130 and ended.stderr == "", (ended.returncode, ended.stderr)
    report = json.loads(ended.stdout)
    assert report["interrupted"] and report["games"] == 2 * report["seeds"] < 100_000_000
    arena = Arena("launch", ["random", other])
    arena.resume(folder / "run.json")
    assert arena.complete_seeds == report["seeds"]


@needs_unix
def test_an_interrupt_while_seeds_are_kept_loses_none_of_them(run, monkeypatch):
    """The signal of Ctrl-C: it waits until they are kept."""
    keep = Arena._keep

    def interrupted_keep(self, batch, seeds, seconds):
        os.kill(os.getpid(), signal.SIGINT)
        keep(self, batch, seeds, seconds)

    monkeypatch.setattr(Arena, "_keep", interrupted_keep)
    ran = run("arena launch random greedy --games 100 --batch 40 --json")
    assert ran.code == 130 and json.loads(ran.out)["games"] == 40


def test_an_interrupt_keeps_seeds_although_many_games_were_asked_for(run, folder):
    """Not all of them begin at once: after 3,000 decisions some of 800 games are over, and the others lose little."""
    ran = run("arena launch random agents.py:interrupting_after_decisions --games 800 --save run.json --json")
    report = json.loads(ran.out)
    assert ran.code == 130 and report["interrupted"] and report["games"] >= 30
    assert json.loads((folder / "run.json").read_text())["seeds"] == report["seeds"]


def test_agents_alone_against_the_rival(run, folder):
    ran = run("arena launch random agents.py:first_legal --opponent 3 --games 40 --report report.html")
    assert ran.code == 0 and ran.err == ""
    for word in (
        "2 agents against ASTRA, solo, opponent=3, 40 games on 20 seeds from 0",
        *("Against ASTRA", "points of ASTRA", "drawn", "Differences, paired by seed", "wins more", "not decided"),
    ):
        assert word in ran.out
    assert "rating" not in ran.out and "Against ASTRA" in (folder / "report.html").read_text()
    alone = run("arena launch agents.py:first_legal --players 1 --games 20 --json")
    report = json.loads(alone.out)
    assert (report["players"], report["options"]["opponent"], report["games"], report["seeds"]) == (1, 1, 20, 20)


def test_the_number_of_simulations_is_said(run):
    report = json.loads(run("arena launch mcts:2 flat:2 --games 2 --json").out)
    assert {agent["agent"] for agent in report["agents"]} == {"mcts:2", "flat:2"}
    words = "search with N simulations for each decision (default: 1000)"
    assert words in run("arena --help").out


# Files that cannot be written


FULL = """
import resource, sys
from moon_envs.cli.main import main
import moon_envs
moon_envs.Batch("launch", 1)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
sys.exit(main({command!r}.split()))
"""


@needs_unix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("arena launch random random --games 4000 --save run.json", "run.json: cannot be written: File too large."),
        ("arena launch random random --games 40 --report page.html", "page.html: cannot be written: File too large"),
        ("arena launch random random --games 4000 --save run.json --report a.md", "run.json: cannot be written: File"),
        ("selfplay launch --games 4000 --record games", "games: cannot be written: File too large."),
        ("ladder random --game launch --games 2 --report page.md", "page.md: File too large"),
    ],
)
def test_what_was_played_is_printed_and_then_the_error(folder, command, words):
    """A disk that is full, as the limit of a file's size makes it."""
    program = [sys.executable, "-c", FULL.format(command=command)]
    environment = {**os.environ, "MOON_ENVS_QUIET": "1"}
    ended = subprocess.run(program, capture_output=True, text=True, check=False, timeout=300, env=environment)
    assert "Points" in ended.stdout or "Scores" in ended.stdout, ended.stderr
    assert ended.returncode == 2 and words in ended.stderr and ended.stderr.count("\n") == 1, ended.stderr
    assert not list(folder.rglob("*.partial"))


def test_a_save_that_fails_leaves_the_report(run, folder, monkeypatch):
    def full(path, *arguments):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("moon_envs.arena.autosave.write_run", full)
    ran = run("arena launch random random --games 20 --save run.json --report report.md --json")
    assert ran.code == 2 and json.loads(ran.out)["games"] == 20 and (folder / "report.md").exists()
    told, error = ran.err.splitlines()
    assert told == "moon_envs: run.json: cannot be written: No space left on device; the games go on."
    assert error == "moon-envs: run.json: cannot be written: No space left on device."
