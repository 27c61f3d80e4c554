"""A player's hand, and what lies in front of the player."""

from .city import City


class Player:
    """A player's hand, supply and city."""

    def __init__(self, rows: int, hand: list[int]):
        """Begin with a hand and a city without cards that may have `rows` rows."""
        self.hand = hand
        # Cards of the hand that all know, since they were taken from the board (luna_capital 11).
        self.known: set[int] = set()
        self.robots = 0
        self.tokens = 0
        self.taken: list[int] = []
        self.city = City(rows)

    def take_open(self, card: int) -> None:
        """Take a card that lay face up on the board."""
        self.hand.append(card)
        self.known.add(card)

    def give_open(self, card: int) -> None:
        """Give a card away for all to see."""
        self.hand.remove(card)
        self.known.discard(card)

    def give_hidden(self, card: int) -> None:
        """Give a card away unseen; the other players then know no card of the hand."""
        self.hand.remove(card)
        self.known.clear()

    def snapshot(self) -> dict:
        """Return the player as plain data."""
        return {
            "hand": list(self.hand),
            "known": [card in self.known for card in self.hand],
            "robots": self.robots,
            "tokens": self.tokens,
            "taken": list(self.taken),
            "city": self.city.frame(),
        }
