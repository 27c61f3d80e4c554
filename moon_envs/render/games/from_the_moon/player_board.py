"""A player's board: resources and energy, rovers and their crews, greenhouses, buildings and laboratories."""

from __future__ import annotations

import functools

import numpy as np

from moon_envs.games.from_the_moon.actions import (
    ABILITY,
    BUILDING,
    CONSTRUCT_GREENHOUSE,
    CONVERT_ENERGY_TO_FOOD,
    CONVERT_FOOD_TO_ENERGY,
    FEED,
    FOUNDATION_PART,
    IMPROVE_GREENHOUSE,
    INCOME,
    LABORATORY_SPACE,
    OPTION,
    RECRUIT,
    RECRUIT_PART,
    RESOURCE,
    ROVER,
    TRAIN,
    TRAIN_PART,
)
from moon_envs.games.from_the_moon.components import FACTION_BUILDING_COST, OPENED_SPACES, SMALL_COST
from moon_envs.games.from_the_moon.state import (
    BASE,
    GREENHOUSE_GAIN_FRAME,
    GREENHOUSE_IMPROVE_FRAME,
    TASK_ROVER,
    TASKS_FRAME,
)
from moon_envs.games.from_the_moon.text import argument_of, frame_of
from moon_envs.games.from_the_moon.vocabulary import (
    BEYOND_TRACK,
    COLOR_COUNT,
    COLORS,
    FACTION_BUILDING,
    FACTIONS,
    GREENHOUSE_FOOD,
    GREENHOUSES,
    LABORATORY_COLUMNS,
    LABORATORY_SPACES,
    MOST_BATTERIES,
    NONE,
    OWN_FACTION_BUILDING,
    RECHARGE,
    RESOURCES,
    ROVER_CAPACITY,
    ROVERS,
    SMALL_SLOTS,
)
from moon_envs.games.from_the_moon.words import laboratory_text, small_text
from moon_envs.render.columns import COLUMN_WIDTH
from moon_envs.render.games.from_the_moon.signs import (
    AMOUNT_KINDS,
    COLOR_KINDS,
    COST_SIGNS,
    GREENHOUSE_BONUS_SIGNS,
    LABORATORY_SIGNS,
    LABORATORY_WORDS,
    SMALL_SIGNS,
    draw_face,
    draw_signs,
)
from moon_envs.render.games.from_the_moon.table import FACTION_FACTS, while_legal
from moon_envs.render.picture import Picture

BOARD_WIDTH = COLUMN_WIDTH
BOARD_HEIGHT = 416
LEFT = 12
INNER = BOARD_WIDTH - 2 * LEFT + 4
NO_FRAME = -1
POWERS = tuple(facts["power"].replace("_", " ") for facts in FACTION_FACTS)


def draw_player_board(picture: Picture, state: np.void, player: int, name: str) -> None:
    """Draw a board in a box of BOARD_WIDTH by BOARD_HEIGHT."""
    own = state["players"][player]
    is_deciding = not state["over"] and bool(state["depth"]) and int(state["seat"]) == player
    frame = frame_of(state) if is_deciding else NO_FRAME
    with picture.owner(player):
        _draw_title(picture, own, player, name)
        _draw_resources(picture, own, LEFT, 52)
        worker = argument_of(state, TASK_ROVER) if frame == TASKS_FRAME else -1
        _draw_rovers(picture, own, player, worker, LEFT, 88)
        _draw_greenhouses(picture, own, frame, LEFT, 152)
        _draw_faction_building(picture, own, LEFT + 200, 152)
        _draw_small_buildings(picture, own, state["small_tiles"].tolist(), LEFT, 202)
        _draw_laboratories(picture, own, LEFT, 264)


def _draw_title(picture: Picture, own: np.void, player: int, name: str) -> None:
    """Draw name, faction and its power, the pawn's space, achievements and score."""
    faction = int(own["faction"])
    called = "" if faction == NONE else f": {FACTIONS[faction].capitalize()}"
    picture.sheet(0, 0, BOARD_WIDTH, BOARD_HEIGHT, name + called, player)
    if faction != NONE:
        picture.label(LEFT, 38, f"Power: {POWERS[faction]}", 11, "muted")
    right = BOARD_WIDTH - 12
    space = int(own["space"])
    where = "beyond the track" if space == BEYOND_TRACK else f"space {space}"
    picture.label(right - 128, 19, where, 12, "muted", "end")
    picture.icon(right - 116, 7, "trophy", 15, AMOUNT_KINDS["achievement"])
    picture.label(right - 97, 20, int(own["achievements"]), 14, "bold")
    picture.label(right, 20, f"{own['score']} pts", 14, "bold", "end")


def _draw_resources(picture: Picture, own: np.void, x: float, y: float) -> None:
    """Draw the four resources, and the energy in its batteries."""
    for place, (name, amount) in enumerate(zip(RESOURCES, own["resources"].tolist(), strict=True)):
        left = x + 68 * place
        actions = (RESOURCE + place,) if place < COLOR_COUNT else (RESOURCE + place, CONVERT_FOOD_TO_ENERGY, FEED)
        picture.cell(left, y, "", 63, 28, "plain", actions, note=name)
        picture.icon(left + 7, y + 5, name, 18, AMOUNT_KINDS[name])
        picture.label(left + 54, y + 20, amount, 16, "bold", "end")
    left = x + 68 * len(RESOURCES) + 4
    batteries, energy = int(own["batteries"]), int(own["energy"])
    changes = (CONVERT_ENERGY_TO_FOOD, INCOME + RECHARGE)
    note = f"{energy} energy in {batteries} batteries"
    picture.cell(left, y, "", BOARD_WIDTH - LEFT - left, 28, "plain", changes, note=note)
    picture.label(left + 38, y + 20, f"{energy}/{batteries}", 14, "bold", "end")
    picture.put(left + 48, y, _gauge_drawn(energy, batteries))


@functools.cache
def _gauge_drawn(energy: int, batteries: int) -> str:
    """The places of batteries: charged, empty, without battery."""
    gauge = Picture(27 * MOST_BATTERIES)
    for place in range(MOST_BATTERIES):
        if place < energy:
            gauge.icon(27 * place, 5, "energy", 18, AMOUNT_KINDS["energy"])
        elif place < batteries:
            gauge.icon(27 * place + 1, 6, "battery", 16, "muted")
        else:
            gauge.cell(27 * place + 5, 11, "", 6, 6, "empty", round_by=3)
    return gauge.drawn


def _draw_rovers(picture: Picture, own: np.void, player: int, worker: int, x: float, y: float) -> None:
    """Draw the rovers, their places, and their crews."""
    tiles, basics, specialists = (own[name].tolist() for name in ("rover_tile", "basics", "specialists"))
    step = INNER / ROVERS
    for rover in range(ROVERS):
        left = x + step * rover
        kind = "empty k7" if rover == worker else "empty" if tiles[rover] == BASE else "plain"
        picture.cell(left, y, "", step - 4, 56, kind, [ROVER + rover], note=f"rover {rover + 1}")
        picture.icon(left + 6, y + 6, "rover", 30, f"t{player}")
        where = "at the base" if tiles[rover] == BASE else f"position {tiles[rover]}"
        picture.label(left + 6, y + 49, f"{'abc'[rover]} {where}", 10.5, "muted")
        crew = [(color, False) for color in range(COLOR_COUNT) for _ in range(basics[rover][color])]
        crew += [(color, True) for color in range(COLOR_COUNT) for _ in range(specialists[rover][color])]
        for seat in range(ROVER_CAPACITY):
            member = crew[seat] if seat < len(crew) else None
            _draw_seat(picture, left + step - 114 + 36 * seat, y + 6, rover, member, rover == worker)


def _draw_seat(
    picture: Picture, x: float, y: float, rover: int, member: tuple[int, bool] | None, is_at_work: bool
) -> None:
    """Draw a seat: free for recruits, a basic astronaut who can be trained, or a specialist with a power."""
    if member is None:
        recruits = [RECRUIT + color * ROVERS + rover for color in range(COLOR_COUNT)]
        picture.cell(
            x, y, "", 33, 33, "plain", [*recruits, *while_legal(picture, RECRUIT_PART)], note="free seat", round_by=8
        )
        return
    color, is_specialist = member
    if is_specialist:
        actions = [ABILITY + color] if is_at_work else []
        picture.cell(x, y, "", 33, 33, "filled", actions, note=f"{COLORS[color]} specialist", round_by=8)
        picture.icon(x + 6, y + 6, "astronaut", 21, COLOR_KINDS[color])
        return
    actions = [TRAIN + color * ROVERS + rover, *while_legal(picture, TRAIN_PART)]
    picture.cell(x, y, "", 33, 33, "plain", actions, note=f"{COLORS[color]} astronaut", round_by=8)
    picture.icon(x + 6, y + 6, "person", 21, COLOR_KINDS[color])


def _draw_greenhouses(picture: Picture, own: np.void, frame: int, x: float, y: float) -> None:
    """Draw the greenhouse spaces in order: improved ones with an arrow, free ones with their bonus."""
    count, improved = int(own["greenhouses"]), int(own["improved"])
    gains = while_legal(picture, CONSTRUCT_GREENHOUSE, *([OPTION] if frame == GREENHOUSE_GAIN_FRAME else []))
    improvements = while_legal(picture, IMPROVE_GREENHOUSE, *([OPTION] if frame == GREENHOUSE_IMPROVE_FRAME else []))
    for place in range(GREENHOUSES):
        left = x + 32 * place
        if place >= count:
            actions = gains if place == count else []
            picture.cell(left, y, "", 29, 42, "empty", actions, note="free greenhouse space")
            draw_signs(picture, left + 2, y + 15, GREENHOUSE_BONUS_SIGNS[place], 13, 25)
            continue
        is_improved = place < improved
        changes = [] if is_improved else improvements
        kind = "filled" if is_improved else "plain"
        note = "improved greenhouse: 2 food" if is_improved else "greenhouse: 1 food"
        picture.cell(left, y, "", 29, 42, kind, (INCOME + GREENHOUSE_FOOD, *changes), note=note)
        picture.icon(left + 4, y + 4, "greenhouse", 21, AMOUNT_KINDS["food"])
        picture.label(left + 14.5, y + 37, "+2" if is_improved else "+1", 11, "bold", "middle")


def _draw_faction_building(picture: Picture, own: np.void, x: float, y: float) -> None:
    """Draw the building of the faction, its cost, and its effect."""
    faction = int(own["faction"])
    width = BOARD_WIDTH - LEFT - x
    if faction == NONE:
        picture.cell(x, y, "", width, 42, "empty", note="faction building")
        return
    is_built = bool(int(own["large"]) >> FACTION_BUILDING & 1)
    words = FACTION_FACTS[faction]["building"]
    kind = "filled" if is_built else "empty"
    picture.cell(x, y, "", width, 42, kind, [BUILDING + OWN_FACTION_BUILDING], note=f"faction building: {words}")
    picture.icon(x + 6, y + 2, "home", 14)
    picture.label(x + 26, y + 14, "faction building" + (", built" if is_built else ""), 12, "bold")
    if not is_built:
        draw_signs(picture, x + 160, y + 2, COST_SIGNS[FACTION_BUILDING_COST + faction], 14)
    picture.paragraph(x + 8, y + 26, words, width - 16, 9.5, "muted")


def _draw_small_buildings(picture: Picture, own: np.void, tiles: list[int], x: float, y: float) -> None:
    """Draw the small buildings of the six slots: their income, and their cost until they are built."""
    step = INNER / SMALL_SLOTS
    built = int(own["small"])
    for slot, tile in enumerate(tiles):
        left = x + step * slot
        is_built = bool(built >> slot & 1)
        actions = [BUILDING + slot, INCOME + slot]
        kind = "filled" if is_built else "empty"
        note = f"small building {slot + 1}: {small_text(tile)}"
        picture.cell(left, y, "", step - 4, 54, kind, actions, note=note)
        draw_signs(picture, left + 4, y + 6, SMALL_SIGNS[tile], 17, step - 12)
        if is_built:
            picture.icon(left + step / 2 - 9, y + 32, "home", 15)
        else:
            draw_signs(picture, left + 4, y + 34, COST_SIGNS[SMALL_COST + tile], 13, step - 12)


def _draw_laboratories(picture: Picture, own: np.void, x: float, y: float) -> None:
    """Draw the laboratory spaces: without foundation, open, or with a laboratory."""
    opened = int(OPENED_SPACES[own["foundations"]])
    next_opened = int(OPENED_SPACES[min(int(own["foundations"]) + 1, len(OPENED_SPACES) - 1)]) & ~opened
    kinds = own["laboratories"].tolist()
    step = INNER / LABORATORY_COLUMNS
    for space in range(LABORATORY_SPACES):
        row, column = divmod(space, LABORATORY_COLUMNS)
        left, top = x + step * column, y + 49 * row
        actions = [LABORATORY_SPACE + space]
        if kinds[space] != NONE:
            note = f"laboratory on space {space}: {laboratory_text(kinds[space])}"
            picture.cell(left, top, "", step - 4, 45, "filled", actions, note=note)
            signs, words = LABORATORY_SIGNS[kinds[space]], LABORATORY_WORDS[kinds[space]]
            draw_face(picture, left + 4, top + 4, signs, words, step - 12, below=30)
        elif opened >> space & 1:
            picture.cell(left, top, "", step - 4, 45, "plain", actions, note=f"open laboratory space {space}")
            picture.icon(left + step / 2 - 11, top + 14, "laboratory", 18, "f6")
        else:
            actions = while_legal(picture, FOUNDATION_PART) if next_opened >> space & 1 else []
            picture.cell(left, top, "", step - 4, 45, "empty", actions, note=f"no foundation for space {space}")
