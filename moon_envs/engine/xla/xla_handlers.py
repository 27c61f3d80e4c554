"""The handlers that XLA calls: one for each operation, with the same work for one game and for any number of them.

A handler gets arrays with any number of leading axes: their rows are games. It works on memory of the caller and on
working space of its own only, so several threads may be inside at once.
"""

from __future__ import annotations

import numpy as np

from moon_envs.engine.batch.buffers import BUFFERS, FLOAT32_BYTES, INT32_BYTES, copy_bytes, counts_of
from moon_envs.engine.compiler.compile import handler, kernel
from moon_envs.engine.entry import ACTOR, OBSERVE, OUTCOME, POINTS, array_at, call_entry, record_at
from moon_envs.engine.batch.rows import encode_features
from moon_envs.engine.batch.buffers import features_of, floats_of
from moon_envs.engine.xla.frame import OK, WRONG_BUFFERS, answer, find_buffers, is_metadata_question
from moon_envs.engine.xla.rows import (
    TEMPLATE,
    begin_game,
    following_word,
    random_action,
    redraw_game,
    seed_of,
    settle_in,
    signature_at,
    step_game,
    use_game,
)

WORD = 8


@kernel
def working_space(template):
    """Memory for one call."""
    return np.empty((template.working_size + WORD - 1) // WORD, dtype=np.int64)


@kernel
def have_sizes(found, first, sizes, rows):
    """Whether buffers have these numbers of elements for each row."""
    for place in range(len(sizes)):
        if found[first + place, 1] != sizes[place] * rows:
            return False
    return True


@kernel
def show_row_at(batch, outputs, first, row):
    """Let the batch write observation and mask of a row to the outputs from `first` on."""
    batch.observation = outputs[first, 0] + row * batch.observed_count * FLOAT32_BYTES
    batch.mask = outputs[first + 1, 0] + row * batch.action_count


@kernel
def write_player(batch, address, row, player):
    """Write who decides; in a finished game the observer, because programs take the number as an index."""
    array_at(address + row * INT32_BYTES, 1, np.int32)[0] = player if player >= 0 else batch.observer


@kernel
def move_game(source, target, row, size):
    """Copy the bytes of a game, unless XLA lets both be the same memory; returns where they are."""
    if source != target:
        copy_bytes(source + row * size, target + row * size, size)
    return target + row * size


@handler
def xla_init(frame, template_address):
    """(key words) -> (game, player, observation, mask)"""
    if is_metadata_question(frame):
        return OK
    inputs, outputs = np.empty((1, 2), dtype=np.int64), np.empty((4, 2), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    template = record_at(template_address, TEMPLATE)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = outputs[1, 1]
    key_words = inputs[0, 1] // rows if rows else 2
    sizes = (template.game_size, 1, batch.observed_count, batch.action_count)
    if (key_words != 2 and key_words != 4) or not have_sizes(outputs, 0, sizes, rows):
        return answer(frame, WRONG_BUFFERS)
    for row in range(rows):
        show_row_at(batch, outputs, 2, row)
        game = outputs[0, 0] + row * template.game_size
        use_game(batch, game)
        seed = seed_of(array_at(inputs[0, 0] + row * key_words * INT32_BYTES, key_words, np.uint32), key_words)
        write_player(batch, outputs[1, 0], row, begin_game(template, batch, game, seed))
    return OK


@handler
def xla_step(frame, template_address):
    """(game, action, has ended) -> (game, player, observation, mask, rewards, is over)"""
    if is_metadata_question(frame):
        return OK
    inputs, outputs = np.empty((3, 2), dtype=np.int64), np.empty((6, 2), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    template = record_at(template_address, TEMPLATE)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = inputs[1, 1]
    sizes = (template.game_size, 1, batch.observed_count, batch.action_count, batch.players, 1)
    if not have_sizes(inputs, 0, (template.game_size, 1, 1), rows) or not have_sizes(outputs, 0, sizes, rows):
        return answer(frame, WRONG_BUFFERS)
    actions, ended = array_at(inputs[1, 0], rows, np.int32), array_at(inputs[2, 0], rows, np.uint8)
    over = array_at(outputs[5, 0], rows, np.uint8)
    for row in range(rows):
        show_row_at(batch, outputs, 2, row)
        batch.reward = outputs[4, 0] + row * batch.players * FLOAT32_BYTES
        action, has_ended = np.int64(actions[row]), ended[row] != 0
        game = move_game(inputs[0, 0], outputs[0, 0], row, template.game_size)
        use_game(batch, game)
        player, is_over = step_game(template, batch, game, action, has_ended)
        write_player(batch, outputs[1, 0], row, player)
        over[row] = is_over
    return OK


@handler
def xla_resample(frame, template_address):
    """(game, player, key words) -> (game, player, observation, mask)"""
    if is_metadata_question(frame):
        return OK
    inputs, outputs = np.empty((3, 2), dtype=np.int64), np.empty((4, 2), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    template = record_at(template_address, TEMPLATE)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = inputs[1, 1]
    key_words = inputs[2, 1] // rows if rows else 2
    sizes = (template.game_size, 1, batch.observed_count, batch.action_count)
    if not have_sizes(inputs, 0, (template.game_size, 1, key_words), rows) or not have_sizes(outputs, 0, sizes, rows):
        return answer(frame, WRONG_BUFFERS)
    players = array_at(inputs[1, 0], rows, np.int32)
    for row in range(rows):
        show_row_at(batch, outputs, 2, row)
        seat = np.int64(players[row])
        game = move_game(inputs[0, 0], outputs[0, 0], row, template.game_size)
        use_game(batch, game)
        seed = seed_of(array_at(inputs[2, 0] + row * key_words * INT32_BYTES, key_words, np.uint32), key_words)
        write_player(batch, outputs[1, 0], row, redraw_game(template, batch, game, seat, seed))
    return OK


@handler
def xla_sample(frame, template_address):
    """(game, key words) -> (action); one key for all rows, or one for each."""
    if is_metadata_question(frame):
        return OK
    inputs, outputs = np.empty((2, 2), dtype=np.int64), np.empty((1, 2), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    template = record_at(template_address, TEMPLATE)
    batch = template.batch
    rows = outputs[0, 1]
    is_shared = rows > 1 and inputs[1, 1] <= 4
    key_words = inputs[1, 1] if is_shared or rows == 0 else inputs[1, 1] // rows
    if inputs[0, 1] != rows * template.game_size or (key_words != 2 and key_words != 4):
        return answer(frame, WRONG_BUFFERS)
    actions = array_at(outputs[0, 0], rows, np.int32)
    for row in range(rows):
        place = 0 if is_shared else row
        seed = seed_of(array_at(inputs[1, 0] + place * key_words * INT32_BYTES, key_words, np.uint32), key_words)
        random = following_word(seed, row if is_shared else 0)
        actions[row] = random_action(template, batch, inputs[0, 0] + row * template.game_size, random)
    return OK


@handler
def xla_observe(frame, template_address):
    """(game, player) -> (observation)"""
    if is_metadata_question(frame):
        return OK
    inputs, outputs = np.empty((2, 2), dtype=np.int64), np.empty((1, 2), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    template = record_at(template_address, TEMPLATE)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = inputs[1, 1]
    if inputs[0, 1] != rows * template.game_size or outputs[0, 1] != rows * batch.observed_count:
        return answer(frame, WRONG_BUFFERS)
    players = array_at(inputs[1, 0], rows, np.int32)
    for row in range(rows):
        game, player = inputs[0, 0] + row * template.game_size, np.int64(players[row])
        observation = floats_of(outputs[0, 0], row, batch.observed_count)
        if signature_at(batch, game)[0] != template.signature or player < 0 or player >= batch.players:
            observation[:] = 0.0
            continue
        call_entry(batch.entry[OBSERVE], game, player, batch.features)
        encode_features(batch, features_of(batch, 0), observation)
    return OK


@handler
def xla_points(frame, template_address):
    """(game) -> (points by side and category, outcome)"""
    if is_metadata_question(frame):
        return OK
    inputs, outputs = np.empty((1, 2), dtype=np.int64), np.empty((2, 2), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    template = record_at(template_address, TEMPLATE)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = outputs[1, 1] // batch.players
    counted = batch.sides * batch.categories
    if not have_sizes(inputs, 0, (template.game_size,), rows) or not have_sizes(outputs, 0, (counted, batch.players), rows):
        return answer(frame, WRONG_BUFFERS)
    for row in range(rows):
        game = inputs[0, 0] + row * template.game_size
        points = counts_of(outputs[0, 0], row, counted)
        outcome = floats_of(outputs[1, 0], row, batch.players)
        points[:] = 0
        outcome[:] = 0.0
        if signature_at(batch, game)[0] == template.signature:
            call_entry(batch.entry[POINTS], game, points.ctypes.data, 0)
            if call_entry(batch.entry[ACTOR], game, 0, 0) < 0:
                call_entry(batch.entry[OUTCOME], game, outcome.ctypes.data, 0)
    return OK
