"""The actions of Launch: the shared ranges, then X, activation and sabotage.

Floors count from the bottom, as in the rulebook (launch 1.1); spaces and quarters from the left.
"""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges, write_x_action_range
from moon_envs.games.welcome_to_the_moon.launch.components import (
    CELLS,
    FLOOR_FIRST,
    FLOOR_NAMES,
    FLOOR_OF_CELL,
    FLOORS,
    INACTIVE_COUNT,
    INACTIVE_ROCKET_QUARTER,
    INACTIVE_ROCKETS,
    QUARTER_OF_CELL,
    SABOTAGE_QUARTER,
    SABOTAGES,
)


def _cell_name(cell: int) -> str:
    """A cell: "floor 3, space 2"."""
    floor = int(FLOOR_OF_CELL[cell])
    return f"{FLOOR_NAMES[floor]}, space {cell - int(FLOOR_FIRST[floor]) + 1}"


def _quarter_name(quarter: int) -> str:
    """A quarter by its place: "floor 8", or "floor 7, quarter 2" where a floor has several."""
    floor = int(FLOOR_OF_CELL[QUARTER_OF_CELL.tolist().index(quarter)])
    first = int(QUARTER_OF_CELL[FLOOR_FIRST[floor]])
    several = len(FLOORS[floor][1]) > 1
    return FLOOR_NAMES[floor] + (f", quarter {quarter - first + 1}" if several else "")


def _rocket_name(rocket: int) -> str:
    """An inactive rocket, by the quarter it stands in."""
    quarter = int(INACTIVE_ROCKET_QUARTER[rocket])
    return f"inactive rocket {rocket + 1} ({_quarter_name(quarter)}, worth {INACTIVE_ROCKETS[rocket]})"


def _sabotage_name(sabotage: int) -> str:
    """A sabotage symbol, by the quarter it stands in."""
    return f"sabotage {sabotage + 1} ({_quarter_name(int(SABOTAGE_QUARTER[sabotage]))})"


CELL_NAMES = tuple(_cell_name(cell) for cell in range(CELLS))

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        write_x_action_range(CELL_NAMES),
        ActionRange("decline_x", ("decline the X",)),
        ActionRange("activate", tuple(f"activate {_rocket_name(rocket)}" for rocket in range(INACTIVE_COUNT))),
        ActionRange(
            "cross_off_sabotage", tuple(f"cross off {_sabotage_name(sabotage)}" for sabotage in range(SABOTAGES))
        ),
    )
)

WRITE_X = ACTIONS.first("write_x")
DECLINE_X = ACTIONS.first("decline_x")
ACTIVATE = ACTIONS.first("activate")
CROSS_OFF_SABOTAGE = ACTIONS.first("cross_off_sabotage")
