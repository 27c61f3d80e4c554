"""Sources of chance and of components for tests of the referee."""

import copy
import json
import random
from pathlib import Path

COMPONENTS = json.loads(Path(__file__).with_name("components.json").read_text())
CARDS = {row["id"]: row["index"] for row in COMPONENTS["construction_cards"]["list"]}
TILES = {row["id"]: row["index"] for row in COMPONENTS["project_tiles"]["list"]}
CONCESSIONS = {row["id"]: row["index"] for row in COMPONENTS["concessions"]["list"]}


def components():
    """Return a copy of the components that may be changed."""
    return copy.deepcopy(COMPONENTS)


class Dealer:
    """Deals at random from a seed; the cards, concessions and tiles named by their ids come first."""

    def __init__(self, seed=0, cards="", concessions="", tiles=""):
        """Fix the first cards and tiles in their order, and the concessions."""
        self.rng = random.Random(seed)
        self.first_cards = [CARDS[name] for name in cards.split()]
        self.revealed = [CONCESSIONS[name] for name in concessions.split()]
        self.first_tiles = [TILES[name] for name in tiles.split()]

    def cards(self, cards):
        """Shuffle the cards."""
        rest = [card for card in cards if card not in self.first_cards]
        return self.first_cards + self.rng.sample(rest, len(rest))

    def concessions(self, term, cards, count):
        """Reveal concessions."""
        wanted = [card for card in self.revealed if card in cards]
        rest = [card for card in cards if card not in wanted]
        return wanted + self.rng.sample(rest, count - len(wanted))

    def tiles(self, phase, slot, place, count, tower):
        """Draw tiles."""
        drawn = []
        for _ in range(count):
            left = [tile for tile in tower if tile not in drawn]
            wanted = [tile for tile in self.first_tiles if tile in left]
            drawn.append(wanted[0] if wanted else self.rng.choice(left))
        return drawn
