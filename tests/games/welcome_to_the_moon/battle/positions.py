"""Positions of Battle set up by hand. Sheets are named by their places: sheet s lies between players s and s + 1."""

from moon_envs.games.welcome_to_the_moon.battle.state import BLANK_SHEET
from tests.games.welcome_to_the_moon.battle.reading import read_sheet, sheets_in_order
from tests.games.welcome_to_the_moon.positions import Position, bits_of
from tests.referees.welcome_to_the_moon.battle_sheet import PLANETS, A, B, Sheet
from tests.referees.welcome_to_the_moon.cards import EMPTY

MISSION_CARDS = (106, 108, 110)
HALF_NAMES = "AB"


class BattlePosition(Position):
    """A game of Battle whose sheets can be filled by hand, without the bonuses of cells and asteroids."""

    def __init__(self, players=2, seed=0, missions=MISSION_CARDS, turn=1, **options):
        super().__init__("battle", players, seed, missions=missions, **options)
        self.state["turn"] = turn
        if players == 1:  # ASTRA may have drawn already
            for name in ("players", "shown", "resting_sheet"):
                self.state[name][0] = BLANK_SHEET[0]

    def ring_sheet(self, index):
        """The record of a sheet, wherever it lies."""
        return sheets_in_order(self.state)[index]

    def read(self, index=0):
        """A sheet as plain data, in the terms of the referee."""
        sheet = self.ring_sheet(index)
        return read_sheet(sheet.tobytes(), sheet.dtype)

    def tracks(self, index=0, half=A):
        """The tracks of a half as plain data."""
        return self.read(index)["halves"][half]

    def occupy(self, index, planets=(), moons=()):
        """Draw insignia: {planet: "AAB"} from its first cell on, and {planet: "B"} on moons; flags follow."""
        sheet = self.ring_sheet(index)
        for planet, insignia in dict(planets).items():
            for cell, half in zip(PLANETS[planet].cells, insignia, strict=False):
                sheet["cells"][cell] = HALF_NAMES.index(half)
        for planet, insignia in dict(moons).items():
            sheet["moons"][:, planet] = [insignia.count(half) for half in HALF_NAMES]
        return self.recount(index)

    def complete(self, index, *planets, half="A"):
        """Fill planets with the insignia of a half."""
        return self.occupy(index, {planet: half * len(PLANETS[planet].cells) for planet in planets})

    def fill_before(self, index, cell, half="B"):
        """Fill the cells of a planet before this one, which is drawn on next; returns the planet."""
        planet = planet_of(cell)
        self.occupy(index, {planet: half * PLANETS[planet].cells.index(cell)})
        return planet

    def fill_but_last(self, index, planet, half="B"):
        """Fill everything but the last cell of a planet."""
        self.complete(index, *(other for other in range(len(PLANETS)) if other != planet), half=half)
        self.fill_before(index, PLANETS[planet].cells[-1], half)
        return self

    def mark(self, index, half, **tracks):
        """Cross off boxes of a half, or take asteroids, by hand."""
        for name, value in tracks.items():
            self.ring_sheet(index)[name][half] = value
        return self.recount(index)

    def recount(self, index):
        """Let everything that a sheet keeps follow from its cells, moons and boxes."""
        sheet = self.ring_sheet(index)
        sheet["filled_cells"] = (sheet["cells"] != EMPTY).sum()
        sheet["system_errors"] = sheet["errors"].sum()
        counted = Sheet(flags_of_a_tie=(A,) if self.state["opponent"] else (A, B))
        counted.cells = [None if owner == EMPTY else owner for owner in sheet["cells"].tolist()]
        counted.moons = [[A] * own + [B] * other for own, other in sheet["moons"].T.tolist()]
        for planet in range(len(PLANETS)):
            sheet["flags"][planet] = bits_of(counted.majority(planet)) if counted.complete(planet) else 0
        return self

    def draw_on(self, number, action, planet):
        """Let the first player pick this combination and draw on a planet."""
        return self.pick(number, action).act("write", planet)

    def draw(self, *cards, **settings):
        """Begin a solo turn with this deck; ASTRA has not moved yet."""
        self.state["astra_has_moved"] = 0
        return super().draw(*cards, **settings)


def planet_of(cell):
    """The planet of a cell."""
    return next(planet for planet, printed in enumerate(PLANETS) if cell in printed.cells)


def number_for(planet):
    """A number that this planet alone accepts."""
    return (2, 4, 6, 8, 10, 12, 14)[planet]
