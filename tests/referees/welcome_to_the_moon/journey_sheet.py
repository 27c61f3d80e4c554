"""The sheet of Adventure 2, The Journey."""

from collections import Counter
from typing import NamedTuple

from .writing import LOST, WildSheet

CELLS = 36
GAPS = range(CELLS - 1)  # gap g lies between cells g and g + 1

# adventure_2 1.2: points of the tanks by cell, in the order of tanks 0..11.
TANK_CELLS = (1, 4, 6, 10, 13, 17, 18, 22, 25, 29, 31, 34)
TANK_POINTS = (4, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 4)


class Station(NamedTuple):
    """A row of the table in adventure_2 1.3."""

    cell: int
    robots: int
    plants: int
    high: int
    low: int


STATIONS = (Station(5, 2, 5, 6, 5), Station(15, 3, 3, 9, 7), Station(20, 3, 4, 8, 6), Station(30, 4, 4, 10, 7))

# adventure_2 1.4
ENERGIES = 12
ENERGIES_AT_START = 1

# adventure_2 3.4
MISSION_MULTIPLIERS = 3  # card 70
MISSION_PLANT_STATIONS = 2  # card 71
MISSION_ZONES = {72: (6, 6), 73: (6, 4, 2)}
MISSION_TANKS = 6  # card 74
MISSION_TANKS_IN_A_ROW = 4  # card 75

HIGH, LOW = "high", "low"


class Sheet(WildSheet):
    """A player's sheet (adventure_2 1). The races are those for the high multipliers."""

    CELLS = CELLS
    RACES = len(STATIONS)
    WON = HIGH
    ASTRONAUT_SYMBOLS = 6
    PLANNING_SYMBOLS = 6

    def __init__(self):
        """Take an empty sheet."""
        super().__init__()
        self.lines: set[int] = set()
        self.tanks: set[int] = set()
        self.robots = [0] * len(STATIONS)
        self.plants = [0] * len(STATIONS)
        self.energies = ENERGIES_AT_START

    # Zones (adventure_2 1.1)

    def zones(self) -> list[range]:
        """Return the zones: the runs of cells without a line between them."""
        ends = [*sorted(self.lines), CELLS - 1]
        starts = [0, *(gap + 1 for gap in ends[:-1])]
        return [range(start, end + 1) for start, end in zip(starts, ends, strict=True)]

    def zone_of(self, cell: int) -> range:
        """Return the zone that contains a cell."""
        return next(zone for zone in self.zones() if cell in zone)

    def complete_zones(self) -> list[int]:
        """Return the lengths of the complete zones."""
        return [len(zone) for zone in self.zones() if self.filled(zone)]

    def free_gaps(self) -> list[int]:
        """Return the gaps without a line."""
        return [gap for gap in GAPS if gap not in self.lines]

    # Marks (adventure_2 3.2)

    def completes_pair(self) -> bool:
        """Tell whether the next energy completes a pair, so that a line is drawn."""
        return self.energies % 2 == 1

    def circle_tank(self, cell: int) -> None:
        """Circle the tank of a cell if it has one."""
        if cell in TANK_CELLS:
            self.tanks.add(TANK_CELLS.index(cell))

    def robot_stations(self) -> list[int]:
        """Return the stations with a robot left."""
        return [index for index, station in enumerate(STATIONS) if self.robots[index] < station.robots]

    def circle_robot(self, index: int) -> None:
        """Circle a robot; the last one of a station circles its multiplier."""
        self.robots[index] += 1
        if self.robots[index] == STATIONS[index].robots:
            if self.races[index] == LOST:
                self.races[index] = LOW
            else:
                self.win_race(index)

    def plant_stations(self, cell: int) -> list[int]:
        """Return the stations in the zone of a cell with a plant left."""
        zone = self.zone_of(cell)
        return [
            index
            for index, station in enumerate(STATIONS)
            if station.cell in zone and self.plants[index] < station.plants
        ]

    # Score and missions (adventure_2 3.4, 4)

    def station_points(self) -> int:
        """Return plants times multiplier of the stations with a circled multiplier."""
        multipliers = [{HIGH: s.high, LOW: s.low}.get(state, 0) for s, state in zip(STATIONS, self.races, strict=True)]
        return sum(plants * multiplier for plants, multiplier in zip(self.plants, multipliers, strict=True))

    def tank_points(self) -> int:
        """Return the points of the circled tanks."""
        return sum(TANK_POINTS[tank] for tank in self.tanks)

    def meets(self, card: int) -> bool:
        """Tell whether the condition of a mission card is met now."""
        if card == 70:
            return sum(state in (HIGH, LOW) for state in self.races) >= MISSION_MULTIPLIERS
        if card == 71:
            full = sum(plants == station.plants for plants, station in zip(self.plants, STATIONS, strict=True))
            return full >= MISSION_PLANT_STATIONS
        if card == 74:
            return len(self.tanks) >= MISSION_TANKS
        if card == 75:
            runs = [range(first, first + MISSION_TANKS_IN_A_ROW) for first in range(len(TANK_CELLS))]
            return any(self.tanks.issuperset(run) for run in runs)
        complete = Counter(self.complete_zones())
        return all(complete[length] >= count for length, count in Counter(MISSION_ZONES[card]).items())

    def snapshot(self) -> dict:
        """Return the sheet as plain data."""
        return {
            **super().snapshot(),
            "lines": sorted(self.lines),
            "tanks": sorted(self.tanks),
            "robots": list(self.robots),
            "plants": list(self.plants),
            "multipliers": list(self.races),
            "energies": self.energies,
        }
