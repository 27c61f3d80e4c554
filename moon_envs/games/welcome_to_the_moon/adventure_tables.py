"""What an adventure declares: facts that are compiled in, and tables for adapters and texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from moon_envs.core.tables import ActionTable, FeatureTable
from moon_envs.engine.records import StateRecord
from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet


def printed_worth(sheet: np.void, value: int) -> int:
    """The worth of a mission in most adventures: its printed value."""
    return value


@dataclass(frozen=True)
class AdventureTables:
    """The tables of an adventure. Its rules are in the table RULES of its entry module.

    Attributes:
        id: its name and the name of its folder.
        summary: one sentence about what players do.
        printed: the facts of its sheet.
        missions: its mission cards: for each letter two of (printed number, first value, later value, words).
        state: its state record.
        blank_sheet: one sheet as it is when the game begins.
        decisions: the names of its kinds of decisions.
        actions: its actions.
        features: its features.
        categories: the names of its scoring categories.
        points_scale: about the best score; rewards are divided by it.
        lowest_points: the lowest possible score.
        cell_names: its cells in words.
        table_text: (state) -> lines with the adventure's own part of the table.
        sheet_text: (state, sheet, title) -> lines with the title and the sheet.
        action_text: (state, range, index) -> an action in the adventure's own words, None for the shared words.
        mission_worth: (sheet, value) -> points that the printed value of a mission is worth on a sheet.
        simultaneous: the fields that tell one simultaneous phase from another.
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
