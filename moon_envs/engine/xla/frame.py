"""The call frame of XLA's typed foreign functions (`xla/ffi/api/c_api.h`), as words of eight bytes.

Handlers check every size that the caller tells before they use what follows. The layout has been the same in all
versions of `KNOWN_VERSIONS` in `moon_envs/jax/abi.py`.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.entry import array_at

WORD = 8

# Words of XLA_FFI_CallFrame.
EXTENSION, API, CONTEXT = 1, 2, 3
ARGUMENTS, RESULTS = 5, 10
FRAME_WORDS = 21  # up to the end of the attributes

# Words of XLA_FFI_Args and XLA_FFI_Rets, from where they begin.
LIST_SIZE, LIST_COUNT, LIST_POINTERS, LIST_WORDS = 0, 2, 4, 5

# Words of XLA_FFI_Buffer.
BUFFER_DATA, BUFFER_RANK, BUFFER_DIMENSIONS, BUFFER_WORDS = 3, 4, 5, 6

# Words of XLA_FFI_Metadata_Extension and XLA_FFI_Metadata: XLA asks which version a handler was made for.
EXTENSION_TYPE, EXTENSION_METADATA = 1, 3
METADATA_TYPE = 1
METADATA_VERSION = 3  # two int32: major, minor
METADATA_TRAITS = 4  # uint32

# Word of XLA_FFI_Api.
API_ERROR_CREATE = 6

# Words and codes of XLA_FFI_Error_Create_Args.
ERROR_WORDS, ERROR_MESSAGE, ERROR_CODE = 4, 2, 3
INVALID_ARGUMENT = 3

FOUND_WORDS = 3  # of each buffer, see `find_buffers`

# What a handler found wrong; without an API, as in calls of our own, it returns these.
OK, WRONG_FRAME, WRONG_BUFFERS = 0, 1, 2
MESSAGES = {
    WRONG_FRAME: b"moon_envs: this version of XLA calls custom calls in a way that moon_envs does not know\0",
    WRONG_BUFFERS: b"moon_envs: the arrays of this call do not belong to the game of its environment\0",
}
_WRONG_FRAME_MESSAGE = np.frombuffer(MESSAGES[WRONG_FRAME], np.uint8)
_WRONG_BUFFERS_MESSAGE = np.frombuffer(MESSAGES[WRONG_BUFFERS], np.uint8)


@intrinsic
def call_with_pointer(typing_context, address, argument):
    """Call the C function at a machine address with one pointer; it returns a pointer."""
    signature = types.int64(types.int64, types.int64)

    def generate(context, builder, signature, arguments):
        word = ir.IntType(64)
        function_type = ir.FunctionType(word, [word])
        return builder.call(builder.inttoptr(arguments[0], function_type.as_pointer()), [arguments[1]])

    return signature, generate


@intrinsic
def keep_until_here(typing_context, array):
    """Keep the memory of an array whose address is in use: numba frees it after the last mention of the array."""

    def generate(context, builder, signature, arguments):
        return context.get_dummy_value()

    return types.void(array), generate


@kernel
def words_at(address, count):
    """Words of eight bytes at an address."""
    return array_at(address, count, np.int64)


@kernel
def is_metadata_question(frame, template):
    """Whether XLA asks only what a handler is; then the answer is written.

    The answer names the version that runs: `moon_envs/jax/abi.py` has checked that it is one that we know. It stands in
    the template, because old versions of XLA ask without an API.
    """
    words = words_at(frame, FRAME_WORDS)
    if words[EXTENSION] == 0:
        return False
    extension = words_at(words[EXTENSION], EXTENSION_METADATA + 1)
    if array_at(words[EXTENSION] + WORD * EXTENSION_TYPE, 1, np.int32)[0] != METADATA_TYPE:
        return False
    metadata = extension[EXTENSION_METADATA]
    version = array_at(metadata + WORD * METADATA_VERSION, 2, np.int32)
    version[0], version[1] = template.interface_major, template.interface_minor
    array_at(metadata + WORD * METADATA_TRAITS, 1, np.uint32)[0] = 0
    return True


@kernel
def find_buffers(frame, inputs, outputs):
    """Write what the buffers are: (address, number of elements, length of the last axis) for each.

    Returns:
        OK, or what is wrong.
    """
    words = words_at(frame, FRAME_WORDS)
    if words[0] < FRAME_WORDS * WORD:
        return WRONG_FRAME
    fault = _find_list(frame + WORD * ARGUMENTS, inputs)
    return fault if fault != OK else _find_list(frame + WORD * RESULTS, outputs)


@kernel
def _find_list(address, found):
    """Write address, number of elements and length of the last axis of each buffer of a list."""
    listed = words_at(address, LIST_WORDS)
    if listed[LIST_SIZE] < LIST_WORDS * WORD:
        return WRONG_FRAME
    if listed[LIST_COUNT] != found.shape[0]:
        return WRONG_BUFFERS
    pointers = words_at(listed[LIST_POINTERS], found.shape[0])
    for place in range(found.shape[0]):
        buffer = words_at(pointers[place], BUFFER_WORDS)
        if buffer[0] < BUFFER_WORDS * WORD:
            return WRONG_FRAME
        elements, last = 1, 1
        dimensions = words_at(buffer[BUFFER_DIMENSIONS], buffer[BUFFER_RANK])
        for axis in range(buffer[BUFFER_RANK]):
            last = dimensions[axis]
            elements *= last
        found[place, 0], found[place, 1], found[place, 2] = buffer[BUFFER_DATA], elements, last
    return OK


@kernel
def answer(frame, fault):
    """What a handler returns: nothing, or an error of XLA with our words."""
    if fault == OK:
        return 0
    api = words_at(frame, FRAME_WORDS)[API]
    if api == 0:
        return fault
    arguments = np.zeros(ERROR_WORDS, dtype=np.int64)
    arguments[0] = ERROR_WORDS * WORD
    message = _WRONG_FRAME_MESSAGE if fault == WRONG_FRAME else _WRONG_BUFFERS_MESSAGE
    arguments[ERROR_MESSAGE] = message.ctypes.data
    array_at(arguments.ctypes.data + WORD * ERROR_CODE, 1, np.int32)[0] = INVALID_ARGUMENT
    create = words_at(api, API_ERROR_CREATE + 1)[API_ERROR_CREATE]
    error = call_with_pointer(create, arguments.ctypes.data)
    keep_until_here(arguments)
    return error
