"""The solo opponent ASTRA: its deck, effect cards, given and removed cards, solo bonuses and values."""

from collections import Counter
from typing import NamedTuple

from .cards import ACTIONS, CARDS, Shuffle, shuffled
from .missions import LETTERS

# astra 1.1: points per card given, in the order of ACTIONS.
OPPONENTS = {
    1: ("Katherine", (2, 3, 2, 3, 1, 4)),
    2: ("Alexei", (2, 3, 3, 2, 4, 3)),
    3: ("Margaret", (5, 4, 2, 2, 2, 3)),
    4: ("Franklin", (2, 6, 4, 3, 3, 2)),
    5: ("Sergei", (4, 4, 4, 4, 4, 3)),
    6: ("Stephanie", (6, 2, 4, 5, 4, 4)),
    7: ("Thomas", (5, 4, 3, 6, 5, 4)),
    8: ("Peggy", (5, 3, 6, 3, 6, 6)),
}


class AdventureCard(NamedTuple):
    """The ASTRA card of an adventure (astra 1.2)."""

    bonus_symbols: int
    fixed_points: int
    points_per_level: int
    bonuses_per_trigger: int
    effect_letters: str


ADVENTURE_CARDS = {
    1: AdventureCard(9, 0, 0, 1, "ABC"),  # its points are a track, see astra 5
    2: AdventureCard(10, 5, 1, 2, "AB"),
    3: AdventureCard(8, 10, 3, 2, "AB"),
    4: AdventureCard(8, 5, 2, 2, "AB"),
    5: AdventureCard(8, 10, 2, 1, "ABC"),
    6: AdventureCard(9, 5, 4, 1, "ABC"),
    7: AdventureCard(6, 15, 1, 1, "ABC"),
    8: AdventureCard(6, 20, 3, 1, "ABC"),
}

# astra 2.2: the effect cards lie in the last 24 of the 66 cards.
STARSHIP_CARDS_ON_TOP = 42

DRAWN_PER_TURN = 3

# astra 3.2: ordered pairs of drawn slots (number card, action card).
PAIRS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))


def card_value(level: int, action: str) -> int:
    """Return the points an opponent gets for one given card with this action (astra 1.1)."""
    return OPPONENTS[level][1][ACTIONS.index(action)]


class Astra:
    """The cards of a solo game. A starship card is its id, an effect card its letter."""

    def __init__(self, adventure: int, level: int, shuffle: Shuffle):
        """Build the deck (astra 2).

        Args:
            adventure: Number of the adventure, 1..8.
            level: Level of the opponent, 1..8.
            shuffle: Gives the order of the deck.

        Raises:
            AssertionError: If the deck is not 42 starship cards over 21 starship cards and A, B, C.
        """
        self.card = ADVENTURE_CARDS[adventure]
        self.level = level
        self._shuffle = shuffle
        self.deck: list[int | str] = shuffled(shuffle, "deck", [*CARDS, *LETTERS])
        if any(card in LETTERS for card in self.deck[:STARSHIP_CARDS_ON_TOP]):
            raise AssertionError("an effect card lies among the first 42 cards of the deck")
        self.pass_number = 1
        self.drawn: list[int] = []
        self.effect: str | None = None
        self.discard: list[int | str] = []
        self.given: list[int] = []
        self.removed: list[int] = []
        self.bonuses_circled = 0
        self.bonuses_spent = 0

    # The deck (astra 3, Reshuffle)

    def draw(self) -> bool:
        """Draw one card: a starship card to the hand, an effect card to `effect` until it is discarded.

        Returns:
            False if the deck is exhausted for the second time, so that no card can be drawn.
        """
        if not self.deck:
            if self.pass_number == 2:
                return False
            self.pass_number = 2
            self.deck = shuffled(self._shuffle, "deck", self.discard)
            self.discard = []
        card = self.deck.pop(0)
        if card in LETTERS:
            self.effect = card
        else:
            self.drawn.append(card)
        return True

    def discard_effect(self) -> None:
        """Put the effect card just resolved on the discard pile (astra 3.1)."""
        self.discard.append(self.effect)
        self.effect = None

    def hand_complete(self) -> bool:
        """Tell whether three starship cards are drawn."""
        return len(self.drawn) == DRAWN_PER_TURN

    def hand(self) -> list[tuple[int, str]]:
        """Return (number, action) of the cards drawn so far in this turn."""
        return [tuple(CARDS[card]) for card in self.drawn]

    def pairs(self) -> list[tuple[int, str]]:
        """Return (number, action) of the six ordered pairs (astra 3.2)."""
        return [(CARDS[self.drawn[number]].number, CARDS[self.drawn[action]].action) for number, action in PAIRS]

    def top(self) -> str | None:
        """Return the action or the effect letter of the deck's top card, which lies open (astra, ruling 6)."""
        if not self.deck:
            return None
        card = self.deck[0]
        return card if card in LETTERS else CARDS[card].action

    # Effect cards (astra 4)

    def has_effect(self, letter: str) -> bool:
        """Tell whether an effect card of this letter has an effect in the adventure."""
        return letter in self.card.effect_letters

    # Step 4 of the turn and solo bonuses (astra 3)

    def trigger_bonus(self) -> None:
        """Circle the bonuses of one trigger as far as symbols are left."""
        self.bonuses_circled = min(self.card.bonus_symbols, self.bonuses_circled + self.card.bonuses_per_trigger)

    def has_bonus(self) -> bool:
        """Tell whether a circled solo bonus is not yet spent."""
        return self.bonuses_spent < self.bonuses_circled

    def give(self, slot: int) -> int:
        """Give a drawn card to ASTRA and discard the other two.

        Args:
            slot: Which of the drawn cards.

        Returns:
            The opponent's value of the card.
        """
        card = self.drawn.pop(slot)
        self.given.append(card)
        self._discard_hand()
        return card_value(self.level, CARDS[card].action)

    def remove(self, slot: int) -> None:
        """Spend a solo bonus: remove a drawn card from the game and discard the other two.

        Args:
            slot: Which of the drawn cards.
        """
        if not self.has_bonus():
            raise ValueError("no circled solo bonus is left")
        self.bonuses_spent += 1
        self.removed.append(self.drawn.pop(slot))
        self._discard_hand()

    def _discard_hand(self) -> None:
        self.discard += self.drawn
        self.drawn = []

    # Values (astra 6)

    def given_by_action(self) -> dict[str, int]:
        """Return how many cards of each action ASTRA has got."""
        counts = Counter(CARDS[card].action for card in self.given)
        return {action: counts[action] for action in ACTIONS}

    def card_points(self) -> int:
        """Return the points of the cards given."""
        return sum(count * card_value(self.level, action) for action, count in self.given_by_action().items())

    def score(self) -> int:
        """Return ASTRA's score in Adventures 2 to 8."""
        return self.card_points() + self.card.fixed_points + self.level * self.card.points_per_level

    def snapshot(self) -> dict:
        """Return the state as plain data (order of the deck left out)."""
        return {
            "given": self.given_by_action(),
            "removed": list(self.removed),
            "bonuses_circled": self.bonuses_circled,
            "bonuses_spent": self.bonuses_spent,
            "pass": self.pass_number,
            "deck": len(self.deck),
        }
