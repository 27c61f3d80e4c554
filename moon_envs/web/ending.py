"""The end of a game as the table shows it: the result, points by category and over the game, and the same again."""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs.batch import Batch
from moon_envs.play.opening import new_session
from moon_envs.play.sessions import Session

MOST_PLACES = 60  # of the chart


def end_of(session: Session) -> dict[str, Any]:
    """Points by category, the result in words, points over the game, and whether a finished game can be replayed."""
    names = session.names_of_sides(session.people.long_name)
    used = session.game.used_categories(session.configuration)
    points = session.points()[:, list(used.values())].tolist()
    rows = [{"name": name, "points": row, "total": sum(row)} for name, row in zip(names, points, strict=True)]
    return {
        "categories": [category.replace("_", " ") for category in used],
        "rows": rows,
        "result": session.result(),
        "has_replay": session.is_whole,
        "course": course(session),
    }


def course(session: Session) -> list[list[int]]:
    """The points of each side over the game, as they stood then: up to `MOST_PLACES` of them, evenly spaced."""
    records = np.array([decision.before for decision in session.decisions] + [session.batch.record()])
    places = np.unique(np.linspace(0, len(records) - 1, min(MOST_PLACES, len(records))).round().astype(int))
    mode = session.configuration
    batch = Batch(session.game, len(places), mode.players, 0, autoreset="disabled", **mode.options)
    batch.set_states(records[places].astype(session.game.state_dtype))
    return batch.points().sum(axis=2).T.tolist()


def same_again(session: Session) -> Session:
    """A new game like this one, with another seed."""
    mode, players = session.configuration, session.configuration.players
    seats = [] if session.hotseat else [(session.seat + place) % players for place in range(1, players)]
    return new_session(
        session.game,
        players,
        seat=session.seat,
        hotseat=session.hotseat,
        opponents=[session.agents[seat].name for seat in seats] or None,
        names=session.names,
        **mode.options,
    )
