"""Results and majorities as all adventures count them (welcome 7.4, 7.5, 10)."""

from __future__ import annotations

from moon_envs.engine.compile import by_state, kernel
from moon_envs.games.welcome_to_the_moon.astra import cards_points
from moon_envs.games.welcome_to_the_moon.state import is_solo

WIN, DRAW, LOSS = 1.0, 0.0, -1.0

# Points of the first, second and third rank of a majority (welcome 10.2).
FIRST_RANK, SECOND_RANK, THIRD_RANK = 20, 10, 5

SYSTEM_ERROR_PENALTY = 5

# The scoring categories of ASTRA in the adventures where it has a score (welcome 8.14).
ASTRA_CATEGORIES = ("astra_cards", "astra_level")


@by_state
def is_ranked_before(state, player, other):
    """Whether a player's result is better than another's."""


@by_state
def solo_outcome(state):
    """The result of the solo game: win, draw or loss."""


@by_state
def score(state, player):
    """A player's points."""


@by_state
def astra_fixed_points(state):
    """What ASTRA has beside its cards: the adventure's fixed points and its points per level."""


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
def solo_outcome_by_score(state):
    """The player's score against ASTRA's (welcome 8.13, 8.14)."""
    difference = score(state, 0) - astra_score(state)
    if difference == 0:
        return DRAW
    return WIN if difference > 0 else LOSS


@kernel
def astra_score(state):
    """The cards given to ASTRA, its fixed points and its points per level (welcome 8.14)."""
    return cards_points(state) + astra_fixed_points(state)


@kernel
def write_astra_points(state, out, first):
    """ASTRA's points in the second row of a solo game: zeros, then its cards and its level from category `first` on."""
    if is_solo(state):
        for category in range(first):
            out[1, category] = 0
        out[1, first] = cards_points(state)
        out[1, first + 1] = astra_fixed_points(state)


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
