"""Directives for the map of the code: `layers` draws it, `rooms` lists its rooms.

The picture is made from the contracts of import-linter in pyproject.toml, which the test command checks, and the list
from the docstrings of `moon_envs/*/__init__.py`. So both are true whenever the site is built.
"""

import ast
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from source_links import repository
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "moon_envs"
HOP = re.compile(r"^\d\. .*? in `(\w+)/", re.MULTILINE)
PARAGRAPH = "\n\n"
START = re.compile(r"\bStart with .*?\.(?=\s|$)", re.DOTALL)

WIDTH, ROW, GAP, INSET, SMALL_ROW = 440, 32, 6, 8, 24
STYLE = """
.moon-layers { width: 100%; max-width: 36rem; height: auto; font-family: inherit; }
.moon-layers rect { fill: var(--color-background-secondary); stroke: var(--color-background-border); }
.moon-layers .on-the-way > a > rect { stroke: var(--color-brand-primary); stroke-width: 2; }
.moon-layers .inside { fill: var(--color-background-primary); }
.moon-layers text { fill: var(--color-foreground-primary); font-size: 14px; dominant-baseline: central; }
.moon-layers .size { fill: var(--color-foreground-secondary); font-size: 11px; text-anchor: end; }
.moon-layers .inside-name { font-size: 12px; }
.moon-layers a { text-decoration: none; }
.moon-layers a:hover text { fill: var(--color-brand-content); }
"""


class Box(NamedTuple):
    """A rectangle of the picture, in its units."""

    x: float
    y: float
    width: float
    height: float

    def svg(self, kind: str = "") -> str:
        """The rectangle as SVG."""
        place = f'x="{self.x:g}" y="{self.y:g}" width="{self.width:g}" height="{self.height:g}"'
        return f'<rect class="{kind}" {place} rx="5"/>'

    def columns(self, count: int, gap: float = GAP) -> list["Box"]:
        """Boxes of the same width beside each other."""
        width = (self.width - gap * (count - 1)) / count
        return [self._replace(x=self.x + place * (width + gap), width=width) for place in range(count)]


def contract(kind: str, inside: str) -> list[str]:
    """The entries of a contract of import-linter: its layers, or its modules below a package."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for found in re.findall(rf'^type = "{kind}"\n.*?^(?:layers|modules) = \[(.*?)^\]', text, re.MULTILINE | re.DOTALL):
        entries = re.findall(r'"([^"]+)"', found)
        if all(not inside or entry.rpartition(".")[0] == inside for entry in entries):
            return entries
    raise LookupError(f"pyproject.toml has no contract of type {kind!r} for {inside or 'the layers'}")


def layers() -> list[list[str]]:
    """The rooms, layer by layer, the highest first."""
    return [layer.split(" | ") for layer in contract("layers", "")]


def rooms_on_the_way() -> set[str]:
    """The rooms of the hops from `env.step` to a rule, as CONTRIBUTING.md lists them."""
    return set(HOP.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))


def line_count(folder: Path) -> int:
    """The lines of the Python files below a folder."""
    return sum(len(path.read_bytes().splitlines()) for path in folder.rglob("*.py"))


def docstring(room: str) -> str:
    """How a room introduces itself."""
    found = ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text(encoding="utf-8")))
    if found is None:
        raise LookupError(f"moon_envs/{room}/__init__.py has no docstring")
    return found


def picture() -> str:
    """The map as SVG; colours are those of the page, light or dark."""
    drawn, y, way = [], 1.0, rooms_on_the_way()
    for layer in layers():
        boxes = Box(1, y, WIDTH - 2, height_of(layer)).columns(len(layer))
        for room, box in zip(layer, boxes, strict=True):
            drawn += draw_room(room, box, "on-the-way" if room in way else "")
        y += boxes[0].height + GAP
    words = "The rooms of moon_envs as layers: " + ", ".join(" and ".join(layer) for layer in layers())
    label = f'role="group" aria-label="{escape(words)}"'
    body = "".join(drawn)
    return f'<svg class="moon-layers" viewBox="0 0 {WIDTH} {y:g}" {label}><style>{STYLE}</style>{body}</svg>'


def height_of(layer: list[str]) -> float:
    """The games have their families inside, and a family its adventures."""
    return ROW + (SMALL_ROW * 4 + 3 * INSET - 4 if "games" in layer else 0)


def draw_room(room: str, box: Box, kind: str) -> Iterator[str]:
    """A room with its name and size; a click leads to its place in the list."""
    middle = box.y + ROW / 2
    yield f'<g class="{kind}"><a href="#room-{room}">{box.svg()}'
    yield f'<text x="{box.x + 12:g}" y="{middle:g}">{escape(room)}</text>'
    size = f"{line_count(PACKAGE / room):,} lines"
    yield f'<text class="size" x="{box.x + box.width - 12:g}" y="{middle:g}">{size}</text>'
    yield "</a>"
    if room == "games":
        yield from draw_games(Box(box.x + INSET, box.y + ROW, box.width - 2 * INSET, SMALL_ROW))
    yield "</g>"


def draw_games(row: Box) -> Iterator[str]:
    """The families of games; the one with adventures shows them. None of them imports another one."""
    families = contract("independence", "moon_envs.games")
    inside = {family: [one for one in adventures() if one.startswith(f"{family}.")] for family in families}
    single = [family for family in families if not inside[family]]
    for family, box in zip(single, row.columns(len(single)), strict=True):
        yield from draw_name(family, box)
    y = row.y + SMALL_ROW + INSET
    for family in families:
        if inside[family]:
            yield from draw_name(family, row._replace(y=y, height=SMALL_ROW * 3 + INSET - 4), SMALL_ROW)
            cells = row._replace(x=row.x + INSET, width=row.width - 2 * INSET, y=y + SMALL_ROW)
            for place, adventure in enumerate(inside[family]):
                line, column = divmod(place, 4)
                cell = cells.columns(4)[column]
                yield from draw_name(adventure, cell._replace(y=cell.y + line * SMALL_ROW, height=SMALL_ROW - 4))


def adventures() -> list[str]:
    """The adventures of Welcome to the Moon."""
    return contract("independence", "moon_envs.games.welcome_to_the_moon")


def draw_name(module: str, box: Box, height: float | None = None) -> Iterator[str]:
    """A box with the last part of a module's name."""
    middle = box.y + (height or box.height) / 2
    yield box.svg("inside")
    yield f'<text class="inside-name" x="{box.x + 8:g}" y="{middle:g}">{escape(module.rpartition(".")[2])}</text>'


def introduction(room: str) -> str:
    """What lives in a room, and where to start: the first paragraph of its docstring, and the sentence that says it."""
    text = docstring(room)
    return " ".join(f"{text.partition(PARAGRAPH)[0]} {' '.join(START.findall(text))}".split())


class Layers(SphinxDirective):
    """The directive `layers`: the picture, between the words of the page, so that it takes their colours and font."""

    def run(self) -> list[nodes.Node]:
        """Draw the picture."""
        self.env.note_dependency(str(ROOT / "pyproject.toml"))
        return [nodes.raw("", picture(), format="html")]


class Rooms(SphinxDirective):
    """The directive `rooms`: all rooms from the lowest to the highest, in the words of their docstrings."""

    def run(self) -> list[nodes.Node]:
        """List the rooms; each can be linked as `#room-engine`."""
        listed = nodes.definition_list()
        for room in (room for layer in reversed(layers()) for room in sorted(layer)):
            self.env.note_dependency(str(PACKAGE / room / "__init__.py"))
            address = f"{repository()}/tree/main/moon_envs/{room}"
            name = nodes.reference("", "", nodes.literal(text=room), refuri=address)
            words = nodes.definition("", *self.parse_text_to_nodes(introduction(room)))
            listed += nodes.definition_list_item("", nodes.term("", "", name, ids=[f"room-{room}"]), words)
        return [listed]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    app.add_directive("layers", Layers)
    app.add_directive("rooms", Rooms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
