"""How objects show themselves: one line in a terminal, a small table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from moon_envs.base.checks import shown

MOST_ROWS_SHOWN = 20

Facts = Mapping[str, Any]
"""Names and values that describe an object; the names of its arguments where it has them."""

Table = tuple[Sequence[str], Sequence[Sequence[Any]]]
"""Headings and rows."""


class Shown:
    """Base class of objects that describe themselves: `repr` in one line, a table in a notebook.

    A class overrides `_repr_facts_`, and `_repr_table_` if it has numbers to show. Like `_repr_html_` of IPython, they
    are a protocol: other modules may call them. Showing an object is quick, changes nothing and never fails.
    """

    def _repr_facts_(self) -> Facts:
        """Return the names and values that describe this object."""
        return {}

    def _repr_table_(self) -> Table | None:
        """Return the table that a notebook shows below the facts, if there is one."""
        return None

    def __repr__(self) -> str:
        try:
            facts = [f"{name}={_in_code(value)}" for name, value in self._repr_facts_().items()]
        except Exception:  # the object may be half made, or of a user's class
            return f"<{type(self).__name__}>"
        return f"{type(self).__name__}({', '.join(facts)})"

    def _repr_html_(self) -> str | None:
        """Return the table for notebooks; None if the object is faulty, so that the notebook shows its `repr`."""
        try:
            facts = [(name.replace("_", " "), _in_words(value)) for name, value in self._repr_facts_().items()]
            table = self._repr_table_()
        except Exception:  # as above
            return None
        parts = [f"<strong>{escape(type(self).__name__)}</strong>", _html((), facts)]
        if table is not None:
            headings, rows = table
            parts.append(_html(headings, [[_in_words(cell) for cell in row] for row in rows[:MOST_ROWS_SHOWN]]))
            if len(rows) > MOST_ROWS_SHOWN:
                parts.append(f"<p>... and {len(rows) - MOST_ROWS_SHOWN} more</p>")
        return "".join(parts)


def _in_code(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, (float, np.floating)) else shown(_plain(value))


def _in_words(value: Any) -> str:
    return str(value) if isinstance(value, str) else _in_code(value)


def _plain(value: Any) -> Any:
    """Return numpy's numbers as Python's own, with floats rounded to four digits."""
    if isinstance(value, (float, np.floating)):
        return float(f"{value:.4g}")
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


def _html(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{f'<tr>{head}</tr>' if head else ''}{body}</table>"
