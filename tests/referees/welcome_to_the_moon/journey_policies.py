"""Players for tests of Journey that reach what random play does not: completed stations, zones, missions, wilds."""

from .cards import EMPTY
from .journey_sheet import ENERGIES, STATIONS, TANK_CELLS, TANK_POINTS
from .planner import Planner, crowding


class Traveller(Planner):
    """Draws lines where they give most room, fills zones, collects tanks, and completes stations one by one."""

    GOOD_LENGTHS = (6, 4, 2)

    def worth_of_cell(self, sheet, cell):
        """Prefer the last cells of a zone, and keep tanks for Water."""
        zone = sheet.zone_of(cell)
        empty = sum(sheet.cells[other] == EMPTY for other in zone)
        worth = 6.0 / empty if len(zone) <= 8 else 0.0
        if cell in TANK_CELLS:
            worth -= 0.4 * TANK_POINTS[TANK_CELLS.index(cell)]
        return worth

    def worth_of_action(self, sheet, action, cell):
        """Value lines most, then points."""
        if action == "energy":
            return 9.0 if sheet.energies < ENERGIES else 0.0
        if action == "water":
            return 1.5 * TANK_POINTS[TANK_CELLS.index(cell)] if cell in TANK_CELLS else 0.0
        if action == "robot":
            return 6.0 if sheet.robot_stations() else 0.0
        if action == "plant":
            return max((self.worth_of_plant(sheet, station) for station in sheet.plant_stations(cell)), default=0.0)
        if action == "astronaut":
            return 4.0 if sheet.astronauts < sheet.ASTRONAUT_SYMBOLS else 0.0
        return 6.0

    def worth_of_plant(self, sheet, index):
        """Value the plants of stations whose multiplier is circled or near."""
        station = STATIONS[index]
        multiplier = station.low if sheet.races[index] in ("low", "lost") else station.high
        return multiplier * (0.4 + 0.6 * sheet.robots[index] / station.robots)

    def worth_of_target(self, sheet, action):
        """Judge lines by room, robots by nearness, effect cards by what is least wanted."""
        kind, *target = action
        if kind == "line":
            return self.worth_of_line(sheet, target[0])
        if kind == "robot":
            station = STATIONS[target[0]]
            return (sheet.robots[target[0]] + 1) / station.robots + 0.2 * sheet.plants[target[0]]
        if kind == "plant":
            return self.worth_of_plant(sheet, target[0])
        if kind == "x":
            return self.worth_of_x(sheet, target[0])
        if kind == "station":
            return -sheet.robots[target[0]]
        return 0.5 if kind == "use" else 0.0  # "pass"

    def worth_of_line(self, sheet, gap):
        """Value the room a line gives, zones completed by it and lengths the missions ask for."""
        zone = sheet.zone_of(gap)
        parts = [range(zone[0], gap + 1), range(gap + 1, zone[-1] + 1)]
        gain = self.WEIGHT_OF_ROOM * (crowding(sheet, zone) - sum(crowding(sheet, part) for part in parts))
        for part in parts:
            empty = sum(sheet.cells[cell] == EMPTY for cell in part)
            gain += 0.3 * (len(part) in self.GOOD_LENGTHS) + (1.5 if empty == 0 and len(part) > 1 else 0.0)
            gain -= 0.5 * (len(part) == 1)
        return gain


class Gardener(Traveller):
    """Collects robots and plants first, so that stations and their missions come early."""

    WEIGHT_OF_ROOM = 1.0

    def worth_of_action(self, sheet, action, cell):
        """Double robots and plants."""
        return super().worth_of_action(sheet, action, cell) * (2 if action in ("robot", "plant") else 1)


class Wildcard(Traveller):
    """Collects wild symbols and spends them at once."""

    COST_OF_WILD = -4.0

    def worth_of_action(self, sheet, action, cell):
        """Value the actions that bring wild symbols."""
        return super().worth_of_action(sheet, action, cell) + (8 if action in ("astronaut", "planning") else 0)


class Carrier(Traveller):
    """Collects tanks, by Water cards and wild actions."""

    def worth_of_action(self, sheet, action, cell):
        """Value tanks, and the symbols that help to them."""
        worth = super().worth_of_action(sheet, action, cell)
        return worth * (4 if action == "water" else 1.5 if action in ("astronaut", "planning") else 1)


class Achiever(Traveller):
    """Goes for the three missions."""

    def worth_of_action(self, sheet, action, cell):
        """Value what the missions ask for."""
        wanted = {70: "robot", 71: "plant", 74: "water", 75: "water"}
        worth = super().worth_of_action(sheet, action, cell)
        return worth * (3 if action in {wanted.get(card) for card in self.goals} else 1)

    def worth_of_plant(self, sheet, index):
        """Complete the plants of one station after the other for card 71."""
        more = 3.0 * sheet.plants[index] if 71 in self.goals else 0.0
        return super().worth_of_plant(sheet, index) + more

    def worth_of_line(self, sheet, gap):
        """Make zones of the lengths of cards 72 and 73."""
        zone = sheet.zone_of(gap)
        lengths = [gap - zone[0] + 1, zone[-1] - gap]
        wanted = (6,) if 72 in self.goals else (6, 4, 2) if 73 in self.goals else ()
        missing = [length for length in wanted if length == 6 or all(len(zone) != length for zone in sheet.zones())]
        return super().worth_of_line(sheet, gap) + 10.0 * sum(length in missing for length in lengths)


PLAYERS = (Traveller, Gardener, Wildcard, Carrier, Achiever)
