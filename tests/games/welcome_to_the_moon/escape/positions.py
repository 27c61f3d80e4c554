"""Positions of Escape set up by hand."""

from tests.games.welcome_to_the_moon.positions import bits, bits_of
from tests.games.welcome_to_the_moon.use_action_positions import UseActionPosition
from tests.referees.welcome_to_the_moon.cards import EMPTY
from tests.referees.welcome_to_the_moon.escape_sheet import Sheet

# The printed sheet: starships, and the blocks of each, from the lowest to the highest, cells numbered from left to
# right. A block of one cell is the greenhouse.
STARSHIPS = (range(0, 9), range(9, 19), range(19, 26), range(26, 32), range(32, 38), range(38, 43))
BLOCKS = (
    *(range(0, 4), range(4, 5), range(5, 9)),
    *(range(9, 12), range(12, 15), range(15, 16), range(16, 19)),
    *(range(19, 20), range(20, 23), range(23, 26)),
    *(range(26, 28), range(28, 29), range(29, 32)),
    *(range(32, 35), range(35, 36), range(36, 38)),
    *(range(38, 40), range(40, 42), range(42, 43)),
)
MODULES = [block for block, cells in enumerate(BLOCKS) if len(cells) > 1]
GREENHOUSE_CELLS = (4, 15, 19, 28, 35, 42)
TANK_CELLS = (2, 6, 10, 13, 17, 21, 25, 26, 30, 33, 36, 38, 40)
ROBOT_CELLS = (0, 7, 11, 18, 23, 27, 37, 39)
AIRLOCKS = (
    *((0, 1), (1, 2), (0, 3), (0, 4), (2, 6), (3, 4), (4, 5), (5, 6), (3, 8), (4, 9), (7, 8), (8, 9)),
    *((8, 10), (9, 12), (10, 11), (11, 12), (10, 13), (12, 15), (13, 14), (14, 15), (13, 16), (15, 17), (16, 17)),
    (17, 18),
)
GROUND_CELLS = [0, 1, 2, 3, 5, 6, 7, 8]
# Two airlocks that open nothing when all others are activated.
USELESS = 5, 7
NOT_FILLED, DOUBLED, MISSED = range(3)


class UnnarrowedSheet(Sheet):
    """A sheet whose numbers may go to any cell they fit: the record keeps the accessible cells for themselves."""

    def accessible_cells(self):
        return self.empty_cells()


class EscapePosition(UseActionPosition):
    """A game of Escape whose sheets can be filled by hand."""

    GAME = "escape"
    CELLS = 43
    MISSION_CARDS = (100, 102, 104)
    SHEET = UnnarrowedSheet

    def recount(self, seat):
        """Let what is accessible follow from airlocks and cells, too; a greenhouse filled by hand has missed its x2."""
        super().recount(seat)
        sheet, referee_sheet = self.sheet(seat), Sheet()
        referee_sheet.cells, referee_sheet.airlocks = sheet["cells"].tolist(), set(bits(sheet["airlocks"]))
        sheet["reached_blocks"] = bits_of(referee_sheet.accessible_blocks())
        sheet["open_cells"] = bits_of(referee_sheet.accessible_cells())
        for greenhouse, cell in enumerate(GREENHOUSE_CELLS):
            if sheet["cells"][cell] == EMPTY:
                sheet["doubles"][greenhouse] = NOT_FILLED
            elif sheet["doubles"][greenhouse] == NOT_FILLED:
                sheet["doubles"][greenhouse] = MISSED

    def activate(self, seat, *airlocks):
        """Activate these airlocks by hand."""
        self.sheet(seat)["airlocks"] |= bits_of(airlocks)
        self.recount(seat)
        return self

    def activate_but(self, seat, *left):
        """Activate all airlocks but these by hand."""
        return self.activate(seat, *(airlock for airlock in range(len(AIRLOCKS)) if airlock not in left))

    def circle_tanks(self, seat, *tanks):
        """Circle these tanks by hand."""
        self.sheet(seat)["tanks"] |= bits_of(tanks)
        return self

    def double(self, seat, *greenhouses):
        """Circle the x2 bonuses of these greenhouses by hand."""
        for greenhouse in greenhouses:
            self.sheet(seat)["doubles"][greenhouse] = DOUBLED
        return self.close_races(*greenhouses)

    def airlocks(self, seat=0):
        """The activated airlocks."""
        return bits(self.sheet(seat)["airlocks"])

    def reached(self, seat=0):
        """The accessible blocks."""
        return bits(self.sheet(seat)["reached_blocks"])

    def open_cells(self, seat=0):
        """The accessible cells that are empty."""
        return bits(self.sheet(seat)["open_cells"])

    def tanks(self, seat=0):
        """The circled tanks."""
        return bits(self.sheet(seat)["tanks"])
