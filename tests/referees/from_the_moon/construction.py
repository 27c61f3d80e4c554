"""Construct a building (from_the_moon 6.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import BUILDING, BUILDING_SPACE, DECLINE, FACTION_BUILDING, LARGE, TILE
from .frames import CanPay, Frame
from .research import gain_foundation
from .solo import note_group
from .tables import ARCHITECTS, PIONEERS, Amounts

if TYPE_CHECKING:
    from .position import Position

TILES_OF_AN_EDGE = 2


def available(position: Position) -> list[int]:
    """The buildings that can be constructed, cost apart."""
    own = position.own
    found = [slot for slot in range(len(position.small)) if slot not in own.small]
    if len(own.large) + own.has_faction_building < position.tables.board["large_building_slots"]:
        found += [LARGE + number for number in sorted(position.large)]
        if not own.has_faction_building:
            found.append(FACTION_BUILDING)
    return found


def saved_energy(position: Position, space: int) -> int:
    """What the Architects save on a space with their building: 1 energy for each own rover that touches it."""
    own = position.own
    return own.rovers_on(position.moon.tiles_around(space)) if own.uses_building_of(ARCHITECTS) else 0


def cost_of(position: Position, building: int, saved: int) -> Amounts:
    """The cost of a building less the saved energy."""
    tables = position.tables
    if building < LARGE:
        level = tables.small_level[position.small[building]]
        cost = tables.board["small_building_cost_by_level"][str(level)]
    elif building < FACTION_BUILDING:
        cost = tables.large_cost[building - LARGE]
    else:
        cost = tables.faction_building_cost[position.own.faction]
    return {**cost, "energy": max(0, cost.get("energy", 0) - saved)}


class BuildingChoice(Frame):
    """Choose a building that can be paid on some space."""

    name = "BUILDING"

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        savings = {saved_energy(position, space) for space in position.moon.free_spaces()}
        return {
            BUILDING + building
            for building in available(position)
            if any(can_pay(cost_of(position, building, saved)) for saved in savings)
        }

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        position.push(BuildingSpaceChoice(action - BUILDING))


class BuildingSpaceChoice(Frame):
    """Choose the space, then pay."""

    name = "BUILDING_SPACE"

    def __init__(self, building: int):
        self.building = building

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {
            BUILDING_SPACE + space
            for space in position.moon.free_spaces()
            if can_pay(cost_of(position, self.building, saved_energy(position, space)))
        }

    def take(self, position: Position, action: int) -> None:
        position.close(self)
        own, moon = position.own, position.moon
        space = action - BUILDING_SPACE
        position.pay(cost_of(position, self.building, saved_energy(position, space)))
        self._place_tile(position)
        moon.buildings[space] = own.seat
        note_group(position)
        position.progress_by("place_building")
        if own.plays(ARCHITECTS):
            gain_foundation(position)
        tiles = moon.tiles_around(space)
        is_double = own.uses_building_of(PIONEERS) and len(tiles) == TILES_OF_AN_EDGE
        position.push(TerrainPick(tiles, 2 if is_double else 1))

    def _place_tile(self, position: Position) -> None:
        own = position.own
        if self.building < LARGE:
            own.small.add(self.building)
            return
        if self.building == FACTION_BUILDING:
            own.has_faction_building = True
        else:
            position.large.remove(self.building - LARGE)
            own.large.append(self.building - LARGE)
        position.gain(position.tables.board["large_building_slot_bonus"])

    def arguments(self) -> list:
        return [self.building]


class TerrainPick(Frame):
    """Activate the terrain effect of a tile that touches the new building."""

    name = "TERRAIN_PICK"

    def __init__(self, tiles: set[int], picks: int):
        self.tiles = tiles
        self.picks = picks

    def options(self, position: Position, can_pay: CanPay) -> set[int]:
        return {TILE + tile for tile in self.tiles}

    def way_out(self, position: Position) -> int | None:
        return DECLINE

    def take(self, position: Position, action: int) -> None:
        if action == DECLINE:
            position.close(self)
            return
        tile = action - TILE
        self.tiles.remove(tile)
        self.picks -= 1
        if not self.picks:
            position.close(self)
        position.resolve(position.tables.terrain[position.moon.terrain[tile]])

    def arguments(self) -> list:
        return [sorted(self.tiles), self.picks]
