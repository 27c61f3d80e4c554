"""Virus as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY
from moon_envs.games.welcome_to_the_moon.virus.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.virus.components import CELLS, MISSIONS, PRINTED
from moon_envs.games.welcome_to_the_moon.virus.features import FEATURES
from moon_envs.games.welcome_to_the_moon.virus.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.virus.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.virus.text import action_text, sheet_text, table_text

TABLES = AdventureTables(
    id="virus",
    summary="Number the housing of a base in which viruses spread, and evacuate its quarters before they are lost.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=150.0,
    lowest_points=-CELLS - PRINTED.system_error_boxes * SYSTEM_ERROR_PENALTY,
    cell_names=CELL_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
    action_text=action_text,
    # Incidents and missions may repeat within a turn, each time because one more virus is active (virus 5.2).
    simultaneous=("turn", "phase", "mission_viruses"),
)
GAME = adventure_game(TABLES)
