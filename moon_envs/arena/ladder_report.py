"""The result of a ladder in words and tables, for the terminal and as a Markdown page."""

from __future__ import annotations

from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.ladder_protocol import GAME_VERSIONS, VERSION
from moon_envs.arena.ladder_results import LadderResult, RungResult
from moon_envs.base.text_tables import markdown_table
from moon_envs.core.game import MODES

MARK = "<!-- moon-envs ladder -->"
SCORE_COLUMNS = ("environment", *(column for what in ("score", *MODES) for column in (f">{what}", ">95 % interval")))
RUNG_COLUMNS = ("rung", ">win share", ">95 % interval", ">points", ">95 % interval", ">won alone", ">shared", ">lost")
COLLECTION = "the collection"
MEANING = (
    "A score is 100 x the mean share of the victory over the rungs of an environment: 0 means every game was lost, "
    "100 means every game was won alone. The score of the collection is the mean of its environments. The sub-scores "
    "solo and several use the rungs of one mode. Intervals are bootstrap intervals over seeds."
)


def score_text(score: Estimate) -> str:
    """A score with its interval in one cell.

    Example:
        >>> score_text(Estimate(12.34, 10.0, 14.55))
        '12.3 [10.0, 14.6]'
    """
    return f"{score.mean:.1f} {_bounds(score, '.1f')}"


def score_rows(result: LadderResult) -> list[tuple[str, ...]]:
    """A row for every environment and one for the collection; only complete ones have a score."""
    kinds = (None, *MODES)
    environments = [result.environment_scores(mode) for mode in kinds]
    played = {one.rung.game for one in result.rungs}
    rows = [(game, [scores.get(game) for scores in environments]) for game in GAME_VERSIONS if game in played]
    collection = [result.collection_score(mode) for mode in kinds]
    if any(collection):
        rows.append((COLLECTION, collection))
    return [(name, *(cell for score in scores for cell in _cells(score))) for name, scores in rows]


def _cells(score: Estimate | None) -> tuple[str, str]:
    return (f"{score.mean:.1f}", _bounds(score, ".1f")) if score else ("-", "-")


def rung_rows(result: LadderResult) -> list[tuple[str, ...]]:
    """A row for every rung; an unfinished rung is last."""
    rows = [_rung_row(one, one.rung.id) for one in result.rungs]
    if result.partial:
        name = f"{result.partial.rung.id}, interrupted after {result.partial.games} games"
        rows.append(_rung_row(result.partial, name))
    return rows


def _rung_row(result: RungResult, name: str) -> tuple[str, ...]:
    lost, alone, *shared = result.victories
    share, points = result.win_share, result.points
    counts = (alone, sum(shared), lost)
    return (
        name,
        f"{share.mean:.1%}",
        _bounds(share, ".1%"),
        f"{points.mean:.2f}",
        _bounds(points, ".2f"),
        *map(str, counts),
    )


def heading(result: LadderResult) -> str:
    """The protocol, the agent and the number of games, in one line."""
    return f"{VERSION}: {result.agent}, {result.games} games on each rung"


def remarks(result: LadderResult) -> list[str]:
    """Sentences that explain the numbers."""
    lines = [MEANING]
    if result.deviations:
        lines.append(f"Not the official protocol: {'; '.join(result.deviations)}.")
    if result.interrupted:
        lines.append(f"Interrupted after {len(result.rungs)} rungs; a score needs all rungs of its environment.")
        if result.partial:
            lines[-1] += " Unfinished games are left out, which are long games more often."
    return lines


def ladder_page(result: LadderResult) -> str:
    """The result as a Markdown page."""
    parts = [
        MARK,
        f"# {heading(result)}",
        *remarks(result),
        markdown_table(SCORE_COLUMNS, score_rows(result)),
        markdown_table(RUNG_COLUMNS, rung_rows(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _bounds(estimate: Estimate, form: str) -> str:
    return f"[{estimate.low:{form}}, {estimate.high:{form}}]"
