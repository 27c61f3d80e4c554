"""Referee of Adventure 1, The Launch: the course of the game. The sheet and its tables are in launch_sheet."""

from collections.abc import Callable, Generator
from functools import partial
from typing import NamedTuple

from .astra import PAIRS, Astra
from .cards import Piles, Shuffle, X
from .launch_sheet import (
    ASTRA_BOXES,
    CROSSED_OFF,
    ERROR_BOXES,
    ERROR_PENALTY,
    LAUNCH_SCORE,
    OPEN,
    SABOTAGES,
    Sheet,
    astra_track_score,
    precrossed_boxes,
    track_score,
)
from .missions import LETTERS, MissionBoard


class Decision(NamedTuple):
    """A question to a player; `options` lists the legal answers as the position stands."""

    seat: int
    options: Callable[[], set[tuple]]


class LaunchReferee:
    """Follows a game of The Launch decision by decision.

    The game is one generator (`_play`) that stops at each decision and goes on with the answer.
    """

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
        self.board = MissionBoard(1, missions, players)
        self.sheets = [Sheet() for _ in range(players)]
        self.astra = Astra(1, opponent, shuffle) if players == 1 else None
        self.astra_boxes = precrossed_boxes(opponent) if players == 1 else 0
        self.piles = Piles(shuffle) if players > 1 else None
        self.turn = 0
        self._unused_slot: int | None = None
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

    # The turn (core 4, astra 3)

    def _play(self) -> Generator[Decision, tuple, None]:
        while True:
            self.turn += 1
            if self.astra is None:
                self.piles.flip()
            else:
                yield from self._draw_cards()
                if not self.astra.hand_complete():
                    return  # astra 6: the deck is exhausted for the second time
            for seat in range(len(self.sheets)):
                yield from self._write(seat)
            self._incidents()
            self.board.begin_phase()
            for seat in range(len(self.sheets)):
                yield from self._missions(seat)
            self.board.end_phase()
            if self.astra is not None:
                yield from self._give_card()
            if self._ends():
                return

    def _offers(self) -> list[tuple[int, str]]:
        """The combinations that can be picked: three piles, or six ordered pairs in solo mode."""
        return self.piles.combinations() if self.astra is None else self.astra.pairs()

    # Phases 2 to 4: write a number, then the chain of effects (adventure_1 3.1, 3.2)

    def _write(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        self._unused_slot = None
        if not self._combination_actions(seat):
            sheet.circle_error()  # the System Error
            return
        _, pick = yield Decision(seat, partial(self._combination_actions, seat))
        if self.astra is not None:
            (self._unused_slot,) = {0, 1, 2} - set(PAIRS[pick])
        number, action = self._offers()[pick]
        _, cell = yield Decision(seat, lambda: {("write", cell) for cell in sheet.legal_cells(number, action)})
        self._fill(seat, cell, number)
        # adventure_1, ruling 1: pending activations before pending X.
        while sheet.pending_activations or sheet.pending_x:
            if sheet.pending_activations:
                sheet.pending_activations -= 1
                yield from self._activate(seat)
            else:
                sheet.pending_x -= 1
                yield from self._build(seat)

    def _combination_actions(self, seat: int) -> set[tuple]:
        offers = enumerate(self._offers())
        return {("combination", pick) for pick, offer in offers if self.sheets[seat].legal_cells(*offer)}

    def _fill(self, seat: int, cell: int, value: int) -> None:
        sheet = self.sheets[seat]
        triggered_before = len(sheet.triggered_now)
        sheet.fill(cell, value)
        if self.astra is not None:
            # adventure_1 6: each Sabotage triggered circles a solo bonus.
            for _ in sheet.triggered_now[triggered_before:]:
                self.astra.trigger_bonus()

    def _activate(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        targets = sheet.activation_targets()
        if not targets:
            return
        target = targets[0]
        if len(targets) > 1:
            _, target = yield Decision(seat, lambda: {("activate", target) for target in sheet.activation_targets()})
        sheet.arrows[target] = True

    def _build(self, seat: int) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[seat]
        if not sheet.empty_cells():
            return
        answer = yield Decision(seat, lambda: {("x", cell) for cell in sheet.empty_cells()} | {("decline_x",)})
        if answer[0] == "x":
            self._fill(seat, answer[1], X)

    # Phase 5: sabotages (adventure_1 3.4; without a rival they have no other effect, adventure_1 6)

    def _incidents(self) -> None:
        for sabotage in range(SABOTAGES):
            if not any(sabotage in sheet.triggered_now for sheet in self.sheets):
                continue
            for sheet in self.sheets:
                if sabotage not in sheet.triggered_now:
                    sheet.circle_error()
                    sheet.sabotages[sabotage] = CROSSED_OFF
        for sheet in self.sheets:
            sheet.triggered_now = []

    # Phase 6: missions (core 4.7, adventure_1 3.5)

    def _missions(self, seat: int) -> Generator[Decision, tuple, None]:
        while self._possible_missions(seat):
            answer = yield Decision(seat, lambda: self._possible_missions(seat) | {("no_mission",)})
            if answer == ("no_mission",):
                return
            self.sheets[seat].cross_off_rockets(self.board.take(seat, answer[1]))

    def _possible_missions(self, seat: int) -> set[tuple]:
        return {
            ("mission", letter)
            for letter, card in enumerate(self.board.cards)
            if self.board.may_take(seat, letter) and self.sheets[seat].meets(card)
        }

    # Solo mode: the draw with its effect cards, the card for ASTRA (astra 3, 4; adventure_1 6)

    def _draw_cards(self) -> Generator[Decision, tuple, None]:
        while not self.astra.hand_complete():
            if not self.astra.draw():
                return
            if self.astra.effect is not None:
                yield from self._effect(self.astra.effect)
                self.astra.discard_effect()

    def _effect(self, letter: str) -> Generator[Decision, tuple, None]:
        sheet = self.sheets[0]
        if self.astra.has_effect(letter):
            targets = self._sabotage_actions()
            if len(targets) > 1:
                _, sabotage = yield Decision(0, self._sabotage_actions)
                sheet.sabotages[sabotage] = CROSSED_OFF
            elif targets:
                ((_, sabotage),) = targets
                sheet.sabotages[sabotage] = CROSSED_OFF
            sheet.circle_error()
        if self.astra.pass_number == 2:
            self.board.turn_over(LETTERS.index(letter))

    def _sabotage_actions(self) -> set[tuple]:
        states = enumerate(self.sheets[0].sabotages)
        return {("cross_off_sabotage", sabotage) for sabotage, state in states if state == OPEN}

    def _give_card(self) -> Generator[Decision, tuple, None]:
        answers = self._give_actions()
        if len(answers) > 1:
            kind, slot = yield Decision(0, self._give_actions)
        else:
            ((kind, slot),) = answers
        if kind == "remove":
            self.astra.remove(slot)
        else:
            self.astra_boxes = min(ASTRA_BOXES, self.astra_boxes + self.astra.give(slot))

    def _give_actions(self) -> set[tuple]:
        # After a written number only the unused card, after a System Error any of the three.
        slots = range(3) if self._unused_slot is None else (self._unused_slot,)
        kinds = ("give", "remove") if self.astra.has_bonus() else ("give",)
        return {(kind, slot) for kind in kinds for slot in slots}

    # End and result (core 7, adventure_1 4 and 6)

    def _astra_launches(self) -> bool:
        return self.astra is not None and self.astra_boxes == ASTRA_BOXES

    def _ends(self) -> bool:
        return self._astra_launches() or any(
            sheet.launches()
            or sheet.circled == ERROR_BOXES
            or not sheet.empty_cells()
            or self.board.count(seat) == len(LETTERS)
            for seat, sheet in enumerate(self.sheets)
        )

    def points(self) -> list[dict[str, int]]:
        """Return the points of every player, and of ASTRA in solo mode, as they stand now."""
        rows = [
            {"track": track_score(sheet.rockets), "system_errors": -ERROR_PENALTY * sheet.open_errors()}
            for sheet in self.sheets
        ]
        if self.astra is not None:
            rows.append({"track": astra_track_score(self.astra_boxes), "system_errors": 0})
        return rows

    def outcome(self) -> list[float]:
        """Return 2 * share - 1 for every player, where the winners share 1; solo 1.0, 0.0 or -1.0.

        Raises:
            ValueError: If the game is not over.
        """
        if self._decision is not None:
            raise ValueError("the game is not over")
        if self.astra is not None:
            return [self._solo_outcome()]
        keys = [self._ranking_key(sheet) for sheet in self.sheets]
        winners = keys.count(max(keys))
        return [2 / winners - 1 if key == max(keys) else -1.0 for key in keys]

    def _ranking_key(self, sheet: Sheet) -> tuple:
        """adventure_1 4: launches first; tie rockets count only between launches."""
        if sheet.launches():
            return (True, LAUNCH_SCORE, sheet.tie_rockets, -sheet.circled)
        return (False, sheet.score(), 0, -sheet.circled)

    def _solo_outcome(self) -> float:
        """adventure_1 6, the table of results."""
        sheet = self.sheets[0]
        if sheet.launches() and self._astra_launches():
            return 1.0 if sheet.tie_rockets else 0.0
        if sheet.launches():
            return 1.0
        if self._astra_launches():
            return -1.0
        difference = sheet.score() - astra_track_score(self.astra_boxes)
        return float((difference > 0) - (difference < 0))

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
                {**sheet.snapshot(), "missions": list(taken)}
                for sheet, taken in zip(self.sheets, self.board.taken, strict=True)
            ],
            "astra": {"boxes": self.astra_boxes, **self.astra.snapshot()} if solo else None,
        }
