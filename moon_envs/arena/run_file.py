"""The file of a run of an arena or a ladder: its complete seeds, so that the run can be resumed."""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from moon_envs.base.checks import shown
from moon_envs.base.errors import SaveError, reason
from moon_envs.base.files.bounded import inflate, read_json, write_json
from moon_envs.base.files.disk import read_file, write_file


class Kind(NamedTuple):
    """What a file is of, in words, and its format."""

    noun: str
    format: str


ARENA = Kind("an arena", "moon_envs arena 1")
LADDER = Kind("a ladder", "moon_envs ladder 1")
MOST_BYTES_UNPACKED = 1 << 28
MOST_BYTES = 3 << 27  # of the file: base64 writes four bytes for three, even if nothing can be compressed
ARRAYS = {"seeds": np.uint64, "outcome": np.float32, "points": np.int32, "decisions": np.int64}


@dataclass(frozen=True, eq=False)
class PlayedSeeds:
    """Complete seeds and their games, with the arrays of `ArenaResult`, in any order."""

    seeds: np.ndarray
    outcome: np.ndarray
    points: np.ndarray
    decisions: np.ndarray

    def __len__(self) -> int:
        return len(self.seeds)

    def chosen(self, places: np.ndarray) -> PlayedSeeds:
        """The seeds at some places."""
        return PlayedSeeds(*(getattr(self, name)[places] for name in ARRAYS))

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array for one seed."""
        return {name: getattr(self, name).shape[1:] for name in ARRAYS}


def no_seeds(games: int, players: int, sides: int, categories: int) -> PlayedSeeds:
    """A run without complete seeds."""
    shapes = ((), (games, players), (games, sides, categories), (games,))
    arrays = zip(ARRAYS.values(), shapes, strict=True)
    return PlayedSeeds(*(np.zeros((0, *shape), dtype=dtype) for dtype, shape in arrays))


def joined(portions: Sequence[PlayedSeeds]) -> PlayedSeeds:
    """The seeds of several portions together."""
    return PlayedSeeds(*(np.concatenate([getattr(portion, name) for portion in portions]) for name in ARRAYS))


def write_run(path: Path, run: dict[str, Any], seeds: PlayedSeeds, kind: Kind = ARENA) -> None:
    """Write a run. A failed write leaves the old file as it is.

    Args:
        path: the file.
        run: what identifies the run, as JSON values.
        seeds: the complete seeds.
        kind: what the run is of.

    Raises:
        OSError: the file cannot be written.
        SaveError: the written file cannot be read again.
    """
    check_size(seeds, len(seeds))
    arrays = {
        name: base64.b64encode(zlib.compress(np.ascontiguousarray(getattr(seeds, name)).tobytes(), 1)).decode()
        for name in ARRAYS
    }
    contents = {"format": kind.format, "run": run, "seeds": len(seeds), "arrays": arrays}
    try:
        data = write_json({**contents, "checksum": _checksum(contents)}, MOST_BYTES)
    except (TypeError, ValueError, RecursionError) as error:
        raise SaveError(f"{path}: this run cannot be written: {reason(error)}.") from error
    empty = seeds.chosen(np.zeros(0, dtype=np.int64))
    write_file(path, data, lambda written: read_run(written, run, empty, kind))


def check_size(seeds: PlayedSeeds, count: int) -> None:
    """Raise SaveError if the file of a run cannot hold `count` seeds.

    Args:
        seeds: any seeds of the run, which give the size of one.
        count: the number of seeds the run will have.
    """
    size = sum(math.prod(shape) * np.dtype(ARRAYS[name]).itemsize for name, shape in seeds.shapes.items())
    if count * size > MOST_BYTES_UNPACKED:
        most = MOST_BYTES_UNPACKED // size
        raise SaveError(f"The file of a run holds up to {most} seeds of this arena, not {count}.")


def read_run(path: Path, run: dict[str, Any], empty: PlayedSeeds, kind: Kind = ARENA) -> PlayedSeeds:
    """Read the complete seeds of a run, see `read_run_and_facts`."""
    return read_run_and_facts(path, run, empty, kind)[0]


def read_run_and_facts(
    path: Path, run: dict[str, Any], empty: PlayedSeeds, kind: Kind = ARENA
) -> tuple[PlayedSeeds, dict[str, Any]]:
    """Read the complete seeds of a run, and what its file says of the run, which may be more than `run`.

    Args:
        path: the file.
        run: what identifies the run; the file must say the same.
        empty: the run without seeds, which gives the shapes of the arrays.
        kind: what the run is of.

    Raises:
        SaveError: the file cannot be read, is damaged, or belongs to another run.
    """
    try:
        contents = _contents(read_file(path, MOST_BYTES, SaveError), kind)
        _check_run(contents["run"], read_json(write_json(run)))
        return _read_seeds(contents, empty), contents["run"]
    except SaveError as error:
        words = str(error).removeprefix(f"{path}: ").removeprefix("cannot be read: ")
        raise SaveError(f"cannot resume {str(path)!r}: {words}") from error


def _contents(data: bytes, kind: Kind) -> dict[str, Any]:
    try:
        contents = read_json(data, MOST_BYTES)
    except ValueError as error:
        raise SaveError(f"it is not the file of {kind.noun}, or it is damaged.") from error
    if not isinstance(contents, dict) or not str(contents.get("format")).startswith(kind.format.rpartition(" ")[0]):
        raise SaveError(f"it is not the file of {kind.noun}.")
    if contents["format"] != kind.format:
        raise SaveError(f"it has the format {shown(contents['format'])}; this release reads {kind.format!r}.")
    checksum = contents.pop("checksum", None)
    if checksum != _checksum(contents) or not isinstance(contents.get("run"), dict):
        raise SaveError("it is damaged: its contents do not match its checksum.")
    return contents


def _check_run(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    for name, value in wanted.items():
        if found.get(name) != value:
            raise SaveError(
                f"it belongs to another run: {name} is {shown(found.get(name))} there, {shown(value)} here."
            )


def _read_seeds(contents: dict[str, Any], empty: PlayedSeeds) -> PlayedSeeds:
    damaged = SaveError("it is damaged: its seeds cannot be read.")
    count, arrays = contents.get("seeds"), contents.get("arrays")
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
    seeds = PlayedSeeds(*read)
    if len(np.unique(seeds.seeds)) != count or not (np.abs(seeds.outcome) <= 1).all():
        raise damaged
    return seeds


def _checksum(contents: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(contents, sort_keys=True).encode())
