"""Dome as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.dome.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.dome.components import (
    ASTRONAUT_VALUES,
    HALVES,
    MISSIONS,
    PIECE_LOSSES,
    PRINTED,
)
from moon_envs.games.welcome_to_the_moon.dome.features import FEATURES
from moon_envs.games.welcome_to_the_moon.dome.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.dome.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.dome.text import mission_worth, sheet_text, table_text
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

LOST_BY_THE_DOME = HALVES * int(PIECE_LOSSES.max())
LOST_BY_SYSTEM_ERRORS = PRINTED.system_error_boxes * SYSTEM_ERROR_PENALTY

TABLES = AdventureTables(
    id="dome",
    summary="Number skyscrapers upwards and downwards, research plants and water, and build a dome over all of it.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=150.0,
    lowest_points=int(ASTRONAUT_VALUES.min()) - LOST_BY_THE_DOME - LOST_BY_SYSTEM_ERRORS,
    cell_names=CELL_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
    mission_worth=mission_worth,
)
GAME = adventure_game(TABLES)
