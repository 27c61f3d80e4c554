"""Calling the handlers: by XLA itself, or through Python where this version of JAX calls in another way."""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Sequence
from typing import Any, TypeAlias

import jax
import numpy as np

from moon_envs.base.errors import MoonEnvsError
from moon_envs.jax.abi import why_unknown
from moon_envs.jax.template import Template

Shape: TypeAlias = jax.ShapeDtypeStruct
_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


class Calls:
    """The operations of an environment as functions on JAX arrays with any number of leading axes.

    Args:
        template: of the environment.
        directly: whether XLA calls the handlers; otherwise Python does, through `jax.pure_callback`.
    """

    def __init__(self, template: Template, directly: bool | None = None):
        self._template = template
        if directly is None:
            reason = why_unknown()
            directly = not reason
            if reason:
                warnings.warn(f"moon_envs.jax calls games through Python, which is slow: {reason}", stacklevel=4)
        self._call = self._by_xla if directly else self._by_python

    def __call__(self, operation: str, results: Sequence[Shape], *arguments: Any, in_place: bool = False) -> Any:
        """Carry out an operation.

        Args:
            operation: one of OPERATIONS.
            results: shapes and types of the results.
            arguments: arrays.
            in_place: whether the first result may lie in the memory of the first argument. XLA copies it before, if
                somebody still needs the argument.
        """
        return self._call(operation, tuple(results), arguments, in_place)

    def _by_xla(self, operation: str, results: tuple[Shape, ...], arguments: tuple[Any, ...], in_place: bool) -> Any:
        call = jax.ffi.ffi_call(
            self._template.names[operation],
            results,
            vmap_method="broadcast_all",
            input_output_aliases={0: 0} if in_place else None,
        )
        return call(*arguments)

    def _by_python(self, operation: str, results: tuple[Shape, ...], arguments: tuple[Any, ...], _: bool) -> Any:
        def called(*given: Any) -> tuple[np.ndarray, ...]:
            arrays = [np.ascontiguousarray(one) for one in given]
            axes = arrays[0].shape[: arrays[0].ndim - len(arguments[0].shape)]
            return call_handler(self._template, operation, arrays, [(axes + one.shape, one.dtype) for one in results])

        return jax.pure_callback(called, results, *arguments, vmap_method="broadcast_all")


def call_handler(
    template: Template, operation: str, arguments: Sequence[np.ndarray], results: Sequence[tuple[Any, Any]]
) -> tuple[np.ndarray, ...]:
    """Call a handler on numpy arrays, with a call frame of our own."""
    outputs = tuple(np.zeros(shape, dtype) for shape, dtype in results)
    call_frame = frame_of(arguments, outputs)
    fault = _HANDLER(template.handler(operation))(int(call_frame[0].ctypes.data), template.address)
    if fault:
        from moon_envs.engine.xla.frame import MESSAGES

        raise MoonEnvsError(MESSAGES[fault].decode().rstrip("\0"))
    return outputs


def frame_of(arguments: Sequence[np.ndarray], outputs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """A call frame as XLA writes it, in words, and everything that it points to."""
    from moon_envs.engine.xla import frame as layout

    kept: list[np.ndarray] = []

    def words(count: int) -> np.ndarray:
        kept.append(np.zeros(count, dtype=np.int64))
        return kept[-1]

    def listed(arrays: Sequence[np.ndarray], into: np.ndarray) -> None:
        pointers = words(len(arrays) or 1)
        for place, array in enumerate(arrays):
            dimensions, buffer = words(array.ndim or 1), words(layout.BUFFER_WORDS)
            dimensions[: array.ndim] = array.shape
            buffer[0] = layout.BUFFER_WORDS * layout.WORD
            buffer[layout.BUFFER_DATA] = array.ctypes.data
            buffer[layout.BUFFER_RANK] = array.ndim
            buffer[layout.BUFFER_DIMENSIONS] = dimensions.ctypes.data
            pointers[place] = buffer.ctypes.data
        into[layout.LIST_SIZE] = layout.LIST_WORDS * layout.WORD
        into[layout.LIST_COUNT] = len(arrays)
        into[layout.LIST_POINTERS] = pointers.ctypes.data

    frame = words(layout.FRAME_WORDS)
    frame[0] = layout.FRAME_WORDS * layout.WORD
    listed(arguments, frame[layout.ARGUMENTS :])
    listed(outputs, frame[layout.RESULTS :])
    return kept
