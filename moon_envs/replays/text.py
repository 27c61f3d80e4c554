"""A recorded game as text: step by step, and the points at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moon_envs.base.text_tables import text_table
from moon_envs.render.drawing import points_of
from moon_envs.replays.story import story
from moon_envs.replays.walk import Walk


def lines_of(walk: Walk, seat: int | None, note: str = "") -> Iterator[str]:
    """The lines of a game from the view of a seat, None for the open table; `note` is added to the first line."""
    yield f"{walk.game.title}: {walk.configuration.describe()}{note}"
    if walk.players:
        yield walk.players
    steps = [step for step in story(walk, seat) if not step.is_silent]
    turns = walk.turns_among([0, *(step.position for step in steps)])
    for place, step in enumerate(steps):
        if place in turns:
            yield ""
            yield f"{'Phase' if walk.game.simultaneous else 'Turn'} {turns.index(place) + 1} of {len(turns)}"
        yield f"{place + 1:4}  {step.who}{': ' if step.who else ''}{step.words}"
        yield from (f"      {event}" for event in step.events)
    yield ""
    yield "The game is over." if walk.is_over else "The recording ends before the game is over."
    columns, rows = _points(walk, seat)
    if rows:
        yield text_table(columns, rows)


def _points(walk: Walk, seat: int | None) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The points by category: those that a seat sees; at the open table and in the solo mode all of them."""
    standing = None if seat is None else walk.picture(len(walk) - 1, seat).standing
    if standing is None or walk.configuration.is_solo:
        if seat is not None and not walk.is_over:
            return (), []
        used = walk.game.used_categories(walk.configuration)
        points = points_of(walk.game, walk.states[-1])[:, list(used.values())].tolist()
        rows = [(walk.long_name(side), *counted, sum(counted)) for side, counted in enumerate(points)]
        return ("points", *used, "total"), rows
    rows = [
        (name, *("?" if value is None else value for value in counted))
        for name, counted in zip(standing.names, standing.points, strict=True)
    ]
    return ("points", *standing.categories), rows
