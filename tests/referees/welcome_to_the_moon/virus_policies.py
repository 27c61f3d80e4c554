"""Players for tests of Virus that reach what random play does not: quarters, quarantines, full tracks, missions."""

from .cards import EMPTY
from .planner import Planner
from .virus_sheet import ENERGIES, FLOORS, PLANT_TRACK, PLANTS, QUARTERS, TANK_CELLS, WALKWAYS, WATER_TRACK, quarter_of
from .writing import PASS


class Doctor(Planner):
    """Fills quarters with circled energies, collects plants and tanks, closes walkways around what is still empty."""

    WEIGHT_OF_ROOM = 3.0
    DECLINES = 0.02  # how often an action is declined although it can be used

    def choose(self, referee):
        """Choose a legal action; now and then decline, so that positions after a declined action are met too."""
        if PASS in referee.legal() and self.rng.random() < self.DECLINES:
            return PASS
        return super().choose(referee)

    def worth_of_cell(self, sheet, cell):
        """Prefer quarters with energies and the last cells of a quarter, and keep tanks for Water."""
        quarter = quarter_of(cell)
        worth = sheet.energies[quarter] + 3.0 / len(sheet.empty_spaces(quarter))
        return worth - 3.0 * (cell in TANK_CELLS)

    def worth_of_action(self, sheet, action, cell):
        """Value each action by roughly what it brings at the end."""
        quarter = quarter_of(cell)
        if action == "energy":
            return 1.5 * len(sheet.empty_spaces(quarter)) if sheet.energies[quarter] < ENERGIES else 0.0
        if action == "plant":
            return 5.0 if sheet.has_plant(cell) else 0.0
        if action == "water":
            return 10.0 if sheet.has_tank(cell) else 0.0
        if action == "robot":
            return 4.0
        return 4.0 if action == "astronaut" else 3.0

    def worth_of_target(self, sheet, action):
        """Judge the answers that are not plans, missions or cards for ASTRA."""
        kind, *target = action
        if kind == "walkway":
            return 1.0 + self.worth_of_walkway(sheet, target[0])
        if kind == "quarter":
            return sheet.filled_spaces(target[0]) + 2.0 * len(sheet.empty_spaces(target[0]))
        if kind == "infect":
            return self.worth_of_infection(sheet, target[0])
        if kind == "x":
            return self.worth_of_x(sheet, target[0]) + 2.0
        return self.worth_of_use(sheet) if kind == "use" else 0.0  # "pass", or the target of an effect card

    def worth_of_use(self, sheet):
        """Return whether a plant or a tank is wanted."""
        return 1.0

    def worth_of_walkway(self, sheet, walkway):
        """Prefer walkways of quarters with many empty cells and few open walkways."""
        return sum(
            len(sheet.empty_spaces(quarter)) / len(sheet.open_neighbours(quarter)) for quarter in WALKWAYS[walkway]
        )

    def worth_of_infection(self, sheet, cell):
        """Let the virus take the cells that are hardest to number, but no tanks."""
        return self.worth_of_x(sheet, cell) - self.worth_of_cell(sheet, cell) - 3.0 * (cell in TANK_CELLS)


class Warden(Doctor):
    """Closes walkways, the quarters with the fewest open ones first, so that missions B come early."""

    def worth_of_action(self, sheet, action, cell):
        """Value robots most, then the plants that end a line."""
        worth = super().worth_of_action(sheet, action, cell)
        return worth + (12.0 if action == "robot" else 6.0 if action == "plant" and sheet.has_plant(cell) else 0.0)

    def worth_of_walkway(self, sheet, walkway):
        """Isolate quarter after quarter: the green and the blue one for card 97."""
        wanted = (2, 8) if 97 in self.goals else range(QUARTERS)
        ends = [quarter for quarter in WALKWAYS[walkway] if quarter in wanted]
        return sum(9.0 / len(sheet.open_neighbours(quarter)) for quarter in ends)


class Scientist(Doctor):
    """Collects plants and tanks whatever they release, so that all symbols of the tracks are met."""

    COST_OF_WILD = 0.0

    def worth_of_action(self, sheet, action, cell):
        """Value resources, and what helps to them."""
        worth = super().worth_of_action(sheet, action, cell)
        if action in ("plant", "water"):
            return 3 * worth
        return worth + (5.0 if action in ("astronaut", "planning") else 0.0)

    def worth_of_cell(self, sheet, cell):
        """Spare the cells with tanks, and those of quarters with plants left."""
        plants = PLANTS[quarter_of(cell)] - sheet.plants[quarter_of(cell)]
        spare = 3.0 * (cell in TANK_CELLS) + 2.0 * plants / len(sheet.empty_spaces(quarter_of(cell)))
        return super().worth_of_cell(sheet, cell) - spare


class Cautious(Doctor):
    """Crosses off no symbol that may start something on its own sheet, and takes missions late."""

    TAKES_MISSIONS = 0.2

    def worth_of_use(self, sheet):
        """Refuse what activates a virus."""
        positions = (sum(sheet.plants) + 1, len(sheet.tanks) + 1)
        return -1.0 if positions[0] == PLANT_TRACK.virus_position or positions[1] == WATER_TRACK.virus_position else 1.0


class Filler(Doctor):
    """Fills the sheet with numbers and X marks, uses wild symbols at once."""

    WEIGHT_OF_ROOM = 6.0
    TAKES_MISSIONS = 0.1
    COST_OF_WILD = -4.0

    def worth_of_action(self, sheet, action, cell):
        """Value modified numbers and X marks."""
        return super().worth_of_action(sheet, action, cell) + (9.0 if action in ("astronaut", "planning") else 0.0)

    def worth_of_x(self, sheet, cell):
        """Write every X."""
        return super().worth_of_x(sheet, cell) + 20.0


class Achiever(Doctor):
    """Goes for the three missions."""

    def worth_of_cell(self, sheet, cell):
        """Complete quarters or a floor for cards 94 and 95, keep what cards 98 and 99 need."""
        quarter, worth = quarter_of(cell), super().worth_of_cell(sheet, cell)
        if 94 in self.goals:
            worth += 8.0 / len(sheet.empty_spaces(quarter))
        if 95 in self.goals:
            (floor,) = [floor for floor in FLOORS if quarter in floor]
            worth += 12.0 / sum(len(sheet.empty_spaces(other)) for other in floor)
        if 98 in self.goals and sheet.energies[quarter] < ENERGIES:
            worth -= 6.0 / len(sheet.empty_spaces(quarter))
        return worth

    def worth_of_action(self, sheet, action, cell):
        """Value what the missions ask for, on few floors."""
        wanted = {96: ("robot",), 97: ("robot",), 98: ("energy",), 99: ("plant", "water")}
        worth = super().worth_of_action(sheet, action, cell)
        if any(action in wanted.get(card, ()) for card in self.goals):
            worth *= 3 + (quarter_of(cell) in (0, 1, 9, 10)) * (action != "robot")
        return worth

    def worth_of_target(self, sheet, action):
        """Circle the energies that card 98 lacks."""
        worth = super().worth_of_target(sheet, action)
        return worth + (20.0 * (action[1] in (0, 1, 9, 10)) if action[0] == "quarter" else 0.0)

    def worth_of_walkway(self, sheet, walkway):
        """Isolate the quarters of cards 96 and 97."""
        wanted = (2, 8) if 97 in self.goals else (0, 7, 3)
        return sum(5.0 / len(sheet.open_neighbours(quarter)) for quarter in WALKWAYS[walkway] if quarter in wanted)

    def worth_of_infection(self, sheet, cell):
        """Spare the tanks."""
        return super().worth_of_infection(sheet, cell) - 10.0 * (cell in TANK_CELLS and sheet.cells[cell] == EMPTY)


PLAYERS = (Doctor, Warden, Scientist, Cautious, Filler, Achiever)
