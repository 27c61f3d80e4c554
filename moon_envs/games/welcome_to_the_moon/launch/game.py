"""Launch as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.launch.components import LAUNCH_SCORE, MISSIONS, PRINTED
from moon_envs.games.welcome_to_the_moon.launch.features import FEATURES
from moon_envs.games.welcome_to_the_moon.launch.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.launch.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.launch.text import sheet_text, table_text
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

TABLES = AdventureTables(
    id="launch",
    summary="Fill the floors of a rocket with numbers, sabotage the others, and be the first to take off.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=float(LAUNCH_SCORE),
    lowest_points=-PRINTED.system_error_boxes * SYSTEM_ERROR_PENALTY,
    cell_names=CELL_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
)
GAME = adventure_game(TABLES)
