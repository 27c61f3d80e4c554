"""A source of chance for tests of the referee."""

import random


class Dealer:
    """Gives seeded outcomes; the first draw of a pile begins with the listed items, cubes and laboratories, too."""

    def __init__(self, seed=0, cubes=(), laboratories=(), **piles):
        """Fix the first outcomes."""
        self.rng = random.Random(seed)
        self.cubes = list(cubes)
        self.laboratories = list(laboratories)
        self.piles = piles
        self.asked = []

    def draw(self, what, items, count):
        """Draw from a pile."""
        self.asked.append(what)
        first = list(self.piles.pop(what, ()))[:count]
        rest = list(items)
        for item in first:
            rest.remove(item)
        return first + self.rng.sample(rest, count - len(first))

    def cube(self, tile, lying, bag):
        """Draw a cube."""
        return self.cubes.pop(0) if self.cubes else self.rng.choices(range(len(bag)), weights=bag)[0]

    def laboratory(self, column, left):
        """Draw a laboratory."""
        return self.laboratories.pop(0) if self.laboratories else self.rng.choices(range(len(left)), weights=left)[0]
