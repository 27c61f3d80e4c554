"""Recruiting and training (from_the_moon 7.1, 7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import DECLINE, RECRUIT, TRAIN
from .frames import CanPay, Frame
from .tables import CYBORGS, SCHOLARS, UNIFIERS, Amounts, total_of

if TYPE_CHECKING:
    from .position import Position

CYBORG_RECRUIT = {"energy": 1, "metal": 1}


def recruit_cost(position: Position, free: bool) -> Amounts:
    """The cost of a recruit; Cyborgs pay more for every one, free ones too."""
    cost = {} if free else position.tables.board["recruit_cost"]
    return total_of(cost, CYBORG_RECRUIT) if position.own.plays(CYBORGS) else cost


class Recruit(Frame):
    """Choose the colour and the rover of a recruit."""

    name = "RECRUIT"

    def __init__(self, free: bool):
        self.free = free

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        if not can_pay(recruit_cost(position, self.free)):
            return set()
        return {RECRUIT + colour * 3 + rover for colour, rover in position.own.recruits()}

    def way_out(self, position: Position) -> int | None:
        return DECLINE if self.free else None

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action == DECLINE:
            return
        own = position.own
        position.pay(recruit_cost(position, self.free))
        colour, rover = divmod(action - RECRUIT, 3)
        own.rovers[rover].basics[colour] += 1
        bonus = position.tables.board["recruit_column_bonus"][own.taken[colour]]
        own.taken[colour] += 1
        position.gain(bonus)
        if own.uses_building_of(UNIFIERS):
            position.gain({"vp": 2})
        position.progress_by("recruit_astronaut")

    def arguments(self) -> list:
        return [self.free]


class Train(Frame):
    """Choose the basic astronaut that becomes a specialist."""

    name = "TRAIN"

    def __init__(self, free: bool):
        self.free = free

    def _cost(self, position: Position) -> Amounts:
        return {} if self.free else position.tables.board["train_cost"]

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        if not can_pay(self._cost(position)):
            return set()
        return {TRAIN + colour * 3 + rover for colour, rover in position.own.trainees()}

    def way_out(self, position: Position) -> int | None:
        return DECLINE if self.free else None

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action == DECLINE:
            return
        own = position.own
        position.pay(self._cost(position))
        colour, rover = divmod(action - TRAIN, 3)
        own.rovers[rover].basics[colour] -= 1
        own.rovers[rover].specialists[colour] += 1
        bonus = position.tables.board["train_bonus_per_color"][own.trained[colour]]
        own.trained[colour] += 1
        position.gain(bonus)
        if own.uses_building_of(SCHOLARS):
            position.gain({"battery": 1, "energy": 1})
        position.progress_by("train_specialist")

    def arguments(self) -> list:
        return [self.free]
