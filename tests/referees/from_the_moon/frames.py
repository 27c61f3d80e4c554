"""A pending decision, and the choice of a resource (from_the_moon 12.1 to 12.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .actions import ENERGY_TO_FOOD, FOOD_TO_ENERGY, RESOURCE
from .tables import RESOURCES, Amounts

if TYPE_CHECKING:
    from .position import Position

CanPay = Callable[[Amounts], bool]
CONVERSIONS = frozenset({ENERGY_TO_FOOD, FOOD_TO_ENERGY})


class Frame:
    """A decision of the current player that is pending on the stack."""

    name: str

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        """The actions besides the way out and conversions, where `can_pay` tells which costs are payable."""
        raise NotImplementedError

    def take(self, position: Position, action: int) -> None:
        """Carry out one of the options or the way out."""
        raise NotImplementedError

    def way_out(self, position: Position) -> int | None:
        """The action that does nothing more here (decline, or 1 vp for an approval), None if there is none."""
        return None

    def conversions(self, position: Position) -> frozenset[int]:
        """The conversions that belong to this decision (from_the_moon 12.3)."""
        return frozenset() if self.way_out(position) is None else CONVERSIONS

    def forced(self, position: Position) -> int | None:
        """An action that is carried out at once although others are possible."""
        return None

    def arguments(self) -> list:
        """The arguments as the specification lists them, sets in ascending order."""
        return []


class Resource(Frame):
    """Choose resources one by one (from_the_moon 7.8)."""

    name = "RESOURCE"

    def __init__(self, count: int):
        self.count = count

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {RESOURCE + resource for resource in range(len(RESOURCES))}

    def take(self, position: Position, action: int) -> None:
        self.count -= 1
        if not self.count:
            position.close(self)
        position.gain({RESOURCES[action - RESOURCE]: 1})

    def arguments(self) -> list:
        return [self.count]
