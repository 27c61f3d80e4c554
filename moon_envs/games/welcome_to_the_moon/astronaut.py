"""The astronaut (welcome 4.5): the action that modifies the number of its combination before it is written.

The symbols it crosses off are counted where those of the planning are, in use_action.py.
"""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.games.welcome_to_the_moon.adventure import can_write
from moon_envs.games.welcome_to_the_moon.cells import LARGEST_WRITTEN
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.state import STEP_CELL
from moon_envs.tables import ActionRange

MOST_SHIFT = 2
SHIFTS = tuple(range(-MOST_SHIFT, MOST_SHIFT + 1))


def shift_action_range() -> ActionRange:
    """The range of the shifts, from the largest reduction on."""
    return ActionRange(
        "shift", tuple(f"change the number by {shift:+d}" if shift else "keep the number" for shift in SHIFTS)
    )


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
    """The shifts whose number can be written (welcome 4.5)."""
    unchanged = first_actions(state).shift + MOST_SHIFT
    for shift in range(-MOST_SHIFT, MOST_SHIFT + 1):
        number = state.number + shift
        if is_written_number(number) and can_write(state, player, number, state.action):
            mask[unchanged + shift] = 1


@kernel
def shift_number(state, index):
    """Modify the number; `index` counts from the largest reduction."""
    state.number += index - MOST_SHIFT
    state.step = STEP_CELL
