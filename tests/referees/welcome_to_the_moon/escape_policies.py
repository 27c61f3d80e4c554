"""Players for tests of Escape that reach what random play does not: high starships, full modules, races, missions."""

from .cards import EMPTY
from .escape_sheet import (
    AIRLOCKS,
    BLOCK_OF_CELL,
    BLOCKS,
    GREENHOUSE_CELLS,
    MODULES,
    PLANNING_PENALTIES,
    PLANTS,
    REACTORS,
    ROBOT_CELLS,
    STARSHIP_OF_CELL,
    TANK_CELLS,
    VALUES,
    ZONES,
)
from .planner import Planner
from .writing import OPEN, PASS


def empty_cells(sheet, cells):
    """Count the empty ones of some cells."""
    return sum(sheet.cells[cell] == EMPTY for cell in cells)


class Captain(Planner):
    """Opens new blocks early, fires the reactors of starships with empty modules, and goes for the x2 bonuses."""

    WEIGHT_OF_ROOM = 3.0
    WORTH_OF_ROBOT = 5.0
    DECLINES = 0.02  # how often an action is declined although it can be used

    def choose(self, referee):
        """Choose a legal action; now and then decline, so that positions after a declined action are met too."""
        if PASS in referee.legal() and self.rng.random() < self.DECLINES:
            return PASS
        return super().choose(referee)

    def worth_of_cell(self, sheet, cell):
        """Prefer Robot bonuses, greenhouses with an open x2 and the last cells of modules; keep tanks for Water."""
        starship = STARSHIP_OF_CELL[cell]
        worth = self.WORTH_OF_ROBOT if cell in ROBOT_CELLS and sheet.airlocks_within_reach() else 0.0
        if cell in GREENHOUSE_CELLS:
            return VALUES[max(1, sheet.plants[starship])] * (2 if sheet.races[starship] == OPEN else 1)
        value = VALUES[max(1, sheet.reactors[starship])]
        worth += value / empty_cells(sheet, BLOCKS[BLOCK_OF_CELL[cell]].cells)
        return worth - 2.0 * (cell in TANK_CELLS)

    def worth_of_action(self, sheet, action, cell):
        """Value each action by roughly what it brings at the end."""
        starship = STARSHIP_OF_CELL[cell]
        if action == "robot":
            return self.WORTH_OF_ROBOT if sheet.airlocks_within_reach() else 0.0
        if action == "water":
            return 2.0 + VALUES[max(1, sheet.reactors[starship])] if cell in TANK_CELLS else 0.0
        if action == "plant":
            return 4.0 if sheet.plants[starship] < PLANTS else 0.0
        if action == "energy":
            modules = sum(block in MODULES for block in set(map(BLOCK_OF_CELL.__getitem__, ZONES[starship])))
            return 2.0 * modules if sheet.reactors[starship] < REACTORS else 0.0
        if action == "astronaut":
            return 5.0 if sheet.astronauts < sheet.ASTRONAUT_SYMBOLS else 1.0
        return 2.0

    def worth_of_target(self, sheet, action):
        """Judge airlocks by what they open, an X by what it costs, effect cards by what is least wanted."""
        kind, *target = action
        if kind == "airlock":
            return self.worth_of_airlock(sheet, target[0])
        if kind == "x":
            boxes = PLANNING_PENALTIES[sheet.plannings :][:2]
            return self.worth_of_x(sheet, target[0]) - (boxes[-1] - boxes[0])
        if kind == "greenhouse":
            return -sheet.plants[target[0]] - 4.0 * (sheet.cells[GREENHOUSE_CELLS[target[0]]] == EMPTY)
        return 0.0  # "pass"

    def worth_of_airlock(self, sheet, airlock):
        """Prefer what opens many empty cells, and starships with circled reactors; what opens nothing is declined."""
        new = [block for block in AIRLOCKS[airlock] if block not in sheet.accessible_blocks()]
        if not new:
            return -1.0
        return self.worth_of_opened_block(sheet, new[0])

    def worth_of_opened_block(self, sheet, block):
        """Return what it is worth to open a block."""
        starship = BLOCKS[block].starship
        return 1.0 + empty_cells(sheet, BLOCKS[block].cells) + sheet.reactors[starship]


class Explorer(Captain):
    """Activates every airlock there is, useless ones too."""

    WORTH_OF_ROBOT = 25.0

    def worth_of_airlock(self, sheet, airlock):
        """Go on as long as there are airlocks."""
        return 2.0 + super().worth_of_airlock(sheet, airlock)


class Engineer(Captain):
    """Fires reactors, collects tanks, and fills starship after starship."""

    def worth_of_action(self, sheet, action, cell):
        """Value what multiplies the modules."""
        return super().worth_of_action(sheet, action, cell) * (3 if action in ("energy", "water") else 1)

    def worth_of_cell(self, sheet, cell):
        """Fill a starship that is begun."""
        zone = ZONES[STARSHIP_OF_CELL[cell]]
        return super().worth_of_cell(sheet, cell) + 8.0 / empty_cells(sheet, zone)


class Gardener(Captain):
    """Circles plants and goes for the greenhouses."""

    def worth_of_action(self, sheet, action, cell):
        """Value plants most."""
        return super().worth_of_action(sheet, action, cell) * (4 if action == "plant" else 1)

    def worth_of_cell(self, sheet, cell):
        """Fill every greenhouse as soon as possible."""
        return super().worth_of_cell(sheet, cell) + (12.0 if cell in GREENHOUSE_CELLS else 0.0)

    def worth_of_opened_block(self, sheet, block):
        """Open the greenhouses."""
        return super().worth_of_opened_block(sheet, block) + (10.0 if block not in MODULES else 0.0)


class Wildcard(Captain):
    """Collects wild actions and spends them at once."""

    COST_OF_WILD = -6.0

    def worth_of_action(self, sheet, action, cell):
        """Value the Astronauts that bring wild actions."""
        return super().worth_of_action(sheet, action, cell) + (15.0 if action == "astronaut" else 0.0)


class Filler(Captain):
    """Fills the sheet with numbers and X marks, whatever they cost."""

    WEIGHT_OF_ROOM = 12.0
    WORTH_OF_ROBOT = 8.0
    TAKES_MISSIONS = 0.05
    COST_OF_WILD = 0.0

    def worth_of_action(self, sheet, action, cell):
        """Value modified numbers, and X marks even more."""
        return super().worth_of_action(sheet, action, cell) + {"astronaut": 9.0, "planning": 25.0}.get(action, 0.0)

    def worth_of_x(self, sheet, cell):
        """Write every X."""
        return super().worth_of_x(sheet, cell) + 40.0


class Achiever(Captain):
    """Goes for the three missions."""

    WEIGHT_OF_ROOM = 4.0
    HOME = (3, 4, 5)  # the starships that lack least for cards 103, 104 and 105

    def worth_of_cell(self, sheet, cell):
        """Complete modules for card 102, starships for card 103, ripe greenhouses for cards 100 and 101."""
        worth, starship = super().worth_of_cell(sheet, cell), STARSHIP_OF_CELL[cell]
        wanted = {100} if starship < 5 else {100, 101}
        if cell in GREENHOUSE_CELLS and wanted & self.goals:
            worth += 10.0
        if 102 in self.goals and cell not in GREENHOUSE_CELLS:
            worth += 10.0 / empty_cells(sheet, BLOCKS[BLOCK_OF_CELL[cell]].cells)
        if 103 in self.goals:
            worth += 12.0 / empty_cells(sheet, ZONES[starship]) + 2.0 * (starship in self.HOME)
        if 105 in self.goals and cell in TANK_CELLS and starship in self.HOME:
            worth -= 20.0
        return worth

    def worth_of_action(self, sheet, action, cell):
        """Value what the missions ask for, in few starships."""
        worth, starship = super().worth_of_action(sheet, action, cell), STARSHIP_OF_CELL[cell]
        at_home = starship in self.HOME
        if action == "plant" and (100 in self.goals or 101 in self.goals and starship == 5):
            return worth * (4 if at_home else 2)
        if action == "energy" and 104 in self.goals:
            return worth * (4 if at_home else 1)
        if action == "water" and 105 in self.goals:
            return worth * (12 if at_home else 1)
        return worth + (3.0 if action in ("robot", "astronaut") else 0.0)

    def worth_of_opened_block(self, sheet, block):
        """Climb to the high starships."""
        return super().worth_of_opened_block(sheet, block) + 4.0 * BLOCKS[block].starship

    def worth_of_x(self, sheet, cell):
        """Write an X where it helps, but not over a tank."""
        return super().worth_of_x(sheet, cell) + 2.0


PLAYERS = (Captain, Explorer, Engineer, Gardener, Wildcard, Filler, Achiever)
