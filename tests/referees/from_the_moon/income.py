"""Gather: income, feeding, progress and refill (from_the_moon 6.6, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import ENERGY_TO_FOOD, FEED, GREENHOUSE_FOOD, INCOME, RECHARGE
from .frames import CONVERSIONS, CanPay, Frame
from .greenhouses import tiles_not_owned
from .solo import move_opponent, note_group
from .tables import CYBORGS

if TYPE_CHECKING:
    from .position import Position


def gather(position: Position) -> None:
    """Bring the rovers back; income and feeding follow."""
    own = position.own
    for rover in own.rovers:
        rover.tile = None
    position.gathering = True
    if not own.plays(CYBORGS):
        position.push(Feed())
    position.push(Income({*own.small, RECHARGE, GREENHOUSE_FOOD}))


class Income(Frame):
    """Resolve the items of the income one by one."""

    name = "INCOME"

    def __init__(self, items: set[int]):
        self.items = items

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {INCOME + item for item in self.items}

    def conversions(self, position: Position) -> frozenset[int]:
        return CONVERSIONS

    def forced(self, position: Position) -> int | None:
        """Without a small building left, the moment of the greenhouse food no longer matters."""
        if GREENHOUSE_FOOD in self.items and self.items <= {RECHARGE, GREENHOUSE_FOOD}:
            return INCOME + GREENHOUSE_FOOD
        return None

    def take(self, position: Position, action: int) -> None:
        own, tables = position.own, position.tables
        item = action - INCOME
        self.items.remove(item)
        if not self.items:
            position.close(self)
        if item == RECHARGE:
            own.energy = own.batteries
        elif item == GREENHOUSE_FOOD:
            food = tables.greenhouses["income_food"]
            basic, improved = own.basic_greenhouses * food["basic"], own.improved_greenhouses * food["improved"]
            position.gain({"food": basic + improved})
        else:
            position.resolve(tables.small[position.small[item]])

    def arguments(self) -> list:
        return sorted(self.items)


class Feed(Frame):
    """Feed the crew."""

    name = "FEED"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        own = position.own
        # from_the_moon 11: in solo feeding must be completed by conversions if they suffice.
        if position.solo and own.food < own.astronauts <= own.food + own.energy // 2:
            return set()
        return {FEED}

    def conversions(self, position: Position) -> frozenset[int]:
        return frozenset({ENERGY_TO_FOOD}) if position.solo else CONVERSIONS

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        own = position.own
        eaten = min(own.food, own.astronauts)
        position.pay({"food": eaten})
        unfed = own.astronauts - eaten
        if unfed and position.solo:
            position.lost = True
            return
        own.score -= position.tables.board["vp_lost_per_unfed"] * unfed
        advance(position)


def advance(position: Position) -> None:
    """Move the own progress pawn; the first to enter a space refills the Moon and the greenhouses."""
    own, tables = position.own, position.tables
    position.gathering = False
    own.space += 1
    if own.space > tables.spaces_of_progress:
        position.end_triggered = True
        return
    note_group(position)
    if any(player.space >= own.space for player in position.players if player is not own):
        return
    position.moon.refill(tables.refill[position.progress[own.space - 1]], position.chance)
    position.cheap = min(tables.cheap, tiles_not_owned(position))
    if position.solo:
        move_opponent(position)
