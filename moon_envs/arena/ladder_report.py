"""Results of the ladder in words and tables, for the terminal and as a page."""

from __future__ import annotations

from moon_envs.arena.ladder_protocol import GAME_VERSIONS, VERSION
from moon_envs.arena.ladder_results import LadderResult, RungResult
from moon_envs.arena.statistics import Estimate
from moon_envs.text_tables import markdown_table

MARK = "<!-- moon-envs ladder -->"
SCORE_COLUMNS = ("environment", ">score", ">95 % interval")
RUNG_COLUMNS = ("rung", ">win share", ">95 % interval", ">points", ">95 % interval", ">won alone", ">shared", ">lost")
COLLECTION = "the collection"
MEANING = (
    "A score is 100 x the mean over the rungs of an environment of the share of the victory: from 0, every game lost, "
    "to 100, every game won alone. The score of the collection is the mean of its environments. Intervals are "
    "bootstrap intervals over deals."
)


def score_text(score: Estimate) -> str:
    """A score with its interval in one cell.

    Example:
        >>> score_text(Estimate(12.34, 10.0, 14.55))
        '12.3 [10.0, 14.6]'
    """
    return f"{score.mean:.1f} {_bounds(score, '.1f')}"


def score_rows(result: LadderResult) -> list[tuple[str, ...]]:
    """A row for every environment and one for the collection; those that are not complete have no score."""
    environments = result.environments
    played = {one.rung.game for one in result.rungs}
    scores: list[tuple[str, Estimate | None]] = [(game, environments.get(game)) for game in GAME_VERSIONS]
    rows = [(game, score) for game, score in scores if game in played]
    if result.collection:
        rows.append((COLLECTION, result.collection))
    return [(name, f"{score.mean:.1f}", _bounds(score, ".1f")) if score else (name, "-", "-") for name, score in rows]


def rung_row(result: RungResult) -> tuple[str, ...]:
    """The row of a rung."""
    lost, alone, *shared = result.victories
    share, points = result.win_share, result.points
    counts = (alone, sum(shared), lost)
    return (
        result.rung.id,
        f"{share.mean:.1%}",
        _bounds(share, ".1%"),
        f"{points.mean:.2f}",
        _bounds(points, ".2f"),
        *map(str, counts),
    )


def heading(result: LadderResult) -> str:
    """Who climbed what."""
    return f"{VERSION}: {result.agent}, {result.games} games on each rung"


def remarks(result: LadderResult) -> list[str]:
    """What to know about the numbers."""
    lines = [MEANING]
    if result.deviations:
        lines.append(f"Not the official protocol: {'; '.join(result.deviations)}.")
    if result.interrupted:
        lines.append(f"Interrupted after {len(result.rungs)} rungs; a score needs all rungs of its environment.")
    return lines


def ladder_page(result: LadderResult) -> str:
    """The result as a page in Markdown."""
    parts = [
        MARK,
        f"# {heading(result)}",
        *remarks(result),
        markdown_table(SCORE_COLUMNS, score_rows(result)),
        markdown_table(RUNG_COLUMNS, [rung_row(one) for one in result.rungs]),
    ]
    return "\n\n".join(parts) + "\n"


def _bounds(estimate: Estimate, form: str) -> str:
    return f"[{estimate.low:{form}}, {estimate.high:{form}}]"
