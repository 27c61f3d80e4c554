"""Referee of From the Moon: the course of the game."""

from collections.abc import Generator

from .actions import ENERGY_TO_FOOD, FOOD_TO_ENERGY
from .chance import Chance
from .frames import Frame
from .income import advance
from .position import Position
from .scoring import points
from .setup import Crew, Draft, set_up_board, set_up_faction
from .snapshot import snapshot
from .solo import is_won
from .turn import EndTurn, Main, may_be_last

OBJECTIVES = range(2, 6)


class FromTheMoonReferee(Position):
    """Follows a game decision by decision.

    The order of turns is one generator (`_turns`) that puts the first decision of a turn on the empty stack; what
    follows inside a turn is kept on the stack as the specification has it.
    """

    def __init__(self, components: dict, players: int, chance: Chance, objectives: int = 0):
        """Set the game up and go to its first decision.

        Args:
            components: The parsed table of components.
            players: Number of players, 1 for solo. Seat 0 is the first player.
            chance: Gives every random outcome as the game had it.
            objectives: Number of objectives, 2 to 5, of a solo game.

        Raises:
            ValueError: If there is no such game.
        """
        if not 1 <= players <= 4 or (objectives in OBJECTIVES if players > 1 else objectives not in OBJECTIVES):
            raise ValueError(f"no game of {players} players with {objectives} objectives")
        super().__init__(components, players, chance)
        set_up_board(self, objectives)
        self.over = False
        self._course = self._turns()
        self.settle()

    # What is asked and answered

    @property
    def actor(self) -> int | None:
        """Seat whose decision it is, None when the game is over."""
        return None if self.over else self.seat

    @property
    def frame(self) -> str:
        """Name of the current decision, "over" when the game is over."""
        return "over" if self.over else self.stack[-1].name

    def legal(self) -> set[int]:
        """Return the legal actions of the current decision, none when the game is over."""
        return set() if self.over else self._legal(self.stack[-1])

    def apply(self, action: int) -> None:
        """Carry out an action and everything that follows up to the next decision.

        Args:
            action: One of `legal()`.

        Raises:
            ValueError: If the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"{action} is not legal")
        if self.stack[-1].conversions(self):
            self.own.offered_energy = self.own.energy
        self._carry_out(self.stack[-1], action)
        self.settle()

    def settle(self) -> None:
        """Carry out everything that is not asked (from_the_moon 12.4), up to the next decision."""
        while not self.over:
            if not self.stack:
                self._go_on()
                continue
            unasked = self._unasked(self.stack[-1])
            if unasked is None:
                return
            self._carry_out(self.stack[-1], unasked)

    # One decision

    def _legal(self, frame: Frame) -> set[int]:
        found = frame.options(self, self.own.can_pay)
        way_out = frame.way_out(self)
        if way_out is not None:
            found.add(way_out)
        offered = frame.conversions(self)
        if ENERGY_TO_FOOD in offered and self.own.energy >= 2:
            found.add(ENERGY_TO_FOOD)
        if (
            FOOD_TO_ENERGY in offered
            and self.own.food >= self.own.food_for_energy
            and self.own.energy < self.own.batteries
        ):
            found.add(FOOD_TO_ENERGY)
        return found

    def _unasked(self, frame: Frame) -> int | None:
        """The action that is carried out without asking, None if the player decides."""
        if frame.forced(self) is not None:
            return frame.forced(self)
        way_out = frame.way_out(self)
        if way_out is not None and not frame.options(self, self.own.can_pay_after_conversion):
            return way_out
        found = self._legal(frame)
        if not found:
            raise AssertionError(f"{frame.name} has no option")
        return found.pop() if len(found) == 1 else None

    def _carry_out(self, frame: Frame, action: int) -> None:
        if action == ENERGY_TO_FOOD:
            self.energy_to_food()
        elif action == FOOD_TO_ENERGY:
            self.food_to_energy()
        else:
            frame.take(self, action)

    # The order of turns (from_the_moon 3, 4)

    def _go_on(self) -> None:
        first = next(self._course, None)
        if first is None:
            self.over = True
        else:
            self.push(first)

    def _turns(self) -> Generator[Frame, None, None]:
        seats = range(len(self.players))
        for self.seat in reversed(seats):
            yield Draft()
        self.offered.clear()
        for player in self.players:
            set_up_faction(self, player)
        for self.seat in seats:
            yield Crew()
        while not self.end_triggered:
            for self.seat in seats:
                yield Main()
                if self.lost:
                    return
                if self.gathering:
                    # Cyborgs do not feed.
                    advance(self)
                if may_be_last(self):
                    yield EndTurn()

    # Result

    def points(self) -> list[dict[str, int]]:
        """Return the points of every player by category as they stand now; solo as if the game were won."""
        return points(self)

    def outcome(self) -> list[float]:
        """Return 2 * share - 1 for every player, where the winners share 1; in solo 1 for a victory, otherwise -1.

        Raises:
            ValueError: If the game is not over.
        """
        if not self.over:
            raise ValueError("the game is not over")
        if self.solo:
            return [1.0 if is_won(self) else -1.0]
        totals = [sum(row.values()) for row in self.points()]
        winners = totals.count(max(totals))
        return [2 / winners - 1 if total == max(totals) else -1.0 for total in totals]

    def snapshot(self) -> dict:
        """Return everything comparable as plain data."""
        return snapshot(self)
