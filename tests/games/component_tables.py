"""The file of printed facts of a game in tests: tables with one change, and the owner's file that replaces them."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import moon_envs
from moon_envs.base.files import component_files

# At the head of a program for `ComponentFile.run` that imports from `tests`.
IMPORT_TESTS = f"import sys; sys.path.append({str(Path(__file__).parents[2])!r})\n"


@dataclass(frozen=True)
class ComponentFile:
    """The file of printed facts of a game.

    Attributes:
        game: the game, which gives the file its name.
        tables: the tables as the package loads them.
        check: refuses wrong tables; the game's `validate`.
    """

    game: str
    tables: dict
    check: Callable[[component_files.Field], object]

    @property
    def packaged(self) -> Path:
        return moon_envs.game(self.game).documentation.with_name("components.json")

    def edited(self, *path_and_value) -> dict:
        """The packaged tables with one value changed; the value `...` removes the field."""
        *path, last, value = path_and_value
        changed = copy.deepcopy(self.tables)
        place = changed
        for step in path:
            place = place[step]
        if value is ...:
            del place[last]
        else:
            place[last] = value
        return changed

    def refused(self, tables: dict) -> str:
        """Check that these tables are refused by an error that names their file, and return its message."""
        file = Path("somewhere") / f"{self.game}.json"
        with pytest.raises(moon_envs.ComponentsError) as caught:
            self.check(component_files.Field(file, "", tables))
        assert str(caught.value).startswith(f"{file}: ")
        return str(caught.value)

    def requires(self, *path: str) -> None:
        """Check that tables without this field are refused."""
        assert f"{'.'.join(path)}: this field is missing" in self.refused(self.edited(*path, ...))

    def allows_the_packaged_file(self) -> None:
        """Check that the packaged file is allowed."""
        tables = json.loads(self.packaged.read_text(encoding="utf-8"))
        self.check(component_files.Field(self.packaged, "", tables))

    def write(self, folder: Path, tables: object) -> Path:
        """Write the owner's file with these tables into a folder."""
        file = folder / f"{self.game}.json"
        file.write_text(json.dumps(tables), encoding="utf-8")
        return file

    def load(self, folder: Path | str, monkeypatch: pytest.MonkeyPatch) -> dict:
        """Load the tables as the game does where this folder holds the owner's files."""
        monkeypatch.setenv(component_files.FOLDER_VARIABLE, str(folder))
        return component_files.load_components(self.game, self.packaged, self.check)

    def run(self, program: str, folder: Path) -> subprocess.CompletedProcess[str]:
        """Run a program in another process where this folder holds the owner's files."""
        settings = {**os.environ, "MOON_ENVS_QUIET": "1", component_files.FOLDER_VARIABLE: str(folder)}
        # Not in the checkout: `python -c` would import its folders instead of the installed package.
        command = [sys.executable, "-c", program]
        return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)

    def is_said_when_asked_for(self, folder: Path, path_and_value: tuple, message: str) -> None:
        """Check that a wrong owner's file is an error when the game is asked for, and does not disturb other games."""
        file = self.write(folder, self.edited(*path_and_value))
        result = self.run(f"import moon_envs; moon_envs.game({self.game!r})", folder)
        assert result.returncode != 0 and f"ComponentsError: {file}: {message}" in result.stderr
        assert self.run("import moon_envs; moon_envs.game('launch')", folder).returncode == 0
