"""Colony as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.colony.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.colony.components import MISSIONS, PLANNING_PENALTY, PRINTED
from moon_envs.games.welcome_to_the_moon.colony.features import FEATURES
from moon_envs.games.welcome_to_the_moon.colony.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.colony.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.colony.text import sheet_text, table_text
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

TABLES = AdventureTables(
    id="colony",
    summary="Number the buildings of a colony by rows and columns, join them by tunnels, and fill its quarters.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=150.0,
    lowest_points=-int(PLANNING_PENALTY.max()) - PRINTED.system_error_boxes * SYSTEM_ERROR_PENALTY,
    cell_names=CELL_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
)
GAME = adventure_game(TABLES)
