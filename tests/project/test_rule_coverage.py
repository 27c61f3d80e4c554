"""Every numbered rule of every registered game is named by a test and by the source that carries it.

A RULES.md numbers its rules as list items that begin with `**4.1**`, and says how they are named: "name these numbers
as `welcome 4.1`". A game's rules are those of its own page and of the page of the family in the folder above.
"""

import re
from functools import cache
from pathlib import Path

import pytest

import moon_envs

TESTS = Path(__file__).parents[1]
RULE = re.compile(r"^- \*\*(\d+\.\d+)\*\*", re.MULTILINE)
NAMING = re.compile(r"name these numbers\s+as `(\w+) \d+\.\d+`")
NUMBER = r"\d+\.\d+"


def pages_of(game_id):
    """The RULES.md of a game, and of its family if there is one."""
    page = moon_envs.game(game_id).documentation
    family = page.parent.parent / page.name
    return [page, family] if family.exists() else [page]


PAGES = sorted({page for game_id in moon_envs.game_ids() for page in pages_of(game_id)})


def name_of(page):
    """What the rules of a page are called by, like `launch`."""
    naming = NAMING.findall(page.read_text(encoding="utf-8"))
    assert len(naming) == 1, f"{page} does not say how its numbers are named"
    return naming[0]


def rules_of(page):
    """The numbers of the rules of a page, in their order."""
    numbers = RULE.findall(page.read_text(encoding="utf-8"))
    assert numbers and len(numbers) == len(set(numbers)), f"{page} has no rules, or the same number twice"
    return numbers


@cache
def text_of_files(folder):
    """All Python files below a folder, those of the tests without the referees and this one."""
    files = [path for path in sorted(folder.rglob("*.py")) if path != Path(__file__)]
    return "\n".join(path.read_text(encoding="utf-8") for path in files if TESTS / "referees" not in path.parents)


def named_in(text, name):
    """The numbers that a text names: `launch 3.4`, or several as in `launch 3.4, 3.5`."""
    lists = re.findall(rf"\b{name} ({NUMBER}(?:(?:,| and) {NUMBER})*)", text)
    return {number for found in lists for number in re.findall(NUMBER, found)}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
@pytest.mark.parametrize("where", ["tests", "source"])
def test_every_rule_is_named(page, where):
    """Tests name the rules they check, kernels and tables the rules they carry."""
    named = named_in(text_of_files(TESTS if where == "tests" else page.parent), name_of(page))
    missing = [f"{name_of(page)} {number}" for number in rules_of(page) if number not in named]
    assert not missing, f"rules of {page} that are named nowhere in the {where}: {', '.join(missing)}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_name_is_a_rule(page):
    """A rule that is named exists."""
    named = named_in(text_of_files(TESTS), name_of(page)) | named_in(text_of_files(page.parent), name_of(page))
    unknown = [f"{name_of(page)} {number}" for number in sorted(named - set(rules_of(page)))]
    assert not unknown, f"named, but not in {page}: {', '.join(unknown)}"


@pytest.mark.parametrize("game_id", moon_envs.game_ids())
def test_every_game_has_a_page_of_rules(game_id):
    """The page exists and is named like the game."""
    page = moon_envs.game(game_id).documentation
    assert page.name == "RULES.md" and name_of(page) == game_id
