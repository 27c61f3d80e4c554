"""Battle as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.battle.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ERROR_BOXES_PER_HALF,
    HALVES,
    MISSIONS,
    PLANET_NAMES,
    PLANNING_PENALTIES,
    PRINTED,
)
from moon_envs.games.welcome_to_the_moon.battle.features import FEATURES
from moon_envs.games.welcome_to_the_moon.battle.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.battle.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.battle.text import action_text, sheet_text, table_text
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

LOST_ON_A_HALF = int(PLANNING_PENALTIES.max()) + ERROR_BOXES_PER_HALF * SYSTEM_ERROR_PENALTY

TABLES = AdventureTables(
    id="battle",
    summary="Win the planets of two sheets, each shared with a neighbour, and make them worth the most.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=200.0,
    lowest_points=-HALVES * LOST_ON_A_HALF,
    cell_names=PLANET_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
    action_text=action_text,
)
GAME = adventure_game(TABLES)
