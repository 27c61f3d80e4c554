"""The wheel, built from the source archive, works in an empty environment far away from the checkout.

The environment gets the libraries of this one by a path file; what it has of moon_envs is the wheel alone.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

import moon_envs

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
IN_THE_WHEEL = (
    "py.typed",
    "arena/LADDER.md",
    "arena/reference_scores.json",
    "games/welcome_to_the_moon/launch/RULES.md",
    "games/mlem/components.json",
    "networks/baselines/launch-solo.npz",
    "render/fonts/moon_sans_regular.woff2",
    "replays/replay.html",
    "web/static/covers/launch-dark.webp",
    "web/static/table.js",
)
FROM_PYTHON = """
import sys
from importlib.metadata import version
from pathlib import Path

import gymnasium
import moon_envs
import moon_envs.testing

assert Path(moon_envs.__file__).is_relative_to(sys.prefix), moon_envs.__file__
assert version("moon_envs") == moon_envs.__version__

env = gymnasium.make("moon_envs/Launch-v0", opponent=1, render_mode="svg")
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
assert env.render().startswith("<svg")

game = moon_envs.game("launch")
batch = moon_envs.Batch(game, num_games=2, players=2)
assert batch.render(row=1, seat=0).svg("dark").startswith("<svg")
assert batch.render().rgb_array(width=400).shape[1] == 400

moon_envs.testing.check_tables(game)
for check in (moon_envs.testing.check_random_play, moon_envs.testing.check_saves):
    check(game, {"players": 3})
"""


class Installed:
    """The wheel in an environment of its own.

    Args:
        folder: a new folder, where programs run.
        wheel: the wheel.
    """

    def __init__(self, folder: Path, wheel: Path):
        self.folder = folder
        venv.create(folder / "empty", with_pip=True)
        self._programs = folder / "empty" / ("Scripts" if os.name == "nt" else "bin")
        self._variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.run("python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", str(wheel))
        libraries = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
        where = self.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        (Path(where) / "libraries.pth").write_text("".join(f"{path}\n" for path in libraries), encoding="utf-8")

    def start(self, program: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a program of the environment."""
        return subprocess.Popen(
            [str(self._programs / program), *arguments],
            cwd=self.folder,
            env=self._variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the environment and return what it prints."""
        with self.start(program, *arguments) as process:
            out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        return out


def build(folder: Path) -> Path:
    """Build the source archive, and from it the wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert sorted(path.name for path in folder.iterdir()) == [
        f"moon_envs-{moon_envs.__version__}-py3-none-any.whl",
        f"moon_envs-{moon_envs.__version__}.tar.gz",
    ]
    return next(folder.glob("*.whl"))


def check_contents(wheel: Path) -> None:
    """The package with its files and nothing else; a page for the package index without dead links."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert {name.partition("/")[0] for name in names} == {"moon_envs", f"moon_envs-{moon_envs.__version__}.dist-info"}
    assert {f"moon_envs/{name}" for name in IN_THE_WHEEL} <= set(names)
    in_checkout = {path.relative_to(ROOT).as_posix() for path in (ROOT / "moon_envs").rglob("*.py")}
    assert {name for name in names if name.startswith("moon_envs/") and name.endswith(".py")} == in_checkout
    assert re.findall(r'\]\((?!https?://|#)[^)]*\)|src="(?!https?://)[^"]*"', metadata) == []


def check_web_table(installed: Installed) -> None:
    """The start page, a new table and its picture."""
    with installed.start("moon-envs", "web") as process:
        try:
            host, token = re.fullmatch(r"Play at (http://\S+)/\?token=(\S+)\n", process.stdout.readline()).groups()
            with urlopen(f"{host}/?token={token}", timeout=60) as answer:
                assert b"Play a game about the Moon" in answer.read()
            wish = json.dumps({"game": "launch", "players": 2, "seat": 1, "agents": ["greedy", None]}).encode()
            headers = {"X-Moon-Token": token, "Origin": host, "Content-Type": "application/json"}
            with urlopen(Request(f"{host}/api/tables", wish, headers), timeout=120) as answer:
                assert answer.status == 201
                table = json.loads(answer.read())
            with urlopen(f"{host}/static/table.js?token={token}", timeout=60) as answer:
                assert answer.status == 200
            assert table
        finally:
            process.kill()


def test_the_wheel_works_in_an_empty_environment(tmp_path):
    wheel = build(tmp_path / "dist")
    check_contents(wheel)
    installed = Installed(tmp_path, wheel)
    installed.run("python", "-W", "error", "-c", FROM_PYTHON)
    assert moon_envs.__version__ in installed.run("moon-envs", "--version")
    played = json.loads(installed.run("moon-envs", "selfplay", "launch", "--games", "50", "--json"))
    assert played["games"] == 50
    assert "baseline" in installed.run("moon-envs", "ladder", "random", "--game", "launch", "--games", "2")
    check_web_table(installed)
