"""Players for tests of Dome that reach what random play does not: skyscraper ends, the whole dome, missions."""

from .cards import EMPTY, X
from .dome_sheet import (
    ASTRONAUT_TRACK,
    ASTRONAUT_VALUES,
    DOME_LOSSES,
    DOME_TRACK,
    ENDS,
    MISSION_TRACK,
    ROW_OF_CELL,
    TOP_CELLS,
    TOWER_LEVEL_OF_CELL,
    TOWER_TRACK,
    TOWER_VALUES,
    TRACK_BOXES,
    ZONES,
)
from .planner import Planner
from .writing import LOST, PASS


class Architect(Planner):
    """Works towards the ends of the skyscrapers, collects symbols, and builds the dome when it can."""

    WEIGHT_OF_ROOM = 2.0
    DECLINES = 0.02  # how often an action is declined although it can be used

    def choose(self, referee):
        """Choose a legal action; now and then decline, so that positions after a declined action are met too."""
        if PASS in referee.legal() and self.rng.random() < self.DECLINES:
            self.plan = []
            return PASS
        return super().choose(referee)

    def worth(self, sheet, answers, cell, value, action, costs):
        """Return what a plan is worth; a Robot depends on the number."""
        builds = action == "robot" and sheet.buildable_pieces(value)
        return super().worth(sheet, answers, cell, value, action, costs) + (self.worth_of_robot(sheet) if builds else 0)

    def worth_of_robot(self, sheet):
        """Return what building a piece is worth."""
        return float(DOME_LOSSES[sheet.energies[DOME_TRACK]])

    def worth_of_cell(self, sheet, cell):
        """Prefer levels near an end with a large bonus."""
        index = next(index for index, zone in enumerate(ZONES) if cell in zone)
        zone = ZONES[index]
        goes_up = cell + 1 in zone and sheet.cells[cell + 1] == EMPTY and ROW_OF_CELL[cell] > 0 or cell == zone[-1]
        end = 2 * index + (0 if goes_up else 1)
        distance = zone[-1] - cell if goes_up else cell - zone[0]
        bonus = ENDS[end].low if sheet.races[end] == LOST else ENDS[end].high
        return bonus / (distance + 1.5)

    def worth_of_action(self, sheet, action, cell):
        """Value each action by roughly what it brings at the end."""
        level = TOWER_LEVEL_OF_CELL[cell]
        if action in ("plant", "water"):
            held, most = (sheet.plants, 2) if action == "plant" else (sheet.waters, 1)
            return self.worth_of_symbol(sheet, level) if level is not None and held[level] < most else 0.0
        if action == "energy":
            return 5.0 if sheet.open_tracks() else 0.0
        if action == "astronaut":
            return self.worth_of_astronaut(sheet)
        return 1.0 if action == "planning" else 0.0  # robots apart, see worth

    def worth_of_symbol(self, sheet, level):
        """Return what one more symbol of a tower level brings at once, and more for what it leads to."""
        count = sheet.symbols()[level]
        values = (0, *TOWER_VALUES[sheet.energies[TOWER_TRACK]])
        return values[count + 1] - values[count] + 1.0

    def worth_of_astronaut(self, sheet):
        """Return what a crossed-off Astronaut is worth, which is less than nothing in the first row."""
        return ASTRONAUT_VALUES[sheet.energies[ASTRONAUT_TRACK]][0] / 6

    def worth_of_target(self, sheet, action):
        """Judge tracks by what they improve, cuts by how late they matter, ends by what is lost."""
        kind, *target = action
        if kind == "track":
            return self.worth_of_track(sheet, target[0])
        if kind == "build":
            return self.worth_of_robot(sheet)
        if kind == "x":
            return self.worth_of_x(sheet, target[0])
        if kind == "cut":
            return -abs(target[0] - 3.5)
        if kind == "end":
            return ENDS[target[0]].low - ENDS[target[0]].high
        return 0.0  # "pass"

    def worth_of_track(self, sheet, track):
        """Return the points that the next box of a track would bring later."""
        return {
            MISSION_TRACK: 4.0,
            TOWER_TRACK: 1.0 + 0.6 * sum(sheet.symbols()),
            ASTRONAUT_TRACK: 4.0 + 2.0 * sheet.astronauts,
            DOME_TRACK: 0.8 * len(sheet.unbuilt_pieces()),
        }[track]


class Builder(Architect):
    """Builds the dome before everything else and writes no X."""

    WEIGHT_OF_ROOM = 1.0

    def worth_of_robot(self, sheet):
        """Value every piece."""
        return 30.0

    def worth_of_x(self, sheet, cell):
        """Cut nothing."""
        return -1.0


class Researcher(Architect):
    """Circles plants and waters, level by level, and improves the tower."""

    def worth_of_symbol(self, sheet, level):
        """Prefer levels with symbols."""
        return 3.0 * super().worth_of_symbol(sheet, level) + 6.0 * sheet.symbols()[level]

    def worth_of_track(self, sheet, track):
        """Prefer the tower."""
        return super().worth_of_track(sheet, track) + (10.0 if track == TOWER_TRACK else 0.0)


class Explorer(Architect):
    """Crosses off Astronauts and improves them first."""

    WEIGHT_OF_ROOM = 4.0

    def worth_of_astronaut(self, sheet):
        """Value every Astronaut."""
        return 15.0

    def worth_of_track(self, sheet, track):
        """Prefer the astronauts, then all tracks in order."""
        return super().worth_of_track(sheet, track) + (20.0 if track == ASTRONAUT_TRACK else 0.0)


class Filler(Architect):
    """Fills the sheet with numbers and X marks, whatever they cost."""

    WEIGHT_OF_ROOM = 6.0
    TAKES_MISSIONS = 0.05

    def worth_of_action(self, sheet, action, cell):
        """Value modified numbers and X marks."""
        return super().worth_of_action(sheet, action, cell) + (12.0 if action in ("astronaut", "planning") else 0.0)

    def worth_of_x(self, sheet, cell):
        """Write every X."""
        return super().worth_of_x(sheet, cell) + 40.0

    def worth_of_track(self, sheet, track):
        """Improve whatever is improved least."""
        return TRACK_BOXES - sheet.energies[track]


class Achiever(Architect):
    """Goes for the three missions."""

    def worth_of_cell(self, sheet, cell):
        """Prefer the skyscraper that lacks least for card 88, the low tops for card 89."""
        worth = super().worth_of_cell(sheet, cell)
        zone = next(zone for zone in ZONES if cell in zone)
        if 88 in self.goals:
            worth += 20.0 / (1 + sum(sheet.cells[other] == EMPTY for other in zone))
        if 89 in self.goals and ROW_OF_CELL[cell] > 0 and zone[-1] in (TOP_CELLS[0], TOP_CELLS[3]):
            worth += 8.0
        return worth

    def worth_of_symbol(self, sheet, level):
        """Bring levels to two symbols for card 90, to three for card 91."""
        count = sheet.symbols()[level]
        wanted = 90 in self.goals and count < 2 or 91 in self.goals
        return super().worth_of_symbol(sheet, level) + (6.0 + 4.0 * count if wanted else 0.0)

    def worth_of_robot(self, sheet):
        """Build every piece for card 92."""
        return super().worth_of_robot(sheet) + (12.0 if 92 in self.goals else 0.0)

    def worth_of_action(self, sheet, action, cell):
        """Plan for card 93."""
        wanted = action == "planning" and 93 in self.goals
        return super().worth_of_action(sheet, action, cell) + (15.0 if wanted else 0.0)

    def worth_of_x(self, sheet, cell):
        """Write four X marks for card 93, none as long as card 92 is wanted."""
        if 92 in self.goals:
            return -1.0
        wanted = 93 in self.goals and sheet.cells.count(X) < 4
        return super().worth_of_x(sheet, cell) + (30.0 if wanted else 0.0)


PLAYERS = (Architect, Builder, Researcher, Explorer, Filler, Achiever)
