"""The actions of From the Moon: a turn is a sequence of small decisions (from_the_moon 12.1)."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.from_the_moon.vocabulary import (
    BUILDING_SPACES,
    COLORS,
    DISPLAY_COLUMNS,
    DISPLAY_SPACES,
    FACTIONS,
    LABORATORY_SPACES,
    LARGE_BUILDINGS,
    MISSIONS,
    PARTS,
    RESOURCES,
    ROVERS,
    SMALL_SLOTS,
    TERRAIN_TILES,
)

_crew_places = [(color, rover + 1) for color in COLORS for rover in range(ROVERS)]

ACTIONS = ActionTable(
    (
        ActionRange(
            "main_action",
            (
                "send a rover",
                "develop the greenhouses",
                "develop the team",
                "construct a building",
                "develop the research",
                "gather the rovers",
            ),
            selects=True,
        ),
        ActionRange("convert_energy_to_food", ("convert energy to food",)),
        ActionRange("convert_food_to_energy", ("convert food to energy",)),
        ActionRange("decline", ("decline, or be done",)),
        ActionRange("option", ("accept, or take the first alternative", "take the second alternative"), selects=True),
        ActionRange("rover", tuple(f"choose rover {rover + 1}" for rover in range(ROVERS)), selects=True),
        ActionRange(
            "tile", tuple(f"choose the terrain at position {tile}" for tile in range(TERRAIN_TILES)), selects=True
        ),
        ActionRange("collect", tuple(f"collect {color}" for color in COLORS), selects=True),
        ActionRange("ability", tuple(f"use the power of a {color} specialist" for color in COLORS), selects=True),
        ActionRange("terrain_task", ("use the terrain effect and finish",), selects=True),
        ActionRange("resource", tuple(f"take 1 {resource}" for resource in RESOURCES)),
        ActionRange(
            "part",
            (
                "construct a greenhouse",
                "improve a greenhouse",
                "recruit an astronaut",
                "train a specialist",
                "construct a foundation",
                "construct a laboratory",
            ),
            selects=True,
        ),
        ActionRange("recruit", tuple(f"recruit {color} into rover {rover}" for color, rover in _crew_places)),
        ActionRange("train", tuple(f"train {color} in rover {rover}" for color, rover in _crew_places)),
        ActionRange(
            "building",
            (
                *(f"construct the small building of slot {slot + 1}" for slot in range(SMALL_SLOTS)),
                *(f"construct large building {number + 1}" for number in range(LARGE_BUILDINGS)),
                "construct the faction building",
            ),
            selects=True,
        ),
        ActionRange("building_space", tuple(f"build on space {space}" for space in range(BUILDING_SPACES))),
        ActionRange(
            "display",
            tuple(
                f"take the laboratory in row {space // DISPLAY_COLUMNS + 1}, column {space % DISPLAY_COLUMNS + 1}"
                for space in range(DISPLAY_SPACES)
            ),
            selects=True,
        ),
        ActionRange(
            "laboratory_space",
            tuple(f"place or activate the laboratory on space {space}" for space in range(LABORATORY_SPACES)),
        ),
        ActionRange(
            "ship_part",
            tuple(
                f"construct or improve part {part + 1} of {mission}" for mission in MISSIONS for part in range(PARTS)
            ),
        ),
        ActionRange("take_1_vp", ("take 1 point instead",)),
        ActionRange(
            "income",
            (
                *(f"income of the small building of slot {slot + 1}" for slot in range(SMALL_SLOTS)),
                "recharge the energy",
                "take the food of the greenhouses",
            ),
        ),
        ActionRange("feed", ("feed the astronauts",)),
        ActionRange("faction", tuple(f"choose the {faction}" for faction in FACTIONS)),
        ActionRange("end_turn", ("end the turn",)),
    )
)

MAIN_ACTION = ACTIONS.first("main_action")
CONVERT_ENERGY_TO_FOOD = ACTIONS.first("convert_energy_to_food")
CONVERT_FOOD_TO_ENERGY = ACTIONS.first("convert_food_to_energy")
DECLINE = ACTIONS.first("decline")
OPTION = ACTIONS.first("option")
ROVER = ACTIONS.first("rover")
TILE = ACTIONS.first("tile")
COLLECT = ACTIONS.first("collect")
ABILITY = ACTIONS.first("ability")
TERRAIN_TASK = ACTIONS.first("terrain_task")
RESOURCE = ACTIONS.first("resource")
PART = ACTIONS.first("part")
RECRUIT = ACTIONS.first("recruit")
TRAIN = ACTIONS.first("train")
BUILDING = ACTIONS.first("building")
BUILDING_SPACE = ACTIONS.first("building_space")
DISPLAY = ACTIONS.first("display")
LABORATORY_SPACE = ACTIONS.first("laboratory_space")
SHIP_PART = ACTIONS.first("ship_part")
TAKE_1_VP = ACTIONS.first("take_1_vp")
INCOME = ACTIONS.first("income")
FEED = ACTIONS.first("feed")
FACTION = ACTIONS.first("faction")
END_TURN = ACTIONS.first("end_turn")

# The main actions, then the parts of greenhouse, team and research actions, in order.
SEND_ROVER, DEVELOP_GREENHOUSES, DEVELOP_TEAM, CONSTRUCT_BUILDING, DEVELOP_RESEARCH, GATHER = range(6)
CONSTRUCT_GREENHOUSE, IMPROVE_GREENHOUSE, RECRUIT_PART, TRAIN_PART, FOUNDATION_PART, LABORATORY_PART = range(
    PART, PART + 6
)
