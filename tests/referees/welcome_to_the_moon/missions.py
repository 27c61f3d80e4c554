"""The mission cards: values, open or turned over, and who took which for how much (core 4.7)."""

from collections.abc import Sequence
from typing import NamedTuple

LETTERS = ("A", "B", "C")


class MissionCard(NamedTuple):
    """What all mission cards have in common; the conditions belong to the adventures."""

    adventure: int
    letter: str
    first: int
    later: int


# core 1: 6 cards per adventure, two of each letter. Adventure 5 prints symbols; its numbers are the starting boxes
# of the table on the sheet.
MISSIONS = {
    64: MissionCard(1, "A", 3, 2),
    65: MissionCard(1, "A", 4, 2),
    66: MissionCard(1, "B", 3, 2),
    67: MissionCard(1, "B", 3, 2),
    68: MissionCard(1, "C", 2, 1),
    69: MissionCard(1, "C", 3, 2),
    70: MissionCard(2, "A", 9, 5),
    71: MissionCard(2, "A", 10, 5),
    72: MissionCard(2, "B", 11, 6),
    73: MissionCard(2, "B", 12, 6),
    74: MissionCard(2, "C", 9, 5),
    75: MissionCard(2, "C", 11, 6),
    76: MissionCard(3, "A", 12, 6),
    77: MissionCard(3, "A", 12, 5),
    78: MissionCard(3, "B", 9, 4),
    79: MissionCard(3, "B", 9, 4),
    80: MissionCard(3, "C", 8, 4),
    81: MissionCard(3, "C", 9, 5),
    82: MissionCard(4, "A", 8, 4),
    83: MissionCard(4, "A", 9, 4),
    84: MissionCard(4, "B", 11, 6),
    85: MissionCard(4, "B", 10, 4),
    86: MissionCard(4, "C", 8, 3),
    87: MissionCard(4, "C", 10, 4),
    88: MissionCard(5, "A", 8, 4),
    89: MissionCard(5, "A", 8, 4),
    90: MissionCard(5, "B", 8, 4),
    91: MissionCard(5, "B", 8, 4),
    92: MissionCard(5, "C", 8, 4),
    93: MissionCard(5, "C", 8, 4),
    94: MissionCard(6, "A", 8, 3),
    95: MissionCard(6, "A", 8, 3),
    96: MissionCard(6, "B", 11, 4),
    97: MissionCard(6, "B", 12, 5),
    98: MissionCard(6, "C", 10, 4),
    99: MissionCard(6, "C", 10, 4),
    100: MissionCard(7, "A", 10, 5),
    101: MissionCard(7, "A", 7, 3),
    102: MissionCard(7, "B", 9, 4),
    103: MissionCard(7, "B", 10, 5),
    104: MissionCard(7, "C", 10, 5),
    105: MissionCard(7, "C", 10, 5),
    106: MissionCard(8, "A", 12, 5),
    107: MissionCard(8, "A", 9, 4),
    108: MissionCard(8, "B", 9, 5),
    109: MissionCard(8, "B", 11, 6),
    110: MissionCard(8, "C", 10, 4),
    111: MissionCard(8, "C", 10, 6),
}


class MissionBoard:
    """The three missions of a game. Letters are given as 0, 1, 2."""

    def __init__(self, adventure: int, cards: Sequence[int], players: int):
        """Lay out three open missions (core 2.2).

        Args:
            adventure: Number of the adventure, 1..8.
            cards: The card ids of the letters A, B, C.
            players: Number of players.

        Raises:
            ValueError: If the cards are not one of each letter of the adventure.
        """
        self.cards = list(cards)
        if [MISSIONS[card][:2] for card in self.cards] != [(adventure, letter) for letter in LETTERS]:
            raise ValueError(f"{self.cards} are not missions A, B, C of adventure {adventure}")
        self.turned_over = [False] * len(LETTERS)
        self.taken: list[list[int | None]] = [[None] * len(LETTERS) for _ in range(players)]
        self._open_at_start = [True] * len(LETTERS)

    def begin_phase(self) -> None:
        """Begin phases 5 and 6 of a turn, before all repetitions: note which cards are open now."""
        self._open_at_start = [not over for over in self.turned_over]

    def may_take(self, seat: int, letter: int) -> bool:
        """Tell whether the player has not accomplished this mission before (the condition is judged elsewhere)."""
        return self.taken[seat][letter] is None

    def take(self, seat: int, letter: int) -> int:
        """Let a player accomplish a mission.

        Args:
            seat: The player.
            letter: The mission.

        Returns:
            The first value if the card was open when phase 6 of this turn began, else the later value.
        """
        if not self.may_take(seat, letter):
            raise ValueError(f"player {seat} has accomplished mission {LETTERS[letter]} before")
        card = MISSIONS[self.cards[letter]]
        value = card.first if self._open_at_start[letter] else card.later
        self.taken[seat][letter] = value
        return value

    def end_phase(self) -> None:
        """End (the last) phase 6 of a turn: turn over the cards that somebody has accomplished."""
        for letter in range(len(LETTERS)):
            if any(taken[letter] is not None for taken in self.taken):
                self.turned_over[letter] = True

    def turn_over(self, letter: int) -> None:
        """Turn a card over by a second-pass effect card (astra 4)."""
        self.turned_over[letter] = True

    def count(self, seat: int) -> int:
        """Return how many missions a player has accomplished."""
        return sum(value is not None for value in self.taken[seat])
