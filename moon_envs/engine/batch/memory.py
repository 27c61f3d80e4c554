"""The memory of a batch: its states, its arrays, and the record of their addresses for compiled loops."""

from __future__ import annotations

import functools
import os
from typing import Any

import numpy as np

from moon_envs.base.errors import ConfigurationError
from moon_envs.engine.batch.buffers import ARRAYS, ARRAYS_OF_A_ROW, AS_THEY_ARE, BUFFERS, ONE_HOT, SCALED
from moon_envs.engine.batch.sampling import BYTES_OF_WORD

MOST_OF_MEMORY = 0.8  # a share of the machine's memory


class BatchMemory:
    """Everything that the loops of a batch write to.

    Args:
        states: the records, one for each row.
        sizes: the sizes of the axes of ARRAYS by letter.
        bounds: the lowest and the highest raw value of every feature.
        widths: how many columns of the observation each feature takes; 1 is one scaled number.
    """

    def __init__(
        self, states: np.ndarray, sizes: dict[str, int], bounds: tuple[np.ndarray, np.ndarray], widths: np.ndarray
    ):
        rows, actions = sizes["N"], sizes["A"]
        low, high = bounds
        self.states = states
        self.arrays = {name: np.zeros([sizes.get(axis, 1) for axis in axes], dtype) for name, dtype, axes in ARRAYS}
        masks = np.zeros(rows * actions + BYTES_OF_WORD, dtype=np.int8)  # read by words, so beyond the end
        self.arrays["mask"] = masks[: rows * actions].reshape(rows, actions)
        self._feature_low = low.astype(np.float32)
        self._feature_scale = (1.0 / np.maximum(high - low, 1)).astype(np.float32)
        self._feature_width = widths.astype(np.int64)
        self.buffers = np.zeros(1, dtype=BUFFERS)
        for name, array in self.arrays.items():
            self.buffers[name] = array.ctypes.data
        self.buffers["states"] = states.ctypes.data
        self.buffers["feature_low"] = self._feature_low.ctypes.data
        self.buffers["feature_scale"] = self._feature_scale.ctypes.data
        self.buffers["feature_width"] = self._feature_width.ctypes.data
        is_scaled = (low == 0).all() and (high == 1).all()
        self.buffers["encoding"] = ONE_HOT if (widths > 1).any() else AS_THEY_ARE if is_scaled else SCALED

    def settle(self, **settings: Any) -> None:
        """Write sizes and settings where the loops read them."""
        for name, value in settings.items():
            self.buffers[name] = value

    @property
    def state_bytes(self) -> np.ndarray:
        """The records byte by byte, (rows, bytes)."""
        return self.states.view(np.uint8).reshape(len(self.states), -1)

    @property
    def size(self) -> int:
        """The bytes of everything."""
        return self.states.nbytes + sum(array.nbytes for array in self.arrays.values())

    @functools.cached_property
    def rows_table(self) -> np.ndarray:
        """For each array that a copy of a row includes its address and the bytes of a row: (arrays, 2)."""
        arrays = [self.states, *(self.arrays[name] for name in ARRAYS_OF_A_ROW)]
        return np.array([(array.ctypes.data, array.nbytes // len(array)) for array in arrays], dtype=np.int64)

    def contents(self) -> dict[str, np.ndarray]:
        """Copies of everything, by name: what a copy of the batch, or a step that is taken back, needs."""
        return {"states": self.state_bytes.copy()} | {name: array.copy() for name, array in self.arrays.items()}

    def restore(self, contents: dict[str, np.ndarray]) -> None:
        """Take over contents of another memory of the same sizes, or earlier contents of this one."""
        self.state_bytes[:] = contents["states"]
        for name, array in self.arrays.items():
            array[...] = contents[name]


def check_memory(state_size: int, sizes: dict[str, int]) -> None:
    """Refuse a batch that does not fit into the memory of this machine, before it is allocated.

    Raises:
        ConfigurationError: names the memory that the batch needs.
    """
    needed = sizes["N"] * state_size
    for _, dtype, axes in ARRAYS:
        size = np.dtype(dtype).itemsize
        for axis in axes:
            size *= sizes.get(axis, 1)
        needed += size
    check_fits(f"num_games={sizes['N']}", needed)


def check_fits(argument: str, needed: int) -> None:
    """Refuse an argument that needs more bytes than most of the memory of this machine.

    Raises:
        ConfigurationError: names the memory that is needed.
    """
    available = _memory_of_machine()
    if available is not None and needed > MOST_OF_MEMORY * available:
        raise ConfigurationError(
            f"{argument} is not allowed here: it needs {needed / 1e9:.1f} GB of memory, and this machine "
            f"has {available / 1e9:.1f} GB."
        )


def _memory_of_machine() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
