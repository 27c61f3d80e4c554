"""Positions of Dome set up by hand."""

from tests.games.welcome_to_the_moon.positions import bits, bits_of
from tests.games.welcome_to_the_moon.use_action_positions import UseActionPosition
from tests.referees.welcome_to_the_moon.dome_sheet import Sheet

# The printed sheet: the levels of each skyscraper from the bottom to the top, and the ends, for each the top and then
# the bottom.
SKYSCRAPERS = (range(0, 9), range(9, 19), range(19, 29), range(29, 38))
END_CELLS = (8, 0, 18, 9, 28, 19, 37, 29)
ENDS = range(8)
NONE, HIGH, LOW = range(3)


class UnnarrowedSheet(Sheet):
    """A sheet whose numbers may go to any level in which they fit: the record keeps the open levels for themselves."""

    def accessible_cells(self):
        return self.empty_cells()


class DomePosition(UseActionPosition):
    """A game of Dome whose sheets can be filled by hand."""

    GAME = "dome"
    CELLS = 38
    MISSION_CARDS = (88, 90, 92)
    SHEET = UnnarrowedSheet

    def recount(self, seat):
        """Let the open levels follow from the cells, too."""
        super().recount(seat)
        sheet, referee_sheet = self.sheet(seat), Sheet()
        referee_sheet.cells = sheet["cells"].tolist()
        sheet["open_levels"] = bits_of(referee_sheet.accessible_cells())

    def open_levels(self, seat=0):
        """The open levels."""
        return bits(self.sheet(seat)["open_levels"])

    def reach(self, seat, *ends):
        """Fill the skyscrapers of these ends with X up to the level before the end, which is open by that."""
        for end in ends:
            self.cross(seat, *(cell for cell in SKYSCRAPERS[end // 2] if cell not in END_CELLS))
        return self

    def cut(self, seat, *sections):
        """Cut these sections by hand."""
        self.sheet(seat)["cuts"] |= bits_of(sections)
        return self

    def build(self, seat, *halves):
        """Build these halves by hand; an uncut section has both."""
        self.sheet(seat)["built"] |= bits_of(halves)
        return self

    def build_sections(self, seat, *sections):
        """Build these sections by hand, both halves of each."""
        return self.build(seat, *(half for section in sections for half in (2 * section, 2 * section + 1)))

    def cuts(self, seat=0):
        """The cut sections."""
        return bits(self.sheet(seat)["cuts"])

    def built(self, seat=0):
        """The built halves."""
        return bits(self.sheet(seat)["built"])

    def unbuilt(self, seat=0):
        """How many pieces are not built: what they cost with a loss of 2 each, halved."""
        energies = self.value("energies", seat)
        self.sheet(seat)["energies"][3] = 4
        points = self.points_by_category(seat)["dome"]
        self.set(seat, energies=energies)
        return -points // 2
