"""Points and results of Launch (launch 6 and 7)."""

from __future__ import annotations

from moon_envs.engine.compile import implements, kernel
from moon_envs.games.welcome_to_the_moon import scoring
from moon_envs.games.welcome_to_the_moon.launch.sheet import (
    ASTRA_BOXES,
    ASTRA_BOXES_PER_SCORE,
    ASTRA_BOXES_WITHOUT_SCORE,
    ASTRA_SCORE_STEP,
    LAUNCH_SCORE,
    SYSTEM_ERROR_PENALTY,
    TRACK_ROCKETS,
    TRACK_SCORE,
)
from moon_envs.games.welcome_to_the_moon.launch.state import STATE
from moon_envs.games.welcome_to_the_moon.scoring import DRAW, LOSS, WIN
from moon_envs.games.welcome_to_the_moon.state import is_solo

CATEGORIES = ("track", "system_errors")
TRACK, SYSTEM_ERRORS = range(2)


@kernel
def open_system_errors(sheet):
    """Boxes circled and not repaired (launch 2.2)."""
    return sheet.system_errors - sheet.repaired


@kernel
def has_launched(sheet):
    """All track rockets crossed off and no open System Error (launch 6.1)."""
    return sheet.rockets == TRACK_ROCKETS and open_system_errors(sheet) == 0


@kernel
def track_score(sheet):
    """The smallest score box still visible (launch 1.4)."""
    return TRACK_SCORE[sheet.rockets]


@kernel
def system_error_points(sheet):
    """Minus 5 for each open System Error (launch 6.2)."""
    return -SYSTEM_ERROR_PENALTY * open_system_errors(sheet)


@kernel
def score(sheet):
    """A player's points (launch 6.2)."""
    return track_score(sheet) + system_error_points(sheet)


@kernel
def astra_score(state):
    """The smallest score of ASTRA's track still visible (launch 7.2)."""
    if state.astra_boxes == ASTRA_BOXES:
        return LAUNCH_SCORE
    scores_crossed_off = max(0, state.astra_boxes - ASTRA_BOXES_WITHOUT_SCORE + ASTRA_BOXES_PER_SCORE - 1)
    return ASTRA_SCORE_STEP * (1 + scores_crossed_off // ASTRA_BOXES_PER_SCORE)


@kernel
def points(state, out):
    """Every player's points by category; in solo mode ASTRA's in the second row."""
    for player in range(state.player_count):
        sheet = state.players[player]
        out[player, TRACK] = track_score(sheet)
        out[player, SYSTEM_ERRORS] = system_error_points(sheet)
    if is_solo(state):
        out[1, TRACK] = astra_score(state)
        out[1, SYSTEM_ERRORS] = 0


@implements(scoring.is_ranked_before, STATE)
def is_ranked_before(state, player, other_player):
    """A launch beats none; launches by tie rockets, others by score; then fewest circled boxes.

    That is launch 6.3, 6.4 in place of welcome 7.4.
    """
    sheet, other = state.players[player], state.players[other_player]
    if has_launched(sheet) != has_launched(other):
        return has_launched(sheet)
    if has_launched(sheet):
        if sheet.tie_rockets != other.tie_rockets:
            return sheet.tie_rockets > other.tie_rockets
    elif score(sheet) != score(other):
        return score(sheet) > score(other)
    return sheet.system_errors < other.system_errors


@implements(scoring.solo_outcome, STATE)
def solo_outcome(state):
    """You and ASTRA, with and without launches (launch 7.5); equal scores are a draw (welcome 8.13)."""
    sheet = state.players[0]
    astra_launches = state.astra_boxes == ASTRA_BOXES
    if has_launched(sheet):
        return DRAW if astra_launches and sheet.tie_rockets == 0 else WIN
    if astra_launches:
        return LOSS
    difference = score(sheet) - astra_score(state)
    if difference == 0:
        return DRAW
    return WIN if difference > 0 else LOSS
