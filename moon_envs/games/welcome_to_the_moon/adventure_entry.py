"""The entry points of an adventure: the shared turn, compiled with the adventure's facts and rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moon_envs.engine.compiler.shared_rules import give_rules
from moon_envs.engine.entry_points import EntryPoints, compile_game
from moon_envs.games.welcome_to_the_moon import facts, turn
from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.faults import find_fault
from moon_envs.games.welcome_to_the_moon.features import observe
from moon_envs.games.welcome_to_the_moon.scoring import known_points, outcome, points
from moon_envs.games.welcome_to_the_moon.state import actor


def compile_adventure(file: str, tables: AdventureTables, rules: Mapping[Callable, Any]) -> EntryPoints:
    """Compile the entry points of an adventure.

    Args:
        file: `__file__` of its entry module.
        tables: its tables; they give the facts of `facts.py`.
        rules: for every other stub of the family the function or fact that stands behind it.
    """
    known = {
        facts.printed: tables.printed,
        facts.first_actions: facts.first_actions_of(tables.actions),
        facts.blank_sheet: tables.blank_sheet,
        facts.decision_count: len(tables.decisions),
        facts.category_count: len(tables.categories),
        **facts.mission_facts(tables.missions),
    }
    give_rules(tables.state, {**known, **rules}, family=__package__)
    return compile_game(
        file,
        adventure_game(tables),
        start=turn.start,
        actor=actor,
        legal=turn.legal,
        apply=turn.apply,
        observe=observe,
        points=points,
        known_points=known_points,
        outcome=outcome,
        resample=turn.resample,
        find_fault=find_fault,
    )
