"""Positions of Launch set up by hand."""

from tests.games.welcome_to_the_moon.positions import Position, bits, bits_of
from tests.referees.welcome_to_the_moon.cards import EMPTY, X, fitting_places
from tests.referees.welcome_to_the_moon.launch_sheet import CELLS, FLOOR_CELLS, QUARTERS

MISSION_CARDS = (64, 66, 68)


class LaunchPosition(Position):
    """A game of Launch whose sheets can be filled by hand, without the effects of filling."""

    def __init__(self, players=2, seed=0, missions=MISSION_CARDS, **options):
        super().__init__("launch", players, seed, missions=missions, **options)

    def put(self, seat, values):
        """Write values in cells, given as {cell: value}."""
        sheet = self.sheet(seat)
        for cell, value in values.items():
            sheet["cells"][cell] = value
        recount(self.state, seat)
        return self

    def cross(self, seat, *cells):
        """Write an X in each of these cells."""
        return self.put(seat, dict.fromkeys(cells, X))

    def clear_cells(self):
        """Empty all cells."""
        for seat in range(self.batch.configuration.players):
            self.put(seat, dict.fromkeys(range(CELLS), EMPTY))
        return self

    def clear(self):
        """Empty all sheets, free all boxes, open all sabotages."""
        self.clear_cells()
        for seat in range(self.batch.configuration.players):
            self.set(seat, system_errors=0, repaired=0, rockets=0, tie_rockets=0, triggered=0, missions=0, arrows=0)
        self.state["closed_races"] = 0
        self.state["astra_boxes"] = 0
        self.state["bonuses_circled"] = self.state["bonuses_spent"] = 0
        return self

    def idle_until(self, turn):
        """Play turns in which nothing happens but the flow of the cards, up to the first question of a turn."""
        while not self.is_over and self.state["turn"] < turn:
            self.clear()
            self.act_idly()
        return self

    def fill(self, seat, cells):
        """Fill all these cells; each floor gets numbers 1, 2, 3 ... as far as they go, from its left end."""
        return self.put(seat, {cell: number_of_cell(cell) for cell in cells})

    def fill_but(self, seat, *empty):
        """Fill the sheet except these cells."""
        return self.fill(seat, [cell for cell in range(CELLS) if cell not in empty])

    def open_errors(self, seat=0):
        """System Errors circled and not repaired."""
        return int(self.sheet(seat)["system_errors"]) - int(self.sheet(seat)["repaired"])

    def all_errors(self):
        """The circled boxes of every player."""
        return [int(self.sheet(seat)["system_errors"]) for seat in range(self.batch.configuration.players)]

    def rockets(self, seat=0):
        """Track rockets crossed off."""
        return int(self.sheet(seat)["rockets"])

    def arrows(self, seat=0):
        """The inactive rockets that have been activated."""
        return [index for index, arrow in enumerate(self.sheet(seat)["arrows"].tolist()) if arrow]

    def triggered(self, seat=0):
        """The sabotages the player has triggered."""
        return bits(self.sheet(seat)["triggered"])


def recount(state, seat):
    """Recompute everything that the record keeps from the cells."""
    sheet, fitting = state["players"][seat], state["fitting_cells"][seat]
    cells = sheet["cells"].tolist()
    sheet["filled_cells"] = sum(value != EMPTY for value in cells)
    sheet["x_marks"] = cells.count(X)
    for index, quarter in enumerate(QUARTERS):
        sheet["empty_in_quarter"][index] = sum(cells[cell] == EMPTY for cell in quarter.cells)
    floors = [(floor, tuple(cells[cell] for cell in floor)) for floor in FLOOR_CELLS]
    for number in range(len(fitting)):
        fitting[number] = bits_of(floor[place] for floor, values in floors for place in fitting_places(values, number))


def number_of_cell(cell):
    """1, 2, 3 ... from the left end of the floor."""
    return next(cell - cells[0] + 1 for cells in FLOOR_CELLS if cell in cells)
