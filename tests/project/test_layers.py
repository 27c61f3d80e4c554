"""The layers of the package: `lint-imports` of the test command finds an import that goes up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    settings = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path):
    """The sources alone, without what is compiled or drawn."""
    shutil.copytree(ROOT / "moon_envs", tmp_path / "moon_envs", ignore=lambda folder, names: _not_python(folder, names))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def _not_python(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".py") and not (Path(folder) / name).is_dir()]


@pytest.mark.parametrize(
    ("file", "line", "words"),
    [
        ("base/errors.py", "import moon_envs.cli.main", "moon_envs.base is not allowed to import moon_envs.cli"),
        ("batch/batch.py", "from moon_envs import agents", "moon_envs.batch is not allowed to import moon_envs.agents"),
        ("web/opening.py", "import moon_envs.cli.main", "moon_envs.web is not allowed to import moon_envs.cli"),
        ("arena/ratings.py", "import moon_envs.testing", "moon_envs.arena is not allowed to import moon_envs.testing"),
        ("games/mlem/rules.py", "import moon_envs.games.luna_capital", "moon_envs.games.mlem is not allowed to import"),
        ("attic/__init__.py", "", "attic"),
    ],
)
def test_an_import_that_goes_up_is_found(checkout, file, line, words):
    path = checkout / "moon_envs" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + f"\n\ndef _up():\n    {line or 'pass'}\n")
    linted = lint(checkout)
    assert linted.returncode == 1 and words in linted.stdout + linted.stderr


def test_the_layers_hold(checkout):
    linted = lint(checkout)
    assert linted.returncode == 0, linted.stdout
