"""The actions of connect four: one for each column."""

from __future__ import annotations

from benchmarks.connect_four.game.state import COLUMNS
from moon_envs.core.tables import ActionRange, ActionTable

ACTIONS = ActionTable(
    (ActionRange("drop", tuple(f"drop a stone into column {column + 1}" for column in range(COLUMNS))),)
)
