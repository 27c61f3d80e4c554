"""The Explorations variant: tokens on the mat, and their chains (mlem 13)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import shuffle
from moon_envs.games.mlem.components import (
    DEEP_SPACE,
    EXPLORATION_OF_SPACE,
    EXPLORATION_POINTS,
    EXPLORATION_TOKENS,
    EXPLORATION_TYPE,
    EXPLORATIONS_REVEALED,
    MOST_DICE_AFTER_REGAIN,
    NONE,
    POINTS_TOKEN,
    REGAIN_DIE,
    TUNNEL,
    TUNNEL_DISTANCE,
)
from moon_envs.games.mlem.state import GONE, IN_PILE, ON_MAT, player_in_slot


@kernel
def set_up_explorations(state):
    """Shuffle the tokens and reveal the first ones (mlem 13.1)."""
    for token in range(EXPLORATION_TOKENS):
        state.exploration_pile[token] = token
        state.exploration_place[token] = IN_PILE
    shuffle(state, state.exploration_pile, 0, EXPLORATION_TOKENS)
    reveal_exploration_tokens(state)


@kernel
def reveal_exploration_tokens(state):
    """Refill the mat to five tokens while the pile lasts (mlem 13.1, 13.6)."""
    while state.explorations_on_mat < EXPLORATIONS_REVEALED and state.explorations_drawn < EXPLORATION_TOKENS:
        state.exploration_place[state.exploration_pile[state.explorations_drawn]] = ON_MAT
        state.explorations_drawn += 1
        state.explorations_on_mat += 1


@kernel
def explore(state):
    """Activate the token where the rocket ends its travel, and those that tunnels lead to (mlem 13.2, 13.5, 13.6)."""
    while is_token_here(state):
        if activate_token(state, EXPLORATION_OF_SPACE[state.space]) != TUNNEL:
            break
    reveal_exploration_tokens(state)


@kernel
def is_token_here(state):
    """Whether an exploration token lies on the rocket's space."""
    token = EXPLORATION_OF_SPACE[state.space]
    return token != NONE and state.exploration_place[token] == ON_MAT


@kernel
def activate_token(state, token):
    """Give points, a die, or a tunnel (mlem 13.3, 13.4, 13.5); return the type of the token."""
    state.exploration_place[token] = GONE
    state.explorations_on_mat -= 1
    kind = EXPLORATION_TYPE[token]
    if kind == POINTS_TOKEN:
        state.players[player_in_slot(state, state.commander)].exploration_points += EXPLORATION_POINTS[token]
    elif kind == REGAIN_DIE:
        if state.pool < MOST_DICE_AFTER_REGAIN:
            state.pool += 1
    else:
        state.space = min(state.space + TUNNEL_DISTANCE, DEEP_SPACE)
    return kind
