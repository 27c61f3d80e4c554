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


def test_the_classifiers_name_what_is_tested():
    workflow = text(".github/workflows/ci.yml")
    versions = re.findall(r'"(3\.\d+)"', re.search(r"python: \[(.*)\]", workflow)[1])
    classifiers = re.findall(r'^    "(\w[^"]* :: [^"]*)",$', text("pyproject.toml"), re.MULTILINE)
    declared = [words.rpartition(" ")[2] for words in classifiers if re.search(r"Python :: 3\.\d+$", words)]
    assert declared == versions and "Typing :: Typed" in classifiers
    systems = {"MacOS": "macos-latest", "Microsoft :: Windows": "windows-latest", "POSIX :: Linux": "ubuntu-24.04-arm"}
    for system, runner in systems.items():
        assert f"Operating System :: {system}" in classifiers and runner in workflow


def test_one_address():
    """`Repository` and `Documentation` of pyproject.toml are the source; every other place repeats them."""
    repository = found(r'^Repository = "(.+)"', "pyproject.toml")
    site = found(r'^Documentation = "(.+)"', "pyproject.toml")
    assert found(r'^repository-code: "(.+)"', "CITATION.cff") == repository
    assert found(r'^url: "(.+)"', "CITATION.cff") == site
    owner, name = repository.split("/")[-2:]
    assert site == f"https://{owner}.github.io/{name}/"
    assert f"https://raw.githubusercontent.com/{owner}/{name}/main/" in text("pyproject.toml")
    mentioned = re.compile(r"https://(?:github\.com|raw\.githubusercontent\.com)/[\w.-]+/moon_envs\b")
    for page in ("pyproject.toml", "CITATION.cff", *PAGES):
        raw = repository.replace("github.com", "raw.githubusercontent.com")
        assert set(mentioned.findall(text(page))) <= {repository, raw}, page


def test_the_authors_are_the_same():
    assert found(r'^authors = \[\{ name = "(.+)" \}\]', "pyproject.toml") == "the moon_envs developers"
    assert found(r'^  - name: "(the .+)"', "CITATION.cff") == "the moon_envs developers"


def test_publishing_needs_no_password():
    workflow = text(".github/workflows/publish.yml")
    assert "id-token: write" in workflow and "pypa/gh-action-pypi-publish@" in workflow
    assert "secrets." not in workflow and "password:" not in workflow
    assert "moon_envs/base/version.py" in workflow


def test_the_site_is_built_without_warnings():
    assert "sphinx-build -W --keep-going -b html docs docs/_build/html" in text(".github/workflows/docs.yml")
    assert "docs/_build/" in text(".gitignore").split()


def test_no_extra_pins_a_library_of_the_user():
    extras = re.search(r"^\[project\.optional-dependencies\]\n(.*?)^\[project\.", text("pyproject.toml"), re.M | re.S)[
        1
    ]
    pinned = re.findall(r'"([\w.-]+(?:\[\w+\])?)==', extras)
    assert sorted(pinned) == ["mypy", "ruff"], "tools of the test command only"


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
