"""The report of an arena as one file: HTML with tables and plots, or Markdown with the same tables."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

from moon_envs.arena.plots import Bar, svg_plot
from moon_envs.arena.result_tables import Table, headline, plots, tables
from moon_envs.arena.results import ArenaResult
from moon_envs.base.checks import check_kind
from moon_envs.base.errors import ConfigurationError
from moon_envs.base.files.disk import as_path, write_file
from moon_envs.base.files.outputs import check_output, has_mark
from moon_envs.base.text_tables import markdown_table, plain_markdown

MARK = "<!-- moon-envs arena -->"
STYLE = """\
body { font-family: system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.25em 0.8em; border-bottom: 1px solid #ddd; text-align: left; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { max-width: 100%; height: auto; }
"""


def write_report(result: ArenaResult, path: str | Path, *, force: bool = False) -> None:
    """Write a report of an arena, in HTML or Markdown by the file's ending.

    Args:
        result: the result to report.
        path: a file that ends in `.html` or `.md`; an earlier report is replaced.
        force: replace any other file, too.

    Raises:
        ConfigurationError: as in `check_report`.
        OSError: the file cannot be written.

    Example:
        >>> import pathlib, tempfile
        >>> from moon_envs.arena import run_arena, write_report
        >>> result = run_arena("launch", ["random", "greedy"], games=40)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "report.html"
        ...     write_report(result, path)
        ...     "<svg" in path.read_text(encoding="utf-8")
        True
    """
    check_kind("result", result, ArenaResult, "the result of an arena")
    path = as_path(path, ConfigurationError)
    check_report(path, force=force)
    page = html_page(result) if path.suffix == ".html" else markdown_page(result)
    write_file(path, page.encode())


def check_report(path: Path, inputs: Iterable[Path | None] = (), *, force: bool = False, insist: str = "") -> None:
    """Check that a report can be written to a file.

    Args:
        path: the file.
        inputs: as in `check_output`.
        force: as in `check_output`.
        insist: as in `check_output`.

    Raises:
        ConfigurationError: the file cannot be written, ends in neither .html nor .md, or is not a report.
    """
    if path.suffix not in (".html", ".md"):
        raise ConfigurationError(f"{path}: the name of a report ends in .html or .md.")
    check_output(path, "the report of an arena", has_mark(MARK), inputs=inputs, force=force, insist=insist)


def html_page(result: ArenaResult) -> str:
    """The report as a self-contained HTML page."""
    title = html.escape(headline(result))
    parts = [
        "<!DOCTYPE html>",
        MARK,
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>\n{STYLE}</style></head><body>',
        f"<h1>{title}</h1>",
        "<ul>" + "".join(f"<li>{html.escape(note)}</li>" for note in _words(result)) + "</ul>",
        *(_html_plot(title, bars) for title, bars in plots(result)),
        *(_html_table(table) for table in tables(result)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def markdown_page(result: ArenaResult) -> str:
    """The report as Markdown."""
    parts = [
        MARK,
        f"# {plain_markdown(headline(result))}",
        "\n".join(f"- {plain_markdown(note)}" for note in _words(result)),
        *(_markdown_table(table) for table in tables(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _words(result: ArenaResult) -> list[str]:
    return [*result.notes, *(table.explanation for table in tables(result))]


def _html_plot(title: str, bars: Sequence[Bar]) -> str:
    return f"<h2>{title}</h2>\n{svg_plot(bars)}"


def _html_table(table: Table) -> str:
    kinds = [' class="number"' if column.startswith(">") else "" for column in table.columns]
    head = _html_row("th", kinds, (column.removeprefix(">") for column in table.columns))
    rows = "\n".join(_html_row("td", kinds, row) for row in table.rows)
    return f"<h2>{html.escape(table.title)}</h2>\n<table>\n{head}\n{rows}\n</table>"


def _html_row(tag: str, kinds: Iterable[str], cells: Iterable[str]) -> str:
    row = zip(kinds, cells, strict=True)
    return "<tr>" + "".join(f"<{tag}{kind}>{html.escape(cell)}</{tag}>" for kind, cell in row) + "</tr>"


def _markdown_table(table: Table) -> str:
    rows = [[plain_markdown(cell) for cell in row] for row in table.rows]
    return f"## {plain_markdown(table.title)}\n\n{markdown_table(table.columns, rows)}"
