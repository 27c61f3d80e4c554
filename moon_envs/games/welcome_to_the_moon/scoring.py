"""Results and majorities as all adventures count them (welcome 7.4, 7.5, 10).

A player's points can depend on the other players. `others` are the sheets to compare with: as they are, or as they were
last shown, which is all that the player may know (welcome 3.2). Stubs stand first, then the versions that several
adventures share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.compiler.shared_rules import NEVER_ASKED, shared_rule
from moon_envs.games.welcome_to_the_moon.adventure import system_errors_of
from moon_envs.games.welcome_to_the_moon.astra import cards_points
from moon_envs.games.welcome_to_the_moon.facts import category_count, printed
from moon_envs.games.welcome_to_the_moon.state import is_solo

WIN, DRAW, LOSS = 1.0, 0.0, -1.0

# Points of the first, second and third rank of a majority (welcome 10.2).
FIRST_RANK, SECOND_RANK, THIRD_RANK = 20, 10, 5

SYSTEM_ERROR_PENALTY = 5

# The last scoring categories of the adventures where ASTRA has a score (welcome 8.14).
ASTRA_CATEGORIES = ("astra_cards", "astra_level")


def has_astra(record):
    """Whether a record belongs to a game against ASTRA (welcome 8.1); not for kernels."""
    return int(record["player_count"]) == 1


@shared_rule
def category_points(state, player, others, category):
    """A player's points of a scoring category."""


@shared_rule
def astra_category_points(state, category):
    """ASTRA's points of a scoring category."""


@shared_rule
def is_ranked_before(state, player, other):
    """Whether a player's result is better than another's (welcome 7.4)."""


@shared_rule
def solo_outcome(state):
    """The result of the solo game: win, draw or loss (welcome 8.13, 8.14)."""


@shared_rule
def majority_amount(state, sheet):
    """The amount on a sheet that the adventure's majority compares."""


@shared_rule
def astra_majority_amount(state):
    """The smallest amount with which the player is first in solo mode."""


def points_of_cards_and_level(state, category):
    """`astra_category_points`: the last two are ASTRA's cards, and its fixed points with its level's (welcome 8.14)."""
    if category == category_count(state) - 2:
        return cards_points(state)
    if category == category_count(state) - 1:
        return printed(state).astra_fixed_points + printed(state).astra_points_per_level * state.opponent
    return 0


def is_ranked_before_by_score(state, player, other):
    """`is_ranked_before`: the higher score, then fewer System Errors (welcome 7.4)."""
    return is_better_score(state, player, other)


def solo_outcome_by_score(state):
    """`solo_outcome`: the player's score against ASTRA's."""
    return outcome_by_score(state)


SCORES: dict[Callable, Callable] = {
    astra_category_points: points_of_cards_and_level,
    is_ranked_before: is_ranked_before_by_score,
    solo_outcome: solo_outcome_by_score,
}
"""The rules of the adventures that are decided by score."""

NO_MAJORITY: dict[Callable, Any] = {majority_amount: NEVER_ASKED, astra_majority_amount: NEVER_ASKED}


@kernel
def outcome(state, out):
    """Write every player's result as a number (welcome 7.5)."""
    if is_solo(state):
        out[0] = solo_outcome(state)
        return
    winners = 0
    for player in range(state.player_count):
        out[player] = LOSS
        winners += is_winner(state, player)
    for player in range(state.player_count):
        if is_winner(state, player):
            out[player] = 2.0 / winners - 1.0


@kernel
def is_winner(state, player):
    """Whether no other player is ranked before this one."""
    for other in range(state.player_count):
        if is_ranked_before(state, other, player):
            return False
    return True


@kernel
def is_better_score(state, player, other):
    """The higher score, then fewer System Errors (welcome 7.4)."""
    difference = score(state, player, state.players) - score(state, other, state.players)
    if difference != 0:
        return difference > 0
    return system_errors_of(state, player) < system_errors_of(state, other)


@kernel
def score(state, player, others):
    """A player's points, summed over all categories."""
    total = 0
    for category in range(category_count(state)):
        total += category_points(state, player, others, category)
    return total


@kernel
def known_points(state, player):
    """A player's points as the player may know them: compared with the others as they were last shown (welcome 3.2)."""
    return score(state, player, state.shown)


@kernel
def astra_score(state):
    """ASTRA's points, summed over all categories (welcome 8.14)."""
    total = 0
    for category in range(category_count(state)):
        total += astra_category_points(state, category)
    return total


@kernel
def outcome_by_score(state):
    """The player's score against ASTRA's; equal scores are a draw (welcome 8.13)."""
    difference = score(state, 0, state.players) - astra_score(state)
    if difference == 0:
        return DRAW
    return WIN if difference > 0 else LOSS


@kernel
def points(state, out):
    """Write every player's points by category; in solo mode the second row is ASTRA's."""
    for category in range(category_count(state)):
        for player in range(state.player_count):
            out[player, category] = category_points(state, player, state.players, category)
        if is_solo(state):
            out[1, category] = astra_category_points(state, category)


@kernel
def mission_points(sheet):
    """What the missions paid."""
    return sheet.missions[0] + sheet.missions[1] + sheet.missions[2]


@kernel
def system_error_points(sheet):
    """Minus 5 for each box crossed off (welcome 4.10)."""
    return -SYSTEM_ERROR_PENALTY * sheet.system_errors


@kernel
def majority_points(state, player, others):
    """20, 10 and 5 points for the ranks of a majority, none for an amount of 0 (welcome 10.1, 10.2)."""
    amount = majority_amount(state, state.players[player])
    if amount == 0:
        return 0
    if is_solo(state):
        return FIRST_RANK if amount >= astra_majority_amount(state) else SECOND_RANK
    amounts_above = different_amounts_above(state, player, others, amount)
    if amounts_above == 0:
        return FIRST_RANK
    if amounts_above == 1:
        return SECOND_RANK
    return THIRD_RANK if amounts_above == 2 else 0


@kernel
def different_amounts_above(state, player, others, amount):
    """How many different larger amounts the other players have: equal amounts share a rank."""
    different = 0
    for other in range(state.player_count):
        larger = majority_amount(state, others[other])
        if other != player and larger > amount:
            counted = False
            for earlier in range(other):
                counted = counted or (earlier != player and majority_amount(state, others[earlier]) == larger)
            if not counted:
                different += 1
    return different
