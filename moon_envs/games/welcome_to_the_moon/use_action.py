"""How the adventures with actions use the action of a combination: planning, races, choices.

USE_ACTION puts the functions of this file behind the stubs of adventure.py. Where these adventures differ, they call
the stubs below; the table RULES in the `entry.py` of an adventure says what stands behind them. An adventure numbers
its own decisions from FIRST_OWN_DECISION on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from moon_envs.core.tables import ActionRange
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.compiler.shared_rules import NEVER_ASKED, shared_rule
from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon import adventure
from moon_envs.games.welcome_to_the_moon.actions import write_x_action_range
from moon_envs.games.welcome_to_the_moon.astronaut import (
    answer_shift,
    can_write_shifted,
    keeps_astronaut,
    mark_shifts,
    note_astronaut,
    shift_action_range,
)
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT, PLANNING
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, X_MARK
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, mark_choices
from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet, first_actions, printed
from moon_envs.games.welcome_to_the_moon.fitting_cells import fill_cell
from moon_envs.games.welcome_to_the_moon.races import cross_off_for_astra, is_effect_to_be_chosen, targets_of_astra
from moon_envs.games.welcome_to_the_moon.state import (
    DECIDE_CELL,
    FIRST_SHEET_DECISION,
    NO_DECISION,
    PHASE_WRITE,
    SHARED_DECISION_NAMES,
    STEP_ACTION,
    STEP_CELL,
    STEP_CONSEQUENCES,
    STEP_SHIFT,
)
from moon_envs.games.welcome_to_the_moon.wild_actions import (
    answer_wild,
    earn_wild_action,
    has_wild_action,
    mark_wild_actions,
)

DECIDE_WILD, DECIDE_SHIFT, DECIDE_X, DECIDE_RACE = range(FIRST_SHEET_DECISION, FIRST_SHEET_DECISION + 4)
FIRST_OWN_DECISION = FIRST_SHEET_DECISION + 4
USE_ACTION_DECISION_NAMES = (*SHARED_DECISION_NAMES, "wild", "shift", "x", "race")


def use_action_table_fields(cells: int) -> tuple[Field, ...]:
    """The table fields of adventures with actions, about the player who is asked."""
    return (
        Field("written_cell", np.int8, 0, cells - 1, "the cell just numbered", known_to=ACTOR),
        Field("pending_action", np.int8, 0, 1, "1: the action has not been used or passed yet", known_to=ACTOR),
    )


def use_action_sheet_fields(printed_sheet: PrintedSheet) -> tuple[Field, ...]:
    """The sheet fields of adventures with actions; some have no symbols for the planning."""
    astronauts = Field("astronauts", np.int8, 0, printed_sheet.astronauts, "astronauts crossed off")
    plannings = Field("plannings", np.int8, 0, printed_sheet.plannings, "plannings crossed off")
    return (astronauts, plannings) if printed_sheet.plannings else (astronauts,)


def use_action_ranges(cell_names: tuple[str, ...]) -> tuple[ActionRange, ...]:
    """The ranges that follow the shared ones in every adventure with actions."""
    return (
        write_x_action_range(cell_names),
        ActionRange("pass", ("do not use the action",)),
        ActionRange("system_error", ("take a System Error",)),
        shift_action_range(),
    )


def race_action_range(names: Iterable[str]) -> ActionRange:
    """The range of the races that ASTRA can cross off; it is the last one of an adventure."""
    return ActionRange("race", tuple(f"cross off {name}" for name in names))


@shared_rule
def note_filled_cell(state, sheet, cell):
    """Carry out what follows at once when a cell has been filled with a number or an X."""


@shared_rule
def carry_out_filling(state, sheet):
    """Carry out what a filled cell left pending, before the action; set state.decision where there is a choice."""


@shared_rule
def is_decision_of_filling(state):
    """Whether the decision is about what a filled cell brings; the action of the combination comes after it."""


@shared_rule
def cells_for_x(state, sheet):
    """The cells in which an X may be written now (welcome 4.8)."""


@shared_rule
def pay_for_x(state, sheet):
    """Cross off or demand what an X costs (welcome 4.8)."""


@shared_rule
def begin_action(state, sheet):
    """Use an action other than planning and astronaut; set state.decision where there is a choice (welcome 4.7)."""


@shared_rule
def mark_action_choices(state, sheet, mask):
    """Set the legal answers to one of the adventure's own decisions."""


@shared_rule
def apply_action_choice(state, sheet, action):
    """Carry out the answer to one of the adventure's own decisions; the answer is no pass."""


@shared_rule
def carry_out_consequences(state, sheet):
    """Carry out what an action or a System Error left pending; set state.decision where the player has to choose."""


@shared_rule
def forget_consequences(state):
    """Clear what `carry_out_consequences` would carry out."""


@shared_rule
def is_own_decision_due(state, sheet):
    """Whether one of the adventure's own decisions is due after an action or a System Error (see faults.py)."""


@shared_rule
def is_decision_outside_writing_due(state, sheet):
    """Whether one of the adventure's own decisions is due in set-up, incidents or by an effect card (see faults.py)."""


def nothing_to_note(state, sheet, cell):
    """`note_filled_cell`: a filled cell changes nothing else."""


def nothing_from_the_cell(state, sheet):
    """`carry_out_filling`: filled cells leave nothing pending."""


NO_CHOICE_IN_FILLING: dict[Callable, Any] = {carry_out_filling: nothing_from_the_cell, is_decision_of_filling: False}
"""For adventures in which the filling of a cell leaves nothing to choose."""


def empty_cells(state, sheet):
    """`cells_for_x`: an X may be written in any empty cell (welcome 4.8)."""
    empty = 0
    for cell in range(sheet.cells.shape[0]):
        if sheet.cells[cell] == EMPTY:
            empty |= 1 << cell
    return empty


def cross_off_planning(state, sheet):
    """`pay_for_x`: cross off a planning symbol or box; a full row stays full (welcome 9.5)."""
    if sheet.plannings < printed(state).plannings:
        sheet.plannings += 1
        earn_wild_action(state, sheet, sheet.plannings)


X_FOR_A_PLANNING: dict[Callable, Callable] = {cells_for_x: empty_cells, pay_for_x: cross_off_planning}
"""For adventures in which an X may be written anywhere and crosses off a planning."""


def only_while_writing(state, sheet):
    """`is_decision_outside_writing_due`: the adventure has no such decisions."""
    return False


def no_consequences(state, sheet):
    """`carry_out_consequences`: actions and System Errors leave nothing pending."""


def none_to_forget(state):
    """`forget_consequences`: nothing is ever pending."""


def can_write_modified(state, player, number, action):
    """With the astronaut of the combination, or with a wild action used as one (welcome 4.5, 4.9)."""
    may_modify = action == ASTRONAUT or has_wild_action(state, state.players[player])
    return may_modify and can_write_shifted(state, player, number, action)


def mark_refusal(state, mask):
    """Mark the System Error: no player has to modify a number (welcome 4.6, 9.1)."""
    mask[first_actions(state).system_error] = 1


def decide_before_writing(state, player):
    """Ask for a wild action first, then for the shift of an astronaut, then for the cell (welcome 4.5, 4.9)."""
    if state.step == STEP_ACTION:
        if has_wild_action(state, state.players[player]):
            state.decision = DECIDE_WILD
            return
        state.step = STEP_SHIFT
    if state.step == STEP_SHIFT:
        if state.action == ASTRONAUT:
            state.decision = DECIDE_SHIFT
            return
        state.step = STEP_CELL
    state.decision = DECIDE_CELL


def write_number(state, player, cell):
    """Write the number. This uses an astronaut; every other action is used afterwards (welcome 4.5, 4.7)."""
    sheet = state.players[player]
    fill_cell(state, sheet, cell, state.number)
    note_filled_cell(state, sheet, cell)
    state.written_cell = cell
    if state.action != ASTRONAUT:
        state.pending_action = 1
    elif not keeps_astronaut(state):
        cross_off_astronaut(state, sheet)
    note_astronaut(state, False)


def next_sheet_decision(state, player):
    """Carry out what filled cells bring, then the action and what it brings; or what a System Error brings."""
    sheet = state.players[player]
    carry_out_filling(state, sheet)
    if state.decision != NO_DECISION:
        return
    if state.pending_action:
        if state.action != PLANNING:
            begin_action(state, sheet)
        elif cells_for_x(state, sheet) != 0:
            state.decision = DECIDE_X  # welcome 4.8
        if state.decision != NO_DECISION:
            return
        state.pending_action = 0
    carry_out_consequences(state, sheet)


def forget_pending(state):
    """Clear the pending action and what it brings."""
    state.pending_action = 0
    note_astronaut(state, False)
    forget_consequences(state)


def mark_sheet_choices(state, player, mask):
    """Mark the answers to the decisions that adventures with actions share, or to the adventure's own."""
    sheet = state.players[player]
    if state.decision == DECIDE_WILD:
        mark_wild_actions(state, player, mask)
    elif state.decision == DECIDE_SHIFT:
        mark_shifts(state, player, mask)
    elif state.decision == DECIDE_X:
        mask[first_actions(state).pass_action] = 1
        mark_choices(mask, first_actions(state).write_x, cells_for_x(state, sheet), sheet.cells.shape[0])
    elif state.decision == DECIDE_RACE:
        mark_choices(mask, first_actions(state).race, targets_of_astra(state, state.effect_card), printed(state).races)
    else:
        mark_action_choices(state, sheet, mask)


def apply_sheet_choice(state, player, action):
    """Carry out the answers to those decisions."""
    sheet = state.players[player]
    if state.decision == DECIDE_WILD:
        answer_wild(state, sheet, action)
    elif state.decision == DECIDE_SHIFT:
        answer_shift(state, action)
    elif state.decision == DECIDE_RACE:
        cross_off_for_astra(state, action - first_actions(state).race)
    elif is_decision_of_filling(state):
        apply_action_choice(state, sheet, action)
    else:
        state.pending_action = 0
        if action == first_actions(state).pass_action:
            return
        if state.decision == DECIDE_X:
            write_x(state, sheet, action - first_actions(state).write_x)
        else:
            apply_action_choice(state, sheet, action)


def begin_astra_effect(state, letter):
    """Cross off a race that the player chooses (welcome 8.9, 8.10)."""
    race = choose(state, targets_of_astra(state, letter), DECIDE_RACE)
    if race != NOTHING:
        cross_off_for_astra(state, race)


def is_sheet_decision_due(state):
    """Whether state.decision is due now and has a legal answer (see faults.py)."""
    sheet = state.players[state.seat]
    if state.decision == DECIDE_RACE:
        return is_effect_to_be_chosen(state)
    if state.phase != PHASE_WRITE:
        return is_decision_outside_writing_due(state, sheet)
    if state.decision == DECIDE_WILD:
        return state.step == STEP_ACTION and has_wild_action(state, sheet)
    if state.decision == DECIDE_SHIFT:
        return state.step == STEP_SHIFT and state.action == ASTRONAUT
    if state.step != STEP_CONSEQUENCES:
        return False
    if state.decision == DECIDE_X:
        return state.pending_action == 1 and state.action == PLANNING and cells_for_x(state, sheet) != 0
    return is_own_decision_due(state, sheet)


USE_ACTION: dict[Callable, Callable] = {
    adventure.can_write_modified: can_write_modified,
    adventure.mark_refusal: mark_refusal,
    adventure.decide_before_writing: decide_before_writing,
    adventure.write_number: write_number,
    adventure.next_sheet_decision: next_sheet_decision,
    adventure.forget_pending: forget_pending,
    adventure.mark_sheet_choices: mark_sheet_choices,
    adventure.apply_sheet_choice: apply_sheet_choice,
    adventure.begin_astra_effect: begin_astra_effect,
    adventure.is_sheet_decision_due: is_sheet_decision_due,
}

ACTIONS_WITHOUT_EFFECT: dict[Callable, Any] = dict.fromkeys(
    (
        note_filled_cell,
        carry_out_filling,
        is_decision_of_filling,
        cells_for_x,
        pay_for_x,
        begin_action,
        mark_action_choices,
        apply_action_choice,
        carry_out_consequences,
        forget_consequences,
        is_own_decision_due,
        is_decision_outside_writing_due,
    ),
    NEVER_ASKED,
)
"""For adventures whose actions have no effect: they take none of the rules of USE_ACTION."""


@kernel
def cross_off_astronaut(state, sheet):
    """Cross off an astronaut symbol; a full row stays full (welcome 9.5)."""
    if sheet.astronauts < printed(state).astronauts:
        sheet.astronauts += 1
        earn_wild_action(state, sheet, sheet.astronauts)


@kernel
def write_x(state, sheet, cell):
    """Write the X of a planning and pay for it (welcome 4.8)."""
    fill_cell(state, sheet, cell, X_MARK)
    note_filled_cell(state, sheet, cell)
    pay_for_x(state, sheet)
