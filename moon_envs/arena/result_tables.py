"""The tables of an arena, for the terminal and for reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.comparisons import Difference
from moon_envs.arena.plots import Bar
from moon_envs.arena.results import ArenaResult


@dataclass(frozen=True)
class Table:
    """A table; columns whose name begins with ">" hold numbers.

    Attributes:
        title: above the table.
        columns: the names of the columns.
        rows: the cells.
        explanation: what the numbers mean.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    explanation: str


def headline(result: ArenaResult) -> str:
    """What was played, in one line."""
    agents = f"{len(result.agents)} agent{'s' if len(result.agents) > 1 else ''}"
    what = f"{agents} against {_rival(result)}" if result.configuration.is_solo else f"arena of {agents}"
    return (
        f"{result.game.title}: {what}, {result.configuration.describe()}, "
        f"{result.games:,} games on {len(result.deals):,} deals, seed {result.seed}"
    )


def tables(result: ArenaResult) -> list[Table]:
    """All tables that a result has."""
    standings = solo_table(result) if result.configuration.is_solo else standing_table(result)
    comparisons = [comparison_table(result)] if result.comparisons else []
    return [standings, *comparisons, points_table(result)]


def plots(result: ArenaResult) -> list[tuple[str, list[Bar]]]:
    """Titles and bars of all plots that a result has."""
    shares = ("Share of the victories", share_bars(result))
    if result.configuration.is_solo:
        return [shares, ("Points", point_bars(result))]
    return [("Ratings", rating_bars(result)), shares]


def standing_table(result: ArenaResult) -> Table:
    """Ratings and shares of the victories."""
    seats = tuple(f">seat {seat}" for seat in range(result.configuration.players))
    rows = [
        (
            standing.agent,
            *_number(_of(standing.rating), ".0f"),
            *_number(standing.win_share, ".1%"),
            *(f"{share:.1%}" for share in standing.seats),
            *(f"{count:,}" for count in (standing.wins, standing.ties, standing.losses)),
        )
        for standing in result.standings
    ]
    return Table(
        "Standings",
        ("agent", ">rating", "95 %", ">share of victories", "95 %", *seats, ">won alone", ">shared", ">lost"),
        rows,
        "Ratings: 400 points more are odds of ten to one, the mean is 0, and every two agents share an imaginary game. "
        "A shared victory counts in parts. Intervals: bootstrap over deals.",
    )


def solo_table(result: ArenaResult) -> Table:
    """Victories and points of agents that played alone."""
    rival = _rival(result)
    rows = [
        (
            standing.agent,
            *_number(standing.win_share, ".1%"),
            *_number(standing.points, ".2f"),
            f"{_of(standing.rival_points).mean:.2f}",
            *(f"{count:,}" for count in (standing.wins, standing.ties, standing.losses)),
        )
        for standing in result.standings
    ]
    return Table(
        f"Against {rival}",
        ("agent", ">share of victories", "95 %", ">points", "95 %", f">points of {rival}", ">won", ">drawn", ">lost"),
        rows,
        "A draw counts half. Intervals: bootstrap over deals.",
    )


def comparison_table(result: ArenaResult) -> Table:
    """Every two agents, paired by deal."""
    rows = [
        (
            f"{comparison.agent} - {comparison.other}",
            *_difference(comparison.win_share, "+.1%"),
            *_difference(comparison.points, "+.2f"),
            comparison.better or "not decided",
        )
        for comparison in result.comparisons
    ]
    unpaired = ">games without pairing"
    return Table(
        "Differences, paired by deal",
        ("agents", ">share of victories", "95 %", unpaired, ">points", "95 %", unpaired, "wins more"),
        rows,
        f"Games without pairing: how many would give as narrow an interval as these {result.games:,}, if each had been "
        "dealt by itself. Who wins more is decided if the interval of the shares leaves out 0.",
    )


def points_table(result: ArenaResult) -> Table:
    """Points by category."""
    rows = [
        (standing.agent, name, *_number(estimate, ".2f"))
        for standing in result.standings
        for name, estimate in {**standing.categories, "total": standing.points}.items()
    ]
    several = f"Every deal was played with {len(result.seatings)} seatings; all agents hold every seat equally often."
    return Table(
        "Points",
        ("agent", "category", ">mean", "95 %"),
        rows,
        "Every agent played every deal once." if result.configuration.is_solo else several,
    )


def rating_bars(result: ArenaResult) -> list[Bar]:
    """The ratings, to be plotted."""
    ratings = [(standing.agent, _of(standing.rating)) for standing in result.standings]
    return [Bar(agent, rating, f"{rating.mean:.0f}") for agent, rating in ratings]


def point_bars(result: ArenaResult) -> list[Bar]:
    """The points, to be plotted."""
    return [Bar(standing.agent, standing.points, f"{standing.points.mean:.1f}") for standing in result.standings]


def share_bars(result: ArenaResult) -> list[Bar]:
    """The shares of the victories, to be plotted in percent."""
    return [
        Bar(standing.agent, _percent(standing.win_share), f"{standing.win_share.mean:.1%}")
        for standing in result.standings
    ]


def _rival(result: ArenaResult) -> str:
    return result.game.rival or "the rival"


def _of(estimate: Estimate | None) -> Estimate:
    """An estimate that this mode has."""
    assert estimate is not None
    return estimate


def _percent(estimate: Estimate) -> Estimate:
    return Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)


def _number(estimate: Estimate, form: str) -> tuple[str, str]:
    return f"{estimate.mean:{form}}", f"{estimate.low:{form}} to {estimate.high:{form}}"


def _difference(difference: Difference, form: str) -> tuple[str, str, str]:
    games = difference.games_without_pairing
    return *_number(difference.estimate, form), "-" if games is None else f"{games:,.0f}"
