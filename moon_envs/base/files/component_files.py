"""Tables of printed facts: the packaged file of a game family, or the file of an owner that replaces it.

Some facts of some games are reconstructed. The owner of such a game corrects them without touching code: a file
`<family>.json` in the folder named by the environment variable `MOON_ENVS_COMPONENTS` replaces the packaged one.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from moon_envs.base.checks import did_you_mean, nearest_name
from moon_envs.base.errors import ComponentsError, reason
from moon_envs.base.files.bounded import read_json
from moon_envs.base.files.disk import read_file

FOLDER_VARIABLE = "MOON_ENVS_COMPONENTS"
MOST_BYTES = 1 << 20
MOST_CHARACTERS_SHOWN = 200

RECONSTRUCTED = "reconstructed"
SOURCES = ("rulebook", "public_implementation", "published_review", "owner", RECONSTRUCTED)
"""The allowed sources of a table; an owner of the game writes "owner"."""

# The bytes that each loaded file had. The cache of compiled code uses them, because the file may change later.
_READ: dict[Path, bytes] = {}
# For each loaded family the owner's file; None for the packaged one.
_IN_USE: dict[str, Path | None] = {}


def replaced_file(family: str) -> Path | None:
    """Return the owner's file that replaces the tables of a game family; None if there is none.

    Raises:
        ComponentsError: the environment variable names something that is not a folder.
    """
    folder = _owners_folder()
    if folder is None:
        return None
    file = folder / f"{family}.json"
    return file if file.exists() else None


def _owners_folder() -> Path | None:
    named = os.environ.get(FOLDER_VARIABLE)
    if not named:
        return None
    try:
        folder = Path(named).expanduser().absolute()
    except RuntimeError as error:
        raise ComponentsError(f"{FOLDER_VARIABLE}: {named!r} is not allowed: {error}") from error
    if not folder.is_dir():
        raise ComponentsError(f"{FOLDER_VARIABLE}: {folder} is not allowed; it must be a folder that exists.")
    return folder


def file_in_use(family: str) -> Path | None:
    """Return the owner's file that a family's tables come from; None for the packaged file."""
    return _IN_USE[family] if family in _IN_USE else replaced_file(family)


def owners_files() -> list[Path]:
    """Return the owners' files of all families, loaded or not."""
    folder = _owners_folder()
    present = {file.stem for file in folder.glob("*.json")} if folder else set()
    found = (file_in_use(family) for family in sorted(present | set(_IN_USE)))
    return [file for file in found if file is not None]


def was_loaded(file: Path) -> bool:
    """Whether this process has loaded tables from this file."""
    return file in _READ


def read_as_loaded(file: Path) -> bytes:
    """Return the bytes that a file had when its tables were loaded."""
    return _READ[file]


def files_read() -> list[Path]:
    """Return the files of all loaded tables."""
    return list(_READ)


def load_components(family: str, packaged: Path, validate: Callable[[Field], None]) -> dict[str, Any]:
    """Load and check the tables of a game family.

    Args:
        family: the name of the folder below `moon_envs/games`.
        packaged: the file that comes with the package.
        validate: the game's own checks; called with the whole file as a `Field`.

    Returns:
        The tables by name.

    Raises:
        ComponentsError: names the file, the field, and what is allowed.
    """
    replaced = replaced_file(family)
    file = replaced or packaged
    data = read_file(file, MOST_BYTES, ComponentsError)
    try:
        components = read_json(data, MOST_BYTES)
    except ValueError as error:
        raise ComponentsError(f"{file}: this is not JSON that can be read: {reason(error)}.") from error
    validate(Field(file, "", components))
    # The first load counts: the game's modules use its values.
    _READ.setdefault(file, data)
    _IN_USE.setdefault(family, replaced)
    return components


def tables_code(components: dict[str, Any]) -> int:
    """Return a checksum of the tables, see `Game.tables_code`."""
    return zlib.crc32(json.dumps(components, sort_keys=True).encode())


def describe_reconstructed(family: str, components: dict[str, Any]) -> str:
    """Return one sentence that lists the reconstructed tables, and names the owner's file if there is one."""
    tables = [
        str(table.get(RECONSTRUCTED, name))
        for name, table in components.items()
        if isinstance(table, dict) and table.get("source") == RECONSTRUCTED
    ]
    listed = "; ".join(tables)
    file = replaced_file(family)
    if file is None:
        return f"Reconstructed: {listed}." if tables else ""
    still = f", which marks as reconstructed: {listed}" if tables else ""
    return f"The tables were replaced by {file}{still}."


@dataclass(frozen=True)
class Field:
    """A value in a components file together with its place, so that errors can name it.

    Example:
        >>> space = Field(Path("mlem.json"), "rows[7]", {"faces": ["1", "9"]})
        >>> space["faces"].names(("1", "2", "3"), "faces")
        Traceback (most recent call last):
            ...
        moon_envs.base.errors.ComponentsError: mlem.json: rows[7].faces: ["1", "9"] is not allowed; faces are 1, 2, 3.
    """

    file: Path
    path: str
    value: Any

    def refuse(self, allowed: str, near: str | None = None) -> NoReturn:
        """Raise the error about this field.

        Args:
            allowed: the end of the sentence "... is not allowed;".
            near: the name that was probably meant.
        """
        where = f"{self.path}: " if self.path else ""
        shown = json.dumps(self.value, ensure_ascii=False)
        if len(shown) > MOST_CHARACTERS_SHOWN:
            shown = shown[:MOST_CHARACTERS_SHOWN] + " ..."
        raise ComponentsError(f"{self.file}: {where}{shown} is not allowed; {allowed}.{did_you_mean(near)}")

    def __getitem__(self, name: str) -> Field:
        """Return a field of this table; refuse the file if it is missing."""
        path = f"{self.path}.{name}" if self.path else name
        if not isinstance(self.value, dict):
            self.refuse(f"it must be a table with the field {name}")
        if name not in self.value:
            near = nearest_name(name, self.value)
            like = f" Is {near!r} meant to be it?" if near else ""
            raise ComponentsError(f"{self.file}: {path}: this field is missing.{like}")
        return Field(self.file, path, self.value[name])

    def items(self, shortest: int, longest: int) -> list[Field]:
        """Return the entries of this list; refuse another length."""
        length = str(shortest) if shortest == longest else f"{shortest} to {longest}"
        if not isinstance(self.value, list):
            self.refuse(f"it must be a list of {length}")
        if not shortest <= len(self.value) <= longest:
            raise ComponentsError(f"{self.file}: {self.path}: {len(self.value)} entries are not allowed, but {length}.")
        return [Field(self.file, f"{self.path}[{index}]", value) for index, value in enumerate(self.value)]

    def whole(self, low: int, high: int) -> int:
        """Return this whole number; refuse one out of bounds."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            self.refuse(f"whole numbers from {low} to {high} are" if low < high else f"only {low} is")
        return self.value

    def exactly(self, value: Any) -> None:
        """Refuse any other value: the rules are built on this one."""
        if type(self.value) is not type(value) or self.value != value:
            self.refuse(f"only {json.dumps(value)} is")

    def name(self, names: Sequence[str], noun: str) -> str:
        """Return this name; refuse one that is not in `names`. `noun` is the plural that the message uses."""
        if not isinstance(self.value, str) or self.value not in names:
            self.refuse(f"{noun} are {', '.join(names)}", nearest_name(self.value, names))
        return self.value

    def names(self, names: Sequence[str], noun: str) -> list[str]:
        """Return this list of names; refuse repeated names and names that are not in `names`."""
        given = self.value if isinstance(self.value, list) else [self.value]
        unknown = [one for one in given if not isinstance(one, str) or one not in names]
        if unknown or given is not self.value:
            self.refuse(f"{noun} are {', '.join(names)}", nearest_name(unknown[0], names) if unknown else None)
        if len(set(self.value)) < len(self.value):
            self.refuse(f"each of the {noun} can be there once")
        return self.value

    def check_source(self) -> None:
        """Refuse a table that does not say where its facts come from."""
        self["source"].name(SOURCES, "sources")
