"""Points and results of Launch (launch 6, 7): its versions of the stubs in the shared scoring.py."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.launch.components import (
    ASTRA_BOXES,
    ASTRA_BOXES_PER_SCORE,
    ASTRA_BOXES_WITHOUT_SCORE,
    ASTRA_SCORE_STEP,
    LAUNCH_SCORE,
    TRACK_ROCKETS,
    TRACK_SCORE,
)
from moon_envs.games.welcome_to_the_moon.scoring import DRAW, LOSS, SYSTEM_ERROR_PENALTY, WIN, outcome_by_score, score

CATEGORIES = ("track", "system_errors")
TRACK = 0


@kernel
def open_system_errors(sheet):
    """Boxes circled and not repaired (launch 2.2)."""
    return sheet.system_errors - sheet.repaired


@kernel
def has_launched(sheet):
    """All track rockets crossed off and no open System Error (launch 6.1)."""
    return sheet.rockets == TRACK_ROCKETS and open_system_errors(sheet) == 0


def category_points(state, player, others, category):
    """The smallest score box still visible (launch 1.4), and minus 5 for each open System Error (launch 6.2)."""
    sheet = state.players[player]
    if category == TRACK:
        return np.int64(TRACK_SCORE[sheet.rockets])
    return -SYSTEM_ERROR_PENALTY * open_system_errors(sheet)


def astra_category_points(state, category):
    """The smallest score of ASTRA's track still visible (launch 7.2)."""
    if category != TRACK:
        return 0
    if state.astra_boxes == ASTRA_BOXES:
        return LAUNCH_SCORE
    scores_crossed_off = max(0, state.astra_boxes - ASTRA_BOXES_WITHOUT_SCORE + ASTRA_BOXES_PER_SCORE - 1)
    return ASTRA_SCORE_STEP * (1 + scores_crossed_off // ASTRA_BOXES_PER_SCORE)


def rank_numbers(sheet, score):
    """What players are ranked by: larger is better, and the first number that differs decides (launch 6.3, 6.4).

    A launch, the tie rockets of a launch, the score, and fewer circled boxes, repaired or not. Takes one sheet and its
    score, or arrays of them: `stars.py` ranks many games at once with it.
    """
    launches = (sheet.rockets == TRACK_ROCKETS) & (sheet.system_errors == sheet.repaired)
    return 1 * launches, launches * sheet.tie_rockets, score, -sheet.system_errors


compiled_rank_numbers = kernel(rank_numbers)


def is_ranked_before(state, player, other):
    """Whether the rank numbers of a player are better than those of another (launch 6.3, 6.4)."""
    mine = compiled_rank_numbers(state.players[player], score(state, player, state.players))
    return mine > compiled_rank_numbers(state.players[other], score(state, other, state.players))


def solo_outcome(state):
    """The result against ASTRA, with and without launches (launch 7.5)."""
    sheet = state.players[0]
    astra_launches = state.astra_boxes == ASTRA_BOXES
    if has_launched(sheet):
        return DRAW if astra_launches and sheet.tie_rockets == 0 else WIN
    if astra_launches:
        return LOSS
    return outcome_by_score(state)
