"""Foundations, laboratories and special research (from_the_moon 7.5, 7.6, 7.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import DECLINE, DISPLAY, FOUNDATION, LABORATORY_SPACE
from .chance import drawn_from
from .frames import CanPay, Frame
from .greenhouses import GreenhouseGain
from .tables import SURVIVORS, Amounts, total_of

if TYPE_CHECKING:
    from .position import Position


def gain_foundation(position: Position) -> None:
    """Fill the next slot; with all slots filled nothing happens (from_the_moon 7.5)."""
    own = position.own
    if not own.has_room_for_foundation():
        return
    own.foundations += 1
    position.progress_by("gain_foundation")
    if own.uses_building_of(SURVIVORS):
        position.push(GreenhouseGain(from_market=True))


def take_from_display(position: Position, space: int) -> int:
    """Take a laboratory; those above it slide down and the stack fills the top (from_the_moon 7.6).

    Returns:
        The kind taken.
    """
    columns = position.tables.display["cols"]
    kind = position.display[space]
    for below in range(space, columns - 1, -columns):
        position.display[below] = position.display[below - columns]
    column = space % columns
    left = position.laboratories_left
    found = drawn_from(left, "laboratory stack", position.chance.laboratory(column, list(left)))
    left[found] -= 1
    position.display[column] = found
    return kind


def row_surcharge(position: Position, space: int) -> Amounts:
    """The energy due for a display space."""
    return {"energy": position.tables.surcharge[space // position.tables.display["cols"]]}


class LaboratoryPick(Frame):
    """Choose a laboratory on display; `paid` means by an effect, where only the surcharge is due."""

    name = "LAB_PICK"

    def __init__(self, paid: bool):
        self.paid = paid

    def _cost(self, position: Position, space: int) -> Amounts:
        cost = {} if self.paid else position.tables.foundations["laboratory_cost"]
        return total_of(cost, row_surcharge(position, space))

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        if not position.own.free_laboratory_spaces():
            return set()
        spaces = range(len(position.display))
        return {DISPLAY + space for space in spaces if can_pay(self._cost(position, space))}

    def way_out(self, position: Position) -> int | None:
        return DECLINE if self.paid else None

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action != DECLINE:
            position.pay(self._cost(position, action - DISPLAY))
            position.push(LaboratoryPlace(take_from_display(position, action - DISPLAY)))

    def arguments(self) -> list:
        return [2 if self.paid else 0]


class LaboratoryPlace(Frame):
    """Choose the space of a laboratory in hand."""

    name = "LAB_PLACE"

    def __init__(self, kind: int):
        self.kind = kind

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {LABORATORY_SPACE + space for space in position.own.free_laboratory_spaces()}

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        own, tables = position.own, position.tables
        space = action - LABORATORY_SPACE
        own.laboratories[space] = self.kind
        row, column = tables.row_and_column(space)
        if row == tables.foundations["slot_rows"] - 1:
            position.gain(tables.foundations["third_row_bonus"])
        position.progress_by("gain_laboratory")
        # Fixed now: a laboratory placed later is not added.
        places = {other: tables.row_and_column(other) for other in own.laboratories}
        position.push(LaboratoryActivate({other for other, (i, j) in places.items() if i == row or j == column}))

    def arguments(self) -> list:
        return [self.kind]


class LaboratoryActivate(Frame):
    """Activate laboratories one after the other, each once."""

    name = "LAB_ACTIVATE"

    def __init__(self, spaces: set[int]):
        self.spaces = spaces

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {LABORATORY_SPACE + space for space in self.spaces}

    def way_out(self, position: Position) -> int | None:
        return DECLINE

    def take(self, position: Position, action: int) -> None:
        if action == DECLINE:
            position.close(self)
            return
        space = action - LABORATORY_SPACE
        self.spaces.remove(space)
        if not self.spaces:
            position.close(self)
        position.resolve(position.tables.laboratories[position.own.laboratories[space]])

    def arguments(self) -> list:
        return sorted(self.spaces)


class SpecialResearch(Frame):
    """Pay 2 energy for a foundation or for any laboratory on display (from_the_moon 7.9)."""

    name = "SPECIAL_RESEARCH"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        own = position.own
        if not can_pay(position.tables.foundations["special_research_cost"]):
            return set()
        found = {FOUNDATION} if own.has_room_for_foundation() else set()
        if own.free_laboratory_spaces():
            found |= {DISPLAY + space for space in range(len(position.display))}
        return found

    def way_out(self, position: Position) -> int | None:
        return DECLINE

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action == DECLINE:
            return
        position.pay(position.tables.foundations["special_research_cost"])
        if action == FOUNDATION:
            gain_foundation(position)
        else:
            position.push(LaboratoryPlace(take_from_display(position, action - DISPLAY)))
