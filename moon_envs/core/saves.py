"""Saved games: a state as bytes, with the game, its version and a checksum."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

import numpy as np

from moon_envs.base.checks import shown
from moon_envs.base.errors import SaveError, reason
from moon_envs.base.files.bounded import read_json, write_json
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game

MAGIC = b"MOONENVS"
FORMAT = 1
MOST_HEADER_BYTES = 1 << 20
_PREFIX = struct.Struct("<8sHI")  # magic, format, length of the header


def pack(game: str | Game, state: np.void | np.ndarray, **details: Any) -> bytes:
    """Return a state as bytes, together with any details that JSON can hold.

    Raises:
        SaveError: this is not a state of the game, or JSON cannot hold a detail.

    Example:
        >>> import moon_envs
        >>> batch = moon_envs.Batch("launch", num_games=1, players=2, seed=7)
        >>> data = moon_envs.saves.pack(batch.game, batch.states[0])
        >>> bool(moon_envs.saves.unpack(batch.game, data)[0] == batch.states[0])
        True
    """
    game = find_game(game)
    if getattr(state, "dtype", None) != game.state_dtype or np.size(state) != 1:
        raise SaveError(f"A save of {game.id!r} is made of one record of its state type, not of {shown(state)}.")
    record = state.tobytes()
    header = {
        "game": game.id,
        "version": game.version,
        "layout": layout_code(game),
        "size": len(record),
        "details": details,
    }
    try:
        encoded = write_json(header | {"checksum": _checksum(header, record)}, MOST_HEADER_BYTES)
    except (TypeError, ValueError, RecursionError) as error:
        raise SaveError(f"A save of {game.id!r} cannot hold these details: {reason(error)}.") from error
    return _PREFIX.pack(MAGIC, FORMAT, len(encoded)) + encoded + record


def unpack(game: str | Game, data: bytes) -> tuple[np.void, dict[str, Any]]:
    """Return the state and the details in saved bytes.

    Raises:
        SaveError: the bytes are damaged, belong to another game or version, or no game can continue from the state.
    """
    game = find_game(game)
    header, record = _split(data)
    if header["game"] != game.id:
        raise SaveError(f"This is a save of {shown(header['game'])}, not of {game.id!r}.")
    if header["version"] != game.version:
        raise SaveError(
            f"This save of {game.id!r} was made by version {shown(header['version'])} of the game and cannot be read "
            f"by version {game.version}."
        )
    if header["layout"] != layout_code(game):
        raise SaveError(
            f"This save of {game.id!r} was made with another state record or other tables than those of this "
            "installation; it can be read where it was made."
        )
    if len(record) != game.state_dtype.itemsize:
        raise SaveError(f"This save of {game.id!r} holds {len(record)} bytes instead of {game.state_dtype.itemsize}.")
    states = np.frombuffer(bytearray(record), dtype=game.state_dtype)
    game.check_states(states, int(states["player_count"][0]), SaveError)
    return states[0], header["details"]


def game_id(data: bytes) -> str:
    """Return the id of the game in saved bytes."""
    return str(_split(data)[0]["game"])


def details_of(data: bytes) -> dict[str, Any]:
    """Return the details in saved bytes; unlike `unpack` this does not look at the state, so no game is compiled.

    Raises:
        SaveError: the bytes are damaged.

    Example:
        >>> import moon_envs
        >>> batch = moon_envs.Batch("launch", num_games=1, players=2, seed=7)
        >>> moon_envs.saves.details_of(moon_envs.saves.pack(batch.game, batch.states[0], seat=1))
        {'seat': 1}
    """
    details = _split(data)[0]["details"]
    if not isinstance(details, dict):
        raise SaveError("This save is damaged: its details cannot be read.")
    return details


def layout_code(game: Game) -> int:
    """Return a checksum of the layout of the state record and of the tables of a game."""
    return zlib.crc32(repr((game.state_dtype.descr, game.tables_code)).encode())


def _checksum(header: dict[str, Any], record: bytes) -> int:
    described = {name: value for name, value in header.items() if name != "checksum"}
    return zlib.crc32(record, zlib.crc32(json.dumps(described, sort_keys=True).encode()))


def _split(data: bytes) -> tuple[dict[str, Any], bytes]:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise SaveError(f"A save is bytes, not {shown(data)}.")
    data = bytes(data)
    try:
        magic, format_, length = _PREFIX.unpack_from(data)
    except (struct.error, TypeError) as error:
        raise SaveError("This is not a saved game of moon_envs: it is too short.") from error
    if magic != MAGIC:
        raise SaveError("This is not a saved game of moon_envs.")
    if format_ != FORMAT:
        raise SaveError(f"This save has format {format_}; this release reads format {FORMAT}.")
    try:
        header = read_json(data[_PREFIX.size : _PREFIX.size + length], MOST_HEADER_BYTES)
        record = data[_PREFIX.size + length :]
        intact = header["size"] == len(record) and header["checksum"] == _checksum(header, record)
        header["game"], header["version"], header["layout"], header["details"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise SaveError("This save is damaged: its header cannot be read.") from error
    if not intact:
        raise SaveError("This save is damaged: its contents do not match its checksum.")
    return header, record
