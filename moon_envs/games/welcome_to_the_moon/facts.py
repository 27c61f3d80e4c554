"""The facts of an adventure that shared rules use. `compile_adventure` gives them for its state record."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from moon_envs.core.tables import ActionTable
from moon_envs.engine.compiler.shared_rules import shared_rule

NO_SUCH_ACTION = -1


class PrintedSheet(NamedTuple):
    """What is printed on the sheet and on the ASTRA card, and means the same in every adventure.

    Attributes:
        system_error_boxes: System Error boxes of a sheet (welcome 7.2).
        races: the number of bonuses that are raced for (welcome 5.2).
        solo_bonus_symbols: solo bonuses that can be circled (welcome 8.7).
        solo_bonuses_per_race: how many of them a race brings.
        letters_with_effect: how many effect cards cause the ASTRA effect, counted from A (welcome 8.9).
        astronauts: astronaut symbols of a sheet (welcome 4.5).
        plannings: planning symbols or boxes of a sheet (welcome 4.8).
        astra_fixed_points: what ASTRA has besides its cards (welcome 8.14).
        astra_points_per_level: what each level of ASTRA adds to that.
    """

    system_error_boxes: int
    races: int
    solo_bonus_symbols: int
    solo_bonuses_per_race: int
    letters_with_effect: int
    astronauts: int = 0
    plannings: int = 0
    astra_fixed_points: int = 0
    astra_points_per_level: int = 0


class FirstActions(NamedTuple):
    """The first action of each range that adventures with actions share; NO_SUCH_ACTION where the range is missing."""

    write_x: int
    pass_action: int
    system_error: int
    shift: int
    race: int
    wild: int
    keep_action: int


RANGE_NAMES = ("write_x", "pass", "system_error", "shift", "race", "wild", "keep_action")


def first_actions_of(actions: ActionTable) -> FirstActions:
    """The first action of each shared range of an action table."""
    names = [action_range.name for action_range in actions.ranges]
    return FirstActions(*(actions.first(name) if name in names else NO_SUCH_ACTION for name in RANGE_NAMES))


@shared_rule
def printed(state):
    """The `PrintedSheet` of the adventure."""


@shared_rule
def first_actions(state):
    """The `FirstActions` of the adventure."""


@shared_rule
def blank_sheet(state):
    """An array with one sheet, as it is when the game begins."""


@shared_rule
def mission_cards(state):
    """The printed number of the two mission cards of each letter: [letter, card]."""


@shared_rule
def mission_values(state):
    """What the missions pay, first and later: [letter, card, later]."""


@shared_rule
def decision_count(state):
    """How many kinds of decisions the adventure has."""


@shared_rule
def category_count(state):
    """How many scoring categories the adventure has."""


def mission_facts(missions: tuple) -> dict[Callable, np.ndarray]:
    """The facts of the mission cards: for each letter two of (printed number, first value, later value, words)."""
    cards = [[number for number, _, _, _ in pair] for pair in missions]
    values = [[[first, later] for _, first, later, _ in pair] for pair in missions]
    return {mission_cards: np.array(cards, dtype=np.int64), mission_values: np.array(values, dtype=np.int64)}
