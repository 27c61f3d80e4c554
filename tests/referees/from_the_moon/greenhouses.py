"""Gaining and improving greenhouses (from_the_moon 7.3, 7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import DECLINE, OPTION
from .frames import CanPay, Frame
from .tables import BIOFARMERS, Amounts

if TYPE_CHECKING:
    from .position import Position


def surcharge(position: Position) -> Amounts:
    """What is due when a greenhouse is taken from the market."""
    return {} if position.cheap else position.tables.greenhouses["stack_surcharge"]


def tiles_not_owned(position: Position) -> int:
    """The greenhouse tiles on the main board, cheap ones included."""
    return position.tables.greenhouses["tile_count"] - sum(player.greenhouses for player in position.players)


def gain_greenhouse(position: Position, from_market: bool) -> None:
    """Place a greenhouse whose cost is paid."""
    if position.cheap and (from_market or tiles_not_owned(position) == position.cheap):
        position.cheap -= 1
    own = position.own
    bonus = position.tables.greenhouses["space_bonus_bottom_to_top"][own.greenhouses]
    own.basic_greenhouses += 1
    position.gain(bonus)
    position.progress_by("gain_greenhouse")


def improve_greenhouse(position: Position) -> None:
    """Flip a basic greenhouse."""
    own = position.own
    own.basic_greenhouses -= 1
    own.improved_greenhouses += 1
    if own.uses_building_of(BIOFARMERS):
        position.gain({"food": 1, "energy": 2})
    position.progress_by("improve_greenhouse")


class GreenhouseGain(Frame):
    """Take a greenhouse given by an effect, or not."""

    name = "GH_GAIN"

    def __init__(self, from_market: bool):
        self.from_market = from_market

    def _cost(self, position: Position) -> Amounts:
        return surcharge(position) if self.from_market else {}

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {OPTION} if position.own.has_room_for_greenhouse() and can_pay(self._cost(position)) else set()

    def way_out(self, position: Position) -> int | None:
        return DECLINE

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action == OPTION:
            position.pay(self._cost(position))
            gain_greenhouse(position, self.from_market)

    def arguments(self) -> list:
        return [self.from_market]


class GreenhouseImprove(Frame):
    """Improve a greenhouse for free, or not."""

    name = "GH_IMPROVE"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {OPTION} if position.own.basic_greenhouses else set()

    def way_out(self, position: Position) -> int | None:
        return DECLINE

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action == OPTION:
            improve_greenhouse(position)
