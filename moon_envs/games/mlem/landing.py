"""The landing phase and deep space (mlem 6, 7 and 11)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.mlem.actions import DISEMBARK_HIGHER, DISEMBARK_LOWER, STAY
from moon_envs.games.mlem.components import (
    COMET_POINTS,
    DEEP_SPACE,
    DISCARD_DIE,
    GALAXY_POINTS,
    MINIMUM_DICE,
    NONE,
    PLANET_OF_SPACE,
    PLUS_MINUS_ONE,
)
from moon_envs.games.mlem.mat import can_land, land, land_in_deep_space
from moon_envs.games.mlem.state import (
    CAN_DISEMBARK,
    CAN_DISEMBARK_HIGHER,
    CAN_DISEMBARK_LOWER,
    CAN_STAY,
    DECIDE_LANDING,
    PHASE_END,
    PHASE_TRAVEL,
    ask,
    is_on_board,
    player_in_slot,
)


@kernel
def carry_on_landing(state):
    """Ask each astronaut on board that can disembark, once, in rocket order; then fly on or end (mlem 6.2, 6.7)."""
    while state.slot < state.player_count:
        if is_on_board(state, state.slot):
            targets = landing_targets(state, state.functions[state.slot])
            if targets != 0:
                state.landing_choices = CAN_STAY | targets
                ask(state, player_in_slot(state, state.slot), DECIDE_LANDING)
                return
        state.slot += 1
    state.phase = PHASE_TRAVEL if state.on_board != 0 else PHASE_END


@kernel
def landing_targets(state, function):
    """Return where an astronaut can disembark: here, or next door for plus-minus-one (mlem 6.2, 11.4)."""
    here = CAN_DISEMBARK if can_land(state, state.space) else 0
    if function != PLUS_MINUS_ONE:
        return here
    return here | neighbouring_targets(state)


@kernel
def neighbouring_targets(state):
    """Return the neighbouring spaces to land on; a planet that is already offered is left out (mlem 11.4)."""
    targets = 0
    lower, higher = state.space - 1, state.space + 1
    if can_land(state, lower) and not is_same_planet(lower, state.space):
        targets |= CAN_DISEMBARK_LOWER
    if higher == DEEP_SPACE:
        targets |= CAN_DISEMBARK_HIGHER
    elif can_land(state, higher) and not is_same_planet(higher, state.space) and not is_same_planet(higher, lower):
        targets |= CAN_DISEMBARK_HIGHER
    return targets


@kernel
def is_same_planet(space, other):
    """Return whether two spaces lie at the same planet."""
    return PLANET_OF_SPACE[space] != NONE and PLANET_OF_SPACE[space] == PLANET_OF_SPACE[other]


@kernel
def choose_landing(state, action):
    """Carry out the answer, stay or disembark, before the next astronaut is asked (mlem 6.2)."""
    if action != STAY:
        target = state.space
        if action == DISEMBARK_LOWER:
            target -= 1
        elif action == DISEMBARK_HIGHER:
            target += 1
        disembark(state, state.slot, target)
    state.slot += 1


@kernel
def disembark(state, slot, target):
    """Disembark: score points, claim goals, pass the command, lose the die, in this order (mlem 6.5, 11.3)."""
    if state.space == DEEP_SPACE:
        disembark_in_deep_space(state, slot, target)
        return
    if target == DEEP_SPACE:
        land_in_deep_space(state, slot, GALAXY_POINTS)
    else:
        land(state, slot, target)
    if slot == state.commander:
        pass_command(state)
    if state.functions[slot] == DISCARD_DIE and state.on_board != 0:
        state.pool = max(MINIMUM_DICE, state.pool - 1)


@kernel
def pass_command(state):
    """Make the owner of the next astronaut on board commander (mlem 6.6)."""
    for slot in range(state.commander + 1, state.player_count):
        if is_on_board(state, slot):
            state.commander = slot
            return


@kernel
def carry_on_deep_space(state):
    """Let all astronauts leave in rocket order; only plus-minus-one may have a choice (mlem 7.1, 7.3)."""
    while state.slot < state.player_count:
        if is_on_board(state, state.slot):
            if state.functions[state.slot] == PLUS_MINUS_ONE and can_land(state, DEEP_SPACE - 1):
                state.landing_choices = CAN_DISEMBARK | CAN_DISEMBARK_LOWER
                ask(state, player_in_slot(state, state.slot), DECIDE_LANDING)
                return
            disembark_in_deep_space(state, state.slot, DEEP_SPACE)
        state.slot += 1
    state.phase = PHASE_END


@kernel
def disembark_in_deep_space(state, slot, target):
    """Go to the comet (the commander of the arrival), the galaxy (the others) or space 25 (mlem 7.1, 7.2)."""
    if target != DEEP_SPACE:
        land(state, slot, target)
    elif slot == state.commander:
        land_in_deep_space(state, slot, COMET_POINTS)
    else:
        land_in_deep_space(state, slot, GALAXY_POINTS)


@kernel
def mark_landing_choices(state, mask):
    """Mark the answers to a landing or parachute decision."""
    for choice in range(DISEMBARK_HIGHER - STAY + 1):
        mask[STAY + choice] = (state.landing_choices >> choice) & 1
