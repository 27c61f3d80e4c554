"""Importing this module compiles Mine, or loads it from the cache.

RULES says for each stub of the shared rules (adventure.py and other files) which function or fact stands behind it.
"""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon import adventure, features, fitting_cells, scoring, use_action
from moon_envs.games.welcome_to_the_moon.adventure_entry import compile_adventure
from moon_envs.games.welcome_to_the_moon.astronaut import ASTRONAUT_IS_USED
from moon_envs.games.welcome_to_the_moon.mine import features as mine_features
from moon_envs.games.welcome_to_the_moon.mine import missions, rules
from moon_envs.games.welcome_to_the_moon.mine import scoring as mine_scoring
from moon_envs.games.welcome_to_the_moon.mine.components import ZONE_NEIGHBOURS
from moon_envs.games.welcome_to_the_moon.mine.game import TABLES
from moon_envs.games.welcome_to_the_moon.races import ASTRA_CLOSES_RACES
from moon_envs.games.welcome_to_the_moon.wild_actions import NO_WILD_ACTIONS

RULES = {
    # the turn
    **use_action.USE_ACTION,
    adventure.set_up_table: adventure.nothing_to_set_up,
    **adventure.SHEETS_OF_THEIR_OWN,
    **adventure.NO_MOVE_OF_ASTRA,
    adventure.take_system_error: adventure.cross_off_system_error,
    adventure.resolve_incidents: rules.resolve_incidents,
    **adventure.NO_CHOICE_IN_SET_UP,
    **adventure.NO_CHOICE_IN_INCIDENTS,
    adventure.is_sheet_consistent: rules.is_sheet_consistent,
    # where numbers fit
    **fitting_cells.WRITE_BY_FITTING_CELLS,
    **fitting_cells.printed_zones(ZONE_NEIGHBOURS),
    fitting_cells.accessible_cells: fitting_cells.any_cell,
    # actions
    **NO_WILD_ACTIONS,
    **ASTRONAUT_IS_USED,
    **use_action.X_FOR_A_PLANNING,
    **ASTRA_CLOSES_RACES,
    use_action.note_filled_cell: use_action.nothing_to_note,
    **use_action.NO_CHOICE_IN_FILLING,
    use_action.begin_action: rules.begin_action,
    use_action.mark_action_choices: rules.mark_action_choices,
    use_action.apply_action_choice: rules.apply_action_choice,
    use_action.carry_out_consequences: rules.carry_out_consequences,
    use_action.forget_consequences: rules.forget_consequences,
    use_action.is_own_decision_due: rules.is_own_decision_due,
    use_action.is_decision_outside_writing_due: use_action.only_while_writing,
    # missions and points
    adventure.is_mission_met: missions.is_mission_met,
    **adventure.COUNTED_AT_THE_END,
    **scoring.SCORES,
    **scoring.NO_MAJORITY,
    scoring.category_points: mine_scoring.category_points,
    # what is observed
    **features.NUMBERED_CELLS,
    features.observe_own_table: mine_features.observe_own_table,
    features.observe_own_sheet: mine_features.observe_own_sheet,
}
ENTRY = compile_adventure(__file__, TABLES, RULES)
