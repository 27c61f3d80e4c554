"""Positions of Colony set up by hand."""

from tests.games.welcome_to_the_moon.positions import bits, bits_of
from tests.games.welcome_to_the_moon.use_action_positions import UseActionPosition
from tests.referees.welcome_to_the_moon.cards import EMPTY
from tests.referees.welcome_to_the_moon.colony_sheet import CELL_OF_NODE, SIDE, TUNNELS, Sheet

SPECIAL_NODES = (0, 15, 20, 35)  # counted behind the cells: rocket, the two X buildings, observatory


def cell_at(column, row):
    """The cell of a place, counted from 0 at the bottom left."""
    return CELL_OF_NODE[row * SIDE + column]


def cells_at(*places):
    """The cells of several places."""
    return [cell_at(*place) for place in places]


class ColonyPosition(UseActionPosition):
    """A game of Colony whose sheets can be filled by hand."""

    GAME = "colony"
    CELLS = 32
    MISSION_CARDS = (76, 78, 80)
    SHEET = Sheet

    def recount(self, seat):
        """Let the sets of the record follow from the cells."""
        super().recount(seat)
        sheet = self.sheet(seat)
        sheet["filled"] = bits_of(cell for cell, value in enumerate(sheet["cells"].tolist()) if value != EMPTY)

    def build(self, seat, *tunnels):
        """Build these tunnels by hand."""
        sheet, referee_sheet = self.sheet(seat), Sheet()
        referee_sheet.tunnels |= {*bits(sheet["tunnels"]), *tunnels}
        connected = referee_sheet.connected()
        sheet["tunnels"] = bits_of(referee_sheet.tunnels)
        sheet["connected"] = bits_of(
            CELL_OF_NODE[node] if node in CELL_OF_NODE else self.CELLS + SPECIAL_NODES.index(node) for node in connected
        )
        sheet["places_in_reach"] = bits_of(tunnel for tunnel, ends in enumerate(TUNNELS) if connected & set(ends))
        return self

    def tunnels(self, seat=0):
        """The built tunnels."""
        return bits(self.sheet(seat)["tunnels"])

    def tanks(self, seat=0):
        """The circled tanks."""
        return bits(self.sheet(seat)["tanks"])

    def antennas(self, seat=0):
        """How many antennas are circled: their points with a multiplier of 1."""
        boxes = self.value("track_boxes", seat)
        self.sheet(seat)["track_boxes"][2] = 1
        points = self.points_by_category(seat)["antennas"]
        self.set(seat, track_boxes=boxes)
        return points
