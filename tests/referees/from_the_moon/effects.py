"""The effects of terrain tiles, laboratories and small buildings (from_the_moon 8, 12.2, 12.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import DECLINE, OPTION
from .approvals import Approval
from .frames import CanPay, Frame, Resource
from .greenhouses import GreenhouseGain, GreenhouseImprove, surcharge
from .research import LaboratoryPick, gain_foundation
from .tables import MISSIONS, Amounts, Effect, total_of
from .team import Recruit, Train, recruit_cost

if TYPE_CHECKING:
    from .position import Position


def resolve(position: Position, effect: Effect) -> None:
    """Carry out an effect at once if nothing is to be decided about it, otherwise ask."""
    if effect.cost or len(effect.choices) > 1:
        position.push(EffectChoice(effect))
    else:
        run(position, effect.choices[0])


def run(position: Position, operations: list[dict]) -> None:
    """Carry out operations: gains at once, decisions afterwards in the order written."""
    pending = [frame for operation in operations if (frame := begin(position, operation)) is not None]
    for frame in reversed(pending):
        position.push(frame)


def begin(position: Position, operation: dict) -> Frame | None:
    """Carry out an operation, or return the decision that it needs."""
    kind = operation["op"]
    if kind == "gain":
        position.gain({what: count for what, count in operation.items() if what != "op"})
    elif kind == "vp_per":
        position.gain({"vp": operation["vp"] * position.count(operation["what"], position.seat)})
    elif kind == "foundation":
        gain_foundation(position)
    elif kind == "gain_choice":
        return Resource(operation["count"])
    elif kind == "approval":
        return Approval({MISSIONS.index(mission) for mission in operation["missions"]}, operation["mode"])
    elif kind == "recruit":
        return Recruit(free=True)
    elif kind == "train":
        return Train(free=True)
    elif kind == "greenhouse":
        return GreenhouseGain(from_market=operation["surcharge"])
    elif kind == "improve_greenhouse":
        return GreenhouseImprove()
    elif kind == "laboratory":
        return LaboratoryPick(paid=True)
    else:
        raise AssertionError(f"there is no operation {kind}")
    return None


def is_possible(position: Position, operation: dict) -> bool:
    """Tell whether an operation can be carried out, its cost apart (from_the_moon 12.4)."""
    own = position.own
    kind = operation["op"]
    if kind == "recruit":
        return bool(own.recruits())
    if kind == "train":
        return bool(own.trainees())
    if kind == "greenhouse":
        return own.has_room_for_greenhouse()
    if kind == "improve_greenhouse":
        return own.basic_greenhouses > 0
    if kind == "foundation":
        return own.has_room_for_foundation()
    if kind == "laboratory":
        return bool(own.free_laboratory_spaces())
    return True


def unavoidable_cost(position: Position, operation: dict) -> Amounts:
    """The cost of an operation that every choice in it has."""
    kind = operation["op"]
    if kind == "recruit":
        return recruit_cost(position, free=True)
    if kind == "greenhouse" and operation["surcharge"]:
        return surcharge(position)
    if kind == "laboratory" and operation["surcharge"]:
        return {"energy": min(position.tables.surcharge)}
    return {}


class EffectChoice(Frame):
    """Pay for an effect and choose its alternative, or decline."""

    name = "EFFECT"

    def __init__(self, effect: Effect):
        self.effect = effect

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        found = set()
        for number, operations in enumerate(self.effect.choices):
            costs = [unavoidable_cost(position, operation) for operation in operations]
            if all(is_possible(position, operation) for operation in operations) and can_pay(
                total_of(self.effect.cost, *costs)
            ):
                found.add(OPTION + number)
        return found

    def way_out(self, position: Position) -> int | None:
        return DECLINE

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action != DECLINE:
            position.pay(self.effect.cost)
            run(position, self.effect.choices[action - OPTION])

    def arguments(self) -> list:
        return [self.effect.table, self.effect.number]
