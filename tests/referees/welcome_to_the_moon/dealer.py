"""A seeded dealer of cards for tests of the referees."""

import random

from .cards import CARDS


class Dealer:
    """Deals seeded random orders, or orders that begin with given cards; remembers what it was asked."""

    def __init__(self, seed=0, piles=((), (), ()), deck=None):
        """Fix the first cards of the piles or the whole first deck."""
        self.rng = random.Random(seed)
        self.asked = []
        self.deck = deck
        rest = [card for card in CARDS if card not in sum(map(list, piles), [])]
        self.rng.shuffle(rest)
        self.piles = [[*pile, *(rest.pop() for _ in range(21 - len(pile)))] for pile in piles]

    def __call__(self, what, cards):
        """Return the order of the cards."""
        self.asked.append((what, list(cards)))
        if len(cards) == 63:
            return self.piles[int(what[-1])]
        if len(cards) == 66:
            return self.deck or self.first_deck()
        return self.rng.sample(cards, len(cards))

    def first_deck(self, last=()):
        """Build a first deck, optionally with given effect cards at the very end."""
        ships = self.rng.sample(list(CARDS), 63)
        bottom = ships[42:] + [letter for letter in "ABC" if letter not in last]
        self.rng.shuffle(bottom)
        return ships[:42] + bottom + list(last)
