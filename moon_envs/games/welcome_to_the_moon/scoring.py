"""Results and majorities as all adventures count them (welcome 7.4, 7.5, 10)."""

from __future__ import annotations

from moon_envs.engine.compile import by_state, by_state_or_default, kernel
from moon_envs.games.welcome_to_the_moon.astra import cards_points
from moon_envs.games.welcome_to_the_moon.facts import category_count, printed
from moon_envs.games.welcome_to_the_moon.state import is_solo

WIN, DRAW, LOSS = 1.0, 0.0, -1.0

# Points of the first, second and third rank of a majority (welcome 10.2).
FIRST_RANK, SECOND_RANK, THIRD_RANK = 20, 10, 5

SYSTEM_ERROR_PENALTY = 5

# The last scoring categories of the adventures where ASTRA has a score (welcome 8.14).
ASTRA_CATEGORIES = ("astra_cards", "astra_level")


@by_state
def category_points(state, player, category):
    """A player's points of a scoring category."""


@by_state_or_default
def astra_category_points(state, category):
    """ASTRA's points of a scoring category: its cards, then its fixed points and those of its level (welcome 8.14)."""
    if category == category_count(state) - 2:
        return cards_points(state)
    if category == category_count(state) - 1:
        return printed(state).astra_fixed_points + printed(state).astra_points_per_level * state.opponent
    return 0


@by_state_or_default
def is_ranked_before(state, player, other):
    """Whether a player's result is better than another's (welcome 7.4)."""
    return is_ranked_before_by_score(state, player, other)


@by_state_or_default
def solo_outcome(state):
    """The result of the solo game: win, draw or loss (welcome 8.13, 8.14)."""
    return outcome_by_score(state)


@by_state
def majority_amount(state, player):
    """How much a player has of what the adventure's majority counts."""


@by_state
def astra_majority_amount(state):
    """How much the player must have at least to be first in solo mode."""


@kernel
def outcome(state, out):
    """The result as a number for each player (welcome 7.5)."""
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
    """Whether nobody is ranked before the player."""
    for other in range(state.player_count):
        if is_ranked_before(state, other, player):
            return False
    return True


@kernel
def is_ranked_before_by_score(state, player, other):
    """The higher score, then fewer System Errors (welcome 7.4)."""
    difference = score(state, player) - score(state, other)
    if difference != 0:
        return difference > 0
    return state.players[player].system_errors < state.players[other].system_errors


@kernel
def score(state, player):
    """A player's points: those of all categories."""
    total = 0
    for category in range(category_count(state)):
        total += category_points(state, player, category)
    return total


@kernel
def astra_score(state):
    """ASTRA's points: those of all categories (welcome 8.14)."""
    total = 0
    for category in range(category_count(state)):
        total += astra_category_points(state, category)
    return total


@kernel
def outcome_by_score(state):
    """The player's score against ASTRA's; equal scores are a draw (welcome 8.13)."""
    difference = score(state, 0) - astra_score(state)
    if difference == 0:
        return DRAW
    return WIN if difference > 0 else LOSS


@kernel
def points(state, out):
    """Every player's points by category; in solo mode ASTRA's in the second row."""
    for category in range(category_count(state)):
        for player in range(state.player_count):
            out[player, category] = category_points(state, player, category)
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
def majority_points(state, player):
    """20, 10 and 5 points for the ranks of a majority; nothing for nothing (welcome 10.1, 10.2)."""
    amount = majority_amount(state, player)
    if amount == 0:
        return 0
    if is_solo(state):
        return FIRST_RANK if amount >= astra_majority_amount(state) else SECOND_RANK
    amounts_above = different_amounts_above(state, amount)
    if amounts_above == 0:
        return FIRST_RANK
    if amounts_above == 1:
        return SECOND_RANK
    return THIRD_RANK if amounts_above == 2 else 0


@kernel
def different_amounts_above(state, amount):
    """How many different larger amounts the players have: equal amounts share a rank."""
    different = 0
    for player in range(state.player_count):
        larger = majority_amount(state, player)
        if larger > amount:
            counted = False
            for earlier in range(player):
                counted = counted or majority_amount(state, earlier) == larger
            if not counted:
                different += 1
    return different
