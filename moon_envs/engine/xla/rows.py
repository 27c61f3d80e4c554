"""One game of an XLA program: its bytes, and what the handlers do with it.

The bytes of a game are its record and, behind it, what a record does not hold: a signature, who decides, the points
that `points_delta` paid last, and the legal actions as bits. Programs of users carry these bytes, so nothing is taken
from them before the signature is right: zeros, or bytes of another game, become a finished game.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.batch.buffers import BUFFERS, CACHE_LINE, copy_bytes, floats_of
from moon_envs.engine.batch.rows import (
    AUTORESET_SAME_STEP,
    OVER,
    keep_result,
    note_known_points,
    pay_known_points,
    pay_result,
    play_opponents,
    redraw,
    start_following_game,
    start_row,
    view_row,
)
from moon_envs.engine.batch.sampling import ones_in_word, place_in_word
from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.entry import ACTOR, APPLY, array_at, call_entry, prefetch
from moon_envs.engine.random import mix

# What every environment tells its handlers: a batch of one game whose buffers are working space, and sizes.
TEMPLATE = np.dtype(
    [
        ("batch", BUFFERS),
        ("signature", np.uint64),
        ("game_size", np.int64),
        ("working_size", np.int64),
        ("interface_major", np.int32),  # the version of XLA's interface that runs
        ("interface_minor", np.int32),
        ("threads", np.int64),
        ("task", np.int64),
    ],
    align=True,
)

# The arrays of a batch that a call keeps in its own working space, behind a copy of the batch.
WORKING_ARRAYS = (
    "actor",
    "features",
    "standing",
    "final_points",
    "final_outcome",
    "final_decisions",
    "done",
    "illegal",
    "stuck",
    "mask",
    "observation",
    "reward",
)

# Behind the record, at offsets that are multiples of eight: signature, actor, known points, legal actions.
SIGNATURE_SIZE = ACTOR_SIZE = 8
BITS_OF_BYTE = 8
BUFFERS_SIZE = BUFFERS.itemsize
ONE_IN_EVERY_BYTE = np.uint64(0x0101010101010101)
GATHER_BITS = np.uint64(0x0102040810204080)  # moves the lowest bits of eight bytes into the highest byte
TO_THE_HIGHEST_BYTE = np.uint64(56)
SHIFT_32 = np.uint64(32)


@kernel
def signature_at(batch, game):
    """The signature behind a record."""
    return array_at(game + batch.state_size, 1, np.uint64)


@kernel
def actor_at(batch, game):
    """Who decides, OVER in a finished game: also in one that an illegal action ended."""
    return array_at(game + batch.state_size + SIGNATURE_SIZE, 1, np.int64)


@kernel
def known_points_address(batch, game):
    """Where the points are that `points_delta` paid last."""
    return game + batch.state_size + SIGNATURE_SIZE + ACTOR_SIZE


@kernel
def bits_at(batch, game):
    """The legal actions, eight in a byte."""
    first = known_points_address(batch, game) + (batch.players + 1) // 2 * 8
    return array_at(first, (batch.action_count + BITS_OF_BYTE - 1) // BITS_OF_BYTE, np.uint8)


@kernel
def use_game(batch, game):
    """Let the functions of a batch work on this game."""
    batch.states = game
    batch.known_total = known_points_address(batch, game)


@kernel
def is_allowed(bits, action):
    """Whether a bit says that the action is legal; the lowest bit of a byte stands for its first action."""
    return (np.int64(bits[action // BITS_OF_BYTE]) >> (action % BITS_OF_BYTE)) & 1 != 0


@kernel
def keep_legal_actions(batch, game):
    """Keep the mask that was written last as bits."""
    bits = bits_at(batch, game)
    whole = batch.action_count // BITS_OF_BYTE
    words = array_at(batch.mask, whole, np.uint64)
    for place in range(whole):
        bits[place] = (words[place] * GATHER_BITS) >> TO_THE_HIGHEST_BYTE
    if bits.shape[0] > whole:
        mask = array_at(batch.mask, batch.action_count, np.int8)
        last = 0
        for action in range(whole * BITS_OF_BYTE, batch.action_count):
            last |= np.int64(mask[action]) << (action % BITS_OF_BYTE)
        bits[whole] = last


@kernel
def show_game(batch, game, player):
    """Write mask and observation for the player who decides, and keep who it is and what is legal."""
    actor_at(batch, game)[0] = player
    view_row(batch, game, 0, player, 0)
    if player >= 0:
        keep_legal_actions(batch, game)


@kernel
def show_unknown(batch, game):
    """Show bytes that are no game as a finished game about which nothing is known."""
    array_at(batch.mask, batch.action_count, np.int8)[:] = 1
    floats_of(batch.observation, 0, batch.observed_count)[:] = 0.0


@kernel
def begin_game(template, batch, game, seed):
    """Deal a new game from a seed; returns who decides first."""
    configured = template.batch.states
    copy_bytes(configured, game, batch.state_size)
    array_at(game + batch.state_size, template.game_size - batch.state_size, np.uint8)[:] = 0
    signature_at(batch, game)[0] = template.signature
    player = start_row(batch, game, 0, seed)
    show_game(batch, game, player)
    return player


@kernel
def forfeit_game(batch, game, player):
    """End a game after an illegal action as Pgx does: the others share what the player loses."""
    reward = floats_of(batch.reward, 0, batch.players)
    reward[:] = -batch.lowest_reward * (batch.players - 1)
    reward[player] = batch.lowest_reward


@kernel
def step_game(template, batch, game, action, has_ended):
    """Carry out one decision with its reward; returns who decides next, and whether the game is over now.

    A game that is over, or that its user calls ended, stays as it is.
    """
    floats_of(batch.reward, 0, batch.players)[:] = 0.0
    if signature_at(batch, game)[0] != template.signature:
        show_unknown(batch, game)
        return OVER, True
    player = actor_at(batch, game)[0]
    if player < 0 or has_ended:
        view_row(batch, game, 0, player, 0)
        return player, player < 0
    if 0 <= action < batch.action_count and is_allowed(bits_at(batch, game), action):
        player = play_opponents(batch, game, 0, call_entry(batch.entry[APPLY], game, action, 0))
        if batch.delta_weight != 0.0:
            pay_known_points(batch, game, 0)
        if player < 0:
            keep_result(batch, game, 0)
            pay_result(batch, 0)
    else:
        forfeit_game(batch, game, player)
        player = OVER
    is_over = player < 0
    if is_over and batch.autoreset == AUTORESET_SAME_STEP:
        player = start_following_game(batch, game, 0)
    show_game(batch, game, player)
    return player, is_over


@kernel
def redraw_game(template, batch, game, player, seed):
    """Redraw what a player cannot know."""
    if signature_at(batch, game)[0] != template.signature:
        show_unknown(batch, game)
        return OVER
    if 0 <= player < batch.players and actor_at(batch, game)[0] >= 0:
        redraw(batch, game, player, seed)
        if batch.delta_weight != 0.0:
            note_known_points(batch, game, 0)
        show_game(batch, game, call_entry(batch.entry[ACTOR], game, 0, 0))
    else:
        view_row(batch, game, 0, actor_at(batch, game)[0], 0)
    return actor_at(batch, game)[0]


@kernel
def random_action(mask, count, random):
    """A uniformly random action of a mask at an address, -1 if it allows none; nothing behind the mask is read."""
    whole = count // BITS_OF_BYTE
    words = array_at(mask, whole, np.uint64)
    last = np.uint64(0)
    rest = array_at(mask + whole * BITS_OF_BYTE, count - whole * BITS_OF_BYTE, np.uint8)
    for place in range(rest.shape[0]):
        last |= np.uint64(rest[place]) << np.uint64(BITS_OF_BYTE * place)
    ones = ones_in_word(last)
    for place in range(whole):
        ones += ones_in_word(words[place])
    if ones == 0:
        return -1
    chosen = np.int64((random >> SHIFT_32) * np.uint64(ones) >> SHIFT_32)
    for place in range(whole):
        ones = ones_in_word(words[place])
        if chosen < ones:
            return place * BITS_OF_BYTE + place_in_word(words[place], chosen)
        chosen -= ones
    return whole * BITS_OF_BYTE + place_in_word(last, chosen)


@inlined_kernel
def prefetch_game(batch, game):
    """Prefetch the next game, as a batch does: its steps read places that the processor does not predict."""
    for offset in range(0, batch.state_size, CACHE_LINE):
        prefetch(game + offset)


@kernel
def seed_of(words, count):
    """64 bits from the two or four words of a key of JAX: `jax.random.key(7)` gives 7."""
    first = (np.uint64(words[0]) << SHIFT_32) | np.uint64(words[1])
    if count == 4:
        second = (np.uint64(words[2]) << SHIFT_32) | np.uint64(words[3])
        if second != first:
            return first ^ mix(second)
    return first


@kernel
def settle_in(batch, template_address, working):
    """Let a copy of a template's batch use its own working space: the template has offsets instead of addresses."""
    copy_bytes(template_address, working, BUFFERS_SIZE)
    batch.actor += working
    batch.features += working
    batch.standing += working
    batch.final_points += working
    batch.final_outcome += working
    batch.final_decisions += working
    batch.done += working
    batch.illegal += working
    batch.stuck += working
    batch.mask += working
    batch.observation += working
    batch.reward += working
