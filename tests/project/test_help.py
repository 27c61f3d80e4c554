"""`--help` explains every argument of every program, and names its default."""

from __future__ import annotations

import argparse
import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from moon_envs.cli.main import build_parser

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "training_examples"
WITH_A_MAIN = sorted(
    path.relative_to(ROOT)
    for path in (ROOT / "benchmarks").rglob("*.py")
    if "def main(" in path.read_text() and "ArgumentParser(" in path.read_text()
)
RECIPES = sorted(path.name for path in EXAMPLES.glob("*.py") if "Recipe(" in path.read_text() and path.stem != "recipe")


class Parsed(Exception):
    """A program has come to its arguments."""


def parsers_of(parser):
    """A parser and those of its commands."""
    found = [parser]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [one for command in action.choices.values() for one in parsers_of(command)]
    return found


def is_nothing(default):
    return default is None or default is False or default in ([], argparse.SUPPRESS)


def unexplained(parser):
    """The arguments that have no words, or whose words do not name their default."""
    found = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        name = " ".join(action.option_strings) or action.dest
        if not action.help:
            found.append(f"{parser.prog} {name}: no help")
        elif not is_nothing(action.default) and "default" not in action.help:
            found.append(f"{parser.prog} {name}: the default {action.default!r} is not named")
    return found


@pytest.fixture
def parser_in(monkeypatch):
    """The parser that a program makes before it reads its arguments."""

    def found(program):
        def stop(self, *arguments, **settings):
            raise Parsed(self)

        monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
        monkeypatch.setattr(argparse.ArgumentParser, "parse_known_args", stop)
        with pytest.raises(Parsed) as parsed:
            program()
        return parsed.value.args[0]

    return found


def test_the_command_line():
    parsers = parsers_of(build_parser())
    assert len(parsers) > 10 and [words for parser in parsers for words in unexplained(parser)] == []


@pytest.mark.parametrize("path", WITH_A_MAIN, ids=str)
def test_benchmarks(path, parser_in):
    module = importlib.import_module(".".join(path.with_suffix("").parts))
    assert unexplained(parser_in(module.main)) == []


@pytest.fixture
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield
    sys.modules.pop("recipe", None)


def test_training_programs(parser_in):
    from training_examples import train_baselines
    from training_examples.selfplay import arguments

    for kind in (arguments.Arguments, arguments.ValueArguments, arguments.RayArguments):
        parser = arguments.parser_of(kind, "A program.")
        assert unexplained(parser) == [] and kind(**vars(parser.parse_args([]))) == kind()
    assert unexplained(parser_in(train_baselines.main)) == []


@pytest.mark.parametrize("name", RECIPES)
def test_recipes(name, examples, parser_in):
    """Their trainers need not be installed: what they ask for is read from their text."""
    from recipe import Recipe

    calls = [node for node in ast.walk(ast.parse((EXAMPLES / name).read_text())) if isinstance(node, ast.Call)]
    made = next(call for call in calls if ast.unparse(call.func) == "Recipe")
    settings = {one.arg: ast.literal_eval(one.value) for one in made.keywords}
    assert unexplained(parser_in(lambda: Recipe("A recipe.", **settings))) == []


def test_ppo(monkeypatch, parser_in):
    pytest.importorskip("torch")
    from training_examples import ppo

    assert unexplained(parser_in(ppo.parse_args)) == []


def test_help_of_selfplay_needs_no_pytorch(tmp_path):
    lines = f"import runpy, sys; sys.modules['torch'] = None; sys.path.insert(0, {str(ROOT)!r}); "
    lines += "sys.argv = ['selfplay', '--help']; runpy.run_module('training_examples.selfplay', run_name='__main__')"
    run = subprocess.run([sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and run.stderr == "" and "share of the training for the curriculum" in run.stdout
