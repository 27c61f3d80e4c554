"""The tables and plots of an arena, for the terminal and for reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.comparisons import Difference
from moon_envs.arena.plots import Bar
from moon_envs.arena.results import ArenaResult
from moon_envs.arena.sequential import SprtOutcome

RATINGS = "Ratings: a lead of 400 points means odds of ten to one; the mean is 0; two agents share an imaginary draw. "


@dataclass(frozen=True)
class Table:
    """A table of a report.

    Attributes:
        title: the heading.
        columns: the names of the columns; ">" marks a column of numbers.
        rows: the cells of each row.
        explanation: what the numbers mean.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    explanation: str


def headline(result: ArenaResult) -> str:
    """What was played: game, agents, mode, games and seeds, in one line."""
    agents = f"{len(result.agents)} agent{'s' if len(result.agents) > 1 else ''}"
    what = f"{agents} against {_opponent(result)}" if result.configuration.is_solo else f"arena of {agents}"
    return (
        f"{result.game.title}: {what}, {result.configuration.describe()}, "
        f"{result.games:,} games on {len(result.seeds):,} seeds from {result.seed}"
    )


def tables(result: ArenaResult) -> list[Table]:
    """The tables of a result."""
    standings = solo_table(result) if result.configuration.is_solo else standing_table(result)
    comparisons = [comparison_table(result)] if result.comparisons else []
    test = [] if result.sequential is None else [test_table(result.agents, result.sequential)]
    return [*test, standings, *comparisons, points_table(result)]


def plots(result: ArenaResult) -> list[tuple[str, list[Bar]]]:
    """The titles and bars of the plots of a result."""
    shares = ("Share of the victories", share_bars(result))
    if result.configuration.is_solo:
        return [shares, ("Points", point_bars(result))]
    return [("Ratings", rating_bars(result)), shares] if result.has_ratings else [shares]


def standing_table(result: ArenaResult) -> Table:
    """Ratings, if there are any, and shares of the victories, a row for each agent."""
    seats = tuple(f">seat {seat}" for seat in range(result.configuration.players))
    ratings = (">rating", "95 %") if result.has_ratings else ()
    rows = [
        (
            standing.agent,
            *(_number(standing.rating, ".0f") if standing.rating else ()),
            *_number(standing.win_share, ".1%"),
            *(f"{share:.1%}" for share in standing.seats),
            *(f"{count:,}" for count in (standing.wins, standing.ties, standing.losses)),
        )
        for standing in result.standings
    ]
    return Table(
        "Standings",
        ("agent", *ratings, ">share of victories", "95 %", *seats, ">won alone", ">shared", ">lost"),
        rows,
        f"{RATINGS if ratings else ''}A shared victory counts in parts. Intervals: bootstrap over seeds.",
    )


def solo_table(result: ArenaResult) -> Table:
    """Victories and points in the solo mode, a row for each agent."""
    opponent = _opponent(result)
    rows = [
        (
            standing.agent,
            *_number(standing.win_share, ".1%"),
            *_number(standing.points, ".2f"),
            f"{_of(standing.opponent_points).mean:.2f}",
            *(f"{count:,}" for count in (standing.wins, standing.ties, standing.losses)),
        )
        for standing in result.standings
    ]
    return Table(
        f"Against {opponent}",
        (
            "agent",
            ">share of victories",
            "95 %",
            ">points",
            "95 %",
            f">points of {opponent}",
            ">won",
            ">drawn",
            ">lost",
        ),
        rows,
        "A draw counts half. Intervals: bootstrap over seeds.",
    )


def comparison_table(result: ArenaResult) -> Table:
    """Differences between every two agents, paired by seed."""
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
        "Differences, paired by seed",
        ("agents", ">share of victories", "95 %", unpaired, ">points", "95 %", unpaired, "wins more"),
        rows,
        f"Games without pairing: how many games, each with its own seed, give the same interval as these "
        f"{result.games:,}. An agent wins more if the interval of the difference in shares leaves out 0.",
    )


def test_table(agents: tuple[str, ...], outcome: SprtOutcome) -> Table:
    """What a sequential test of two agents says, in one row."""
    test, fixed = outcome.test, outcome.fixed_games
    low, high = test.bounds
    return Table(
        f"Sequential test: does {agents[0]} lead {agents[1]} by {test.elo0:g} Elo (H0) or by {test.elo1:g} (H1)?",
        ("accepted", ">log-likelihood ratio", "bounds", ">Elo", "95 %", ">games", ">fixed match", ">games saved"),
        [
            (
                outcome.accepted or "undecided",
                f"{outcome.ratio:+.2f}",
                f"{low:+.2f} to {high:+.2f}",
                *_number(outcome.elo, "+.1f"),
                f"{outcome.games:,}",
                f"{fixed:,.0f}",
                "-" if outcome.accepted is None else f"{fixed - outcome.games:,.0f} ({1 - outcome.games / fixed:.0%})",
            )
        ],
        f"Pairs of games by points of {agents[0]}, 0 to 2 in halves: {', '.join(map(str, outcome.counts))}. Errors: "
        f"H1 is accepted under H0 in {test.alpha:.3g} of the tests, H0 under H1 in {test.beta:.3g}. Fixed match: the "
        "games of a match with these error rates that does not stop early. The interval of the Elo points ignores the "
        "stopping.",
    )


def points_table(result: ArenaResult) -> Table:
    """Points by scoring category, a row for each agent and category."""
    rows = [
        (standing.agent, name, *_number(estimate, ".2f"))
        for standing in result.standings
        for name, estimate in {**standing.categories, "total": standing.points}.items()
    ]
    several = f"Every seed was played in {len(result.seatings)} seatings; all agents hold every seat equally often."
    return Table(
        "Points",
        ("agent", "category", ">mean", "95 %"),
        rows,
        "Every agent played every seed once." if result.configuration.is_solo else several,
    )


def rating_bars(result: ArenaResult) -> list[Bar]:
    """The bars of the ratings."""
    ratings = [(standing.agent, _of(standing.rating)) for standing in result.standings]
    return [Bar(agent, rating, f"{rating.mean:.0f}") for agent, rating in ratings]


def point_bars(result: ArenaResult) -> list[Bar]:
    """The bars of the points."""
    return [Bar(standing.agent, standing.points, f"{standing.points.mean:.1f}") for standing in result.standings]


def share_bars(result: ArenaResult) -> list[Bar]:
    """The bars of the shares of the victories, in percent."""
    return [
        Bar(standing.agent, _percent(standing.win_share), f"{standing.win_share.mean:.1%}")
        for standing in result.standings
    ]


def _opponent(result: ArenaResult) -> str:
    return result.game.rival or "the opponent"


def _of(estimate: Estimate | None) -> Estimate:
    """An estimate that exists in this mode."""
    assert estimate is not None
    return estimate


def _percent(estimate: Estimate) -> Estimate:
    return Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)


def _number(estimate: Estimate, form: str) -> tuple[str, str]:
    return f"{estimate.mean:{form}}", f"{estimate.low:{form}} to {estimate.high:{form}}"


def _difference(difference: Difference, form: str) -> tuple[str, str, str]:
    games = difference.games_without_pairing
    return *_number(difference.estimate, form), "-" if games is None else f"{games:,.0f}"
