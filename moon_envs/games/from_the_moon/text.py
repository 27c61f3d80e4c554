"""Actions in words, with what they would do in a state."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import ACTIONS
from moon_envs.games.from_the_moon.components import (
    CREW_COLOR,
    CREW_IS_SPECIALIST,
    CYBORG_RECRUIT_ENERGY,
    CYBORG_RECRUIT_METAL,
    FACTION_BUILDING_COST,
    FOUNDATION_COST,
    GREENHOUSE_COST,
    IMPROVE_GREENHOUSE_COST,
    IMPROVE_PART_COST,
    IMPROVE_PART_POINTS,
    LABORATORY_COST,
    LARGE_COST,
    MISSION_TILE_COST,
    MISSION_TILE_POINTS,
    NO_COST,
    RECRUIT_COST,
    ROW_SURCHARGE,
    SMALL_COST,
    SPECIAL_RESEARCH_COST,
    STACK_SURCHARGE,
    TRAIN_COST,
)
from moon_envs.games.from_the_moon.geometry import SPACE_TILES
from moon_envs.games.from_the_moon.laboratories import BY_ACTION, WITHOUT_SURCHARGE
from moon_envs.games.from_the_moon.state import (
    BASE,
    BUILDING_SPACE_FRAME,
    CREW_FRAME,
    EFFECT_FRAME,
    GREENHOUSE_GAIN_FRAME,
    GREENHOUSE_IMPROVE_FRAME,
    LABORATORY_ACTIVATE_FRAME,
    LABORATORY_PICK_FRAME,
    LABORATORY_PLACE_FRAME,
    NOBODY,
    RECRUIT_FRAME,
    ROVER_FRAME,
    SPECIAL_RESEARCH_FRAME,
    TASK_ROVER,
    TASKS_FRAME,
    TERRAIN_PICK_FRAME,
    TILE_FRAME,
    TRAIN_FRAME,
)
from moon_envs.games.from_the_moon.vocabulary import (
    ARCHITECTS,
    COLORS,
    CYBORGS,
    DISPLAY_COLUMNS,
    FACTION_BUILDING,
    FACTIONS,
    FIRST_LARGE,
    MISSION_TILES,
    MISSIONS,
    NONE,
    OWN_FACTION_BUILDING,
    PARTS,
    ROVERS,
    SURVIVORS,
)
from moon_envs.games.from_the_moon.words import (
    ABILITY_TEXTS,
    ALTERNATIVE_TEXTS,
    cost_text,
    counted,
    laboratory_text,
    large_text,
    members,
    small_text,
    terrain_text,
)


def describe_action(state: np.void, action: int) -> str:
    """Return an action in words, with what it would do in this state."""
    name, index = ACTIONS.locate(action)
    words = None
    if state["depth"] > 0 and not state["over"]:
        describe = _DESCRIBERS.get(name)
        words = describe(state, index) if describe is not None else None
    return words or ACTIONS.describe(action)


def frame_of(state: np.void) -> int:
    """Return the kind of the top frame."""
    return int(state["frames"][state["depth"] - 1])


def argument_of(state: np.void, place: int) -> int:
    """Return an argument of the top frame."""
    return int(state["arguments"][state["depth"] - 1, place])


def table_of(state: np.void) -> int:
    """Return the index into tables by number of players."""
    return max(int(state["player_count"]), 2) - 2


def own_of(state: np.void) -> np.void:
    """Return the record of the player whose turn it is."""
    return state["players"][state["seat"]]


def crew_text(own: np.void, rover: int) -> str:
    """Return the astronauts of a rover in words: "metal, water specialist"."""
    crew = [color for place, color in enumerate(COLORS) for _ in range(int(own["basics"][rover, place]))]
    crew += [
        f"{color} specialist"
        for place, color in enumerate(COLORS)
        for _ in range(int(own["specialists"][rover, place]))
    ]
    return ", ".join(crew) or "empty"


def discount_of(state: np.void, space: int) -> int:
    """Return the discount of a building on a space in energy (from_the_moon 9.5)."""
    own = own_of(state)
    if own["faction"] != ARCHITECTS or not int(own["large"]) >> FACTION_BUILDING & 1:
        return 0
    touched = members(SPACE_TILES[table_of(state), space])
    return sum(int(tile) in touched for tile in own["rover_tile"])


def building_text(state: np.void, building: int) -> tuple[str, int | np.integer]:
    """Return a building in words, and the row of its cost."""
    own = own_of(state)
    if building < FIRST_LARGE:
        tile = int(state["small_tiles"][building])
        return f"small building {building + 1} ({small_text(tile)})", SMALL_COST + tile
    if building < OWN_FACTION_BUILDING:
        number = building - FIRST_LARGE
        return f"large building {number + 1} ({large_text(number)})", LARGE_COST + number
    faction = max(int(own["faction"]), 0)
    return f"the building of the {FACTIONS[faction].capitalize()}", FACTION_BUILDING_COST + faction


def _convert_food(state: np.void, index: int) -> str:
    return "convert 2 energy to 1 food"


def _convert_energy(state: np.void, index: int) -> str:
    return f"convert {1 if own_of(state)['faction'] == SURVIVORS else 2} food to 1 energy"


_REFUSALS: dict[int | np.integer, str] = {
    TASKS_FRAME: "finish without the terrain effect",
    RECRUIT_FRAME: "do not recruit",
    TRAIN_FRAME: "do not train",
    TERRAIN_PICK_FRAME: "use no terrain effect",
    LABORATORY_PICK_FRAME: "take no laboratory",
    LABORATORY_ACTIVATE_FRAME: "stop activating laboratories",
    EFFECT_FRAME: "decline the effect",
    SPECIAL_RESEARCH_FRAME: "do no special research",
    GREENHOUSE_GAIN_FRAME: "take no greenhouse",
    GREENHOUSE_IMPROVE_FRAME: "improve no greenhouse",
}


def _decline(state: np.void, index: int) -> str:
    return _REFUSALS.get(frame_of(state), "be done with the action")


def _option(state: np.void, index: int) -> str | None:
    frame = frame_of(state)
    if frame == EFFECT_FRAME:
        effect = argument_of(state, 0)
        texts = ALTERNATIVE_TEXTS[effect]
        return f"accept: {texts[index]}" if index < len(texts) else None
    if frame == GREENHOUSE_GAIN_FRAME and index == 0:
        surcharge = STACK_SURCHARGE if argument_of(state, 0) and state["cheap"] == 0 else 0
        return f"take a greenhouse for {cost_text(NO_COST, surcharge)}"
    return "improve a greenhouse" if frame == GREENHOUSE_IMPROVE_FRAME and index == 0 else None


def _rover(state: np.void, index: int) -> str | None:
    own = own_of(state)
    if frame_of(state) == CREW_FRAME:
        faction, member = int(own["faction"]), argument_of(state, 0)
        kind = "specialist" if CREW_IS_SPECIALIST[faction, member] else "astronaut"
        color = COLORS[CREW_COLOR[faction, member]]
        return f"put the {color} {kind} into rover {index + 1} ({crew_text(own, index)})"
    return f"send rover {index + 1} ({crew_text(own, index)})" if frame_of(state) == ROVER_FRAME else None


def _tile(state: np.void, index: int) -> str | None:
    tile = int(state["terrain"][index])
    if tile == NONE or frame_of(state) not in (TILE_FRAME, TERRAIN_PICK_FRAME):
        return None
    if frame_of(state) == TERRAIN_PICK_FRAME:
        return f"use the terrain at position {index}: {terrain_text(tile)}"
    cubes = [f"{int(n)} {color}" for n, color in zip(state["cubes"][index], COLORS, strict=True) if n]
    return f"place the rover at position {index} ({', '.join(cubes) or 'no cubes'}; {terrain_text(tile)})"


def _ability(state: np.void, index: int) -> str:
    return f"use the power of a {COLORS[index]} specialist: {ABILITY_TEXTS[state['powers'][index]]}"


def _terrain_task(state: np.void, index: int) -> str | None:
    if frame_of(state) != TASKS_FRAME:
        return None
    position = int(own_of(state)["rover_tile"][argument_of(state, TASK_ROVER)])
    return None if position == BASE else f"use the terrain effect: {terrain_text(int(state['terrain'][position]))}"


def _recruit_cost(state: np.void, cost: int | np.integer) -> str:
    if own_of(state)["faction"] == CYBORGS:
        return cost_text(cost, CYBORG_RECRUIT_ENERGY, CYBORG_RECRUIT_METAL)
    return cost_text(cost)


def _part(state: np.void, index: int) -> str:
    surcharge = 0 if state["cheap"] > 0 else STACK_SURCHARGE
    is_special = frame_of(state) == SPECIAL_RESEARCH_FRAME
    return (
        f"construct a greenhouse for {cost_text(GREENHOUSE_COST, surcharge)}",
        f"improve a greenhouse for {cost_text(IMPROVE_GREENHOUSE_COST)}",
        f"recruit an astronaut for {_recruit_cost(state, RECRUIT_COST)}",
        f"train a specialist for {cost_text(TRAIN_COST)}",
        f"take a foundation for {cost_text(SPECIAL_RESEARCH_COST if is_special else FOUNDATION_COST)}",
        f"construct a laboratory for {cost_text(LABORATORY_COST)} and the surcharge of its row",
    )[index]


def _recruit(state: np.void, index: int) -> str:
    color, rover = divmod(index, ROVERS)
    is_free = frame_of(state) == RECRUIT_FRAME and argument_of(state, 0)
    cost = _recruit_cost(state, NO_COST if is_free else RECRUIT_COST)
    return f"recruit {COLORS[color]} into rover {rover + 1} ({crew_text(own_of(state), rover)}) for {cost}"


def _train(state: np.void, index: int) -> str:
    color, rover = divmod(index, ROVERS)
    is_free = frame_of(state) == TRAIN_FRAME and argument_of(state, 0)
    cost = cost_text(NO_COST if is_free else TRAIN_COST)
    return f"train {COLORS[color]} in rover {rover + 1} ({crew_text(own_of(state), rover)}) for {cost}"


def _building(state: np.void, index: int) -> str:
    what, cost = building_text(state, index)
    return f"construct {what} for {cost_text(cost)}"


def _building_space(state: np.void, index: int) -> str | None:
    if frame_of(state) != BUILDING_SPACE_FRAME:
        return None
    what, cost = building_text(state, argument_of(state, 0))
    touched = ", ".join(map(str, members(SPACE_TILES[table_of(state), index])))
    paid = cost_text(cost, -discount_of(state, index))
    return f"build {what} on space {index} (terrain at {touched}) for {paid}"


def _display(state: np.void, index: int) -> str:
    row, column = divmod(index, DISPLAY_COLUMNS)
    cost = cost_text(SPECIAL_RESEARCH_COST)
    if frame_of(state) == LABORATORY_PICK_FRAME:
        reason = argument_of(state, 0)
        surcharge = 0 if reason == WITHOUT_SURCHARGE else int(ROW_SURCHARGE[row])
        cost = cost_text(LABORATORY_COST if reason == BY_ACTION else NO_COST, surcharge)
    what = laboratory_text(int(state["display"][index]))
    return f"take the laboratory in row {row + 1}, column {column + 1} ({what}) for {cost}"


def _laboratory_space(state: np.void, index: int) -> str | None:
    if frame_of(state) == LABORATORY_PLACE_FRAME:
        return f"place the laboratory ({laboratory_text(argument_of(state, 0))}) on space {index}"
    kind = int(own_of(state)["laboratories"][index])
    return None if kind == NONE else f"activate the laboratory on space {index}: {laboratory_text(kind)}"


def _ship_part(state: np.void, index: int) -> str | None:
    mission, part = divmod(index, PARTS)
    tile = int(state["part_tile"][mission, part])
    if tile == NONE:
        return None
    name = f"part {part + 1} of {MISSIONS[mission].capitalize()}"
    if state["part_owner"][mission, part] == NOBODY:
        row = mission * MISSION_TILES + tile
        points = counted(int(MISSION_TILE_POINTS[row]), "vp")
        return f"construct {name} for {cost_text(MISSION_TILE_COST + row)}: {points}"
    points = counted(int(IMPROVE_PART_POINTS[index]), "vp")
    return f"improve {name} for {cost_text(IMPROVE_PART_COST + index)}: {points}"


def _income(state: np.void, index: int) -> str | None:
    if index >= FIRST_LARGE:
        return None
    return f"income of small building {index + 1}: {small_text(int(state['small_tiles'][index]))}"


def _faction(state: np.void, index: int) -> str:
    return f"choose the {FACTIONS[index].capitalize()}"


_DESCRIBERS = {
    "convert_energy_to_food": _convert_food,
    "convert_food_to_energy": _convert_energy,
    "decline": _decline,
    "option": _option,
    "rover": _rover,
    "tile": _tile,
    "ability": _ability,
    "terrain_task": _terrain_task,
    "part": _part,
    "recruit": _recruit,
    "train": _train,
    "building": _building,
    "building_space": _building_space,
    "display": _display,
    "laboratory_space": _laboratory_space,
    "ship_part": _ship_part,
    "income": _income,
    "faction": _faction,
}
