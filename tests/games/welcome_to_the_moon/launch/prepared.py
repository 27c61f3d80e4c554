"""Late positions of Launch, prepared alike in the records and in the referees, to begin followed games from."""

from tests.games.welcome_to_the_moon.launch.positions import recount
from tests.referees.welcome_to_the_moon.cards import EMPTY, X
from tests.referees.welcome_to_the_moon.launch_sheet import (
    CROSSED_OFF,
    FLOOR_CELLS,
    SABOTAGES,
    TRACK_ROCKETS,
    WILD_FLOOR,
)


class LatePositions:
    """Sheets with full and half-full floors, many rockets, errors, closed sabotages, and ASTRA far on its track.

    The wild floor stays empty, so that the first player has the same combinations to pick from as before.
    """

    def __init__(self, rng):
        self.rng = rng

    def __call__(self, records, referees):
        """Prepare all rows."""
        for record, referee in zip(records, referees, strict=True):
            closed = [symbol for symbol in range(SABOTAGES) if self.rng.random() < 0.4]
            record["closed_races"] = sum(1 << symbol for symbol in closed)
            fullness = self.rng.choice((0.5, 0.8, 1.0))
            nearly_full = self.rng.random() < 0.25
            for seat, sheet in enumerate(referee.sheets):
                if nearly_full:
                    self.prepare_full_floors(sheet)
                else:
                    self.prepare_sheet(sheet, fullness)
                for symbol in closed:
                    sheet.sabotages[symbol] = CROSSED_OFF
                copy_sheet(sheet, record["players"][seat])
                recount(record, seat)
            record["shown"] = record["players"]
            if referee.astra is not None:
                referee.astra_boxes = self.rng.choice((0, self.rng.randrange(40, 81), self.rng.randrange(72, 81)))
                record["astra_boxes"] = referee.astra_boxes
                referee.astra.bonuses_circled = self.rng.randrange(5)
                record["bonuses_circled"] = referee.astra.bonuses_circled

    def prepare_full_floors(self, sheet):
        """Fill everything but the wild floor, with few rockets: the sheet will be full before anybody launches."""
        for floor in FLOOR_CELLS[:WILD_FLOOR]:
            self.fill_floor(sheet, floor, chance_of_gap=0)
        sheet.rockets = self.rng.randrange(15)

    def prepare_sheet(self, sheet, fullness):
        """Fill a sheet and its tracks at random, without effects."""
        for floor in FLOOR_CELLS[:WILD_FLOOR]:
            if self.rng.random() < fullness:
                self.fill_floor(sheet, floor)
        sheet.arrows = [self.rng.random() < 0.4 for _ in sheet.arrows]
        sheet.circled = self.rng.choice((0, 0, 1, 3, 5, 6, 7))
        sheet.rockets = self.rng.choice((self.rng.randrange(20), self.rng.randrange(20, TRACK_ROCKETS), TRACK_ROCKETS))
        if sheet.rockets == TRACK_ROCKETS:
            sheet.repaired = self.rng.randint(0, sheet.circled)
            # A launch needs an error to be repaired first, otherwise it would have ended the game before.
            if sheet.repaired == sheet.circled:
                sheet.rockets -= 1 + self.rng.randrange(3)

    def fill_floor(self, sheet, floor, chance_of_gap=0.5):
        """Fill a floor with ascending numbers and X marks, sometimes except one cell."""
        numbers = sorted(self.rng.sample(range(1, 16), len(floor)))
        for cell, number in zip(floor, numbers, strict=True):
            sheet.cells[cell] = X if self.rng.random() < 0.3 else number
        if self.rng.random() < chance_of_gap:
            sheet.cells[self.rng.choice(floor)] = EMPTY


def copy_sheet(sheet, record):
    """Copy the referee's sheet into the record of a sheet."""
    for cell, value in enumerate(sheet.cells):
        record["cells"][cell] = value
    for rocket, arrow in enumerate(sheet.arrows):
        record["arrows"][rocket] = arrow
    record["rockets"] = sheet.rockets
    record["tie_rockets"] = sheet.tie_rockets
    record["system_errors"] = sheet.circled
    record["repaired"] = sheet.repaired
