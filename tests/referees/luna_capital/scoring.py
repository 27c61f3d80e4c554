"""Points of a city, and of the meteorite ranking (luna_capital 7)."""

from collections.abc import Sequence

from .city import City
from .tables import MIXED, Tables

CATEGORIES = (
    "hydrogen",
    "oxygen",
    "water",
    "greenhouse",
    "greenhouse_sets",
    "meteorites",
    "sales_offices",
    "residential_modules",
    "complexes",
    "special_tiles",
    "hand",
    "concessions",
)


def group_points(tables: Tables, size: int) -> int:
    """Return the points of a group of basic modules."""
    return tables.group_points[min(size, len(tables.group_points) - 1)]


def fruit_sets(pears: int, apples: int, lemons: int, mixed: int) -> int:
    """Return how many sets of three fruits can be made, a mixed greenhouse being any one fruit."""
    fruits, made = [pears, apples, lemons], 0
    while True:
        missing = sum(count == 0 for count in fruits)
        if missing > mixed:
            return made
        mixed -= missing
        fruits = [max(0, count - 1) for count in fruits]
        made += 1


def fruit_set_points(tables: Tables, sets: int) -> int:
    """Return the points of fruit sets; the table ends with three."""
    return tables.set_points[min(sets, len(tables.set_points) - 1)]


def greenhouse_set_points(tables: Tables, kinds: Sequence[int]) -> int:
    """Return the points of the fruit sets among these contents of plots."""
    pears, apples, lemons = (kinds.count(fruit) for fruit in tables.fruits)
    return fruit_set_points(tables, fruit_sets(pears, apples, lemons, kinds.count(MIXED)))


def city_points(tables: Tables, city: City) -> dict[str, int]:
    """Return the points of the plots of a city by category; all categories are named."""
    points = dict.fromkeys(CATEGORIES, 0)
    for name in tables.basic_targets:
        sizes = [len(group) for group in city.groups(tables.targets[name])]
        points[name] = group_points(tables, max(sizes, default=0))
    points["greenhouse_sets"] = greenhouse_set_points(tables, [plot.kind for plot in city.plots])
    for plot in city.plots:
        if plot.kind not in tables.scores:
            continue
        scores = tables.scores[plot.kind]
        each = scores["points_each"]
        if scores["scope"] == "itself":
            points["sales_offices"] += each
        elif scores["scope"] == "surrounding_plots":
            target = tables.targets[scores["target"]]
            points["residential_modules"] += each * sum(other.kind in target for other in city.surrounding(plot))
        else:
            points["complexes"] += each * len(city.of(tables.targets[scores["target"]]))
    return points


def meteorites_of(tables: Tables, city: City) -> int:
    """Return how many meteorites a city has."""
    return len(city.of(tables.targets["meteorite"]))


def meteorite_points(tables: Tables, players: int, counts: Sequence[int]) -> list[int]:
    """Return the points of the meteorite ranking.

    Args:
        tables: The tables of the game.
        players: Number of players, 1 in the solo game.
        counts: Meteorites of every side; in the solo game of the player and of the Automaton.

    Returns:
        The points of every side: tied sides share the sum of their places, rounded down.
    """
    places = tables.places_of_meteorites(players)
    points = []
    for count in counts:
        better = sum(other > count for other in counts)
        tied = sum(other == count for other in counts)
        share = sum(places[better : better + tied]) // tied
        points.append(share if count >= tables.meteorite_minimum else 0)
    return points


def solo_concession_points(tables: Tables, concession: int, phase: int) -> int:
    """Return what a concession first satisfied at the end of a phase is worth in the solo game (luna_capital 10)."""
    row = tables.concessions[concession]
    factor = tables.solo_factors[row["term"]][phase]
    return {"full": row["points"], "half": row["points"] // 2, "none": 0}[factor]
