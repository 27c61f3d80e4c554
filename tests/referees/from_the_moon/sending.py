"""Send a rover: placing it and the tasks of its crew (from_the_moon 6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import ABILITY, COLLECT, DECLINE, ROVER, TERRAIN_TASK, TILE
from .frames import CanPay, Frame, Resource
from .tables import COLOURS, ENERGY_PER_ENEMY_ROVER, FOOD_PER_OWN_BUILDING, PIONEERS, WORKERS

if TYPE_CHECKING:
    from .position import Position

# The order of the tasks before the terrain effect; tasks before the last one used are no longer offered.
ORDER = [*range(COLLECT, COLLECT + len(COLOURS)), *range(ABILITY, ABILITY + len(COLOURS))]


class RoverChoice(Frame):
    """Choose a rover at the base; of rovers with the same crew the first."""

    name = "ROVER"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        rovers = position.own.rovers
        base = position.own.rovers_at_base()
        return {
            ROVER + number
            for number in base
            if not any(rovers[other].has_crew_of(rovers[number]) for other in base if other < number)
        }

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        position.push(TileChoice(action - ROVER))


class TileChoice(Frame):
    """Choose a tile without rover."""

    name = "TILE"

    def __init__(self, rover: int):
        self.rover = rover

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {TILE + tile for tile in position.moon.positions if position.rover_owner(tile) is None}

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        own, moon = position.own, position.moon
        tile = action - TILE
        own.rovers[self.rover].tile = tile
        if own.plays(PIONEERS) and moon.is_corner(tile):
            position.gain({"energy": 1})
        if own.uses_building_of(WORKERS):
            position.gain({"energy": 2 * own.rovers_on(moon.neighbours(tile))})
        position.push(Tasks(self.rover, own.rovers[self.rover].basics, own.rovers[self.rover].specialists))

    def arguments(self) -> list:
        return [self.rover]


class Tasks(Frame):
    """Give the crew of a rover its tasks.

    Attributes:
        tasks: Tasks left by colour.
        powers: Powers left by colour.
        last: Place of the last task in `ORDER`, -1 before the first.
    """

    name = "TASKS"

    def __init__(self, rover: int, basics: list[int], specialists: list[int]):
        self.rover = rover
        self.tasks = [basic + 2 * specialist for basic, specialist in zip(basics, specialists, strict=True)]
        self.powers = list(specialists)
        self.last = -1

    def _tile(self, position: Position) -> int:
        return position.own.rovers[self.rover].tile

    def _yield(self, position: Position, colour: int) -> int:
        """What the power of a colour counts here."""
        own, moon = position.own, position.moon
        tile = self._tile(position)
        power = position.powers[colour]
        if power == FOOD_PER_OWN_BUILDING:
            return len(moon.spaces_around(tile) & moon.buildings_of(own.seat))
        if power == ENERGY_PER_ENEMY_ROVER:
            return position.enemy_rovers_on(moon.neighbours(tile))
        return own.rovers_on(moon.neighbours(tile))

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        found = {TERRAIN_TASK} if any(self.tasks) else set()
        for colour in range(len(COLOURS)):
            if self.tasks[colour] and position.moon.cubes[self._tile(position)][colour]:
                found.add(COLLECT + colour)
            if self.tasks[colour] and self.powers[colour] and self._yield(position, colour):
                found.add(ABILITY + colour)
        return found - set(ORDER[: max(self.last, 0)])

    def way_out(self, position: Position) -> int | None:
        return DECLINE

    def take(self, position: Position, action: int) -> None:
        if action == DECLINE:
            position.close(self)
        elif action == TERRAIN_TASK:
            position.close(self)
            position.resolve(position.tables.terrain[position.moon.terrain[self._tile(position)]])
        else:
            self.last = ORDER.index(action)
            colour = self.last % len(COLOURS)
            self.tasks[colour] -= 1
            if action < ABILITY:
                position.moon.cubes[self._tile(position)][colour] -= 1
                position.own.resources[colour] += 1
            else:
                self.powers[colour] -= 1
                self._use_power(position, colour)

    def _use_power(self, position: Position, colour: int) -> None:
        count = self._yield(position, colour)
        if position.powers[colour] == FOOD_PER_OWN_BUILDING:
            position.gain({"food": count})
        elif position.powers[colour] == ENERGY_PER_ENEMY_ROVER:
            position.gain({"energy": count})
        else:
            position.push(Resource(count))

    def arguments(self) -> list:
        return [self.rover, *self.tasks, *self.powers, self.last]
