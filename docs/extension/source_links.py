"""Links to files of the repository: the site leads to its own page about a file, or to the repository on the web.

Pages may link files outside `docs/`, as in `[ppo.py](../../training_examples/ppo.py)`. `CONTRIBUTING.md`, `RULES.md`
and their like are written for readers of the repository; the site includes them, and their links follow.
"""

import os
import re
from pathlib import Path

from sphinx.application import Sphinx

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
LINK = re.compile(r"\]\(([^():#\s]+)(#[^)\s]*)?\)")
INCLUDED = re.compile(r"```\{include\} (\S+)")
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def repository() -> str:
    """The address of the repository on the web, from pyproject.toml."""
    found = re.search(r'^Repository = "(.+)"', PROJECT, re.MULTILINE)
    assert found is not None, "pyproject.toml names no Repository among its URLs"
    return found[1]


def pages_of_files() -> dict[Path, Path]:
    """The page of the site that includes a file of the repository."""
    pages = {}
    for page in sorted(DOCS.rglob("*.md")):
        for name in INCLUDED.findall(page.read_text(encoding="utf-8")):
            pages.setdefault((page.parent / name).resolve(), page)
    return pages


def follow(text: str, file: Path, page: Path, pages: dict[Path, Path]) -> str:
    """A text with its links to files replaced.

    Args:
        text: Markdown.
        file: where it stands; its links are relative to this file.
        page: the page of the site that shows it.
        pages: the result of `pages_of_files`.
    """

    def replaced(link: re.Match) -> str:
        target = (file.parent / link[1]).resolve()
        if target.is_relative_to(DOCS) or not target.exists():
            return link[0]  # a page of the site, or a broken link, which Sphinx reports
        anchor = link[2] or ""
        if target in pages:
            return f"](<{os.path.relpath(pages[target], page.parent)}{anchor}>)"
        return f"]({repository()}/blob/main/{target.relative_to(ROOT).as_posix()}{anchor})"

    return LINK.sub(replaced, text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx to follow links when it reads pages and what they include."""
    pages = pages_of_files()

    def read_page(app: Sphinx, name: str, content: list[str]) -> None:
        page = Path(app.env.doc2path(name))
        content[0] = follow(content[0], page, page, pages)

    def read_included(app: Sphinx, path: Path, name: str, content: list[str]) -> None:
        file = (Path(app.srcdir) / path).resolve()
        content[0] = follow(content[0], file, pages.get(file, DOCS / "index.md"), pages)

    app.connect("source-read", read_page)
    app.connect("include-read", read_included)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
