"""Positions of Mine set up by hand."""

from tests.games.welcome_to_the_moon.positions import bits, bits_of
from tests.games.welcome_to_the_moon.use_action_positions import UseActionPosition
from tests.referees.welcome_to_the_moon.mine_sheet import FACTORIES, Sheet


class MinePosition(UseActionPosition):
    """A game of Mine whose sheets can be filled by hand."""

    GAME = "mine"
    CELLS = 36
    MISSION_CARDS = (82, 84, 86)
    SHEET = Sheet

    def circle_pockets(self, seat, *pockets):
        """Circle the plants and waters of these pockets by hand."""
        self.sheet(seat)["pockets"] |= bits_of(pockets)
        return self

    def circle_pumps(self, seat, *columns):
        """Extract these columns by hand."""
        self.sheet(seat)["pumps"] |= bits_of(columns)
        return self

    def complete(self, seat, *factories):
        """Cross off all energies and robots of these factories by hand, without the effects."""
        for factory in factories:
            self.sheet(seat)["energies"][factory], self.sheet(seat)["robots"][factory] = FACTORIES[factory]
        return self

    def pockets(self, seat=0):
        """The circled pockets."""
        return bits(self.sheet(seat)["pockets"])

    def pumps(self, seat=0):
        """The circled pumps."""
        return bits(self.sheet(seat)["pumps"])
