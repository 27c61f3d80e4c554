"""A turn of Luna Capital (luna_capital 4): the set, the card, the tiles, each asked for step by step."""

from collections.abc import Callable, Generator
from functools import partial
from typing import NamedTuple

from .actions import (
    BOARD_TILE,
    CARD_TARGET,
    CELL,
    DRAWN_CARD,
    HAND_CARD,
    HAND_CARD_FACE_DOWN,
    HAND_CARD_WITH_ROBOT,
    TAKE_SET,
    TAKEN_TILE,
    TILES_OF_A_SLOT,
    board_tile,
)
from .board import Board
from .city import FACE_DOWN, NUMBERED, WITH_ROBOT, Plot, Position
from .player import Player
from .tables import LANDING_PAD, REDISTRIBUTION, Tables

# The first action of every way to play a card, and the state in which the card then lies (luna_capital 4.2).
WAYS = {NUMBERED: HAND_CARD, WITH_ROBOT: HAND_CARD_WITH_ROBOT, FACE_DOWN: HAND_CARD_FACE_DOWN}
HAND_CARDS = HAND_CARD_WITH_ROBOT - HAND_CARD


class Decision(NamedTuple):
    """A question to a player; `options` lists the legal answers as the position stands."""

    stage: str
    seat: int
    options: Callable[[], set[int]]


Course = Generator[Decision, int, object]


class Turns:
    """The turns of a referee, who owns what they change."""

    tables: Tables
    board: Board
    sides: list[Player]
    robots: int
    tokens: int
    named: dict
    drawn: list[int]
    discarded: list[int]

    def _turn(self, seat: int) -> Course:
        """Play a turn without its refill and return the slot whose set was taken."""
        slot = yield from self._choose_set(seat)
        yield from self._take_set(seat, slot)
        if self.sides[seat].hand:
            yield from self._play_card(seat)
        yield from self._place_tiles(seat)
        return slot

    def _choose_set(self, seat: int) -> Course:
        player = self.sides[seat]
        while True:
            action = yield Decision("set", seat, partial(self._set_options, player))
            if action < BOARD_TILE:
                return action - TAKE_SET
            first = divmod(action - BOARD_TILE, TILES_OF_A_SLOT)
            self.named = {"board_tile": first}
            action = yield Decision("second_tile", seat, partial(self._tile_options, first[0]))
            self.named = {}
            self.board.swap_tiles(first, divmod(action - BOARD_TILE, TILES_OF_A_SLOT))
            player.tokens -= 1
            self.tokens += 1

    def _set_options(self, player: Player) -> set[int]:
        options = {
            TAKE_SET + slot
            for slot in range(len(self.board.slots))
            if slot != self.board.marked or player.hand  # luna_capital 4.1: the payment must be possible
        }
        return options | self._tile_options(None) if player.tokens else options

    def _tile_options(self, excepted: int | None) -> set[int]:
        return {
            board_tile(slot, index)
            for slot in range(len(self.board.slots))
            if slot != excepted
            for index in self._first_of_each_face(self.board.slots[slot].tiles)
        }

    def _first_of_each_face(self, tiles: list[int]) -> list[int]:
        """Return the indices of the tiles that look like none before them (luna_capital 11, equal tiles)."""
        faces = [self.tables.tiles[tile].face for tile in tiles]
        return [index for index, face in enumerate(faces) if face not in faces[:index]]

    def _take_set(self, seat: int, slot: int) -> Course:
        player = self.sides[seat]
        if slot == self.board.marked:
            self.named = {"slot": slot}
            action = yield Decision("payment", seat, partial(self._hand_options, player, HAND_CARD))
            self.named = {}
            paid = player.hand[action - HAND_CARD]
            player.give_hidden(paid)
            self.board.put_under(paid, seat)
        card, player.taken = self.board.take(slot)
        if card is not None:
            player.take_open(card)

    @staticmethod
    def _hand_options(player: Player, first: int) -> set[int]:
        return {first + index for index in range(len(player.hand))}

    # The card (luna_capital 4.2)

    def _play_card(self, seat: int) -> Course:
        player = self.sides[seat]
        action = yield Decision("card", seat, partial(self._card_options, player))
        state = next(state for state, first in WAYS.items() if first <= action < first + HAND_CARDS)
        self.named = {"hand_card": action - WAYS[state], "state": state}
        index = player.hand[action - WAYS[state]]
        action = yield Decision("target", seat, lambda: set(self._targets(player, index, state)))
        position = self._targets(player, index, state)[action]
        self.named = {}
        if state == FACE_DOWN:
            player.give_hidden(index)
        else:
            player.give_open(index)
        if state == WITH_ROBOT:
            player.robots -= 1
        player.city.put(index, self.tables.cards[index], position, state)

    def _card_options(self, player: Player) -> set[int]:
        numbers = [self.tables.cards[card].number for card in player.hand]
        options = {HAND_CARD + index for index, number in enumerate(numbers) if player.city.numbered_positions(number)}
        if not options:
            options = self._hand_options(player, HAND_CARD_FACE_DOWN)
        if player.robots:
            options |= self._hand_options(player, HAND_CARD_WITH_ROBOT)
        return options

    def _targets(self, player: Player, card: int, state: int) -> dict[int, Position]:
        """Return the positions of a card by action."""
        city = player.city
        number = self.tables.cards[card].number
        positions = city.numbered_positions(number) if state == NUMBERED else city.free_positions()
        return {CARD_TARGET + city.target_of(position): position for position in positions}

    # The tiles (luna_capital 4.4)

    def _place_tiles(self, seat: int) -> Course:
        player = self.sides[seat]
        while self._placeable(player):
            action = yield Decision("tile", seat, lambda: {TAKEN_TILE + index for index in self._placeable(player)})
            index = action - TAKEN_TILE
            self.named = {"taken_tile": index}
            kind = self.tables.tiles[player.taken[index]].kind
            action = yield Decision("cell", seat, partial(lambda kind: set(self._plots(player, kind)), kind))
            self.named = {}
            self._place_tile(player, player.taken.pop(index), self._plots(player, kind)[action])
            if kind == LANDING_PAD:
                yield from self._draw_cards(seat)
        # No tile left, or none that can be placed.
        self.discarded += player.taken
        player.taken = []

    def _placeable(self, player: Player) -> list[int]:
        """Return the indices of the tiles that can be placed now."""
        indices = self._first_of_each_face(player.taken)
        return [index for index in indices if self._plots(player, self.tables.tiles[player.taken[index]].kind)]

    def _plots(self, player: Player, kind: int) -> dict[int, Plot]:
        """Return the plots for a kind of tile by action."""
        city = player.city
        return {CELL + city.cell_of(plot): plot for plot in city.plots_for(self.tables, kind)}

    def _place_tile(self, player: Player, index: int, plot: Plot) -> None:
        tile = self.tables.tiles[index]
        plot.kind = self.tables.leaves[tile.kind]
        robots = min(tile.robots, self.robots)
        self.robots -= robots
        player.robots += robots
        if tile.kind == REDISTRIBUTION:
            tokens = min(self.tables.on_place[tile.kind]["amount"], self.tokens)
            self.tokens -= tokens
            player.tokens += tokens

    def _draw_cards(self, seat: int) -> Course:
        """A landing pad: keep one of the drawn cards, the others go under the deck in drawn order."""
        player = self.sides[seat]
        self.drawn = self.board.draw_cards(self.tables.on_place[LANDING_PAD]["draw"])
        if not self.drawn:
            return
        options = {DRAWN_CARD + index for index in range(len(self.drawn))}
        action = yield Decision("drawn_card", seat, partial(set, options))
        player.hand.append(self.drawn.pop(action - DRAWN_CARD))
        for card in self.drawn:
            self.board.put_under(card, seat)
        self.drawn = []
