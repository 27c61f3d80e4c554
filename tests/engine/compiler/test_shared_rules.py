"""Rules that games share: everything is given, nothing twice, and games are told apart."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from moon_envs.base.errors import CompilationError
from moon_envs.engine.compiler.compile import kernel
from moon_envs.engine.compiler.shared_rules import NEVER_ASKED, give_rules, shared_rule
from moon_envs.engine.records import Field, StateRecord


@shared_rule
def double(state, number):
    """Twice a number, in some way."""


@shared_rule
def factor(state):
    """A fact."""


@kernel
def doubled_and_multiplied(states, number):
    return double(states[0], number) * factor(states[0])


def record(owner, *names):
    fields = [Field(name, np.int64, 0, 1) for name in names]
    return StateRecord(owner, configuration=[Field("player_count", np.int8, 1, 2), *fields], table=[])


def twice(state, number):
    return number + number


def thrice(state, number):
    return number * 3


FAMILY = __name__


def test_each_record_has_its_own_rules():
    one, other = record("one", "ore"), record("other", "gas")
    give_rules(one, {double: twice, factor: 5}, FAMILY)
    give_rules(other, {double: thrice, factor: 7}, FAMILY)
    assert doubled_and_multiplied(np.zeros(1, one.dtype), 4) == 40
    assert doubled_and_multiplied(np.zeros(1, other.dtype), 4) == 84


def test_a_forgotten_rule_is_an_error():
    """Not a silent default."""
    with pytest.raises(CompilationError, match=r"forgetful: nothing is given for test_shared_rules\.double\."):
        give_rules(record("forgetful", "ice"), {factor: 5}, FAMILY)


def test_an_unknown_rule_is_an_error():
    with pytest.raises(CompilationError, match=r"there is no shared rule test_shared_rules\.twice"):
        give_rules(record("inventive", "tin"), {double: twice, factor: 5, twice: twice}, FAMILY)


@pytest.mark.parametrize("names", [("iron",), ("iron", "more"), ()])
def test_records_that_cannot_be_told_apart(names):
    """The same fields, or the same as far as the shorter one goes: numba takes one record for the other."""
    give_rules(record("first", "iron"), {double: twice, factor: 5}, FAMILY)
    with pytest.raises(CompilationError, match="second and (first|one) have state records of the same layout"):
        give_rules(record("second", *names), {double: thrice, factor: 5}, FAMILY)
    give_rules(record("first", "iron"), {double: twice, factor: 6}, FAMILY)


def test_a_rule_that_is_never_asked():
    """Compiling fails where it is asked after all."""
    state = record("silent", "salt")
    give_rules(state, {double: NEVER_ASKED, factor: 5}, FAMILY)
    with pytest.raises(Exception, match="double"):
        doubled_and_multiplied(np.zeros(1, state.dtype), 4)


def test_an_adventure_without_one_of_its_rules():
    """Mine without what its robot factory brings: it says so, before anything is compiled."""
    program = """
from moon_envs.games.welcome_to_the_moon import adventure_entry, use_action
complete = adventure_entry.compile_adventure
def forgetful(file, tables, rules):
    rules.pop(use_action.carry_out_consequences)
    return complete(file, tables, rules)
adventure_entry.compile_adventure = forgetful
import moon_envs.games.welcome_to_the_moon.mine.entry
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "CompilationError: mine: nothing is given for use_action.carry_out_consequences." in result.stderr


def test_a_kernel_of_the_contract_is_missing_or_unknown():
    from moon_envs.engine.entry_points import compile_game
    from moon_envs.testing.crater.entry import KERNELS
    from moon_envs.testing.crater.game import GAME

    with pytest.raises(CompilationError, match="crater: a game gives the kernels .*; missing: legal; unknown: none"):
        compile_game(__file__, GAME, **{name: given for name, given in KERNELS.items() if name != "legal"})
    with pytest.raises(CompilationError, match="missing: none; unknown: fly"):
        compile_game(__file__, GAME, **KERNELS, fly=kernel)


def test_entry_points_of_other_tables_are_refused():
    """The sizes come from the tables alone; tables that were changed afterwards do not fit the compiled code."""
    from dataclasses import replace

    from moon_envs import Batch
    from moon_envs.core.tables import Feature, FeatureTable
    from moon_envs.testing.crater.game import GAME

    more = FeatureTable((*GAME.features.table, Feature("more", 1, 0, 1, "one more")), GAME.features.player)
    for changed in ({"features": more}, {"categories": ("craters", "card", "more")}, {"player_counts": (2, 3, 4, 5)}):
        with pytest.raises(CompilationError, match="crater: .* was compiled for other tables"):
            Batch(replace(GAME, **changed))
