"""The action of a combination, as the adventures with actions share it: astronauts, planning, wild actions.

An adventure keeps its own action ranges and passes their first index here.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compile import kernel
from moon_envs.games.welcome_to_the_moon.adventure import can_write
from moon_envs.games.welcome_to_the_moon.cards import ACTION_COUNT, ACTION_NAMES, ASTRONAUT
from moon_envs.games.welcome_to_the_moon.state import (
    DECIDE_CELL,
    FIRST_SHEET_DECISION,
    STEP_ACTION,
    STEP_CELL,
    STEP_SHIFT,
)
from moon_envs.games.welcome_to_the_moon.turn import MOST_SHIFT, can_write_shifted, is_written_number
from moon_envs.games.welcome_to_the_moon.zones import EMPTY
from moon_envs.tables import ActionRange

# Decisions that adventures with actions share; an adventure numbers its own from FIRST_OWN_DECISION on.
DECIDE_WILD, DECIDE_SHIFT, DECIDE_X = range(FIRST_SHEET_DECISION, FIRST_SHEET_DECISION + 3)
FIRST_OWN_DECISION = FIRST_SHEET_DECISION + 3
ACTING_DECISION_NAMES = ("none", "combination", "cell", "mission", "card", "wild", "shift", "x")

SHIFTS = tuple(range(-MOST_SHIFT, MOST_SHIFT + 1))
SYMBOLS_PER_WILD = 2

# What adventures with actions keep beside their own fields.
ACTING_TABLE_FIELDS = [
    ("written_cell", np.int8),  # the cell just numbered by the player who is asked
    ("pending_action", np.int8),  # the action of the combination has not been used or passed yet
]
ACTING_SHEET_FIELDS = [("astronauts", np.int8), ("plannings", np.int8)]
WILD_SHEET_FIELDS = [("wilds_earned", np.int8), ("wilds_used", np.int8)]


def acting_action_ranges(cell_names: tuple[str, ...]) -> tuple[ActionRange, ...]:
    """The ranges that follow the shared ones in every adventure with actions."""
    return (
        ActionRange("write_x", tuple(f"write an X on {cell}" for cell in cell_names)),
        ActionRange("pass", ("do not use the action",)),
        ActionRange("system_error", ("take a System Error",)),
        ActionRange(
            "shift", tuple(f"change the number by {shift:+d}" if shift else "keep the number" for shift in SHIFTS)
        ),
    )


def wild_action_ranges() -> tuple[ActionRange, ...]:
    """The ranges of adventures with wild actions."""
    return (
        ActionRange("wild", tuple(f"spend a wild action as {action}" for action in ACTION_NAMES)),
        ActionRange("keep_action", ("keep the action of the combination",)),
    )


@kernel
def decide_action_shift_and_cell(state, has_wild):
    """A wild action first, then the shift of an astronaut, then the cell (welcome 4.5, 4.9)."""
    if state.step == STEP_ACTION:
        if has_wild:
            state.decision = DECIDE_WILD
            return
        state.step = STEP_SHIFT
    if state.step == STEP_SHIFT:
        if state.action == ASTRONAUT:
            state.decision = DECIDE_SHIFT
            return
        state.step = STEP_CELL
    state.decision = DECIDE_CELL


@kernel
def mark_shifts(state, player, mask, first):
    """The shifts whose number can be written (welcome 4.5)."""
    for shift in range(-MOST_SHIFT, MOST_SHIFT + 1):
        number = state.number + shift
        if is_written_number(number) and can_write(state, player, number, state.action):
            mask[first + MOST_SHIFT + shift] = 1


@kernel
def shift_number(state, place):
    """Modify the number; `place` counts from the largest reduction."""
    state.number += place - MOST_SHIFT
    state.step = STEP_CELL


@kernel
def has_wild_action(sheet):
    """Whether a circled wild symbol is left (welcome 4.9)."""
    return sheet.wilds_earned > sheet.wilds_used


@kernel
def mark_wild_actions(state, player, mask, first, keep_action):
    """The actions a wild symbol may stand for, with which the number can be written (welcome 4.9)."""
    # Where a number fits does not depend on the action in the adventures with wild actions.
    plainly = can_write(state, player, state.number, state.action)
    modified = plainly or can_write_shifted(state, player, state.number, state.action)
    for action in range(ACTION_COUNT):
        if action != state.action:
            mask[first + action] = modified if action == ASTRONAUT else plainly
    mask[keep_action] = modified if state.action == ASTRONAUT else plainly


@kernel
def use_wild_action(state, sheet, action):
    """Cross off a wild symbol and replace the action of the combination (welcome 4.9)."""
    sheet.wilds_used += 1
    state.action = action
    state.step = STEP_SHIFT


@kernel
def keep_action(state):
    """Use no wild symbol."""
    state.step = STEP_SHIFT


@kernel
def symbols_after_crossing_off(count, symbols):
    """A row of symbols after one more has been crossed off; a full row stays full (welcome 9.5)."""
    return min(count + 1, symbols)


@kernel
def write_in_cell(sheet, cell, value):
    """Fill a cell with a number or an X."""
    sheet.cells[cell] = value
    sheet.filled_cells += 1


@kernel
def use_astronaut_or_wait(state, sheet, cell, symbols):
    """The number is written: an astronaut is used by that, every other action follows (welcome 4.5)."""
    state.written_cell = cell
    if state.action == ASTRONAUT:
        sheet.astronauts = symbols_after_crossing_off(sheet.astronauts, symbols)
    else:
        state.pending_action = 1


@kernel
def earn_wild_action(sheet, count_before, count_after):
    """Every second symbol of a kind circles a wild action (welcome 4.9)."""
    if count_after > count_before and count_after % SYMBOLS_PER_WILD == 0:
        sheet.wilds_earned += 1


@kernel
def mark_empty_cells(cells, mask, first):
    """An X may be written in any empty cell (welcome 4.8)."""
    for cell in range(cells.shape[0]):
        if cells[cell] == EMPTY:
            mask[first + cell] = 1


@kernel
def is_a_sheet_finished(state, system_error_boxes, cells):
    """Whether a player has crossed off all System Error boxes or filled all cells (welcome 7.2, 7.3)."""
    for player in range(state.player_count):
        sheet = state.players[player]
        if sheet.system_errors == system_error_boxes or sheet.filled_cells == cells:
            return True
    return False
