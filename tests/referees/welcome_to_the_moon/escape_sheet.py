"""The sheet of Adventure 7, The Escape."""

from functools import lru_cache
from typing import NamedTuple

from .cards import EMPTY
from .writing import OPEN, WildSheet


class Starship(NamedTuple):
    """A row of the table in adventure_7 1.1.

    Attributes:
        block_sizes: Cells of each block from left to right; a block of one cell is the greenhouse.
        plants: Plants circled before the game.
        reactors: Reactors circled before the game.
    """

    block_sizes: tuple[int, ...]
    plants: int
    reactors: int


# adventure_7 1.1, from the lowest starship up.
STARSHIPS = (
    Starship((4, 1, 4), 0, 0),
    Starship((3, 3, 1, 3), 0, 0),
    Starship((1, 3, 3), 1, 0),
    Starship((2, 1, 3), 1, 1),
    Starship((3, 1, 2), 1, 1),
    Starship((2, 2, 1), 2, 2),
)
PLANTS = 3  # of each greenhouse
REACTORS = 3  # of each starship


class Block(NamedTuple):
    """A module or a greenhouse."""

    starship: int
    cells: range


def _number_blocks() -> list[Block]:
    blocks, first = [], 0
    for index, starship in enumerate(STARSHIPS):
        for size in starship.block_sizes:
            blocks.append(Block(index, range(first, first + size)))
            first += size
    return blocks


# Blocks and cells are numbered from the lowest starship up, from left to right.
BLOCKS = _number_blocks()
BLOCK_OF_CELL = [index for index, block in enumerate(BLOCKS) for _ in block.cells]
STARSHIP_OF_CELL = [BLOCKS[block].starship for block in BLOCK_OF_CELL]
CELLS = len(BLOCK_OF_CELL)
ZONES = [tuple(cell for cell in range(CELLS) if STARSHIP_OF_CELL[cell] == index) for index in range(len(STARSHIPS))]
MODULES = [index for index, block in enumerate(BLOCKS) if len(block.cells) > 1]
GREENHOUSE_CELLS = [block.cells[0] for block in BLOCKS if len(block.cells) == 1]  # by starship

# adventure_7 1.1: cells of the tanks 0..12, one in each module in order, and of the Robot bonuses.
TANK_CELLS = (2, 6, 10, 13, 17, 21, 25, 26, 30, 33, 36, 38, 40)
ROBOT_CELLS = (0, 7, 11, 18, 23, 27, 37, 39)

# adventure_7 1.2: the blocks joined by airlocks 0..23, starship by starship and then to the one above.
AIRLOCKS = (
    *((0, 1), (1, 2)),
    *((0, 3), (0, 4), (2, 6)),
    *((3, 4), (4, 5), (5, 6)),
    *((3, 8), (4, 9)),
    *((7, 8), (8, 9)),
    *((8, 10), (9, 12)),
    *((10, 11), (11, 12)),
    *((10, 13), (12, 15)),
    *((13, 14), (14, 15)),
    *((13, 16), (15, 17)),
    *((16, 17), (17, 18)),
)
BLOCKS_OPEN_AT_START = (0, 2)

# adventure_7 1.3
VALUES = (0, 2, 4, 7)  # of a greenhouse by circled plants, of a module by circled reactors
PLANNING_PENALTIES = (0, 1, 3, 6, 9, 12, 16, 20, 24, 28)

# adventure_7 3.6
MISSION_GREENHOUSES = 3  # card 100
MISSION_TOP_GREENHOUSE = 5  # card 101
MISSION_MODULES = 7  # card 102
MISSION_STARSHIPS = 3  # cards 103, 104 and 105

CIRCLED = "circled"


@lru_cache(maxsize=100_000)
def accessible_blocks(airlocks: frozenset[int]) -> frozenset[int]:
    """Return the blocks that a chain of activated airlocks links to the ground (adventure_7 1.2)."""
    found = set(BLOCKS_OPEN_AT_START)
    waiting = list(found)
    while waiting:
        block = waiting.pop()
        for airlock in airlocks:
            if block in AIRLOCKS[airlock]:
                other = sum(AIRLOCKS[airlock]) - block
                if other not in found:
                    found.add(other)
                    waiting.append(other)
    return frozenset(found)


class Sheet(WildSheet):
    """A player's sheet (adventure_7 1). The races are those for the x2 bonuses of the greenhouses."""

    CELLS = CELLS
    RACES = len(STARSHIPS)
    WON = CIRCLED
    ASTRONAUT_SYMBOLS = 6
    PLANNING_SYMBOLS = 9
    PLANNINGS_EARN_WILDS = False

    def __init__(self):
        """Take an empty sheet."""
        super().__init__()
        self.airlocks: set[int] = set()  # the activated ones
        self.tanks: set[int] = set()
        self.plants = [starship.plants for starship in STARSHIPS]
        self.reactors = [starship.reactors for starship in STARSHIPS]

    def zones(self) -> list[tuple[int, ...]]:
        """Return the six starships; airlocks do not divide them."""
        return ZONES

    # Airlocks (adventure_7 1.2, 3.2)

    def accessible_blocks(self) -> frozenset[int]:
        """Return the accessible modules and greenhouses."""
        return accessible_blocks(frozenset(self.airlocks))

    def accessible_cells(self) -> list[int]:
        """Return the empty cells of accessible blocks."""
        blocks = self.accessible_blocks()
        return [cell for cell in range(CELLS) if self.cells[cell] == EMPTY and BLOCK_OF_CELL[cell] in blocks]

    def airlocks_within_reach(self) -> list[int]:
        """Return the airlocks that can be activated, also those between two accessible blocks (ruling 4)."""
        blocks = self.accessible_blocks()
        return [
            airlock
            for airlock, ends in enumerate(AIRLOCKS)
            if airlock not in self.airlocks and blocks.intersection(ends)
        ]

    # Marks (adventure_7 3.1, 3.2)

    def fill(self, cell: int, value: int) -> None:
        """Write a number or an X; in a greenhouse its x2 bonus is circled if it is still open (ruling 1)."""
        super().fill(cell, value)
        if cell in GREENHOUSE_CELLS:
            greenhouse = GREENHOUSE_CELLS.index(cell)
            if self.races[greenhouse] == OPEN:
                self.win_race(greenhouse)

    def circle_tank(self, cell: int) -> None:
        """Circle the tank of a cell if it has one."""
        if cell in TANK_CELLS:
            self.tanks.add(TANK_CELLS.index(cell))

    def circle_plant(self, cell: int) -> None:
        """Circle a plant in the greenhouse of the starship of a cell if one is left, accessible or not."""
        starship = STARSHIP_OF_CELL[cell]
        self.plants[starship] = min(PLANTS, self.plants[starship] + 1)

    def circle_reactor(self, cell: int) -> None:
        """Circle a reactor of the starship of a cell if one is left."""
        starship = STARSHIP_OF_CELL[cell]
        self.reactors[starship] = min(REACTORS, self.reactors[starship] + 1)

    # Score and missions (adventure_7 3.6, 4)

    def greenhouse_points(self) -> int:
        """Return the points of the filled greenhouses."""
        return sum(
            VALUES[self.plants[greenhouse]] * (2 if self.races[greenhouse] == CIRCLED else 1)
            for greenhouse, cell in enumerate(GREENHOUSE_CELLS)
            if self.filled([cell])
        )

    def full_modules(self) -> list[int]:
        """Return the modules whose cells are all filled, numbered in their order like the tanks."""
        return [module for module, block in enumerate(MODULES) if self.filled(BLOCKS[block].cells)]

    def module_points(self) -> int:
        """Return the points of the modules that are full."""
        return sum(
            VALUES[self.reactors[BLOCKS[MODULES[module]].starship]] * (2 if module in self.tanks else 1)
            for module in self.full_modules()
        )

    def ripe_greenhouses(self) -> list[int]:
        """Return the greenhouses that are filled and have all plants circled."""
        return [
            greenhouse
            for greenhouse, cell in enumerate(GREENHOUSE_CELLS)
            if self.filled([cell]) and self.plants[greenhouse] == PLANTS
        ]

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now."""
        if card == 100:
            return len(self.ripe_greenhouses()) >= MISSION_GREENHOUSES
        if card == 101:
            return MISSION_TOP_GREENHOUSE in self.ripe_greenhouses()
        if card == 102:
            return len(self.full_modules()) >= MISSION_MODULES
        if card == 103:
            return sum(self.filled(zone) for zone in ZONES) >= MISSION_STARSHIPS
        if card == 104:
            return self.reactors.count(REACTORS) >= MISSION_STARSHIPS
        lacking = {STARSHIP_OF_CELL[cell] for tank, cell in enumerate(TANK_CELLS) if tank not in self.tanks}
        return len(STARSHIPS) - len(lacking) >= MISSION_STARSHIPS

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            **super().snapshot(),
            "airlocks": sorted(self.airlocks),
            "tanks": sorted(self.tanks),
            "plants": list(self.plants),
            "reactors": list(self.reactors),
            "x2": list(self.races),
        }
