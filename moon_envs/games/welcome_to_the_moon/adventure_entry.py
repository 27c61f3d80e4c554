"""The entry points of an adventure: the shared turn with the adventure's facts and rules."""

from __future__ import annotations

from moon_envs.engine.compile import gives
from moon_envs.engine.entry_points import compile_entry_points
from moon_envs.games.welcome_to_the_moon import facts, turn
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.features import observe
from moon_envs.games.welcome_to_the_moon.scoring import outcome, points
from moon_envs.games.welcome_to_the_moon.state import MAX_PLAYERS, actor


def compile_adventure(file: str, tables: AdventureTables) -> tuple:
    """Compile the entry points of the adventure whose entry module is `file`; its rules have been imported."""
    gives(facts.printed, tables.state, tables.printed)
    gives(facts.places, tables.state, facts.places_of(tables.actions))
    gives(facts.blank_sheet, tables.state, tables.blank_sheet)
    gives(facts.decision_count, tables.state, len(tables.decisions))
    gives(facts.category_count, tables.state, len(tables.categories))
    facts.give_missions(tables.state, tables.missions)
    return compile_entry_points(
        file,
        state=tables.state,
        actions=len(tables.actions),
        table_features=tables.features.size(0),
        player_features=tables.features.size(1) - tables.features.size(0),
        most_sides=MAX_PLAYERS,
        categories=len(tables.categories),
        start=turn.start,
        actor=actor,
        legal=turn.legal,
        apply=turn.apply,
        observe=observe,
        points=points,
        outcome=outcome,
        resample=turn.resample,
    )
