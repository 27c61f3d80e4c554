"""Journey as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.journey.actions import ACTIONS, CELL_NAMES
from moon_envs.games.welcome_to_the_moon.journey.components import MISSIONS, PRINTED
from moon_envs.games.welcome_to_the_moon.journey.features import FEATURES
from moon_envs.games.welcome_to_the_moon.journey.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.journey.state import BLANK_SHEET, DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.journey.text import sheet_text, table_text
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

TABLES = AdventureTables(
    id="journey",
    summary="Number a trajectory to the Moon, cut it into zones, and supply the stations along it.",
    printed=PRINTED,
    missions=MISSIONS,
    state=STATE,
    blank_sheet=BLANK_SHEET,
    decisions=DECISION_NAMES,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=100.0,
    lowest_points=-PRINTED.system_error_boxes * SYSTEM_ERROR_PENALTY,
    cell_names=CELL_NAMES,
    table_text=table_text,
    sheet_text=sheet_text,
)
GAME = adventure_game(TABLES)
