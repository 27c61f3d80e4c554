"""Splitting the rows of one call among the threads of XLA.

A job is a block of memory. Its holders are the handler and the tasks, which XLA's threads run when they are free. All
of them take pieces of rows until none is left. Then the handler waits for the pieces that are still being worked on. It
never waits for a task to begin, so it cannot wait for itself. A task that begins too late finds nothing to do. The last
holder frees the job.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.xla.frame import API, CONTEXT, FRAME_WORDS, WORD, call_with_pointer, keep_until_here, words_at

# Words of a job: how it stands, then the arguments of a piece of work.
NEXT_PIECE, PIECES, FINISHED, HOLDERS, ROWS, TEMPLATE_ADDRESS, BUFFERS_FROM = 0, 1, 2, 3, 4, 5, 6
ROWS_OF_A_PIECE = 64
FEWEST_ROWS = 2 * ROWS_OF_A_PIECE

# Words of XLA_FFI_Api, and of the arguments of two of its functions.
API_ERROR_DESTROY, API_SCHEDULE = 8, 17
SCHEDULE_WORDS, SCHEDULE_CONTEXT, SCHEDULE_TASK, SCHEDULE_DATA = 5, 2, 3, 4
DESTROY_WORDS, DESTROY_ERROR = 3, 2


@intrinsic
def fetch_add(typing_context, address, value):
    """Add to a word that other threads change, too; returns what it was before."""
    signature = types.int64(types.int64, types.int64)

    def generate(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.atomic_rmw("add", pointer, arguments[1], "seq_cst")

    return signature, generate


@intrinsic
def allocate(typing_context, size):
    """Memory of the C library, 0 if there is none."""
    signature = types.int64(types.int64)

    def generate(context, builder, signature, arguments):
        word = ir.IntType(64)
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(word, [word]), "malloc")
        return builder.call(function, arguments)

    return signature, generate


@intrinsic
def release(typing_context, address):
    """Give memory back to the C library."""
    signature = types.void(types.int64)

    def generate(context, builder, signature, arguments):
        function_type = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
        builder.call(cgutils.get_or_insert_function(builder.module, function_type, "free"), arguments)
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def give_way(typing_context):
    """Let another thread run."""
    signature = types.int32()

    def generate(context, builder, signature, arguments):
        function_type = ir.FunctionType(ir.IntType(32), [])
        return builder.call(cgutils.get_or_insert_function(builder.module, function_type, "sched_yield"), [])

    return signature, generate


@kernel
def can_be_split(frame, threads, rows):
    """Whether a call has rows for several threads, and XLA threads to give."""
    api = words_at(frame, FRAME_WORDS)[API]
    return threads > 1 and rows >= FEWEST_ROWS and api != 0 and words_at(api, 1)[0] > API_SCHEDULE * WORD


@kernel
def begin_job(template_address, rows, inputs, outputs, holders):
    """A job with the buffers of a call; 0 if there is no memory."""
    count = inputs.shape[0] + outputs.shape[0]
    job = allocate((BUFFERS_FROM + count) * WORD)
    if job == 0:
        return 0
    words = words_at(job, BUFFERS_FROM + count)
    words[NEXT_PIECE], words[FINISHED], words[HOLDERS] = 0, 0, holders
    words[PIECES] = (rows + ROWS_OF_A_PIECE - 1) // ROWS_OF_A_PIECE
    words[ROWS], words[TEMPLATE_ADDRESS] = rows, template_address
    for place in range(inputs.shape[0]):
        words[BUFFERS_FROM + place] = inputs[place, 0]
    for place in range(outputs.shape[0]):
        words[BUFFERS_FROM + inputs.shape[0] + place] = outputs[place, 0]
    return job


@kernel
def ask_for_help(frame, job, task, helpers):
    """Ask XLA's threads to run the task; tasks that XLA refuses hold nothing."""
    words = words_at(frame, FRAME_WORDS)
    api = words_at(words[API], API_SCHEDULE + 1)
    for _ in range(helpers):
        arguments = np.zeros(SCHEDULE_WORDS, dtype=np.int64)
        arguments[0] = SCHEDULE_WORDS * WORD
        arguments[SCHEDULE_CONTEXT], arguments[SCHEDULE_TASK], arguments[SCHEDULE_DATA] = words[CONTEXT], task, job
        error = call_with_pointer(api[API_SCHEDULE], arguments.ctypes.data)
        keep_until_here(arguments)
        if error != 0:
            refused = np.zeros(DESTROY_WORDS, dtype=np.int64)
            refused[0], refused[DESTROY_ERROR] = DESTROY_WORDS * WORD, error
            call_with_pointer(api[API_ERROR_DESTROY], refused.ctypes.data)
            keep_until_here(refused)
            fetch_add(job + HOLDERS * WORD, -1)


@kernel
def next_piece(job):
    """The number of the next piece of a job, -1 if none is left."""
    piece = fetch_add(job + NEXT_PIECE * WORD, 1)
    return piece if piece < words_at(job, PIECES + 1)[PIECES] else -1


@kernel
def finish_piece(job):
    """Note that a piece is done: its results can be read from now on."""
    fetch_add(job + FINISHED * WORD, 1)


@kernel
def wait_for_pieces(job):
    """Wait until no thread works on a piece any more."""
    pieces = words_at(job, PIECES + 1)[PIECES]
    while fetch_add(job + FINISHED * WORD, 0) < pieces:
        give_way()


@kernel
def let_go(job):
    """Hold the job no longer; the last one frees it."""
    if fetch_add(job + HOLDERS * WORD, -1) == 1:
        release(job)
