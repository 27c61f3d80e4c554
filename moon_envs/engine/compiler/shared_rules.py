"""Rules that several games share: they call stubs, and each game says once, in one table, what stands behind them.

Which function is compiled in is decided by the type of the first argument, the state record. So two games that share
rules need different records; and a game must say something about every stub: a forgotten rule is an error, never a
default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba.extending import overload

from moon_envs.base.errors import CompilationError
from moon_envs.engine.compiler.parts import PART_SETTINGS
from moon_envs.engine.records import StateRecord

# For each stub what the games give for it, by state record type.
_GIVEN: dict[Callable, dict[np.dtype, Callable | None]] = {}
_OWNERS: dict[np.dtype, str] = {}

NEVER_ASKED = None
"""Stands behind a stub that the rules of a game never come to; compiling fails if they do."""


def shared_rule(stub: Callable) -> Callable:
    """Make `stub` a rule for which each game gives its own implementation with `give_rules`."""
    given: dict[Any, Callable | None] = {}

    def choose(*arguments: Any) -> Callable | None:
        return given.get(getattr(arguments[0], "dtype", None))

    overload(stub, jit_options=PART_SETTINGS, strict=False)(choose)
    _GIVEN[stub] = given
    return stub


def give_rules(state: StateRecord, rules: Mapping[Callable, Any], family: str) -> None:
    """Say what stands behind every shared rule of a family of games, for one of its games.

    Args:
        state: the record of the game.
        rules: for each stub a function with the same arguments; or, for a stub of the state alone, the fact that it
            stands for: a number, a named tuple of numbers, an array; or NEVER_ASKED.
        family: the package whose stubs must all be there.

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
    """Whether numba takes one record for the other: it does if the fields of the shorter one begin the longer one."""
    fields = zip((one.fields or {}).items(), (other.fields or {}).items(), strict=False)
    return all(mine == theirs for mine, theirs in fields)


def _fact(value: Any) -> Callable:
    return lambda state: value


def _name(stub: Callable) -> str:
    return f"{stub.__module__.rpartition('.')[2]}.{getattr(stub, '__name__', stub)}"
