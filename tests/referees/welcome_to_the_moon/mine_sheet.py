"""The sheet of Adventure 4, The Mine."""

from typing import NamedTuple

from .writing import OPEN, NumberSheet

# adventure_4 1.1: cell = level * COLUMNS + column, level 0 on top.
LEVELS = 3
COLUMNS = 12
CELLS = LEVELS * COLUMNS
ZONES = [range(level * COLUMNS, (level + 1) * COLUMNS) for level in range(LEVELS)]
COLUMN_CELLS = [range(column, CELLS, COLUMNS) for column in range(COLUMNS)]

# adventure_4 1.1, read from top to bottom: P pearl, R ruby, p plant, w water.
MINERALS = "PP-R-RRRPRPPR-P-R-RP-P-PPRRRPR--R-PR"
POCKETS_BELOW_LEVEL = ("pwpw-p-wppwp", "pp-pw-wwpwpp")

PLANT, WATER, PEARL, RUBY = range(4)
KIND_OF_SYMBOL = {"p": PLANT, "w": WATER, "P": PEARL, "R": RUBY}
MINERAL_OF_CELL = [KIND_OF_SYMBOL.get(symbol) for symbol in MINERALS]


class Pocket(NamedTuple):
    """A plant or water between two cells of a column."""

    kind: int
    column: int
    cells: tuple[int, int]


# The pockets are numbered column by column, from top to bottom.
POCKETS = [
    Pocket(KIND_OF_SYMBOL[kinds[column]], column, (level * COLUMNS + column, (level + 1) * COLUMNS + column))
    for column in range(COLUMNS)
    for level, kinds in enumerate(POCKETS_BELOW_LEVEL)
    if kinds[column] != "-"
]


class Factory(NamedTuple):
    """What completes a factory."""

    energies: int
    robots: int


# adventure_4 1.2 and 1.3: main factories 0..5, secondary factories 6..10.
FACTORIES = (
    Factory(1, 3),
    Factory(1, 2),
    Factory(2, 1),
    Factory(2, 2),
    Factory(1, 1),
    Factory(1, 1),
    Factory(1, 1),
    Factory(1, 2),
    Factory(1, 2),
    Factory(1, 1),
    Factory(2, 0),
)
RESOURCE_FACTORIES = 4
ASTRONAUT_CENTRE, PLANNING_CENTRE = 4, 5
SECONDARY = range(6, 11)
ROBOT_FACTORY = 10
SECONDARY_RESOURCES = 2
SECONDARY_ROBOTS = 3

# adventure_4 1.2, for main factories 0..5: value before, value upgraded; for 0..3: trigger and filling bonus.
VALUES = ((2, 4), (3, 5), (2, 3), (2, 3), (0, 3), (-3, 0))
CAPACITIES = (14, 10, 14, 16)
TRIGGERS = (8, 6, 10, 12)
FILLING_BONUSES = (8, 10, 8, 12)

# adventure_4 3.5
MISSION_PUMPS = 5  # card 82
MISSION_PUMPS_IN_A_ROW = 4  # card 83
MISSION_FACTORIES = 6  # card 85
MISSION_PLANTS = 8  # card 86
MISSION_WATERS = 5  # card 87

CIRCLED = "circled"


class Sheet(NumberSheet):
    """A player's sheet (adventure_4 1). The races are those for the filling bonuses."""

    CELLS = CELLS
    RACES = RESOURCE_FACTORIES
    WON = CIRCLED
    ASTRONAUT_SYMBOLS = 8
    PLANNING_SYMBOLS = 6

    def __init__(self):
        """Take an empty sheet."""
        super().__init__()
        self.pockets: set[int] = set()
        self.pumps: set[int] = set()
        self.energies = [0] * len(FACTORIES)
        self.robots = [0] * len(FACTORIES)
        self.resources = [0] * RESOURCE_FACTORIES

    def zones(self) -> list[range]:
        """Return the three levels."""
        return ZONES

    # Pockets and extraction (adventure_4 3.2, 3.4)

    def free_pockets(self, kind: int, cell: int) -> list[int]:
        """Return the uncircled pockets of a kind directly above or below a cell."""
        return [
            index
            for index, pocket in enumerate(POCKETS)
            if pocket.kind == kind and cell in pocket.cells and index not in self.pockets
        ]

    def extract(self) -> None:
        """Extract all columns that are full and have no circled pump."""
        for column, cells in enumerate(COLUMN_CELLS):
            if column in self.pumps or not self.filled(cells):
                continue
            # Each mineral of a filled cell is circled (adventure_4 3.1).
            found = [MINERAL_OF_CELL[cell] for cell in cells if MINERAL_OF_CELL[cell] is not None]
            found += [POCKETS[index].kind for index in self.pockets if POCKETS[index].column == column]
            for kind in found:
                self.circle_resource(kind)
            self.pumps.add(column)

    def circle_resource(self, kind: int) -> None:
        """Circle one more resource in the factory of its kind; it may reach the filling bonus (adventure_4 3.3)."""
        self.resources[kind] += 1
        if self.resources[kind] == TRIGGERS[kind] and self.races[kind] == OPEN:
            self.win_race(kind)

    # Factories (adventure_4 3.2)

    def energy_factories(self) -> list[int]:
        """Return the factories with an energy symbol left."""
        return [index for index, factory in enumerate(FACTORIES) if self.energies[index] < factory.energies]

    def robot_factories(self) -> list[int]:
        """Return the factories with a robot symbol left."""
        return [index for index, factory in enumerate(FACTORIES) if self.robots[index] < factory.robots]

    def complete(self, index: int) -> bool:
        """Tell whether a factory is upgraded or activated."""
        return (self.energies[index], self.robots[index]) == FACTORIES[index]

    def cross_off(self, symbols: list[int], index: int) -> bool:
        """Cross off a symbol of a factory and circle the resources of a secondary one that is activated by it.

        Args:
            symbols: Either `energies` or `robots` of this sheet.
            index: The factory.

        Returns:
            True if robots have to be crossed off, because the robot factory is activated.
        """
        symbols[index] += 1
        if index not in SECONDARY or not self.complete(index):
            return False
        if index == ROBOT_FACTORY:
            return True
        for _ in range(SECONDARY_RESOURCES):
            self.circle_resource(index - SECONDARY[0])  # the secondary factories stand above 0..3 in order
        return False

    # Score and missions (adventure_4 3.5, 4)

    def value(self, factory: int) -> int:
        """Return the active value of a main factory."""
        before, upgraded = VALUES[factory]
        return upgraded if self.complete(factory) else before

    def factory_points(self, kind: int) -> int:
        """Return the points of a resource factory with its filling bonus."""
        bonus = FILLING_BONUSES[kind] if self.races[kind] == CIRCLED else 0
        return self.resources[kind] * self.value(kind) + bonus

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now."""
        if card == 82:
            return len(self.pumps) >= MISSION_PUMPS
        if card == 83:
            runs = [range(first, first + MISSION_PUMPS_IN_A_ROW) for first in range(COLUMNS)]
            return any(self.pumps.issuperset(run) for run in runs)
        if card == 84:
            return all(self.complete(index) for index in SECONDARY)
        if card == 85:
            return sum(self.complete(index) for index in range(len(FACTORIES))) >= MISSION_FACTORIES
        circled = [POCKETS[index].kind for index in self.pockets]
        return circled.count(PLANT) >= MISSION_PLANTS if card == 86 else circled.count(WATER) >= MISSION_WATERS

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            **super().snapshot(),
            "pockets": sorted(self.pockets),
            "energies": list(self.energies),
            "robots": list(self.robots),
            "resources": list(self.resources),
            "astronauts": self.astronauts,
            "plannings": self.plannings,
            "pumps": sorted(self.pumps),
            "filling": list(self.races),
        }
