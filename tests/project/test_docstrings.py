"""The examples in the docstrings run, and every public thing has a docstring (ruff sees to that)."""

import doctest
import importlib
import pkgutil

import pytest

import moon_envs
from moon_envs.agents import names

MODULES = [
    module.name
    for module in pkgutil.walk_packages(moon_envs.__path__, "moon_envs.")
    if not module.name.startswith(("moon_envs.games", "moon_envs.__main__"))
]
NEEDED = {
    "moon_envs.jax": ("jax",),
    "moon_envs.sb3": ("stable_baselines3",),
    "moon_envs.records.minari": ("h5py", "minari"),
    "moon_envs.render.raster": ("pylunasvg", "font_source_sans_pro"),
    "moon_envs.render.stamps": ("pylunasvg",),
    "moon_envs.web": ("starlette", "uvicorn", "markdown_it"),
}


@pytest.fixture(autouse=True)
def agents_are_forgotten(monkeypatch):
    """An example registers an agent, which later tests must not meet."""
    monkeypatch.setattr(names, "_REGISTERED", dict(names._REGISTERED))


@pytest.mark.parametrize("name", ["moon_envs", *MODULES])
def test_examples_in_docstrings(name):
    for needed in NEEDED.get(name, ()):
        pytest.importorskip(needed)
    failures, _ = doctest.testmod(importlib.import_module(name))
    assert failures == 0
