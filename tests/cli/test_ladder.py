"""`moon-envs ladder`: the standard benchmark from the command line."""

from __future__ import annotations

import json
import os

import pytest

from moon_envs.arena import ladder
from moon_envs.arena.ladder import RUNGS, run_ladder
from moon_envs.arena.ladder_references import AGENTS
from moon_envs.networks.finding import BOX

AGENTS_OF_OURS = """
import numpy as np
from moon_envs.agents import Agent


def first_legal(observations, masks):
    return np.argmax(masks, axis=1)


def illegal(observations, masks):
    return np.argmin(masks, axis=1)


def fails_later(observations, masks):
    if observations.shape[1] > 300:  # with others
        raise RuntimeError("I was trained solo")
    return first_legal(observations, masks)


class LaunchOnly(Agent):
    name = "launch only"
    games = ("launch",)

    def act(self, waiting):
        return np.argmax(waiting.mask, axis=1)


number = 3
"""


@pytest.fixture
def agents(tmp_path):
    """A file with agents: f"{agents}:first_legal"."""
    path = tmp_path / "agents_of_ours.py"
    path.write_text(AGENTS_OF_OURS, encoding="utf-8")
    return path


@pytest.fixture
def nothing_is_played(monkeypatch):
    monkeypatch.setattr(ladder, "play_games", lambda *arguments: pytest.fail("played"))


def without_seconds(report: dict) -> dict:
    rungs = [{name: value for name, value in one.items() if name != "seconds"} for one in report["rungs"]]
    return {name: value for name, value in report.items() if name != "seconds"} | {"rungs": rungs}


def test_json_is_the_result(run):
    ran = run("ladder random --game launch --games 3 --json")
    assert ran.code == 0 and ran.err == ""
    report = json.loads(ran.out)
    references = report.pop("reference_scores")
    assert without_seconds(report) == without_seconds(run_ladder("random", "launch", games=3).as_json())
    assert not references["comparable"] and list(references["agents"]) == list(AGENTS)
    assert all(list(one["win_shares"]) == [rung.id for rung in RUNGS[:10]] for one in references["agents"].values())
    assert (report["ladder"], report["agent"], report["games"]) == ("ladder-v0", "random", 3)
    assert not report["official"] and report["deviations"] == ["3 games on a rung instead of 180"]
    assert report["collection"] is None and list(report["environments"]) == ["launch"] and not report["interrupted"]
    assert [one["rung"] for one in report["rungs"]] == [rung.id for rung in RUNGS[:10]]
    assert all(sum(one["victories"]) == 3 for one in report["rungs"])


def test_threads_change_nothing(run):
    reports = [
        json.loads(run(f"ladder greedy --game launch --games 2 --json --threads {threads}").out) for threads in (1, 3)
    ]
    assert without_seconds(reports[0]) == without_seconds(reports[1])


def test_tables_and_page(run, agents, tmp_path):
    page = tmp_path / "ladder.md"
    ran = run(f"ladder {agents}:first_legal --games 2 --report {page} --game launch")
    assert ran.code == 0 and ran.err == ""
    for word in ("first_legal, 2 games on each rung", "launch/6-players", "win share", "points", "95 % interval"):
        assert word in ran.out and word in page.read_text(encoding="utf-8")
    for word in (
        "Beside the reference agents",
        "this result is not official, so do not compare the scores",
        "mcts:100",
    ):
        assert word in ran.out and word in page.read_text(encoding="utf-8")
    for word in ("A score is 100 x the mean", "Not the official protocol: 2 games on a rung instead of 180."):
        assert word in ran.out and word in page.read_text(encoding="utf-8")
    assert "| launch | " in page.read_text(encoding="utf-8") and "the collection |" not in page.read_text(
        encoding="utf-8"
    )


def interrupt_at(monkeypatch, call: int) -> None:
    play_games, calls = ladder.play_games, []

    def play_or_interrupt(*arguments):
        calls.append(1)
        if len(calls) == call:
            raise KeyboardInterrupt
        play_games(*arguments)

    monkeypatch.setattr(ladder, "play_games", play_or_interrupt)


def test_an_interrupt_ends_with_the_rungs_that_are_complete(run, monkeypatch, tmp_path):
    page = tmp_path / "ladder.md"
    interrupt_at(monkeypatch, 4)
    ran = run(f"ladder random --game launch --games 2 --report {page}")
    assert ran.code == 130 and ran.err == ""
    assert "launch/astra-3" in ran.out and "launch/astra-4" not in ran.out
    assert ran.out.endswith("Interrupted after 3 rungs; a score needs all rungs of its environment.\n")
    assert "Interrupted after 3 rungs" in page.read_text(encoding="utf-8")
    interrupt_at(monkeypatch, 2)
    report = json.loads(run("ladder random --game launch --games 2 --json").out)
    assert report["interrupted"] and len(report["rungs"]) == 1 and report["environments"] == {}


def test_an_interrupt_before_the_first_rung(run, monkeypatch, tmp_path):
    """Nothing to report: no tables, one line and the exit code."""
    interrupt_at(monkeypatch, 1)
    line = "moon-envs: interrupted before the first game ended: nothing to report.\n"
    assert run(f"ladder random --game launch --games 2 --report {tmp_path}/new.md") == (130, "", line)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("", "AGENT"),
        ("nobody", "agent='nobody' is not allowed; allowed: random, greedy, flat:N, mcts:N"),
        ("mcts:0", "from 1 to 1000000"),
        ("mcts:-5", "from 1 to 1000000"),
        ("flat:99999999999999999999", "from 1 to 1000000"),
        ("flat:many", "from 1 to 1000000"),
        ("no_such_module:policy", "no_such_module"),
        ("json:no_such_function", "json has no function or agent of the name 'no_such_function'"),
        ("no_such_file.py:policy", "no_such_file.py"),
        ("random --game chess", "no game 'chess' on the ladder; allowed: launch, "),
        ("random --game launch chess", "no game 'chess'"),
        ("random --games 0", "1 to 10000"),
        ("random --games 10001", "1 to 10000"),
        ("random --threads 0", "1 to 1024"),
        (
            "random --report no/such/folder/ladder.md",
            "no/such/folder/ladder.md: cannot be written: No such file",
        ),
        ("random --report .", ".: cannot be written: it is not a file"),
    ],
)
@pytest.mark.usefixtures("nothing_is_played")
def test_wrong_input_is_one_line_and_code_2(fails, command, word):
    assert word in fails(f"ladder {command}")


@pytest.mark.parametrize(
    ("name", "settings", "word"),
    [
        ("missing", "", "agents_of_ours.py has no function or agent of the name 'missing'"),
        ("number", "", "has no function or agent of the name 'number'"),
        ("LaunchOnly", "", "'launch only' plays launch, not journey, colony,"),
        ("LaunchOnly", "--game mlem", "'launch only' plays launch, not mlem"),
    ],
)
@pytest.mark.usefixtures("nothing_is_played")
def test_wrong_agents_of_ones_own(fails, agents, name, settings, word):
    assert word in fails(f"ladder {agents}:{name} {settings}")


def test_a_report_that_cannot_be_written_is_found_before_anything_is_played(fails, tmp_path, nothing_is_played):
    page = tmp_path / "page.md"
    page.write_text("kept", encoding="utf-8")
    fails(f"ladder nobody --report {page}")
    assert page.read_text(encoding="utf-8") == "kept"
    assert "cannot be written" in fails(["ladder", "random", "--report", f"{page}/below.md"])
    assert "embedded null" in fails(["ladder", "random", "--report", "a\0b"])
    assert page.read_text(encoding="utf-8") == "kept"


def test_an_illegal_action_is_one_line(fails, agents):
    line = fails(f"ladder {agents}:illegal --game launch --games 2")
    assert line.startswith("moon-envs: launch/astra-1: The agent ") and f"{agents}:illegal" in line and "row 0" in line


def test_an_agent_that_fails_later_does_not_lose_the_rungs_before(run, agents, tmp_path):
    page = tmp_path / "ladder.md"
    ran = run(f"ladder {agents}:fails_later --game launch --games 2 --report {page}")
    assert ran.code == 2 and ran.err.count("\n") == 1
    assert (
        "launch/2-players: The agent " in ran.err and "RuntimeError: I was trained solo (asked about row 0)" in ran.err
    )
    assert "launch/astra-8" in ran.out and "Interrupted after 8 rungs" in page.read_text(encoding="utf-8")


def test_a_page_that_fails_at_the_end_leaves_the_tables(run, monkeypatch, tmp_path):
    def full(path, *arguments, **settings):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("moon_envs.cli.ladder.write_file", full)
    ran = run(f"ladder random --game launch --games 1 --report {tmp_path}/ladder.md")
    assert ran.code == 2 and "No space left on device" in ran.err and "launch/6-players" in ran.out


def test_help(run):
    ran = run("ladder --help")
    assert ran.code == 0 and "LADDER.md defines the protocol" in ran.out and "--report FILE.md" in ran.out


# Modes


def test_one_mode_of_the_ladder(run):
    solo, several = (
        json.loads(run(f"ladder random --game launch luna_capital --games 2 --json --mode {mode}").out)
        for mode in ("solo", "several")
    )
    assert {one["players"] for one in solo["rungs"]} == {1} and len(solo["rungs"]) == 9
    assert {one["players"] for one in several["rungs"]} == {2, 4, 6}
    for report, mode, other in ((solo, "solo", "several"), (several, "several", "solo")):
        assert report["environments"] == {} and not report["interrupted"]
        assert list(report["modes"][mode]["environments"]) == ["launch", "luna_capital"]
        assert report["modes"][other] == {"collection": None, "environments": {}}


def test_one_network_for_each_mode(run, fails):
    solo, several = BOX / "launch-solo.npz", BOX / "launch-several.npz"
    both = json.loads(run(f"ladder solo={solo},several={several} --game launch --games 3 --json").out)
    baseline = json.loads(run("ladder baseline --game launch --games 3 --json").out)
    for report in (both, baseline):
        for one in report["rungs"]:
            del one["seconds"]
    assert both["rungs"] == baseline["rungs"] and both["modes"] == baseline["modes"]
    assert both["agent"] == f"solo={solo},several={several}"
    alone = json.loads(run(f"ladder {solo} --game launch --games 3 --mode solo --json").out)
    assert alone["modes"]["solo"] == baseline["modes"]["solo"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"{BOX}/launch-solo.npz --game launch", "plays alone, and launch/2-players is played with several players: "),
        (f"{BOX}/launch-several.npz --game launch", "(--mode several), or name one agent for each mode: solo=AGENT"),
        (f"{BOX}/launch-solo.npz --game launch --mode several", "(--mode solo)"),
        (f"solo={BOX}/launch-several.npz,several=random --game launch", "plays with several players, and launch/astra"),
        (f"solo=random,several={BOX}/launch-several.npz --game launch mlem", "plays launch, not mlem"),
        ("random --game mlem --mode solo", "mlem has no solo mode, and no rung for mode='solo'; allowed: 'several'."),
        ("random --mode alone", "'alone' is not allowed; allowed: solo, several"),
    ],
)
@pytest.mark.usefixtures("nothing_is_played")
def test_modes_that_an_agent_does_not_play_are_found_before_anything_is_played(fails, command, words):
    assert words in fails(f"ladder {command}")


def test_a_function_for_one_mode_is_told_what_to_do(run, agents):
    ran = run(f"ladder {agents}:fails_later --game launch --games 2")
    assert "it was shown observations (1, " in ran.err and "of launch, 2 players" in ran.err
    assert ran.err.endswith(
        "use mode='solo' (--mode solo), or name one agent for each mode: solo=AGENT,several=AGENT.\n"
    )


def test_an_interrupt_keeps_the_games_of_a_rung_that_are_over(run, tmp_path):
    (tmp_path / "impatient.py").write_text(
        "left = 3000\n\n\ndef play(observations, masks):\n    global left\n    left -= len(masks)\n"
        "    if left < 0:\n        raise KeyboardInterrupt\n    return masks.argmax(axis=1)\n"
    )
    ran = run(f"ladder {tmp_path}/impatient.py:play --game launch --report {tmp_path}/page.md")
    assert ran.code == 130 and ran.err == "" and "Unfinished games are left out" in ran.out
    for text in (ran.out, (tmp_path / "page.md").read_text()):
        assert "launch/astra-1, interrupted after " in text and "Interrupted after 0 rungs" in text


# Saved ladders


SMALL = "--game luna_capital --games 2"


@pytest.mark.parametrize("call", [1, 2, 3])
def test_an_interrupted_ladder_is_resumed_to_the_same_result(run, monkeypatch, tmp_path, call):
    whole = run(f"ladder greedy {SMALL} --report {tmp_path}/whole.md --json")
    with monkeypatch.context() as patch:
        interrupt_at(patch, call)
        assert run(f"ladder greedy {SMALL} --save {tmp_path}/ladder.json").code == 130
    resumed = run(f"ladder greedy {SMALL} --resume {tmp_path}/ladder.json --report {tmp_path}/resumed.md --json")
    assert resumed.code == whole.code == 0 and resumed.err == ""
    assert without_seconds(json.loads(resumed.out)) == without_seconds(json.loads(whole.out))
    assert (tmp_path / "resumed.md").read_bytes() == (tmp_path / "whole.md").read_bytes()


def test_a_ladder_that_is_complete_is_told_again(run, monkeypatch, tmp_path):
    before = run(f"ladder random {SMALL} --save {tmp_path}/ladder.json --json")
    monkeypatch.setattr(ladder, "play_games", lambda *arguments: pytest.fail("played"))
    after = run(f"ladder random {SMALL} --resume {tmp_path}/ladder.json --save {tmp_path}/copy.json --json")
    assert before == after and "seconds" in after.out, "to the byte, the seconds included"
    assert (tmp_path / "copy.json").read_bytes() == (tmp_path / "ladder.json").read_bytes()


def test_an_agent_that_fails_leaves_the_file(run, agents, tmp_path):
    path = tmp_path / "ladder.json"
    ran = run(f"ladder {agents}:fails_later --game launch --games 2 --save {path}")
    assert ran.code == 2 and "I was trained solo" in ran.err and json.loads(path.read_text())["seeds"] == 16
    agents.write_text(agents.read_text(encoding="utf-8") + "# better\n", encoding="utf-8")
    ran = run(f"ladder {agents}:fails_later --game launch --games 2 --resume {path}")
    assert ran.code == 2 and ran.out == "" and "the agent's network, settings or code in launch, solo is" in ran.err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            "random --game launch --games 1 --resume {file}",
            "another run: games on a rung is 2 there, 1 here",
        ),
        ("greedy --game launch --games 2 --resume {file}", "agent is 'random' there, 'greedy' here"),
        ("random --game launch --games 2 --mode solo --resume {file}", "mode is 'both' there, 'solo' here"),
        ("random --game launch mlem --games 2 --resume {file}", "environments is ['launch'] there, ['launch', 'mlem']"),
        ("random --game launch --games 2 --resume missing", "cannot resume 'missing': No such file"),
        ("random --game launch --games 2 --resume {page}", "it is not the file of a ladder"),
        (
            "random --game launch --games 2 --save {file}",
            "is not the file of this run, which --resume reads",
        ),
        ("random --game launch --games 2 --save {page}", "exists and is not the file of this run"),
        ("random --game launch --save a.md --report a.md", "a.md cannot be both the report and the file of the run"),
        ("random --game launch --resume {page} --report {page}", "cannot be both the report and the file of the run"),
        ("random --game launch --save no/folder", "no/folder: cannot be written: No such file"),
    ],
)
def test_wrong_files_are_one_line_and_untouched(run, fails, monkeypatch, tmp_path, command, words):
    file, page = tmp_path / "ladder.json", tmp_path / "ladder.md"
    with monkeypatch.context() as patch:
        interrupt_at(patch, 2)
        run(f"ladder random --game launch --games 2 --save {file} --report {page}")
    before = file.read_bytes(), page.read_bytes()
    monkeypatch.setattr(ladder, "play_games", lambda *arguments: pytest.fail("played"))
    assert words in fails("ladder " + command.format(file=file, page=page))
    assert (file.read_bytes(), page.read_bytes()) == before


def test_the_file_of_an_arena_is_not_the_file_of_a_ladder(run, fails, tmp_path):
    run(f"arena launch random random --games 2 --save {tmp_path}/run.json")
    assert "it is not the file of a ladder" in fails(f"ladder random --resume {tmp_path}/run.json")
    run(f"ladder random {SMALL} --save {tmp_path}/ladder.json")
    assert "it is not the file of an arena" in fails(f"arena launch random random --resume {tmp_path}/ladder.json")


def test_a_save_that_fails_leaves_the_tables(run, monkeypatch, tmp_path):
    def full(path, *arguments):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("moon_envs.arena.autosave.write_run", full)
    ran = run(f"ladder random {SMALL} --save {tmp_path}/ladder.json")
    assert ran.code == 2 and "luna_capital/4-players" in ran.out
    told, error = ran.err.splitlines()
    assert told.endswith("ladder.json: cannot be written: No space left on device; the games go on.")
    assert error == f"moon-envs: {tmp_path}/ladder.json: cannot be written: No space left on device."


# Sub-scores


@pytest.mark.parametrize("mode", ["solo", "several"])
def test_sub_scores_are_named_as_such(run, tmp_path, mode):
    page = tmp_path / "ladder.md"
    ran = run(f"ladder random --game launch --games 2 --mode {mode} --report {page}")
    for text in (ran.out, page.read_text(encoding="utf-8")):
        assert f"ladder-v0 {mode}: random, 2 games on each rung" in text and f"sub-score {mode}" in text
        assert f"Sub-scores {mode} of ladder-v0: only this mode was played. Compare them with the sub-scores" in text
        assert f"launch, {mode}" in text, "beside the reference agents"
    whole = run("ladder random --game launch --games 2").out
    assert "only this mode was played" not in whole and "sub-score solo" in whole and "ladder-v0: random" in whole


def test_official_sub_scores_are_official(run, monkeypatch):
    monkeypatch.setattr(ladder, "GAMES_OF_A_RUNG", 2)
    ran = run("ladder random --game launch --games 2 --mode solo")
    assert "Official sub-scores solo of ladder-v0" in ran.out and "compare the scores" in ran.out
    report = json.loads(run("ladder random --game launch --games 2 --mode solo --json").out)
    assert report["mode"] == "solo" and report["official"] and report["reference_scores"]["comparable"]
    assert report["modes"]["solo"]["environments"]["launch"]
    assert list(report["reference_scores"]["agents"]["random"]["modes"]["solo"]["environments"]) == ["launch"]
