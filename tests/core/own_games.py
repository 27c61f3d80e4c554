"""Users' games in tests: packages as pip would install them, and registries that forget them afterwards."""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pettingzoo

from moon_envs.core import registry

REGISTERING_MODULE = """\
import moon_envs
from moon_envs.testing.crater.game import GAME

moon_envs.register_game(GAME)
"""


def write_package(folder: Path, name: str, entry_points: dict[str, str], contents: str) -> None:
    """Write a package as pip installs it: a module, and a dist-info folder with its entry points."""
    (folder / f"{name}.py").write_text(contents, encoding="utf-8")
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = "".join(f"{key} = {value}\n" for key, value in entry_points.items())
    (metadata / "entry_points.txt").write_text(f"[moon_envs.games]\n{lines}", encoding="utf-8")


def run_python(*arguments: str, folder: Path, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Run Python in another process, where the modules of a folder count as installed."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("MOON_ENVS_QUIET", None)
    if quiet:
        environment["MOON_ENVS_QUIET"] = "1"
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@contextlib.contextmanager
def forgetful_registries() -> Iterator[None]:
    """Forget all registrations of the `with` block in this package, Gymnasium and PettingZoo."""
    registries = [registry._GAMES, registry._PLUGINS, importlib.import_module("gymnasium.envs.registration").registry]
    if hasattr(pettingzoo, "register"):
        theirs = importlib.import_module("pettingzoo.env_registry.registration")
        registries += [theirs.aec_registry, theirs.parallel_registry]
    before = [dict(entries) for entries in registries]
    try:
        yield
    finally:
        for entries, kept in zip(registries, before, strict=True):
            entries.clear()
            entries.update(kept)
