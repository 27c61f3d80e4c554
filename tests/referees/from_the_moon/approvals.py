"""Using an approval: constructing and improving ship parts (from_the_moon 7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import SHIP_PART, TAKE_1_VP
from .frames import CanPay, Frame, Resource
from .research import SpecialResearch
from .tables import MISSIONS, PARTS_OF_A_BOARD, UNIFIERS, WORKERS
from .team import Recruit

if TYPE_CHECKING:
    from .position import Position


class Approval(Frame):
    """Construct or improve a part of one of the missions, or take 1 vp; `mode` is any, construct or improve."""

    name = "APPROVAL"

    def __init__(self, missions: set[int], mode: str):
        self.missions = missions
        self.mode = mode

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        ships, tables = position.ships, position.tables
        found = set()
        for mission in self.missions:
            for part, tile in enumerate(ships.tiles[mission]):
                constructs = self.mode != "improve" and ships.can_construct(mission, part)
                improves = self.mode != "construct" and ships.can_improve(mission, part, position.seat)
                if (constructs and can_pay(tables.mission_tiles[mission][tile].cost)) or (
                    improves and can_pay(tables.improvement[mission][part].cost)
                ):
                    found.add(SHIP_PART + mission * PARTS_OF_A_BOARD + part)
        return found

    def way_out(self, position: Position) -> int | None:
        return TAKE_1_VP

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action == TAKE_1_VP:
            position.gain({"vp": 1})
            return
        mission, part = divmod(action - SHIP_PART, PARTS_OF_A_BOARD)
        if position.ships.tiles[mission][part] is None:
            improve_part(position, mission, part)
        else:
            construct_part(position, mission, part)

    def arguments(self) -> list:
        return [sorted(self.missions), self.mode]


def construct_part(position: Position, mission: int, part: int) -> None:
    """Take a mission tile; the last one launches the ship."""
    ships = position.ships
    tile = position.tables.mission_tiles[mission][ships.tiles[mission][part]]
    position.pay(tile.cost)
    position.gain({"vp": tile.vp})
    ships.tiles[mission][part] = None
    ships.takers[mission][part] = position.seat
    position.progress_by("construct_ship_part")
    if all(left is None for left in ships.tiles[mission]):
        launch(position, mission)
    # What is pushed last is decided first: the recruit comes before a research (from_the_moon 7.9, 7.12).
    if position.tables.research_after_construct:
        position.push(SpecialResearch())
    if position.own.plays(UNIFIERS):
        position.push(Recruit(free=True))


def improve_part(position: Position, mission: int, part: int) -> None:
    """Place an improvement cube."""
    improvement = position.tables.improvement[mission][part]
    position.pay(improvement.cost)
    position.gain({"vp": improvement.vp})
    position.ships.improvers[mission][part] = position.seat
    position.progress_by("improve_ship_part")
    if position.tables.research_after_improve:
        position.push(SpecialResearch())
    if position.own.plays(WORKERS):
        position.push(Resource(1))


def launch(position: Position, mission: int) -> None:
    """Close a mission and give the bonus (from_the_moon 7.10, 11)."""
    position.ships.launched_on[mission] = position.own.space
    bonus = position.ships.launch_bonus(mission)
    for player in position.players:
        player.score += bonus[player.seat]
    if position.ships.launches() == len(MISSIONS):
        position.end_triggered = True
