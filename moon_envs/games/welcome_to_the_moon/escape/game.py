"""Escape as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.escape.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.escape.components import MISSIONS, PLANNING_PENALTIES, PRINTED
from moon_envs.games.welcome_to_the_moon.escape.features import FEATURES
from moon_envs.games.welcome_to_the_moon.escape.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.escape.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.escape.text import action_text, sheet_text, table_text
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

TABLES = AdventureTables(
    id="escape",
    summary="Open airlocks from starship to starship, fill modules and greenhouses, and escape with their worth.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=150.0,
    lowest_points=-int(PLANNING_PENALTIES.max()) - PRINTED.system_error_boxes * SYSTEM_ERROR_PENALTY,
    cell_names=CELL_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
    action_text=action_text,
)
GAME = adventure_game(TABLES)
