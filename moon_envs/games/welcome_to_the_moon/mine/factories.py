"""Factories and extraction: crossing off energies and robots, what complete factories bring (mine 3 and 4)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.choices import NOTHING, choose, count_bits, things_left
from moon_envs.games.welcome_to_the_moon.mine.components import (
    COLUMNS,
    FACTORIES,
    FACTORY_ENERGIES,
    FACTORY_ROBOTS,
    FIRST_SECONDARY_FACTORY,
    MINERALS_OF_COLUMN,
    PEARLS,
    PLANT_POCKETS,
    PLANTS,
    POCKETS_OF_COLUMN,
    RESOURCES,
    RESOURCES_OF_SECONDARY_FACTORY,
    ROBOT_FACTORY,
    ROBOTS_OF_ROBOT_FACTORY,
    RUBIES,
    WATER_POCKETS,
    WATERS,
)
from moon_envs.games.welcome_to_the_moon.mine.state import DECIDE_BONUS_ROBOT


@kernel
def factories_with_energies(sheet):
    """The factories that have an energy left (mine 3.2)."""
    return things_left(sheet.energies, FACTORY_ENERGIES)


@kernel
def factories_with_robots(sheet):
    """The factories that have a robot left (mine 3.2)."""
    return things_left(sheet.robots, FACTORY_ROBOTS)


@kernel
def choose_bonus_robots(state, sheet):
    """Cross off the robots of the robot factory, asking each time when several factories have one left (mine 3.5)."""
    while state.pending_robots > 0:
        factory = choose(state, factories_with_robots(sheet), DECIDE_BONUS_ROBOT)
        if state.decision == DECIDE_BONUS_ROBOT:
            return
        if factory == NOTHING:
            state.pending_robots = 0
        else:
            cross_off_bonus_robot(state, sheet, factory)


@kernel
def cross_off_bonus_robot(state, sheet, factory):
    """Cross off one of the robots of the robot factory."""
    state.pending_robots -= 1
    cross_off_robot(state, sheet, factory)


@kernel
def cross_off_energy(state, sheet, factory):
    """Cross off an energy, which may complete the factory."""
    sheet.energies[factory] += 1
    activate_if_complete(state, sheet, factory)


@kernel
def cross_off_robot(state, sheet, factory):
    """Cross off a robot, which may complete the factory."""
    sheet.robots[factory] += 1
    activate_if_complete(state, sheet, factory)


@kernel
def is_complete(sheet, factory):
    """Whether all energies and robots of a factory are crossed off (mine 3.3)."""
    energies, robots = sheet.energies[factory], sheet.robots[factory]
    return energies == FACTORY_ENERGIES[factory] and robots == FACTORY_ROBOTS[factory]


@kernel
def activate_if_complete(state, sheet, factory):
    """Bring the resources or robots of a secondary factory that is complete now (mine 3.4, 3.5)."""
    if factory < FIRST_SECONDARY_FACTORY or not is_complete(sheet, factory):
        return
    if factory == ROBOT_FACTORY:
        state.pending_robots = ROBOTS_OF_ROBOT_FACTORY
    else:
        sheet.resources[factory - FIRST_SECONDARY_FACTORY] += RESOURCES_OF_SECONDARY_FACTORY


@kernel
def complete_factories(sheet, first):
    """How many factories from `first` on are complete."""
    count = 0
    for factory in range(first, FACTORIES):
        count += is_complete(sheet, factory)
    return count


@kernel
def are_resources_right(sheet):
    """Whether extracted columns are filled, and resources agree with these columns and the secondary factories."""
    resources = np.zeros_like(sheet.resources)
    for column in range(COLUMNS):
        if (sheet.pumps >> column) & 1:
            if not is_column_filled(sheet, column):
                return False
            add_resources_of_column(sheet, column, resources)
    for resource in range(RESOURCES):
        if is_complete(sheet, FIRST_SECONDARY_FACTORY + resource):
            resources[resource] += RESOURCES_OF_SECONDARY_FACTORY
    return (resources == sheet.resources).all()


@kernel
def extract_columns(sheet):
    """Extract every column that is filled and not extracted yet (mine 4.1)."""
    for column in range(COLUMNS):
        if (sheet.pumps >> column) & 1 == 0 and is_column_filled(sheet, column):
            extract_column(sheet, column)


@kernel
def is_column_filled(sheet, column):
    """Whether the three cells of a column are filled."""
    for cell in range(column, sheet.cells.shape[0], COLUMNS):
        if sheet.cells[cell] == EMPTY:
            return False
    return True


@kernel
def extract_column(sheet, column):
    """Move minerals and circled plants and waters to their factories, and circle the pump (mine 4.1)."""
    sheet.pumps |= 1 << column
    add_resources_of_column(sheet, column, sheet.resources)


@kernel
def add_resources_of_column(sheet, column, resources):
    """Add the minerals and the circled plants and waters of a column."""
    circled = sheet.pockets & POCKETS_OF_COLUMN[column]
    resources[PLANTS] += count_bits(circled & PLANT_POCKETS)
    resources[WATERS] += count_bits(circled & WATER_POCKETS)
    resources[PEARLS] += MINERALS_OF_COLUMN[column, 0]
    resources[RUBIES] += MINERALS_OF_COLUMN[column, 1]
