"""The handlers that XLA calls: one for each operation, with the same work for one game and for any number of them.

A handler gets arrays with any number of leading axes: their rows are games. It works on memory of the caller and on
working space of its own only, so several threads may be inside at once.
"""

from __future__ import annotations

import numpy as np

from moon_envs.base.splitmix import GOLDEN_GAMMA
from moon_envs.engine.batch.buffers import (
    BUFFERS,
    FLOAT32_BYTES,
    INT32_BYTES,
    copy_bytes,
    counts_of,
    features_of,
    floats_of,
)
from moon_envs.engine.batch.rows import encode_features
from moon_envs.engine.compiler.compile import handler, kernel, task
from moon_envs.engine.entry import ACTOR, OBSERVE, OUTCOME, POINTS, array_at, call_entry, record_at
from moon_envs.engine.random import mix
from moon_envs.engine.xla.frame import (
    FOUND_WORDS,
    OK,
    WRONG_BUFFERS,
    answer,
    find_buffers,
    is_metadata_question,
    keep_until_here,
    words_at,
)
from moon_envs.engine.xla.parallel import (
    BUFFERS_FROM,
    ROWS,
    ROWS_OF_A_PIECE,
    TEMPLATE_ADDRESS,
    ask_for_help,
    begin_job,
    can_be_split,
    finish_piece,
    let_go,
    next_piece,
    wait_for_pieces,
)
from moon_envs.engine.xla.rows import (
    TEMPLATE,
    begin_game,
    prefetch_game,
    random_action,
    redraw_game,
    seed_of,
    settle_in,
    signature_at,
    step_game,
    use_game,
)

WORD = 8
FEWEST_KEY_WORDS, MOST_KEY_WORDS = 2, 4


@kernel
def working_space(template):
    """Memory for one call; the caller keeps it with `keep_until_here`, because a batch has only its address."""
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
def count_key_words(found, place, rows):
    """How many words each key has, and how many rows in a row it serves; no words at all if the buffer is wrong."""
    count = found[place, 2]
    if count != FEWEST_KEY_WORDS and count != MOST_KEY_WORDS:
        return 0, 1
    if rows == 0:
        return count, 1
    keys = found[place, 1] // count
    return (count if keys > 0 and rows % keys == 0 else 0), (rows // keys if keys > 0 else 1)


@kernel
def seed_of_row(found, place, count, served, row):
    """The seed of a row: that of its key, and one more for each row before it that this key serves."""
    key, following = (row, 0) if served == 1 else (row // served, row % served)
    address = found[place, 0] + key * count * INT32_BYTES
    return seed_of(array_at(address, count, np.uint32), count) + np.uint64(following)


@kernel
def move_game(source, target, row, size):
    """Copy the bytes of a game, unless XLA lets both be the same memory; returns where they are."""
    if source != target:
        copy_bytes(source + row * size, target + row * size, size)
    return target + row * size


@handler
def xla_init(frame, template_address):
    """(key words) -> (game, player, observation, mask)."""
    template = record_at(template_address, TEMPLATE)
    if is_metadata_question(frame, template):
        return OK
    inputs, outputs = np.empty((1, FOUND_WORDS), dtype=np.int64), np.empty((4, FOUND_WORDS), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = outputs[1, 1]
    key_words, served = count_key_words(inputs, 0, rows)
    sizes = (template.game_size, 1, batch.observed_count, batch.action_count)
    if key_words == 0 or not have_sizes(outputs, 0, sizes, rows):
        return answer(frame, WRONG_BUFFERS)
    for row in range(rows):
        show_row_at(batch, outputs, 2, row)
        game = outputs[0, 0] + row * template.game_size
        use_game(batch, game)
        seed = seed_of_row(inputs, 0, key_words, served, row)
        write_player(batch, outputs[1, 0], row, begin_game(template, batch, game, seed))
    keep_until_here(working)
    return OK


STEP_INPUTS, STEP_OUTPUTS = 3, 6


@kernel
def step_rows(template_address, buffers, rows, first, last):
    """Step the games of rows first..last-1; `buffers` are the addresses of inputs and outputs of `xla_step`."""
    template = record_at(template_address, TEMPLATE)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    source, target = buffers[0], buffers[STEP_INPUTS]
    actions, ended = array_at(buffers[1], rows, np.int32), array_at(buffers[2], rows, np.uint8)
    over = array_at(buffers[STEP_INPUTS + 5], rows, np.uint8)
    for row in range(first, last):
        batch.observation = buffers[STEP_INPUTS + 2] + row * batch.observed_count * FLOAT32_BYTES
        batch.mask = buffers[STEP_INPUTS + 3] + row * batch.action_count
        batch.reward = buffers[STEP_INPUTS + 4] + row * batch.players * FLOAT32_BYTES
        if row + 1 < last:
            prefetch_game(batch, source + (row + 1) * template.game_size)
        action, has_ended = np.int64(actions[row]), ended[row] != 0
        game = move_game(source, target, row, template.game_size)
        use_game(batch, game)
        player, is_over = step_game(template, batch, game, action, has_ended)
        write_player(batch, buffers[STEP_INPUTS + 1], row, player)
        over[row] = is_over
    keep_until_here(working)


@kernel
def work_on_job(job):
    """Step the rows of one piece of a job after the other."""
    words = words_at(job, BUFFERS_FROM + STEP_INPUTS + STEP_OUTPUTS)
    piece = next_piece(job)
    while piece >= 0:
        first = piece * ROWS_OF_A_PIECE
        last = min(first + ROWS_OF_A_PIECE, words[ROWS])
        step_rows(words[TEMPLATE_ADDRESS], words[BUFFERS_FROM:], words[ROWS], first, last)
        finish_piece(job)
        piece = next_piece(job)


@task
def xla_step_task(job):
    """What a thread of XLA does for a job."""
    work_on_job(job)
    let_go(job)


@handler
def xla_step(frame, template_address):
    """(game, action, has ended) -> (game, player, observation, mask, rewards, is over)."""
    template = record_at(template_address, TEMPLATE)
    if is_metadata_question(frame, template):
        return OK
    inputs, outputs = (
        np.empty((STEP_INPUTS, FOUND_WORDS), dtype=np.int64),
        np.empty((STEP_OUTPUTS, FOUND_WORDS), dtype=np.int64),
    )
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    batch = template.batch
    rows = inputs[1, 1]
    sizes = (template.game_size, 1, batch.observed_count, batch.action_count, batch.players, 1)
    if not have_sizes(inputs, 0, (template.game_size, 1, 1), rows) or not have_sizes(outputs, 0, sizes, rows):
        return answer(frame, WRONG_BUFFERS)
    job = 0
    if can_be_split(frame, template.threads, rows):
        job = begin_job(template_address, rows, inputs, outputs, template.threads)
    if job != 0:
        ask_for_help(frame, job, template.task, template.threads - 1)
        work_on_job(job)
        wait_for_pieces(job)
        let_go(job)
        return OK
    buffers = np.empty(STEP_INPUTS + STEP_OUTPUTS, dtype=np.int64)
    buffers[:STEP_INPUTS] = inputs[:, 0]
    buffers[STEP_INPUTS:] = outputs[:, 0]
    step_rows(template_address, buffers, rows, 0, rows)
    return OK


@handler
def xla_resample(frame, template_address):
    """(game, player, key words) -> (game, player, observation, mask)."""
    template = record_at(template_address, TEMPLATE)
    if is_metadata_question(frame, template):
        return OK
    inputs, outputs = np.empty((3, FOUND_WORDS), dtype=np.int64), np.empty((4, FOUND_WORDS), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = inputs[1, 1]
    key_words, served = count_key_words(inputs, 2, rows)
    sizes = (template.game_size, 1, batch.observed_count, batch.action_count)
    is_right = have_sizes(inputs, 0, (template.game_size, 1), rows) and have_sizes(outputs, 0, sizes, rows)
    if key_words == 0 or not is_right:
        return answer(frame, WRONG_BUFFERS)
    players = array_at(inputs[1, 0], rows, np.int32)
    for row in range(rows):
        show_row_at(batch, outputs, 2, row)
        seat = np.int64(players[row])
        game = move_game(inputs[0, 0], outputs[0, 0], row, template.game_size)
        use_game(batch, game)
        seed = seed_of_row(inputs, 2, key_words, served, row)
        write_player(batch, outputs[1, 0], row, redraw_game(template, batch, game, seat, seed))
    keep_until_here(working)
    return OK


@handler
def xla_sample(frame, template_address):
    """(mask, key words) -> (action)."""
    template = record_at(template_address, TEMPLATE)
    if is_metadata_question(frame, template):
        return OK
    inputs, outputs = np.empty((2, FOUND_WORDS), dtype=np.int64), np.empty((1, FOUND_WORDS), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    count = template.batch.action_count
    rows = outputs[0, 1]
    key_words, served = count_key_words(inputs, 1, rows)
    if inputs[0, 1] != rows * count or key_words == 0:
        return answer(frame, WRONG_BUFFERS)
    actions = array_at(outputs[0, 0], rows, np.int32)
    for row in range(rows):
        random = mix(seed_of_row(inputs, 1, key_words, served, row) + GOLDEN_GAMMA)
        actions[row] = random_action(inputs[0, 0] + row * count, count, random)
    return OK


@handler
def xla_observe(frame, template_address):
    """(game, player) -> (observation)."""
    template = record_at(template_address, TEMPLATE)
    if is_metadata_question(frame, template):
        return OK
    inputs, outputs = np.empty((2, FOUND_WORDS), dtype=np.int64), np.empty((1, FOUND_WORDS), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
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
    keep_until_here(working)
    return OK


@handler
def xla_points(frame, template_address):
    """(game) -> (points by side and category, outcome)."""
    template = record_at(template_address, TEMPLATE)
    if is_metadata_question(frame, template):
        return OK
    inputs, outputs = np.empty((1, FOUND_WORDS), dtype=np.int64), np.empty((2, FOUND_WORDS), dtype=np.int64)
    fault = find_buffers(frame, inputs, outputs)
    if fault != OK:
        return answer(frame, fault)
    working = working_space(template)
    batch = record_at(working.ctypes.data, BUFFERS)
    settle_in(batch, template_address, working.ctypes.data)
    rows = outputs[1, 1] // batch.players
    counted = batch.sides * batch.categories
    if not have_sizes(inputs, 0, (template.game_size,), rows) or not have_sizes(
        outputs, 0, (counted, batch.players), rows
    ):
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
    keep_until_here(working)
    return OK
