"""The sheet of Adventure 5, The Dome."""

from functools import lru_cache
from typing import NamedTuple

from .cards import EMPTY, X
from .writing import LOST, NumberSheet


class Skyscraper(NamedTuple):
    """The rows of a skyscraper: +1 is the first level above the surface, -1 the first below, there is no row 0."""

    lowest_row: int
    highest_row: int


# adventure_5 1.1
SKYSCRAPERS = (Skyscraper(-6, 3), Skyscraper(-4, 6), Skyscraper(-3, 7), Skyscraper(-5, 4))
STARTING_ROWS = (-1, 1)

# Row of each cell; the cells are numbered skyscraper by skyscraper, from bottom to top.
ROWS_OF_SKYSCRAPERS = [[row for row in range(s.lowest_row, s.highest_row + 1) if row != 0] for s in SKYSCRAPERS]
ROW_OF_CELL = [row for rows in ROWS_OF_SKYSCRAPERS for row in rows]
CELLS = len(ROW_OF_CELL)


def _zones() -> list[range]:
    ends = [sum(len(rows) for rows in ROWS_OF_SKYSCRAPERS[: index + 1]) for index in range(len(SKYSCRAPERS))]
    return [range(end - len(rows), end) for rows, end in zip(ROWS_OF_SKYSCRAPERS, ends, strict=True)]


ZONES = _zones()


class End(NamedTuple):
    """The bonus of the top or the bottom of a skyscraper."""

    high: int
    low: int


# adventure_5 1.2: per skyscraper the top, then the bottom.
ENDS = (End(6, 3), End(20, 10), End(20, 10), End(10, 5), End(25, 12), End(6, 3), End(10, 5), End(15, 7))
END_CELLS = [cell for zone in ZONES for cell in (zone[-1], zone[0])]
TOP_CELLS = [zone[-1] for zone in ZONES]

# adventure_5 1.3: the tower levels from top to bottom, linked to the cells of the same row.
TOWER_ROWS = (4, 3, 2, 1, -1, -2, -3, -4)
TOWER_LEVELS = len(TOWER_ROWS)
TOWER_LEVEL_OF_CELL = [TOWER_ROWS.index(row) if row in TOWER_ROWS else None for row in ROW_OF_CELL]
PLANTS, WATERS = 2, 1  # of each tower level

# adventure_5 1.4: section s is odd if s is even and the other way round; its halves are 2s and 2s + 1.
SECTIONS = 8
NUMBER_PARITY_OF_SECTION = [1 - section % 2 for section in range(SECTIONS)]

# adventure_5 1.5: values by boxes crossed off; tracks 0 missions, 1 tower, 2 astronauts, 3 dome.
MISSION_TRACK, TOWER_TRACK, ASTRONAUT_TRACK, DOME_TRACK = range(4)
TRACK_BOXES = 4
MISSION_VALUES = ((8, 4), (10, 6), (12, 8), (15, 9), (18, 10))  # first, later
TOWER_VALUES = ((2, 5, 9), (2, 6, 10), (3, 7, 12), (3, 8, 15), (4, 10, 18))  # a level with 1, 2, 3 symbols
ASTRONAUT_VALUES = ((-10, 0), (0, 2), (10, 4), (20, 7), (30, 10))  # most, not most
DOME_LOSSES = (6, 5, 4, 3, 2)  # per unbuilt piece

# adventure_5 3, phase 6
MISSION_SKYSCRAPERS = 1  # card 88
MISSION_TOPS = 2  # card 89
MISSION_LEVELS = {90: (3, 2), 91: (2, 3)}  # tower levels, symbols in each
MISSION_X = 4  # card 93

HIGH, LOW = "high", "low"


@lru_cache(maxsize=100_000)
def open_levels(zone: range, held: tuple[int, ...]) -> list[int]:
    """Return the open levels of a skyscraper whose levels hold this (adventure_5 3, phase 3)."""
    filled = {cell for cell, value in zip(zone, held, strict=True) if value != EMPTY}
    if not filled:
        return [cell for cell in zone if ROW_OF_CELL[cell] in STARTING_ROWS]
    return [cell for cell in zone if cell not in filled and filled & {cell - 1, cell + 1}]


class Sheet(NumberSheet):
    """A player's sheet (adventure_5 1). The races are those for the high bonuses of the skyscraper ends."""

    CELLS = CELLS
    RACES = len(ENDS)
    WON = HIGH
    ASTRONAUT_SYMBOLS = 8
    PLANNING_SYMBOLS = 0

    def __init__(self):
        """Take an empty sheet."""
        super().__init__()
        self.plants = [0] * TOWER_LEVELS
        self.waters = [0] * TOWER_LEVELS
        self.cuts: set[int] = set()
        self.built: set[int] = set()  # halves; an uncut section is built with both
        self.energies = [0] * (DOME_TRACK + 1)

    # Skyscrapers (adventure_5 3, phase 3 and skyscraper ends)

    def zones(self) -> list[range]:
        """Return the four skyscrapers."""
        return ZONES

    def accessible_cells(self) -> list[int]:
        """Return the open levels: the starting levels of an empty skyscraper, else the neighbours of filled ones."""
        return [cell for zone in ZONES for cell in open_levels(zone, tuple(self.cells[zone.start : zone.stop]))]

    def fill(self, cell: int, value: int) -> None:
        """Write a number or an X; at an end of a skyscraper its bonus is gained."""
        super().fill(cell, value)
        if cell in END_CELLS:
            end = END_CELLS.index(cell)
            if self.races[end] == LOST:
                self.races[end] = LOW
            else:
                self.win_race(end)

    # Tower (adventure_5 3, phase 4)

    def circle_plant(self, cell: int) -> None:
        """Circle a plant of the tower level a cell is linked to, if there is one left."""
        level = TOWER_LEVEL_OF_CELL[cell]
        if level is not None:
            self.plants[level] = min(PLANTS, self.plants[level] + 1)

    def circle_water(self, cell: int) -> None:
        """Circle the water of the tower level a cell is linked to."""
        level = TOWER_LEVEL_OF_CELL[cell]
        if level is not None:
            self.waters[level] = WATERS

    def symbols(self) -> list[int]:
        """Return how many symbols are circled in each tower level."""
        return [plants + waters for plants, waters in zip(self.plants, self.waters, strict=True)]

    # Dome (adventure_5 1.4 and 3, phase 4). A piece is the tuple of its halves.

    def unbuilt_pieces(self) -> list[tuple[int, ...]]:
        """Return the unbuilt pieces from left to right: uncut sections and halves of cut ones."""
        pieces: list[tuple[int, ...]] = []
        for section in range(SECTIONS):
            left, right = 2 * section, 2 * section + 1
            pieces += [(left,), (right,)] if section in self.cuts else [(left, right)]
        return [piece for piece in pieces if not self.built.issuperset(piece)]

    def buildable_pieces(self, number: int) -> dict[int, tuple[int, ...]]:
        """Return the pieces a number can build: 0 the first unbuilt one, 1 the last; a single one is the first."""
        unbuilt = self.unbuilt_pieces()
        outer = {0: unbuilt[0], 1: unbuilt[-1]} if len(unbuilt) > 1 else dict(enumerate(unbuilt))
        return {side: piece for side, piece in outer.items() if NUMBER_PARITY_OF_SECTION[piece[0] // 2] == number % 2}

    def sections_to_cut(self) -> list[int]:
        """Return the sections that are neither built nor cut."""
        return [piece[0] // 2 for piece in self.unbuilt_pieces() if len(piece) == 2]

    # Energy tracks (adventure_5 1.5)

    def open_tracks(self) -> list[int]:
        """Return the energy tracks with a box left."""
        return [track for track, crossed in enumerate(self.energies) if crossed < TRACK_BOXES]

    # Score and missions (adventure_5 3, phase 6, and 4)

    def mission_points(self, value: int) -> int:
        """Return the points of a mission accomplished for the first or the later value of its card."""
        return MISSION_VALUES[self.energies[MISSION_TRACK]][MISSION_VALUES[0].index(value)]

    def tower_points(self) -> int:
        """Return the points of the tower levels with symbols."""
        values = (0, *TOWER_VALUES[self.energies[TOWER_TRACK]])
        return sum(values[count] for count in self.symbols())

    def skyscraper_points(self) -> int:
        """Return the bonuses of the skyscraper ends."""
        return sum({HIGH: end.high, LOW: end.low}.get(state, 0) for end, state in zip(ENDS, self.races, strict=True))

    def astronaut_points(self, rival: int) -> int:
        """Return the points of the crossed-off Astronauts; `rival` is the most that another side has."""
        if self.astronauts == 0:
            return 0
        most, not_most = ASTRONAUT_VALUES[self.energies[ASTRONAUT_TRACK]]
        return most if self.astronauts >= rival else not_most

    def dome_loss(self) -> int:
        """Return the points lost by unbuilt pieces."""
        return len(self.unbuilt_pieces()) * DOME_LOSSES[self.energies[DOME_TRACK]]

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now."""
        if card == 88:
            return sum(self.filled(zone) for zone in ZONES) >= MISSION_SKYSCRAPERS
        if card == 89:
            return sum(self.filled([cell]) for cell in TOP_CELLS) >= MISSION_TOPS
        if card in MISSION_LEVELS:
            levels, symbols = MISSION_LEVELS[card]
            return sum(count >= symbols for count in self.symbols()) >= levels
        if card == 92:
            return not self.unbuilt_pieces()
        return self.cells.count(X) >= MISSION_X

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            **super().snapshot(),
            "plants": list(self.plants),
            "waters": list(self.waters),
            "cuts": sorted(self.cuts),
            "built": sorted(self.built),
            "energies": list(self.energies),
            "astronauts": self.astronauts,
            "ends": list(self.races),
        }
