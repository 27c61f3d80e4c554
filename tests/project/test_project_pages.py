"""The pages and settings around the code agree with each other: versions, commands, pins, links."""

import re
from pathlib import Path

import pytest

import moon_envs

ROOT = Path(__file__).parents[2]
QUICK = 'pytest -n 2 -m "not slow"'


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def found(pattern, name):
    """The one thing that a pattern finds in a file, however often."""
    (value,) = set(re.findall(pattern, text(name), re.MULTILINE))
    return value


def test_one_version():
    assert found(r'^path = "(.+version\.py)"', "pyproject.toml") == "moon_envs/base/version.py"
    assert found(r'^__version__ = "(.+)"', "moon_envs/base/version.py") == moon_envs.__version__
    assert found(r"^version: (.+)", "CITATION.cff") == moon_envs.__version__
    assert found(r"^  version = \{(.+)\}", "docs/citing.md") == moon_envs.__version__


def test_one_formatter():
    pinned = found(r'"ruff==([\d.]+)"', "pyproject.toml")
    assert found(r'"ruff==([\d.]+)"', ".pre-commit-config.yaml") == pinned


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", ".ci/lowest", ".github/workflows/ci.yml"])
def test_the_quick_tests_are_the_same_everywhere(name):
    assert QUICK in text(name)


def test_the_workflow_runs_the_whole_test_command_and_every_python():
    workflow = text(".github/workflows/ci.yml")
    assert "- run: .ci/run" in workflow and "- run: .ci/lowest" in workflow
    lowest = found(r'^requires-python = ">=([\d.]+)"', "pyproject.toml")
    versions = re.findall(r'"(3\.\d+)"', re.search(r"python: \[(.*)\]", workflow)[1])
    assert versions[0] == lowest and f"--python {lowest} " in text(".ci/lowest")
    numbers = [int(version.split(".")[1]) for version in versions]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))


PAGES = (
    "README.md",
    "moon_envs/arena/LADDER.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "moon_envs/games/ADDING_A_GAME.md",
)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    folder = (ROOT / page).parent
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text(page)) if "://" not in link]
    assert [link for link in links if not (folder / link).exists()] == []


def test_unreleased_changes_have_a_place():
    assert "\n## [Unreleased]\n" in text("CHANGELOG.md")
