"""Games that survive the server: each is saved into the user's data folder after every change.

A kept game is a file `games/ID.moon`, a save with some words more, which `moon-envs play --resume` reads as well. Only
files with such a name that hold a save are ever replaced or deleted.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from moon_envs.base.errors import MoonEnvsError, SaveError, reason
from moon_envs.base.files.disk import read_file, write_file
from moon_envs.base.notices import notice
from moon_envs.core import registry, saves
from moon_envs.play.sessions import MOST_BYTES_OF_A_SAVE, Session
from moon_envs.web import levels, limits
from moon_envs.web.requests import Refused

FOLDER_VARIABLE = "MOON_ENVS_DATA_DIR"
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
ENDING = ".moon"
ID = re.compile(r"[0-9a-f]{16}")
DETAIL = "kept"  # in the details of a save


def data_folder(system: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for what the user wants to keep, by the conventions of the system.

    Args:
        system: as `sys.platform` names it.
        environment: the environment variables; `MOON_ENVS_DATA_DIR` names another folder.

    Raises:
        RuntimeError: nobody knows where the home of the user is.

    Example:
        >>> data_folder("linux", {"XDG_DATA_HOME": "/home/me/data"}).as_posix()
        '/home/me/data/moon_envs'
    """
    if environment.get(FOLDER_VARIABLE):
        return Path(environment[FOLDER_VARIABLE]).expanduser().absolute()
    if system == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "moon_envs"
    if system == "darwin":
        return Path.home() / "Library" / "Application Support" / "moon_envs"
    named = environment.get("XDG_DATA_HOME", "")
    # By the convention of XDG a path that is not absolute does not count.
    return (Path(named) if named.startswith("/") else Path.home() / ".local" / "share") / "moon_envs"


class Keeper:
    """Keeps games in a folder. If that fails, the games go on, and every change tries again.

    Args:
        folder: where; None keeps nothing.

    Attributes:
        fault: why games are not kept, a sentence; empty if they are. The terminal tells the first one.
    """

    def __init__(self, folder: Path | None):
        self.fault = ""
        self._folder = folder
        self._has_told = False
        self._deleted: set[str] = set()
        self._lock = threading.Lock()

    @classmethod
    def of_the_user(cls) -> Keeper:
        """A keeper in the user's data folder. If that cannot be used, it says so once and keeps nothing."""
        try:
            keeper = cls(data_folder() / "games")
        except RuntimeError as error:
            keeper = cls(None)
            keeper._give_up(f"{reason(error)}; {FOLDER_VARIABLE} can name a folder")
        else:
            keeper._prepare()
        return keeper

    def keep(self, id_: str, session: Session, facts: Mapping[str, Any]) -> None:
        """Save a game. A new one is saved once a person has decided something.

        Args:
            id_: the id of its table.
            session: the game.
            facts: what the table shows.
        """
        if self._folder is None:
            return
        path = self._path(id_)
        try:
            with self._lock:
                if id_ in self._deleted or not (facts["decisions"] or path.exists()):
                    return
                if os.path.lexists(path) and not _is_ours(path):
                    return self._give_up(f"{path} is not a saved game")
                self._folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
                write_file(path, _as_kept(session, facts), lambda partial: partial.chmod(PRIVATE_FILE))
                self.fault = ""  # a full disk may have room again
                if session.is_over:
                    self._forget_oldest()
        except (OSError, MoonEnvsError) as error:
            self._give_up(f"{path} cannot be written: {reason(error)}")

    def games(self) -> list[dict[str, Any]]:
        """What is kept, last played first, as JSON can hold it; a file that cannot be read has a `fault`."""
        found = [(id_, path, _time_of(path)) for id_, path in self._files()]
        found.sort(key=lambda one: -one[2])
        return [{"id": id_, "when": when, **_facts(path)} for id_, path, when in found[: limits.MOST_KEPT_GAMES_SHOWN]]

    def read(self, id_: str) -> bytes:
        """The save of a kept game.

        Raises:
            Refused: there is none.
            SaveError: it cannot be read.
        """
        path = dict(self._files()).get(id_)
        if path is None:
            raise Refused("There is no such game; it may have been deleted.", 404)
        return read_file(path, MOST_BYTES_OF_A_SAVE, SaveError)

    def delete(self, id_: str) -> None:
        """Delete a kept game. Its table may still be open; it is not kept again.

        Raises:
            Refused: there is none, or its file does not begin as saves do.
        """
        with self._lock:
            path = dict(self._files()).get(id_)
            if path is None:
                raise Refused("There is no such game; it may have been deleted.", 404)
            if not _is_ours(path):
                raise Refused(f"{path} is not a saved game of moon_envs; it is not deleted.")
            self._deleted.add(id_)
            try:
                path.unlink()
            except OSError as error:
                raise Refused(f"{path} cannot be deleted: {reason(error)}.") from error

    def _prepare(self) -> None:
        """Make the folder, and see whether files can be written there."""
        assert self._folder is not None
        trial = self._folder / "trial"
        try:
            self._folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            write_file(trial, b"")
            trial.unlink()
        except (OSError, ValueError) as error:
            self._give_up(f"{self._folder} cannot be used: {reason(error)}")

    def _give_up(self, why: str) -> None:
        self.fault = f"Games are not kept when the server stops: {why}."
        if not self._has_told:
            notice(self.fault)
            self._has_told = True

    def _path(self, id_: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{id_}{ENDING}"

    def _files(self) -> list[tuple[str, Path]]:
        """The ids and files of kept games, in any order."""
        if self._folder is None:
            return []
        with contextlib.suppress(OSError):
            paths = [path for path in self._folder.iterdir() if path.suffix == ENDING and not path.is_symlink()]
            return [(path.stem, path) for path in paths if ID.fullmatch(path.stem)]
        return []

    def _forget_oldest(self) -> None:
        """Delete the oldest of too many finished games."""
        finished = [path for _, path in self._files() if _facts(path).get("over")]
        for path in sorted(finished, key=_time_of)[: -limits.MOST_FINISHED_GAMES_KEPT]:
            with contextlib.suppress(OSError):
                path.unlink()


def _as_kept(session: Session, facts: Mapping[str, Any]) -> bytes:
    """A save of a game, with the words for the start page."""
    state, details = saves.unpack(session.game, session.to_bytes())
    result = facts["end"]["result"] if session.is_over else ""
    words = {"over": session.is_over, "decisions": facts["decisions"], "result": result}
    return saves.pack(session.game, state, **details, **{DETAIL: words})


def _facts(path: Path) -> dict[str, Any]:
    """What the start page says of a kept game, or why it cannot be read."""
    try:
        data = read_file(path, MOST_BYTES_OF_A_SAVE, SaveError)
        details = saves.details_of(data)
        game = registry.game(saves.game_id(data))
        mode = game.configuration(details["players"], **details["options"])
        agents = [] if details["hotseat"] else [str(name) for name in details["opponents"]]
        against = levels.in_words(game.id, agents)
        kept = {"over": False, "decisions": 0, "result": "", **details.get(DETAIL, {})}
        return {
            "game": game.id,
            "title": game.title,
            "configuration": levels.mode_in_words(game, mode)[: limits.MOST_CHARACTERS_OF_A_TEXT],
            "against": game.rival if mode.is_solo else against[: limits.MOST_CHARACTERS_OF_A_TEXT],
            "hotseat": details["hotseat"] is True,
            "over": kept["over"] is True,
            "decisions": int(kept["decisions"]),
            "result": str(kept["result"])[: limits.MOST_CHARACTERS_OF_A_TEXT],
        }
    except MoonEnvsError as error:
        fault = str(error)
    except (LookupError, TypeError, ValueError, ArithmeticError):
        fault = "This save is damaged: its details cannot be read."
    return {"fault": fault if str(path) in fault else f"{path}: {fault}", "ours": _is_ours(path)}


def _is_ours(path: Path) -> bool:
    """Whether a file is a save, maybe a damaged one; a link to one is not."""
    try:
        return not path.is_symlink() and read_file(path, MOST_BYTES_OF_A_SAVE, SaveError).startswith(saves.MAGIC)
    except SaveError:
        return False


def _time_of(path: Path) -> float:
    """When a file was written last, in seconds since 1970; 0 if it has gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
