"""The site is true: it builds without a warning, its examples run, its commands exist, every game has its page."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import moon_envs
from moon_envs.cli.main import build_parser

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
BLOCKS = [
    (f"{page.relative_to(DOCS)}:{number}", language, text)
    for page in PAGES
    for number, (language, text) in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")))
]
EXAMPLES = [(name, text) for name, language, text in BLOCKS if language == "python"]
COMMANDS = [
    (name, line.split("#")[0])
    for name, language, text in BLOCKS
    if language == "bash"
    for line in re.sub(r"\\\n\s*", "", text).splitlines()
    if re.match(r"(.*&& )?moon-envs ", line)
]
DIRECTIVES = ("facts", "names", "options", "actions", "features", "scores")


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(DOCS), str(tmp_path / "site")]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    for id_ in moon_envs.game_ids():
        assert (tmp_path / "site" / "environments" / f"{id_}.html").exists()


@pytest.mark.slow
def test_a_broken_link_fails(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("conf.py", "extension", "static"):
        (docs / name).symlink_to(DOCS / name)
    (docs / "index.md").write_text("# A page\n\n[a link](nowhere.md)\n")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(docs), str(tmp_path / "site")]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode != 0 and "nowhere.md" in built.stderr


@pytest.mark.slow
@pytest.mark.parametrize("example", [text for _, text in EXAMPLES], ids=[name for name, _ in EXAMPLES])
@pytest.mark.filterwarnings("ignore::DeprecationWarning:moviepy", "ignore::ResourceWarning")
def test_examples_run(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "an example", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("line", [line for _, line in COMMANDS], ids=[name for name, _ in COMMANDS])
def test_commands_exist(line):
    words = shlex.split(re.sub(r"^.*?(?=moon-envs )|\s[|>&;].*$", "", line))
    build_parser().parse_args(words[1:])


@pytest.mark.parametrize("id_", moon_envs.game_ids())
def test_every_game_has_its_page(id_):
    page = (DOCS / "environments" / f"{id_}.md").read_text(encoding="utf-8")
    for name in DIRECTIVES:
        assert f"```{{game-{name}}} {id_}\n" in page, f"the page of {id_} lacks its {name}"
    assert page.count("```{position}") >= 3, "how to play needs examples"
    assert "RULES.md" in page
