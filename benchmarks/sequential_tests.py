"""Sequential tests (`moon-envs arena --sprt`): simulated matches, how often they err and how many games they take.

    python -m benchmarks.sequential_tests --sprt 0 20 --matches 10000

Each row of the table has matches between two agents with a known lead. A pair of games is drawn as in an arena: its
deal favours a seat by a normal number of Elo points (`--luck` is the standard deviation), the first agent has this seat
in one game only, and a share of the games is drawn (`--draws`, in games of equal chances). No match has a limit. The
fixed match has the same error rates and the true variance, see `Sprt.fixed_games`. "In 95 %": how often the interval of
the Elo estimate has the true lead. The intervals of shares are Wilson's for independent matches.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.json_file import parse_with_json_file, write_json_file
from moon_envs.arena.sequential import EMPTY_CELL, SCORES, Sprt, elo_of, expected_score, log_likelihood_ratio
from moon_envs.base.text_tables import markdown_table

EXACT_PAIRS, FAR = 100, 0.8
QUANTILES = (0.05, 0.5, 0.95)
NORMAL_95 = statistics.NormalDist().inv_cdf(0.975)
COLUMNS = (
    *(">Elo", ">H1 accepted", "95 %", ">games", ">5 %", ">median", ">95 %", ">fixed match", ">share"),
    *(">mean estimate", ">in 95 %"),
)


def pair_distribution(elo: float, draws: float, luck: float) -> np.ndarray:
    """The probabilities of 0, 1/2, 1, 3/2 and 2 points in a pair; the expected score is exactly that of the lead.

    Args:
        elo: the lead of the first agent.
        draws: the share of draws in a game of equal chances.
        luck: the standard deviation of the Elo points by which a deal favours a seat.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(41)
    pairs = np.zeros(len(SCORES))
    for node, weight in zip(nodes, weights / weights.sum(), strict=True):
        one, other = (_game_distribution(elo + favour, draws) for favour in (luck * node, -luck * node))
        pairs += weight * np.convolve(one, other)
    return _tilted(pairs, expected_score(elo))


def _game_distribution(elo: float, draws: float) -> np.ndarray:
    score = expected_score(elo)
    drawn = 4 * score * (1 - score) * draws
    return np.array([1 - score - drawn / 2, drawn, score - drawn / 2])


def _tilted(pairs: np.ndarray, score: float) -> np.ndarray:
    """The distribution times exp(t x score), with the t that gives this expected score."""
    low, high = -20.0, 20.0
    for _ in range(100):
        middle = (low + high) / 2
        tilted = pairs * np.exp(middle * SCORES)
        tilted /= tilted.sum()
        low, high = (middle, high) if tilted @ SCORES < score else (low, middle)
    return tilted


@dataclass(frozen=True)
class Simulated:
    """Simulated matches with one true lead: by match, whether H1 was accepted, and the pairs by outcome."""

    elo: float
    is_second: np.ndarray
    counts: np.ndarray
    variance: float


def simulate(test: Sprt, elo: float, matches: int, draws: float, luck: float, seed: int) -> Simulated:
    """Play matches side by side, a pair at a time, until each is decided."""
    random = np.random.default_rng(seed)
    pairs = pair_distribution(elo, draws, luck)
    limits = np.cumsum(pairs)[:-1]
    low, high = test.bounds
    counts, is_second = np.zeros((matches, len(SCORES)), dtype=np.int64), np.zeros(matches, dtype=bool)
    going = np.arange(matches)
    for played in itertools.count(1):
        if not len(going):
            break
        counts[going, np.searchsorted(limits, random.random(len(going)), side="right")] += 1
        near = np.flatnonzero(_may_be_decided(test, counts[going], played))
        ratios = log_likelihood_ratio(counts[going[near]], test.elo0, test.elo1)
        is_second[going[near]] = ratios >= high
        going = np.delete(going, near[(ratios <= low) | (ratios >= high)])
    return Simulated(elo, is_second, counts, float(pairs @ SCORES**2 - (pairs @ SCORES) ** 2))


def _may_be_decided(test: Sprt, counts: np.ndarray, played: int) -> np.ndarray:
    """Whether the ratio may be at a bound: its normal approximation, good after many pairs, is not far from one."""
    if played < EXACT_PAIRS:
        return np.ones(len(counts), dtype=bool)
    means = counts @ SCORES / played
    variances = counts @ SCORES**2 / played - means**2
    first, second = expected_score(test.elo0), expected_score(test.elo1)
    ratios = played * (second - first) * (2 * means - first - second) / (2 * np.maximum(variances, 1e-9))
    return (ratios <= FAR * test.bounds[0]) | (ratios >= FAR * test.bounds[1])


def wilson(count: int, total: int) -> tuple[float, float]:
    """The interval of 95 % of a share."""
    share, weight = count / total, NORMAL_95**2 / total
    middle = (share + weight / 2) / (1 + weight)
    width = NORMAL_95 * math.sqrt(share * (1 - share) / total + weight / (4 * total)) / (1 + weight)
    return max(0.0, middle - width), min(1.0, middle + width)


def numbers(test: Sprt, simulated: Simulated) -> dict[str, Any]:
    """What the table says about the matches with one true lead."""
    pairs = np.maximum(simulated.counts, EMPTY_CELL)
    means = pairs @ SCORES / pairs.sum(axis=1)
    variances = pairs @ SCORES**2 / pairs.sum(axis=1) - means**2
    widths = NORMAL_95 * np.sqrt(variances / simulated.counts.sum(axis=1))
    games = 2 * simulated.counts.sum(axis=1)
    count, fixed = int(simulated.is_second.sum()), test.fixed_games(simulated.variance)
    return {
        "elo": simulated.elo,
        "accepted": count / len(games),
        "interval": wilson(count, len(games)),
        "games": float(games.mean()),
        "quantiles": np.quantile(games, QUANTILES).tolist(),
        "fixed": fixed,
        "share": float(games.mean()) / fixed,
        "estimate": float(np.mean([elo_of(mean) for mean in means])),
        "covered": float((np.abs(means - expected_score(simulated.elo)) <= widths).mean()),
    }


def row(found: dict[str, Any]) -> tuple[str, ...]:
    """A row of the table."""
    low, high = found["interval"]
    return (
        *(f"{found['elo']:g}", f"{found['accepted']:.2%}", f"{low:.2%} to {high:.2%}", f"{found['games']:,.0f}"),
        *(f"{games:,.0f}" for games in found["quantiles"]),
        *(f"{found['fixed']:,.0f}", f"{found['share']:.0%}", f"{found['estimate']:+.1f}", f"{found['covered']:.1%}"),
    )


def main() -> None:
    """Simulate, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        default=(0.0, 20.0),
        metavar=("ELO0", "ELO1"),
        help="hypotheses (default: 0 20)",
    )
    parser.add_argument("--alpha", type=float, default=0.05, metavar="P", help="error rate at ELO0 (default: 0.05)")
    parser.add_argument("--beta", type=float, default=0.05, metavar="P", help="error rate at ELO1 (default: 0.05)")
    parser.add_argument("--matches", type=int, default=10_000, metavar="N", help="matches a lead (default: 10000)")
    parser.add_argument("--elo", nargs="+", type=float, metavar="E", help="true leads (default: around the hypotheses)")
    parser.add_argument("--draws", type=float, default=0.05, metavar="P", help="share of draws (default: 0.05)")
    parser.add_argument("--luck", type=float, default=150.0, metavar="E", help="luck of the deal in Elo (default: 150)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the simulation (default: 0)")
    arguments = parse_with_json_file(parser)
    elo0, elo1 = arguments.sprt
    test = Sprt(elo0, elo1, arguments.alpha, arguments.beta)
    leads = arguments.elo or [test.elo0 + part * (test.elo1 - test.elo0) for part in (-1, 0, 0.25, 0.5, 0.75, 1, 2)]
    started, found = time.perf_counter(), []
    for place, elo in enumerate(leads):
        matches = simulate(
            test, elo, arguments.matches, arguments.draws, arguments.luck, arguments.seed * len(leads) + place
        )
        found.append(numbers(test, matches))
    pairs = pair_distribution(test.elo0, arguments.draws, arguments.luck)
    print(markdown_table(COLUMNS, [row(values) for values in found]))
    print(
        f"\n{arguments.matches:,} matches of each lead, hypotheses {test.elo0:g} and {test.elo1:g} Elo, alpha "
        f"{test.alpha:g}, beta {test.beta:g}; pairs at {test.elo0:g} Elo by points: "
        f"{', '.join(f'{share:.1%}' for share in pairs)}. {time.perf_counter() - started:.0f} s."
    )
    write_json_file(arguments, {"settings": {**vars(arguments), "json": None}, "leads": found})


if __name__ == "__main__":
    main()
