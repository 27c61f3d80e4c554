"""Recorded games from files: a recording, a folder of games, or a game that people saved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from moon_envs.base.checks import check_whole_number
from moon_envs.base.errors import MoonEnvsError, SaveError, reason
from moon_envs.base.files.disk import as_path, read_file
from moon_envs.core import saves
from moon_envs.core.game import Game
from moon_envs.play.opening import resume
from moon_envs.records.datasets import load_games
from moon_envs.records.recording import MOST_BYTES, Recording

SUFFIX = ".json"


@dataclass(frozen=True)
class ReadGame:
    """A recorded game, and the number of games in its file or folder."""

    recording: Recording
    games: int = 1


def read_game(path: str | os.PathLike[str], number: int | None = None, game: str | Game | None = None) -> ReadGame:
    """Read a recorded game.

    Args:
        path: a file with a recording (`Recording.to_bytes`), a folder of `selfplay --record` or `load_games`, a folder
            of recordings, or a game saved by `moon-envs play`.
        number: which game of a folder, from 0 on; None for the first.
        game: the `Game`, if it is not registered.

    Raises:
        SaveError: the file cannot be read, is damaged or of another version, or there is no game of this number.
    """
    path = as_path(path, SaveError)
    if number is not None:
        number = check_whole_number("number", number, 0, error=SaveError)
    try:
        if path.is_dir():
            return _of_folder(path, number or 0, game)
    except MoonEnvsError:  # some of them are a ValueError, too
        raise
    except (OSError, ValueError) as error:
        raise SaveError(f"{str(path)!r}: cannot be read: {reason(error)}.") from error
    if number:
        raise SaveError(f"{path}: this file holds one game, number 0; there is no game {number}.")
    return ReadGame(_of_file(path, game))


def _of_folder(folder: Path, number: int, game: str | Game | None) -> ReadGame:
    recordings = sorted(one for one in folder.iterdir() if one.suffix == SUFFIX)
    if recordings:
        _check_number(folder, number, len(recordings))
        return ReadGame(_of_file(recordings[number], game), len(recordings))
    games = load_games(folder, game)
    _check_number(folder, number, len(games))
    return ReadGame(games.recording(number), len(games))


def _check_number(folder: Path, number: int, games: int) -> None:
    if not 0 <= number < games:
        raise SaveError(f"{folder}: there is no game {number}; there are {games}, numbered from 0.")


def _of_file(path: Path, game: str | Game | None) -> Recording:
    data = read_file(path, MOST_BYTES, SaveError)
    try:
        if data.startswith(saves.MAGIC):
            return _of_save(data, game)
        return Recording.from_bytes(data, game)
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from error


def _of_save(data: bytes, game: str | Game | None) -> Recording:
    """The recording in the save of a session, if the save holds the decisions."""
    # A replay asks no agents, so those that the save names are not needed.
    session = resume(saves.game_id(data) if game is None else game, data, hotseat=True)
    if not session.is_whole:
        raise SaveError("This save holds a position, but not the decisions that led to it: there is nothing to replay.")
    return session.recording
