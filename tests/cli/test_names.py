"""Commands, options and names that are mistyped, and the scripts with which shells complete them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from moon_envs.agents import register_agent
from moon_envs.cli.completion import SHELLS


@pytest.mark.parametrize(
    ("command", "meant", "allowed"),
    [
        ("arna", "arena", "list, show, selfplay, arena"),
        ("--improt my_module list", "--import", "--help, --version, --import"),
        ("selfplay launch --plyers 3", "--players", "--help, --games, --seed, --players"),
        ("selfplay launch --playrs=3", "--players", "--help, --games, --seed, --players"),
        ("arena launch random greedy --gmaes 3", "--games", "--help, --games, --seed, --players"),
        ("web --prot 3", "--port", "--help, --port, --open"),
        ("show launch rles", "rules", "overview, rules, actions"),
        ("show lunch", "launch", "launch, journey"),
        ("warmup lunch", "launch", "launch, journey"),
        ("ladder random --game lunch", "launch", "launch, journey"),
        ("arena launch random gredy", "greedy", "random, greedy, flat:N"),
        ("play launch --opponents mtcs:50", "mcts:50", "random, greedy, flat:N"),
        ("selfplay launch --option misions=none", "missions", "players, opponent, missions"),
        ("completion bahs", "bash", "bash, zsh, tcsh"),
    ],
)
def test_what_was_meant(run, command, meant, allowed):
    ran = run(command)
    assert ran.code == 2 and ran.out == "" and ran.err.count("\n") == 1
    assert allowed in ran.err and f"Did you mean {meant!r}?" in ran.err


def test_a_word_too_many_is_not_compared_with_options(run):
    assert run("list everything").err == "moon-envs: unrecognized arguments: everything (see moon-envs list --help)\n"


def test_a_command_of_the_table(run):
    assert "or ? for help. Did you mean 'undo'?" in run("play launch --seed 1", stdin="udno\nquit\n").out


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(run, shell):
    ran = run(f"completion {shell}")
    assert ran.code == 0 and ran.err == ""
    assert all(word in ran.out for word in ("moon-envs", "selfplay", "recorded-games", "luna_capital", "greedy"))


@pytest.fixture
def complete(run, tmp_path):
    """What bash offers at the end of a line: complete("moon-envs ar")."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed here.")
    (tmp_path / "script").write_text(run("completion bash").out)
    (tmp_path / "net.npz").touch()
    (tmp_path / "notes.txt").touch()

    def complete(line: str) -> list[str]:
        # Bash takes colons for words of their own.
        words = " ".join(f"'{word}'" for word in line.replace(":", " : ").split(" "))
        program = (
            f"source ./script; COMP_LINE='{line}' COMP_POINT={len(line)} COMP_WORDS=({words}); "
            'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _shtab_moon_envs; echo "${COMPREPLY[@]}"'
        )
        # Options of a completion can be set only where one is under way; the script goes on without them.
        ran = subprocess.run([bash, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
        return ran.stdout.split()

    return complete


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("moon-envs ar", ["arena"]),
        ("moon-envs --im", ["--import"]),
        ("moon-envs --import my_module pl", ["play"]),
        ("moon-envs play lun", ["luna_capital"]),
        ("moon-envs show launch ", ["overview", "rules", "actions", "features", "options"]),
        ("moon-envs selfplay mlem --pl", ["--players"]),
        ("moon-envs arena launch ra", ["random"]),
        ("moon-envs arena launch random fl", ["flat:50", "flat:200", "flat:1000"]),
        ("moon-envs arena launch random mcts:50", ["50"]),
        ("moon-envs arena launch random rollouts:50", ["50+baseline"]),
        ("moon-envs arena launch mcts:50 n", ["net.npz"]),
        ("moon-envs selfplay mlem --agents mcts:50 gr", ["greedy"]),
        ("moon-envs play launch --opponents ba", ["baseline"]),
        ("moon-envs replay no", ["notes.txt"]),
        ("moon-envs ladder random --game fr", ["from_the_moon"]),
        ("moon-envs completion ", list(SHELLS)),
        ("moon-envs nothing", []),
    ],
)
def test_what_bash_offers(complete, line, offered):
    assert complete(line) == offered


def test_names_that_a_shell_would_run_are_not_in_the_script(run, monkeypatch):
    monkeypatch.setattr("moon_envs.agents.names._REGISTERED", {})
    for name in ("of two words", "$(touch x)", "`touch y`", 'with "quotes"'):
        register_agent(name, lambda observation, mask: mask.argmax(axis=1))
    register_agent("plain_name", lambda observation, mask: mask.argmax(axis=1))
    script = run("completion bash").out
    assert "plain_name" in script and "touch" not in script and "two words" not in script and "quotes" not in script
