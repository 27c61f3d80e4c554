"""Errors of the compiler in few words: the kernel, its file and line, and what is wrong there."""

from __future__ import annotations

import os
import re
import traceback
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numba

from moon_envs.base.errors import CompilationError

NUMBA_FOLDER = os.path.dirname(numba.__file__)
FULL_VARIABLE = "MOON_ENVS_NUMBA_ERRORS"
MOST_CHARACTERS = 400

COLOURS = re.compile(r"\x1b\[\d*m")
HEADLINE = re.compile(r"^(?:Failed in .*|\s*)$")
PLACE = re.compile(r'File "([^"]+)", line (\d+):')
FUNCTION = re.compile(r"^\s*def (\w+)", re.MULTILINE)
CALLEE = re.compile(r"resolving callee type: type\(CPUDispatcher\(<function (\w+) at")
UNDEFINED = re.compile(r"name '(\w+)' is not defined")


class Place(NamedTuple):
    """A line of a kernel."""

    file: str
    line: int
    function: str


def explain(error: BaseException, entry: str) -> CompilationError:
    """The error to raise when numba fails to compile an entry point or loop."""
    if isinstance(error, CompilationError):
        return error
    text = COLOURS.sub("", str(error))
    place = _place_in_text(text) or _place_in_frames(error)
    where = f"{place.file}:{place.line}, in {place.function} " if place else ""
    wants_all = bool(os.environ.get(FULL_VARIABLE))
    rest = "".join(traceback.format_exception(error)) if wants_all else f"(Set {FULL_VARIABLE}=1 to see all of it.)"
    return CompilationError(f"{where}(compiled for {entry}): {_message(error, text)}{_source_line(place)}\n{rest}")


def _message(error: BaseException, text: str) -> str:
    """Numba's sentence about what is wrong, with the signature that it did not find."""
    if isinstance(error, KeyError):
        return f"there is no field {error.args[0]!r} in the record"
    lines = [re.sub(r"^\[x\d+\]", "", line.strip()) for line in text.splitlines()]
    telling = [line for line in lines if not HEADLINE.match(line)]
    words = telling[0] if telling else type(error).__name__
    if len(telling) > 1 and telling[1].startswith(">>>"):
        words += f" {telling[1].removeprefix('>>>').strip()}"
    return words if len(words) <= MOST_CHARACTERS else words[:MOST_CHARACTERS] + " ..."


def _place_in_text(text: str) -> Place | None:
    """The innermost place in a message of numba: the first one outside of numba's own files."""
    for found in PLACE.finditer(text):
        file = os.path.abspath(found[1])
        function = FUNCTION.search(text, found.end())
        if os.path.exists(file) and not file.startswith(NUMBA_FOLDER):
            place = Place(file, int(found[2]), function[1] if function else "a kernel")
            callee = CALLEE.search(text, 0, found.start())
            return _place_in_callee(place, callee[1], text) if callee else place
    return None


def _place_in_callee(caller: Place, callee: str, text: str) -> Place:
    """The place in a called kernel that numba names without a line: its undefined name, else its first line."""
    lines = Path(caller.file).read_text(encoding="utf-8").splitlines()
    heads = [number for number, line in enumerate(lines, start=1) if line.lstrip().startswith(f"def {callee}(")]
    if not heads:
        return caller._replace(function=f"{callee}, called by {caller.function}")
    undefined = UNDEFINED.search(text)
    for number in range(heads[0], len(lines) + 1):
        if undefined and re.search(rf"\b{undefined[1]}\b", lines[number - 1]):
            return Place(caller.file, number, callee)
    return Place(caller.file, heads[0], callee)


def _place_in_frames(error: BaseException) -> Place | None:
    """The innermost kernel that numba was working on when it failed; for errors without a message."""
    place = None
    for frame in _frames(error):
        location, function = _location(frame), _function(frame)
        if location is not None:
            place = Place(*location, function or (place.function if place else "a kernel"))
    return place


def _frames(error: BaseException) -> list[FrameType]:
    chain: BaseException | None = error
    frames: list[FrameType] = []
    while chain is not None:
        frames = [frame for frame, _ in traceback.walk_tb(chain.__traceback__)] + frames
        chain = chain.__cause__ or chain.__context__
    return frames


def _attribute(value: Any, name: str) -> Any:
    """An attribute of any object, None if it has none: expressions of numba raise KeyError for unknown attributes."""
    try:
        return getattr(value, name, None)
    except Exception:  # user objects may raise anything, which must not hide the error that is explained
        return None


def _location(frame: FrameType) -> tuple[str, int] | None:
    for value in frame.f_locals.values():
        location: Any = value if type(value).__name__ == "Loc" else _attribute(value, "loc")
        filename = _attribute(location, "filename")
        if isinstance(filename, str) and not filename.startswith(NUMBA_FOLDER) and os.path.exists(filename):
            return filename, int(location.line)
    return None


def _function(frame: FrameType) -> str | None:
    for value in frame.f_locals.values():
        name = _attribute(_attribute(value, "func_id") or value, "func_name")
        if isinstance(name, str):
            return name
    return None


def _source_line(place: Place | None) -> str:
    if place is None:
        return ""
    lines = Path(place.file).read_text(encoding="utf-8").splitlines()
    return f"\n    {lines[place.line - 1].strip()}" if place.line <= len(lines) else ""
