"""The 63 starship cards, the three piles of a game with several players, and the rule of ascending numbers."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

Shuffle = Callable[[str, list], list]

# core 9: what a cell may hold besides the values 0..17.
EMPTY = -1
X = 18
INFECTED = 19  # Adventure 6

# core 4.1 and adventure_6 2: what the ascending order ignores.
WITHOUT_VALUE = (EMPTY, X, INFECTED)

ACTIONS = ("robot", "energy", "plant", "water", "astronaut", "planning")

# core 1.1: the actions paired with each number; the printed ids 1..63 follow this order.
ACTIONS_BY_NUMBER = {
    1: ("robot", "energy"),
    2: ("robot", "plant"),
    3: ("water", "astronaut", "planning"),
    4: ("energy", "plant", "astronaut", "planning"),
    5: ("robot", "robot", "energy", "energy", "plant"),
    6: ("robot", "energy", "plant", "water", "astronaut", "planning"),
    7: ("robot", "energy", "energy", "plant", "plant", "water"),
    8: ("robot", "robot", "plant", "plant", "water", "astronaut", "planning"),
    9: ("robot", "energy", "energy", "plant", "plant", "water"),
    10: ("robot", "energy", "plant", "water", "astronaut", "planning"),
    11: ("robot", "robot", "energy", "energy", "plant"),
    12: ("energy", "plant", "astronaut", "planning"),
    13: ("water", "astronaut", "planning"),
    14: ("robot", "plant"),
    15: ("robot", "energy"),
}

PILES = 3
CARDS_PER_PILE = 21


class Card(NamedTuple):
    """The two faces of a starship card."""

    number: int
    action: str


def _deal_ids() -> dict[int, Card]:
    faces = [Card(number, action) for number, actions in ACTIONS_BY_NUMBER.items() for action in actions]
    return dict(enumerate(faces, start=1))


# All starship cards by printed id.
CARDS = _deal_ids()


def shuffled(shuffle: Shuffle, what: str, cards: Sequence) -> list:
    """Ask for the order of some cards and check that it is an order of exactly these cards.

    Args:
        shuffle: The function that knows the order the game dealt.
        what: Name of the pile or deck.
        cards: The cards to be shuffled.

    Returns:
        The new order, the card drawn first at index 0.

    Raises:
        AssertionError: If the order is not a permutation of the cards.
    """
    order = list(shuffle(what, list(cards)))
    if Counter(order) != Counter(cards):
        raise AssertionError(f"{what}: {order} is not a permutation of {list(cards)}")
    return order


def fits(row: Sequence[int], index: int, value: int) -> bool:
    """Tell whether a value may be written in a cell of a zone (core 4.1).

    Args:
        row: The cells of the zone in ascending direction: EMPTY, a value, X or INFECTED.
        index: Position of the cell in the zone.
        value: The value to be written.

    Returns:
        True if the cell is empty, all numbers before it are smaller and all numbers after it are larger.
    """
    if row[index] != EMPTY:
        return False
    before = [held for held in row[:index] if held not in WITHOUT_VALUE]
    after = [held for held in row[index + 1 :] if held not in WITHOUT_VALUE]
    return all(held < value for held in before) and all(held > value for held in after)


@lru_cache(maxsize=100_000)
def fitting_places(row: tuple[int, ...], value: int) -> list[int]:
    """Return the positions in a zone where a value may be written."""
    return [index for index in range(len(row)) if fits(row, index, value)]


class Piles:
    """The card flow with 2 or more players (core 3)."""

    def __init__(self, shuffle: Shuffle):
        """Deal three piles of 21 (core 2.3).

        Args:
            shuffle: Gives the order of each pile; see `shuffled`.

        Raises:
            AssertionError: If the piles do not share out the 63 cards as 3 x 21.
        """
        self._shuffle = shuffle
        self.draw = [list(shuffle(f"pile {pile}", list(CARDS))) for pile in range(PILES)]
        self.discard: list[list[int]] = [[] for _ in range(PILES)]
        if any(len(pile) != CARDS_PER_PILE for pile in self.draw):
            raise AssertionError(f"piles of {[len(pile) for pile in self.draw]} cards instead of 21 each")
        if sorted(sum(self.draw, [])) != sorted(CARDS):
            raise AssertionError("the three piles are not disjoint or not complete")

    def flip(self) -> None:
        """Carry out phase 1: flip the top card of each pile, reshuffling a pile that runs out (core 3)."""
        for pile in range(PILES):
            flipped = self.draw[pile].pop(0)
            if self.draw[pile]:
                self.discard[pile].append(flipped)
            else:
                # core 3, Reshuffle: all discarded cards except the one just flipped.
                self.draw[pile] = shuffled(self._shuffle, f"pile {pile}", self.discard[pile])
                self.discard[pile] = [flipped]

    def combinations(self) -> list[tuple[int, str]]:
        """Return (number, action) of each pile: number of the draw pile's top, action of the flipped card.

        Before the first flip there is none.
        """
        return [
            (CARDS[draw[0]].number, CARDS[discard[-1]].action)
            for draw, discard in zip(self.draw, self.discard, strict=True)
            if discard
        ]

    def next_actions(self) -> list[str]:
        """Return the actions of the next turn, public by the icons of the visible number faces (core 3.1)."""
        return [CARDS[draw[0]].action for draw in self.draw]
