"""The names of things on the Launch sheet, as a player would say them: floors and spaces count from 1."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.launch.sheet import (
    FLOOR_FIRST,
    FLOOR_OF_CELL,
    FLOORS,
    INACTIVE_ROCKET_QUARTER,
    INACTIVE_ROCKETS,
    SABOTAGE_QUARTER,
)


def floor_name(floor: int) -> str:
    """A floor with its kind: "floor 3 (water)"."""
    return f"floor {floor + 1} ({FLOORS[floor][0]})"


def cell_name(cell: int) -> str:
    """A cell: "floor 3, space 2"."""
    floor = int(FLOOR_OF_CELL[cell])
    return f"floor {floor + 1}, space {cell - int(FLOOR_FIRST[floor]) + 1}"


def rocket_name(rocket: int) -> str:
    """An inactive rocket, by the quarter it stands in."""
    quarter = INACTIVE_ROCKET_QUARTER[rocket] + 1
    return f"inactive rocket {rocket + 1} (quarter {quarter}, worth {INACTIVE_ROCKETS[rocket]})"


def sabotage_name(sabotage: int) -> str:
    """A sabotage symbol, by the quarter it stands in."""
    return f"sabotage {sabotage + 1} (quarter {SABOTAGE_QUARTER[sabotage] + 1})"
