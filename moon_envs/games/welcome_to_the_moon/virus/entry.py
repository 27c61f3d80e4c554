"""Importing this module compiles Virus, or loads it from the cache.

RULES says for each stub of the shared rules (adventure.py and other files) which function or fact stands behind it.
"""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon import adventure, features, fitting_cells, races, scoring, use_action
from moon_envs.games.welcome_to_the_moon.adventure_entry import compile_adventure
from moon_envs.games.welcome_to_the_moon.astronaut import ASTRONAUT_IS_USED
from moon_envs.games.welcome_to_the_moon.virus import features as virus_features
from moon_envs.games.welcome_to_the_moon.virus import missions, outbreaks, rules
from moon_envs.games.welcome_to_the_moon.virus import scoring as virus_scoring
from moon_envs.games.welcome_to_the_moon.virus.components import ZONE_NEIGHBOURS
from moon_envs.games.welcome_to_the_moon.virus.game import TABLES
from moon_envs.games.welcome_to_the_moon.wild_actions import WILD_ACTIONS

RULES = {
    # the turn
    **use_action.USE_ACTION,
    adventure.set_up_table: adventure.nothing_to_set_up,
    adventure.asks_in_set_up: True,
    adventure.set_up_sheet: rules.set_up_sheet,
    **adventure.SHEETS_OF_THEIR_OWN,
    **adventure.NO_MOVE_OF_ASTRA,
    adventure.take_system_error: rules.take_system_error,
    adventure.resolve_incidents: outbreaks.resolve_incidents,
    adventure.asks_in_incidents: True,
    adventure.suffer_incidents: outbreaks.suffer_incidents,
    adventure.repeats_incidents: outbreaks.repeats_incidents,
    adventure.begin_astra_effect: outbreaks.begin_astra_effect,
    adventure.carry_on_astra_effect: outbreaks.carry_on_astra_effect,
    races.targets_of_astra: outbreaks.targets_of_first_pass,
    races.cross_off_for_astra: outbreaks.start_propagation_for_astra,
    adventure.is_sheet_consistent: outbreaks.is_sheet_consistent,
    # where numbers fit
    **fitting_cells.WRITE_BY_FITTING_CELLS,
    **fitting_cells.printed_zones(ZONE_NEIGHBOURS),
    fitting_cells.accessible_cells: fitting_cells.any_cell,
    # actions
    **WILD_ACTIONS,
    **ASTRONAUT_IS_USED,
    use_action.cells_for_x: rules.cells_for_x,
    use_action.pay_for_x: use_action.cross_off_planning,
    use_action.note_filled_cell: rules.note_filled_cell,
    **use_action.NO_CHOICE_IN_FILLING,
    use_action.begin_action: rules.begin_action,
    use_action.mark_action_choices: rules.mark_action_choices,
    use_action.apply_action_choice: rules.apply_action_choice,
    use_action.carry_out_consequences: rules.carry_out_consequences,
    use_action.forget_consequences: rules.forget_consequences,
    use_action.is_own_decision_due: rules.is_own_decision_due,
    use_action.is_decision_outside_writing_due: outbreaks.is_decision_outside_writing_due,
    # missions and points
    adventure.is_mission_met: missions.is_mission_met,
    **adventure.COUNTED_AT_THE_END,
    **scoring.SCORES,
    **scoring.NO_MAJORITY,
    scoring.category_points: virus_scoring.category_points,
    # what is observed
    **features.NUMBERED_CELLS,
    features.observe_own_table: virus_features.observe_own_table,
    features.observe_own_sheet: virus_features.observe_own_sheet,
}
ENTRY = compile_adventure(__file__, TABLES, RULES)
