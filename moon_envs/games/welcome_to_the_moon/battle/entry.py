"""Importing this module compiles Battle, or loads it from the cache.

RULES says for each stub of the shared rules (adventure.py and other files) which function or fact stands behind it.
"""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon import adventure, features, fitting_cells, races, scoring, use_action
from moon_envs.games.welcome_to_the_moon.adventure_entry import compile_adventure
from moon_envs.games.welcome_to_the_moon.astronaut import ASTRONAUT_WITHOUT_EFFECT
from moon_envs.games.welcome_to_the_moon.battle import astra_moves, missions, rules, sheets
from moon_envs.games.welcome_to_the_moon.battle import features as battle_features
from moon_envs.games.welcome_to_the_moon.battle import scoring as battle_scoring
from moon_envs.games.welcome_to_the_moon.battle.game import TABLES
from moon_envs.games.welcome_to_the_moon.wild_actions import WILD_ACTIONS_WITHOUT_EFFECT

RULES = {
    # the turn
    adventure.set_up_table: sheets.set_up_table,
    adventure.lay_out_sheets: sheets.lay_out_sheets,
    adventure.has_used_all_system_errors: sheets.has_used_all_system_errors,
    adventure.system_errors_of: sheets.system_errors_of,
    adventure.turns_marked: sheets.turns_marked,
    adventure.mark_refusal: rules.mark_refusal,
    adventure.decide_before_writing: rules.decide_before_writing,
    adventure.write_number: rules.write_number,
    adventure.take_system_error: rules.take_system_error,
    adventure.next_sheet_decision: rules.next_sheet_decision,
    adventure.forget_pending: rules.forget_pending,
    adventure.mark_sheet_choices: rules.mark_sheet_choices,
    adventure.apply_sheet_choice: rules.apply_sheet_choice,
    adventure.resolve_incidents: rules.no_incidents,
    **adventure.NO_CHOICE_IN_SET_UP,
    **adventure.NO_CHOICE_IN_INCIDENTS,
    adventure.begin_astra_effect: astra_moves.begin_astra_effect,
    adventure.carry_on_astra_effect: astra_moves.carry_on_astra_effect,
    adventure.carry_on_astra_move: astra_moves.carry_on_astra_move,
    adventure.is_astra_to_move: astra_moves.is_astra_to_move,
    adventure.is_sheet_consistent: rules.is_sheet_consistent,
    adventure.is_sheet_decision_due: rules.is_sheet_decision_due,
    # where insignia are drawn
    **fitting_cells.NO_FITTING_CELLS,
    adventure.can_write: rules.can_write,
    adventure.can_write_modified: rules.can_write_modified,
    adventure.mark_writable_cells: rules.mark_writable_cells,
    # actions
    **use_action.ACTIONS_WITHOUT_EFFECT,
    **WILD_ACTIONS_WITHOUT_EFFECT,
    **ASTRONAUT_WITHOUT_EFFECT,
    **races.NO_RACES,
    # missions and points
    adventure.is_mission_met: missions.is_mission_met,
    **adventure.COUNTED_AT_THE_END,
    **scoring.SCORES,
    **scoring.NO_MAJORITY,
    scoring.category_points: battle_scoring.category_points,
    # what is observed
    features.observe_cells: battle_features.observe_no_cells,
    features.observe_own_table: battle_features.observe_own_table,
    features.observe_own_sheet: battle_features.observe_own_sheet,
}
ENTRY = compile_adventure(__file__, TABLES, RULES)
