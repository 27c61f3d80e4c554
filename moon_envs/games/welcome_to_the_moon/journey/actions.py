"""The actions of Journey: the shared ranges, those of adventures with actions, then lines and stations."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges
from moon_envs.games.welcome_to_the_moon.journey.components import CELLS, GAPS, STATIONS
from moon_envs.games.welcome_to_the_moon.use_action import race_action_range, use_action_ranges
from moon_envs.games.welcome_to_the_moon.wild_actions import wild_action_ranges

CELL_NAMES = tuple(f"space {cell + 1}" for cell in range(CELLS))

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        *use_action_ranges(CELL_NAMES),
        *wild_action_ranges(),
        ActionRange("circle_energy", ("circle an energy",)),
        ActionRange("line", tuple(f"draw a line behind {CELL_NAMES[gap]}" for gap in range(GAPS))),
        ActionRange("robot", tuple(f"circle a robot of station {station + 1}" for station in range(STATIONS))),
        ActionRange("plant", tuple(f"circle a plant of station {station + 1}" for station in range(STATIONS))),
        race_action_range(f"the high multiplier of station {station + 1}" for station in range(STATIONS)),
    )
)

CIRCLE_ENERGY = ACTIONS.first("circle_energy")
LINE = ACTIONS.first("line")
ROBOT_OF_STATION = ACTIONS.first("robot")
PLANT_OF_STATION = ACTIONS.first("plant")
