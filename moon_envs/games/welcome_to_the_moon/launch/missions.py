"""The missions of Launch (launch 5): its version of `adventure.is_mission_met`."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.launch.components import (
    FLOOR_FIRST,
    MISSION_FLOORS,
    OPEN_ERRORS_FOR_MISSION,
    X_FOR_MISSION,
)
from moon_envs.games.welcome_to_the_moon.launch.scoring import open_system_errors

FLOORS_OF_MISSION_64, FLOORS_OF_MISSION_65, FLOORS_OF_MISSION_66, FLOORS_OF_MISSION_67 = MISSION_FLOORS


def is_mission_met(state, player, card):
    """The six conditions (launch 5.2)."""
    sheet = state.players[player]
    if card == 64:
        return are_floors_full(sheet, FLOORS_OF_MISSION_64)
    if card == 65:
        return are_floors_full(sheet, FLOORS_OF_MISSION_65)
    if card == 66:
        return are_floors_full(sheet, FLOORS_OF_MISSION_66)
    if card == 67:
        return are_floors_full(sheet, FLOORS_OF_MISSION_67)
    if card == 68:
        return sheet.x_marks >= X_FOR_MISSION
    return open_system_errors(sheet) >= OPEN_ERRORS_FOR_MISSION


@kernel
def is_floor_full(sheet, floor):
    """Whether every cell of a floor is filled."""
    for cell in range(FLOOR_FIRST[floor], FLOOR_FIRST[floor + 1]):
        if sheet.cells[cell] == EMPTY:
            return False
    return True


@kernel
def are_floors_full(sheet, floors):
    """Whether every cell of all these floors is filled."""
    for floor in floors:
        if not is_floor_full(sheet, floor):
            return False
    return True
