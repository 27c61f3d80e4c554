"""Start and end of expeditions: the token, boarding, the satellite, the end check (mlem 3 and 8)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.mlem.components import ASTRONAUTS, DICE, FAILURES, MAX_PLAYERS, SATELLITE, SATELLITE_SPACE
from moon_envs.games.mlem.state import (
    DECIDE_ASTRONAUT,
    NO_FUNCTION,
    NO_TOKEN,
    PHASE_TAKE_OFF,
    PHASE_TRAVEL,
    ask,
    player_in_slot,
)
from moon_envs.games.mlem.ufo import reveal_expedition_token


@kernel
def begin_expedition(state):
    """Put the empty rocket on space 0 with all dice (mlem 3.1)."""
    state.expedition += 1
    state.space = 0
    state.pool = DICE
    state.commander = 0
    state.on_board = 0
    state.boosters_used = 0
    for slot in range(MAX_PLAYERS):
        state.functions[slot] = NO_FUNCTION
    if state.ufo:
        reveal_expedition_token(state)
    state.phase = PHASE_TAKE_OFF
    state.slot = 0


@kernel
def carry_on_boarding(state):
    """Ask the player of the next slot; the rocket takes off when all have boarded (mlem 3.2)."""
    if state.slot < state.player_count:
        ask(state, player_in_slot(state, state.slot), DECIDE_ASTRONAUT)
        return
    take_off(state)


@kernel
def board(state, function):
    """Put an available astronaut in the next slot (mlem 3.2)."""
    state.players[state.seat].available &= ~(1 << function)
    state.functions[state.slot] = function
    state.on_board |= 1 << state.slot
    state.slot += 1


@kernel
def take_off(state):
    """Start the flight, on space 3 if a satellite is on board (mlem 3.3, 11.1)."""
    for slot in range(state.player_count):
        if state.functions[slot] == SATELLITE:
            state.space = SATELLITE_SPACE
    state.phase = PHASE_TRAVEL


@kernel
def end_expedition(state):
    """End the game, or let the starter's left neighbour start the next expedition (mlem 8.1, 12.4)."""
    state.token = NO_TOKEN
    if state.failures >= FAILURES or somebody_has_all_on_the_mat(state):
        state.over = 1
        return
    state.starter = player_in_slot(state, 1)
    begin_expedition(state)


@kernel
def somebody_has_all_on_the_mat(state):
    """Return whether a player has all astronauts on the mat, which ends the game (mlem 8.2)."""
    for player in range(state.player_count):
        if state.players[player].on_mat == ASTRONAUTS:
            return True
    return False
