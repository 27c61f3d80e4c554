"""The astronaut (welcome 4.5): the action that modifies the number of its combination before it is written.

use_action.py crosses off its symbols. Where a symbol can cost points, a player may keep the astronaut: the number is
written as printed and no symbol is crossed off. The stubs below have their versions in the three tables that follow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from moon_envs.core.tables import ActionRange
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.compiler.shared_rules import NEVER_ASKED, shared_rule
from moon_envs.engine.records import ACTOR, Field
from moon_envs.games.welcome_to_the_moon.adventure import can_write
from moon_envs.games.welcome_to_the_moon.cells import LARGEST_WRITTEN
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.state import STEP_CELL

MOST_SHIFT = 2
SHIFTS = tuple(range(-MOST_SHIFT, MOST_SHIFT + 1))


def shift_action_range() -> ActionRange:
    """The action range of the shifts, from -2 to +2."""
    return ActionRange(
        "shift",
        tuple(f"change the number by {shift:+d}" if shift else "keep the number" for shift in SHIFTS),
        selects=True,
    )


def kept_astronaut_field() -> Field:
    """The table field of adventures in which an astronaut may be kept."""
    return Field("keeps_astronaut", np.int8, 0, 1, "1: the astronaut is not used", known_to=ACTOR)


@shared_rule
def may_keep_astronaut(state):
    """Whether an astronaut may be declined when its number is written as printed."""


@shared_rule
def note_astronaut(state, is_kept):
    """Note whether the player keeps the astronaut of the combination."""


@shared_rule
def keeps_astronaut(state):
    """Whether the player keeps the astronaut of the combination."""


def nothing_to_note(state, is_kept):
    """`note_astronaut`: an astronaut is never kept."""


def note_kept_astronaut(state, is_kept):
    """`note_astronaut`: remember the choice until the number is written."""
    state.keeps_astronaut = is_kept


def is_kept_astronaut_noted(state):
    """`keeps_astronaut`: as it was noted."""
    return state.keeps_astronaut == 1


ASTRONAUT_MAY_BE_KEPT: dict[Callable, Any] = {
    may_keep_astronaut: True,
    note_astronaut: note_kept_astronaut,
    keeps_astronaut: is_kept_astronaut_noted,
}
"""For adventures in which an astronaut can cost points."""

ASTRONAUT_IS_USED: dict[Callable, Any] = {
    may_keep_astronaut: False,
    note_astronaut: nothing_to_note,
    keeps_astronaut: False,
}
"""For adventures in which using it does no harm: a number picked with an astronaut uses it."""

ASTRONAUT_WITHOUT_EFFECT = dict.fromkeys(ASTRONAUT_IS_USED, NEVER_ASKED)
"""For adventures whose actions have no effect at all."""


@kernel
def is_written_number(number):
    """Modified numbers stay within 0 to 17."""
    return 0 <= number <= LARGEST_WRITTEN


@kernel
def can_write_shifted(state, player, number, action):
    """Whether a number at most two away can be written somewhere."""
    for shift in range(-MOST_SHIFT, MOST_SHIFT + 1):
        if is_written_number(number + shift) and can_write(state, player, number + shift, action):
            return True
    return False


@kernel
def mark_shifts(state, player, mask):
    """Mark the shifts whose number can be written, and keeping the astronaut where that can help (welcome 4.5)."""
    if may_keep_astronaut(state):
        mask[first_actions(state).pass_action] = can_write(state, player, state.number, state.action)
    unchanged = first_actions(state).shift + MOST_SHIFT
    for shift in range(-MOST_SHIFT, MOST_SHIFT + 1):
        number = state.number + shift
        if is_written_number(number) and can_write(state, player, number, state.action):
            mask[unchanged + shift] = 1


@kernel
def answer_shift(state, action):
    """Modify the number, or keep the astronaut."""
    is_kept = may_keep_astronaut(state) and action == first_actions(state).pass_action
    note_astronaut(state, is_kept)
    if not is_kept:
        state.number += action - first_actions(state).shift - MOST_SHIFT
    state.step = STEP_CELL
