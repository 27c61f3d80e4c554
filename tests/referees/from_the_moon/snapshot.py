"""The position as plain data, to be compared with another implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .player import Player
from .solo import is_met

if TYPE_CHECKING:
    from .referee import FromTheMoonReferee


def snapshot(referee: FromTheMoonReferee) -> dict:
    """Everything comparable; all numbers count from 0 but the spaces of progress, all sets are in ascending order.

    The pending decisions are listed from the bottom of the stack with their arguments; those whose last item is being
    resolved are no longer there.
    """
    moon, ships = referee.moon, referee.ships
    return {
        "actor": referee.actor,
        "over": referee.over,
        "frame": referee.frame,
        "stack": [[frame.name, *frame.arguments()] for frame in referee.stack],
        "end_triggered": referee.end_triggered,
        "lost": referee.lost,
        "terrain": list(moon.terrain),
        "cubes": [list(cubes) for cubes in moon.cubes],
        "buildings": dict(sorted(moon.buildings.items())),
        "bag": list(moon.bag),
        "supply": list(moon.supply),
        "mission_tiles": [list(tiles) for tiles in ships.tiles],
        "mission_tile_owners": [list(takers) for takers in ships.takers],
        "improvements": [list(improvers) for improvers in ships.improvers],
        "launched_on": list(ships.launched_on),
        "powers": list(referee.powers),
        "progress": list(referee.progress),
        "small": list(referee.small),
        "large": sorted(referee.large),
        "cheap": referee.cheap,
        "display": list(referee.display),
        "laboratories_left": list(referee.laboratories_left),
        "offered": sorted(referee.offered),
        "players": [player_snapshot(player) for player in referee.players],
        "solo": solo_snapshot(referee) if referee.solo else None,
    }


def player_snapshot(player: Player) -> dict:
    """The board of a player."""
    return {
        "faction": player.faction,
        "resources": list(player.resources),
        "energy": player.energy,
        "batteries": player.batteries,
        "score": player.score,
        "achievements": player.achievements,
        "space": player.space,
        "rovers": [
            {"tile": rover.tile, "basics": list(rover.basics), "specialists": list(rover.specialists)}
            for rover in player.rovers
        ],
        "taken": list(player.taken),
        "trained": list(player.trained),
        "basic_greenhouses": player.basic_greenhouses,
        "improved_greenhouses": player.improved_greenhouses,
        "foundations": player.foundations,
        "laboratories": dict(sorted(player.laboratories.items())),
        "small": sorted(player.small),
        "large": sorted(player.large),
        "faction_building": player.has_faction_building,
    }


def solo_snapshot(referee: FromTheMoonReferee) -> dict:
    """What belongs to the solo game."""
    return {
        "opponent_rovers": sorted(referee.moon.opponent_rovers),
        "rover_cards": sorted(referee.rover_cards),
        "objectives": sorted(referee.objectives),
        "met": [objective for objective in sorted(referee.objectives) if is_met(referee, objective)],
        "grouped": referee.grouped,
    }
