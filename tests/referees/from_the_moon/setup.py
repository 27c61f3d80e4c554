"""Setup: the board, the draft of the factions, the crews (from_the_moon 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import FACTION, ROVER
from .chance import drawn
from .frames import CanPay, Frame
from .player import Player
from .solo import set_up_opponent
from .tables import COLOURS, MISSIONS, RESOURCES

if TYPE_CHECKING:
    from .position import Position


def set_up_board(position: Position, objectives: int) -> None:
    """Steps 1 to 9, and the cards offered in step 10."""
    tables, chance = position.tables, position.chance
    position.moon.terrain = drawn(chance, "terrain", tables.terrain_in_play, len(position.moon.positions))
    for number, mission in enumerate(MISSIONS):
        tiles = range(len(tables.mission_tiles[number]))
        position.ships.tiles[number] = drawn(chance, mission, tiles, tables.parts_in_play)
    position.powers = drawn(chance, "specialist_powers", range(len(tables.powers)), len(COLOURS))
    stack = [kind for kind, copies in enumerate(tables.copies) for _ in range(copies)]
    position.display = drawn(chance, "display", stack, tables.display["spaces"])
    for kind in position.display:
        position.laboratories_left[kind] -= 1
    position.progress = drawn(chance, "progress", range(len(tables.refill)), tables.spaces_of_progress)
    position.small = draw_small_buildings(position)
    position.moon.refill(tables.refill[position.progress[0]], chance)
    if position.solo:
        set_up_opponent(position, objectives)
    factions = range(len(tables.factions))
    offered = len(factions) if position.solo else len(position.players) + 1
    position.offered = set(drawn(chance, "factions", factions, offered))


def draw_small_buildings(position: Position) -> list[int]:
    """The same six small buildings for every player, by slot."""
    tables = position.tables
    ordinary = [kind for kind, special in enumerate(tables.small_special) if not special]
    slots = []
    for level in (1, 2, 3):
        kinds = [kind for kind in ordinary if tables.small_level[kind] == level]
        slots += drawn(position.chance, f"small_{level}", kinds, tables.small_drawn[str(level)])
    return slots + [kind for kind, special in enumerate(tables.small_special) if special]


def set_up_faction(position: Position, player: Player) -> None:
    """Step 11: crew taken from the board, batteries, tile and resources, without any bonus."""
    setup = position.tables.factions[player.faction]
    for colour, name in enumerate(COLOURS):
        player.taken[colour] = setup["extra_astronauts"].get(name, 0)
        player.trained[colour] = setup["specialists"].get(name, 0)
    player.batteries = player.energy = setup["batteries"]
    player.basic_greenhouses = int(setup["tile"] == "greenhouse")
    player.foundations = int(setup["tile"] == "foundation")
    for number, resource in enumerate(RESOURCES):
        player.resources[number] = setup["resources"].get(resource, 0)
        position.moon.supply[number] -= player.resources[number]


class Draft(Frame):
    """Choose a faction."""

    name = "DRAFT"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {FACTION + faction for faction in position.offered}

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        position.offered.remove(action - FACTION)
        position.own.faction = action - FACTION


class Crew(Frame):
    """Place the members of the crew in rovers, one after the other."""

    name = "CREW"

    def __init__(self):
        self.member = 0

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        rovers = position.own.rovers
        empty = [number for number, rover in enumerate(rovers) if not rover.crew]
        left = len(self._members(position)) - self.member
        places = [number for number, rover in enumerate(rovers) if rover.crew and left > len(empty)]
        return {
            ROVER + number
            for number in places + empty[:1]
            if rovers[number].crew < position.tables.board["rover_capacity"]
        }

    def _members(self, position: Position) -> list[list[str]]:
        return position.tables.factions[position.own.faction]["crew"]

    def take(self, position: Position, action: int) -> None:
        colour, kind = self._members(position)[self.member]
        rover = position.own.rovers[action - ROVER]
        crew = rover.specialists if kind == "specialist" else rover.basics
        crew[COLOURS.index(colour)] += 1
        self.member += 1
        if self.member == len(self._members(position)):
            position.close(self)

    def arguments(self) -> list:
        return [self.member]
