"""Rules that several games share: they call stubs, and each game gives its own implementations in one table.

The stubs of Welcome to the Moon are `@shared_rule` functions (start with `games/welcome_to_the_moon/adventure.py`). The
implementations stand in `RULES` of an adventure's `entry.py` (as `launch/entry.py`), which passes them to `give_rules`
through `adventure_entry.py`. The type of the first argument, the state record, decides which one is compiled in. So
games that share rules need different records. A game must give something for every stub: a forgotten rule is an error.

This is needed because seven adventures are compiled into one process from the same turn: a global that is swapped, as
in `entry_points.py`, would have to be swapped in every kernel that leads to a stub.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba.extending import overload

from moon_envs.base.errors import CompilationError
from moon_envs.engine.compiler.parts import PART_SETTINGS
from moon_envs.engine.records import StateRecord

# For each stub the implementation of each game, by the type of its state record.
_GIVEN: dict[Callable, dict[np.dtype, Callable | None]] = {}
_OWNERS: dict[np.dtype, str] = {}

NEVER_ASKED = None
"""Given for a stub that the rules of a game never call; compiling fails if they do."""


def shared_rule(stub: Callable) -> Callable:
    """Decorate a stub: each game gives its implementation with `give_rules`, in `RULES` of its `entry.py`."""
    given: dict[Any, Callable | None] = {}

    def choose(*arguments: Any) -> Callable | None:
        return given.get(getattr(arguments[0], "dtype", None))

    overload(stub, jit_options=PART_SETTINGS, strict=False)(choose)
    _GIVEN[stub] = given
    return stub


def give_rules(state: StateRecord, rules: Mapping[Callable, Any], family: str) -> None:
    """Give the implementations of all shared rules of a family for one of its games.

    Args:
        state: the record of the game.
        rules: for each stub a function with the same arguments, or NEVER_ASKED. A stub of the state alone may also get
            the fact that it returns: a number, a named tuple of numbers or an array.
        family: the package of the stubs; all of its stubs must be given.

    Raises:
        CompilationError: names the rules that are missing or unknown, or the game with the same record.
    """
    stubs = [stub for stub in _GIVEN if f"{stub.__module__}.".startswith(f"{family}.")]
    missing = [_name(stub) for stub in stubs if stub not in rules]
    unknown = [_name(stub) for stub in rules if stub not in stubs]
    if missing or unknown:
        words = [f"nothing is given for {', '.join(missing)}"] * bool(missing)
        words += [f"there is no shared rule {', '.join(unknown)}"] * bool(unknown)
        raise CompilationError(f"{state.owner}: {'; '.join(words)}.")
    for other, owner in _OWNERS.items():
        if owner != state.owner and _is_taken_for(state.dtype, other):
            raise CompilationError(
                f"{state.owner} and {owner} have state records of the same layout, as far as both go. Shared rules are "
                "told apart by the record: give one of them a first field with another name."
            )
    _OWNERS[state.dtype] = state.owner
    for stub, given in rules.items():
        _GIVEN[stub][state.dtype] = given if callable(given) or given is NEVER_ASKED else _fact(given)


def _is_taken_for(one: np.dtype, other: np.dtype) -> bool:
    """Whether numba confuses two records: it does if the longer one begins with the fields of the shorter one."""
    fields = zip((one.fields or {}).items(), (other.fields or {}).items(), strict=False)
    return all(mine == theirs for mine, theirs in fields)


def _fact(value: Any) -> Callable:
    return lambda state: value


def _name(stub: Callable) -> str:
    return f"{stub.__module__.rpartition('.')[2]}.{getattr(stub, '__name__', stub)}"
