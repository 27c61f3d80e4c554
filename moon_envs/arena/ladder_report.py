"""The result of a ladder in words and tables, for the terminal and as a Markdown page."""

from __future__ import annotations

from collections.abc import Sequence

from moon_envs.arena.bootstrap import Estimate
from moon_envs.arena.ladder_protocol import GAME_VERSIONS, GAMES_OF_A_RUNG, VERSION
from moon_envs.arena.ladder_references import references_beside
from moon_envs.arena.ladder_results import LadderResult, RungResult
from moon_envs.base.text_tables import markdown_table
from moon_envs.core.game import MODES

MARK = "<!-- moon-envs ladder -->"
RUNG_COLUMNS = ("rung", ">win share", ">95 % interval", ">points", ">95 % interval", ">won alone", ">shared", ">lost")
KINDS = (None, *MODES)
COLLECTION = "the collection"
REFERENCES = "Beside the reference agents"
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


def score_table(result: LadderResult) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """Columns, and a row for every environment and one for the collection; only complete ones have a score.

    A result of one mode has the sub-score of this mode only.
    """
    kinds = KINDS if result.mode is None else (result.mode,)
    names = ["score" if kind is None else f"sub-score {kind}" for kind in kinds]
    environments = [result.environment_scores(mode) for mode in kinds]
    played = {one.rung.game for one in result.rungs}
    rows = [(game, [scores.get(game) for scores in environments]) for game in GAME_VERSIONS if game in played]
    collection = [result.collection_score(mode) for mode in kinds]
    if any(collection):
        rows.append((COLLECTION, collection))
    columns = ("environment", *(column for name in names for column in (f">{name}", ">95 % interval")))
    return columns, [(name, *(cell for score in scores for cell in _cells(score))) for name, scores in rows]


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


def reference_table(result: LadderResult) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """Columns and rows with the scores of a result and of the reference agents, without intervals.

    An environment whose rungs were played in one mode has its sub-score, and an incomplete one its rungs.
    """
    references = references_beside(result)
    every = [result, *references.values()]
    columns = ("environment", ">this result", *(f">{agent}" for agent in references))
    rows = []
    for game in dict.fromkeys(one.rung.game for one in result.rungs):
        kind = next((kind for kind in KINDS if game in result.environment_means(kind)), "rungs")
        if kind == "rungs":
            rungs = [one.rung.id for one in result.rungs if one.rung.game == game]
            rows += [(rung, *(_mean(_rung_means(one).get(rung)) for one in every)) for rung in rungs]
        else:
            rows.append((_label(game, kind), *(_mean(one.environment_means(kind).get(game)) for one in every)))
    for kind in KINDS:
        if result.collection_mean(kind) is not None:
            rows.append((_label(COLLECTION, kind), *(_mean(one.collection_mean(kind)) for one in every)))
            break
    return columns, rows


def rung_reference_table(result: LadderResult) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """Columns and rows with the win shares of the reference agents on the rungs of a result, in percent."""
    references = references_beside(result)
    every = [_rung_means(one) for one in (result, *references.values())]
    columns = ("rung", ">this result", *(f">{agent}" for agent in references))
    return columns, [(one.rung.id, *(_mean(means.get(one.rung.id)) for means in every)) for one in result.rungs]


def reference_remark(result: LadderResult) -> str:
    """Whether the reference scores can be compared with a result."""
    about = f"The reference agents played {VERSION} officially, with {GAMES_OF_A_RUNG} games on each rung"
    if result.is_official:
        return f"{about}, the same seeds and the same opponents: compare the scores. LADDER.md has their intervals."
    return f"{about}; this result is not official, so do not compare the scores: they show the order of magnitude."


def _rung_means(result: LadderResult) -> dict[str, float]:
    return {one.rung.id: 100 * float(one.shares.mean()) for one in result.rungs}


def _label(name: str, kind: str | None) -> str:
    return f"{name}, {kind}" if kind else name


def _mean(mean: float | None) -> str:
    return "-" if mean is None else f"{mean:.1f}"


def heading(result: LadderResult) -> str:
    """The protocol, the agent and the number of games, in one line."""
    half = "" if result.mode is None else f" {result.mode}"
    return f"{VERSION}{half}: {result.agent}, {result.games} games on each rung"


def remarks(result: LadderResult) -> list[str]:
    """Sentences that explain the numbers."""
    lines = [MEANING]
    if result.mode is not None:
        official = "Official sub-scores" if result.is_official else "Sub-scores"
        lines.append(
            f"{official} {result.mode} of {VERSION}: only this mode was played. Compare them with the sub-scores "
            f"{result.mode} of other results, whole ladders included, not with their scores."
        )
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
        markdown_table(*score_table(result)),
        markdown_table(RUNG_COLUMNS, rung_rows(result)),
    ]
    if result.rungs:
        parts += [f"## {REFERENCES}", reference_remark(result), markdown_table(*reference_table(result))]
        parts += ["Win shares on every rung, in percent:", markdown_table(*rung_reference_table(result))]
    return "\n\n".join(parts) + "\n"


def _bounds(estimate: Estimate, form: str) -> str:
    return f"[{estimate.low:{form}}, {estimate.high:{form}}]"
