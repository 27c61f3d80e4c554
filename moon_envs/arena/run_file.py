"""The file of a run: the deals that are complete, so that the run can go on later."""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.checks import shown
from moon_envs.base.errors import SaveError, reason
from moon_envs.base.files.bounded import inflate, read_json, write_json
from moon_envs.base.files.disk import read_file, write_file

FORMAT = "moon_envs arena 1"
MOST_BYTES_UNPACKED = 1 << 28
MOST_BYTES = 3 << 27  # of the file: base64 makes four bytes of three, if nothing could be compressed
ARRAYS = {"deals": np.int64, "outcome": np.float32, "points": np.int32, "decisions": np.int64}


@dataclass(frozen=True, eq=False)
class Deals:
    """Deals that are complete, with the arrays of `ArenaResult`, in any order."""

    deals: np.ndarray
    outcome: np.ndarray
    points: np.ndarray
    decisions: np.ndarray

    def __len__(self) -> int:
        return len(self.deals)

    def chosen(self, places: np.ndarray) -> Deals:
        """Some of the deals."""
        return Deals(*(getattr(self, name)[places] for name in ARRAYS))

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape that each array has for one deal."""
        return {name: getattr(self, name).shape[1:] for name in ARRAYS}


def no_deals(games: int, players: int, sides: int, categories: int) -> Deals:
    """The beginning of a run."""
    shapes = ((), (games, players), (games, sides, categories), (games,))
    arrays = zip(ARRAYS.values(), shapes, strict=True)
    return Deals(*(np.zeros((0, *shape), dtype=dtype) for dtype, shape in arrays))


def joined(portions: Sequence[Deals]) -> Deals:
    """All deals of several portions."""
    return Deals(*(np.concatenate([getattr(portion, name) for portion in portions]) for name in ARRAYS))


def write_run(path: Path, run: dict[str, Any], deals: Deals) -> None:
    """Write a run, all of it or nothing.

    Args:
        path: of the file.
        run: says which run it is, as JSON can hold it.
        deals: what is complete.

    Raises:
        OSError: the file cannot be written.
        SaveError: these deals could not be read again; what was there before is still there.
    """
    check_size(deals, len(deals))
    arrays = {
        name: base64.b64encode(zlib.compress(np.ascontiguousarray(getattr(deals, name)).tobytes(), 1)).decode()
        for name in ARRAYS
    }
    contents = {"format": FORMAT, "run": run, "deals": len(deals), "arrays": arrays}
    try:
        data = write_json({**contents, "checksum": _checksum(contents)}, MOST_BYTES)
    except (TypeError, ValueError, RecursionError) as error:
        raise SaveError(f"{path}: this run cannot be written: {reason(error)}.") from error
    empty = deals.chosen(np.zeros(0, dtype=np.int64))
    write_file(path, data, lambda written: read_run(written, run, empty))


def check_size(deals: Deals, count: int) -> None:
    """Refuse more deals than the file of a run can hold.

    Args:
        deals: any deals of the run.
        count: how many it will have.

    Raises:
        SaveError: says how many it can hold.
    """
    size = sum(math.prod(shape) * np.dtype(ARRAYS[name]).itemsize for name, shape in deals.shapes.items())
    if count * size > MOST_BYTES_UNPACKED:
        most = MOST_BYTES_UNPACKED // size
        raise SaveError(f"The file of a run holds up to {most} deals of this arena, not {count}.")


def read_run(path: Path, run: dict[str, Any], empty: Deals) -> Deals:
    """The complete deals of a run.

    Args:
        path: of the file.
        run: which run it must be.
        empty: a run of this kind without deals.

    Raises:
        SaveError: the file cannot be read, is damaged, or is of another run.
    """
    try:
        contents = _contents(read_file(path, MOST_BYTES, SaveError))
        _check_run(contents["run"], read_json(write_json(run)))
        return _deals(contents, empty)
    except SaveError as error:
        words = str(error).removeprefix(f"{path}: ").removeprefix("cannot be read: ")
        raise SaveError(f"cannot resume {str(path)!r}: {words}") from error


def _contents(data: bytes) -> dict[str, Any]:
    try:
        contents = read_json(data, MOST_BYTES)
    except ValueError as error:
        raise SaveError("it is not the file of an arena, or it is damaged.") from error
    if not isinstance(contents, dict) or not str(contents.get("format")).startswith(FORMAT.rpartition(" ")[0]):
        raise SaveError("it is not the file of an arena.")
    if contents["format"] != FORMAT:
        raise SaveError(f"it has the format {shown(contents['format'])}; this release reads {FORMAT!r}.")
    checksum = contents.pop("checksum", None)
    if checksum != _checksum(contents) or not isinstance(contents.get("run"), dict):
        raise SaveError("it is damaged: its contents do not match its checksum.")
    return contents


def _check_run(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    for name, value in wanted.items():
        if found.get(name) != value:
            raise SaveError(f"it is of another run: {name} is {shown(found.get(name))} there, {shown(value)} here.")


def _deals(contents: dict[str, Any], empty: Deals) -> Deals:
    damaged = SaveError("it is damaged: its deals cannot be read.")
    count, arrays = contents.get("deals"), contents.get("arrays")
    if not isinstance(count, int) or isinstance(count, bool) or count < 0 or not isinstance(arrays, dict):
        raise damaged
    check_size(empty, count)
    read = []
    for name, shape in empty.shapes.items():
        size = count * math.prod(shape) * np.dtype(ARRAYS[name]).itemsize
        try:
            data = inflate(base64.b64decode(arrays[name], validate=True), size)
            array = np.frombuffer(data, dtype=ARRAYS[name]).reshape(count, *shape)
        except (KeyError, TypeError, ValueError) as error:
            raise damaged from error
        read.append(array)
    deals = Deals(*read)
    if len(np.unique(deals.deals)) != count or (deals.deals < 0).any() or not (np.abs(deals.outcome) <= 1).all():
        raise damaged
    return deals


def _checksum(contents: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(contents, sort_keys=True).encode())
