"""Wild actions (welcome 4.9): stubs, then the versions for adventures with wild actions and for those without."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from moon_envs.core.tables import ActionRange
from moon_envs.engine.compiler.shared_rules import NEVER_ASKED, shared_rule
from moon_envs.engine.records import Field
from moon_envs.games.welcome_to_the_moon.adventure import can_write
from moon_envs.games.welcome_to_the_moon.astronaut import can_write_shifted
from moon_envs.games.welcome_to_the_moon.cards import ACTION_COUNT, ACTION_NAMES, ASTRONAUT
from moon_envs.games.welcome_to_the_moon.facts import first_actions
from moon_envs.games.welcome_to_the_moon.state import STEP_SHIFT

SYMBOLS_PER_WILD = 2


def wild_sheet_fields(most_wilds: int) -> tuple[Field, ...]:
    """The sheet fields of adventures with wild actions."""
    return (
        Field("wilds_earned", np.int8, 0, most_wilds, "wild actions circled"),
        Field("wilds_used", np.int8, 0, most_wilds, "wild actions crossed off"),
    )


def wild_action_ranges() -> tuple[ActionRange, ...]:
    """The ranges of adventures with wild actions."""
    return (
        ActionRange("wild", tuple(f"spend a wild action as {action}" for action in ACTION_NAMES), selects=True),
        ActionRange("keep_action", ("keep the action of the combination",), selects=True),
    )


@shared_rule
def has_wild_action(state, sheet):
    """Whether a circled wild symbol is left."""


@shared_rule
def mark_wild_actions(state, player, mask):
    """Mark the actions that a wild symbol may stand for, and keeping the action of the combination."""


@shared_rule
def answer_wild(state, sheet, action):
    """Spend a wild symbol, or keep the action of the combination."""


@shared_rule
def earn_wild_action(state, sheet, symbols):
    """Earn what the `symbols`-th crossed-off symbol of a kind brings."""


def has_circled_wild(state, sheet):
    """`has_wild_action`: whether a circled wild symbol is left (welcome 4.9)."""
    return sheet.wilds_earned > sheet.wilds_used


def mark_actions_of_wild(state, player, mask):
    """`mark_wild_actions`: the actions with which the number can be written (welcome 4.9)."""
    # Where a number fits does not depend on the action in the adventures with wild actions.
    plainly = can_write(state, player, state.number, state.action)
    modified = plainly or can_write_shifted(state, player, state.number, state.action)
    for action in range(ACTION_COUNT):
        if action != state.action:
            mask[first_actions(state).wild + action] = modified if action == ASTRONAUT else plainly
    mask[first_actions(state).keep_action] = modified if state.action == ASTRONAUT else plainly


def use_or_keep_wild(state, sheet, action):
    """`answer_wild`: cross off a wild symbol and replace the action of the combination, or keep it (welcome 4.9)."""
    if action != first_actions(state).keep_action:
        sheet.wilds_used += 1
        state.action = action - first_actions(state).wild
    state.step = STEP_SHIFT


def circle_wild(state, sheet, symbols):
    """`earn_wild_action`: every second symbol of a kind circles a wild action (welcome 4.9)."""
    if symbols % SYMBOLS_PER_WILD == 0:
        sheet.wilds_earned += 1


WILD_ACTIONS: dict[Callable, Callable] = {
    has_wild_action: has_circled_wild,
    mark_wild_actions: mark_actions_of_wild,
    answer_wild: use_or_keep_wild,
    earn_wild_action: circle_wild,
}


def has_none(state, sheet):
    """`has_wild_action`: there are none."""
    return False


def mark_none(state, player, mask):
    """`mark_wild_actions`: there are none."""


def spend_none(state, sheet, action):
    """`answer_wild`: there are none."""


def earn_none(state, sheet, symbols):
    """`earn_wild_action`: symbols earn nothing."""


NO_WILD_ACTIONS: dict[Callable, Callable] = {
    has_wild_action: has_none,
    mark_wild_actions: mark_none,
    answer_wild: spend_none,
    earn_wild_action: earn_none,
}

WILD_ACTIONS_WITHOUT_EFFECT = dict.fromkeys(NO_WILD_ACTIONS, NEVER_ASKED)
"""For adventures whose actions have no effect at all."""
