"""Positions of Virus set up by hand."""

from moon_envs.games.welcome_to_the_moon.virus.state import TRIGGERED_BY_SYSTEM_ERROR
from tests.games.welcome_to_the_moon.positions import INCIDENTS, bits, bits_of
from tests.games.welcome_to_the_moon.use_action_positions import UseActionPosition
from tests.referees.welcome_to_the_moon.cards import EMPTY, INFECTED
from tests.referees.welcome_to_the_moon.virus_sheet import QUARTER_CELLS, ZONES, Sheet

# The coloured viruses: those of the tracks are races of the record, those of the missions letters.
TRACK_VIRUSES = ("green", "blue")
MISSION_VIRUSES = ("red", "purple", "yellow")

# Quarters whose plants are circled by hand, and tanks: none of the quarters that tests write in (2 and 8).
PLANTS_BY_HAND = (0, 1, 3, 7, 9, 10, 4, 4, 5, 5, 6, 6, 8, 8)
TANKS_BY_HAND = (3, 4, 5, 6, 8, 9, 0, 1)


def quarter_of(cell):
    """The quarter of a cell, counted from 0 as in the record; words count from 1."""
    return cell // 5


class VirusPosition(UseActionPosition):
    """A game of Virus whose sheets can be filled by hand; the grey virus has been put into `grey` cells."""

    GAME = "virus"
    CELLS = 55
    MISSION_CARDS = (94, 96, 98)
    SHEET = Sheet

    def __init__(self, players=2, seed=0, missions=None, grey=0, **options):
        super().__init__(players, seed, missions, **options)
        for _ in range(players if grey is not None else 0):
            self.act("infect", grey)

    def recount(self, seat):
        """Let the sets of the record follow from the cells."""
        super().recount(seat)
        cells = self.cells(seat)
        self.sheet(seat)["empty_cells"] = bits_of(cell for cell in range(55) if cells[cell] == EMPTY)
        self.sheet(seat)["infected_cells"] = bits_of(cell for cell in range(55) if cells[cell] == INFECTED)

    # Changes by hand

    def infect(self, seat, *cells):
        """Infect these cells by hand."""
        return self.put(seat, dict.fromkeys(cells, INFECTED))

    def complete(self, seat, *quarters, but=0):
        """Write an X in the empty cells of quarters, except the last few; what is complete has been evacuated."""
        for quarter in quarters:
            empty = [cell for cell in QUARTER_CELLS[quarter] if self.cells(seat)[cell] == EMPTY]
            self.cross(seat, *empty[: len(empty) - but])
            if not but:
                self.sheet(seat)["evacuated"] |= 1 << quarter
        return self

    def block(self, seat):
        """Let no number below 16 fit, with empty cells on every floor."""
        for zone in ZONES:
            self.put(seat, {next(cell for cell in zone if self.cells(seat)[cell] == EMPTY): 16})
        return self

    def close(self, seat, *walkways):
        """Close these walkways by hand."""
        self.sheet(seat)["closed_walkways"] |= bits_of(walkways)
        return self

    def circle(self, seat, plants=0, tanks=0):
        """Circle this many plants and tanks by hand, without their effects."""
        for quarter in PLANTS_BY_HAND[:plants]:
            self.sheet(seat)["plants"][quarter] += 1
        self.sheet(seat)["tanks"] = bits_of(TANKS_BY_HAND[:tanks])
        return self

    def activate(self, *colours):
        """Let these viruses be active."""
        for colour in colours:
            if colour in TRACK_VIRUSES:
                self.close_races(TRACK_VIRUSES.index(colour))
            else:
                self.state["mission_viruses"] |= 1 << MISSION_VIRUSES.index(colour)
        return self

    def cross_off_symbols(self, *symbols):
        """Cross off these Propagation symbols by hand."""
        return self.close_races(*(len(TRACK_VIRUSES) + symbol for symbol in symbols))

    # Questions

    def active(self):
        """The coloured viruses that are active."""
        released = bits(self.state["mission_viruses"])
        track = [colour for race, colour in enumerate(TRACK_VIRUSES) if race in self.closed_races()]
        return [*track, *(MISSION_VIRUSES[letter] for letter in released)]

    def symbols(self):
        """The Propagation symbols that are crossed off."""
        return [race - len(TRACK_VIRUSES) for race in self.closed_races() if race >= len(TRACK_VIRUSES)]

    def infected(self, seat=0):
        """The infected cells."""
        return bits(self.sheet(seat)["infected_cells"])

    def infections(self):
        """How many cells of each player are infected."""
        return [len(self.infected(seat)) for seat in range(self.state["player_count"])]

    def evacuated(self, seat=0):
        """The evacuated quarters."""
        return bits(self.sheet(seat)["evacuated"])

    def walkways(self, seat=0):
        """The closed walkways."""
        return bits(self.sheet(seat)["closed_walkways"])

    def tanks(self, seat=0):
        """The circled tanks."""
        return bits(self.sheet(seat)["tanks"])

    # Propagations

    def infect_asked(self, choose=min):
        """Answer the infections that are asked now.

        Returns:
            The quarters asked for, by seat. What has only one space is infected without asking.
        """
        asked = [[] for _ in range(self.state["player_count"])]
        while self.asks() == {"infect"}:
            cell = choose(self.legal("infect"))
            asked[self.actor].append(quarter_of(cell))
            self.act("infect", cell)
        return asked

    def begin_propagation(self, *seats):
        """Begin the incidents with one propagation of these players, as from a System Error."""
        for seat in seats:
            self.sheet(seat)["triggered"] = TRIGGERED_BY_SYSTEM_ERROR
        return self.carry_on(INCIDENTS)

    def propagate(self, *seats):
        """Let these players make one propagation.

        Returns:
            The quarters of the cells that the player has infected, in ascending order; a list of them for several.
        """
        before = [set(self.infected(seat)) for seat in seats]
        self.begin_propagation(*seats).infect_asked()
        infected = [sorted(set(self.infected(seat)) - old) for seat, old in zip(seats, before, strict=True)]
        quarters = [[quarter_of(cell) for cell in cells] for cells in infected]
        return quarters[0] if len(seats) == 1 else quarters
