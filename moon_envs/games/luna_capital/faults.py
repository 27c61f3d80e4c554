"""Records that come from outside."""

from __future__ import annotations

from moon_envs.engine.compile import kernel

FAULTS = ("nothing",)


@kernel
def find_fault(state):
    """The first fault."""
    return 0
