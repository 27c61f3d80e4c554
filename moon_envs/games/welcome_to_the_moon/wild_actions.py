"""Wild actions (welcome 4.9): WILD_ACTIONS are the rules of the adventures that have them.

The others keep what the stubs say: nobody ever has one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from moon_envs.engine.compile import by_state_or_default
from moon_envs.games.welcome_to_the_moon.adventure import can_write
from moon_envs.games.welcome_to_the_moon.cards import ACTION_COUNT, ACTION_NAMES, ASTRONAUT
from moon_envs.games.welcome_to_the_moon.facts import places
from moon_envs.games.welcome_to_the_moon.state import STEP_SHIFT
from moon_envs.games.welcome_to_the_moon.turn import can_write_shifted
from moon_envs.tables import ActionRange

SYMBOLS_PER_WILD = 2

WILD_SHEET_FIELDS = [("wilds_earned", np.int8), ("wilds_used", np.int8)]


def wild_action_ranges() -> tuple[ActionRange, ...]:
    """The ranges of adventures with wild actions."""
    return (
        ActionRange("wild", tuple(f"spend a wild action as {action}" for action in ACTION_NAMES)),
        ActionRange("keep_action", ("keep the action of the combination",)),
    )


@by_state_or_default
def has_wild_action(state, sheet):
    """Whether a circled wild symbol is left."""
    return False


@by_state_or_default
def mark_wild_actions(state, player, mask):
    """The actions a wild symbol may stand for, and keeping the one of the combination."""


@by_state_or_default
def answer_wild(state, sheet, action):
    """Spend a wild symbol, or keep the action of the combination."""


@by_state_or_default
def earn_wild_action(state, sheet, symbols):
    """What crossing off a symbol earns that is the `symbols`-th of its kind."""


def has_circled_wild(state, sheet):
    """Whether a circled wild symbol is left (welcome 4.9)."""
    return sheet.wilds_earned > sheet.wilds_used


def mark_actions_of_wild(state, player, mask):
    """The actions with which the number can be written (welcome 4.9)."""
    # Where a number fits does not depend on the action in the adventures with wild actions.
    plainly = can_write(state, player, state.number, state.action)
    modified = plainly or can_write_shifted(state, player, state.number, state.action)
    for action in range(ACTION_COUNT):
        if action != state.action:
            mask[places(state).wild + action] = modified if action == ASTRONAUT else plainly
    mask[places(state).keep_action] = modified if state.action == ASTRONAUT else plainly


def use_or_keep_wild(state, sheet, action):
    """Cross off a wild symbol and replace the action of the combination, or use none (welcome 4.9)."""
    if action != places(state).keep_action:
        sheet.wilds_used += 1
        state.action = action - places(state).wild
    state.step = STEP_SHIFT


def circle_wild(state, sheet, symbols):
    """Every second symbol of a kind circles a wild action (welcome 4.9)."""
    if symbols % SYMBOLS_PER_WILD == 0:
        sheet.wilds_earned += 1


WILD_ACTIONS: dict[Callable, Callable] = {
    has_wild_action: has_circled_wild,
    mark_wild_actions: mark_actions_of_wild,
    answer_wild: use_or_keep_wild,
    earn_wild_action: circle_wild,
}
