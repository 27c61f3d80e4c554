"""Sources of chance and of components for tests of the referee."""

import copy
import json
import random
from pathlib import Path

COMPONENTS = json.loads(Path(__file__).with_name("components.json").read_text())


def components():
    """Return a copy of the components that may be changed."""
    return copy.deepcopy(COMPONENTS)


def counts(*faces):
    """Return the counts by face id of a roll written as faces, "A" for the afterburner."""
    names = [row["name"] for row in COMPONENTS["faces"]["rows"]]
    rolled = [0] * len(names)
    for face in faces:
        rolled[names.index("afterburner" if face == "A" else str(face))] += 1
    return rolled


class Dealer:
    """Gives the listed rolls first and seeded ones afterwards; piles begin with the listed tokens."""

    def __init__(self, seed=0, rolls=(), **piles):
        """Fix the first rolls (each a sequence of faces) and the first tokens of the named piles."""
        self.rng = random.Random(seed)
        self.rolls = [counts(*roll) for roll in rolls]
        self.piles = piles
        self.rolled = 0
        self.asked = []
        self.sides = [row["face_id"] for row in COMPONENTS["faces"]["rows"] for _ in range(row["sides_per_die"])]

    def roll(self, n):
        """Roll n dice."""
        self.rolled += 1
        if self.rolls:
            return self.rolls.pop(0)
        faces = self.rng.choices(self.sides, k=n)
        return [faces.count(face) for face in range(5)]

    def shuffle(self, what, tokens):
        """Shuffle tokens."""
        self.asked.append(what)
        first = list(self.piles.get(what, ()))
        rest = [token for token in tokens if token not in first]
        return first + self.rng.sample(rest, len(rest))
