"""The sheet of Adventure 3, The Colony."""

from .cards import EMPTY
from .writing import LOST, NumberSheet

# adventure_3 1.1: a grid of nodes, node = row * SIDE + column, row 0 at the bottom.
SIDE = 6
ROCKET, LOWER_X, UPPER_X, OBSERVATORY = 0, 15, 20, 35
NODES = range(SIDE * SIDE)
CELL_NODES = [node for node in NODES if node not in (ROCKET, LOWER_X, UPPER_X, OBSERVATORY)]
CELL_OF_NODE = {node: cell for cell, node in enumerate(CELL_NODES)}
CELLS = len(CELL_NODES)


def _cells(nodes: range) -> tuple[int, ...]:
    return tuple(CELL_OF_NODE[node] for node in nodes if node in CELL_OF_NODE)


# adventure_3 1.2: rows ascend to the right, columns upwards.
ROWS = [_cells(range(SIDE * row, SIDE * row + SIDE)) for row in range(SIDE)]
COLUMNS = [_cells(range(column, SIDE * SIDE, SIDE)) for column in range(SIDE)]
ZONES = ROWS + COLUMNS


def _quarter(node: int) -> int:
    """Quarters of adventure_3 1.3: 0 top left, 1 top right, 2 bottom left, 3 bottom right."""
    row, column = divmod(node, SIDE)
    return (2 if row < 3 else 0) + (1 if column >= 3 else 0)


QUARTER_OF_CELL = [_quarter(node) for node in CELL_NODES]
QUARTERS = 4
QUARTER_CELLS = [[cell for cell in range(CELLS) if QUARTER_OF_CELL[cell] == quarter] for quarter in range(QUARTERS)]

# adventure_3 1.3 and the picture in 1.1: nodes of the tanks 0..7 and of the antennas 0..15.
TANK_NODES = (3, 8, 10, 13, 23, 26, 28, 30)
ANTENNA_NODES = (1, 4, 6, 9, 11, 13, 16, 18, 21, 26, 28, 31, 33, OBSERVATORY, OBSERVATORY, OBSERVATORY)
GREENHOUSE_PLANTS = (1, 1, 1, 2)

# adventure_3 1.4: the nodes of tunnels 0..59, horizontal ones row by row, then vertical ones column by column.
TUNNELS = [(SIDE * row + column, SIDE * row + column + 1) for row in range(SIDE) for column in range(SIDE - 1)] + [
    (SIDE * row + column, SIDE * row + column + SIDE) for column in range(SIDE) for row in range(SIDE - 1)
]
PREBUILT = (0, 30)

# adventure_3 1.5: values by boxes crossed off; tracks 0 plants, 1 water, 2 antennas.
MULTIPLIERS = ((0, 1, 2, 3, 4), (0, 2, 4, 6, 8), (0, 1, 2, 4, 6))
TRACK_BOXES = 4
PLANNING_PENALTIES = (0, 1, 3, 6, 9, 12, 16, 20, 24, 28)
QUARTER_FIRST, QUARTER_LATER = 15, 5

# adventure_3 3.5
MISSION_LINES = 3  # cards 76 and 77
MISSION_QUARTERS = 2  # cards 79 and 81
MISSION_PLANTS = 10  # card 80


class Sheet(NumberSheet):
    """A player's sheet (adventure_3 1). The races are those for the 15 points of the quarters."""

    CELLS = CELLS
    RACES = QUARTERS
    WON = QUARTER_FIRST
    ASTRONAUT_SYMBOLS = 9
    PLANNING_SYMBOLS = 9

    def __init__(self):
        """Take an empty sheet."""
        super().__init__()
        self.tunnels = set(PREBUILT)
        self.tanks: set[int] = set()
        self.greenhouses = [0] * QUARTERS
        self.energies = [0] * len(MULTIPLIERS)

    def zones(self) -> list[tuple[int, ...]]:
        """Return the 6 rows and the 6 columns."""
        return ZONES

    def fill(self, cell: int, value: int) -> None:
        """Write a number or an X; it may complete its quarter (adventure_3 3.1, 3.3)."""
        super().fill(cell, value)
        quarter = QUARTER_OF_CELL[cell]
        if self.filled(QUARTER_CELLS[quarter]):
            if self.races[quarter] == LOST:
                self.races[quarter] = QUARTER_LATER
            else:
                self.win_race(quarter)

    # Tunnels and antennas (adventure_3 3.2)

    def connected(self) -> set[int]:
        """Return the nodes linked to the rocket by built tunnels."""
        found, grown = {ROCKET}, True
        while grown:
            ends = [TUNNELS[tunnel] for tunnel in self.tunnels]
            reached = {node for pair in ends if found.intersection(pair) for node in pair}
            grown = not reached <= found
            found |= reached
        return found

    def buildable_tunnels(self) -> list[int]:
        """Return the unbuilt tunnels with a connected end, also those between two connected nodes (ruling 3)."""
        connected = self.connected()
        return [
            tunnel for tunnel, ends in enumerate(TUNNELS) if tunnel not in self.tunnels and connected.intersection(ends)
        ]

    def antennas(self) -> list[int]:
        """Return the circled antennas: their building is filled and connected, in whatever order it came."""
        connected = self.connected()
        return [
            antenna
            for antenna, node in enumerate(ANTENNA_NODES)
            if node in connected and (node == OBSERVATORY or self.cells[CELL_OF_NODE[node]] != EMPTY)
        ]

    # Other marks (adventure_3 3.2)

    def circle_tank(self, cell: int) -> None:
        """Circle the tank of a cell if it has one."""
        if CELL_NODES[cell] in TANK_NODES:
            self.tanks.add(TANK_NODES.index(CELL_NODES[cell]))

    def circle_greenhouse(self, cell: int) -> None:
        """Circle the next greenhouse of the quarter of a cell if one is left."""
        quarter = QUARTER_OF_CELL[cell]
        self.greenhouses[quarter] = min(len(GREENHOUSE_PLANTS), self.greenhouses[quarter] + 1)

    def open_tracks(self) -> list[int]:
        """Return the multiplier tracks with a box left."""
        return [track for track, crossed in enumerate(self.energies) if crossed < TRACK_BOXES]

    # Score and missions (adventure_3 3.5, 4)

    def plants(self) -> int:
        """Return the plants in circled greenhouses."""
        return sum(sum(GREENHOUSE_PLANTS[:count]) for count in self.greenhouses)

    def multiplier(self, track: int) -> int:
        """Return the multiplier of a track."""
        return MULTIPLIERS[track][self.energies[track]]

    def quarter_points(self) -> int:
        """Return the circled quarter bonuses."""
        return sum(state for state in self.races if state in (QUARTER_FIRST, QUARTER_LATER))

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now."""
        if card in (76, 77):
            lines = COLUMNS if card == 76 else ROWS
            return sum(self.filled(line) for line in lines) >= MISSION_LINES
        if card == 78:
            return OBSERVATORY in self.connected()
        if card == 79:
            return _complete_quarters(ANTENNA_NODES, self.antennas()) >= MISSION_QUARTERS
        if card == 80:
            return self.plants() >= MISSION_PLANTS
        return _complete_quarters(TANK_NODES, self.tanks) >= MISSION_QUARTERS

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            **super().snapshot(),
            "tunnels": sorted(self.tunnels),
            "tanks": sorted(self.tanks),
            "greenhouses": list(self.greenhouses),
            "energies": list(self.energies),
            "planning": self.plannings,
            "astronauts": self.astronauts,
            "antennas": self.antennas(),
            "quarters": list(self.races),
        }


def _complete_quarters(nodes: tuple[int, ...], circled: list[int] | set[int]) -> int:
    """Count the quarters in which all things are circled; `nodes` says where they stand."""
    missing = {_quarter(node) for thing, node in enumerate(nodes) if thing not in circled}
    return QUARTERS - len(missing)
