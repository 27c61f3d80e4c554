"""Players for tests of Battle that reach what random play does not: missions, full tracks, many asteroids and moons."""

from .battle_sheet import (
    CELL_BONUSES,
    COLUMN_VALUES,
    PLANETS,
    PLANNING_PENALTIES,
    PLANT_BOXES,
    PLANT_VALUES,
    WATER_BOXES,
    WATER_VALUES,
)
from .planner import Planner

ASTEROIDS_WITH_CHOICES = (4, 5, 6, 7, 8)


def gain(values, crossed_off):
    """Return what the next box of a track brings."""
    return values[min(crossed_off + 1, len(values) - 1)] - values[crossed_off]


class Commander(Planner):
    """Plans combination and planet together; fights for planets and collects what they have. Its sheet is a holding."""

    COST_OF_ASTRONAUT = 1.5
    DECLINES = 0.02  # how often a Robot or a moon is declined although it can be used
    for_astra = False  # whether the choice is one made for ASTRA

    def choose(self, referee):
        """Choose a legal action; now and then decline, so that positions after a declined action are met too."""
        self.for_astra = referee.astra is not None and not referee.astra.hand_complete()
        if ("pass",) in referee.legal() and self.rng.random() < self.DECLINES:
            return ("pass",)
        return super().choose(referee)

    def sheet_of(self, referee):
        """Return the half that the player plays on."""
        return referee.active(referee.actor)

    def plans(self, referee, holding, legal):
        """Yield all ways to draw an insignia: the answers, planet, action, and the costs of symbols and card given."""
        offers = referee._offers()
        for answer in legal:
            if answer[0] == "combination":
                number, action = offers[answer[1]]
                given = self.WEIGHT_OF_ASTRA * self.value_given(referee, answer[1])
                for planet in holding.sheet.reachable_planets(holding.half, number, action):
                    spent = holding.sheet.astronauts_needed(planet, number, action)
                    yield [answer, ("planet", planet)], planet, action, given + self.COST_OF_ASTRONAUT * spent

    def worth(self, holding, answers, planet, action, costs):
        """Return what a plan is worth."""
        return self.worth_of_planet(holding, planet) + self.worth_of_action(holding, action, planet) - costs

    def worth_of_planet(self, holding, planet):
        """Return what an insignia on a planet is worth: most where it decides, and the bonus of the cell."""
        sheet, half = holding
        free = [cell for cell in PLANETS[planet].cells if sheet.cells[cell] is None]
        colour = PLANETS[planet].colour
        value = COLUMN_VALUES[colour][holding.tracks.columns[colour]]
        lead = sheet.count(planet, half) - sheet.count(planet, 1 - half)
        decides = lead in (-1, 0) if len(free) == 1 else abs(lead) <= len(free)
        lost = len(free) == 1 and lead < -1
        bonus = CELL_BONUSES.get(free[0])
        worth = value * decides / len(free) - value * lost
        return worth + (self.worth_of_action(holding, bonus, planet, is_bonus=True) if bonus else 0.0)

    def worth_of_action(self, holding, action, planet, is_bonus=False):
        """Return what an action is worth after an insignia was drawn on a planet."""
        sheet, tracks = holding.sheet, holding.tracks
        if action == "plant":
            return float(gain(PLANT_VALUES, tracks.plants)) if is_bonus or sheet.plants[planet] else 0.0
        if action == "water":
            return float(gain(WATER_VALUES, tracks.waters)) if is_bonus or sheet.waters[planet] else 0.0
        if action == "robot":
            return self.worth_of_asteroid(holding)
        if action == "energy":
            return max((self.worth_of_column(holding, column) for column in tracks.open_columns()), default=0.0)
        if action == "planning":
            return 0.5
        return 1.0  # an Astronaut

    def worth_of_asteroid(self, holding):
        """Return what the next asteroid is worth."""
        asteroid = holding.sheet.free_asteroid(holding.half)
        if asteroid is None:
            return 0.0
        return 5.0 if asteroid in ASTEROIDS_WITH_CHOICES else 3.0

    def worth_of_column(self, holding, column):
        """Return what the next box of a column brings to the planets that are or may be controlled."""
        planets = [index for index, planet in enumerate(PLANETS) if planet.colour == column]
        controlled = sum(holding.half in holding.sheet.majority(planet) for planet in planets)
        return (0.5 + controlled) * gain(COLUMN_VALUES[column], holding.tracks.columns[column])

    def worth_of_moon(self, holding, planet):
        """Return what an insignia on a moon is worth: planets that are fought for and nearly complete."""
        sheet, half = holding
        free = sum(sheet.cells[cell] is None for cell in PLANETS[planet].cells)
        lead = sheet.count(planet, half) - sheet.count(planet, 1 - half)
        return 3.0 - 0.5 * free - abs(lead + 1)

    def worth_of_target(self, holding, action):
        """Judge columns, moons and asteroids; the choices made for ASTRA the other way round."""
        kind, *target = action
        if kind == "planet":  # ASTRA's
            return -self.worth_of_planet(holding, target[0])
        if kind == "moon":
            return -self.worth_of_moon(holding, target[0]) if self.for_astra else self.worth_of_moon(holding, target[0])
        if kind == "column":
            return self.worth_of_column(holding, target[0])
        if kind == "use":
            return 1.0
        return 0.0  # "pass"


class Gardener(Commander):
    """Collects plants and water."""

    def worth_of_action(self, holding, action, planet, is_bonus=False):
        """Value plants and water, and what leads to them."""
        worth = super().worth_of_action(holding, action, planet, is_bonus)
        left = {"plant": PLANT_BOXES - holding.tracks.plants, "water": WATER_BOXES - holding.tracks.waters}
        return worth + (6.0 if worth and left.get(action) else 0.0)


class Miner(Commander):
    """Takes every asteroid and improves its planets."""

    DECLINES = 0.0

    def worth_of_asteroid(self, holding):
        """Value every asteroid."""
        return 20.0 if super().worth_of_asteroid(holding) else 0.0

    def worth_of_column(self, holding, column):
        """Improve whatever is improved least."""
        return 14.0 - holding.tracks.columns[column]


class Astronomer(Commander):
    """Draws on every moon, whatever it costs."""

    DECLINES = 0.0

    def worth_of_action(self, holding, action, planet, is_bonus=False):
        """Value plannings."""
        worth = super().worth_of_action(holding, action, planet, is_bonus)
        return worth + (20.0 if action == "planning" and holding.sheet.free_moons() else 0.0)

    def worth_of_moon(self, holding, planet):
        """Prefer moons without an insignia of its own."""
        return 20.0 - 8.0 * (holding.half in holding.sheet.moons[planet]) + super().worth_of_moon(holding, planet)


class Navigator(Commander):
    """Stores Astronauts and takes System Errors rather than spend them, so that rows of symbols get full."""

    COST_OF_ASTRONAUT = 4.0
    TAKES_MISSIONS = 0.1

    def worth_of_action(self, holding, action, planet, is_bonus=False):
        """Value Astronauts."""
        return super().worth_of_action(holding, action, planet, is_bonus) + (20.0 if action == "astronaut" else 0.0)


class Achiever(Commander):
    """Goes for the three missions."""

    DECLINES = 0.0

    def worth_of_planet(self, holding, planet):
        """Win planets for cards 106 and 107."""
        worth = super().worth_of_planet(holding, planet)
        return 3.0 * worth if self.goals & {106, 107} else worth

    def worth_of_action(self, holding, action, planet, is_bonus=False):
        """Value what the missions ask for."""
        wanted = {108: ("robot",), 109: ("energy", "robot"), 110: ("plant", "water"), 111: ("planning",)}
        worth = super().worth_of_action(holding, action, planet, is_bonus)
        return worth + (8.0 if worth and any(action in wanted.get(card, ()) for card in self.goals) else 0.0)

    def worth_of_column(self, holding, column):
        """Bring all columns to two boxes for card 109."""
        wanted = 109 in self.goals and holding.tracks.columns[column] < 2
        return super().worth_of_column(holding, column) + (10.0 if wanted else 0.0)

    def worth_of_moon(self, holding, planet):
        """Draw on four moons for card 111, on few otherwise."""
        cost = PLANNING_PENALTIES[min(7, holding.tracks.plannings + 1)] - PLANNING_PENALTIES[holding.tracks.plannings]
        wanted = 111 in self.goals and holding.half not in holding.sheet.moons[planet]
        return super().worth_of_moon(holding, planet) + (15.0 if wanted else -cost)


PLAYERS = (Commander, Gardener, Miner, Astronomer, Navigator, Achiever)
