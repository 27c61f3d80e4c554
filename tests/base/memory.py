"""How much memory a call takes, for tests of what must be refused before it is unfolded."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable


def peak_bytes(call: Callable[[], object]) -> int:
    """The most memory that Python and numpy held at once during a call, beyond what they held before."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
