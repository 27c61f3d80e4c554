"""Where random outcomes come from: the referee is told every outcome and checks that it is possible."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """Knows the random outcomes as the game had them."""

    def cards(self, cards: list[int]) -> Sequence[int]:
        """Return the order in which all cards are dealt.

        Three to seat 0, three to seat 1 and so on (solo: to the player, then to the Automaton), one to slot 0, slot 1
        and so on, then the deck, its top first.
        """

    def concessions(self, term: str, cards: list[int], count: int) -> Sequence[int]:
        """Return the revealed concessions of a term ("short" or "long")."""

    def tiles(self, phase: int, slot: int, place: int, count: int, tower: list[int]) -> Sequence[int]:
        """Return the tiles drawn now from the tower, in drawn order.

        They become the tiles `place` to `place + count - 1` of a slot; `tower` lists what can be drawn.
        """


def dealt(chance: Chance, cards: list[int]) -> list[int]:
    """Shuffle the construction cards.

    Args:
        chance: The source of the order.
        cards: All cards.

    Returns:
        The order in which they are dealt.

    Raises:
        AssertionError: If the order is not a permutation of the cards.
    """
    order = [int(card) for card in chance.cards(list(cards))]
    if sorted(order) != sorted(cards):
        raise AssertionError(f"{order} is not a permutation of {cards}")
    return order


def revealed(chance: Chance, term: str, cards: list[int], count: int) -> list[int]:
    """Reveal concessions.

    Args:
        chance: The source of the outcome.
        term: "short" or "long".
        cards: The concessions of that term.
        count: How many are revealed.

    Returns:
        The revealed ones, in the order in which they lie.

    Raises:
        AssertionError: If these are not so many different concessions of the term.
    """
    shown = [int(card) for card in chance.concessions(term, list(cards), count)]
    if len(shown) != count or len(set(shown)) != count or not set(shown) <= set(cards):
        raise AssertionError(f"{shown} are not {count} different concessions of {cards}")
    return shown


def drawn(chance: Chance, phase: int, slot: int, place: int, count: int, tower: list[int]) -> list[int]:
    """Draw tiles and take them out of the tower.

    Args:
        chance: The source of the outcome.
        phase: The phase, from 0.
        slot: The slot they are put under.
        place: How many tiles lie there already.
        count: How many are drawn.
        tower: What is in the tower; the drawn tiles are removed from it.

    Returns:
        The drawn tiles.

    Raises:
        AssertionError: If these are not so many tiles of the tower.
    """
    tiles = [int(tile) for tile in chance.tiles(phase, slot, place, count, list(tower))]
    if len(tiles) != count or Counter(tiles) - Counter(tower):
        raise AssertionError(f"{tiles} are not {count} tiles of {tower}")
    for tile in tiles:
        tower.remove(tile)
    return tiles
