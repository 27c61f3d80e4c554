"""Positions of the adventures with actions, set up by hand: what their sheets share."""

from tests.games.welcome_to_the_moon.positions import Position, bits, bits_of
from tests.referees.welcome_to_the_moon.cards import EMPTY, X


class UseActionPosition(Position):
    """A game of an adventure with actions whose sheets can be filled by hand, without the effects of filling."""

    GAME: str
    CELLS: int
    MISSION_CARDS: tuple
    SHEET: type  # of the referee, which says where numbers fit

    def __init__(self, players=2, seed=0, missions=None, **options):
        super().__init__(self.GAME, players, seed, missions=missions or self.MISSION_CARDS, **options)

    def recount(self, seat):
        """Recompute everything that the record keeps from the cells."""
        sheet, fitting = self.sheet(seat), self.state["fitting_cells"][seat]
        sheet["filled_cells"] = sum(value != EMPTY for value in sheet["cells"].tolist())
        referee_sheet = self.referee_sheet(sheet)
        for number in range(len(fitting)):
            fitting[number] = bits_of(referee_sheet.fitting_cells(number))

    def fitting_cells(self, seat=0):
        """Where every number fits: a list of cells for each number."""
        return [bits(cells) for cells in self.state["fitting_cells"][seat]]

    def referee_sheet(self, sheet):
        """A sheet of the referee with all that decides where numbers fit."""
        referee_sheet = self.SHEET()
        referee_sheet.cells = sheet["cells"].tolist()
        return referee_sheet

    def put(self, seat, values):
        """Write values in cells, given as {cell: value}."""
        sheet = self.sheet(seat)
        for cell, value in values.items():
            sheet["cells"][cell] = value
        self.recount(seat)
        return self

    def cross(self, seat, *cells):
        """Write an X in each of these cells."""
        return self.put(seat, dict.fromkeys(cells, X))

    def cross_but(self, seat, *empty):
        """Write an X in all cells except these."""
        return self.cross(seat, *(cell for cell in range(self.CELLS) if cell not in empty))

    def cells(self, seat=0):
        """The cells of a sheet."""
        return self.value("cells", seat)

    def filled(self, seat=0):
        """The filled cells of a sheet, as {cell: value}."""
        return {cell: value for cell, value in enumerate(self.cells(seat)) if value != EMPTY}

    def cells_for(self, number):
        """Where the first player may write a number as printed."""
        self.offer((number, "water"), (8, "water"), (8, "water"))
        if self.actor != 0 or 0 not in self.legal("combination"):
            return []
        return self.act("combination", 0).legal("write")
