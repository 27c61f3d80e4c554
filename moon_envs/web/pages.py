"""The pages as HTML: start page and table, and for every game its rules, its actions and its features."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML

from moon_envs import render
from moon_envs.core.game import Game
from moon_envs.core.tables import WHERE
from moon_envs.render.fonts import font_faces
from moon_envs.render.style import AUTO, rules
from moon_envs.web.requests import Refused

STATIC = Path(__file__).parent / "static"
COVERS = STATIC / "covers"  # the pictures of the gallery
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".webp": "image/webp"}
PICTURES = "pictures.css"
ARRANGE = Path(render.__file__).parent / "arrange.js"


@functools.cache
def static_file(name: str) -> tuple[bytes, str]:
    """Return a file that the pages need, and its media type.

    Raises:
        Refused: there is none of this name.
    """
    if name == PICTURES:
        return (rules(AUTO) + font_faces()).encode(), KINDS[".css"]
    for path in (*STATIC.iterdir(), *COVERS.iterdir(), ARRANGE):
        if path.name == name and path.suffix in KINDS:
            return path.read_bytes(), KINDS[path.suffix]
    raise Refused("There is no such page.", 404)


@functools.cache
def _template(name: str) -> Template:
    return Template((STATIC / name).read_text(encoding="utf-8"))


def start_page(token: str) -> str:
    """The page where games are chosen."""
    return _template("start.html").substitute(token=token)


def table_page(token: str, title: str) -> str:
    """The page on which a game is played."""
    return _template("table.html").substitute(token=token, title=escape(title))


def game_page(game: Game, what: str, token: str) -> str:
    """A page about a game: "rules", "actions" or "features".

    Raises:
        Refused: there is no such page.
    """
    if what not in PARTS:
        raise Refused("There is no such page.", 404)
    links = "".join(
        f'<a href="/games/{game.id}/{part}?token={token}"{" aria-current=page" if part == what else ""}>{part}</a>'
        for part in PARTS
    )
    return _template("about.html").substitute(
        token=token, title=f"{escape(game.title)}: {what}", links=links, body=PARTS[what](game)
    )


class _WithoutLinks(RendererHTML):
    """Writes links as plain words: they lead to files that are not served."""

    def link_open(self, *_: Any) -> str:
        return ""

    def link_close(self, *_: Any) -> str:
        return ""


def _rules(game: Game) -> str:
    """The rules of the game and those that its family shares, as HTML; HTML inside them is shown as text."""
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=_WithoutLinks).enable("table").disable("image")
    texts = [page.read_text(encoding="utf-8") for page in game.rules_pages]
    if not texts:
        return "<p>This game has no page with its rules.</p>"
    return "<hr>".join(f"<article>{reader.render(text)}</article>" for text in texts)


def _actions(game: Game) -> str:
    return _table(("action", "range", "meaning"), ((one.index, one.range_name, one.meaning) for one in game.actions))


def _features(game: Game) -> str:
    rows = []
    for place, feature in enumerate(game.features):
        whose = WHERE[feature.only] if place < len(game.features.table) else "every player"
        values = f": {', '.join(feature.values)}" if feature.values else ""
        bounds = f"{feature.low} to {feature.high}"
        rows.append((whose, feature.name, feature.size, bounds, feature.kind, feature.meaning + values))
    return _table(("of", "name", "size", "values", "kind", "meaning"), rows)


def _table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


PARTS = {"rules": _rules, "actions": _actions, "features": _features}
