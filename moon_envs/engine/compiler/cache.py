"""The cache of compiled code: private and self-repairing. It only ever touches files of this package.

Each fingerprint has a folder, and each entry point or loop a file in it. A file is a pickle, and reading a pickle
executes it. So a file is read only if it belongs to this user, no other user can write it, and its checksum is right.
Code that cannot be read is compiled again. Code that cannot be written causes a notice, and the process goes on.

Numba's own way to load compiled code first loads everything that its compiler may need. Here the code is loaded alone
if all of its symbols are known (`_are_known`), and `_Reader` imports no module of numba for it. From process start to
the first step of Launch through `gymnasium.make` this takes 0.67 s instead of 0.95 s of processor time, a factor of
1.4; each of the two measures brings little without the other. (Medians of eight starts in turns; two cores of an AMD
EPYC virtual machine, numba 0.68.) With a numba that is not in `numba_insides.TESTED_VERSIONS` code is loaded in
numba's own way: the same files, the same results, a slower start.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import importlib
import io
import os
import pickle
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from llvmlite.binding import address_of_symbol
from numba.core import serialize
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.runtime import rtsys

from moon_envs.base.notices import notice
from moon_envs.engine.compiler import numba_insides

FOLDER_VARIABLE = "MOON_ENVS_CACHE_DIR"
FOLDER_NAME = re.compile(r"[0-9a-f]{24}")  # a fingerprint
MARK = "made_by_moon_envs"
MARK_TEXT = "This folder holds compiled code of moon_envs. It is removed when it has not been used for a month.\n"
SUFFIX = ".code"
UNUSED_FOLDER_LIFETIME_SECONDS = 30 * 24 * 3600

MAGIC = b"moon_envs compiled code, format 2\n"
DIGEST_SIZE = 32
MOST_BYTES = 1 << 28

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600


class CodeFile(NullCache):
    """The file that keeps the machine code of one entry point or loop; numba asks it instead of its own cache.

    Args:
        folder: of the fingerprint, below the cache folder.
        name: of the entry point or loop.
    """

    def __init__(self, folder: Path, name: str):
        self.path = folder / f"{name}{SUFFIX}"
        self._identity = f"{folder.name}/{name}".encode()

    @property
    def cache_path(self) -> str:
        """The folder, for numba's reports."""
        return str(self.path.parent)

    def load_overload(self, signature: Any, target_context: Any) -> CompileResult | None:
        """Load the compiled code; returns None if there is none that can be used."""
        payload = self.read()
        if payload is None:
            return None
        try:
            symbols, parts = _read(payload)
            if not (numba_insides.ARE_TESTED and _are_known(symbols, target_context)):
                target_context.refresh()
            compiled = CompileResult._rebuild(target_context, *parts)
            compiled.library.environments = compiled.referenced_envs  # keeps them alive as long as the code
            return compiled
        except Exception as error:  # unreadable: treated as a cache miss
            notice(f"{self.path} cannot be used and is compiled again ({type(error).__name__}: {error})")
            return None

    def save_overload(self, signature: Any, compiled: CompileResult) -> None:
        """Write compiled code to the file: all of it or nothing."""
        if compiled.library.has_dynamic_globals:
            notice(f"{self.path.stem} cannot be kept: it uses a table too large for numba's compiled code")
            return
        payload = serialize.dumps((_symbols_from_outside(compiled.library), compiled._reduce()))
        try:
            make_folder(self.path.parent)
            self._write(MAGIC + self._digest(payload) + payload)
        except OSError as error:
            notice_once(f"compiled code cannot be kept in {self.path.parent}: {error.strerror or error}")

    def read(self) -> bytes | None:
        """The pickle in the file; None if the file is damaged or does not belong to this user alone."""
        data = read_own_file(self.path)
        if data is None or not data.startswith(MAGIC):
            return None
        start = len(MAGIC) + DIGEST_SIZE
        digest, payload = data[len(MAGIC) : start], data[start:]
        return payload if digest == self._digest(payload) else None

    def _digest(self, payload: bytes) -> bytes:
        return hashlib.blake2b(self._identity + b"\0" + payload, digest_size=DIGEST_SIZE).digest()

    def _write(self, data: bytes) -> None:
        partial = self.path.with_name(f"{self.path.name}.{os.getpid()}.partial")
        try:
            _write_private(partial, data)
            os.replace(partial, self.path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink()
            raise


def _read(payload: bytes) -> Any:
    if numba_insides.ARE_TESTED:
        return _Reader(io.BytesIO(payload)).load()
    return pickle.loads(payload)


class _Reader(pickle.Unpickler):
    """Reads compiled code without importing the modules of numba that parts of it come from."""

    def find_class(self, module: str, name: str) -> Any:
        """Find a class as usual, but rebuild environments with `_environment`."""
        if (module, name) == (Environment.__module__, "_rebuild_env"):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Environment:
    """Rebuild an environment: the Python objects that compiled code needs, for example to print.

    Only code in object mode looks at the globals of an environment, and numba's own functions are never in object mode.
    So theirs stay empty: importing their modules takes a fifth of a second for a single `array.any()`.
    """
    known = lookup_environment(name)
    if known is not None:
        return known
    is_numbas = module.startswith("numba.")
    environment = Environment({"__name__": module} if is_numbas else importlib.import_module(module).__dict__)
    environment.consts[:] = constants
    environment.env_name = name
    Environment._memo[name] = environment
    return environment


def _symbols_from_outside(library: Any) -> list[str]:
    """The symbols of Python, numba and C that compiled code needs."""
    module = library._final_module
    declared = [one.name for one in (*module.functions, *module.global_variables) if one.is_declaration]
    return [name for name in declared if not name.startswith("llvm.")]


def _are_known(symbols: list[str], target_context: Any) -> bool:
    """Whether code that needs these symbols can be loaded as it is. Code with an unknown symbol would end the process.

    If one is unknown, `target_context.refresh` loads everything that numba's compiler may need, which defines more.
    """
    rtsys.initialize(target_context)
    return all(address_of_symbol(name) for name in symbols)


def is_kept(fingerprint: str, names: Iterable[str]) -> bool:
    """Whether the cache holds usable code of all these entry points or loops."""
    folder = cache_root() / fingerprint
    return all(CodeFile(folder, name).read() is not None for name in names)


def read_own_file(path: Path) -> bytes | None:
    """The contents of a regular file that belongs to this user and that no other user can write; None otherwise."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or not _is_private(status) or status.st_size > MOST_BYTES:
                return None
            return file.read(MOST_BYTES)
    except OSError:
        return None


def _is_private(status: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _write_private(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags, PRIVATE_FILE), "wb") as file:
        file.write(data)


def make_folder(folder: Path) -> None:
    """Make the folder of a fingerprint with the mark of this package; note the use of one that exists."""
    try:
        folder.mkdir(mode=PRIVATE_FOLDER)
    except FileExistsError:
        note_use(folder)
    else:
        _write_private(folder / MARK, MARK_TEXT.encode())


def note_use(folder: Path) -> None:
    """Note that the code in a folder is in use, so that `sweep` keeps it."""
    with contextlib.suppress(OSError):
        os.utime(folder / MARK, follow_symlinks=os.utime not in os.supports_follow_symlinks)  # Windows can only follow


@functools.cache
def cache_root() -> Path:
    """The folder of the compiled code: `MOON_ENVS_CACHE_DIR`, the user's cache folder, or a temporary one."""
    for candidate in _candidates():
        fault = _prepare(candidate)
        if fault is None:
            sweep(candidate)
            return candidate
        if os.environ.get(FOLDER_VARIABLE):
            notice_once(f"{FOLDER_VARIABLE}: {candidate} cannot be used: {fault}")
    notice_once(f"no folder for compiled code can be used; it is not kept. {FOLDER_VARIABLE} can name one.")
    return _private_temporary_folder()


def _candidates() -> Iterator[Path]:
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        with contextlib.suppress(RuntimeError):
            yield Path(named).expanduser().absolute()
    if os.environ.get("XDG_CACHE_HOME"):
        yield Path(os.environ["XDG_CACHE_HOME"]).absolute() / "moon_envs"
    with contextlib.suppress(RuntimeError):
        yield Path.home() / ".cache" / "moon_envs"
    user = os.getuid() if hasattr(os, "getuid") else 0
    yield Path(tempfile.gettempdir()) / f"moon_envs-{user}"


def _prepare(folder: Path) -> str | None:
    """Make a cache folder if it is missing; returns why it cannot be used, or None."""
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        status = os.stat(folder)
        if hasattr(os, "geteuid"):
            if status.st_uid != os.geteuid():
                return "it belongs to another user"
            if status.st_mode & stat.S_IWOTH:
                return "everybody can write to it"
            if folder.is_symlink() and Path(tempfile.gettempdir()) == folder.parent:
                return "it is a link"
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


def _private_temporary_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="moon_envs-"))
    process = os.getpid()

    def remove() -> None:
        if os.getpid() == process:  # a forked child must not remove it
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


def own_folders(root: Path) -> Iterator[Path]:
    """The folders in the cache folder that this package made: marked, owned by this user, and no links."""
    with contextlib.suppress(OSError):
        for folder in sorted(root.iterdir()):
            if not FOLDER_NAME.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
                continue
            if _is_private(folder.lstat()) and read_own_file(folder / MARK) is not None:
                yield folder


def sweep(root: Path) -> None:
    """Remove code that was not used for a month: only files that this package wrote, in folders that it marked."""
    oldest_kept = time.time() - UNUSED_FOLDER_LIFETIME_SECONDS
    for folder in own_folders(root):
        with contextlib.suppress(OSError):
            if (folder / MARK).lstat().st_mtime >= oldest_kept:
                continue
            for file in folder.iterdir():
                if file.suffix in (SUFFIX, ".partial"):
                    file.unlink()
            if [file.name for file in folder.iterdir()] == [MARK]:
                (folder / MARK).unlink()
                folder.rmdir()


@functools.cache
def notice_once(words: str) -> None:
    """Give a notice once in this process."""
    notice(words)
