"""Every public name is described in the API section of the site."""

import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

API = Path(__file__).parents[2] / "docs" / "api"
DIRECTIVE = re.compile(r"^\.\. (?:auto\w+|py:\w+):: ([\w.]+)$", re.MULTILINE)
MODULE = re.compile(r"^\.\. py:module:: ([\w.]+)$", re.MULTILINE)
PUBLIC = [
    (module, name)
    for module in (
        "moon_envs",
        "moon_envs.agents",
        "moon_envs.arena",
        "moon_envs.networks",
        "moon_envs.pettingzoo",
        "moon_envs.render",
        "moon_envs.search",
        "moon_envs.testing",
    )
    for name in importlib.import_module(module).__all__
]


def described_names():
    """The full names on the pages: a short one belongs to the first module that its page names."""
    names = set()
    for page in API.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        modules = MODULE.findall(text)
        for name in DIRECTIVE.findall(text):
            names.add(name if name.startswith("moon_envs") else f"{modules[0]}.{name}")
    return names


def thing(name):
    """What a full name stands for; None if it needs a package that is not installed."""
    try:
        return pkgutil.resolve_name(name)
    except AttributeError:
        return None


NAMES = described_names()
THINGS = [thing(name) for name in NAMES if "." in name]


@pytest.mark.parametrize(("module", "name"), PUBLIC, ids=lambda value: value)
def test_every_public_name_is_described(module, name):
    public = getattr(importlib.import_module(module), name)
    is_described = f"{module}.{name}" in NAMES
    if callable(public) or isinstance(public, ModuleType):  # it may be described where it comes from
        is_described |= any(public is one for one in THINGS)
    assert is_described, f"docs/api describes no {module}.{name}"


def test_every_page_is_listed():
    index = (API / "index.md").read_text(encoding="utf-8")
    listed = index[index.index("```{toctree}") :].splitlines()
    assert {page.stem for page in API.glob("*.md")} - {"index"} == {line for line in listed if line.isidentifier()}
