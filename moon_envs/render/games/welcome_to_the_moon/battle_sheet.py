"""The Battle sheet as a picture: planets with their moons and flags, the asteroids, and the tracks of both halves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.battle.actions import (
    ASTRA_MOON,
    ASTRA_PLANET,
    COLUMN,
    MOON,
    ROBOT_USE,
    SYSTEM_ERROR,
)
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ASTEROIDS,
    ASTEROIDS_PRINTED,
    ASTRONAUTS_PER_HALF,
    ERROR_BOXES_PER_HALF,
    FIRST_CELL,
    HALF_A,
    HALF_B,
    HALVES,
    KIND_NAMES,
    KINDS,
    MOON_SPOTS,
    PLANET_NAMES,
    PLANET_VALUES,
    PLANETS,
    PLANETS_PRINTED,
    PLANNING_PENALTIES,
    PLANT_VALUES,
    WATER_VALUES,
)
from moon_envs.games.welcome_to_the_moon.battle.text import HALF_NAMES
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY
from moon_envs.render.games.welcome_to_the_moon.sheet_parts import draw_missions_taken
from moon_envs.render.games.welcome_to_the_moon.value_boxes import draw_values
from moon_envs.render.panels import MARGIN, PANEL_WIDTH
from moon_envs.render.picture import NOBODY, Picture

LEFT, RIGHT = MARGIN + 10, PANEL_WIDTH - MARGIN - 6
LINE, BOX = 28, 24
HALF_HEIGHT = 4 * LINE + 8
COLUMN_GAP = 3
COLUMN_WIDTH = (RIGHT - LEFT - (KINDS - 1) * COLUMN_GAP) / KINDS

HEADS_HEIGHT = 20
PLANETS_TOP = HALF_HEIGHT + HEADS_HEIGHT
PLANET_STEP, PLANET_HEIGHT = 48, 45
PLANETS_BOTTOM = PLANETS_TOP + PLANET_STEP * PLANETS + 1
CELL, CELL_STEP, CELLS_LEFT = 27, 28, 74
RANGE_MIDDLE, SYMBOL = 41, 15
MOON_LEFT, MOON_WIDTH, MOON_HEIGHT, SPOT = 282, 84, 28, 26
ASTEROID_LEFT, ASTEROID_WIDTH = 374, PANEL_WIDTH - MARGIN - 374
ASTEROID_STEP = (PLANET_STEP * PLANETS - 2) / ASTEROIDS
ASTEROID_HEIGHT = ASTEROID_STEP - 1

SHEET_HEIGHT = PLANETS_BOTTOM + HALF_HEIGHT
SOLO_HEIGHT = PLANETS_BOTTOM  # ASTRA has no tracks (battle 7.1)

PLANET_KINDS = ("k2", "k3", "k6")  # green, blue, grey
BONUS_ICONS = {"p": "plant", "w": "water", "r": "robot", "e": "energy", "m": "moon"}
BONUS_NAMES = {"m": "an insignia on a moon", "e": "a box of planet values", "p": "a plant", "w": "a water"}
FIRST_CELLS = FIRST_CELL.tolist()
PLANTS_WORTH, WATERS_WORTH = tuple(PLANT_VALUES.tolist()), tuple(WATER_VALUES.tolist())
PLANETS_WORTH = tuple(map(tuple, PLANET_VALUES.tolist()))
PLANNINGS_COST = tuple((-PLANNING_PENALTIES).tolist())
ERRORS_COST = tuple(-SYSTEM_ERROR_PENALTY * box for box in range(ERROR_BOXES_PER_HALF + 1))


class Side(NamedTuple):
    """Who has a half of a sheet, as it is drawn."""

    name: str
    kind: str
    sign: str
    icon: str
    colour: str
    player: int


Sides = tuple[Side, Side]
ASTRA = Side("ASTRA", "closed", "", "star", "muted", NOBODY)


def side_of(player: int) -> Side:
    """A player as the owner of a half."""
    return Side(f"player {player}", f"p{player}", str(player), "", f"t{player}", player)


def draw_marks(picture: Picture, sheet: np.void, sides: Sides, active: int | None) -> None:
    """A sheet: half A, the planets and asteroids, half B; `active` is the half on which its player draws now."""
    _draw_half(picture, sheet, HALF_A, sides[HALF_A], active == HALF_A, 0)
    heads = ((CELLS_LEFT, "insignia"), (MOON_LEFT, "moon and flag"), (ASTEROID_LEFT, "asteroids"))
    for x, words in heads:
        picture.label(x + 2, PLANETS_TOP - 6, words, 11, "muted")
    cells, moons, flags = (sheet[name].tolist() for name in ("cells", "moons", "flags"))
    plants, waters = sheet["plant_symbols"].tolist(), sheet["water_symbols"].tolist()
    for planet in range(PLANETS):
        own = cells[FIRST_CELLS[planet] : FIRST_CELLS[planet + 1]]
        y = PLANETS_TOP + PLANET_STEP * planet
        _draw_planet(picture, planet, own, plants[planet], waters[planet], sides, y)
        _draw_moon(picture, planet, [moons[half][planet] for half in range(HALVES)], EMPTY not in own, sides, y)
        counts = [own.count(half) + moons[half][planet] for half in range(HALVES)]
        _draw_control(picture, flags[planet], counts, sides, y + MOON_HEIGHT + 1)
    _draw_asteroids(picture, sheet["asteroids"].tolist(), sides, active)
    if sides[HALF_B] is not ASTRA:
        _draw_half(picture, sheet, HALF_B, sides[HALF_B], active == HALF_B, PLANETS_BOTTOM)


def _draw_insignia(
    picture: Picture, x: float, y: float, size: float, side: Side, actions: tuple[int, ...] = ()
) -> None:
    """The mark of a player, by colour and number; ASTRA's is a star."""
    picture.cell(x, y, side.sign, size, size, side.kind, actions, note=side.name, round_by=size / 2, icon=side.icon)


def _legal(picture: Picture, actions: tuple[int, ...]) -> list[int]:
    """The legal actions among those of a place."""
    return [action for action in actions if picture.can(action)]


def _draw_planet(
    picture: Picture, planet: int, cells: list[int], plants: int, waters: int, sides: Sides, y: float
) -> None:
    """A planet: its numbers, below them the plants and waters left on it, and its cells with what they bring."""
    low, high, kind, bonuses, plant_symbols, water_symbols = PLANETS_PRINTED[planet]
    actions = (WRITE + planet, ASTRA_PLANET + planet)
    width = CELLS_LEFT - MARGIN + CELL_STEP * len(cells) + 4
    middle = y + MOON_HEIGHT / 2
    picture.line(((MARGIN + width, middle), (MOON_LEFT, middle)))
    note = PLANET_NAMES[planet]
    picture.cell(MARGIN, y, "", width, PLANET_HEIGHT, f"plain {PLANET_KINDS[kind]}", actions, note=note, round_by=18)
    picture.label(RANGE_MIDDLE, y + 19, f"{low} to {high}", 14, "bold", "middle")
    x = RANGE_MIDDLE - (SYMBOL + 2) * (plant_symbols + water_symbols) / 2 + 1
    for icon, symbols, taken in (("plant", plant_symbols, plants), ("water", water_symbols, waters)):
        for place in range(symbols):
            is_taken = place < taken
            look, sign = ("closed", "") if is_taken else ("plain", icon)
            box = x, y + 25, "", SYMBOL, SYMBOL
            picture.cell(*box, look, is_crossed=is_taken, note=icon, round_by=SYMBOL / 2, icon=sign)
            x += SYMBOL + 2
    top = y + (PLANET_HEIGHT - CELL) / 2
    for place, value in enumerate(cells):
        x = CELLS_LEFT + CELL_STEP * place
        if value != EMPTY:
            _draw_insignia(picture, x, top, CELL, sides[value])
            continue
        is_next = place == 0 or cells[place - 1] != EMPTY
        choices = _legal(picture, actions) if is_next else ()
        icon = BONUS_ICONS.get(bonuses[place], "")
        picture.cell(x, top, "", CELL, CELL, "empty", choices, round_by=CELL / 2, icon=icon)


def _draw_moon(picture: Picture, planet: int, insignia: list[int], is_complete: bool, sides: Sides, y: float) -> None:
    """The moon of a planet with its two spots, which are closed when the planet is complete."""
    actions = (MOON + planet, ASTRA_MOON + planet)
    marks = [sides[half] for half in range(HALVES) for _ in range(insignia[half])]
    kind = "closed" if is_complete and len(marks) < MOON_SPOTS else "plain"
    note = "moon" + (", closed" if is_complete else "")
    picture.cell(MOON_LEFT, y, "", MOON_WIDTH, MOON_HEIGHT, kind, actions, note=note, round_by=MOON_HEIGHT / 2)
    picture.icon(MOON_LEFT + 9, y + 7, "moon", 14, "ink" if kind == "closed" else "muted")
    for spot in range(MOON_SPOTS):
        x = MOON_LEFT + MOON_WIDTH - 1 - (SPOT + 1) * (MOON_SPOTS - spot)
        if spot < len(marks):
            _draw_insignia(picture, x, y + 1, SPOT, marks[spot])
        elif not is_complete:
            choices = _legal(picture, actions) if spot == len(marks) else ()
            picture.cell(x, y + 1, "", SPOT, SPOT, "empty", choices, round_by=SPOT / 2)


def _draw_control(picture: Picture, flag: int, counts: list[int], sides: Sides, y: float) -> None:
    """The flag of a planet, which may be shared, and the insignia of both sides that decide it (battle 4.1)."""
    picture.icon(MOON_LEFT + 8, y + 1, "flag", 14, "ink" if flag else "line")
    x: float = MOON_LEFT + 23
    for half in range(HALVES):
        if flag >> half & 1:
            _draw_insignia(picture, x, y, 16, sides[half])
            x += 16
    size, middle = "muted" if flag else "bold", MOON_LEFT + MOON_WIDTH - 13
    picture.label(middle - 5, y + 13, counts[HALF_A], 13, f"{size} {sides[HALF_A].colour}", "end")
    picture.label(middle, y + 13, ":", 13, "muted", "middle")
    picture.label(middle + 5, y + 13, counts[HALF_B], 13, f"{size} {sides[HALF_B].colour}")


def _draw_asteroids(picture: Picture, taken: list[int], sides: Sides, active: int | None) -> None:
    """The asteroids in a line from half A to half B, and what they bring."""
    following = {HALF_A: taken[HALF_A], HALF_B: ASTEROIDS - 1 - taken[HALF_B]}
    for asteroid, bonuses in enumerate(ASTEROIDS_PRINTED):
        y = PLANETS_TOP + ASTEROID_STEP * asteroid
        box = ASTEROID_WIDTH, ASTEROID_HEIGHT
        if asteroid < taken[HALF_A] or asteroid >= ASTEROIDS - taken[HALF_B]:
            side = sides[HALF_A if asteroid < taken[HALF_A] else HALF_B]
            picture.cell(
                ASTEROID_LEFT, y, side.sign, *box, side.kind, note=side.name, round_by=box[1] / 2, icon=side.icon
            )
            continue
        actions = [ROBOT_USE] if active is not None and asteroid == following[active] else []
        words = " and ".join(BONUS_NAMES[bonus] for bonus in bonuses) or "nothing"
        note = f"asteroid {asteroid + 1}, which brings {words}"
        picture.cell(ASTEROID_LEFT, y, "", *box, "empty", actions, note=note, round_by=box[1] / 2)
        x = ASTEROID_LEFT + ASTEROID_WIDTH / 2 - 10 * len(bonuses)
        for bonus in bonuses:
            picture.icon(x + 2, y + ASTEROID_HEIGHT / 2 - 8, BONUS_ICONS[bonus], 16, "ink")
            x += 20


def _draw_half(picture: Picture, sheet: np.void, half: int, side: Side, is_active: bool, y: float) -> None:
    """The tracks of a half: values and penalties with what counts now, stored astronauts, System Errors."""
    picture.sheet(MARGIN, y, PANEL_WIDTH - 2 * MARGIN, HALF_HEIGHT, "", side.player)
    y += 6
    picture.label(LEFT, y + 16, f"Half {HALF_NAMES[half]}: {side.name}", 13, f"bold {side.colour}")
    if is_active:  # missions stay with the player when sheets are passed on (battle 2.2)
        picture.label(LEFT + 92, y + 16, "draws now", 11, "muted")
        draw_missions_taken(picture, LEFT + 152, y + 1, sheet)
    _draw_astronauts(picture, y + 2, int(sheet["astronauts"][half]), int(sheet["astronauts_spent"][half]))
    y += LINE
    icon_top = y + 4
    picture.icon(LEFT, icon_top, "plant", 16)
    draw_values(picture, LEFT + 20, y, PLANTS_WORTH, int(sheet["plants"][half]), 22, "plants", (), "k2", BOX)
    x, actions = RIGHT - 101.0, (SYSTEM_ERROR,) if is_active else ()
    picture.icon(x - 19, icon_top, "error", 16)
    draw_values(picture, x, y, ERRORS_COST, int(sheet["errors"][half]), 34, "System Error", actions, height=BOX)
    y += LINE
    icon_top += LINE
    picture.icon(LEFT, icon_top, "water", 16)
    draw_values(picture, LEFT + 20, y, WATERS_WORTH, int(sheet["waters"][half]), 20, "waters", (), "k3", BOX)
    x = RIGHT - 8 * 21 + 2.0
    picture.icon(x - 18, icon_top, "planning", 16)
    draw_values(picture, x, y, PLANNINGS_COST, int(sheet["plannings"][half]), 21, "planning", height=BOX)
    for column, crossed_off in enumerate(sheet["energies"][half].tolist()):
        _draw_column(picture, LEFT + column * (COLUMN_WIDTH + COLUMN_GAP), y + LINE, column, crossed_off, is_active)


def _draw_astronauts(picture: Picture, y: float, circled: int, spent: int) -> None:
    """The astronauts of a half, from those that are spent to those that are free."""
    for place in range(ASTRONAUTS_PER_HALF):
        kind = "closed" if place < spent else "filled k1" if place < circled else "empty"
        note = "astronaut: " + ("spent" if place < spent else "stored" if place < circled else "free")
        x = RIGHT - 19 * (ASTRONAUTS_PER_HALF - place) + 1
        picture.cell(x, y, "", 18, 18, kind, (), place < spent, note, 9, "astronaut")


def _draw_column(picture: Picture, x: float, y: float, column: int, crossed_off: int, is_active: bool) -> None:
    """What planets of a kind are worth; a click on it crosses off the next box."""
    note, actions = f"what a {KIND_NAMES[column]} planet is worth", (COLUMN + column,) if is_active else ()
    kind = f"plain {PLANET_KINDS[column]}"
    picture.cell(x, y, "", COLUMN_WIDTH, 26, kind, actions, note=note, round_by=8)
    with picture.decoration():
        picture.icon(x + 4, y + 5, "planet", 16)
        draw_values(picture, x + 23, y + 3, PLANETS_WORTH[column], crossed_off, 22, height=20)
