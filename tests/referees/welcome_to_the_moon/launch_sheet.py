"""The sheet of Adventure 1, The Launch, and ASTRA's track."""

from typing import NamedTuple

from .cards import EMPTY, X, fitting_places


class Quarter(NamedTuple):
    """A row of the table in adventure_1 1.1. `inactive` is the id of an inactive rocket."""

    floor: int
    cells: range
    rockets: int
    inactive: int | None
    activation: bool
    building: bool
    sabotages: tuple[int, ...]


# adventure_1 1.1
QUARTERS = (
    Quarter(0, range(0, 3), 3, None, True, True, ()),
    Quarter(1, range(3, 6), 2, 0, False, False, (0,)),
    Quarter(2, range(6, 8), 2, None, False, False, (1,)),
    Quarter(2, range(8, 11), 3, 1, False, False, ()),
    Quarter(3, range(11, 13), 0, None, True, True, ()),
    Quarter(3, range(13, 16), 3, None, False, True, ()),
    Quarter(4, range(16, 21), 3, 2, False, False, (2, 3)),
    Quarter(5, range(21, 27), 4, 3, False, True, (4,)),
    Quarter(6, range(27, 32), 4, 4, False, False, (5, 6)),
    Quarter(6, range(32, 34), 3, None, False, False, ()),
    Quarter(6, range(34, 37), 2, None, True, True, ()),
    Quarter(7, range(37, 39), 2, 5, False, False, ()),
    Quarter(7, range(39, 41), 2, None, True, False, ()),
    Quarter(7, range(41, 43), 2, 6, False, False, ()),
    Quarter(7, range(43, 45), 0, None, False, True, (7,)),
    Quarter(8, range(45, 47), 2, None, False, True, ()),
    Quarter(8, range(47, 49), 2, None, False, True, ()),
    Quarter(8, range(49, 51), 2, None, False, True, ()),
    Quarter(8, range(51, 53), 0, None, True, True, ()),
)
FLOOR_CELLS = (
    range(0, 3),
    range(3, 6),
    range(6, 11),
    range(11, 16),
    range(16, 21),
    range(21, 27),
    range(27, 37),
    range(37, 45),
    range(45, 53),
)
WILD_FLOOR = 8
FLOOR_ACTIONS = ("astronaut", "astronaut", "water", "robot", "robot", "planning", "energy", "plant", "any")
FLOOR_CELLS_OF_ACTION = {
    action: [cells for floor, cells in enumerate(FLOOR_CELLS) if floor == WILD_FLOOR or FLOOR_ACTIONS[floor] == action]
    for action in set(FLOOR_ACTIONS)
}
INACTIVE_ROCKETS = (2, 3, 3, 4, 4, 2, 2)
CELLS = 53
SABOTAGES = 8
ERROR_BOXES = 8
ERROR_PENALTY = 5

# adventure_1 1.2: rows of the rocket track from the bottom up as (rockets, score box).
TRACK_ROWS = ((5, 0), (4, 15), (3, 30), (3, 45), (3, 60), (3, 75), (3, 90), (3, 105), (2, 120), (2, 135))
TRACK_ROCKETS = 31
TIE_ROCKETS = 8
LAUNCH_SCORE = 150

# astra 5: ASTRA's track.
ASTRA_BOXES = 81
BLUE_LEVELS = (8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2)
ASTRA_SCORES = {
    15: 10,
    20: 20,
    25: 30,
    30: 40,
    35: 50,
    40: 60,
    45: 70,
    50: 80,
    55: 90,
    60: 100,
    65: 110,
    70: 120,
    75: 130,
    80: 140,
}

# adventure_1 3.5: the missions that ask for full floors.
MISSION_FLOORS = {64: (0, 1, 2), 65: (3, 4, 5), 66: (6,), 67: (7, 8)}
MISSION_X = 10  # card 68
MISSION_ERRORS = 5  # card 69

OPEN, TRIGGERED, CROSSED_OFF = "open", "triggered", "crossed_off"


def track_score(rockets: int) -> int:
    """Return the smallest score box still visible on the rocket track (adventure_1 1.2)."""
    end_of_row = 0
    for row, box in TRACK_ROWS:
        end_of_row += row
        if rockets < end_of_row:
            return box
    return LAUNCH_SCORE


def precrossed_boxes(level: int) -> int:
    """Return how many boxes of ASTRA's track are crossed off before the game (astra 5)."""
    return sum(blue > level for blue in BLUE_LEVELS)


def astra_track_score(boxes: int) -> int:
    """Return the smallest score still visible on ASTRA's track (astra 5)."""
    return min((score for box, score in ASTRA_SCORES.items() if box >= boxes), default=LAUNCH_SCORE)


class Sheet:
    """A player's sheet (adventure_1 1)."""

    def __init__(self):
        """Take an empty sheet."""
        self.cells = [EMPTY] * CELLS
        self.arrows = [False] * len(INACTIVE_ROCKETS)
        self.rockets = 0
        self.tie_rockets = 0
        self.circled = 0
        self.repaired = 0
        self.sabotages = [OPEN] * SABOTAGES
        self.pending_activations = 0
        self.pending_x = 0
        self.triggered_now: list[int] = []

    def open_errors(self) -> int:
        """Return the System Errors circled and not crossed off."""
        return self.circled - self.repaired

    def full(self, cells: range) -> bool:
        """Tell whether all of these cells hold a number or an X."""
        return all(self.cells[cell] != EMPTY for cell in cells)

    def empty_cells(self) -> list[int]:
        """Return all empty cells of the sheet."""
        return [cell for cell in range(CELLS) if self.cells[cell] == EMPTY]

    def legal_cells(self, number: int, action: str) -> list[int]:
        """Return the cells where a combination may be written (adventure_1 3.1)."""
        found = []
        for cells in FLOOR_CELLS_OF_ACTION[action]:
            row = tuple(self.cells[cells.start : cells.stop])
            found += [cells[index] for index in fitting_places(row, number)]
        return found

    def activation_targets(self) -> list[int]:
        """Return the inactive rockets with an empty arrow in a quarter that is not full (adventure_1 3.2)."""
        return [
            quarter.inactive
            for quarter in QUARTERS
            if quarter.inactive is not None and not self.arrows[quarter.inactive] and not self.full(quarter.cells)
        ]

    def fill(self, cell: int, value: int) -> None:
        """Write a number or an X and carry out what needs no choice (adventure_1 3.2 and ruling 1)."""
        self.cells[cell] = value
        quarter = next(quarter for quarter in QUARTERS if cell in quarter.cells)
        if not self.full(quarter.cells):
            return
        self.cross_off_rockets(quarter.rockets)
        if quarter.inactive is not None and self.arrows[quarter.inactive]:
            self.cross_off_rockets(INACTIVE_ROCKETS[quarter.inactive])
        for sabotage in quarter.sabotages:
            if self.sabotages[sabotage] == OPEN:
                self.sabotages[sabotage] = TRIGGERED
                self.triggered_now.append(sabotage)
        self.pending_activations += quarter.activation
        self.pending_x += quarter.building

    def cross_off_rockets(self, count: int) -> None:
        """Cross off rockets one by one: track, then open System Errors, then tie rockets (adventure_1 3.3)."""
        for _ in range(count):
            if self.rockets < TRACK_ROCKETS:
                self.rockets += 1
            elif self.open_errors() > 0:
                self.repaired += 1
            elif self.tie_rockets < TIE_ROCKETS:
                self.tie_rockets += 1

    def circle_error(self) -> None:
        """Circle a System Error box if one is free (adventure_1 3.1, rulings 6 and 7)."""
        if self.circled < ERROR_BOXES:
            self.circled += 1

    def launches(self) -> bool:
        """Tell whether the rocket launches at the end of this turn (adventure_1 4)."""
        return self.rockets == TRACK_ROCKETS and self.open_errors() == 0

    def score(self) -> int:
        """Return the score (adventure_1 4); it is exactly 150 after a launch."""
        return track_score(self.rockets) - ERROR_PENALTY * self.open_errors()

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now (adventure_1 3.5)."""
        if card == 68:
            return self.cells.count(X) >= MISSION_X
        if card == 69:
            return self.open_errors() >= MISSION_ERRORS
        return all(self.full(FLOOR_CELLS[floor]) for floor in MISSION_FLOORS[card])

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            "cells": list(self.cells),
            "arrows": list(self.arrows),
            "rockets": self.rockets,
            "tie_rockets": self.tie_rockets,
            "circled": self.circled,
            "repaired": self.repaired,
            "sabotages": list(self.sabotages),
        }
