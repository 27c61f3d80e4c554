"""The printed facts of the game, read from a plain dict so that corrected tables are followed too (from_the_moon 8)."""

import json
from pathlib import Path
from typing import NamedTuple

COMPONENTS = json.loads(Path(__file__).with_name("components.json").read_text())

COLOURS = ("metal", "water", "polymer")
RESOURCES = (*COLOURS, "food")
FOOD = 3
MISSIONS = ("europa", "titan", "mars")
PARTS_OF_A_BOARD = 5

PIONEERS, CYBORGS, WORKERS, UNIFIERS, ARCHITECTS, BIOFARMERS, SURVIVORS, SCHOLARS = range(8)
FOOD_PER_OWN_BUILDING, ENERGY_PER_ENEMY_ROVER, RESOURCE_PER_OWN_ROVER = range(3)

Amounts = dict[str, int]


class Effect(NamedTuple):
    """The effect of a tile: a price, and alternatives, one of them carried out; each is a list of operations."""

    table: str
    number: int
    cost: Amounts
    choices: list[list[dict]]


class MissionTile(NamedTuple):
    """A part of a ship to be constructed."""

    cost: Amounts
    vp: int


class Launch(NamedTuple):
    """The bonus of a launch."""

    main: int
    secondary: int


class Tables:
    """What the referee needs of the components, for one number of players.

    Args:
        components: The parsed table of components.
        players: Number of players; solo plays with the entries of 2 (from_the_moon 1).
    """

    def __init__(self, components: dict, players: int):
        key = str(max(players, 2))
        self.solo = components["solo"]
        self.rows = components["lunar_grid"][key]["rows"]
        self.columns = components["lunar_grid"][key]["cols"]
        terrain = components["terrain_tiles"]
        self.terrain = [effect_of("terrain", number, row["effect"]) for number, row in enumerate(terrain["tiles"])]
        self.terrain_in_play = [
            number for number, row in enumerate(terrain["tiles"]) if row["min_players"] <= max(players, 2)
        ]
        self.cubes_on_a_tile = terrain["max_cubes_per_tile"]
        cubes = components["cubes"]
        self.bag = [cubes["in_bag_at_start"][colour] for colour in COLOURS]
        self.supply = [cubes["supply_at_start"][resource] for resource in RESOURCES]
        self.kept_in_supply = cubes["kept_in_supply_when_bag_is_refilled"]

        progress = components["progress"]
        self.spaces_of_progress = progress["track_spaces"]
        self.refill = [row["refill"] for row in progress["tiles"]]
        self.achievement_for = [row["achievement_for"] for row in progress["tiles"]]

        boards = components["mission_boards"]
        self.parts_in_play = boards["parts_in_play"][key]
        self.launch = [Launch(board["launch"]["main"], board["launch"]["secondary"]) for board in boards["boards"]]
        self.improvement = [
            [MissionTile(part["improve_cost"], part["improve_vp"]) for part in board["parts"]]
            for board in boards["boards"]
        ]
        self.mission_tiles = [
            [
                MissionTile(row["cost"], row["vp"])
                for row in components["mission_tiles"]["tiles"]
                if row["mission"] == mission
            ]
            for mission in MISSIONS
        ]
        switches = components["rule_switches"]
        self.research_after_improve = switches["special_research_after_improve"]
        self.research_after_construct = switches["special_research_after_construct"]

        laboratories = components["laboratory_tiles"]["kinds"]
        self.laboratories = [effect_of("laboratory", number, row["effect"]) for number, row in enumerate(laboratories)]
        self.copies = [row["copies"] for row in laboratories]
        self.display = components["laboratory_display"]
        self.surcharge = self.display["row_surcharge_energy"]
        self.foundations = components["foundations"]
        self.greenhouses = components["greenhouses"]
        self.cheap = self.greenhouses["cheap_tiles_at_setup_and_refill"][key]
        self.board = components["player_board"]

        small = components["small_buildings"]
        self.small = [effect_of("small", number, row["income_effect"]) for number, row in enumerate(small["tiles"])]
        self.small_level = [row["level"] for row in small["tiles"]]
        self.small_special = [row["special"] for row in small["tiles"]]
        self.small_drawn = small["drawn_at_setup"]
        self.large_cost = [row["cost"] for row in components["large_buildings"]["tiles"]]
        self.large_end = [row["end_of_game"] for row in components["large_buildings"]["tiles"]]
        self.factions = [row["setup"] for row in components["factions"]["factions"]]
        self.faction_building_cost = [row["building"]["cost"] for row in components["factions"]["factions"]]
        self.powers = [row["id"] for row in components["specialist_powers"]["powers"]]
        self.scoring = components["end_scoring"]

    def opened_by(self, foundation: int) -> list[int]:
        """The laboratory spaces of the nth foundation: row, and two neighbouring columns (from_the_moon 7.5)."""
        row, column = self.foundations["fill_order"][foundation]
        columns = self.foundations["laboratory_grid"]["cols"]
        return [row * columns + 2 * column, row * columns + 2 * column + 1]

    def row_and_column(self, space: int) -> tuple[int, int]:
        """Where a laboratory space lies in the grid of laboratories."""
        return divmod(space, self.foundations["laboratory_grid"]["cols"])


def effect_of(table: str, number: int, row: dict) -> Effect:
    """The effect of a row of a table."""
    return Effect(table, number, row["cost"], row["choices"])


def total_of(*amounts: Amounts) -> Amounts:
    """The sum of several costs."""
    total: Amounts = {}
    for amount in amounts:
        for what, count in amount.items():
            total[what] = total.get(what, 0) + count
    return total
