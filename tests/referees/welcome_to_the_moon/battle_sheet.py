"""A sheet of Adventure 8, The Battle: its common middle and its two halves."""

from collections.abc import Sequence
from typing import NamedTuple

A, B = HALVES = (0, 1)

COLOURS = ("green", "blue", "grey")
GREEN, BLUE, GREY = range(len(COLOURS))


class Planet(NamedTuple):
    """A row of the table in adventure_8 1.1; `plants` and `waters` count its symbols."""

    lowest: int
    highest: int
    colour: int
    cells: range
    plants: int
    waters: int


PLANETS = (
    Planet(0, 3, GREEN, range(0, 3), 1, 1),
    Planet(3, 5, GREY, range(3, 8), 1, 1),
    Planet(5, 7, BLUE, range(8, 13), 2, 1),
    Planet(7, 9, GREY, range(13, 20), 2, 1),
    Planet(9, 11, GREEN, range(20, 25), 2, 1),
    Planet(11, 13, BLUE, range(25, 30), 2, 1),
    Planet(13, 17, GREEN, range(30, 33), 2, 0),
)
CELLS = 33
MOON_SPOTS = 2

# adventure_8 1.1: the cells with a bonus.
CELL_BONUSES = {
    **{2: "plant", 13: "plant", 17: "plant", 24: "plant", 32: "plant"},
    **{12: "water", 23: "water", 29: "water"},
    **{7: "robot", 10: "robot", 19: "robot"},
}

# adventure_8 1.2: asteroid 0 lies next to half A, asteroid 12 next to half B.
ASTEROID_BONUSES = (
    (),
    ("plant",),
    ("water",),
    ("plant",),
    ("water", "energy"),
    ("energy", "energy"),
    ("planning", "planning"),
    ("energy", "energy"),
    ("water", "energy"),
    ("plant",),
    ("water",),
    ("plant",),
    (),
)
ASTEROIDS = len(ASTEROID_BONUSES)

# adventure_8 1.3: values by boxes crossed off.
PLANT_VALUES = (0, 2, 4, 7, 10, 13, 17, 21, 25, 30, 35, 40)
WATER_VALUES = (0, 3, 6, 10, 14, 19, 24, 30, 37, 45)
COLUMN_VALUES = ((2, 3, 4, 6, 8), (2, 4, 6, 8, 10), (4, 5, 6, 9, 12))  # by colour
PLANNING_PENALTIES = (0, 3, 6, 10, 15, 21, 28, 36)
ERROR_PENALTIES = (0, 5, 10)
ASTRONAUT_SYMBOLS = 6

PLANT_BOXES, WATER_BOXES, PLANNING_BOXES = len(PLANT_VALUES) - 1, len(WATER_VALUES) - 1, len(PLANNING_PENALTIES) - 1
COLUMN_BOXES, ERROR_BOXES = 4, 2

# adventure_8 3.1: how far an Astronaut changes a number.
ASTRONAUT_REACH = 2

# adventure_8 3.7
MISSION_FLAGS = 4  # card 106
MISSION_ASTEROIDS = 7  # card 108
MISSION_IMPROVEMENTS = 2  # card 109, in each column
MISSION_PLANTS, MISSION_WATERS = 6, 4  # card 110
MISSION_MOONS = 4  # card 111


class Half:
    """The tracks of a player on a sheet (adventure_8 1.3): boxes crossed off, symbols circled."""

    def __init__(self):
        """Take empty tracks."""
        self.plants = 0
        self.waters = 0
        self.columns = [0] * len(COLOURS)
        self.plannings = 0
        self.errors = 0
        self.astronauts_stored = 0  # circled and not yet spent
        self.astronauts_spent = 0

    def cross_off_plant(self) -> None:
        """Cross off a box of the plant track if one is left (ruling 8)."""
        self.plants = min(PLANT_BOXES, self.plants + 1)

    def cross_off_water(self) -> None:
        """Cross off a box of the water track if one is left (ruling 8)."""
        self.waters = min(WATER_BOXES, self.waters + 1)

    def cross_off_planning(self) -> None:
        """Cross off a box of the planning track if one is left (ruling 8)."""
        self.plannings = min(PLANNING_BOXES, self.plannings + 1)

    def open_columns(self) -> list[int]:
        """Return the planet-value columns with an open box."""
        return [colour for colour, crossed_off in enumerate(self.columns) if crossed_off < COLUMN_BOXES]

    def circle_astronaut(self) -> None:
        """Store an Astronaut if a symbol is left (adventure_8 3.3)."""
        if self.astronauts_stored + self.astronauts_spent < ASTRONAUT_SYMBOLS:
            self.astronauts_stored += 1

    def spend_astronauts(self, count: int) -> None:
        """Cross off stored Astronauts."""
        if count > self.astronauts_stored:
            raise ValueError(f"{self.astronauts_stored} stored Astronauts are less than {count}")
        self.astronauts_stored -= count
        self.astronauts_spent += count

    def snapshot(self) -> dict:
        """Return the half as plain data."""
        return {**vars(self), "columns": list(self.columns)}


class Sheet:
    """A sheet shared by two players, or by the player and ASTRA (adventure_8 1)."""

    def __init__(self, flags_of_a_tie: Sequence[int] = HALVES):
        """Take an empty sheet.

        Args:
            flags_of_a_tie: The halves that get the flag of a planet with equal counts: both, in solo mode A alone.
        """
        self.flags_of_a_tie = frozenset(flags_of_a_tie)
        self.cells: list[int | None] = [None] * CELLS
        self.moons: list[list[int]] = [[] for _ in PLANETS]  # the halves of the insignia on each moon
        self.flags: list[frozenset[int]] = [frozenset()] * len(PLANETS)
        self.asteroids: list[int | None] = [None] * ASTEROIDS
        self.plants = [planet.plants for planet in PLANETS]  # the open symbols
        self.waters = [planet.waters for planet in PLANETS]
        self.halves = (Half(), Half())

    # Planets (adventure_8 3.1, 3.4)

    def complete(self, planet: int) -> bool:
        """Tell whether all cells of a planet are filled; the last one comes last."""
        return self.cells[PLANETS[planet].cells[-1]] is not None

    def open_planets(self) -> list[int]:
        """Return the planets that are not complete."""
        return [planet for planet in range(len(PLANETS)) if not self.complete(planet)]

    def full(self) -> bool:
        """Tell whether all cells of the sheet are filled."""
        return not self.open_planets()

    def accepting_planets(self, number: int) -> list[int]:
        """Return the open planets that accept a number as it is."""
        return [planet for planet in self.open_planets() if PLANETS[planet].lowest <= number <= PLANETS[planet].highest]

    def astronauts_needed(self, planet: int, number: int, action: str) -> int:
        """Return how many stored Astronauts bring a combination to a planet (adventure_8 3.1)."""
        lowest, highest = PLANETS[planet][:2]
        distance = max(0, lowest - number, number - highest)
        if action == "astronaut":
            distance = max(0, distance - ASTRONAUT_REACH)
        return -(-distance // ASTRONAUT_REACH)

    def reachable_planets(self, half: int, number: int, action: str) -> list[int]:
        """Return the open planets that a combination can be drawn on, with the stored Astronauts of a half."""
        stored = self.halves[half].astronauts_stored
        return [p for p in self.open_planets() if self.astronauts_needed(p, number, action) <= stored]

    def draw(self, planet: int, half: int) -> int:
        """Draw an insignia in the first free cell of a planet; a complete planet is awarded at once.

        Returns:
            The cell.
        """
        cell = next(cell for cell in PLANETS[planet].cells if self.cells[cell] is None)
        self.cells[cell] = half
        if self.complete(planet):
            self.flags[planet] = self.majority(planet)
        return cell

    def count(self, planet: int, half: int) -> int:
        """Count the insignia of a half on a planet and its moon."""
        cells = PLANETS[planet].cells
        return self.cells[cells.start : cells.stop].count(half) + self.moons[planet].count(half)

    def majority(self, planet: int) -> frozenset[int]:
        """Return the halves that control a planet, or would if it were awarded now; no insignia is a tie (ruling 9)."""
        lead = self.count(planet, A) - self.count(planet, B)
        if lead == 0:
            return self.flags_of_a_tie
        return frozenset({A if lead > 0 else B})

    def flag_count(self, half: int) -> int:
        """Count the flags with the insignia of a half."""
        return sum(half in flag for flag in self.flags)

    # Moons and asteroids (adventure_8 3.2)

    def free_moons(self) -> list[int]:
        """Return the open planets whose moon has a free spot."""
        return [planet for planet in self.open_planets() if len(self.moons[planet]) < MOON_SPOTS]

    def free_asteroid(self, half: int) -> int | None:
        """Return the first free asteroid counted from the side of a half, None if all are taken."""
        free = [asteroid for asteroid, owner in enumerate(self.asteroids) if owner is None]
        return (free[0] if half == A else free[-1]) if free else None

    def take_asteroid(self, half: int) -> tuple[str, ...]:
        """Draw an insignia on the next asteroid and return its bonuses, none if no asteroid is free."""
        asteroid = self.free_asteroid(half)
        if asteroid is None:
            return ()
        self.asteroids[asteroid] = half
        return ASTEROID_BONUSES[asteroid]

    # Missions and score (adventure_8 3.7, 4)

    def meets(self, card: int, half: int) -> bool:
        """Tell whether a half of this sheet meets the condition of a mission card now."""
        tracks = self.halves[half]
        if card == 106:
            return self.flag_count(half) >= MISSION_FLAGS
        if card == 107:
            colours = {planet.colour for planet, flag in zip(PLANETS, self.flags, strict=True) if half in flag}
            return len(colours) == len(COLOURS)
        if card == 108:
            return self.asteroids.count(half) >= MISSION_ASTEROIDS
        if card == 109:
            return min(tracks.columns) >= MISSION_IMPROVEMENTS
        if card == 110:
            return tracks.plants >= MISSION_PLANTS and tracks.waters >= MISSION_WATERS
        return sum(half in moon for moon in self.moons) >= MISSION_MOONS

    def areas(self, half: int) -> dict[str, int]:
        """Return the points of a half, incomplete planets awarded as they stand now."""
        tracks = self.halves[half]
        controlled = [
            planet.colour
            for index, planet in enumerate(PLANETS)
            if half in (self.flags[index] if self.complete(index) else self.majority(index))
        ]
        return {
            "plants": PLANT_VALUES[tracks.plants],
            "water": WATER_VALUES[tracks.waters],
            "planets": sum(COLUMN_VALUES[colour][tracks.columns[colour]] for colour in controlled),
            "planning": -PLANNING_PENALTIES[tracks.plannings],
            "system_errors": -ERROR_PENALTIES[tracks.errors],
        }

    def snapshot(self) -> dict:
        """Return the sheet as plain data: owners of cells and asteroids, counts of both halves on each moon."""
        return {
            "cells": list(self.cells),
            "moons": [[moon.count(half) for half in HALVES] for moon in self.moons],
            "flags": [sorted(flag) for flag in self.flags],
            "asteroids": list(self.asteroids),
            "plants": list(self.plants),
            "waters": list(self.waters),
            "halves": [half.snapshot() for half in self.halves],
        }
