"""The names of things on the Launch sheet, as a player would say them.

Floors count from the bottom, as in the rulebook (launch 1.1); spaces and quarters from the left.
"""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.launch.sheet import (
    FLOOR_COUNT,
    FLOOR_FIRST,
    FLOOR_OF_CELL,
    FLOORS,
    INACTIVE_ROCKET_QUARTER,
    INACTIVE_ROCKETS,
    QUARTER_OF_CELL,
    SABOTAGE_QUARTER,
)


def floor_name(floor: int) -> str:
    """A floor: "floor 3", the third from the bottom."""
    return f"floor {FLOOR_COUNT - floor}"


def cell_name(cell: int) -> str:
    """A cell: "floor 3, space 2"."""
    floor = int(FLOOR_OF_CELL[cell])
    return f"{floor_name(floor)}, space {cell - int(FLOOR_FIRST[floor]) + 1}"


def quarter_name(quarter: int) -> str:
    """A quarter by its place: "floor 8", or "floor 7, quarter 2" where a floor has several."""
    floor = int(FLOOR_OF_CELL[QUARTER_OF_CELL.tolist().index(quarter)])
    first = int(QUARTER_OF_CELL[FLOOR_FIRST[floor]])
    several = len(FLOORS[floor][1]) > 1
    return floor_name(floor) + (f", quarter {quarter - first + 1}" if several else "")


def rocket_name(rocket: int) -> str:
    """An inactive rocket, by the quarter it stands in."""
    quarter = int(INACTIVE_ROCKET_QUARTER[rocket])
    return f"inactive rocket {rocket + 1} ({quarter_name(quarter)}, worth {INACTIVE_ROCKETS[rocket]})"


def sabotage_name(sabotage: int) -> str:
    """A sabotage symbol, by the quarter it stands in."""
    return f"sabotage {sabotage + 1} ({quarter_name(int(SABOTAGE_QUARTER[sabotage]))})"
