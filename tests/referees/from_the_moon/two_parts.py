"""The actions of two parts: greenhouses, team and research (from_the_moon 6.2, 6.3, 6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import CONSTRUCT_GREENHOUSE, DECLINE, FOUNDATION, IMPROVE_GREENHOUSE, LABORATORY, RECRUIT_PART, TRAIN_PART
from .approvals import Approval
from .frames import CanPay, Frame
from .greenhouses import gain_greenhouse, improve_greenhouse, surcharge
from .research import LaboratoryPick, SpecialResearch, gain_foundation
from .tables import BIOFARMERS, MISSIONS, SCHOLARS, Amounts, total_of
from .team import Recruit, Train, recruit_cost

if TYPE_CHECKING:
    from .position import Position


class GreenhouseAction(Frame):
    """Construct, improve or both, in any order."""

    name = "GH_ACTION"

    def __init__(self):
        self.constructed = False
        self.improved = False

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        own = position.own
        found = set()
        if not self.constructed and own.has_room_for_greenhouse() and can_pay(self._construction_cost(position)):
            found.add(CONSTRUCT_GREENHOUSE)
        if not self.improved and own.basic_greenhouses and can_pay(position.tables.greenhouses["improve_cost"]):
            found.add(IMPROVE_GREENHOUSE)
        return found

    def _construction_cost(self, position: Position) -> Amounts:
        return total_of(position.tables.greenhouses["construct_cost"], surcharge(position))

    def way_out(self, position: Position) -> int | None:
        return DECLINE if self.constructed or self.improved else None

    def take(self, position: Position, action: int) -> None:
        if action == CONSTRUCT_GREENHOUSE:
            self.constructed = True
            position.pay(self._construction_cost(position))
            gain_greenhouse(position, from_market=True)
        elif action == IMPROVE_GREENHOUSE:
            self.improved = True
            position.pay(position.tables.greenhouses["improve_cost"])
            improve_greenhouse(position)
        else:
            position.close(self)
            if position.own.plays(BIOFARMERS):
                position.push(Approval(set(range(len(MISSIONS))), "any"))

    def arguments(self) -> list:
        return [self.constructed, self.improved]


class TeamAction(Frame):
    """Recruit, train or both, in any order."""

    name = "TEAM_ACTION"

    def __init__(self):
        self.recruited = False
        self.trained = False

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        own = position.own
        found = set()
        if not self.recruited and own.recruits() and can_pay(recruit_cost(position, free=False)):
            found.add(RECRUIT_PART)
        if not self.trained and own.trainees() and can_pay(position.tables.board["train_cost"]):
            found.add(TRAIN_PART)
        return found

    def way_out(self, position: Position) -> int | None:
        return DECLINE if self.recruited or self.trained else None

    def take(self, position: Position, action: int) -> None:
        if action == RECRUIT_PART:
            self.recruited = True
            position.push(Recruit(free=False))
        elif action == TRAIN_PART:
            self.trained = True
            position.push(Train(free=False))
        else:
            position.close(self)
            if position.own.plays(SCHOLARS):
                position.push(SpecialResearch())

    def arguments(self) -> list:
        return [self.recruited, self.trained]


class ResearchAction(Frame):
    """Construct a foundation, a laboratory or both, in any order."""

    name = "RESEARCH_ACTION"

    def __init__(self):
        self.foundation = False
        self.laboratory = False

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        own = position.own
        found = set()
        if (
            not self.foundation
            and own.has_room_for_foundation()
            and can_pay(position.tables.foundations["construct_cost"])
        ):
            found.add(FOUNDATION)
        if not self.laboratory and LaboratoryPick(paid=False).options(position, can_pay):
            found.add(LABORATORY)
        return found

    def way_out(self, position: Position) -> int | None:
        return DECLINE if self.foundation or self.laboratory else None

    def take(self, position: Position, action: int) -> None:
        if action == FOUNDATION:
            self.foundation = True
            position.pay(position.tables.foundations["construct_cost"])
            gain_foundation(position)
        elif action == LABORATORY:
            self.laboratory = True
            position.push(LaboratoryPick(paid=False))
        else:
            position.close(self)

    def arguments(self) -> list:
        return [self.foundation, self.laboratory]
