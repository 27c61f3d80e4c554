"""The board of another player in short: signs and numbers, with everything else in notes.

Its things stand for actions so that the last decision is marked on them; the reader cannot choose them.
"""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import (
    ABILITY,
    BUILDING,
    CONVERT_ENERGY_TO_FOOD,
    CONVERT_FOOD_TO_ENERGY,
    FEED,
    INCOME,
    LABORATORY_SPACE,
    RECRUIT,
    RESOURCE,
    ROVER,
    TRAIN,
)
from moon_envs.games.from_the_moon.components import OPENED_SPACES
from moon_envs.games.from_the_moon.state import BASE
from moon_envs.games.from_the_moon.vocabulary import (
    COLOR_COUNT,
    COLORS,
    FACTION_BUILDING,
    GREENHOUSE_FOOD,
    GREENHOUSES,
    LABORATORY_COLUMNS,
    NONE,
    OWN_FACTION_BUILDING,
    RECHARGE,
    RESOURCES,
    ROVER_CAPACITY,
    ROVERS,
    SMALL_SLOTS,
)
from moon_envs.games.from_the_moon.words import laboratory_text, small_text
from moon_envs.render.games.from_the_moon.draft import FACTION_FACTS, POWERS
from moon_envs.render.games.from_the_moon.player_board import INNER, LEFT, STEP, crew_of, draw_title, worker_of
from moon_envs.render.games.from_the_moon.signs import (
    AMOUNT_KINDS,
    COLOR_KINDS,
    GREENHOUSE_BONUS_SIGNS,
    LABORATORY_SIGNS,
    SMALL_SIGNS,
    draw_signs,
)
from moon_envs.render.picture import Picture

TITLE = 28
COLOR_RANGE = range(COLOR_COUNT)
AMOUNTS_HEIGHT, AMOUNT_STEP = 24, 43
ENERGY_LEFT = LEFT + AMOUNT_STEP * len(RESOURCES)
ENERGY_WIDTH = 58
GREENHOUSES_LEFT = ENERGY_LEFT + ENERGY_WIDTH + 8
ROVERS_TOP, ROVER_HEIGHT = TITLE + AMOUNTS_HEIGHT + 5, 28
SMALL_TOP = ROVERS_TOP + ROVER_HEIGHT + 5
SMALL_STEP, SMALL_HEIGHT = STEP / (SMALL_SLOTS + 1), 24
LABORATORIES_TOP = SMALL_TOP + SMALL_HEIGHT + 5
LABORATORY_STEP, LABORATORY_LINE = STEP / LABORATORY_COLUMNS, 26
COMPACT_HEIGHT = LABORATORIES_TOP + 3 * LABORATORY_LINE + 4


def draw_compact_board(state: np.void, player: int, name: str, picture: Picture) -> None:
    """Draw a board in a box of PANEL_WIDTH by COMPACT_HEIGHT."""
    own = state["players"][player]
    with picture.owner(player):
        draw_title(picture, own, player, name, COMPACT_HEIGHT)
        _draw_amounts(picture, own)
        _draw_greenhouses(picture, own)
        _draw_rovers(picture, own, player, worker_of(state, player))
        _draw_buildings(picture, own, state["small_tiles"].tolist())
        _draw_laboratories(picture, own)


def _draw_amounts(picture: Picture, own: np.void) -> None:
    """Draw resources, energy and batteries."""
    y, base = TITLE, TITLE + 17
    for place, (name, amount) in enumerate(zip(RESOURCES, own["resources"].tolist(), strict=True)):
        x = LEFT + AMOUNT_STEP * place
        actions = (RESOURCE + place,) if place < COLOR_COUNT else (RESOURCE + place, CONVERT_FOOD_TO_ENERGY, FEED)
        picture.cell(x, y, "", AMOUNT_STEP - 3, AMOUNTS_HEIGHT, "plain", actions, note=f"{amount} {name}")
        picture.icon(x + 4, y + 4, name, 15, AMOUNT_KINDS[name])
        picture.label(x + AMOUNT_STEP - 7, base, amount, 13, "bold", "end")
    batteries, energy = int(own["batteries"]), int(own["energy"])
    note = f"{energy} energy in {batteries} batteries"
    changes = (CONVERT_ENERGY_TO_FOOD, INCOME + RECHARGE)
    picture.cell(ENERGY_LEFT, y, "", ENERGY_WIDTH, AMOUNTS_HEIGHT, "plain", changes, note=note)
    picture.icon(ENERGY_LEFT + 5, y + 4, "energy", 15, AMOUNT_KINDS["energy"])
    picture.label(ENERGY_LEFT + ENERGY_WIDTH - 7, base, f"{energy}/{batteries}", 13, "bold", "end")


def _draw_greenhouses(picture: Picture, own: np.void) -> None:
    """Draw the greenhouse spaces in order: greenhouses, improved ones filled, and free spaces with their bonus."""
    step, y = (LEFT + STEP - GREENHOUSES_LEFT) / GREENHOUSES, TITLE
    width = step - 3
    count, improved = int(own["greenhouses"]), int(own["improved"])
    for place in range(GREENHOUSES):
        x = GREENHOUSES_LEFT + step * place
        if place >= count:
            picture.cell(x, y, "", width, AMOUNTS_HEIGHT, "empty", note="free greenhouse space")
            draw_signs(picture, x + 1, y + 6, GREENHOUSE_BONUS_SIGNS[place], 12, width - 2)
            continue
        is_improved = place < improved
        note = "improved greenhouse: 2 food" if is_improved else "greenhouse: 1 food"
        kind, actions = "filled" if is_improved else "plain", [INCOME + GREENHOUSE_FOOD]
        picture.cell(x, y, "", width, AMOUNTS_HEIGHT, kind, actions, note=note)
        picture.icon(x + width / 2 - 8.5, y + 3.5, "greenhouse", 17, AMOUNT_KINDS["food"])


def _draw_rovers(picture: Picture, own: np.void, player: int, worker: int) -> None:
    """Draw the rovers, their places, and their crews."""
    step, y = STEP / ROVERS, ROVERS_TOP
    for rover, tile in enumerate(own["rover_tile"].tolist()):
        x = LEFT + step * rover
        where = "base" if tile == BASE else str(tile)
        crew = crew_of(own, rover)
        names = ", ".join(COLORS[color] + (" specialist" if is_specialist else "") for color, is_specialist in crew)
        place = "at the base" if tile == BASE else f"at position {tile}"
        note = f"rover {rover + 1} {place}: {names or 'empty'}"
        kind = "empty k7" if rover == worker else "empty" if tile == BASE else "plain"
        actions = [
            ROVER + rover,
            *(first + color * ROVERS + rover for first in (RECRUIT, TRAIN) for color in COLOR_RANGE),
        ]
        if rover == worker:
            actions += [ABILITY + color for color in COLOR_RANGE]
        picture.cell(x, y, "", step - 4, ROVER_HEIGHT, kind, actions, note=note, round_by=7)
        picture.icon(x + 5, y + 4, "rover", 20, f"t{player}")
        picture.label(x + 28, y + 18, f"{'abc'[rover]} {where}", 12, "muted")
        for seat in range(ROVER_CAPACITY):
            left = x + step - 8 - 20 * (ROVER_CAPACITY - seat)
            if seat < len(crew):
                color, is_specialist = crew[seat]
                picture.icon(left, y + 5, "astronaut" if is_specialist else "person", 18, COLOR_KINDS[color])
            else:
                picture.cell(left + 5, y + 10, "", 8, 8, "plain", round_by=4, note="free seat")


def _draw_buildings(picture: Picture, own: np.void, tiles: list[int]) -> None:
    """Draw the small buildings of the six slots and the faction building; built ones are filled."""
    built, y, width = int(own["small"]), SMALL_TOP, SMALL_STEP - 4
    for slot, tile in enumerate(tiles):
        x, is_built = LEFT + SMALL_STEP * slot, bool(built >> slot & 1)
        note = f"small building {slot + 1}: {small_text(tile)}{', built' if is_built else ''}"
        kind, actions = "filled" if is_built else "empty", [BUILDING + slot, INCOME + slot]
        picture.cell(x, y, "", width, SMALL_HEIGHT, kind, actions, note=note)
        draw_signs(picture, x + 2, y + 4.5, SMALL_SIGNS[tile], 15, width - 4)
    x, faction = LEFT + SMALL_STEP * SMALL_SLOTS, int(own["faction"])
    is_built = bool(int(own["large"]) >> FACTION_BUILDING & 1)
    note = "faction building"
    if faction != NONE:
        facts = FACTION_FACTS[faction]
        note = f"faction building: {facts['building']}{', built' if is_built else ''}; power: {POWERS[faction]}"
    kind, actions = "filled" if is_built else "empty", [BUILDING + OWN_FACTION_BUILDING]
    picture.cell(x, y, "", LEFT + INNER - x, SMALL_HEIGHT, kind, actions, note=note)
    picture.icon(x + 8, y + 4, "home", 16)
    picture.icon(x + 30, y + 5, "flag", 14)


def _draw_laboratories(picture: Picture, own: np.void) -> None:
    """Draw the laboratory spaces: without foundation, open, or with a laboratory."""
    opened = int(OPENED_SPACES[own["foundations"]])
    width, height = LABORATORY_STEP - 4, LABORATORY_LINE - 3
    for space, kind in enumerate(own["laboratories"].tolist()):
        row, column = divmod(space, LABORATORY_COLUMNS)
        x, y = LEFT + LABORATORY_STEP * column, LABORATORIES_TOP + LABORATORY_LINE * row
        if kind != NONE:
            note = f"laboratory on space {space}: {laboratory_text(kind)}"
            picture.cell(x, y, "", width, height, "filled", [LABORATORY_SPACE + space], note=note)
            draw_signs(picture, x + 3, y + 4, LABORATORY_SIGNS[kind], 15, width - 6)
        elif opened >> space & 1:
            picture.cell(x, y, "", width, height, "plain", note=f"open laboratory space {space}")
            picture.icon(x + width / 2 - 8, y + height / 2 - 8, "laboratory", 16, "f6")
        else:
            picture.cell(x, y, "", width, height, "empty", note=f"no foundation for space {space}")
