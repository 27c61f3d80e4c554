"""The Automaton of the solo game: which set it takes, and what its pile is worth (luna_capital 10)."""

from collections.abc import Iterable

from .scoring import CATEGORIES, greenhouse_set_points, group_points
from .tables import Tables


def chosen_slot(slots: Iterable[int], taken: int, marked: int) -> int:
    """Return the slot the Automaton takes: the farthest from the deck that is neither taken nor marked.

    Args:
        slots: All slots of the board.
        taken: The slot the player has just emptied.
        marked: The slot of the last-delivery marker.

    Returns:
        The slot.
    """
    return max(slot for slot in slots if slot not in (taken, marked))


class Automaton:
    """The open pile of cards and tiles."""

    def __init__(self, tables: Tables):
        """Begin with nothing."""
        self.tables = tables
        self.cards: list[int] = []
        self.tiles: list[int] = []

    def take(self, card: int | None, tiles: list[int]) -> None:
        """Put a set aside."""
        if card is not None:
            self.cards.append(card)
        self.tiles += tiles

    def kinds(self) -> list[int]:
        """Return the kinds of everything in the pile: printed plots and tiles."""
        printed = [kind for card in self.cards for _, kind in self.tables.cards[card].plots]
        return printed + [self.tables.tiles[tile].kind for tile in self.tiles]

    def meteorites(self) -> int:
        """Return how many meteorites are in the pile."""
        return self._count("meteorite")

    def _count(self, target: str) -> int:
        return sum(kind in self.tables.targets[target] for kind in self.kinds())

    def points(self, meteorite_points: int, concessions: list[int]) -> dict[str, int]:
        """Return the points by category.

        Args:
            meteorite_points: Its share of the meteorite ranking.
            concessions: The revealed concessions.

        Returns:
            The points of every category.
        """
        values = self.tables.automaton
        points = dict.fromkeys(CATEGORIES, 0)
        for name in self.tables.basic_targets:
            points[name] = group_points(self.tables, self._count(name))
        points["greenhouse_sets"] = greenhouse_set_points(self.tables, self.kinds())
        points["meteorites"] = meteorite_points
        points["sales_offices"] = values["sales_office"] * self._count("sales_office")
        points["residential_modules"] = values["building_points"] * self._count("residential")
        points["complexes"] = values["building_points"] * self._count("complex")
        points["special_tiles"] = values["special_points"] * self._count("special")
        points["hand"] = values["hand_points"]
        points["concessions"] = sum(self.tables.concessions[concession]["points"] for concession in concessions)
        return points
