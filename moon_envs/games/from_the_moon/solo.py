"""The solo mode: the opponent's rovers and buildings, objectives, and whether the game is won (from_the_moon 11)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import shuffle
from moon_envs.games.from_the_moon.components import LAUNCH_SPACES, OBJECTIVE_AT_LEAST, OBJECTIVE_CHECK, OBJECTIVE_SPACE
from moon_envs.games.from_the_moon.effects import count
from moon_envs.games.from_the_moon.moon import free_spaces, largest_group, random_member
from moon_envs.games.from_the_moon.vocabulary import (
    CONNECTED_BUILDINGS,
    LAUNCH_SCHEDULE,
    MISSION_COUNT,
    NONE,
    OBJECTIVES,
    OPPONENT_BUILDINGS,
    PARTS,
    ROVERS,
    SOLO_TILES,
    numbered,
)

# The only player, and the seat whose record holds the opponent's rovers and buildings.
PLAYER, OPPONENT = numbered(2)


@kernel
def set_up_solo(state):
    """Place the opponent's buildings and rovers by cards, and draw the objectives (from_the_moon 11.1)."""
    opponent = state.players[OPPONENT]
    for _ in range(OPPONENT_BUILDINGS):
        opponent.buildings |= 1 << random_member(state, free_spaces(state))
    for card in range(SOLO_TILES):
        state.rover_cards[card] = card
    state.rover_cards_drawn = SOLO_TILES
    move_opponent(state)
    left = (1 << OBJECTIVES) - 1
    for _ in range(state.objective_count):
        left &= ~(1 << random_member(state, left))
    state.objectives = ((1 << OBJECTIVES) - 1) & ~left


@kernel
def move_opponent(state):
    """Move the opponent's rovers to the next cards; an empty deck is shuffled first (from_the_moon 11.4)."""
    if state.rover_cards_drawn == SOLO_TILES:
        shuffle(state, state.rover_cards, 0, SOLO_TILES)
        state.rover_cards_drawn = 0
    for rover in range(ROVERS):
        state.players[OPPONENT].rover_tile[rover] = state.rover_cards[state.rover_cards_drawn]
        state.rover_cards_drawn += 1


@kernel
def latch_objectives(state):
    """Latch objectives that count only on a space: tested when the pawn enters it and after buildings.

    from_the_moon 11.6.
    """
    if state.player_count != 1:
        return
    own = state.players[0]
    for objective in range(OBJECTIVES):
        if OBJECTIVE_CHECK[objective] == CONNECTED_BUILDINGS and own.space == OBJECTIVE_SPACE[objective]:
            if largest_group(state, own) >= OBJECTIVE_AT_LEAST[objective]:
                state.latched |= 1 << objective


@kernel
def is_objective_met(state, objective):
    """Return whether an objective is met now (from_the_moon 11.6)."""
    check = np.int64(OBJECTIVE_CHECK[objective])
    if check == LAUNCH_SCHEDULE:
        for mission in range(MISSION_COUNT):
            if state.launch_space[mission] != LAUNCH_SPACES[objective, mission]:
                return False
        return True
    if check == CONNECTED_BUILDINGS:
        return (state.latched >> objective) & 1 != 0
    return count(state, PLAYER, check) >= OBJECTIVE_AT_LEAST[objective]


@kernel
def closeness(state, player):
    """Return how near a player came to a solo victory, in thousandths of all that it takes (from_the_moon 11.6).

    Every ship part and every launch counts once, every objective twice. Only a victory has all. With several players
    points decide.
    """
    if state.player_count > 1:
        return -1
    done, needed = 0, MISSION_COUNT
    for mission in range(MISSION_COUNT):
        done += state.launch_space[mission] != 0
        for part in range(PARTS):
            if state.part_tile[mission, part] != NONE:
                needed += 1
                done += state.part_owner[mission, part] == player
    for objective in range(OBJECTIVES):
        if (state.objectives >> objective) & 1:
            needed += 2
            done += 2 * is_objective_met(state, objective)
    return 1000 * done // needed if is_won(state) else min(1000 * done // needed, 999)


@kernel
def is_won(state):
    """Return whether all ships are launched and all drawn objectives met (from_the_moon 11.6)."""
    if state.starved:
        return False
    for mission in range(MISSION_COUNT):
        if state.launch_space[mission] == 0:
            return False
    for objective in range(OBJECTIVES):
        if (state.objectives >> objective) & 1 and not is_objective_met(state, objective):
            return False
    return True
