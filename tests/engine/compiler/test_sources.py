"""The sources of compiled code are every file that can change it, and no others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

import moon_envs
from moon_envs.base.errors import CompilationError
from moon_envs.engine.compiler import imports, sources
from moon_envs.engine.compiler.imports import Import, imports_in
from moon_envs.engine.compiler.sources import fingerprint, sources_of

PACKAGE = Path(moon_envs.__file__).parent
LAUNCH = PACKAGE / "games" / "welcome_to_the_moon" / "launch" / "entry.py"
MLEM = PACKAGE / "games" / "mlem" / "entry.py"


def forget() -> None:
    """Clear the caches, as in a new process."""
    for cached in (fingerprint, imports._follow, imports._files_asked_for, imports._find):
        cached.cache_clear()


@pytest.fixture(autouse=True)
def _forgotten():
    yield
    forget()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def names_of(file: Path, folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in sources_of(file) if folder in path.parents}


def run(program: str, folder: Path, **environment: str) -> str:
    settings = {**os.environ, "MOON_ENVS_QUIET": "1", "PYTHONPATH": str(folder), **environment}
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the package that tests may change."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(PACKAGE, folder / "moon_envs", ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    time.sleep(0.1)  # files that change while a process starts are not trusted
    return folder


def test_a_game_is_made_of_what_it_imports():
    names = names_of(LAUNCH, PACKAGE)
    assert {
        "__init__.py",
        "base/checks.py",
        "base/files/component_files.py",
        "base/splitmix.py",
        "core/game.py",
        "core/tables.py",
        "engine/entry_points.py",
        "engine/random.py",
        "engine/compiler/shared_rules.py",
        "games/welcome_to_the_moon/turn.py",
        "games/welcome_to_the_moon/launch/components.py",
    } <= names
    assert "games/mlem/components.json" in names_of(MLEM, PACKAGE)


def test_a_game_is_not_made_of_pages_and_other_games():
    """A change of a web page must not compile all games again."""
    names = names_of(LAUNCH, PACKAGE)
    folders = {name.split("/")[0] for name in names if "/" in name}
    assert folders == {"base", "core", "engine", "games"}
    assert not [name for name in names if "/journey/" in name or "mlem" in name]
    assert "core/game.py" not in names_of(PACKAGE / "engine" / "batch" / "batch_loops.py", PACKAGE)


CHANGES = """
from pathlib import Path
import moon_envs
from moon_envs.engine.compiler import imports
from moon_envs.engine.compiler import sources
package = Path(moon_envs.__file__).parent
entry = package / "games" / "welcome_to_the_moon" / "launch" / "entry.py"
for name in {names!r}:
    prints = []
    for text in ("", "# changed"):
        with open(package / name, "a", encoding="utf-8") as file:
            file.write(text)
        for cached in (sources.fingerprint, imports._follow, imports._files_asked_for, imports._find):
            cached.cache_clear()
        prints.append(sources.fingerprint(sources.sources_of(entry)))
    print(name, prints[0] != prints[1])
"""


def test_a_change_of_the_package_has_another_fingerprint(copied):
    """A change in `core/tables.py` reversed ranges once, and old machine code ran under new names of actions."""
    names = ["core/tables.py", "base/files/component_files.py", "base/checks.py", "engine/random.py", "web/server.py"]
    lines = run(CHANGES.format(names=names), copied).splitlines()
    assert lines == [*(f"{name} True" for name in names[:-1]), "web/server.py False"]


def test_a_file_that_changed_after_its_import_is_noticed(copied):
    """`core/tables.py` is imported with the package, long before the engine checks for changes."""
    program = """
import os, time
from pathlib import Path
import moon_envs
time.sleep(0.1)
package = Path(moon_envs.__file__).parent
tables = package / "core" / "tables.py"
tables.write_bytes(tables.read_bytes())
time.sleep(0.1)
from moon_envs.engine.compiler.sources import have_changed, sources_of
print(have_changed(sources_of(package / "games" / "mlem" / "entry.py")))
"""
    assert run(program, copied).strip() == "True"


IMPORTED = """
import builtins
from collections import defaultdict
from pathlib import Path
import sys

edges = defaultdict(set)
plain = builtins.__import__

def noting(name, globals=None, locals=None, fromlist=(), level=0):
    module = plain(name, globals, locals, fromlist, level)
    importer = (globals or {}).get("__file__")
    full = sys.modules.get(name) if level == 0 else module
    taken = [full, *(sys.modules.get(f"{name}.{one}") for one in fromlist or ())]
    if importer:
        edges[importer].update(one.__file__ for one in taken if getattr(one, "__file__", None))
    return module

builtins.__import__ = noting
import moon_envs.games.mlem.entry as mlem, moon_envs.games.welcome_to_the_moon.launch.entry as launch
builtins.__import__ = plain
from moon_envs.engine.compiler.sources import sources_of
for entry in (mlem, launch):
    found, left = set(), [entry.__file__]
    while left:
        file = left.pop()
        if file not in found and "moon_envs" in Path(file).parts and Path(file).name != "__init__.py":
            found.add(file)
            left += edges[file]
    print(len(found) > 30, sorted(found - set(map(str, sources_of(Path(entry.__file__))))))
"""


@pytest.mark.slow
def test_all_that_was_imported_is_followed(tmp_path):
    """All imports that Python carries out are found in the files."""
    assert run(IMPORTED, tmp_path, PYTHONPATH=str(PACKAGE.parent)).splitlines() == ["True []"] * 2


def test_imports_of_a_game_are_followed(tmp_path, monkeypatch):
    """A user's game may take kernels from anywhere; changes there were overlooked once."""
    write(
        tmp_path,
        {
            "mygame/entry.py": "from common.help import fuel\nfrom . import parts\nfrom .parts import more\n",
            "mygame/notes.txt": "",
            "mygame/parts/__init__.py": "",
            "mygame/parts/more.py": "import far.away\nfrom .. import names\nDECK = __path__ / 'deck.csv'\n",
            "mygame/parts/deck.csv": "1,2,3\n",
            "mygame/names/__init__.py": "",
            "common/__init__.py": "from common import inner\n",
            "common/inner.py": "",
            "common/help.py": "def fuel():\n    import late\nlate_too = import_module('lately.seen')\n",
            "late.py": "",
            "lately/seen.py": "",
            "far/away.py": "",
            "unrelated/other.py": "",
        },
    )
    monkeypatch.syspath_prepend(tmp_path)
    entry = tmp_path / "mygame" / "entry.py"
    assert names_of(entry, tmp_path) == {
        "mygame/entry.py",
        "mygame/parts/__init__.py",
        "mygame/parts/more.py",
        "mygame/parts/deck.csv",
        "mygame/names/__init__.py",
        "common/__init__.py",
        "common/inner.py",
        "common/help.py",
        "late.py",
        "lately/seen.py",
        "far/away.py",
    }
    for changed in ("common/help.py", "common/inner.py", "mygame/parts/deck.csv", "far/away.py"):
        before = fingerprint(sources_of(entry))
        (tmp_path / changed).write_text("fuel = 3\n")
        assert fingerprint(sources_of(entry)) == before, "within a process it is what was read first"
        forget()
        assert fingerprint(sources_of(entry)) != before, changed
        write(tmp_path, {"common/help.py": "import late\n", "mygame/parts/more.py": "import far.away\n'deck.csv'\n"})
        forget()


def test_kernels_of_this_package_belong_to_a_game_outside(tmp_path):
    """A user's game with kernels of MLEM is also made of MLEM, its tables and the owner's tables."""
    write(tmp_path, {"game/entry.py": "from moon_envs.games.mlem.rules import apply\n"})
    followed = sources_of(tmp_path / "game" / "entry.py")
    names = {path.relative_to(PACKAGE).as_posix() for path in followed if PACKAGE in path.parents}
    assert {"games/mlem/rules.py", "games/mlem/components.json", "core/tables.py", "__init__.py"} <= names
    assert "batch/batch.py" not in names, "nothing is taken from `moon_envs` itself"
    forget()
    write(tmp_path, {"game/entry.py": "import moon_envs\n"})
    assert PACKAGE / "batch" / "batch.py" in sources_of(tmp_path / "game" / "entry.py")


def test_tables_of_an_owner_belong_to_a_game_outside(tmp_path, monkeypatch):
    """A user's game may load its tables with `load_components`; the owner's file replaces them."""
    write(tmp_path, {"game/entry.py": "", "owner/stars.json": "{}"})
    entry = tmp_path / "game" / "entry.py"
    assert tmp_path / "owner" / "stars.json" not in sources_of(entry)
    monkeypatch.setenv("MOON_ENVS_COMPONENTS", str(tmp_path / "owner"))
    assert tmp_path / "owner" / "stars.json" in sources_of(entry)


def test_a_table_that_changed_is_noticed(tmp_path):
    """A user's game may read its JSON file in any way."""
    write(tmp_path, {"game/entry.py": "", "game/deck.json": "[]"})
    followed = sources_of(tmp_path / "game" / "entry.py")
    past = sources.LOADED_AT - 1000
    assert sources.have_changed(followed), "both were written after this process began"
    for path in followed:
        if tmp_path in path.parents:
            os.utime(path, (past, past))
    assert sources.have_changed(followed), "an older date does not hide that a file has changed"


def test_a_game_in_an_archive(tmp_path, monkeypatch):
    """Its modules are read from the archive, and their imports outside of it are followed."""
    write(tmp_path, {"beside.py": "FUEL = 5\n"})
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("packed/__init__.py", "")
        file.writestr("packed/entry.py", "from packed.rules import apply\nfrom . import more\n")
        file.writestr("packed/rules.py", "import beside\n")
        file.writestr("packed/more.py", "")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(archive)
    entry = archive / "packed" / "entry.py"
    assert names_of(entry, tmp_path) == {
        "beside.py",
        "games.zip/packed/__init__.py",
        "games.zip/packed/entry.py",
        "games.zip/packed/rules.py",
        "games.zip/packed/more.py",
    }
    assert len(fingerprint(sources_of(entry))) == 24
    assert sources.have_changed(sources_of(entry))


def test_a_file_that_does_not_exist(tmp_path):
    with pytest.raises(CompilationError, match=r"nothing\.py is not a file; code is compiled for the file of a module"):
        sources_of(tmp_path / "nothing.py")


SOURCE = '''
"""import words from the page
from nothing import nothing"""
import a.b, c as d; import e
from . import f
from .g.h import (  # (a bracket)
    i as j,
    k,
)
from l \\
    import m
if x: from n import *
text = "# import o" + f"{'p'} import q" # import r
raise KeyError from None
import s
if TYPE_CHECKING:
    from t import u

    import v
else:
    from w import x
import_counter = 5
y = importlib.import_module("z.one"), __import__('two'), importlib.import_module(".three", __package__)
'''


def test_imports_are_read_wherever_they_stand():
    assert set(imports_in(SOURCE)) == {
        Import(0, "a.b", ()),
        Import(0, "c", ()),
        Import(0, "e", ()),
        Import(1, "", ("f",)),
        Import(1, "g.h", ("i", "k")),
        Import(0, "l", ("m",)),
        Import(0, "n", ("*",)),
        Import(0, "s", ()),
        Import(0, "w", ("x",)),
        Import(0, "z.one", ()),
        Import(0, "two", ()),
        Import(1, "three", ()),
    }


def test_a_file_that_python_cannot_read_has_no_imports():
    assert imports_in("import a\nthis is no Python") == [] == imports_in("\0")


@pytest.mark.filterwarnings("error")
def test_warnings_of_the_parser_hide_no_import():
    assert imports_in("import a\nb = '\\d'") == [Import(0, "a", ())]
