"""The board: slots with their sets, the last-delivery marker, the deck and the tower (luna_capital 3 to 6)."""

from .chance import Chance, drawn
from .tables import Tables


class Slot:
    """A slot with its card, if there is one, and its tiles in order of arrival."""

    def __init__(self, card: int | None):
        """Begin with a card and no tiles."""
        self.card = card
        self.tiles: list[int] = []


class Board:
    """Everything in the middle of the table but the concessions and the supply."""

    def __init__(self, tables: Tables, players: int, chance: Chance):
        """Begin without cards and tiles."""
        self.tables = tables
        self.players = players
        self.phase = 0
        self.slots: list[Slot] = []
        self.marked = tables.first_marked_slot
        self.deck: list[int] = []
        # The player who put a card under the deck; no player knows the other cards (luna_capital 11).
        self.put_by: dict[int, int] = {}
        self.tower: list[int] = []
        self._chance = chance

    # Cards

    def draw_cards(self, count: int) -> list[int]:
        """Take cards from the top of the deck, fewer if there are fewer."""
        cards, self.deck = self.deck[:count], self.deck[count:]
        for card in cards:
            self.put_by.pop(card, None)
        return cards

    def put_under(self, card: int, seat: int) -> None:
        """Put a card face down under the deck."""
        self.deck.append(card)
        self.put_by[card] = seat

    # Sets

    def take(self, slot: int) -> tuple[int | None, list[int]]:
        """Take the set of a slot; the marker stays."""
        card, tiles = self.slots[slot].card, self.slots[slot].tiles
        self.slots[slot] = Slot(None)
        return card, tiles

    def refill(self, slot: int, tiles: int) -> None:
        """Put a card and tiles on an emptied slot and mark it (luna_capital 4.5)."""
        self.slots[slot].card = next(iter(self.draw_cards(1)), None)
        self.add_tiles(slot, tiles)
        self.marked = slot

    def add_tiles(self, slot: int, count: int) -> None:
        """Put tiles from the tower under the card of a slot."""
        tiles = self.slots[slot].tiles
        if count:
            tiles += drawn(self._chance, self.phase, slot, len(tiles), count, self.tower)

    def add_tile_everywhere(self) -> None:
        """Put one more tile under every card, slot 0 first."""
        for slot in range(len(self.slots)):
            self.add_tiles(slot, 1)

    def start_phase(self, phase: int) -> None:
        """Remove all tiles, fill the tower with those of the phase and put one under every card (luna_capital 5)."""
        self.phase = phase
        for slot in self.slots:
            slot.tiles = []
        self.tower = self.tables.tiles_of_phase(phase, self.players)
        self.add_tile_everywhere()

    def swap_tiles(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Let two tiles, each named by slot and index, exchange places."""
        tiles, others = self.slots[one[0]].tiles, self.slots[other[0]].tiles
        tiles[one[1]], others[other[1]] = others[other[1]], tiles[one[1]]

    def snapshot(self) -> dict:
        """Return the board as plain data; the tower without an order, which is chance."""
        return {
            "slots": [{"card": slot.card, "tiles": list(slot.tiles)} for slot in self.slots],
            "marked": self.marked,
            "deck": list(self.deck),
            "tower": sorted(self.tower),
        }
