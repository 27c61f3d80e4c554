"""Check that the values of a record from outside fit each other; bounds are checked elsewhere.

The check covers everything the kernels rely on, so no record leads to a wrong index, an empty mask or an endless loop.
Unreachable but safe positions are accepted.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.mlem.components import (
    ADDITIONAL_DICE,
    AFTERBURNER,
    ALLOWED_FACES,
    ASTRONAUTS,
    BOOSTER_VALUE,
    DEEP_SPACE,
    FACE_COUNT,
    FACE_VALUE,
    FAILURES,
    FIRST_MOON,
    FIRST_SPACE_WITH_LANDING,
    KEEP_DICE,
    MINIMUM_DICE,
    MOON_SPACE_COUNT,
    PARACHUTE,
    PLANETS,
    PLUS_MINUS_ONE,
    REROLL,
    TOKEN_ABILITY,
    TOKEN_FACES,
)
from moon_envs.games.mlem.landing import landing_targets
from moon_envs.games.mlem.mat import can_land
from moon_envs.games.mlem.scoring import rank_planet
from moon_envs.games.mlem.state import (
    CAN_DISEMBARK,
    CAN_DISEMBARK_LOWER,
    CAN_STAY,
    DECIDE_ASTRONAUT,
    DECIDE_LANDING,
    DECIDE_MISSION,
    DECIDE_MOVE,
    DECIDE_PARACHUTE,
    GONE,
    IN_PILE,
    NO_FUNCTION,
    NO_TOKEN,
    NOBODY,
    ON_MAT,
    PHASE_CRASH,
    PHASE_DEEP_SPACE,
    PHASE_LANDING,
    PHASE_MISSIONS,
    PHASE_TAKE_OFF,
    PHASE_TRAVEL,
    is_on_board,
    player_in_slot,
    slot_of_player,
)
from moon_envs.games.mlem.travel import find_usable_boosters

FAULTS = (
    "tokens of a pile are missing or doubled",
    "tokens of a variant that is not played are in use",
    "the owners of moons do not fit the counts of players and spaces",
    "the rows on a planet do not fit its players",
    "a player has more or fewer than eight astronauts",
    "the rocket holds an astronaut that cannot be there",
    "there were too few crashes and landings for this number of expeditions",
    "the decision does not fit the expedition",
)
(
    WRONG_PILE,
    WRONG_VARIANT,
    WRONG_MOONS,
    WRONG_PLANETS,
    WRONG_ASTRONAUTS,
    WRONG_ROCKET,
    WRONG_EXPEDITION,
    WRONG_DECISION,
) = range(1, len(FAULTS) + 1)
NO_FAULT = 0


@kernel
def find_fault(state):
    """Return the first fault of a record, or NO_FAULT."""
    if not are_unused_variants_empty(state):
        return WRONG_VARIANT
    if not are_piles_complete(state):
        return WRONG_PILE
    if not are_moons_right(state):
        return WRONG_MOONS
    if not are_planets_right(state):
        return WRONG_PLANETS
    if not are_astronauts_complete(state):
        return WRONG_ASTRONAUTS
    if not is_rocket_possible(state):
        return WRONG_ROCKET
    if not is_expedition_possible(state):
        return WRONG_EXPEDITION
    return NO_FAULT if state.over or is_decision_due(state) else WRONG_DECISION


@kernel
def are_unused_variants_empty(state):
    """Return whether the variants that are not played have no trace in the record."""
    if not state.ufo:
        drawn = state.tokens_drawn + state.ufo_tokens_taken + state.token_used + state.ufo_space
        if state.token != NO_TOKEN or drawn != 0 or state.token_pile.any() or state.token_in_pile.any():
            return False
    if not state.explorations:
        drawn = state.explorations_drawn + state.explorations_on_mat
        if drawn != 0 or state.exploration_pile.any() or state.exploration_place.any():
            return False
    return bool(state.secret_missions) or not state.missions.any()


@kernel
def are_piles_complete(state):
    """Return whether every pile has each of its tokens once, and the fields agree where the tokens are."""
    if state.ufo:
        if not is_each_there_once(state.token_pile) or not is_token_from_pile(state):
            return False
        for place in range(state.token_pile.shape[0]):
            if state.token_in_pile[state.token_pile[place]] != (place >= state.tokens_drawn):
                return False
    if state.explorations:
        if not is_each_there_once(state.exploration_pile) or not are_explorations_placed(state):
            return False
    return not state.secret_missions or is_each_there_once(state.missions)


@kernel
def is_each_there_once(pile):
    """Return whether a pile holds each of its tokens once."""
    seen = 0
    for place in range(pile.shape[0]):
        seen |= 1 << pile[place]
    return seen == (1 << pile.shape[0]) - 1


@kernel
def is_token_from_pile(state):
    """Return whether the expedition token in play is the last one drawn."""
    if state.token == NO_TOKEN:
        return True
    return state.tokens_drawn > 0 and state.token == state.token_pile[state.tokens_drawn - 1]


@kernel
def are_explorations_placed(state):
    """Return whether the pile holds the exploration tokens not drawn, and the tokens on the mat are counted."""
    on_mat = 0
    for place in range(state.exploration_pile.shape[0]):
        token_place = state.exploration_place[state.exploration_pile[place]]
        if (token_place == IN_PILE) != (place >= state.explorations_drawn) or not GONE <= token_place <= ON_MAT:
            return False
        on_mat += token_place == ON_MAT
    return on_mat == state.explorations_on_mat


@kernel
def are_moons_right(state):
    """Return whether the best moons of every space are taken first, and the players' counts agree."""
    counts = np.zeros((state.players.shape[0], MOON_SPACE_COUNT), dtype=np.int64)
    for moon_space in range(MOON_SPACE_COUNT):
        first_free = FIRST_MOON[moon_space + 1] - state.free_moons[moon_space]
        for moon in range(FIRST_MOON[moon_space], FIRST_MOON[moon_space + 1]):
            owner = state.moon_owner[moon]
            if (owner == NOBODY) != (moon >= first_free) or owner >= state.player_count:
                return False
            if owner != NOBODY:
                counts[owner, moon_space] += 1
    for player in range(state.player_count):
        own = state.players[player]
        for moon_space in range(MOON_SPACE_COUNT):
            if own.moons[moon_space] != counts[player, moon_space]:
                return False
        if own.on_moons != counts[player].sum():
            return False
    return True


@kernel
def are_planets_right(state):
    """Return whether the players on each planet have its rows and the points of their ranks."""
    for planet in range(PLANETS):
        rows, players = 0, 0
        for player in range(state.player_count):
            own = state.players[player]
            if (own.on_planet[planet] > 0) != (own.planet_row[planet] > 0):
                return False
            if own.on_planet[planet] > 0:
                rows |= 1 << own.planet_row[planet]
                players += 1
            elif own.planet_points[planet] != 0 or own.double_planet == planet:
                return False
        if state.rows_on_planet[planet] != players or rows != (2 << players) - 2:
            return False
        if not are_ranks_right(state, planet):
            return False
    return True


@kernel
def are_ranks_right(state, planet):
    """Return whether ranking the players of a planet again changes nothing."""
    kept = np.zeros(state.players.shape[0], dtype=np.int64)
    for player in range(state.player_count):
        kept[player] = state.players[player].planet_points[planet]
    rank_planet(state, planet)
    is_right = True
    for player in range(state.player_count):
        is_right = is_right and state.players[player].planet_points[planet] == kept[player]
        state.players[player].planet_points[planet] = kept[player]
    return is_right


@kernel
def are_astronauts_complete(state):
    """Return whether every player has eight astronauts: available, on board and on the mat together."""
    for player in range(state.player_count):
        own = state.players[player]
        on_mat = own.on_moons + own.in_deep_space
        for planet in range(PLANETS):
            on_mat += own.on_planet[planet]
        available = 0
        for function in range(ASTRONAUTS):
            available += (own.available >> function) & 1
        on_board = is_on_board(state, slot_of_player(state, player))
        if own.on_mat != on_mat or available + on_board + on_mat != ASTRONAUTS:
            return False
    return True


@kernel
def is_rocket_possible(state):
    """Return whether slots belong to players, and astronauts on board are not available at the same time."""
    slots = 1 << state.player_count
    if state.starter >= state.player_count or state.commander >= state.player_count:
        return False
    if state.on_board >= slots or state.boosters_used >= slots:
        return False
    for slot in range(state.functions.shape[0]):
        function = state.functions[slot]
        if slot >= state.player_count and function != NO_FUNCTION:
            return False
        if is_on_board(state, slot):
            own = state.players[player_in_slot(state, slot)]
            if function == NO_FUNCTION or (own.available >> function) & 1:
                return False
    return True


@kernel
def is_expedition_possible(state):
    """Return whether every earlier expedition crashed or put an astronaut of every player on the mat (mlem 8.3)."""
    fewest_on_mat = ASTRONAUTS
    for player in range(state.player_count):
        fewest_on_mat = min(fewest_on_mat, state.players[player].on_mat)
    return state.expedition - 1 <= state.failures + fewest_on_mat


@kernel
def is_decision_due(state):
    """Return whether the decision and its player fit the phase."""
    if state.decision == DECIDE_MISSION:
        return state.phase == PHASE_MISSIONS and is_mission_asked(state)
    if state.expedition == 0 or (state.failures == FAILURES and state.phase != PHASE_CRASH):
        return False
    if state.decision == DECIDE_ASTRONAUT:
        is_next = state.slot < state.player_count and state.on_board == (1 << state.slot) - 1
        is_first_commander = state.phase == PHASE_TAKE_OFF and state.commander == 0
        return is_first_commander and is_next and state.seat == player_in_slot(state, state.slot)
    if not is_commander_right(state):
        return False
    if state.decision == DECIDE_MOVE:
        is_commander = state.seat == player_in_slot(state, state.commander)
        return state.phase == PHASE_TRAVEL and is_commander and is_move_right(state)
    if state.slot >= state.player_count or not is_on_board(state, state.slot):
        return False
    if state.seat != player_in_slot(state, state.slot):
        return False
    if state.decision == DECIDE_LANDING:
        return is_landing_asked(state)
    if state.decision == DECIDE_PARACHUTE:
        is_parachute = state.phase == PHASE_CRASH and state.functions[state.slot] == PARACHUTE
        is_asked = state.landing_choices == CAN_STAY | CAN_DISEMBARK and state.failures > 0
        return is_parachute and is_asked and can_land(state, state.space)
    return False


@kernel
def is_commander_right(state):
    """Return whether the first astronaut on board commands, or in deep space all before the asked one have left."""
    if state.phase == PHASE_CRASH:
        return True
    if state.phase == PHASE_DEEP_SPACE:
        return state.on_board & ((1 << state.slot) - 1) == 0
    return state.on_board & ((2 << state.commander) - 1) == 1 << state.commander


@kernel
def is_mission_asked(state):
    """Return whether exactly the players before the asked one have returned a mission."""
    if not state.secret_missions or state.expedition != 0 or state.slot >= state.player_count:
        return False
    for slot in range(state.player_count):
        own = state.players[player_in_slot(state, slot)]
        if own.has_returned_mission != (slot < state.slot) or own.on_mat != 0:
            return False
    return state.on_board == 0 and state.seat == player_in_slot(state, state.slot)


@kernel
def is_move_right(state):
    """Return whether the roll and the move fit the space and the dice."""
    if state.space >= DEEP_SPACE or state.pool < MINIMUM_DICE:
        return False
    dice, shown, distance, used = 0, 0, 0, 0
    for face in range(FACE_COUNT):
        dice += state.rolled[face]
        if state.rolled[face] > 0:
            shown |= 1 << face
        if (state.added_groups >> face) & 1:
            distance += state.rolled[face] * FACE_VALUE[state.space, face]
            used += state.rolled[face] if face != AFTERBURNER else 0
    if dice != state.pool or state.matching != shown & ALLOWED_FACES[state.space] or used != state.used_dice:
        return False
    if state.added_groups & ~state.matching != 0 or not are_boosters_right(state):
        return False
    for slot in range(state.player_count):
        distance += BOOSTER_VALUE * ((state.added_boosters >> slot) & 1)
    return is_ability_right(state, state.distance - distance)


@kernel
def are_boosters_right(state):
    """Return whether the usable boosters are right, and only these were added."""
    usable = state.usable_boosters
    find_usable_boosters(state)
    is_right = usable == state.usable_boosters
    state.usable_boosters = usable
    return is_right and state.added_boosters & ~usable == 0


@kernel
def is_ability_right(state, further_distance):
    """Return whether the distance beyond dice and boosters comes from the token in play."""
    ability = TOKEN_ABILITY[state.token] if state.token != NO_TOKEN and state.token_used else -1
    if (state.keeps_dice and ability != KEEP_DICE) or (state.rerolled and ability != REROLL):
        return False
    if further_distance == 0:
        return True
    if ability != ADDITIONAL_DICE:
        return False
    faces = TOKEN_FACES[state.token] & ALLOWED_FACES[state.space]
    for face in range(FACE_COUNT):
        further_distance -= FACE_VALUE[state.space, face] * ((faces >> face) & 1)
    return further_distance == 0


@kernel
def is_landing_asked(state):
    """Return whether the asked astronaut has these choices."""
    function = state.functions[state.slot]
    if state.phase == PHASE_LANDING:
        if not FIRST_SPACE_WITH_LANDING <= state.space < DEEP_SPACE:
            return False
        targets = landing_targets(state, function)
        return targets != 0 and state.landing_choices == CAN_STAY | targets
    if state.phase != PHASE_DEEP_SPACE or state.space != DEEP_SPACE or function != PLUS_MINUS_ONE:
        return False
    return can_land(state, DEEP_SPACE - 1) and state.landing_choices == CAN_DISEMBARK | CAN_DISEMBARK_LOWER
