"""Simple players for whole games of the referee."""

from .actions import ABILITY, BELOW, GO, GROUP, HERE, STAY, USE_BOOSTER
from .tables import DOUBLE_MOON, DOUBLE_PLANET


class Random:
    """Chooses any legal action."""

    def __init__(self, rng):
        """Remember the source of chance."""
        self.rng = rng

    def choose(self, referee):
        """Choose a legal action."""
        return self.rng.choice(sorted(referee.legal()))


class RandomMoves(Random):
    """Chooses at random, a move uniformly among the sets of rolled groups; without boosters and abilities if it can."""

    def __init__(self, rng):
        """Start without a planned move."""
        super().__init__(rng)
        self.plan = None

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        groups = [action for action in legal if GROUP <= action < USE_BOOSTER]
        if referee.phase != "travel" or not (groups or self.plan is not None):
            return self.rng.choice(legal)
        if self.plan is None:
            subset = self.rng.randrange(1, 2 ** len(groups))
            self.plan = [group for bit, group in enumerate(groups) if subset >> bit & 1]
        if self.plan:
            return self.plan.pop()
        self.plan = None
        return GO


class Threshold:
    """Uses all matching dice and lands as soon as the points at hand reach a threshold; boards at random."""

    def __init__(self, rng, threshold=3):
        """Remember the source of chance and the threshold."""
        self.rng = rng
        self.threshold = threshold

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        if referee.phase == "travel":
            groups = [action for action in legal if GROUP <= action < USE_BOOSTER]
            if groups:
                return groups[0]
            return GO if referee.move.moves() else legal[0]
        if referee.phase in ("landing", "parachute", "deep_space"):
            best = max((action for action in legal if action != STAY), key=lambda action: self.value(referee, action))
            enough = self.value(referee, best) >= self.threshold or referee.phase != "landing"
            return best if enough else STAY
        return self.rng.choice(legal)

    def value(self, referee, action):
        """Return the points of a landing as the mat stands."""
        tables, mat, player = referee.tables, referee.mat, referee.actor
        space = referee.rocket.space + {HERE: 0, BELOW: -1}.get(action, 1)
        if space == tables.deep_space:
            return tables.galaxy_points
        function = next(slot.function for slot in referee.rocket.slots if slot.player == player)
        row = tables.spaces[space]
        if row.planet is None:
            return row.moon_points[len(mat.moons[space])] * (2 if function == DOUBLE_MOON else 1)
        own = mat.on_planet(row.planet, player) + 1
        better = sum(other != player and count >= own for other, count in mat.planets[row.planet].items())
        points = tables.planets[row.planet][min(better, 2)]
        return points * (2 if function == DOUBLE_PLANET else 1)


class Eager(Random):
    """Chooses at random but stays on board, uses tokens and boosters, and accepts no crash: it flies far."""

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        if referee.phase == "landing" and self.rng.random() < 0.8:
            return STAY
        if referee.phase == "travel" and ABILITY in legal and self.rng.random() < 0.7:
            return ABILITY
        if referee.phase == "travel" and not referee.move.moves():
            legal = [action for action in legal if action != GO]
        return self.rng.choice(legal)
