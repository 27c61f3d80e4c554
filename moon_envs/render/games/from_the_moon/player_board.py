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
)
from moon_envs.games.from_the_moon.words import laboratory_text, small_text
from moon_envs.render.elements import SMALLEST_TEXT, fitting
from moon_envs.render.fonts import wrapped
from moon_envs.render.games.from_the_moon.draft import FACTION_FACTS, POWERS
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
from moon_envs.render.games.from_the_moon.table import while_legal
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

LEFT = 10
INNER = PANEL_WIDTH - 2 * LEFT
STEP = INNER + 4  # what a row of things with gaps of 4 divides
TITLE = 46
AMOUNTS_TOP, AMOUNTS_HEIGHT, AMOUNT_STEP = TITLE, 30, 60
ENERGY_LEFT = LEFT + AMOUNT_STEP * len(RESOURCES)
GAUGE_STEP = 14
ROVERS_TOP, ROVERS_HEIGHT = AMOUNTS_TOP + AMOUNTS_HEIGHT + 5, 62
SEAT, SEAT_STEP = 31, 33
GREENHOUSES_TOP = ROVERS_TOP + ROVERS_HEIGHT + 5
GREENHOUSE_COLUMNS, GREENHOUSE_WIDTH, GREENHOUSE_LINE = 3, 44, 38
FACTION_LEFT = LEFT + (GREENHOUSE_WIDTH + 3) * GREENHOUSE_COLUMNS + 3
FACTION_HEIGHT, FACTION_LINES = 2 * GREENHOUSE_LINE - 3, 3
SMALL_TOP = GREENHOUSES_TOP + FACTION_HEIGHT + 5
SMALL_COLUMNS, SMALL_STEP, SMALL_LINE = 3, STEP / 3, 38
SMALL_COST_WIDTH = 78
LABORATORIES_TOP = SMALL_TOP + 2 * SMALL_LINE + 2
LABORATORY_STEP, LABORATORY_LINE = STEP / LABORATORY_COLUMNS, 53
BOARD_HEIGHT = LABORATORIES_TOP + 3 * LABORATORY_LINE + 6
NO_FRAME = -1


def draw_player_board(state: np.void, player: int, name: str, picture: Picture) -> None:
    """Draw a board in a box of PANEL_WIDTH by BOARD_HEIGHT."""
    own = state["players"][player]
    frame = _frame_of(state, player)
    with picture.owner(player):
        draw_title(picture, own, player, name, BOARD_HEIGHT)
        if own["faction"] != NONE:
            words = f"Power: {POWERS[own['faction']]}"
            picture.label(LEFT, 38, words, fitting(words, 12, INNER), "muted")
        _draw_amounts(picture, own)
        _draw_rovers(picture, own, player, worker_of(state, player))
        _draw_greenhouses(picture, own, frame)
        _draw_faction_building(picture, own)
        _draw_small_buildings(picture, own, state["small_tiles"].tolist())
        _draw_laboratories(picture, own)


def draw_title(picture: Picture, own: np.void, player: int, name: str, height: float) -> None:
    """Draw the box of a board, with name and faction, the pawn's space, achievements and score."""
    faction = int(own["faction"])
    called = "" if faction == NONE else f": {FACTIONS[faction].capitalize()}"
    picture.sheet(0, 0, PANEL_WIDTH, height, name + called, player)
    right = PANEL_WIDTH - 10
    space = int(own["space"])
    where = "beyond the track" if space == BEYOND_TRACK else f"space {space}"
    picture.label(right - 111, 18, where, 12, "muted", "end")
    picture.icon(right - 104, 6, "trophy", 15, AMOUNT_KINDS["achievement"])
    picture.label(right - 86, 18, int(own["achievements"]), 14, "bold")
    picture.label(right, 18, f"{own['score']} pts", 14, "bold", "end")


def _draw_amounts(picture: Picture, own: np.void) -> None:
    """Draw the four resources, and the energy in its batteries."""
    y = AMOUNTS_TOP
    for place, (name, amount) in enumerate(zip(RESOURCES, own["resources"].tolist(), strict=True)):
        x = LEFT + AMOUNT_STEP * place
        actions = (RESOURCE + place,) if place < COLOR_COUNT else (RESOURCE + place, CONVERT_FOOD_TO_ENERGY, FEED)
        picture.cell(x, y, "", AMOUNT_STEP - 4, AMOUNTS_HEIGHT, "plain", actions, note=name)
        picture.icon(x + 6, y + 6, name, 18, AMOUNT_KINDS[name])
        picture.label(x + AMOUNT_STEP - 11, y + 21, amount, 16, "bold", "end")
    batteries, energy = int(own["batteries"]), int(own["energy"])
    changes = (CONVERT_ENERGY_TO_FOOD, INCOME + RECHARGE)
    note = f"{energy} energy in {batteries} batteries"
    width = LEFT + INNER - ENERGY_LEFT
    picture.cell(ENERGY_LEFT, y, "", width, AMOUNTS_HEIGHT, "plain", changes, note=note)
    picture.label(ENERGY_LEFT + 34, y + 21, f"{energy}/{batteries}", 16, "bold", "end")
    picture.put(ENERGY_LEFT + 42, y + 7, _gauge_drawn(energy, batteries))


@functools.cache
def _gauge_drawn(energy: int, batteries: int) -> str:
    """The places of batteries: charged, empty, without battery."""
    gauge = Picture(GAUGE_STEP * MOST_BATTERIES)
    for place in range(MOST_BATTERIES):
        x = GAUGE_STEP * place
        if place < energy:
            gauge.icon(x - 1, 0, "energy", 16, AMOUNT_KINDS["energy"])
        elif place < batteries:
            gauge.icon(x - 0.5, 0.5, "battery", 15, "muted")
        else:
            gauge.cell(x + 4, 5, "", 6, 6, "empty", round_by=3)
    return gauge.drawn


def _frame_of(state: np.void, player: int) -> int:
    """The frame that a player decides in, NO_FRAME for one who does not decide."""
    is_deciding = not state["over"] and bool(state["depth"]) and int(state["seat"]) == player
    return frame_of(state) if is_deciding else NO_FRAME


def worker_of(state: np.void, player: int) -> int:
    """The rover of a player that has tasks now, -1 for none."""
    return argument_of(state, TASK_ROVER) if _frame_of(state, player) == TASKS_FRAME else -1


def crew_of(own: np.void, rover: int) -> list[tuple[int, bool]]:
    """The astronauts in a rover: colour, and whether it is a specialist."""
    kinds = ((own["basics"], False), (own["specialists"], True))
    return [
        (color, is_specialist)
        for members, is_specialist in kinds
        for color, count in enumerate(members[rover].tolist())
        for _ in range(count)
    ]


def _draw_rovers(picture: Picture, own: np.void, player: int, worker: int) -> None:
    """Draw the rovers, their places, and their crews."""
    step, y = STEP / ROVERS, ROVERS_TOP
    for rover, tile in enumerate(own["rover_tile"].tolist()):
        x = LEFT + step * rover
        kind = "empty k7" if rover == worker else "empty" if tile == BASE else "plain"
        picture.cell(x, y, "", step - 4, ROVERS_HEIGHT, kind, [ROVER + rover], note=f"rover {rover + 1}", round_by=7)
        picture.icon(x + 5, y + 7, "rover", 28, f"t{player}")
        where = "at the base" if tile == BASE else f"position {tile}"
        picture.label(x + 6, y + 54, f"{'abc'[rover]} {where}", 12, "muted")
        crew = crew_of(own, rover)
        for seat in range(ROVER_CAPACITY):
            member = crew[seat] if seat < len(crew) else None
            _draw_seat(
                picture, x + step - 4 - SEAT_STEP * (ROVER_CAPACITY - seat), y + 6, rover, member, rover == worker
            )


def _draw_seat(
    picture: Picture, x: float, y: float, rover: int, member: tuple[int, bool] | None, is_at_work: bool
) -> None:
    """Draw a seat: free for recruits, a basic astronaut who can be trained, or a specialist with a power."""
    if member is None:
        actions = [RECRUIT + color * ROVERS + rover for color in range(COLOR_COUNT)]
        actions += while_legal(picture, RECRUIT_PART)
        picture.cell(x, y, "", SEAT, SEAT, "plain", actions, note="free seat", round_by=8)
        return
    color, is_specialist = member
    if is_specialist:
        actions = [ABILITY + color] if is_at_work else []
        picture.cell(x, y, "", SEAT, SEAT, "filled", actions, note=f"{COLORS[color]} specialist", round_by=8)
        picture.icon(x + 5, y + 5, "astronaut", 21, COLOR_KINDS[color])
        return
    actions = [TRAIN + color * ROVERS + rover, *while_legal(picture, TRAIN_PART)]
    picture.cell(x, y, "", SEAT, SEAT, "plain", actions, note=f"{COLORS[color]} astronaut", round_by=8)
    picture.icon(x + 5, y + 5, "person", 21, COLOR_KINDS[color])


def _draw_greenhouses(picture: Picture, own: np.void, frame: int) -> None:
    """Draw the greenhouse spaces in order: greenhouses with their food, free spaces with their bonus."""
    count, improved = int(own["greenhouses"]), int(own["improved"])
    gains = while_legal(picture, CONSTRUCT_GREENHOUSE, *([OPTION] if frame == GREENHOUSE_GAIN_FRAME else []))
    improvements = while_legal(picture, IMPROVE_GREENHOUSE, *([OPTION] if frame == GREENHOUSE_IMPROVE_FRAME else []))
    width, height = GREENHOUSE_WIDTH, GREENHOUSE_LINE - 3
    for place in range(GREENHOUSES):
        row, column = divmod(place, GREENHOUSE_COLUMNS)
        x, y = LEFT + (width + 3) * column, GREENHOUSES_TOP + GREENHOUSE_LINE * row
        if place >= count:
            actions = gains if place == count else []
            picture.cell(x, y, "", width, height, "empty", actions, note="free greenhouse space")
            draw_signs(picture, x + 2, y + 10, GREENHOUSE_BONUS_SIGNS[place], 15, width - 4)
            continue
        is_improved = place < improved
        changes = [] if is_improved else improvements
        kind = "filled" if is_improved else "plain"
        note = "improved greenhouse: 2 food" if is_improved else "greenhouse: 1 food"
        picture.cell(x, y, "", width, height, kind, (INCOME + GREENHOUSE_FOOD, *changes), note=note)
        picture.icon(x + 3, y + 7, "greenhouse", 21, AMOUNT_KINDS["food"])
        picture.label(x + width - 3, y + 22, "+2" if is_improved else "+1", 12, "bold", "end")


def _draw_faction_building(picture: Picture, own: np.void) -> None:
    """Draw the building of the faction, its cost, and its effect."""
    faction = int(own["faction"])
    x, y, width = FACTION_LEFT, GREENHOUSES_TOP, LEFT + INNER - FACTION_LEFT
    if faction == NONE:
        picture.cell(x, y, "", width, FACTION_HEIGHT, "empty", note="faction building", round_by=7)
        return
    is_built = bool(int(own["large"]) >> FACTION_BUILDING & 1)
    words, actions = FACTION_FACTS[faction]["building"], [BUILDING + OWN_FACTION_BUILDING]
    kind, note = "filled" if is_built else "empty", f"faction building: {words}"
    picture.cell(x, y, "", width, FACTION_HEIGHT, kind, actions, note=note, round_by=7)
    picture.icon(x + 7, y + 5, "home", 15)
    picture.label(x + 27, y + 17, "faction building" + (", built" if is_built else ""), 12, "bold")
    if not is_built:
        draw_signs(picture, x + width - 96, y + 6, COST_SIGNS[FACTION_BUILDING_COST + faction], 13, 92)
    size = 12 if len(wrapped(words, width - 14, 12)) <= FACTION_LINES else SMALLEST_TEXT
    picture.paragraph(x + 8, y + 36, words, width - 14, size, "muted")


def _draw_small_buildings(picture: Picture, own: np.void, tiles: list[int]) -> None:
    """Draw the small buildings of the six slots: their income, and their cost until they are built."""
    width, height = SMALL_STEP - 4, SMALL_LINE - 3
    built = int(own["small"])
    for slot, tile in enumerate(tiles):
        row, column = divmod(slot, SMALL_COLUMNS)
        x, y = LEFT + SMALL_STEP * column, SMALL_TOP + SMALL_LINE * row
        is_built = bool(built >> slot & 1)
        actions = [BUILDING + slot, INCOME + slot]
        kind = "filled" if is_built else "empty"
        note = f"small building {slot + 1}: {small_text(tile)}"
        picture.cell(x, y, "", width, height, kind, actions, note=note, round_by=7)
        draw_signs(picture, x + 4, y + 9.5, SMALL_SIGNS[tile], 16, width - SMALL_COST_WIDTH - 8)
        if is_built:
            picture.icon(x + width - SMALL_COST_WIDTH / 2 - 10, y + 8, "home", 18)
        else:
            cost = COST_SIGNS[SMALL_COST + tile]
            draw_signs(picture, x + width - SMALL_COST_WIDTH, y + 11.5, cost, 12, SMALL_COST_WIDTH - 4)


def _draw_laboratories(picture: Picture, own: np.void) -> None:
    """Draw the laboratory spaces: without foundation, open, or with a laboratory."""
    opened = int(OPENED_SPACES[own["foundations"]])
    next_opened = int(OPENED_SPACES[min(int(own["foundations"]) + 1, len(OPENED_SPACES) - 1)]) & ~opened
    kinds = own["laboratories"].tolist()
    width, height = LABORATORY_STEP - 4, LABORATORY_LINE - 4
    for space in range(LABORATORY_SPACES):
        row, column = divmod(space, LABORATORY_COLUMNS)
        x, y = LEFT + LABORATORY_STEP * column, LABORATORIES_TOP + LABORATORY_LINE * row
        actions = [LABORATORY_SPACE + space]
        if kinds[space] != NONE:
            note = f"laboratory on space {space}: {laboratory_text(kinds[space])}"
            picture.cell(x, y, "", width, height, "filled", actions, note=note)
            signs, words = LABORATORY_SIGNS[kinds[space]], LABORATORY_WORDS[kinds[space]]
            draw_face(picture, x + 3, y + 5, signs, words, width - 6)
        elif opened >> space & 1:
            picture.cell(x, y, "", width, height, "plain", actions, note=f"open laboratory space {space}")
            picture.icon(x + width / 2 - 10, y + height / 2 - 10, "laboratory", 20, "f6")
        else:
            actions = while_legal(picture, FOUNDATION_PART) if next_opened >> space & 1 else []
            picture.cell(x, y, "", width, height, "empty", actions, note=f"no foundation for space {space}")
