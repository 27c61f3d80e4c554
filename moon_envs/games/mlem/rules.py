"""The game from set-up to end: carry out an action and go on to the next decision."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below, shuffle
from moon_envs.games.mlem.actions import BOARD, RETURN_MISSION, STAY
from moon_envs.games.mlem.components import (
    ASTRONAUTS,
    EXPEDITION_TOKENS,
    EXPLORATION_TOKENS,
    MISSIONS_DEALT,
    MOON_SPACE_COUNT,
    MOONS_OF_SPACE,
)
from moon_envs.games.mlem.crash import carry_on_parachutes, choose_parachute
from moon_envs.games.mlem.explorations import set_up_explorations
from moon_envs.games.mlem.landing import carry_on_deep_space, carry_on_landing, choose_landing, mark_landing_choices
from moon_envs.games.mlem.missions import carry_on_missions, deal_missions, redraw_missions, return_mission
from moon_envs.games.mlem.state import (
    BLANK_PLAYER,
    DECIDE_ASTRONAUT,
    DECIDE_LANDING,
    DECIDE_MISSION,
    DECIDE_MOVE,
    DECIDE_PARACHUTE,
    NO_DECISION,
    NO_FUNCTION,
    NO_TOKEN,
    NOBODY,
    PHASE_CRASH,
    PHASE_DEEP_SPACE,
    PHASE_LANDING,
    PHASE_MISSIONS,
    PHASE_TAKE_OFF,
    PHASE_TRAVEL,
)
from moon_envs.games.mlem.take_off import begin_expedition, board, carry_on_boarding, end_expedition
from moon_envs.games.mlem.travel import begin_travel, choose_move, mark_move_choices
from moon_envs.games.mlem.ufo import set_up_ufo


@kernel
def start(state):
    """Set up a new game for the configuration in the record, variants in this order (mlem 2.3, 2.4)."""
    lay_out_mat(state)
    for player in range(state.player_count):
        state.players[player] = BLANK_PLAYER[0]
    state.starter = random_below(state, state.player_count)
    if state.ufo:
        set_up_ufo(state)
    if state.explorations:
        set_up_explorations(state)
    if state.secret_missions:
        deal_missions(state)
    else:
        begin_expedition(state)
    advance(state)


@kernel
def lay_out_mat(state):
    """Make all moons and goals free and the rocket empty (mlem 2.1)."""
    state.functions[:] = NO_FUNCTION
    state.moon_owner[:] = NOBODY
    state.goal_owner[:] = NOBODY
    state.token = NO_TOKEN
    for moon_space in range(MOON_SPACE_COUNT):
        state.free_moons[moon_space] = MOONS_OF_SPACE[moon_space]


@kernel
def advance(state):
    """Run the game up to the next decision or to its end (mlem 3.1, 15.2)."""
    while state.decision == NO_DECISION and not state.over:
        if state.phase == PHASE_TRAVEL:
            begin_travel(state)
        elif state.phase == PHASE_LANDING:
            carry_on_landing(state)
        elif state.phase == PHASE_TAKE_OFF:
            carry_on_boarding(state)
        elif state.phase == PHASE_CRASH:
            carry_on_parachutes(state)
        elif state.phase == PHASE_DEEP_SPACE:
            carry_on_deep_space(state)
        elif state.phase == PHASE_MISSIONS:
            carry_on_missions(state)
        else:
            end_expedition(state)


@kernel
def legal(state, mask):
    """Set 1 for every legal action of the actor and 0 elsewhere."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    if state.decision == DECIDE_MOVE:
        mark_move_choices(state, mask)
    elif state.decision == DECIDE_LANDING or state.decision == DECIDE_PARACHUTE:
        mark_landing_choices(state, mask)
    elif state.decision == DECIDE_ASTRONAUT:
        available = state.players[state.seat].available
        for function in range(ASTRONAUTS):
            mask[BOARD + function] = (available >> function) & 1
    elif state.decision == DECIDE_MISSION:
        for place in range(MISSIONS_DEALT):
            mask[RETURN_MISSION + place] = 1


@kernel
def apply(state, action):
    """Carry out a legal action, then everything that follows without a choice."""
    if state.decision == DECIDE_MOVE:
        choose_move(state, action)
    else:
        choose(state, action)
    advance(state)


@kernel
def choose(state, action):
    """Carry out the answer to a decision of one step: all but the assembly of a move."""
    decision = state.decision
    state.decision = NO_DECISION
    if decision == DECIDE_LANDING:
        choose_landing(state, action)
    elif decision == DECIDE_ASTRONAUT:
        board(state, action - BOARD)
    elif decision == DECIDE_PARACHUTE:
        choose_parachute(state, action != STAY)
    else:
        return_mission(state, action - RETURN_MISSION)


@kernel
def resample(state, player):
    """Redraw what the player cannot know: the face-down piles and the missions of others (mlem 15.4)."""
    if state.ufo:
        shuffle(state, state.token_pile, state.tokens_drawn, EXPEDITION_TOKENS)
    if state.explorations:
        shuffle(state, state.exploration_pile, state.explorations_drawn, EXPLORATION_TOKENS)
    if state.secret_missions and not state.over:
        redraw_missions(state, player)
