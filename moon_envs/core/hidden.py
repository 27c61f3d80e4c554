"""One fixed order of what seats cannot know: games that a seat cannot tell apart are then redrawn alike."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import Game


def order_what_is_hidden(game: Game, records: np.ndarray, seats: np.ndarray) -> None:
    """Sort, in place, everything whose order a seat does not know.

    Redrawing shuffles what it finds. Without a fixed order, two games that differ in hidden things only would give
    different results from the same seed.

    Args:
        game: the game.
        records: (k,) records.
        seats: (k,) the seat of each record; records with -1 are left alone.
    """
    # Orders of one record may overlap, so the first orders of all records are sorted before the second ones.
    alike: dict[tuple[int, str, int], tuple[list[int], list[np.ndarray]]] = {}
    for row in np.flatnonzero(seats >= 0).tolist():
        for number, order in enumerate(game.unknown_orders(records[row], int(seats[row]))):
            rows, places = alike.setdefault((number, order.field, len(order.places)), ([], []))
            rows.append(row)
            places.append(order.places)
    for (_, field, _), (rows, places) in sorted(alike.items()):
        where = np.array(rows)[:, np.newaxis], np.array(places)
        records[field][where] = np.sort(records[field][where], axis=1)
