"""The Secret missions variant: dealing and returning tokens (mlem 14); scoring.py has their points."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below, shuffle
from moon_envs.games.mlem.components import MISSION_TOKENS, MISSIONS_DEALT
from moon_envs.games.mlem.state import DECIDE_MISSION, PHASE_MISSIONS, ask, player_in_slot
from moon_envs.games.mlem.take_off import begin_expedition


@kernel
def deal_missions(state):
    """Deal four tokens to every seat in turn (mlem 14.1)."""
    for token in range(MISSION_TOKENS):
        state.missions[token] = token
    shuffle(state, state.missions, 0, MISSION_TOKENS)
    state.phase = PHASE_MISSIONS


@kernel
def carry_on_missions(state):
    """Ask from the starter on; the first expedition begins when all have returned one (mlem 14.1)."""
    if state.slot < state.player_count:
        ask(state, player_in_slot(state, state.slot), DECIDE_MISSION)
        return
    begin_expedition(state)


@kernel
def return_mission(state, place):
    """Put the returned token behind the three kept tokens, which close the gap (mlem 14.1)."""
    first = state.seat * MISSIONS_DEALT
    returned = state.missions[first + place]
    for index in range(first + place, first + MISSIONS_DEALT - 1):
        state.missions[index] = state.missions[index + 1]
    state.missions[first + MISSIONS_DEALT - 1] = returned
    state.players[state.seat].has_returned_mission = 1
    state.slot += 1


@kernel
def redraw_missions(state, player):
    """Shuffle all tokens the player has not seen: those of other players and those not dealt (mlem 14.4)."""
    for index in range(MISSION_TOKENS - MISSIONS_DEALT - 1, 0, -1):
        here = unseen_place(player, index)
        there = unseen_place(player, random_below(state, index + 1))
        state.missions[here], state.missions[there] = state.missions[there], state.missions[here]


@kernel
def unseen_place(player, index):
    """Return the place of the index-th token that was not dealt to the player."""
    return index if index < player * MISSIONS_DEALT else index + MISSIONS_DEALT
