"""Final scoring (from_the_moon 10, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ships import majority
from .tables import MISSIONS

if TYPE_CHECKING:
    from .position import Position


def points(position: Position) -> list[dict[str, int]]:
    """The points of every player by category as they stand now; solo as if the game were won."""
    if position.solo:
        return [solo_points(position)]
    tables = position.tables
    seats = range(len(position.players))
    achievements = prizes(position, "achievement", tables.scoring["achievement_majority"])
    improvements = prizes(position, "improved_part", tables.scoring["improvement_majority"])
    return [
        {
            "track": position.players[seat].score,
            "achievement_majority": achievements[seat],
            "improvement_majority": improvements[seat],
            "resources": resource_points(position, seat),
            "achievements": tables.scoring["vp_per_achievement"] * position.players[seat].achievements,
            "large_buildings": large_building_points(position, seat),
        }
        for seat in seats
    ]


def prizes(position: Position, what: str, prize: dict[str, int]) -> list[int]:
    """The points for a majority; with two players there is no second place."""
    counts = [position.count(what, seat) for seat in range(len(position.players))]
    is_second_awarded = len(counts) > 2 or position.tables.scoring["second_place_awarded_with_two_players"]
    return majority(counts, prize["first"], prize["second"] if is_second_awarded else 0)


def resource_points(position: Position, seat: int) -> int:
    """The points for cubes of any kind."""
    return sum(position.players[seat].resources) // position.tables.scoring["resources_per_vp"]


def large_building_points(position: Position, seat: int) -> int:
    """The points of the hourglasses."""
    rows = [position.tables.large_end[number] for number in position.players[seat].large]
    return sum(row["vp"] * position.count(row["what"], seat) for row in rows)


def solo_points(position: Position) -> dict[str, int]:
    """Achievements and improved ships count in steps (from_the_moon 11)."""
    solo = position.tables.solo
    achievements = position.players[0].achievements
    ships = sum(position.ships.improvements_of(0, mission) > 0 for mission in range(len(MISSIONS)))
    steps = [row["vp"] for row in solo["achievement_steps"] if achievements >= row["at_least"]]
    improved = [row["vp"] for row in solo["improvement_steps"] if row["missions_improved"] == ships]
    return {
        "track": position.players[0].score,
        "achievement_majority": 0,
        "improvement_majority": improved[0],
        "resources": resource_points(position, 0),
        "achievements": steps[-1],
        "large_buildings": large_building_points(position, 0),
    }


def medal(position: Position) -> str:
    """The medal for the points of a won solo game."""
    total = sum(solo_points(position).values())
    medals = position.tables.solo["medals"]
    return next(row["name"] for row in medals if row["max_vp"] is None or total <= row["max_vp"])
