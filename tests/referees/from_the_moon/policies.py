"""Simple players for whole games of the referee."""

from .actions import DECLINE, END_TURN, FOOD_TO_ENERGY, GATHER, SHIP_PART, TAKE_1_VP


class Random:
    """Chooses any legal action."""

    def __init__(self, rng):
        """Remember the source of chance."""
        self.rng = rng

    def choose(self, referee):
        """Choose a legal action."""
        return self.rng.choice(sorted(referee.legal()))


class Busy(Random):
    """Chooses at random, but constructs and improves ships when it can, seldom declines and seldom converts."""

    def choose(self, referee):
        """Choose a legal action."""
        legal = sorted(referee.legal())
        ship_parts = [action for action in legal if SHIP_PART <= action < TAKE_1_VP]
        if ship_parts:
            return self.rng.choice(ship_parts)
        useful = [action for action in legal if not GATHER < action <= DECLINE and action != END_TURN]
        if useful and self.rng.random() < 0.9:
            return self.rng.choice(useful)
        return self.rng.choice([action for action in legal if action != FOOD_TO_ENERGY] or legal)
