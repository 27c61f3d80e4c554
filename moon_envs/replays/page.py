"""The page of a recorded game: its views, packed, with the script that shows them."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from moon_envs import render
from moon_envs.base.checks import as_list, check_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.render.fonts import font_faces
from moon_envs.render.style import DARK, LIGHT, rules, variables
from moon_envs.replays.packing import Pieces, pack
from moon_envs.replays.story import story
from moon_envs.replays.views import View, view_game
from moon_envs.replays.walk import Walk

OPEN_TABLE = "the open table"
MARK = '<meta name="generator" content="moon-envs replay">'  # in replay.html; only such files are overwritten


def page_of(
    walk: Walk,
    title: str | None = None,
    seats: Sequence[int | None] | None = None,
    on_frame: Callable[[int, int], None] = lambda done, total: None,
) -> str:
    """The page of a recorded game, see `Recording.to_html`. It holds only what its views show."""
    chosen = chosen_seats(seats, walk.configuration.players)
    title = walk.game.title if title is None else str(title)
    stories = [story(walk, seat) for seat in chosen]
    done, total = 0, sum(1 + len(told) for told in stories)

    def count() -> None:
        nonlocal done
        done += 1
        on_frame(done, total)

    pieces = Pieces()
    views = [view_game(walk, seat, told, pieces, count) for seat, told in zip(chosen, stories, strict=True)]
    return _html(title, pack(page_data(walk, title, views, pieces)))


def chosen_seats(seats: Sequence[int | None] | None, players: int) -> list[int | None]:
    """The seats whose views are wanted; by default the open table (None) and all seats.

    Raises:
        ConfigurationError: there is no such seat, or the list is empty.
    """
    if seats is None:
        return [None, *range(players)]
    given = as_list(seats, players + 1)
    if not given or len(set(map(shown, given))) != len(given):
        raise ConfigurationError(
            f"seats={shown(seats)} is not allowed; allowed: None for all views, or a list of different seats, with "
            "None in it for the open table."
        )
    return [None if seat is None else check_whole_number("seat", seat, 0, players - 1) for seat in given]


def page_data(walk: Walk, title: str, views: Sequence[View], pieces: Pieces) -> dict[str, Any]:
    """The data of the page for `replay.js`, as JSON can hold it."""
    phrases = Pieces()
    seen = sorted({position for view in views for position in view.positions})
    moments = {position: moment for moment, position in enumerate(seen)}
    packed_views = [_packed_view(walk, view, phrases, moments) for view in views]
    return {
        "about": _about(walk, title),
        "agents": walk.agents if walk.people is None else list(walk.people.agents),
        "simultaneous": bool(walk.game.simultaneous),
        "views": packed_views,
        "pieces": pieces.texts,
        "phrases": phrases.texts,
    }


def _packed_view(walk: Walk, view: View, phrases: Pieces, moments: Mapping[int, int]) -> dict[str, Any]:
    """A view as data. Its moments number the positions that any view of the page shows, so views can be compared."""
    return {
        "name": OPEN_TABLE if view.seat is None else walk.long_name(view.seat),
        "frames": view.frames,
        "moments": [moments[position] for position in view.positions],
        "turns": walk.turns_among(view.positions),
        "who": [phrases.number(step.who) for step in view.steps],
        "words": [phrases.number(step.words) for step in view.steps],
        "events": [[phrases.number(event) for event in step.events] for step in view.steps],
        "points": None if view.points is None else vars(view.points),
    }


def _about(walk: Walk, title: str) -> str:
    """The line below the title. It leaves out the seed, which would reveal everything hidden."""
    words = (
        [walk.configuration.describe()]
        if title == walk.game.title
        else [walk.game.title, walk.configuration.describe()]
    )
    words += [walk.players] if walk.players else []
    return " \u00b7 ".join(words if walk.is_over else [*words, "the recording ends before the game is over"])


def _html(title: str, data: str) -> str:
    folder = resources.files(__package__)
    arrange = (
        (resources.files(render) / "arrange.js").read_text(encoding="utf-8").replace("export function", "function")
    )
    script = arrange + (folder / "replay.js").read_text(encoding="utf-8")
    parts = {
        "title": escape(title),
        "font": font_faces(),
        "light": variables(LIGHT) + rules(LIGHT),
        "dark": variables(DARK) + rules(DARK),
        "style": (folder / "replay.css").read_text(encoding="utf-8"),
        # The page runs only this script and loads nothing.
        "hash": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "data": data,
        "script": script,
    }
    template = (folder / "replay.html").read_text(encoding="utf-8")
    pieces = template.split("%%")
    pieces[1::2] = [parts[name] for name in pieces[1::2]]
    return "".join(pieces)
