"""The crash: parachutes may land, all others return (mlem 5)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.mlem.components import PARACHUTE
from moon_envs.games.mlem.mat import can_land, land
from moon_envs.games.mlem.state import (
    CAN_DISEMBARK,
    CAN_STAY,
    DECIDE_PARACHUTE,
    PHASE_CRASH,
    PHASE_END,
    ask,
    is_on_board,
    player_in_slot,
)


@kernel
def crash(state):
    """Count the failure; the rocket stays where it is (mlem 5.2)."""
    state.failures += 1
    state.phase = PHASE_CRASH
    state.slot = 0


@kernel
def carry_on_parachutes(state):
    """Ask every parachute that can land here, in rocket order; then the others return (mlem 5.3, 5.4, 5.5, 11.5)."""
    while state.slot < state.player_count:
        is_parachute = state.functions[state.slot] == PARACHUTE and is_on_board(state, state.slot)
        if is_parachute and can_land(state, state.space):
            state.landing_choices = CAN_STAY | CAN_DISEMBARK
            ask(state, player_in_slot(state, state.slot), DECIDE_PARACHUTE)
            return
        state.slot += 1
    return_astronauts(state)
    state.phase = PHASE_END


@kernel
def choose_parachute(state, uses_it):
    """Land on the space of the crash, or decline (mlem 5.3)."""
    if uses_it:
        land(state, state.slot, state.space)
    state.slot += 1


@kernel
def return_astronauts(state):
    """Make all astronauts still on board available again (mlem 5.4)."""
    for slot in range(state.player_count):
        if is_on_board(state, slot):
            state.players[player_in_slot(state, slot)].available |= 1 << state.functions[slot]
    state.on_board = 0
