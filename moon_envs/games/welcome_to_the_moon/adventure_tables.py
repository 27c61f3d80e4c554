"""Everything an adventure declares: what is compiled, and what the adapters and the words are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from moon_envs.core.tables import ActionTable, FeatureTable
from moon_envs.engine.records import StateRecord
from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet


def printed_worth(sheet: np.void, value: int) -> int:
    """In most adventures a mission is worth what is printed on it."""
    return value


@dataclass(frozen=True)
class AdventureTables:
    """The tables of an adventure; its rules are in the table of its entry module.

    Attributes:
        id: its name, which is also that of its folder.
        summary: what one does in it, in a sentence.
        printed: the facts of its sheet.
        missions: its mission cards: for each letter two of (printed number, first value, later value, words).
        state: its state record.
        blank_sheet: one sheet as it is when the game begins.
        decisions: the names of its kinds of decisions.
        actions: its actions.
        features: its features.
        categories: the names of its scoring categories.
        points_scale: about the best score, by which rewards are divided.
        lowest_points: the lowest possible score.
        cell_names: its cells in words.
        table_text: what is its own on the table, as lines.
        sheet_text: a sheet below a title, as lines: (state, sheet, title) -> lines.
        action_text: an action in words of its own, which say more in a position, None: as in all adventures:
            (state, range, index) -> words.
        mission_worth: what the printed value of a mission is worth on a sheet: (sheet, value) -> points.
        simultaneous: the fields that together say which simultaneous phase it is.
        version: raised when the game or its encoding changes.
    """

    id: str
    summary: str
    printed: PrintedSheet
    missions: tuple
    state: StateRecord
    blank_sheet: np.ndarray
    decisions: tuple[str, ...]
    actions: ActionTable
    features: FeatureTable
    categories: tuple[str, ...]
    points_scale: float
    lowest_points: int
    cell_names: tuple[str, ...]
    table_text: Callable[[np.void], list[str]]
    sheet_text: Callable[[np.void, np.void, str], list[str]]
    action_text: Callable[[np.void, str, int], str | None] = lambda state, name, index: None
    mission_worth: Callable[[np.void, int], int] = printed_worth
    simultaneous: tuple[str, ...] = ("turn", "phase")
    version: int = 0
