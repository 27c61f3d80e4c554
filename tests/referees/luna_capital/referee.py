"""Referee of Luna Capital: the course of the game."""

from functools import partial

from .actions import HAND_CARD, PASS, SWAP_HANDS, TAKE_SET
from .automaton import Automaton, chosen_slot
from .board import Board, Slot
from .chance import Chance, dealt, revealed
from .concessions import satisfied
from .player import Player
from .scoring import city_points, meteorite_points, meteorites_of, solo_concession_points
from .tables import LONG, PHASES, SHORT, Tables
from .turn import Course, Decision, Turns

# luna_capital 11: what is asked even if there is only one answer.
ALWAYS_ASKED = frozenset({"swap", "exchange", "exchange_slot"})


class LunaCapitalReferee(Turns):
    """Follows a game decision by decision; a decision with a single answer is carried out without asking.

    The game is one generator (`_play`) that stops at each decision and goes on with the answer. Its stages are "swap"
    (solo), "exchange", "exchange_slot", "set" (a set, or the first tile of a redistribution), "second_tile", "payment",
    "card", "target", "tile", "cell", "drawn_card" and, at the end, "over".

    Attributes:
        sides: The players who decide; the Automaton is none of them.
        named: What has been named so far in a decision of several steps and has not happened yet, as plain data:
            "hand_card" (index), "state" (of the card to be played), "slot", "board_tile" (slot, index) or "taken_tile"
            (index). Cards and tiles that are named stay where they are until the last step.
        drawn: The cards drawn by a landing pad while one is chosen.
        discarded: The tiles that could not be placed, in order (luna_capital 4.4).
        open_triple: Solo, before the swap is decided: the Automaton's cards.
        markers: For every revealed concession the seats with a marker on it and the phase in which it was put there.
    """

    def __init__(self, components: dict, players: int, starter: int, chance: Chance):
        """Set the game up and go to its first decision.

        Args:
            components: The parsed table of components.
            players: Number of players, 1 for the solo game.
            starter: Seat of the first player of phase A.
            chance: Gives every random outcome as the game had it.

        Raises:
            ValueError: If there is no such game.
        """
        self.tables = Tables(components)
        if players not in self.tables.players or not 0 <= starter < players:
            raise ValueError(f"no game of {players} players with starter {starter}")
        self.players = players
        self.starter = starter
        self.phase = 0
        self.round = 1
        self.robots = self.tables.robots
        self.tokens = self.tables.tokens
        self.named: dict = {}
        self.drawn: list[int] = []
        self.discarded: list[int] = []
        self._deal_cards(chance)
        self.concessions = [
            concession
            for term in (SHORT, LONG)
            for concession in revealed(
                chance, term, self.tables.concessions_of(term, players), self.tables.concessions_in_play[term]
            )
        ]
        self.markers: list[dict[int, int]] = [{} for _ in self.concessions]
        self.board.start_phase(0)
        self._course = self._play()
        self._decision: Decision | None = None
        self._go_on(None)

    def _deal_cards(self, chance: Chance) -> None:
        cards = dealt(chance, list(range(len(self.tables.cards))))

        def deal(count: int) -> list[int]:
            hand = cards[:count]
            del cards[:count]
            return hand

        size = self.tables.hand_size
        self.sides = [Player(self.tables.rows_of_a_city, deal(size)) for _ in range(self.players)]
        self.automaton = Automaton(self.tables) if self.players == 1 else None
        self.open_triple = [] if self.automaton is None else deal(size)
        self.board = Board(self.tables, self.players, chance)
        self.board.slots = [Slot(card) for card in deal(self.tables.slots(self.players))]
        self.board.deck = cards

    # What is asked and answered

    @property
    def actor(self) -> int | None:
        """Seat whose decision it is, None when the game is over."""
        return None if self._decision is None else self._decision.seat

    @property
    def stage(self) -> str:
        """Kind of the current decision, "over" when the game is over."""
        return "over" if self._decision is None else self._decision.stage

    def legal(self) -> set[int]:
        """Return the legal actions of the current decision, none when the game is over."""
        return set() if self._decision is None else self._decision.options()

    def apply(self, action: int) -> None:
        """Carry out an action and everything that follows up to the next decision.

        Args:
            action: One of `legal()`.

        Raises:
            ValueError: If the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"{action} is not legal")
        self._go_on(int(action))

    def _go_on(self, action: int | None) -> None:
        try:
            self._decision = self._course.send(action)
            while self.stage not in ALWAYS_ASKED and len(self.legal()) == 1:
                self._decision = self._course.send(*self.legal())
        except StopIteration:
            self._decision = None

    # The course of the game (luna_capital 3, 5, 10)

    def _play(self) -> Course:
        if self.automaton is not None:
            yield from self._swap_hands()
        for seat in reversed(self.turn_order()):
            yield from self._exchange(seat)
        while True:
            yield from self._play_phase()
            self._check_concessions()
            if self.phase == len(PHASES) - 1:
                return
            self.phase += 1
            self.round = 1
            self.starter = (self.starter + 1) % self.players
            self.board.start_phase(self.phase)

    def turn_order(self) -> list[int]:
        """Return the seats in the order of their turns."""
        return [(self.starter + place) % self.players for place in range(self.players)]

    def _play_phase(self) -> Course:
        for number in range(1, self.tables.rounds + 1):
            self.round = number
            if self.automaton is not None:
                yield from self._solo_round()
            else:
                for seat in self.turn_order():
                    slot = yield from self._turn(seat)
                    last = self.round == self.tables.rounds and seat == self.turn_order()[-1]
                    self._refill(slot, last)
            if self.round < self.tables.rounds:
                self.board.add_tile_everywhere()

    def _solo_round(self) -> Course:
        taken = yield from self._turn(0)
        slot = chosen_slot(range(len(self.board.slots)), taken, self.board.marked)
        self.automaton.take(*self.board.take(slot))
        for emptied in (taken, slot):
            self._refill(emptied, self.round == self.tables.rounds)

    def _refill(self, slot: int, last_of_phase: bool) -> None:
        """Refill a slot: no tiles that would leave the game at once, nothing after the last turn (luna_capital 4.5)."""
        if not last_of_phase:
            self.board.refill(slot, self.round)
        elif self.phase < len(PHASES) - 1:
            self.board.refill(slot, 0)

    def _check_concessions(self) -> None:
        """luna_capital 8: all players at once, and only concessions without a marker."""
        cities = [player.city for player in self.sides]
        for concession, markers in zip(self.concessions, self.markers, strict=True):
            if not markers:
                winners = [seat for seat in range(self.players) if satisfied(self.tables, concession, cities, seat)]
                markers.update(dict.fromkeys(winners, self.phase))

    # Before the first turn

    def _swap_hands(self) -> Course:
        action = yield Decision("swap", 0, partial(set, {PASS, SWAP_HANDS}))
        if action == SWAP_HANDS:
            self.sides[0].hand, self.open_triple = self.open_triple, self.sides[0].hand
        for card in self.open_triple:
            self.board.put_under(card, 0)
        self.open_triple = []

    def _exchange(self, seat: int) -> Course:
        """luna_capital 3.8"""
        player = self.sides[seat]
        action = yield Decision("exchange", seat, partial(self._exchange_options, player))
        if action == PASS:
            return
        self.named = {"hand_card": action - HAND_CARD}
        slots = {TAKE_SET + slot for slot in range(len(self.board.slots))}
        action = yield Decision("exchange_slot", seat, partial(set, slots))
        given = player.hand[self.named["hand_card"]]
        self.named = {}
        slot = self.board.slots[action - TAKE_SET]
        player.give_open(given)
        player.take_open(slot.card)
        slot.card = given

    @staticmethod
    def _exchange_options(player: Player) -> set[int]:
        return {PASS} | {HAND_CARD + index for index in range(len(player.hand))}

    # Result (luna_capital 7, 10)

    def points(self) -> list[dict[str, int]]:
        """Return the points of every side by category as they stand now; in the solo game the Automaton comes last."""
        tables = self.tables
        meteorites = [meteorites_of(tables, player.city) for player in self.sides]
        if self.automaton is not None:
            meteorites.append(self.automaton.meteorites())
        shares = meteorite_points(tables, self.players, meteorites)
        rows = []
        for seat, player in enumerate(self.sides):
            row = city_points(tables, player.city)
            row["meteorites"] = shares[seat]
            row["hand"] = tables.hand_points * len(player.hand)
            row["concessions"] = self._concession_points(seat)
            rows.append(row)
        if self.automaton is not None:
            rows.append(self.automaton.points(shares[-1], self.concessions))
        return rows

    def _concession_points(self, seat: int) -> int:
        total = 0
        for concession, markers in zip(self.concessions, self.markers, strict=True):
            if seat in markers and self.automaton is not None:
                total += solo_concession_points(self.tables, concession, markers[seat])
            elif seat in markers:
                total += self.tables.concessions[concession]["points"]
        return total

    def outcome(self) -> list[float]:
        """Return 2 * share - 1 for every side, where the winners share 1.

        Raises:
            ValueError: If the game is not over.
        """
        if self._decision is not None:
            raise ValueError("the game is not over")
        totals = [sum(row.values()) for row in self.points()]
        if self.automaton is not None:
            return [1.0, -1.0] if totals[0] > totals[1] else [-1.0, 1.0]
        ranks = [(total, -player.city.scaffolds()) for total, player in zip(totals, self.sides, strict=True)]
        winners = ranks.count(max(ranks))
        return [2 / winners - 1 if rank == max(ranks) else -1.0 for rank in ranks]

    def snapshot(self) -> dict:
        """Return everything comparable as plain data.

        Between the taking of a set and its refill the slot has no card and no tiles. After the end of the game phase,
        round and first player are those of the last turn, and the sets that were not taken still lie on the board.
        """
        return {
            "stage": self.stage,
            "over": self._decision is None,
            "actor": self.actor,
            "phase": self.phase,
            "round": self.round,
            "starter": self.starter,
            "robots": self.robots,
            "tokens": self.tokens,
            "named": dict(self.named),
            "drawn": list(self.drawn),
            "discarded": list(self.discarded),
            "open_triple": list(self.open_triple),
            "concessions": list(self.concessions),
            "markers": [dict(markers) for markers in self.markers],
            "board": self.board.snapshot(),
            "players": [player.snapshot() for player in self.sides],
            "automaton": None
            if self.automaton is None
            else {"cards": list(self.automaton.cards), "tiles": list(self.automaton.tiles)},
        }
