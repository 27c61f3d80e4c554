"""The actions of Launch: the shared ranges, then X, activation and sabotage."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.actions import WRITE, shared_action_ranges, write_x_action_range
from moon_envs.games.welcome_to_the_moon.launch.sheet import CELLS, INACTIVE_COUNT, SABOTAGES
from moon_envs.games.welcome_to_the_moon.launch.words import cell_name, rocket_name, sabotage_name
from moon_envs.tables import ActionRange, ActionTable

WRITE_X = WRITE + CELLS
DECLINE_X = WRITE_X + CELLS
ACTIVATE = DECLINE_X + 1
CROSS_OFF_SABOTAGE = ACTIVATE + INACTIVE_COUNT

CELL_NAMES = tuple(cell_name(cell) for cell in range(CELLS))

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        write_x_action_range(CELL_NAMES),
        ActionRange("decline_x", ("decline the X",)),
        ActionRange("activate", tuple(f"activate {rocket_name(rocket)}" for rocket in range(INACTIVE_COUNT))),
        ActionRange(
            "cross_off_sabotage", tuple(f"cross off {sabotage_name(sabotage)}" for sabotage in range(SABOTAGES))
        ),
    )
)
