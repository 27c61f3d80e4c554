"""The source of all random outcomes, and the checks that its answers are possible."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """Knows the random outcomes as the game had them."""

    def draw(self, what: str, items: list[int], count: int) -> Sequence[int]:
        """Return `count` of the items in the order drawn.

        `what` is, in the order of setup, "terrain" (kinds by position), "europa", "titan", "mars" (tiles by part),
        "specialist_powers" (powers by colour), "display" (kinds of laboratories by display space), "progress" (tiles
        by space), "small_1", "small_2", "small_3" (kinds by slot), in solo "building_zones", "rover_locations" and
        "objectives", and last "factions" (those offered); later only "rover_locations". Everything counts from 0.
        """

    def cube(self, tile: int, lying: list[int], bag: list[int]) -> int:
        """Return the colour of the next cube drawn from the bag for a tile on which `lying` cubes are by colour."""

    def laboratory(self, column: int, left: list[int]) -> int:
        """Return the kind drawn for the top space of a display column; `left` counts the stack by kind."""


def drawn(chance: Chance, what: str, items: Sequence[int], count: int) -> list[int]:
    """Draw from a pile.

    Args:
        chance: The source of the outcome.
        what: Name of the pile.
        items: Its content.
        count: Number of items drawn.

    Returns:
        The items in the order drawn.

    Raises:
        AssertionError: If they cannot be drawn from this pile.
    """
    found = [int(item) for item in chance.draw(what, list(items), count)]
    if len(found) != count or Counter(found) - Counter(items):
        raise AssertionError(f"{what}: {found} are not {count} of {list(items)}")
    return found


def drawn_from(counts: Sequence[int], what: str, found: int) -> int:
    """Check that a pile counted by kind holds the kind drawn.

    Args:
        counts: The pile by kind.
        what: Name of the pile.
        found: The kind drawn.

    Returns:
        The kind drawn.

    Raises:
        AssertionError: If there is none of it.
    """
    if not 0 <= found < len(counts) or counts[found] <= 0:
        raise AssertionError(f"{what}: {found} is not among {list(counts)}")
    return int(found)
