"""Mine as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.mine.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.mine.components import FACTORY_VALUE, MISSIONS, PRINTED
from moon_envs.games.welcome_to_the_moon.mine.features import FEATURES
from moon_envs.games.welcome_to_the_moon.mine.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.mine.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.mine.text import sheet_text, table_text
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

TABLES = AdventureTables(
    id="mine",
    summary="Number the levels of a mine, extract its columns, and upgrade the factories that process what it yields.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=150.0,
    lowest_points=int(FACTORY_VALUE.min()) * PRINTED.plannings - PRINTED.system_error_boxes * SYSTEM_ERROR_PENALTY,
    cell_names=CELL_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
)
GAME = adventure_game(TABLES)
