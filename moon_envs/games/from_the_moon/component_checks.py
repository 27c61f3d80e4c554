"""Checks everything that the rules read from a file of components; errors name the field."""

from __future__ import annotations

from moon_envs.base.files.component_files import Field
from moon_envs.games.from_the_moon.geometry import TILE_COUNT
from moon_envs.games.from_the_moon.vocabulary import (
    ALTERNATIVES,
    ASTRONAUTS_PER_COLOR,
    BATTERY,
    COLORS,
    COST_NAMES,
    COUNT_KEYS,
    COUNTED,
    CUBES,
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    EVENTS,
    FACTIONS,
    FOUNDATIONS,
    GAIN_NAMES,
    GREENHOUSE_TILES,
    GREENHOUSES,
    IMPROVEMENT_CUBES,
    LABORATORY_TILES,
    LARGE_BUILDINGS,
    LARGE_PLACES,
    MARKERS_PER_COLOR,
    MAX_PLAYERS,
    MISSION_COUNT,
    MISSION_TILES,
    MISSIONS,
    MODES,
    MOST_ASTRONAUTS,
    MOST_BATTERIES,
    MOST_CUBES_OF_A_TILE,
    MOST_OBJECTIVES,
    OBJECTIVE_COUNTS,
    OBJECTIVES,
    OPERATIONS,
    OPPONENT_BUILDINGS,
    PARTS,
    POWERS,
    PROGRESS_TILES,
    RESOURCES,
    ROVER_CAPACITY,
    ROVERS,
    SMALL_SLOTS,
    SMALL_TILES,
    TERRAIN_TILES,
    TRACK_SPACES,
)

MOST_AMOUNT = 9
MOST_POINTS = 99
MOST_COUNTED = 99
MOST_OPERATIONS = 4
# One alternative of an effect can leave this many decisions behind; the depth of the stack depends on it.
MOST_FRAMES_OF_AN_ALTERNATIVE = 2
OPERATIONS_THAT_ASK = (
    "foundation",
    "gain_choice",
    "approval",
    "recruit",
    "train",
    "greenhouse",
    "improve_greenhouse",
    "laboratory",
)
# A bonus is never a battery, so no bonus triggers what reacts to batteries.
BONUS_NAMES = tuple(name for name in GAIN_NAMES if name != "battery")

TABLES = (
    "cubes",
    "terrain_tiles",
    "progress",
    "mission_boards",
    "mission_tiles",
    "laboratory_tiles",
    "laboratory_display",
    "greenhouses",
    "foundations",
    "player_board",
    "small_buildings",
    "large_buildings",
    "factions",
    "specialist_powers",
    "end_scoring",
    "solo",
    "objectives",
    "rule_switches",
)


def validate(file: Field) -> None:
    """Check everything that the rules read from the file of tables."""
    for name in TABLES:
        file[name].check_source()
    _validate_moon(file)
    _validate_missions(file)
    _validate_laboratories(file)
    _validate_greenhouses(file)
    _validate_player_board(file["player_board"])
    _validate_buildings(file)
    _validate_factions(file)
    _validate_scores(file)
    _validate_solo(file)


def amounts(field: Field, names: tuple[str, ...], most: int = MOST_AMOUNT) -> dict[str, int]:
    """Check a table of amounts with these names."""
    if not isinstance(field.value, dict) or any(name not in names for name in field.value):
        field.refuse(f"it must be a table of amounts of {', '.join(names)}")
    return {name: field[name].whole(0, most) for name in field.value}


def switch(field: Field) -> bool:
    """Check for true or false."""
    if not isinstance(field.value, bool):
        field.refuse("true and false are")
    return field.value


def effect(field: Field) -> None:
    """Check an effect: a cost and one or two alternatives, each a list of operations (from_the_moon 8.1)."""
    amounts(field["cost"], COST_NAMES)
    for alternative in field["choices"].items(1, ALTERNATIVES):
        frames = 0
        for step in alternative.items(1, MOST_OPERATIONS):
            frames += operation(step)
        if frames > MOST_FRAMES_OF_AN_ALTERNATIVE:
            alternative.refuse(f"at most {MOST_FRAMES_OF_AN_ALTERNATIVE} of its operations can ask for decisions")


def operation(field: Field) -> int:
    """Check one operation; return how many decisions it can ask for (from_the_moon 8.2)."""
    name = field["op"].name(OPERATIONS[1:], "operations")
    if name == "gain":
        gained = {key: value for key, value in field.value.items() if key != "op"}
        return amounts(Field(field.file, field.path, gained), GAIN_NAMES).get(GAIN_NAMES[BATTERY], 0)
    if name == "gain_choice":
        field["count"].whole(1, MOST_AMOUNT)
    elif name == "approval":
        if not field["missions"].names(MISSIONS, "missions"):
            field["missions"].refuse("an approval is for one mission at least")
        field["mode"].name(MODES, "modes")
    elif name in ("greenhouse", "laboratory"):
        switch(field["surcharge"])
    elif name == "vp_per":
        field["what"].name(COUNTED, "things that can be counted")
        field["vp"].whole(0, MOST_POINTS)
    return int(name in OPERATIONS_THAT_ASK)


def _validate_moon(file: Field) -> None:
    cubes = file["cubes"]
    cubes["total_per_resource"].exactly(CUBES)
    for color in COLORS:
        cubes["in_bag_at_start"][color].whole(0, CUBES)
    cubes["kept_in_supply_when_bag_is_refilled"].whole(0, CUBES)
    terrain = file["terrain_tiles"]
    terrain["max_cubes_per_tile"].exactly(MOST_CUBES_OF_A_TILE)
    least = []
    for number, tile in enumerate(terrain["tiles"].items(TERRAIN_TILES, TERRAIN_TILES), start=1):
        tile["id"].exactly(f"terrain_{number:02}")
        least.append(tile["min_players"].whole(2, MAX_PLAYERS))
        effect(tile["effect"])
    for key, count in zip(COUNT_KEYS, TILE_COUNT.tolist(), strict=True):
        terrain["tiles_in_play"][key].exactly(count)
        if sum(players <= int(key) for players in least) != count:
            terrain["tiles"].refuse(f"{count} tiles must be for {key} players")
    progress = file["progress"]
    progress["track_spaces"].exactly(TRACK_SPACES)
    for number, tile in enumerate(progress["tiles"].items(PROGRESS_TILES, PROGRESS_TILES), start=1):
        tile["id"].exactly(f"progress_{number:02}")
        tile["refill"].whole(0, MOST_CUBES_OF_A_TILE)
        tile["achievement_for"].name(EVENTS, "conditions")


def _validate_missions(file: Field) -> None:
    boards = file["mission_boards"]
    boards["parts_per_board"].exactly(PARTS)
    for key in COUNT_KEYS:
        boards["parts_in_play"][key].whole(1, PARTS)
    for mission, board in zip(MISSIONS, boards["boards"].items(MISSION_COUNT, MISSION_COUNT), strict=True):
        board["id"].exactly(mission)
        for place in ("main", "secondary"):
            board["launch"][place].whole(0, MOST_POINTS)
        for number, part in enumerate(board["parts"].items(PARTS, PARTS), start=1):
            part["part"].exactly(number)
            amounts(part["improve_cost"], COST_NAMES)
            part["improve_vp"].whole(0, MOST_POINTS)
    tiles = file["mission_tiles"]
    tiles["per_mission"].exactly(MISSION_TILES)
    count = MISSION_COUNT * MISSION_TILES
    for index, tile in enumerate(tiles["tiles"].items(count, count)):
        mission = MISSIONS[index // MISSION_TILES]
        tile["id"].exactly(f"{mission}_{index % MISSION_TILES + 1}")
        tile["mission"].exactly(mission)
        amounts(tile["cost"], COST_NAMES)
        tile["vp"].whole(0, MOST_POINTS)


def _validate_laboratories(file: Field) -> None:
    tiles = file["laboratory_tiles"]
    tiles["count"].exactly(LABORATORY_TILES)
    copies = 0
    for number, kind in enumerate(tiles["kinds"].items(1, LABORATORY_TILES), start=1):
        kind["id"].exactly(f"lab_{number:02}")
        copies += kind["copies"].whole(1, LABORATORY_TILES)
        effect(kind["effect"])
    if copies != LABORATORY_TILES:
        tiles["kinds"].refuse(f"there are {LABORATORY_TILES} laboratories, not {copies}")
    display = file["laboratory_display"]
    display["rows"].exactly(DISPLAY_ROWS)
    display["cols"].exactly(DISPLAY_COLUMNS)
    for surcharge in display["row_surcharge_energy"].items(DISPLAY_ROWS, DISPLAY_ROWS):
        surcharge.whole(0, MOST_BATTERIES)
    foundations = file["foundations"]
    foundations["slots_per_player"].exactly(FOUNDATIONS)
    for cost in ("construct_cost", "laboratory_cost", "special_research_cost"):
        amounts(foundations[cost], COST_NAMES)
    amounts(foundations["third_row_bonus"], BONUS_NAMES)
    slots = set()
    for slot in foundations["fill_order"].items(FOUNDATIONS, FOUNDATIONS):
        row, column = slot.items(2, 2)
        slots.add((row.whole(0, 2), column.whole(0, 1)))
    if len(slots) < FOUNDATIONS:
        foundations["fill_order"].refuse("each of the six slots has one place in the order")


def _validate_greenhouses(file: Field) -> None:
    greenhouses = file["greenhouses"]
    greenhouses["tile_count"].exactly(GREENHOUSE_TILES)
    greenhouses["spaces_per_player"].exactly(GREENHOUSES)
    for side in ("basic", "improved"):
        greenhouses["income_food"][side].whole(0, MOST_AMOUNT)
    for cost in ("construct_cost", "improve_cost"):
        amounts(greenhouses[cost], COST_NAMES)
    greenhouses["stack_surcharge_energy"].whole(0, MOST_BATTERIES)
    for key in COUNT_KEYS:
        greenhouses["cheap_tiles_at_setup_and_refill"][key].whole(0, GREENHOUSES)
    for bonus in greenhouses["space_bonus_bottom_to_top"].items(GREENHOUSES, GREENHOUSES):
        amounts(bonus, BONUS_NAMES)


def _validate_player_board(board: Field) -> None:
    fixed = {
        "rovers": ROVERS,
        "rover_capacity": ROVER_CAPACITY,
        "astronauts_per_color": ASTRONAUTS_PER_COLOR,
        "specialist_markers_per_color": MARKERS_PER_COLOR,
        "max_batteries": MOST_BATTERIES,
        "improvement_cubes": IMPROVEMENT_CUBES,
        "building_miniatures": SMALL_SLOTS + LARGE_PLACES,
        "small_building_slots": SMALL_SLOTS,
        "large_building_slots": LARGE_PLACES,
        "food_per_astronaut": 1,
    }
    for name, value in fixed.items():
        board[name].exactly(value)
    for cost in ("recruit_cost", "train_cost"):
        amounts(board[cost], COST_NAMES)
    for bonus in board["recruit_column_bonus"].items(ASTRONAUTS_PER_COLOR - 1, ASTRONAUTS_PER_COLOR - 1):
        amounts(bonus, BONUS_NAMES)
    for bonus in board["train_bonus_per_color"].items(MARKERS_PER_COLOR, MARKERS_PER_COLOR):
        amounts(bonus, BONUS_NAMES)
    amounts(board["large_building_slot_bonus"], BONUS_NAMES)
    for level in ("1", "2", "3"):
        amounts(board["small_building_cost_by_level"][level], COST_NAMES)
    board["vp_lost_per_unfed"].whole(0, MOST_POINTS)


def _validate_buildings(file: Field) -> None:
    small = file["small_buildings"]
    small["drawn_at_setup"].exactly({"1": 2, "2": 2, "3": 1, "3_special": 1})
    kinds = []
    for tile in small["tiles"].items(SMALL_TILES, SMALL_TILES):
        kinds.append((tile["level"].whole(1, 3), switch(tile["special"])))
        effect(tile["effect"])
    ordinary = [level for level, special in kinds if not special]
    if min(ordinary.count(1), ordinary.count(2)) < 2 or 3 not in ordinary:
        small["tiles"].refuse("at least two of level 1, two of level 2 and one of level 3 must be ordinary")
    if [level for level, special in kinds if special] != [3]:
        small["tiles"].refuse("one tile of level 3 must be special, and no other")
    for number, tile in enumerate(file["large_buildings"]["tiles"].items(LARGE_BUILDINGS, LARGE_BUILDINGS), start=1):
        tile["id"].exactly(f"large_{number}")
        amounts(tile["cost"], COST_NAMES)
        tile["end_of_game"]["what"].name(COUNTED, "things that can be counted")
        tile["end_of_game"]["vp"].whole(0, MOST_POINTS)


def _validate_factions(file: Field) -> None:
    for name, faction in zip(FACTIONS, file["factions"]["factions"].items(len(FACTIONS), len(FACTIONS)), strict=True):
        faction["id"].exactly(name)
        faction["batteries"].whole(0, MOST_BATTERIES)
        if faction["tile"].value is not None:
            faction["tile"].name(("greenhouse", "foundation"), "tiles")
        amounts(faction["resources"], RESOURCES)
        amounts(faction["building_cost"], COST_NAMES)
        members = []
        for member in faction["crew"].items(ROVERS, MOST_ASTRONAUTS):
            color, kind = member.items(2, 2)
            members.append((color.name(COLORS, "colours"), kind.name(("basic", "specialist"), "kinds")))
        for name in COLORS:
            count = sum(member[0] == name for member in members)
            if not 1 <= count <= ASTRONAUTS_PER_COLOR or members.count((name, "specialist")) > MARKERS_PER_COLOR:
                faction["crew"].refuse(
                    f"a crew has 1 to {ASTRONAUTS_PER_COLOR} astronauts of each colour, "
                    f"at most {MARKERS_PER_COLOR} of them specialists"
                )
    for name, power in zip(POWERS, file["specialist_powers"]["powers"].items(len(POWERS), len(POWERS)), strict=True):
        power["id"].exactly(name)


def _validate_scores(file: Field) -> None:
    scoring = file["end_scoring"]
    for majority in ("achievement_majority", "improvement_majority"):
        for place in ("first", "second"):
            scoring[majority][place].whole(0, MOST_POINTS)
    scoring["second_place_awarded_with_two_players"].exactly(False)
    scoring["resources_per_vp"].whole(1, MOST_POINTS)
    scoring["vp_per_achievement"].whole(0, MOST_POINTS)
    for name in ("special_research_after_improve", "special_research_after_construct"):
        switch(file["rule_switches"][name])


def _validate_solo(file: Field) -> None:
    solo = file["solo"]
    solo["opponent_buildings"].exactly(OPPONENT_BUILDINGS)
    solo["opponent_rovers"].exactly(ROVERS)
    solo["difficulty"].exactly({"easy": 2, "normal": 3, "hard": 4, "expert": MOST_OBJECTIVES})
    secondary = solo["launch_secondary_needs_improved_parts"].whole(0, PARTS)
    solo["launch_main_needs_improved_parts"].whole(secondary, PARTS)
    last = -1
    for step in solo["achievement_steps"].items(1, MOST_AMOUNT):
        last = step["at_least"].whole(last + 1, MOST_COUNTED)
        step["vp"].whole(0, MOST_POINTS)
    solo["achievement_steps"].items(1, MOST_AMOUNT)[0]["at_least"].exactly(0)
    for points in solo["improvement_steps"].items(MISSION_COUNT + 1, MISSION_COUNT + 1):
        points.whole(0, MOST_POINTS)
    for medal, name in zip(solo["medals"].items(3, 3), ("bronze", "silver", "gold"), strict=True):
        medal["name"].exactly(name)
        if name == "bronze":
            medal["from"].exactly(None)
        else:
            medal["from"].whole(1, 1000)
    checks = (*OBJECTIVE_COUNTS, "launch_schedule", "connected_buildings")
    for number, objective in enumerate(file["objectives"]["objectives"].items(OBJECTIVES, OBJECTIVES), start=1):
        objective["id"].exactly(f"obj_{number}")
        check = objective["check"].name(checks, "checks")
        if check == "launch_schedule":
            for mission in MISSIONS:
                objective["launch_on_space"][mission].whole(1, TRACK_SPACES)
            continue
        objective["at_least"].whole(0, MOST_COUNTED)
        if check == "connected_buildings":
            objective["on_space"].whole(1, TRACK_SPACES)
