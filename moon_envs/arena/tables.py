"""The tables of an arena, for the terminal and for reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moon_envs.arena.comparisons import Difference
from moon_envs.arena.plots import Bar
from moon_envs.arena.results import ArenaResult
from moon_envs.arena.statistics import Estimate


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
    return (
        f"{result.game.title}: arena of {len(result.agents)} agents, {result.configuration.describe()}, "
        f"{result.games:,} games on {len(result.deals):,} deals, seed {result.seed}"
    )


def standing_table(result: ArenaResult) -> Table:
    """Ratings and shares of the victories."""
    seats = tuple(f">seat {seat}" for seat in range(result.configuration.players))
    rows = [
        (
            standing.agent,
            *_number(standing.rating, ".0f"),
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


def comparison_table(result: ArenaResult) -> Table:
    """Every two agents, paired by deal."""
    rows = [
        (
            f"{comparison.agent} - {comparison.other}",
            *_difference(comparison.win_share, "+.1%"),
            *_difference(comparison.points, "+.2f"),
        )
        for comparison in result.comparisons
    ]
    unpaired = ">games without pairing"
    return Table(
        "Differences, paired by deal",
        ("agents", ">share of victories", "95 %", unpaired, ">points", "95 %", unpaired),
        rows,
        f"Games without pairing: how many would give as narrow an interval as these {result.games:,}, if each had been "
        "dealt by itself.",
    )


def points_table(result: ArenaResult) -> Table:
    """Points by category."""
    rows = [
        (standing.agent, name, *_number(estimate, ".2f"))
        for standing in result.standings
        for name, estimate in {**standing.categories, "total": standing.points}.items()
    ]
    return Table(
        "Points",
        ("agent", "category", ">mean", "95 %"),
        rows,
        f"Every deal was played with {len(result.seatings)} seatings; all agents hold every seat equally often.",
    )


def rating_bars(result: ArenaResult) -> list[Bar]:
    """The ratings, to be plotted."""
    return [Bar(standing.agent, standing.rating, f"{standing.rating.mean:.0f}") for standing in result.standings]


def share_bars(result: ArenaResult) -> list[Bar]:
    """The shares of the victories, to be plotted in percent."""
    return [
        Bar(standing.agent, _percent(standing.win_share), f"{standing.win_share.mean:.1%}")
        for standing in result.standings
    ]


def _percent(estimate: Estimate) -> Estimate:
    return Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)


def _number(estimate: Estimate, form: str) -> tuple[str, str]:
    return f"{estimate.mean:{form}}", f"{estimate.low:{form}} to {estimate.high:{form}}"


def _difference(difference: Difference, form: str) -> tuple[str, str, str]:
    games = difference.games_without_pairing
    return *_number(difference.estimate, form), "-" if games is None else f"{games:,.0f}"
