"""Importing this module compiles Launch, or loads it from the cache.

RULES says for each stub of the shared rules (adventure.py and other files) which function or fact stands behind it.
"""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon import adventure, features, fitting_cells, scoring, use_action
from moon_envs.games.welcome_to_the_moon.adventure_entry import compile_adventure
from moon_envs.games.welcome_to_the_moon.astronaut import ASTRONAUT_WITHOUT_EFFECT
from moon_envs.games.welcome_to_the_moon.launch import features as launch_features
from moon_envs.games.welcome_to_the_moon.launch import missions, rules
from moon_envs.games.welcome_to_the_moon.launch import scoring as launch_scoring
from moon_envs.games.welcome_to_the_moon.launch.components import ZONE_NEIGHBOURS
from moon_envs.games.welcome_to_the_moon.launch.game import TABLES
from moon_envs.games.welcome_to_the_moon.races import ASTRA_CLOSES_RACES
from moon_envs.games.welcome_to_the_moon.wild_actions import WILD_ACTIONS_WITHOUT_EFFECT

RULES = {
    # the turn
    adventure.set_up_table: rules.set_up_table,
    adventure.can_write_modified: rules.can_write_modified,
    adventure.mark_refusal: rules.mark_refusal,
    adventure.decide_before_writing: rules.decide_before_writing,
    adventure.write_number: rules.write_number,
    **adventure.SHEETS_OF_THEIR_OWN,
    **adventure.NO_MOVE_OF_ASTRA,
    adventure.take_system_error: rules.take_system_error,
    adventure.next_sheet_decision: rules.next_sheet_decision,
    adventure.forget_pending: rules.forget_pending,
    adventure.mark_sheet_choices: rules.mark_sheet_choices,
    adventure.apply_sheet_choice: rules.apply_sheet_choice,
    adventure.resolve_incidents: rules.resolve_incidents,
    **adventure.NO_CHOICE_IN_SET_UP,
    **adventure.NO_CHOICE_IN_INCIDENTS,
    adventure.adventure_ends: rules.adventure_ends,
    adventure.begin_astra_effect: rules.begin_astra_effect,
    adventure.give_card_to_astra: rules.give_card_to_astra,
    adventure.is_sheet_consistent: rules.is_sheet_consistent,
    adventure.is_sheet_decision_due: rules.is_sheet_decision_due,
    # where numbers fit
    **fitting_cells.WRITE_BY_FITTING_CELLS,
    **fitting_cells.printed_zones(ZONE_NEIGHBOURS),
    fitting_cells.accessible_cells: rules.accessible_cells,
    # actions
    **use_action.ACTIONS_WITHOUT_EFFECT,
    **WILD_ACTIONS_WITHOUT_EFFECT,
    **ASTRONAUT_WITHOUT_EFFECT,
    **ASTRA_CLOSES_RACES,
    # missions and points
    adventure.is_mission_met: missions.is_mission_met,
    adventure.mission_value: adventure.printed_mission_value,
    adventure.receive_mission_value: rules.receive_mission_value,
    **scoring.NO_MAJORITY,
    scoring.category_points: launch_scoring.category_points,
    scoring.astra_category_points: launch_scoring.astra_category_points,
    scoring.is_ranked_before: launch_scoring.is_ranked_before,
    scoring.solo_outcome: launch_scoring.solo_outcome,
    # what is observed
    **features.NUMBERED_CELLS,
    features.observe_own_table: launch_features.observe_own_table,
    features.observe_own_sheet: launch_features.observe_own_sheet,
}
ENTRY = compile_adventure(__file__, TABLES, RULES)
