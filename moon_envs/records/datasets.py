"""Many recorded games in a folder: a few hundred bytes a game (seed and actions), replayed to observations on use."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from moon_envs.base.checks import check_whole_number, is_whole_number
from moon_envs.base.errors import ConfigurationError, IllegalActionError, SaveError, reason
from moon_envs.base.files.bounded import read_json, write_json
from moon_envs.base.files.disk import as_path, check_new_folder, read_file, write_file
from moon_envs.base.showing import Facts, Shown
from moon_envs.batch import Batch
from moon_envs.core.game import Configuration, Game, mode_facts
from moon_envs.core.registry import game as find_game
from moon_envs.core.saves import layout_code
from moon_envs.records.recording import Recording

MAGIC = b"MOONGAME"
FORMAT = 1
SUFFIX = ".moongames"
GAMES_OF_A_FILE = 1 << 14
MOST_BYTES = 1 << 28  # 16 KB a game: far more than the longest one needs
MOST_HEADER_BYTES = 1 << 20
GAMES_REPLAYED_AT_ONCE = 256
_PREFIX = struct.Struct("<8sHI")  # magic, format, length of the header
_SEEDS, _LENGTHS, _ACTIONS = np.dtype("<u8"), np.dtype("<u4"), np.dtype("<u2")

Portion = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Seeds, lengths and actions of some games."""


@dataclass(frozen=True, eq=False, repr=False)
class Decisions(Shown):
    """The decisions of some games, game by game, in the order in which they were taken.

    Attributes:
        games: (k,) int64, the index of each decision's game.
        seats: (k,) int64, the seat that decided.
        observations: (k, columns) float32, the observation of that seat.
        masks: (k, actions) int8, 1 for legal actions.
        actions: (k,) int64, the chosen actions.
        outcomes: (k,) float32, the outcome of the game for that seat, from -1 to 1.
        points: (k,) int64, the points of that seat at the end.
    """

    games: np.ndarray
    seats: np.ndarray
    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    outcomes: np.ndarray
    points: np.ndarray

    def __len__(self) -> int:
        return len(self.actions)

    def _repr_facts_(self) -> Facts:
        games = len(np.unique(self.games))
        return {
            "decisions": len(self),
            "games": games,
            "observations": self.observations.shape,
            "masks": self.masks.shape,
        }


class GameWriter:
    """Writes finished games to a folder, in files of up to 16384 games.

    Args:
        folder: the folder; it is made, or must be empty.
        game: the game.
        configuration: players and options.
        agents: the names of the agents by seat.

    Raises:
        ConfigurationError: the folder cannot be written to, or is not empty.
    """

    def __init__(self, folder: str | os.PathLike[str], game: Game, configuration: Configuration, agents: Sequence[str]):
        self._folder = as_path(folder, ConfigurationError)
        self._about = {
            "game": game.id,
            "version": game.version,
            "layout": layout_code(game),
            "players": configuration.players,
            "options": configuration.options,
            "agents": list(agents),
        }
        self._portions = 0
        check_new_folder(self._folder, ConfigurationError)

    def add(self, seeds: np.ndarray, games: Sequence[np.ndarray]) -> None:
        """Write some finished games.

        Args:
            seeds: the seed of each game.
            games: the actions of each game.
        """
        for first in range(0, len(games), GAMES_OF_A_FILE):
            self._write(seeds[first : first + GAMES_OF_A_FILE], games[first : first + GAMES_OF_A_FILE])

    def _write(self, seeds: np.ndarray, games: Sequence[np.ndarray]) -> None:
        lengths = np.array([len(actions) for actions in games], dtype=_LENGTHS)
        payload = seeds.astype(_SEEDS).tobytes() + lengths.tobytes() + np.concatenate(games).astype(_ACTIONS).tobytes()
        header = {**self._about, "games": len(games), "decisions": int(lengths.sum()), "checksum": zlib.crc32(payload)}
        encoded = write_json(header, MOST_HEADER_BYTES)
        data = _PREFIX.pack(MAGIC, FORMAT, len(encoded)) + encoded + payload
        write_file(self._folder / f"games-{self._portions:06d}{SUFFIX}", data, _read)
        self._portions += 1


class ActionLog:
    """Collects the actions of the games of a batch while they are played.

    Args:
        rows: the number of games.
    """

    def __init__(self, rows: int):
        self._actions = np.zeros((rows, 256), dtype=_ACTIONS)
        self._lengths = np.zeros(rows, dtype=np.int64)

    def clear(self) -> None:
        """Drop all actions: new games begin in all rows."""
        self._lengths[:] = 0

    def add(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Add the action that was chosen in each of these rows."""
        if self._lengths[rows].max(initial=0) == self._actions.shape[1]:
            self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)], axis=1)
        self._actions[rows, self._lengths[rows]] = actions
        self._lengths[rows] += 1

    def games(self, rows: np.ndarray) -> list[np.ndarray]:
        """Return the actions of the games in these rows."""
        return [self._actions[row, : self._lengths[row]].copy() for row in rows]


class RecordedGames(Shown):
    """Recorded games that `load_games` has read from a folder.

    Attributes:
        game: the `Game`.
        configuration: players and options.
        agents: the names of the agents by seat.
        seeds: (games,) uint64, the seed of each game.
        lengths: (games,) int64, the number of decisions of each game.
    """

    def __init__(self, game: Game, about: dict[str, Any], portions: Sequence[Portion]):
        self.game = game
        self.configuration = _configuration(game, about)
        self.agents: list[str] = about["agents"]
        self.seeds = np.concatenate([seeds for seeds, _, _ in portions])
        self.lengths = np.concatenate([lengths for _, lengths, _ in portions]).astype(np.int64)
        self._actions = np.concatenate([actions for _, _, actions in portions])
        self._ends = np.cumsum(self.lengths)

    def __len__(self) -> int:
        return len(self.seeds)

    def _repr_facts_(self) -> Facts:
        counts = {"games": len(self), "decisions": int(self.lengths.sum())}
        return {**mode_facts(self.game, self.configuration), **counts, "agents": self.agents}

    def actions(self, index: int) -> np.ndarray:
        """Return the actions of a game."""
        index = check_whole_number("index", index, 0, len(self) - 1)
        return self._actions[self._ends[index] - self.lengths[index] : self._ends[index]].astype(np.int64)

    def recording(self, index: int) -> Recording:
        """Return one game as a `Recording`."""
        seed = int(self.seeds[check_whole_number("index", index, 0, len(self) - 1)])
        configuration = self.configuration
        recording = Recording.begin(self.game, configuration.players, seed, **configuration.given_options)
        recording.actions = self.actions(index).tolist()
        recording.agents = list(self.agents)
        return recording

    def decisions(
        self, games: int = GAMES_REPLAYED_AT_ONCE, *, encoding: str = "compact", threads: int | None = None
    ) -> Iterator[Decisions]:
        """Replay all games in batches of `games`, and yield the decisions of each batch.

        Args:
            games: how many games are replayed at once.
            encoding: the encoding of the observations, as in `Batch`.
            threads: as in `Batch`.

        Raises:
            SaveError: a game has an action that is not legal, or goes on after its end.
        """
        games = check_whole_number("games", games, 1)
        for first in range(0, len(self), games):
            yield self._replay(range(first, min(first + games, len(self))), encoding, threads)

    def _replay(self, games: range, encoding: str, threads: int | None) -> Decisions:
        batch = Batch(
            self.game,
            len(games),
            self.configuration.players,
            encoding=encoding,
            autoreset="disabled",
            threads=threads,
            **self.configuration.given_options,
        )
        batch.reset(self.seeds[games.start : games.stop])
        lengths = self.lengths[games.start : games.stop]
        begins = np.cumsum(lengths) - lengths
        total, starts = int(lengths.sum()), self._ends[games.start : games.stop] - lengths
        observations = np.empty((total, batch.observation.shape[1]), dtype=np.float32)
        masks = np.empty((total, batch.mask.shape[1]), dtype=np.int8)
        chosen, seats = np.empty(total, dtype=np.int64), np.empty(total, dtype=np.int64)
        for place in range(int(lengths.max(initial=0))):
            rows = np.flatnonzero(lengths > place)
            over = rows[batch.actor[rows] < 0]
            if len(over):
                raise SaveError(f"Game {games[over[0]]} of this recording goes on after its end.")
            where = begins[rows] + place
            actions = self._actions[starts[rows] + place].astype(np.int64)
            observations[where], masks[where] = batch.observation[rows], batch.mask[rows]
            chosen[where], seats[where] = actions, batch.actor[rows]
            try:
                batch.step(actions, rows)
            except IllegalActionError as error:
                raise SaveError(f"Decision {place} of a game of this recording is not legal: {error}") from error
        unfinished = np.flatnonzero(batch.actor >= 0)
        if len(unfinished):
            raise SaveError(f"Game {games[unfinished[0]]} of this recording has no end.")
        rows = np.repeat(np.arange(len(games)), lengths)
        return Decisions(
            games=rows + games.start,
            seats=seats,
            observations=observations,
            masks=masks,
            actions=chosen,
            outcomes=batch.final_outcome[rows, seats],
            points=batch.final_points[rows, seats].sum(axis=1),
        )


def load_games(folder: str | os.PathLike[str], game: str | Game | None = None) -> RecordedGames:
    """Load the games that `moon-envs selfplay --record DIR` has written.

    Args:
        folder: the folder.
        game: the game, if it is not registered.

    Raises:
        SaveError: the folder has no recorded games, a file is damaged, or the games have another version or tables.

    Example:
        >>> import tempfile
        >>> from moon_envs.cli.main import main
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     code = main(["selfplay", "launch", "--games", "20", "--record", folder, "--json"])  # doctest: +ELLIPSIS
        ...     games = load_games(folder)
        {...
        >>> for decisions in games.decisions(games=10):
        ...     print(len(decisions) == len(decisions.observations) == len(decisions.outcomes))
        True
        True
    """
    path = as_path(folder, SaveError)
    try:
        files = sorted(one for one in path.iterdir() if one.name.endswith(SUFFIX))
    except (OSError, ValueError) as error:
        raise SaveError(f"{folder}: cannot be read: {reason(error)}.") from error
    if not files:
        raise SaveError(f"{path}: no games were recorded here.")
    read = [_read(file) for file in files]
    about = read[0][0]
    for file, (other, _) in zip(files, read, strict=True):
        if other != about:
            raise SaveError(f"{file}: these games are of another run than those of {files[0].name}.")
    return RecordedGames(_find(files[0], about, game), about, [arrays for _, arrays in read])


def _configuration(game: Game, about: dict[str, Any]) -> Configuration:
    recorded = Configuration(about["players"], about["options"])
    return game.configuration(recorded.players, **recorded.given_options)


def _find(file: Path, about: dict[str, Any], game: str | Game | None) -> Game:
    given = None if game is None else find_game(game)
    if given is not None and given.id != about["game"]:
        raise SaveError(f"{file}: these are games of {about['game']!r}, not of {given.id!r}.")
    try:
        found = find_game(about["game"]) if given is None else given
        _configuration(found, about)
    except (ConfigurationError, TypeError) as error:
        raise SaveError(f"{file}: these games cannot be played here: {error}") from error
    if (about["version"], about["layout"]) != (found.version, layout_code(found)):
        raise SaveError(
            f"{file}: these games of {found.id!r} were recorded with version {about['version']} of the game, or with "
            f"other tables; this installation has version {found.version}."
        )
    return found


def _read(file: Path) -> tuple[dict[str, Any], Portion]:
    """Read a file, and return the description of its games and their seeds, lengths and actions."""
    data = read_file(file, MOST_BYTES, SaveError)
    damaged = SaveError(f"{file}: these recorded games are damaged.")
    try:
        magic, format_, length = _PREFIX.unpack_from(data)
        if (magic, format_) != (MAGIC, FORMAT):
            raise SaveError(f"{file}: these are no recorded games that this release can read.")
        view = memoryview(data)
        about = read_json(view[_PREFIX.size : _PREFIX.size + length], MOST_HEADER_BYTES)
        games, decisions, checksum = (about.pop(name) for name in ("games", "decisions", "checksum"))
        kinds = {"game": str, "version": int, "layout": int, "players": int, "options": dict, "agents": list}
        if about.keys() != kinds.keys() or not all(isinstance(about[name], kind) for name, kind in kinds.items()):
            raise damaged
    except SaveError:
        raise
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged from error
    payload = view[_PREFIX.size + length :]
    if not all(is_whole_number(number) and number > 0 for number in (games, decisions)):
        raise damaged
    size = games * (_SEEDS.itemsize + _LENGTHS.itemsize) + decisions * _ACTIONS.itemsize
    if len(payload) != size or zlib.crc32(payload) != checksum:
        raise damaged
    seeds = np.frombuffer(payload, _SEEDS, games)
    lengths = np.frombuffer(payload, _LENGTHS, games, games * _SEEDS.itemsize)
    if int(lengths.sum(dtype=np.int64)) != decisions:
        raise damaged
    actions = np.frombuffer(payload, _ACTIONS, decisions, games * (_SEEDS.itemsize + _LENGTHS.itemsize))
    return about, (seeds.astype(np.uint64), lengths, actions)
