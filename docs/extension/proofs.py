"""The directive `proof-numbers`: how many rules, rulings, tests, golden games and lines of referees there are, by game.

The numbers are counted in the files when the site is built.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import moon_envs
from moon_envs.base.text_tables import markdown_table
from moon_envs.testing import CHECKS

ROOT = Path(__file__).resolve().parents[2]
GAMES, TESTS, REFEREES = ROOT / "moon_envs" / "games", ROOT / "tests" / "games", ROOT / "tests" / "referees"
GOLDEN = ROOT / "tests" / "project" / "golden"
RULING = "*Ruling"
RULE = re.compile(r"^- \*\*\d+\.\d+\*\*", re.MULTILINE)
TEST = re.compile(r"^ *def test_", re.MULTILINE)


def count(pattern: re.Pattern, files: list[Path]) -> int:
    """How often a pattern occurs in some files."""
    return sum(len(pattern.findall(file.read_text(encoding="utf-8"))) for file in files)


def line_count(files: list[Path]) -> int:
    """The lines of some files."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def referee_files(folder: Path, others: list[str]) -> list[Path]:
    """The files of a referee without its tests: an adventure's by name, of a family those of no adventure."""
    name, family = folder.name, REFEREES / folder.relative_to(GAMES).parts[0]
    files = [file for file in sorted(family.glob("*.py")) if not file.name.startswith(("test_", "__"))]
    if family.name == name:
        return [file for file in files if not file.name.startswith(tuple(others))]
    return [file for file in files if file.name.startswith(name)]


def numbers() -> list[tuple[str, int, int, int, int, int]]:
    """Name, rules, rulings, tests, golden games and lines of the referee, for each folder with a page of rules."""
    rows = []
    pages = sorted(
        GAMES.rglob("RULES.md"), key=lambda page: (page.parent.relative_to(GAMES).parts[0], page.parent.name)
    )
    for folder in (page.parent for page in pages):
        inside = [page.parent.name for page in pages if page.parent.parent == folder]
        tests = list((TESTS / folder.relative_to(GAMES)).glob("test_*.py"))
        golden = list((GOLDEN / folder.name).glob("*.txt"))
        name = f"{folder.name}, shared" if inside else folder.name
        lines = line_count(referee_files(folder, inside or ["no adventure"]))
        rulings = (folder / "RULES.md").read_text(encoding="utf-8").count(RULING) - 1  # the first one explains the mark
        rows.append((name, count(RULE, [folder / "RULES.md"]), rulings, count(TEST, tests), len(golden), lines))
    return rows


def table() -> str:
    """The numbers as a table with a last line of sums, and what the compliance suite runs."""
    rows = numbers()
    shown = [(f"`{name}`" if "," not in name else name, *(f"{one:,}" for one in counts)) for name, *counts in rows]
    sums = [sum(counts) for counts in list(zip(*rows, strict=True))[1:]]
    shown.append(("**all**", *(f"**{one:,}**" for one in sums)))
    modes = sum(len(moon_envs.game(id_).modes) for id_ in moon_envs.game_ids())
    words = (
        f"The compliance suite runs {len(CHECKS)} checks on {modes} modes of {len(moon_envs.game_ids())} games: "
        f"{len(CHECKS) * modes:,} tests more."
    )
    heads = ("", ">numbered rules", ">rulings", ">tests of the game", ">golden games", ">lines of the referee")
    return f"{markdown_table(heads, shown)}\n\n{words}"


class ProofNumbers(SphinxDirective):
    """The table, counted when the page is read."""

    def run(self) -> list[nodes.Node]:
        """Count."""
        self.env.note_reread()
        return self.parse_text_to_nodes(table())


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive("proof-numbers", ProofNumbers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
