"""The sheet of Adventure 6, The Virus."""

from typing import NamedTuple

from .cards import EMPTY, INFECTED
from .writing import WildSheet

# adventure_6 1.1: the quarters of each floor from top to bottom; quarter q has the cells 5q..5q+4.
FLOORS = ((0, 1), (2, 3), (4, 5, 6), (7, 8), (9, 10))
QUARTERS = 11
CELLS_PER_QUARTER = 5
CELLS = QUARTERS * CELLS_PER_QUARTER
QUARTER_CELLS = [range(first, first + CELLS_PER_QUARTER) for first in range(0, CELLS, CELLS_PER_QUARTER)]
ZONES = [range(QUARTER_CELLS[floor[0]][0], QUARTER_CELLS[floor[-1]][-1] + 1) for floor in FLOORS]

# adventure_6 1.1: cells of the tanks 0..9, plants and energies by quarter.
TANK_CELLS = (0, 6, 12, 19, 22, 33, 36, 42, 46, 52)
PLANTS = (1, 1, 2, 1, 2, 2, 2, 1, 2, 1, 1)
ENERGIES_AT_START = 1
ENERGIES = 3

# adventure_6 1.2: the quarters joined by walkways 0..21.
WALKWAYS = (
    *((0, 1), (0, 4), (0, 7)),
    *((1, 2), (1, 4), (1, 5)),
    *((2, 3), (2, 5), (2, 6)),
    *((3, 6), (3, 10)),
    *((4, 5), (4, 7), (4, 8)),
    *((5, 6), (5, 8), (5, 9)),
    *((6, 9), (6, 10)),
    *((7, 8), (8, 9), (9, 10)),
)

# adventure_6 1.1, 2 and 3: the quarters for the grey virus, and those of the coloured viruses 0..4.
GREY_QUARTERS = (0, 3, 7, 10)
COLOURS = ("green", "blue", "red", "purple", "yellow")
VIRUS_QUARTERS = (2, 8, 1, 5, 9)
GREEN, BLUE, RED, PURPLE, YELLOW = range(len(COLOURS))
TRACK_VIRUSES = (GREEN, BLUE)
MISSION_VIRUSES = (RED, PURPLE, YELLOW)  # of the letters A, B, C
PROPAGATION_SYMBOLS = 4


class Track(NamedTuple):
    """A track of the scoring area; positions count from 1.

    Attributes:
        line_ends: Last position of each line.
        values: Score by complete lines.
        virus_position: Position that activates `virus`.
        virus: The virus.
        symbols: Propagation symbols by position.
    """

    line_ends: tuple[int, ...]
    values: tuple[int, ...]
    virus_position: int
    virus: int
    symbols: dict[int, int]

    def value(self, crossed_off: int) -> int:
        """Return the score with a number of symbols crossed off."""
        return self.values[sum(end <= crossed_off for end in self.line_ends)]


# adventure_6 1.3
PLANT_TRACK = Track((2, 4, 7, 10, 13, 16), (0, 5, 10, 20, 35, 55, 80), 5, GREEN, {8: 0, 11: 1})
WATER_TRACK = Track((2, 4, 6, 8, 10), (0, 10, 20, 35, 55, 80), 3, BLUE, {5: 2, 7: 3})

# adventure_6 4, phase 6
MISSION_EVACUATED = 2  # card 94
MISSION_QUARANTINED = 3  # card 96
MISSION_FLOORS = 2  # cards 98 and 99


def quarter_of(cell: int) -> int:
    """Return the quarter of a cell."""
    return cell // CELLS_PER_QUARTER


class Sheet(WildSheet):
    """A player's sheet (adventure_6 1). There are no races."""

    CELLS = CELLS
    ASTRONAUT_SYMBOLS = 6
    PLANNING_SYMBOLS = 6

    def __init__(self):
        """Take an empty sheet, before the grey virus has a quarter."""
        super().__init__()
        self.grey: int | None = None
        self.walkways: set[int] = set()  # the closed ones
        self.energies = [ENERGIES_AT_START] * QUARTERS
        self.plants = [0] * QUARTERS
        self.tanks: set[int] = set()
        self.evacuated: list[int | None] = [None] * QUARTERS

    def zones(self) -> list[range]:
        """Return the five floors; closed walkways do not divide them."""
        return ZONES

    # Quarters and walkways (adventure_6 2)

    def empty_spaces(self, quarter: int) -> list[int]:
        """Return the empty cells of a quarter."""
        return [cell for cell in QUARTER_CELLS[quarter] if self.cells[cell] == EMPTY]

    def filled_spaces(self, quarter: int) -> int:
        """Count the cells of a quarter that hold a number or an X."""
        cells = self.cells[QUARTER_CELLS[quarter].start : QUARTER_CELLS[quarter].stop]
        return len(cells) - cells.count(EMPTY) - cells.count(INFECTED)

    def complete(self, quarter: int) -> bool:
        """Tell whether a quarter has no empty cell."""
        return not self.empty_spaces(quarter)

    def open_walkways(self) -> list[int]:
        """Return the walkways that are not closed."""
        return [walkway for walkway in range(len(WALKWAYS)) if walkway not in self.walkways]

    def open_neighbours(self, quarter: int) -> list[int]:
        """Return the quarters joined to a quarter by open walkways, in ascending order."""
        ends = [WALKWAYS[walkway] for walkway in self.open_walkways()]
        return sorted(sum(pair) - quarter for pair in ends if quarter in pair)

    def quarantined(self, quarter: int) -> bool:
        """Tell whether all walkways of a quarter are closed."""
        return not self.open_neighbours(quarter)

    # Infection and evacuation (adventure_6 4, phase 5)

    def infected(self) -> int:
        """Count the infected cells."""
        return self.cells.count(INFECTED)

    def infect(self, cell: int) -> None:
        """Cross off an empty cell; a quarter completed by it is evacuated at once."""
        self.cells[cell] = INFECTED
        self.evacuate_complete_quarters()

    def evacuate_complete_quarters(self) -> None:
        """Write down the points of the complete quarters that are not yet evacuated."""
        for quarter in range(QUARTERS):
            if self.complete(quarter) and self.evacuated[quarter] is None:
                self.evacuated[quarter] = self.quarter_value(quarter)

    def quarter_value(self, quarter: int) -> int:
        """Return filled cells times circled energies."""
        return self.filled_spaces(quarter) * self.energies[quarter]

    # Marks (adventure_6 4, phase 4)

    def has_plant(self, cell: int) -> bool:
        """Tell whether the quarter of a cell has an uncircled plant."""
        return self.plants[quarter_of(cell)] < PLANTS[quarter_of(cell)]

    def circle_plant(self, cell: int) -> int:
        """Circle a plant of the quarter of a cell.

        Returns:
            The position crossed off on the plant track: one for each plant.
        """
        self.plants[quarter_of(cell)] += 1
        return sum(self.plants)

    def has_tank(self, cell: int) -> bool:
        """Tell whether a cell has a tank."""
        return cell in TANK_CELLS

    def circle_tank(self, cell: int) -> int:
        """Circle the tank of a cell.

        Returns:
            The position crossed off on the water track: one for each tank.
        """
        self.tanks.add(TANK_CELLS.index(cell))
        return len(self.tanks)

    def circle_energy(self, quarter: int) -> None:
        """Circle an energy of a quarter if one is left."""
        self.energies[quarter] = min(ENERGIES, self.energies[quarter] + 1)

    def energy_quarters(self) -> list[int]:
        """Return the quarters for the Energy at the end of a water line: not complete, an energy left (ruling 2)."""
        return [
            quarter for quarter in range(QUARTERS) if self.energies[quarter] < ENERGIES and not self.complete(quarter)
        ]

    # Score and missions (adventure_6 4, phase 6, and 5)

    def quarter_points(self) -> int:
        """Return the points of the quarters, those not evacuated in their current state."""
        written = enumerate(self.evacuated)
        return sum(self.quarter_value(quarter) if points is None else points for quarter, points in written)

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now."""
        evacuated = [points is not None for points in self.evacuated]
        if card == 94:
            return sum(evacuated) >= MISSION_EVACUATED
        if card == 95:
            return any(all(evacuated[quarter] for quarter in floor) for floor in FLOORS)
        if card == 96:
            return sum(self.quarantined(quarter) for quarter in range(QUARTERS)) >= MISSION_QUARANTINED
        if card == 97:
            return self.quarantined(VIRUS_QUARTERS[GREEN]) and self.quarantined(VIRUS_QUARTERS[BLUE])
        if card == 98:
            done = [energies == ENERGIES for energies in self.energies]
        else:
            lost = {quarter_of(cell) for tank, cell in enumerate(TANK_CELLS) if tank not in self.tanks}
            done = [self.plants[quarter] == PLANTS[quarter] and quarter not in lost for quarter in range(QUARTERS)]
        return sum(all(done[quarter] for quarter in floor) for floor in FLOORS) >= MISSION_FLOORS

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            **super().snapshot(),
            "grey": -1 if self.grey is None else self.grey,
            "walkways": sorted(self.walkways),
            "energies": list(self.energies),
            "plants": list(self.plants),
            "tanks": sorted(self.tanks),
            "evacuated": list(self.evacuated),
        }
