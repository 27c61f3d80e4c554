"""The C entry points of a game: how compiled loops call games that they were not compiled with.

Every game gives the same kernels. `entry_points.py` makes C entry points of them, all of the form
`int64 entry(int64 state, int64 first, int64 second)`; `state` is the address of a record. Loops get the machine
addresses as numbers, so a loop is compiled once for all games. Only this file uses pointers.
"""

from __future__ import annotations

from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from moon_envs.engine.compiler.compile import inlined_kernel

# Places in the array of entry points: `entry[APPLY]` is the address of `apply_entry` in `entry_points.py`, and so on.
# In brackets: what the two numbers mean; then what the entry point does and returns.
START = 0  # (seed, -) clear the record except its configuration, deal a new game; returns the actor
ACTOR = 1  # (-, -) returns whose decision it is; -1 when the game is over
LEGAL = 2  # (address of int8 mask, -) 1 for every legal action of the actor, 0 elsewhere
APPLY = 3  # (action, -) carry out the action and everything that follows without a choice; returns the actor
VIEW = 4  # (address of int8 mask, address of int16 features) legal actions and knowledge of the actor in one call
OBSERVE = 5  # (player, address of int16 features) what the player may know
POINTS = 6  # (address of int32 points[sides][categories], -)
OUTCOME = 7  # (address of float32 outcome[players], -)
RESAMPLE = 8  # (player, -) redraw everything the player cannot know
KNOWN_POINTS = 9  # (player, -) returns the player's points as far as the player may know them
FIND_FAULT = 10  # (-, -) returns which of `Game.faults` the record has, counted from 1; 0 if none
CLOSENESS = 11  # (player, -) returns how near the player came to winning, in thousandths; -1: compare points

ENTRY_COUNT = 12


@intrinsic
def call_entry(typing_context, address, state, first, second):
    """Call the entry point at a machine address."""
    signature = types.int64(types.int64, types.int64, types.int64, types.int64)

    def generate(context, builder, signature, arguments):
        word = ir.IntType(64)
        function_type = ir.FunctionType(word, [word, word, word])
        return builder.call(builder.inttoptr(arguments[0], function_type.as_pointer()), arguments[1:])

    return signature, generate


@intrinsic
def pointer_to(typing_context, address):
    """A machine address as a pointer that `carray` takes."""
    signature = types.voidptr(types.int64)

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return signature, generate


@intrinsic
def prefetch(typing_context, address):
    """Ask the processor to load the bytes at a machine address into its cache; they are about to be changed."""
    signature = types.void(types.int64)

    def generate(context, builder, signature, arguments):
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], function_type)
        for_writing, keep, data = number(1), number(3), number(1)
        builder.call(function, [builder.inttoptr(arguments[0], pointer), for_writing, keep, data])
        return context.get_dummy_value()

    return signature, generate


@inlined_kernel
def record_at(address, dtype):
    """The state record at an address (a view, not a copy)."""
    return carray(pointer_to(address), 1, dtype)[0]


@inlined_kernel
def array_at(address, length, dtype):
    """The one-dimensional array at an address (a view, not a copy)."""
    return carray(pointer_to(address), length, dtype)


@inlined_kernel
def table_at(address, rows, columns, dtype):
    """The two-dimensional array at an address (a view, not a copy)."""
    return carray(pointer_to(address), (rows, columns), dtype)
