"""What the handlers need to know of an environment, and the functions by which XLA reaches them.

XLA calls a C function with a call frame and nothing else. So each environment has thunks: functions of three machine
instructions that call a handler with the frame and the address of the environment's template.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
from typing import Any

import jax
import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir

from moon_envs.batch import Batch
from moon_envs.engine.loading import xla_engine
from moon_envs.jax.abi import KNOWN_VERSIONS, interface_version

OPERATIONS = ("init", "step", "resample", "sample", "observe", "points")
WORD = 8
VERSION = 1  # of what stands behind a record


class Template:
    """The template of an environment, registered with XLA.

    Args:
        batch: a batch of one game with the game, players, options, reward and encoding of the environment. It is kept,
            because the handlers read its tables.
        threads: how many threads of XLA share the rows of a step.

    Attributes:
        game_size: the bytes of a game: its record and what the handlers keep behind it.
        record_size, behind_record: the bytes of its record, and where what stands behind it begins.
        signature: stands behind each game of this environment, so that other bytes are not taken for one.
    """

    def __init__(self, batch: Batch, threads: int = 1):
        from moon_envs.engine.xla.rows import ACTOR_SIZE, BITS_OF_BYTE, SIGNATURE_SIZE, TEMPLATE, WORKING_ARRAYS

        self._batch = batch
        self._handlers = xla_engine()
        game, players = batch.game, batch.configuration.players
        size = game.state_dtype.itemsize
        self.record_size, self.behind_record = size, _up(size)
        behind = SIGNATURE_SIZE + ACTOR_SIZE + (players + 1) // 2 * 8 + -(-len(game.actions) // BITS_OF_BYTE)
        self.game_size = _up(_up(size) + behind)
        self.signature = _signature(batch)
        self._template = np.zeros(1, dtype=TEMPLATE)
        self._template["batch"] = batch._memory.buffers
        self._configured = game.new_states(batch.configuration)
        buffers = self._template["batch"]
        buffers["state_size"] = _up(size)
        buffers["states"] = self._configured.ctypes.data
        offset = _up(buffers.dtype.itemsize)
        for name in WORKING_ARRAYS:
            buffers[name] = offset
            offset += _up(batch._memory.arrays[name].nbytes + WORD)
        self._template["signature"] = self.signature
        self._template["game_size"] = self.game_size
        self._template["working_size"] = offset
        interface = interface_version() or KNOWN_VERSIONS[-1]
        self._template["interface_major"], self._template["interface_minor"] = interface
        self._template["threads"] = threads
        self._template["task"] = self._handlers.xla_step_task.address
        self._modules: list[Any] = []
        self._names: dict[str, str] = {}

    @property
    def names(self) -> dict[str, str]:
        """The names of the registered functions by operation; the first use registers them."""
        with _LOCK:
            if not self._names:
                self._names = self._registered()
        return self._names

    def _registered(self) -> dict[str, str]:
        """Register the functions; returns their names."""
        ending = f"_{self._template['threads'][0]}_threads" if self._template["threads"][0] > 1 else ""
        names = {operation: f"moon_envs_{self.signature:016x}_{operation}{ending}" for operation in OPERATIONS}
        for operation, name in names.items():
            jax.ffi.register_ffi_target(name, _capsule(self._thunk(operation)), platform="cpu")
        return names

    def handler(self, operation: str) -> int:
        """The machine address of a handler."""
        return int(getattr(self._handlers, f"xla_{operation}").address)

    @property
    def address(self) -> int:
        """The machine address of the template."""
        return int(self._template.ctypes.data)

    def _thunk(self, operation: str) -> int:
        """The machine address of a function that calls a handler with this template."""
        word = ir.IntType(64)
        module = ir.Module(name=f"moon_envs_{operation}")
        thunk = ir.Function(module, ir.FunctionType(word, [word]), name=f"thunk_{self.signature:016x}_{operation}")
        builder = ir.IRBuilder(thunk.append_basic_block())
        kind = ir.FunctionType(word, [word, word])
        target = builder.inttoptr(word(self.handler(operation)), kind.as_pointer())
        builder.ret(builder.call(target, [thunk.args[0], word(self.address)]))
        parsed = llvm.parse_assembly(str(module))
        engine = llvm.create_mcjit_compiler(parsed, llvm.Target.from_default_triple().create_target_machine())
        engine.finalize_object()
        self._modules.append(engine)  # which owns the code
        return int(engine.get_function_address(thunk.name))


_LOCK = threading.Lock()  # XLA refuses to register a name twice
_TEMPLATES: dict[tuple[int, int], Template] = {}
"""All templates of this process: compiled programs go on calling them, so they are never forgotten."""


def template_of(batch: Batch, threads: int = 1) -> Template:
    """The template of environments like this; environments of one kind share it."""
    kind = (_signature(batch), threads)
    with _LOCK:
        if kind not in _TEMPLATES:
            _TEMPLATES[kind] = Template(batch, threads)
        return _TEMPLATES[kind]


def _up(size: int) -> int:
    """A size as a multiple of eight bytes."""
    return -(-size // WORD) * WORD


def _signature(batch: Batch) -> int:
    """A number for everything that decides what the bytes of a game mean."""
    configuration, game = batch.configuration, batch.game
    told = (
        VERSION,
        game.id,
        game.version,
        str(game.state_dtype),
        len(game.actions),
        configuration.players,
        sorted((name, repr(value)) for name, value in configuration.options.items()),
        batch.rewards,
        batch.encoding,
        batch.autoreset,
    )
    return int.from_bytes(hashlib.sha256(repr(told).encode()).digest()[:WORD], "little") | 1


def _capsule(address: int) -> Any:
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(address, None, None)
