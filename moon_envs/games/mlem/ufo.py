"""The UFO variant: expedition tokens, the marker, and contact (mlem 12)."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.random import shuffle
from moon_envs.games.mlem.components import (
    EXPEDITION_TOKENS,
    TOKEN_DICE,
    TOKEN_UFO_STEPS,
    UFO_LOWEST,
    UFO_START,
    UFO_TOKENS,
    UFO_VALUES,
)
from moon_envs.games.mlem.state import NO_TOKEN, player_in_slot


@kernel
def set_up_ufo(state):
    """Shuffle the expedition tokens and put the UFO marker on its space (mlem 12.1)."""
    state.ufo_space = UFO_START
    for token in range(EXPEDITION_TOKENS):
        state.token_pile[token] = token
        state.token_in_pile[token] = 1
    shuffle(state, state.token_pile, 0, EXPEDITION_TOKENS)


@kernel
def reveal_expedition_token(state):
    """Reveal the next token, which gives the dice and moves the UFO; an empty pile has none (mlem 12.2, 12.3)."""
    state.token = NO_TOKEN
    state.token_used = 0
    if state.tokens_drawn == EXPEDITION_TOKENS:
        return
    token = state.token_pile[state.tokens_drawn]
    state.tokens_drawn += 1
    state.token_in_pile[token] = 0
    state.token = token
    state.pool = TOKEN_DICE[token]
    state.ufo_space = max(UFO_LOWEST, state.ufo_space - TOKEN_UFO_STEPS[token])


@kernel
def meet_ufo(state):
    """Give the top UFO token to the commander if the travel phase ends on the UFO's space (mlem 12.8)."""
    if state.space == state.ufo_space and state.ufo_tokens_taken < UFO_TOKENS:
        commander = player_in_slot(state, state.commander)
        state.players[commander].ufo_points += UFO_VALUES[state.ufo_tokens_taken]
        state.ufo_tokens_taken += 1
