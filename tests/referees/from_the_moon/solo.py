"""The solo game: objectives, the rovers of the opponent, victory (from_the_moon 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chance import drawn
from .moon import OPPONENT
from .tables import MISSIONS

if TYPE_CHECKING:
    from .position import Position

COUNTED = {
    "achievements": "achievement",
    "buildings": "building",
    "improved_parts": "improved_part",
    "improved_greenhouses": "improved_greenhouse",
    "laboratories": "laboratory",
    "batteries": "battery",
    "specialists": "specialist",
}


def set_up_opponent(position: Position, objectives: int) -> None:
    """Place the buildings and rovers of the opponent and draw the objectives."""
    solo = position.tables.solo
    zones = drawn(position.chance, "building_zones", solo["building_zone_cards"], solo["opponent_buildings"])
    position.moon.buildings.update(dict.fromkeys(zones, OPPONENT))
    position.rover_cards = list(solo["rover_location_cards"])
    move_opponent(position)
    position.objectives = drawn(position.chance, "objectives", range(len(solo["objectives"])), objectives)


def move_opponent(position: Position) -> None:
    """Draw the new tiles of the opponent's rovers; an empty deck is reshuffled first."""
    solo = position.tables.solo
    if not position.rover_cards:
        position.rover_cards = list(solo["rover_location_cards"])
    cards = drawn(position.chance, "rover_locations", position.rover_cards, solo["opponent_rovers"])
    position.rover_cards = [card for card in position.rover_cards if card not in cards]
    position.moon.opponent_rovers = set(cards)


def note_group(position: Position) -> None:
    """Remember that enough buildings were connected while the pawn was on the right space (obj_9)."""
    objective = next(row for row in position.tables.solo["objectives"] if row["check"] == "connected_buildings")
    if (
        position.solo
        and position.own.space == objective["on_space"]
        and position.moon.largest_group(position.seat) >= objective["at_least"]
    ):
        position.grouped = True


def is_met(position: Position, objective: int) -> bool:
    """Tell whether an objective is met as the position stands."""
    row = position.tables.solo["objectives"][objective]
    if row["check"] == "launch_schedule":
        wanted = [row["launch_on_space"][mission] for mission in MISSIONS]
        return position.ships.launched_on == wanted
    if row["check"] == "connected_buildings":
        return position.grouped
    return position.count(COUNTED[row["check"]], 0) >= row["at_least"]


def is_won(position: Position) -> bool:
    """Tell whether all ships are launched and all objectives are met."""
    return (
        not position.lost
        and position.ships.launches() == len(MISSIONS)
        and all(is_met(position, objective) for objective in position.objectives)
    )
