"""Players for tests of Mine that reach what random play does not: columns, factories, filling bonuses, missions."""

from .cards import EMPTY
from .mine_sheet import (
    COLUMN_CELLS,
    COLUMNS,
    FACTORIES,
    MINERAL_OF_CELL,
    PLANT,
    POCKETS,
    ROBOT_FACTORY,
    SECONDARY,
    TRIGGERS,
    VALUES,
    WATER,
)
from .planner import Planner
from .writing import PASS


class Miner(Planner):
    """Completes columns with their pockets circled, and the factories of what it has most of."""

    WEIGHT_OF_ROOM = 4.0
    DECLINES = 0.02  # how often an action is declined although it can be used

    def choose(self, referee):
        """Choose a legal action; now and then decline, so that positions after a declined action are met too."""
        if PASS in referee.legal() and self.rng.random() < self.DECLINES:
            return PASS
        return super().choose(referee)

    def worth_of_cell(self, sheet, cell):
        """Prefer the last cells of a column, but not before its pockets are circled."""
        column = cell % COLUMNS
        empty = sum(sheet.cells[other] == EMPTY for other in COLUMN_CELLS[column])
        minerals = sum(MINERAL_OF_CELL[other] is not None for other in COLUMN_CELLS[column])
        pockets = [index for index, pocket in enumerate(POCKETS) if pocket.column == column]
        circled = sum(index in sheet.pockets for index in pockets)
        lost = 1.5 * (len(pockets) - circled) if empty == 1 else 0.0
        return (2 * minerals + 3 * circled) / (empty + 1) - lost

    def worth_of_action(self, sheet, action, cell):
        """Value each action by roughly what it brings at the end."""
        if action in ("plant", "water"):
            kind = PLANT if action == "plant" else WATER
            return 5.0 + kind if sheet.free_pockets(kind, cell) else 0.0
        if action == "energy":
            return 6.0 if sheet.energy_factories() else 0.0
        if action == "robot":
            return 5.0 if sheet.robot_factories() else 0.0
        return 3.0 if action == "astronaut" else 1.0

    def worth_of_target(self, sheet, action):
        """Judge factories by nearness and worth; of two pockets take the first; use an action rather than pass."""
        kind, *target = action
        if kind == "factory":
            return self.worth_of_factory(sheet, target[0])
        if kind == "x":
            return self.worth_of_x(sheet, target[0]) + 2.0
        return 1.0 if kind == "pocket" else 0.0  # 0 is a pass, which only an unwanted X falls short of

    def worth_of_factory(self, sheet, index):
        """Return the worth of a factory for each symbol it lacks."""
        energies, robots = FACTORIES[index]
        left = energies + robots - sheet.energies[index] - sheet.robots[index]
        return self.worth_when_complete(sheet, index) / max(left, 1)

    def worth_when_complete(self, sheet, index):
        """Return what completing a factory is worth."""
        if index == ROBOT_FACTORY:
            return 9.0
        if index in SECONDARY:
            main = index - SECONDARY[0]
            return 2.0 * VALUES[main][0] + 2.0 * (sheet.resources[main] < TRIGGERS[main])
        before, upgraded = VALUES[index]
        amount = (*(count + 3 for count in sheet.resources), sheet.astronauts + 1, sheet.plannings + 1)[index]
        return amount * (upgraded - before)


class Engineer(Miner):
    """Completes factories, the secondary ones first."""

    def worth_of_action(self, sheet, action, cell):
        """Value energies and robots most."""
        return super().worth_of_action(sheet, action, cell) + (8.0 if action in ("energy", "robot") else 0.0)

    def worth_when_complete(self, sheet, index):
        """Prefer secondary factories, above all the one with robots."""
        return super().worth_when_complete(sheet, index) + (10.0 if index in SECONDARY else 0.0)


class Collector(Miner):
    """Circles plants and waters of the mine."""

    def worth_of_action(self, sheet, action, cell):
        """Value pockets most."""
        return super().worth_of_action(sheet, action, cell) * (2.5 if action in ("plant", "water") else 1.0)


class Filler(Miner):
    """Fills the sheet with numbers and X marks, whatever they cost."""

    WEIGHT_OF_ROOM = 6.0
    TAKES_MISSIONS = 0.1

    def worth_of_action(self, sheet, action, cell):
        """Value modified numbers and X marks."""
        return super().worth_of_action(sheet, action, cell) + (9.0 if action in ("astronaut", "planning") else 0.0)

    def worth_of_x(self, sheet, cell):
        """Write every X."""
        return super().worth_of_x(sheet, cell) + 20.0


class Achiever(Miner):
    """Goes for the three missions."""

    def worth_of_cell(self, sheet, cell):
        """Prefer the columns that lack least, side by side for card 83."""
        column = cell % COLUMNS
        empty = sum(sheet.cells[other] == EMPTY for other in COLUMN_CELLS[column])
        worth = super().worth_of_cell(sheet, cell)
        if self.goals & {82, 83}:
            worth += 6.0 / empty
        if 83 in self.goals:
            worth += 3.0 * sum(abs(column - pump) == 1 for pump in sheet.pumps)
        return worth

    def worth_of_action(self, sheet, action, cell):
        """Value what the missions ask for."""
        wanted = {84: ("energy", "robot"), 85: ("energy", "robot"), 86: ("plant",), 87: ("water",)}
        worth = super().worth_of_action(sheet, action, cell)
        return worth * (3 if any(action in wanted.get(card, ()) for card in self.goals) else 1)

    def worth_when_complete(self, sheet, index):
        """Prefer secondary factories for card 84."""
        more = 10.0 if 84 in self.goals and index in SECONDARY else 0.0
        return super().worth_when_complete(sheet, index) + more


PLAYERS = (Miner, Engineer, Collector, Filler, Achiever)
