"""Docstrings of this package are plain text with a little Markdown; this makes them what autodoc expects.

The handler runs before napoleon. It touches the site only, never the docstrings themselves: editing the source of a
game or of the engine would compile it again.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

BEFORE_NAPOLEON = 400
HEADING = re.compile(r"^(\s*)## (.+)$")
PLURAL = re.compile(r"(`[^`]+`)(?=\w)")
SEVERAL_NAMES = re.compile(r"^(\s+)(\w+(?:, \w+)+): (.+)$")
UNREADABLE = re.compile(r"<[^<>]*(?:<[^<>]*>)?[^<>]*>")
WITHOUT_SECTIONS = ("attribute", "data", "property")


def rewrite(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Make one docstring reStructuredText for napoleon."""
    lines[:] = [line for text in lines for line in rewritten(text)]
    if what in WITHOUT_SECTIONS and lines:
        lines[:0] = [
            "..",
            "",
        ]  # an empty comment: napoleon takes what stands before a colon of the first line for a type


def rewritten(line: str) -> list[str]:
    """One line of a docstring: headings become bold, `name`s gets its s, several names get a line each."""
    heading = HEADING.match(line)
    if heading:
        return [f"{heading[1]}**{heading[2]}**", ""]
    several = SEVERAL_NAMES.match(line)
    if several:
        return [f"{several[1]}{name}: {several[3]}" for name in several[2].split(", ")]
    return [PLURAL.sub(r"\1\\ ", line)]


def make_readable(*event: Any) -> tuple[str | None, str | None]:
    """Replace defaults like `<factory>`: Sphinx cannot read them, and would show the signature as one long line."""
    *_, arguments, returned = event
    return arguments and UNREADABLE.sub("...", arguments), returned


def call_them_attributes(app: Sphinx, document: nodes.document) -> None:
    """Attributes are called so, not "Variables"."""
    for field in document.findall(nodes.field_name):
        if field.astext() == "Variables":
            field.children = [nodes.Text("Attributes")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the handlers."""
    app.connect("autodoc-process-docstring", rewrite, priority=BEFORE_NAPOLEON)
    app.connect("autodoc-process-signature", make_readable)
    app.connect("doctree-read", call_them_attributes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
