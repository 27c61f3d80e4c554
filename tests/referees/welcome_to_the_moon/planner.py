"""What the better-than-random players of Adventures 2 to 7 share.

They look at a referee and answer with one of its legal actions.
"""

from functools import cache, lru_cache

from .astra import PAIRS, card_value
from .cards import ACTIONS, ACTIONS_BY_NUMBER, EMPTY, WITHOUT_VALUE, X
from .writing import PASS

# Share of the cards whose number is at most n.
SHARE_UP_TO = [sum(len(ACTIONS_BY_NUMBER[number]) for number in range(1, min(n, 15) + 1)) / 63 for n in range(20)]
LEAST_SHARE = 0.01
END = 20  # larger than everything a cell may hold


def crowding(sheet, zone):
    """Return how hard the empty cells of a zone are to fill.

    Between two numbers, cells compete for the share of the cards that fits there: the sum of cells squared by share
    is smallest when the numbers stand where they leave every cell the same share.
    """
    return _crowding_of_row(tuple([sheet.cells[cell] for cell in zone]))  # a list first is twice as fast


@lru_cache(maxsize=100_000)
def _crowding_of_row(row):
    total, empty, low = 0.0, 0, 0
    for held in (*row, END):
        if held == EMPTY:
            empty += 1
        elif held not in WITHOUT_VALUE:
            share = SHARE_UP_TO[held - 1] - SHARE_UP_TO[low] if held > 0 else 0.0
            total += empty * empty / max(share, LEAST_SHARE)
            empty, low = 0, held
    return total / 12


def crowding_added(sheet, cell, value):
    """Return how much harder (or easier) the zones of a cell get by writing a value or an X in it."""
    zones = [zone for zone in sheet.zones() if cell in zone]
    before = sum(crowding(sheet, zone) for zone in zones)
    sheet.cells[cell] = value
    after = sum(crowding(sheet, zone) for zone in zones)
    sheet.cells[cell] = EMPTY
    return after - before


class Planner:
    """Plans combination, action, value and cell together by what they are worth; sometimes follows chance instead."""

    WEIGHT_OF_ROOM = 2.0
    WEIGHT_OF_ASTRA = 0.5
    COST_OF_WILD = 4.0
    TAKES_MISSIONS = 1.0  # how often a mission is taken as soon as possible

    def __init__(self, rng, chance=0.0):
        """Remember the source of chance and how often it decides."""
        self.rng = rng
        self.chance = chance
        self.plan = []
        self.goals = set()  # the mission cards this player has not yet accomplished
        self.worths = {}  # of the choice that is made: the same cell, value and action come with many costs

    # What an adventure adds

    def worth_of_cell(self, sheet, cell):
        """Return what filling a cell is worth, room apart."""
        raise NotImplementedError

    def worth_of_action(self, sheet, action, cell):
        """Return what an action is worth after the number was written in a cell; None is a declined Astronaut."""
        raise NotImplementedError

    def worth_of_target(self, sheet, action):
        """Return what another answer is worth: the target of an action or of an effect card."""
        raise NotImplementedError

    # The choice

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        sheet = self.sheet_of(referee)
        taken = referee.board.taken[referee.actor]
        self.goals = {card for card, value in zip(referee.board.cards, taken, strict=True) if value is None}
        by_chance = self.rng.random() < self.chance
        if any(action[0] == "combination" for action in legal):
            plans = list(self.plans(referee, sheet, legal))
            self.worths.clear()
            best = self.rng.choice(plans) if by_chance else max(plans, key=lambda plan: self.worth(sheet, *plan))
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

    def sheet_of(self, referee):
        """Return the sheet of the player who is asked."""
        return referee.sheets[referee.actor]

    def plans(self, referee, sheet, legal):
        """Yield all ways to write a number: the answers, cell, value, action, and the costs of wild and card given."""
        offers, fitting_cells = referee._offers(), cache(sheet.fitting_cells)
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
                modifications = [([], number, action)]
                if action == "astronaut":
                    asked = sorted(referee._astronaut_actions(referee.actor, number))
                    modifications = [([shift], number + shift[1], action) for shift in asked if shift != PASS]
                    modifications += [([PASS], number, None)] if PASS in asked else []
                for modification, value, used in modifications:
                    for cell in fitting_cells(value):
                        yield [*answers, *modification, ("write", cell)], cell, value, used, costs

    def worth(self, sheet, answers, cell, value, action, costs):
        """Return what a plan is worth."""
        key = cell, value, action
        if key not in self.worths:
            room = self.WEIGHT_OF_ROOM * crowding_added(sheet, cell, value)
            self.worths[key] = self.worth_of_cell(sheet, cell) + self.worth_of_action(sheet, action, cell) - room
        return self.worths[key] - costs

    def worth_of_x(self, sheet, cell):
        """Return what an X in a cell is worth: most where numbers hardly fit."""
        return self.worth_of_cell(sheet, cell) - self.WEIGHT_OF_ROOM * crowding_added(sheet, cell, X)

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
