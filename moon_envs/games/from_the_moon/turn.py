"""The end of a turn and of the game (from_the_moon 3, 12.6)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.from_the_moon.resources import can_make_food, is_energy_unoffered
from moon_envs.games.from_the_moon.rovers import rovers_at_base
from moon_envs.games.from_the_moon.scoring import award_medal
from moon_envs.games.from_the_moon.ships import launched, tiles_left
from moon_envs.games.from_the_moon.state import END_TURN_FRAME, MAIN_FRAME, NOTHING, players_of, push
from moon_envs.games.from_the_moon.vocabulary import MISSION_COUNT, TRACK_SPACES

# Mission tiles a turn can take without laboratories: the Pioneers' building uses two effects (from_the_moon 12.6).
MOST_TILES_OF_A_TURN = 2


@kernel
def finish_turn(state):
    """End the turn, or first ask whether left-over energy becomes food (from_the_moon 12.6)."""
    if can_make_food(state.players[state.seat]) and may_be_last_turn(state):
        push(state, END_TURN_FRAME, NOTHING)
    else:
        pass_turn(state)


@kernel
def may_be_last_turn(state):
    """Return whether the game may end before the player's next turn (from_the_moon 12.6)."""
    if state.end_triggered:
        return True
    later_seats = players_of(state) - 1 - state.seat
    if later_seats == 0:
        return False
    if launched(state) == MISSION_COUNT - 1 or tiles_left(state) <= MOST_TILES_OF_A_TURN * later_seats:
        return True
    for player in range(np.int64(state.seat) + 1, players_of(state)):
        later = state.players[player]
        if later.space == TRACK_SPACES and rovers_at_base(later) == 0:
            return True
    return is_energy_unoffered(state.players[state.seat])


@kernel
def pass_turn(state):
    """Begin the next seat's turn, or end the game after the last seat of a triggered end (from_the_moon 3.1, 3.3)."""
    state.players[state.seat].offered_energy = 0
    if state.seat + 1 < state.player_count:
        state.seat += 1
    elif state.end_triggered:
        state.over = 1
        if state.player_count == 1:
            award_medal(state)
        return
    else:
        state.seat = 0
    push(state, MAIN_FRAME, NOTHING)
