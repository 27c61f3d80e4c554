"""The source of all random outcomes, and the checks that its answers are possible."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

FACES = 5


class Chance(Protocol):
    """Knows the random outcomes as the game had them."""

    def roll(self, n: int) -> Sequence[int]:
        """Return how many of n dice show each face id."""

    def shuffle(self, what: str, tokens: list[int]) -> Sequence[int]:
        """Return the order of a pile, the token drawn first at index 0.

        `what` is "expedition_tokens", "exploration_tokens" or "mission_tokens"; tokens are their token ids.
        """


def rolled(chance: Chance, n: int) -> list[int]:
    """Roll n dice.

    Args:
        chance: The source of the outcome.
        n: Number of dice.

    Returns:
        The number of dice by face id.

    Raises:
        AssertionError: If these are not n dice.
    """
    counts = [int(count) for count in chance.roll(n)]
    if len(counts) != FACES or min(counts) < 0 or sum(counts) != n:
        raise AssertionError(f"{counts} is no roll of {n} dice")
    return counts


def shuffled(chance: Chance, what: str, tokens: Sequence[int]) -> list[int]:
    """Shuffle tokens.

    Args:
        chance: The source of the order.
        what: Name of the pile.
        tokens: The token ids.

    Returns:
        The new order, the token drawn first at index 0.

    Raises:
        AssertionError: If the order is not a permutation of the tokens.
    """
    order = [int(token) for token in chance.shuffle(what, list(tokens))]
    if Counter(order) != Counter(tokens):
        raise AssertionError(f"{what}: {order} is not a permutation of {list(tokens)}")
    return order
