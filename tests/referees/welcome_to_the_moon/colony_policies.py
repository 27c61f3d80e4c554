"""Players for tests of Colony that reach what random play does not: quarters, antennas, missions, full sheets."""

from .cards import EMPTY
from .colony_sheet import (
    ANTENNA_NODES,
    CELL_NODES,
    CELL_OF_NODE,
    COLUMNS,
    MULTIPLIERS,
    OBSERVATORY,
    QUARTER_CELLS,
    QUARTER_OF_CELL,
    ROWS,
    SIDE,
    TANK_NODES,
    TRACK_BOXES,
    TUNNELS,
)
from .planner import Planner


class Settler(Planner):
    """Completes quarters, collects tanks and plants, and multiplies what it has most of."""

    WEIGHT_OF_ROOM = 4.0

    def worth_of_cell(self, sheet, cell):
        """Prefer the last cells of quarters, rows and columns, and keep tanks for Water."""
        worth = 8.0 / self.empty(sheet, QUARTER_CELLS[QUARTER_OF_CELL[cell]])
        worth += sum(2.0 / self.empty(sheet, line) for line in ROWS + COLUMNS if cell in line)
        return worth - 3.0 * (CELL_NODES[cell] in TANK_NODES)

    def empty(self, sheet, cells):
        """Count the empty cells."""
        return sum(sheet.cells[cell] == EMPTY for cell in cells)

    def worth_of_action(self, sheet, action, cell):
        """Value each action by roughly what it brings at the end."""
        if action == "water":
            return 9.0 if CELL_NODES[cell] in TANK_NODES else 0.0
        if action == "plant":
            return 3.5 if sheet.greenhouses[QUARTER_OF_CELL[cell]] < 4 else 0.0
        if action == "energy":
            return 6.0 if sheet.open_tracks() else 0.0
        if action == "robot":
            return 4.0
        return 4.0 if action == "astronaut" else 2.0 - 0.3 * sheet.plannings

    def worth_of_target(self, sheet, action):
        """Judge tunnels by antennas, tracks by what they multiply, effect cards by what is least wanted."""
        kind, *target = action
        if kind == "tunnel":
            return self.worth_of_tunnel(sheet, target[0])
        if kind == "track":
            return self.worth_of_track(sheet, target[0])
        if kind == "x":
            return self.worth_of_x(sheet, target[0])
        if kind == "quarter":
            return self.empty(sheet, QUARTER_CELLS[target[0]])
        return 0.0  # "pass"

    def worth_of_tunnel(self, sheet, tunnel):
        """Prefer new nodes with an antenna, then new nodes nearer to the observatory."""
        new = [node for node in TUNNELS[tunnel] if node not in sheet.connected()]
        if not new:
            return -1.0
        row, column = divmod(new[0], SIDE)
        filled = new[0] == OBSERVATORY or new[0] in CELL_OF_NODE and sheet.cells[CELL_OF_NODE[new[0]]] != EMPTY
        return ANTENNA_NODES.count(new[0]) * (2.0 if filled else 1.2) + 0.3 * (row + column)

    def worth_of_track(self, sheet, track):
        """Return the points that the next box of a track would bring later."""
        amounts = (sheet.plants() + 3, len(sheet.tanks) + 2, len(sheet.antennas()) + 2)
        crossed = sheet.energies[track]
        step = (MULTIPLIERS[track][TRACK_BOXES] - MULTIPLIERS[track][crossed]) / (TRACK_BOXES - crossed)
        return amounts[track] * step


class Digger(Settler):
    """Builds tunnels to the observatory and circles antennas."""

    def worth_of_action(self, sheet, action, cell):
        """Value robots most."""
        return super().worth_of_action(sheet, action, cell) + (8.0 if action == "robot" else 0.0)

    def worth_of_cell(self, sheet, cell):
        """Prefer buildings with an antenna that are connected."""
        near = CELL_NODES[cell] in ANTENNA_NODES and CELL_NODES[cell] in sheet.connected()
        return super().worth_of_cell(sheet, cell) + 3.0 * near


class Farmer(Settler):
    """Collects plants and tanks quarter by quarter."""

    def worth_of_action(self, sheet, action, cell):
        """Value resources most."""
        quarter = QUARTER_OF_CELL[cell]
        more = 2.0 * sheet.greenhouses[quarter] if action == "plant" and sheet.greenhouses[quarter] < 4 else 0.0
        return super().worth_of_action(sheet, action, cell) * (2 if action in ("water", "plant") else 1) + more


class Filler(Settler):
    """Fills the sheet with numbers and X marks, whatever they cost."""

    WEIGHT_OF_ROOM = 6.0
    TAKES_MISSIONS = 0.1

    def worth_of_action(self, sheet, action, cell):
        """Value modified numbers and X marks."""
        return super().worth_of_action(sheet, action, cell) + (9.0 if action in ("astronaut", "planning") else 0.0)

    def worth_of_x(self, sheet, cell):
        """Write every X."""
        return super().worth_of_x(sheet, cell) + 20.0


class Achiever(Settler):
    """Goes for the three missions."""

    def worth_of_cell(self, sheet, cell):
        """Prefer the columns or rows that lack least for cards 76 and 77, antennas for card 79."""
        lines = COLUMNS if 76 in self.goals else ROWS if 77 in self.goals else []
        antenna = 79 in self.goals and CELL_NODES[cell] in ANTENNA_NODES and QUARTER_OF_CELL[cell] in (2, 3)
        worth = super().worth_of_cell(sheet, cell) + 4.0 * antenna
        return worth + sum(8.0 / self.empty(sheet, line) for line in lines if cell in line)

    def worth_of_action(self, sheet, action, cell):
        """Value what the missions ask for."""
        wanted = {78: "robot", 79: "robot", 80: "plant", 81: "water"}
        worth = super().worth_of_action(sheet, action, cell)
        return worth * (4 if action in {wanted.get(card) for card in self.goals} else 1)

    def worth_of_tunnel(self, sheet, tunnel):
        """Go straight to the observatory for card 78, to the antennas of the lower quarters for card 79."""
        new = [node for node in TUNNELS[tunnel] if node not in sheet.connected()]
        worth = super().worth_of_tunnel(sheet, tunnel)
        if new and 78 in self.goals:
            worth += 5.0 * sum(divmod(new[0], SIDE))
        if new and 79 in self.goals:
            worth += 5.0 * (new[0] in ANTENNA_NODES and new[0] < 18) - 2.0 * (new[0] >= 18)
        return worth


PLAYERS = (Settler, Digger, Farmer, Filler, Achiever)
