"""The travel phase: roll, assemble a move, go (mlem 4 and 12)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import random_below
from moon_envs.games.mlem.actions import ADD_BOOSTER, ADD_GROUP, GO, USE_ABILITY
from moon_envs.games.mlem.components import (
    ADDITIONAL_DICE,
    AFTERBURNER,
    ALLOWED_FACES,
    BOOSTER,
    BOOSTER_FACE,
    BOOSTER_VALUE,
    DEEP_SPACE,
    FACE_COUNT,
    FACE_OF_SIDE,
    FACE_VALUE,
    FIRST_SPACE_WITH_LANDING,
    KEEP_DICE,
    MAX_PLAYERS,
    MINIMUM_DICE,
    SIDES,
    TOKEN_ABILITY,
    TOKEN_FACES,
)
from moon_envs.games.mlem.crash import crash
from moon_envs.games.mlem.explorations import explore
from moon_envs.games.mlem.state import (
    DECIDE_MOVE,
    NO_DECISION,
    NO_TOKEN,
    PHASE_DEEP_SPACE,
    PHASE_LANDING,
    ask,
    player_in_slot,
)
from moon_envs.games.mlem.ufo import meet_ufo


@kernel
def begin_travel(state):
    """Roll the dice; a failed roll without a way out is a crash (mlem 4.1, 5.1)."""
    state.added_groups = 0
    state.added_boosters = 0
    state.distance = 0
    state.used_dice = 0
    state.keeps_dice = 0
    state.rerolled = 0
    find_usable_boosters(state)
    roll_dice(state)
    ask_commander(state)


@kernel
def roll_dice(state):
    """Roll the whole pool and group it by faces; only faces allowed on the space can be used (mlem 4.1, 4.7)."""
    for face in range(FACE_COUNT):
        state.rolled[face] = 0
    shown = 0
    for _ in range(state.pool):
        face = FACE_OF_SIDE[random_below(state, SIDES)]
        state.rolled[face] += 1
        shown |= 1 << face
    state.matching = shown & ALLOWED_FACES[state.space]


@kernel
def find_usable_boosters(state):
    """Find the unflipped boosters on board, if the space allows their face (mlem 11.8)."""
    usable = 0
    if (ALLOWED_FACES[state.space] >> BOOSTER_FACE) & 1:
        for slot in range(MAX_PLAYERS):
            if state.functions[slot] == BOOSTER:
                usable |= 1 << slot
    state.usable_boosters = usable & state.on_board & ~state.boosters_used


@kernel
def ask_commander(state):
    """Ask the commander, or crash if nothing can be used (mlem 4.2, 5.1)."""
    if state.matching == 0 and not has_way_out(state):
        crash(state)
        return
    ask(state, player_in_slot(state, state.commander), DECIDE_MOVE)


@kernel
def has_way_out(state):
    """Return whether a booster, additional dice or a reroll can avert the crash (mlem 5.1)."""
    return state.usable_boosters != 0 or can_use_ability(state)


@kernel
def can_use_ability(state):
    """Return whether the token's ability can be used now (mlem 12.5, 12.6, 12.7)."""
    if state.token == NO_TOKEN or state.token_used:
        return False
    ability = TOKEN_ABILITY[state.token]
    if ability == ADDITIONAL_DICE:
        return (TOKEN_FACES[state.token] & ALLOWED_FACES[state.space]) != 0
    if ability == KEEP_DICE:
        return state.distance > 0
    return (state.added_groups | state.added_boosters) == 0


@kernel
def mark_move_choices(state, mask):
    """Mark what can still be added, and whether the move can begin (mlem 4.2, 4.3, 5.1)."""
    groups = state.matching & ~state.added_groups
    for face in range(FACE_COUNT):
        mask[ADD_GROUP + face] = (groups >> face) & 1
    boosters = state.usable_boosters & ~state.added_boosters
    for slot in range(MAX_PLAYERS):
        mask[ADD_BOOSTER + slot] = (boosters >> slot) & 1
    mask[USE_ABILITY] = can_use_ability(state)
    mask[GO] = can_go(state)


@kernel
def can_go(state):
    """Return whether the rocket can go or crash; the results of a reroll must be used (mlem 4.3, 12.7)."""
    if state.matching == 0:
        return True
    return state.added_groups != 0 if state.rerolled else state.distance > 0


@kernel
def choose_move(state, action):
    """Add something to the move, or go."""
    if action == GO:
        go(state)
    elif action == USE_ABILITY:
        use_ability(state)
    elif action >= ADD_BOOSTER:
        state.added_boosters |= 1 << (action - ADD_BOOSTER)
        state.distance += BOOSTER_VALUE
    else:
        add_group(state, action - ADD_GROUP)


@kernel
def add_group(state, face):
    """Add all dice of a group to the move; number dice will be discarded (mlem 4.2, 4.4, 4.6)."""
    state.added_groups |= 1 << face
    state.distance += state.rolled[face] * FACE_VALUE[state.space, face]
    if face != AFTERBURNER:
        state.used_dice += state.rolled[face]


@kernel
def use_ability(state):
    """Use the ability of the expedition token, once in an expedition (mlem 12.4)."""
    state.token_used = 1
    ability = TOKEN_ABILITY[state.token]
    if ability == ADDITIONAL_DICE:
        add_additional_dice(state)
    elif ability == KEEP_DICE:
        state.keeps_dice = 1
    else:
        state.decision = NO_DECISION
        state.rerolled = 1
        roll_dice(state)
        ask_commander(state)


@kernel
def add_additional_dice(state):
    """Add all dice of the token whose face the space allows (mlem 12.5)."""
    faces = TOKEN_FACES[state.token] & ALLOWED_FACES[state.space]
    for face in range(FACE_COUNT):
        if (faces >> face) & 1:
            state.distance += FACE_VALUE[state.space, face]


@kernel
def go(state):
    """Move, discard, resolve tokens (mlem 4.5, 13.7); with nothing added accept the crash (mlem 15.1)."""
    state.decision = NO_DECISION
    if state.distance == 0:
        crash(state)
        return
    state.space = min(state.space + state.distance, DEEP_SPACE)
    discard_used_dice(state)
    state.boosters_used |= state.added_boosters
    if state.explorations:
        explore(state)
    if state.ufo:
        meet_ufo(state)
    end_travel(state)


@kernel
def discard_used_dice(state):
    """Take used number dice out of the pool, which keeps at least one die (mlem 4.6, 12.6)."""
    if not state.keeps_dice:
        state.pool = max(MINIMUM_DICE, state.pool - state.used_dice)


@kernel
def end_travel(state):
    """Go to deep space, to the landing phase, or fly on, as the space says (mlem 6.1, 7.1)."""
    state.slot = state.commander
    if state.space == DEEP_SPACE:
        state.phase = PHASE_DEEP_SPACE
    elif state.space >= FIRST_SPACE_WITH_LANDING:
        state.phase = PHASE_LANDING
