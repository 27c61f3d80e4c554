"""Panels: the parts that a table is made of, and that a layout places. A game returns them, see `GameDrawing`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from moon_envs.render.elements import SMALLEST_TEXT
from moon_envs.render.picture import Picture

__all__ = ["DECISION", "KINDS", "MARGIN", "OTHER", "OWN", "PANEL_WIDTH", "SMALLEST_TEXT", "TABLE", "Panel"]

PANEL_WIDTH = 440
MARGIN = 8

DECISION, TABLE, OWN, OTHER = KINDS = ("decision", "table", "own", "other")


@dataclass(frozen=True)
class Panel:
    """A part of a table, PANEL_WIDTH wide. No text in it is smaller than SMALLEST_TEXT.

    Attributes:
        name: what it shows, unique in its picture: "turn", "missions", "sheet 2".
        kind: "decision" for what one decides with, "own" for the reader's own things, "other" for those of the
            others, which small screens hide at first, "table" for everything else.
        height: the room it takes in the whole game, so that nothing moves; it depends on the mode of the game alone.
        draw: draws it with its upper left corner at the origin.
    """

    name: str
    kind: str
    height: float
    draw: Callable[[Picture], None]
