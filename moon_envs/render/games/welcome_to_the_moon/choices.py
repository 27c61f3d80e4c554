"""The buttons below the cards: shared choices that have no place on a sheet, then those of the adventure."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import NO_MISSION
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.astronaut import SHIFTS
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES
from moon_envs.games.welcome_to_the_moon.facts import NO_SUCH_ACTION, first_actions_of
from moon_envs.games.welcome_to_the_moon.state import STEP_SHIFT
from moon_envs.render.buttons import Buttons

DrawChoices = Callable[[Buttons, np.void], None]
"""Draws an adventure's own buttons, and words about its tasks, behind the shared ones: (buttons, state)."""


def no_own_choices(buttons: Buttons, state: np.void) -> None:
    """Draw nothing: all choices of most adventures have a place on their sheets."""


def draw_choices(buttons: Buttons, state: np.void, tables: AdventureTables, draw_own: DrawChoices) -> None:
    """Shifts of the number, wild actions, keeping the action, passing, System Errors and missions, while legal."""
    picture, first = buttons.picture, first_actions_of(tables.actions)
    if first.shift != NO_SUCH_ACTION:
        shifts = {}
        for action, shift in enumerate(SHIFTS, first.shift):
            # Only the player who can choose may know the number.
            shifts[action] = f"{int(state['number']) + shift} ({shift:+d})" if picture.can(action) else f"{shift:+d}"
        buttons.choose("make it", shifts)
    if first.wild != NO_SUCH_ACTION:
        wilds = {first.wild + action: name for action, name in enumerate(ACTION_NAMES)}
        buttons.choose("wild:", wilds | {first.keep_action: "no wild"})
    is_kept = picture.can(first.pass_action) and state["step"] == STEP_SHIFT  # welcome 4.5
    words = "without the astronaut" if is_kept else tables.actions.describe(first.pass_action)
    buttons.add(words, [first.pass_action])
    buttons.add(tables.actions.describe(first.system_error), [first.system_error])
    buttons.add("no further mission", [NO_MISSION])
    draw_own(buttons, state)
