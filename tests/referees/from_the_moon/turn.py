"""The main choice of a turn and its last decision (from_the_moon 4, 6, 12.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import (
    CONSTRUCT_BUILDING,
    DEVELOP_GREENHOUSES,
    DEVELOP_RESEARCH,
    DEVELOP_TEAM,
    END_TURN,
    ENERGY_TO_FOOD,
    GATHER,
    SEND_ROVER,
)
from .construction import BuildingChoice
from .frames import CONVERSIONS, CanPay, Frame
from .income import gather
from .sending import RoverChoice
from .tables import MISSIONS
from .two_parts import GreenhouseAction, ResearchAction, TeamAction

if TYPE_CHECKING:
    from .position import Position

FIRST_FRAMES: dict[int, type[Frame]] = {
    SEND_ROVER: RoverChoice,
    DEVELOP_GREENHOUSES: GreenhouseAction,
    DEVELOP_TEAM: TeamAction,
    CONSTRUCT_BUILDING: BuildingChoice,
    DEVELOP_RESEARCH: ResearchAction,
}


class Main(Frame):
    """Choose one of the six actions."""

    name = "MAIN"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        found = {action for action, frame in FIRST_FRAMES.items() if frame().options(position, can_pay)}
        return found if position.own.rovers_at_base() else found | {GATHER}

    def conversions(self, position: Position) -> frozenset[int]:
        return CONVERSIONS

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        if action == GATHER:
            gather(position)
        else:
            position.push(FIRST_FRAMES[action]())


class EndTurn(Frame):
    """Convert what is left before the final scoring, or end the turn."""

    name = "END_TURN"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {END_TURN}

    def conversions(self, position: Position) -> frozenset[int]:
        return frozenset({ENERGY_TO_FOOD})

    def take(self, position: Position, action: int) -> None:
        position.close(self)


def may_be_last(position: Position) -> bool:
    """Tell whether the player is asked to convert once more at the end of the turn (from_the_moon 12.2, END_TURN).

    The rulebook allows conversions during the whole turn: the question must not be left out where the game may end
    before the player's next turn and the same food could not be made at an earlier decision of this turn.
    """
    own = position.own
    if own.energy < 2:
        return False
    later = position.players[position.seat + 1 :]
    if position.end_triggered or not later:
        return position.end_triggered
    tiles_left = sum(tile is not None for tiles in position.ships.tiles for tile in tiles)
    one_ship_left = position.ships.launches() == len(MISSIONS) - 1
    about_to_leave = any(
        player.space == position.tables.spaces_of_progress and not player.rovers_at_base() for player in later
    )
    has_gained = own.energy // 2 > own.offered_energy // 2
    return one_ship_left or tiles_left <= 2 * len(later) or about_to_leave or has_gained
