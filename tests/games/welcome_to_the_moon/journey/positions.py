"""Positions of Journey set up by hand."""

from tests.games.welcome_to_the_moon.use_action_positions import UseActionPosition
from tests.games.welcome_to_the_moon.use_action_reading import circled
from tests.referees.welcome_to_the_moon.journey_sheet import Sheet


class JourneyPosition(UseActionPosition):
    """A game of Journey whose sheets can be filled by hand."""

    GAME = "journey"
    CELLS = 36
    MISSION_CARDS = (70, 72, 74)
    SHEET = Sheet

    def draw_lines(self, seat, *gaps):
        """Draw lines in these gaps by hand."""
        for gap in gaps:
            self.sheet(seat)["lines"][gap] = 1
        self.recount(seat)
        return self

    def referee_sheet(self, sheet):
        """In Journey lines decide, too."""
        referee_sheet = super().referee_sheet(sheet)
        referee_sheet.lines = set(circled(sheet["lines"]))
        return referee_sheet

    def circle_tanks(self, seat, *tanks):
        """Circle these tanks by hand."""
        for tank in tanks:
            self.sheet(seat)["tanks"][tank] = 1
        return self

    def lines(self, seat=0):
        """The gaps with a line."""
        return [gap for gap, line in enumerate(self.value("lines", seat)) if line]

    def tanks(self, seat=0):
        """The circled tanks."""
        return [tank for tank, circled in enumerate(self.value("tanks", seat)) if circled]
