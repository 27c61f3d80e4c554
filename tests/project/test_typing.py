"""The installed package says that it is typed, its public functions are, and the test command runs the type checker."""

import inspect
import re
from pathlib import Path

import pytest

import moon_envs
from moon_envs.envs.aec import MoonAEC
from moon_envs.envs.parallel import MoonParallel
from moon_envs.envs.single_agent import MoonEnv
from moon_envs.envs.vector import MoonVectorEnv

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_installed_package_has_the_marker():
    assert (Path(moon_envs.__file__).parent / "py.typed").is_file()


def test_the_test_command_runs_the_type_checker_after_ruff():
    command = re.search(r"<!-- test-command -->(.*?)<!-- end -->", README, re.DOTALL)[1]
    assert command.index("ruff") < command.index("/mypy") < command.index("pytest")


@pytest.mark.parametrize("name", moon_envs.__all__)
def test_public_functions_are_annotated(name):
    public = getattr(moon_envs, name)
    if inspect.isfunction(public):
        assert set(inspect.signature(public).parameters) | {"return"} == set(public.__annotations__)


@pytest.mark.parametrize("shell", [MoonEnv, MoonVectorEnv, MoonAEC, MoonParallel])
def test_public_methods_are_annotated(shell):
    for name, method in vars(shell).items():
        if inspect.isfunction(method) and name != "__init__":
            wanted = set(inspect.signature(method).parameters) - {"self"} | {"return"}
            assert wanted == set(method.__annotations__), f"{shell.__name__}.{name}"
