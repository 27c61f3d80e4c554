"""The cache of compiled code loses no file of the user, trusts no file of others, and repairs itself."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import moon_envs
from moon_envs.engine.compiler import cache
from tests.unix import needs_unix

LONG_AGO = time.time() - cache.UNUSED_FOLDER_LIFETIME_SECONDS - 1000
FINGERPRINT = "0123456789abcdef01234567"
STRANGER = 12345  # the number of another user

# A game of one entry point, so that compiling takes a moment only.
GAME = """
from pathlib import Path
from moon_envs.engine.compiler.compile import entry_point, is_in_cache
from moon_envs.engine.compiler.sources import sources_of

def actor(state, first, second):
    return first * 2

print(is_in_cache(Path(__file__), ["test.actor"]))
actor = entry_point(actor, sources_of(Path(__file__)), "test")
print(actor.ctypes(0, 20, 0), actor.cache_hits)
"""


def run(program: str, **environment: str) -> subprocess.CompletedProcess:
    inherited = {name: value for name, value in os.environ.items() if name != "MOON_ENVS_QUIET"}
    settings = {**inherited, "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run([sys.executable, "-c", program], env=settings, capture_output=True, text=True, check=False)


def write_game(folder: Path) -> Path:
    folder.mkdir()
    (folder / "small_entry.py").write_text(GAME)
    time.sleep(0.1)  # a file that changes while a process starts is not kept
    return folder


def play_in(folder: Path, root: Path, **environment: str) -> tuple[list[str], str]:
    """Run the small game in its own process; returns the words of its output and the error stream."""
    program = f"import sys; sys.path.insert(0, {str(folder)!r}); import small_entry"
    result = run(program, MOON_ENVS_CACHE_DIR=str(root), **environment)
    assert result.returncode == 0, result.stderr
    return result.stdout.split(), result.stderr


@pytest.fixture
def play(tmp_path):
    """Run the small game, first with an empty cache: play() -> words of its output, error stream."""
    folder = write_game(tmp_path / "game")
    return lambda **environment: play_in(folder, tmp_path / "cache", **environment)


@pytest.fixture(scope="session")
def filled_cache(tmp_path_factory):
    """A cache with the compiled small game."""
    folder = tmp_path_factory.mktemp("filled")
    assert play_in(write_game(folder / "game"), folder / "cache")[0] == NEW
    return folder / "cache"


@pytest.fixture
def compiled(play, tmp_path, filled_cache):
    """The only file of the compiled small game in the cache of `play`."""
    shutil.copytree(filled_cache, tmp_path / "cache")
    (file,) = code_files(tmp_path / "cache")
    assert cache.CodeFile(file.parent, "test.actor").read() is not None
    yield file
    folders = {path.parent for path in code_files(tmp_path / "cache")}
    assert folders == {file.parent}, "what was compiled again has another fingerprint: the test proves nothing"


def code_files(root: Path) -> list[Path]:
    return sorted(root.rglob(f"*{cache.SUFFIX}"))


NEW, KEPT = ["False", "40", "0"], ["True", "40", "1"]


def test_a_second_process_finds_the_compiled_code(play, tmp_path):
    assert play()[0] == NEW
    files = {path: path.stat().st_mtime_ns for path in code_files(tmp_path / "cache")}
    assert play()[0] == KEPT
    assert files and {path: path.stat().st_mtime_ns for path in code_files(tmp_path / "cache")} == files


@pytest.mark.slow
def test_whole_games_are_found_again():
    """A process that finds everything compiled writes nothing to the cache."""
    program = """
import moon_envs
batch = moon_envs.Batch("launch", num_games=2)
batch.step(batch.sample())
batch.play_out()
"""
    assert run(program, MOON_ENVS_QUIET="1").returncode == 0
    # Other tests may fill the same cache meanwhile, so the process itself is asked.
    refuse = """
from moon_envs.engine.compiler.cache import CodeFile

def refuse(code_file, *compiled):
    raise SystemExit(f"{code_file.path} is written again")

CodeFile.save_overload = refuse
"""
    again = run(refuse + program, MOON_ENVS_QUIET="1")
    assert again.returncode == 0, again.stderr


@pytest.mark.slow
def test_the_same_sources_elsewhere_are_the_same_code(play, tmp_path):
    """Another virtual environment has the same files in another folder, with other times: the cache serves both."""
    assert play()[0] == NEW
    folder = tmp_path / "elsewhere"
    shutil.copytree(tmp_path / "game", folder)
    os.utime(folder / "small_entry.py", (LONG_AGO, LONG_AGO))
    time.sleep(0.1)
    program = f"import sys; sys.path.insert(0, {str(folder)!r}); import small_entry"
    result = run(program, MOON_ENVS_CACHE_DIR=str(tmp_path / "cache"))
    assert result.stdout.split() == KEPT, result.stderr


@pytest.mark.slow
def test_a_source_that_changes_after_it_was_imported(tmp_path):
    """The file differs from what was imported: the code is compiled, but cached under neither content."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "small_entry.py").write_text(
        "from helper_rules import answer\n" + GAME.replace("first * 2", "answer(first)")
    )
    rule = "from moon_envs.engine.compiler.compile import kernel\n@kernel\ndef answer(x):\n    return x * {factor}\n"
    (folder / "helper_rules.py").write_text(rule.format(factor=2))
    time.sleep(0.1)
    change = f"""
import sys; sys.path.insert(0, {str(folder)!r})
import helper_rules
from pathlib import Path
Path({str(folder / "helper_rules.py")!r}).write_text({rule.format(factor=3)!r})
import small_entry
"""
    settings = {"MOON_ENVS_CACHE_DIR": str(tmp_path / "cache")}
    changed = run(change, **settings)
    assert changed.stdout.split() == ["False", "40", "0"] and "compiled code is not kept" in changed.stderr
    time.sleep(0.1)
    after = run(f"import sys; sys.path.insert(0, {str(folder)!r}); import small_entry", **settings)
    assert after.stdout.split() == ["False", "60", "0"], "the old kernel under the new content would answer 40"


# What belongs to the user


@needs_unix
def test_only_folders_of_this_package_are_swept(tmp_path):
    """Folders of the user stay at any age and with any name, links are not followed, and other files stay, too."""
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("years of work")
    unmarked = tmp_path / ("f" * 24)
    unmarked.mkdir()
    (unmarked / "data.txt").write_text("years of work")
    elsewhere = tmp_path / "elsewhere"
    marked(elsewhere)
    (tmp_path / ("e" * 24)).symlink_to(elsewhere)
    shared = marked(tmp_path / ("d" * 24))
    (shared / "notes.txt").write_text("the user's")
    old, fresh = marked(tmp_path / FINGERPRINT), marked(tmp_path / ("a" * 24))
    for folder in tmp_path.iterdir():
        for path in (*folder.iterdir(), folder):
            os.utime(path, (LONG_AGO, LONG_AGO))
    os.utime(fresh / cache.MARK)
    program = "from moon_envs.engine.compiler.cache import cache_root; cache_root()"
    result = run(program, MOON_ENVS_CACHE_DIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert not old.exists() and (fresh / "loop.code").exists()
    assert (tmp_path / "thesis" / "chapter.tex").exists() and (unmarked / "data.txt").exists()
    assert (elsewhere / "loop.code").exists() and (elsewhere / cache.MARK).exists()
    assert (shared / "notes.txt").exists() and not (shared / "loop.code").exists()


def marked(folder: Path) -> Path:
    cache.make_folder(folder)
    (folder / "loop.code").write_bytes(b"machine code")
    return folder


def test_the_use_is_noted_where_times_cannot_be_set_without_following_links(monkeypatch, tmp_path):
    """Windows refuses `follow_symlinks=False` with an error that is no OSError."""
    folder, set_time = marked(tmp_path / FINGERPRINT), os.utime
    set_time(folder / cache.MARK, (LONG_AGO, LONG_AGO))

    def utime(path, times=None, *, follow_symlinks=True):
        if not follow_symlinks:
            raise NotImplementedError("follow_symlinks unavailable on this platform")
        set_time(path, times)

    monkeypatch.setattr(os, "utime", utime)
    cache.note_use(folder)
    assert (folder / cache.MARK).stat().st_mtime > LONG_AGO


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_folders_of_other_users_are_not_swept(tmp_path):
    old = marked(tmp_path / FINGERPRINT)
    for path in (*old.iterdir(), old):
        os.utime(path, (LONG_AGO, LONG_AGO))
        os.chown(path, STRANGER, STRANGER)
    cache.sweep(tmp_path)
    assert (old / "loop.code").exists()


def test_the_doctor_leaves_folders_alone(tmp_path):
    """This command once lost a thesis."""
    (tmp_path / "thesis").mkdir()
    os.utime(tmp_path / "thesis", (LONG_AGO, LONG_AGO))
    program = "from moon_envs.cli import doctor; print(doctor._cache([], []))"
    result = run(program, MOON_ENVS_CACHE_DIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "thesis").is_dir() and "'bytes': 0" in result.stdout


# What others could have planted


def root_of(**environment: str) -> str:
    program = "from moon_envs.engine.compiler.cache import cache_root; print(cache_root())"
    result = run(program, **{"MOON_ENVS_CACHE_DIR": "", **environment})
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def without_home(tmp_path: Path) -> dict[str, str]:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    (tmp_path / "temporary").mkdir()
    return {
        "HOME": str(blocked / "home"),
        "XDG_CACHE_HOME": str(blocked / "cache"),
        "TMPDIR": str(tmp_path / "temporary"),
        "MOON_ENVS_CACHE_DIR": str(blocked / "own"),
    }


def test_a_home_that_cannot_be_written(tmp_path):
    """A missing or read-only home folder: the cache goes to a temporary folder that no other user can write."""
    folder = Path(root_of(**without_home(tmp_path)))
    assert folder.parent == tmp_path / "temporary" and folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("spoil", ["stranger", "everybody", "link"])
def test_a_temporary_folder_of_somebody_else(tmp_path, spoil):
    """The folder with our name belongs to another user, is writable by everybody, or is a link."""
    environment = without_home(tmp_path)
    planted = tmp_path / "temporary" / f"moon_envs-{os.getuid()}"
    if spoil == "link":
        (tmp_path / "target").mkdir()
        planted.symlink_to(tmp_path / "target")
    else:
        planted.mkdir()
        planted.chmod(0o777 if spoil == "everybody" else 0o755)
        if spoil == "stranger":
            os.chown(planted, STRANGER, STRANGER)
    folder = Path(root_of(**environment))
    assert folder != planted and folder.parent == tmp_path / "temporary"
    assert not folder.exists(), "a private temporary folder is removed when its process ends"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("spoil", ["owner", "mode", "link"])
def test_planted_code_is_not_executed(play, compiled, tmp_path, spoil):
    """A file with the right checksum is not used if another user owns it or could have written it."""
    if spoil == "owner":
        os.chown(compiled, STRANGER, STRANGER)
    elif spoil == "mode":
        compiled.chmod(0o666)
    else:
        compiled.rename(tmp_path / "moved.code")
        compiled.symlink_to(tmp_path / "moved.code")
    assert play()[0] == NEW and play()[0] == KEPT


class Bomb:
    def __reduce__(self):
        return os.system, ("touch exploded",)


@pytest.mark.slow
def test_a_pickle_without_the_right_checksum_is_not_opened(play, compiled, tmp_path, monkeypatch):
    data = compiled.read_bytes()
    start = len(cache.MAGIC) + cache.DIGEST_SIZE
    monkeypatch.chdir(tmp_path)
    compiled.write_bytes(data[:start] + pickle.dumps(Bomb()))
    assert play()[0] == NEW and not (tmp_path / "exploded").exists()
    assert play()[0] == KEPT


# Damage


@needs_unix
@pytest.mark.slow
@pytest.mark.parametrize("damage", ["empty", "short", "garbage", "folder", "other entry"])
def test_damaged_files_are_replaced(play, compiled, damage):
    data = compiled.read_bytes()
    if damage == "folder":
        compiled.unlink()
        compiled.mkdir()
    elif damage == "other entry":
        other = cache.CodeFile(compiled.parent, "test.legal")
        other.path.write_bytes(data)
        other.path.chmod(0o600)
        assert other.read() is None, "code of one entry point is not taken for another's"
        return
    else:
        compiled.write_bytes({"empty": b"", "short": data[:-100], "garbage": os.urandom(len(data))}[damage])
    lines, error = play()
    assert lines == NEW
    if damage == "folder":
        assert "compiled code cannot be kept" in error
    else:
        assert error == "" and play()[0] == KEPT


@pytest.mark.slow
def test_code_that_cannot_be_rebuilt_is_replaced(play, compiled):
    """A whole file of ours that this numba cannot read: a cache miss with a notice."""
    code = cache.CodeFile(compiled.parent, "test.actor")
    payload = pickle.dumps((1, 2, 3))
    code._write(cache.MAGIC + code._digest(payload) + payload)
    lines, error = play()
    assert lines == ["True", "40", "0"] and "cannot be used and is compiled again" in error
    assert play()[0] == KEPT


@pytest.mark.slow
def test_a_full_disk(play, tmp_path):
    """Code that cannot be written causes one notice, and the process goes on."""
    program = """
import errno, os
from moon_envs.engine.compiler import cache
def full(path, data):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
cache._write_private = full
import sys; sys.path.insert(0, {folder!r}); import small_entry
"""
    root = tmp_path / "cache"
    result = run(program.format(folder=str(tmp_path / "game")), MOON_ENVS_CACHE_DIR=str(root))
    assert result.stdout.split() == NEW, result.stderr
    assert result.stderr.count("No space left on device") == 1 and "Traceback" not in result.stderr
    assert play()[0] == NEW


def test_a_folder_that_cannot_be_used_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    program = "from moon_envs.engine.compiler.cache import cache_root; cache_root()"
    result = run(program, MOON_ENVS_CACHE_DIR=str(tmp_path / "file" / "below"))
    assert result.returncode == 0 and result.stderr.count("MOON_ENVS_CACHE_DIR") == 1
    assert run(program, MOON_ENVS_CACHE_DIR="~nobody_of_this_name/x").returncode == 0


def test_games_that_are_compiled_are_known(monkeypatch, tmp_path):
    """With an empty cache no game counts as compiled."""
    program = "import moon_envs; print(moon_envs.game('launch').is_compiled)"
    moon_envs.Batch("launch")
    assert run(program).stdout.strip() == "True"
    assert run(program, MOON_ENVS_CACHE_DIR=str(tmp_path)).stdout.strip() == "False"
