"""What the referees of all adventures share: the course of the turn, missions, ASTRA's cards and the result."""

from collections.abc import Callable, Generator
from typing import NamedTuple

from .astra import DRAWN_PER_TURN, PAIRS, Astra
from .cards import Piles, Shuffle
from .missions import LETTERS, MissionBoard

# core 4.3: the answer that declines an action.
PASS = ("pass",)


class Decision(NamedTuple):
    """A question to a player; `options` lists the legal answers as the position stands."""

    seat: int
    options: Callable[[], set[tuple]]


class Referee:
    """Follows a game decision by decision; the adventures say what is written, what it does and what it is worth.

    The game is one generator (`_play`) that stops at each decision and goes on with the answer.
    """

    ADVENTURE: int
    SHEET: type

    def __init__(
        self,
        players: int,
        opponent: int | None,
        missions: tuple[int, int, int],
        shuffle: Shuffle,
    ):
        """Set the game up and go to its first decision.

        Args:
            players: 1..6; 1 is the solo game.
            opponent: Level 1..8 of the solo opponent, else None.
            missions: The mission card ids of the letters A, B, C.
            shuffle: shuffle(what, cards) returns the order the game dealt, the card drawn first at index 0.
                `what` is "pile 0", "pile 1" or "pile 2", or "deck" in the solo game.
        """
        opponents = range(1, 9) if players == 1 else (None,)
        if not 1 <= players <= 6 or opponent not in opponents:
            raise ValueError(f"{players} players with opponent {opponent}")
        self.board = MissionBoard(self.ADVENTURE, missions, players)
        self.seats = range(players)
        self.sheets = self._lay_out_sheets()
        self.astra = Astra(self.ADVENTURE, opponent, shuffle) if players == 1 else None
        self.piles = Piles(shuffle) if players > 1 else None
        self.turn = 0
        self._unused_slot: int | None = None
        self._prepare()
        self._course = self._play()
        self._decision: Decision | None = next(self._course, None)

    # What is asked and answered

    @property
    def actor(self) -> int | None:
        """Seat whose decision it is, None when the game is over."""
        return None if self._decision is None else self._decision.seat

    def legal(self) -> set[tuple]:
        """Return the legal actions of the current decision, none when the game is over."""
        return set() if self._decision is None else self._decision.options()

    def apply(self, action: tuple) -> None:
        """Carry out an action and everything that follows up to the next decision.

        Args:
            action: One of `legal()`.

        Raises:
            ValueError: If the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"{action} is not legal")
        try:
            self._decision = self._course.send(action)
        except StopIteration:
            self._decision = None

    # What an adventure adds

    def _lay_out_sheets(self) -> list:
        """The sheets of the game: one for every player, shared ones in Adventure 8."""
        return [self.SHEET() for _ in self.seats]

    def _prepare(self) -> None:
        """Set up what the adventure needs besides sheets, missions and cards."""

    def _set_up_sheet(self, seat: int) -> Generator[Decision, tuple, None]:
        """Ask a player for what the set-up of the adventure leaves open."""
        yield from ()

    def _write(self, seat: int) -> Generator[Decision, tuple, None]:
        """Lead a player through phases 2 to 4, or a System Error."""
        raise NotImplementedError

    def _incidents(self) -> None:
        """Carry out phase 5 as far as it needs no choice."""
        raise NotImplementedError

    def _suffer_incidents(self, seat: int) -> Generator[Decision, tuple, None]:
        """Ask a player for the choices of phase 5, which the others do not see before the phase is over."""
        yield from ()

    def _meets(self, seat: int, card: int) -> bool:
        """Tell whether a player meets the condition of a mission card now."""
        return self.sheets[seat].meets(card)

    def _mission_gain(self, seat: int, value: int) -> None:
        """Carry out what a mission brings besides its points."""

    def _react_to_missions(self) -> bool:
        """Carry out what the missions of a phase 6 start for all; True if phases 5 and 6 are played again."""
        return False

    def _carry_out_effect(self, letter: str) -> Generator[Decision, tuple, None]:
        """Carry out an effect card that has an effect, its mission apart."""
        target = yield from self._choose(0, self._effect_actions)
        self._suffer_effect(target)

    def _effect_actions(self) -> set[tuple]:
        """The targets of an effect card."""
        raise NotImplementedError

    def _suffer_effect(self, target: tuple | None) -> None:
        """Carry out an effect card on its target, None if there is none."""
        raise NotImplementedError

    def _astra_gain(self, value: int) -> None:
        """Carry out at once what a card given to ASTRA does."""

    def _ends(self) -> bool:
        """Tell whether an end condition is met at the end of the turn."""
        raise NotImplementedError

    def _ranking_key(self, seat: int) -> tuple:
        """The larger key wins, equal keys share the victory."""
        raise NotImplementedError

    def _solo_outcome(self) -> float:
        """1.0, 0.0 or -1.0."""
        own, rival = (sum(row.values()) for row in self.points())
        return float((own > rival) - (own < rival))

    def _player_snapshot(self, seat: int) -> dict:
        """What a player's own sheet holds, as plain data."""
        return self.sheets[seat].snapshot()

    # The turn (core 4, astra 3)

    def _play(self) -> Generator[Decision, tuple, None]:
        for seat in self.seats:
            yield from self._set_up_sheet(seat)
        while True:
            self.turn += 1
            if self.astra is None:
                self.piles.flip()
            else:
                yield from self._draw_cards()
                if not self.astra.hand_complete():
                    return  # astra 6: the deck is exhausted for the second time
            for seat in self.seats:
                yield from self._write(seat)
            self.board.begin_phase()
            yield from self._incidents_and_missions()
            while self._react_to_missions():
                yield from self._incidents_and_missions()
            self.board.end_phase()
            if self.astra is not None:
                yield from self._give_card()
            if self._ends():
                return

    def _incidents_and_missions(self) -> Generator[Decision, tuple, None]:
        """Phases 5 and 6 once; Adventure 6 may repeat them."""
        self._incidents()
        for seat in self.seats:
            yield from self._suffer_incidents(seat)
        for seat in self.seats:
            yield from self._missions(seat)

    def _offers(self) -> list[tuple[int, str]]:
        """The combinations that can be picked: three piles, or six ordered pairs in solo mode."""
        return self.piles.combinations() if self.astra is None else self.astra.pairs()

    def _take_offer(self, pick: int) -> tuple[int, str]:
        """Take a combination, which in solo mode leaves one card over; return its number and its action."""
        if self.astra is not None:
            (self._unused_slot,) = {0, 1, 2} - set(PAIRS[pick])
        return self._offers()[pick]

    def _choose(self, seat: int, options: Callable[[], set[tuple]]) -> Generator[Decision, tuple, tuple | None]:
        """Ask for one of several targets; a single one is taken without asking, None if there is none."""
        targets = options()
        if len(targets) > 1:
            return (yield Decision(seat, options))
        return targets.pop() if targets else None

    def _choose_or_pass(self, seat: int, options: Callable[[], set[tuple]]) -> Generator[Decision, tuple, tuple | None]:
        """Ask for a target, also for a single one, since the action may be declined; None if it is or none exists."""
        if not options():
            return None
        answer = yield Decision(seat, lambda: options() | {PASS})
        return None if answer == PASS else answer

    # Phase 6: missions (core 4.7)

    def _missions(self, seat: int) -> Generator[Decision, tuple, None]:
        while self._possible_missions(seat):
            answer = yield Decision(seat, lambda: self._possible_missions(seat) | {("no_mission",)})
            if answer == ("no_mission",):
                return
            self._mission_gain(seat, self.board.take(seat, answer[1]))

    def _possible_missions(self, seat: int) -> set[tuple]:
        return {
            ("mission", letter)
            for letter, card in enumerate(self.board.cards)
            if self.board.may_take(seat, letter) and self._meets(seat, card)
        }

    # Solo mode: the draw with its effect cards, the card for ASTRA (astra 3, 4)

    def _draw_cards(self) -> Generator[Decision, tuple, None]:
        yield from self._draw_up_to(DRAWN_PER_TURN)

    def _draw_up_to(self, count: int) -> Generator[Decision, tuple, None]:
        """Draw until this many starship cards are in the hand, or the deck is exhausted."""
        while len(self.astra.drawn) < count:
            if not self.astra.draw():
                return
            if self.astra.effect is not None:
                yield from self._effect(self.astra.effect)
                self.astra.discard_effect()

    def _effect(self, letter: str) -> Generator[Decision, tuple, None]:
        if self.astra.has_effect(letter):
            yield from self._carry_out_effect(letter)
        if self.astra.pass_number == 2:
            self.board.turn_over(LETTERS.index(letter))

    def _give_card(self) -> Generator[Decision, tuple, None]:
        kind, slot = yield from self._choose(0, self._give_actions)
        if kind == "remove":
            self.astra.remove(slot)
        else:
            self._astra_gain(self.astra.give(slot))

    def _give_actions(self) -> set[tuple]:
        # After a written number only the unused card, after a System Error any of the three.
        slots = range(3) if self._unused_slot is None else (self._unused_slot,)
        kinds = ("give", "remove") if self.astra.has_bonus() else ("give",)
        return {(kind, slot) for kind in kinds for slot in slots}

    # The result (core 7)

    def points(self) -> list[dict[str, int]]:
        """Return the points of every player, and of ASTRA in solo mode, as they stand now."""
        raise NotImplementedError

    def _points_of_astra(self) -> dict[str, int]:
        """The points of ASTRA in Adventures 2 to 8 (astra 6)."""
        cards = self.astra.card_points()
        return {"astra_cards": cards, "astra_level": self.astra.score() - cards}

    def outcome(self) -> list[float]:
        """Return 2 * share - 1 for every player, where the winners share 1; solo 1.0, 0.0 or -1.0.

        Raises:
            ValueError: If the game is not over.
        """
        if self._decision is not None:
            raise ValueError("the game is not over")
        if self.astra is not None:
            return [self._solo_outcome()]
        keys = [self._ranking_key(seat) for seat in self.seats]
        winners = keys.count(max(keys))
        return [2 / winners - 1 if key == max(keys) else -1.0 for key in keys]

    def snapshot(self) -> dict:
        """Return everything comparable as plain data."""
        solo = self.astra is not None
        return {
            "turn": self.turn,
            "over": self._decision is None,
            "actor": self.actor,
            "combinations": self.astra.hand() if solo else self.piles.combinations(),
            "next_actions": None if solo else self.piles.next_actions(),
            "top": self.astra.top() if solo else None,
            "missions": list(self.board.cards),
            "turned_over": list(self.board.turned_over),
            "players": [
                {**self._player_snapshot(seat), "missions": list(taken)} for seat, taken in enumerate(self.board.taken)
            ],
            "astra": self.astra.snapshot() if solo else None,
        }
