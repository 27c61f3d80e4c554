"""Players for tests of Launch that reach what random play does not: rockets, missions, launches, long games.

They look at a referee and answer with one of its legal actions.
"""

from .astra import PAIRS, card_value
from .cards import EMPTY, X
from .launch_sheet import FLOOR_CELLS, INACTIVE_ROCKETS, QUARTERS

FLOOR_OF_CELL = {cell: cells for cells in FLOOR_CELLS for cell in cells}
QUARTER_OF_CELL = {cell: quarter for quarter in QUARTERS for cell in quarter.cells}


class Careful:
    """Writes numbers near their place in the floor and takes every X and mission, so that rockets get launched."""

    def __init__(self, rng):
        """Remember the source of chance and the cell planned together with a combination."""
        self.rng = rng
        self.planned = None

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        sheet = referee.sheets[referee.actor]
        if legal[0][0] == "combination":
            offers = referee._offers()
            plans = [(k, cell) for _, k in legal for cell in sheet.legal_cells(*offers[k])]
            costs = {(k, cell): self.cost(referee, sheet, k, offers[k][0], cell) for k, cell in plans}
            pick, self.planned = min(plans, key=costs.get)
            return ("combination", pick)
        if legal[0][0] == "write":
            return ("write", self.planned)
        if legal[0][0] == "activate":
            return self.choose_activation(sheet, legal)
        if ("decline_x",) in legal:
            return min(legal[1:], key=lambda action: self.cost_of_x(sheet, action[1]))
        return self.rng.choice([action for action in legal if action[0] not in ("no_mission", "give")] or legal)

    def choose_activation(self, sheet, legal):
        """Choose an inactive rocket."""
        return self.rng.choice(legal)

    def cost(self, referee, sheet, pick, number, cell):
        """Return how far a number is from the ideal one of the cell."""
        floor = FLOOR_OF_CELL[cell]
        return abs(number - 16 * (cell - floor[0] + 0.5) / len(floor))

    def cost_of_x(self, sheet, cell):
        """Return how many cells the quarter of a cell lacks."""
        return gaps(sheet, QUARTER_OF_CELL[cell])


class Builder(Careful):
    """Completes quarters that are worth much, leaves room for later numbers, and feeds ASTRA little."""

    WEIGHT_OF_ROOM = 1.0
    WEIGHT_OF_ASTRA = 0.35

    def choose_activation(self, sheet, legal):
        """Prefer large rockets in quarters that will be full soon."""
        quarters = {quarter.inactive: quarter for quarter in QUARTERS if quarter.inactive is not None}
        return max(legal, key=lambda action: INACTIVE_ROCKETS[action[1]] / gaps(sheet, quarters[action[1]]))

    def cost(self, referee, sheet, pick, number, cell):
        """Weigh the room a number takes, what its quarter is worth, and the card that is left for ASTRA."""
        cost = self.WEIGHT_OF_ROOM * room_wasted(sheet, cell, number) + self.cost_of_x(sheet, cell)
        if referee.astra is not None:
            (left,) = {0, 1, 2} - set(PAIRS[pick])
            cost += self.WEIGHT_OF_ASTRA * card_value(referee.astra.level, referee.astra.hand()[left][1])
        return cost

    def cost_of_x(self, sheet, cell):
        """Prefer the last cells of valuable quarters."""
        quarter = QUARTER_OF_CELL[cell]
        return -worth(sheet, quarter) / gaps(sheet, quarter)


class Lasting(Careful):
    """Makes a game last, so that piles and decks run out: takes no more room than needed and feeds ASTRA least."""

    def cost(self, referee, sheet, pick, number, cell):
        """Weigh the room a number takes and the card that is left for ASTRA."""
        cost = room_wasted(sheet, cell, number)
        if referee.astra is not None:
            (left,) = {0, 1, 2} - set(PAIRS[pick])
            cost += 3 * card_value(referee.astra.level, referee.astra.hand()[left][1])
        return cost


class Erratic:
    """Follows another player most of the time and chance otherwise."""

    def __init__(self, rng, player, chance=0.2):
        """Remember the player and how often to leave it."""
        self.rng = rng
        self.player = player
        self.chance = chance

    def choose(self, referee):
        """Choose a legal action. A planned cell is written in any case."""
        action = self.player.choose(referee)
        if action[0] != "write" and self.rng.random() < self.chance:
            action = self.rng.choice(sorted(referee.legal()))
            if action[0] == "combination":
                cells = referee.sheets[referee.actor].legal_cells(*referee._offers()[action[1]])
                self.player.planned = self.rng.choice(cells)
        return action


def gaps(sheet, quarter):
    """Return how many cells a quarter lacks."""
    return sum(sheet.cells[cell] == EMPTY for cell in quarter.cells)


def worth(sheet, quarter):
    """Return roughly what completing a quarter brings, in rockets."""
    activated = quarter.inactive is not None and sheet.arrows[quarter.inactive]
    rockets = quarter.rockets + (INACTIVE_ROCKETS[quarter.inactive] if activated else 0)
    return rockets + 2 * quarter.building + 1.5 * quarter.activation + 0.5 * len(quarter.sabotages)


def room_wasted(sheet, cell, number):
    """Return by how many cells a number misses its place between its neighbours."""
    floor = FLOOR_OF_CELL[cell]
    before = [other for other in floor if other < cell and sheet.cells[other] not in (EMPTY, X)]
    after = [other for other in floor if other > cell and sheet.cells[other] not in (EMPTY, X)]
    left, low = (before[-1], sheet.cells[before[-1]]) if before else (floor[0] - 1, 0)
    right, high = (after[0], sheet.cells[after[0]]) if after else (floor[-1] + 1, 16)
    step = (high - low) / (right - left)
    return abs(number - (low + step * (cell - left))) / step
