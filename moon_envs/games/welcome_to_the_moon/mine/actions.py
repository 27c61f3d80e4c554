"""The actions of Mine: the shared ranges, those of adventures with actions, then pockets and factories."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges
from moon_envs.games.welcome_to_the_moon.mine.components import (
    COLUMNS,
    FACTORY_NAMES,
    LEVELS,
    POCKETS_BY_PLACE,
    RESOURCES,
)
from moon_envs.games.welcome_to_the_moon.use_action import race_action_range, use_action_ranges

CELL_NAMES = tuple(f"level {level + 1} column {column + 1}" for level in range(LEVELS) for column in range(COLUMNS))
POCKET_NAMES = {"p": "plant", "w": "water"}

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        *use_action_ranges(CELL_NAMES),
        ActionRange(
            "pocket",
            tuple(
                f"circle the {POCKET_NAMES[kind]} between levels {above + 1} and {above + 2} of column {column + 1}"
                for column, above, kind in POCKETS_BY_PLACE
            ),
        ),
        ActionRange("energy_of_factory", tuple(f"cross off an energy of the {factory}" for factory in FACTORY_NAMES)),
        ActionRange("robot_of_factory", tuple(f"cross off a robot of the {factory}" for factory in FACTORY_NAMES)),
        race_action_range(f"the filling bonus of the {factory}" for factory in FACTORY_NAMES[:RESOURCES]),
    )
)

POCKET = ACTIONS.first("pocket")
ENERGY_OF_FACTORY = ACTIONS.first("energy_of_factory")
ROBOT_OF_FACTORY = ACTIONS.first("robot_of_factory")
