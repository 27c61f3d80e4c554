"""What the better-than-random players of Adventures 2 to 4 share.

They look at a referee and answer with one of its legal actions.
"""

import math

from .astra import PAIRS, card_value
from .cards import ACTIONS, ACTIONS_BY_NUMBER, EMPTY, X

# How many cards carry a number up to n.
CARDS_UP_TO = [sum(len(actions) for number, actions in ACTIONS_BY_NUMBER.items() if number <= n) for n in range(19)]
ALL_CARDS = CARDS_UP_TO[-1]


def openness(low, high):
    """Return how easily an empty cell can be filled that takes the numbers between two bounds."""
    return math.sqrt(max(0, CARDS_UP_TO[high - 1] - CARDS_UP_TO[max(low, 0)]) / ALL_CARDS)


def cell_bounds(sheet, zones=None):
    """Return the largest number before and the smallest number after each empty cell in its zones."""
    low, high = {}, {}
    for zone in sheet.zones() if zones is None else zones:
        for cells, bounds, best, none in ((zone, low, max, -1), (zone[::-1], high, min, 18)):
            last = none
            for cell in cells:
                if sheet.cells[cell] == EMPTY:
                    bounds[cell] = best(bounds.get(cell, none), last)
                elif sheet.cells[cell] != X:
                    last = sheet.cells[cell]
    return {cell: (low[cell], high[cell]) for cell in low}


def room_taken(sheet, bounds, cell, value):
    """Return how much harder the other empty cells get to fill by writing a value."""
    lost = 0.0
    for zone in sheet.zones():
        if cell not in zone:
            continue
        index = zone.index(cell)
        for other in zone[:index]:
            if other in bounds and value < bounds[other][1]:
                lost += openness(*bounds[other]) - openness(bounds[other][0], value)
        for other in zone[index + 1 :]:
            if other in bounds and value > bounds[other][0]:
                lost += openness(*bounds[other]) - openness(value, bounds[other][1])
    return lost


class Planner:
    """Plans combination, action, value and cell together by what they are worth; sometimes follows chance instead."""

    WEIGHT_OF_ROOM = 6.0
    WEIGHT_OF_ASTRA = 0.5
    COST_OF_WILD = 4.0
    TAKES_MISSIONS = 1.0  # how often a mission is taken as soon as possible

    def __init__(self, rng, chance=0.0):
        """Remember the source of chance and how often it decides."""
        self.rng = rng
        self.chance = chance
        self.plan = []

    # What an adventure adds

    def worth_of_cell(self, sheet, cell):
        """Return what filling a cell is worth, room apart."""
        raise NotImplementedError

    def worth_of_action(self, sheet, action, cell):
        """Return what an action is worth after the number was written in a cell."""
        raise NotImplementedError

    def worth_of_target(self, sheet, action):
        """Return what another answer is worth: the target of an action or of an effect card."""
        raise NotImplementedError

    # The choice

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        sheet = referee.sheets[referee.actor]
        by_chance = self.rng.random() < self.chance
        if any(action[0] == "combination" for action in legal):
            plans = list(self.plans(referee, sheet, legal))
            bounds = cell_bounds(sheet)
            best = self.rng.choice(plans) if by_chance else max(plans, key=lambda p: self.worth(sheet, bounds, *p))
            self.plan = best[0]
            if by_chance and ("system_error",) in legal:
                self.plan = [self.rng.choice([("system_error",), self.plan[0]]), *self.plan[1:]]
        if self.plan and self.plan[0] in legal:
            return self.plan.pop(0)
        self.plan = []
        if ("no_mission",) in legal:
            taken = self.rng.random() < self.TAKES_MISSIONS
            return self.rng.choice([action for action in legal if (action[0] == "mission") == taken])
        if by_chance:
            return self.rng.choice(legal)
        if legal[0][0] in ("give", "remove"):
            return self.card_for_astra(referee, legal)
        return max(legal, key=lambda action: self.worth_of_target(sheet, action))

    def plans(self, referee, sheet, legal):
        """Yield all ways to write a number: the answers, cell, value, action, and the costs of wild and card given."""
        offers = referee._offers()
        for answer in legal:
            if answer[0] != "combination":
                continue
            number, own_action = offers[answer[1]]
            cost = self.WEIGHT_OF_ASTRA * self.value_given(referee, answer[1])
            forms = [([answer], own_action, cost)]
            if sheet.has_wild():
                forms = [([answer, ("keep_action",)], own_action, cost)]
                forms += [([answer, ("wild", index)], a, cost + self.COST_OF_WILD) for index, a in enumerate(ACTIONS)]
            for answers, action, costs in forms:
                if len(answers) > 1 and answers[1] == ("wild", ACTIONS.index(own_action)):
                    continue
                shifts = [("shift", shift) for shift in sheet.shifts(number)] if action == "astronaut" else [None]
                for shift in shifts:
                    value = number + shift[1] if shift else number
                    for cell in sheet.fitting_cells(value):
                        yield [*answers, *([shift] if shift else []), ("write", cell)], cell, value, action, costs

    def worth(self, sheet, bounds, answers, cell, value, action, costs):
        """Return what a plan is worth."""
        room = self.WEIGHT_OF_ROOM * (room_taken(sheet, bounds, cell, value) + openness(*bounds[cell]))
        return self.worth_of_cell(sheet, cell) + self.worth_of_action(sheet, action, cell) - room - costs

    def worth_of_x(self, sheet, cell):
        """Return what an X in a cell is worth: most where numbers hardly fit."""
        return self.worth_of_cell(sheet, cell) - self.WEIGHT_OF_ROOM * openness(*cell_bounds(sheet)[cell])

    def value_given(self, referee, pick):
        """Return what ASTRA gets for the card that a pair leaves over, 0 with several players."""
        if referee.astra is None:
            return 0
        (left,) = {0, 1, 2} - set(PAIRS[pick])
        return card_value(referee.astra.level, referee.astra.hand()[left][1])

    def card_for_astra(self, referee, legal):
        """Remove the best card, or give the worst."""
        values = [card_value(referee.astra.level, action) for _, action in referee.astra.hand()]
        removed = [action for action in legal if action[0] == "remove"]
        if removed:
            return max(removed, key=lambda action: values[action[1]])
        return min(legal, key=lambda action: values[action[1]])
