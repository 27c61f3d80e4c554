"""The Battle sheets as pictures: planets with their moons and flags, the asteroids, and the tracks of both halves.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.battle.actions import (
    ASTRA_MOON,
    ASTRA_PLANET,
    COLUMN,
    MOON,
    PASS,
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
    MOON_SPOTS,
    PLANET_NAMES,
    PLANET_VALUES,
    PLANETS,
    PLANETS_PRINTED,
    PLANNING_PENALTIES,
    PLANT_VALUES,
    WATER_VALUES,
)
from moon_envs.games.welcome_to_the_moon.battle.game import TABLES
from moon_envs.games.welcome_to_the_moon.battle.state import (
    DECIDE_ASTRA_MOON,
    DECIDE_ASTRA_PLANET,
    DECIDE_COLUMN,
    DECIDE_MOON,
)
from moon_envs.games.welcome_to_the_moon.battle.text import HALF_NAMES, SOLO_SHEETS
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY
from moon_envs.render.columns import Columns, page_width
from moon_envs.render.drawing import GameDrawing
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    CHOICES_HEIGHT,
    MARGIN,
    SHEET_WIDTH,
    TITLE_HEIGHT,
    adventure_drawing,
    draw_missions_taken,
)
from moon_envs.render.games.welcome_to_the_moon.value_boxes import draw_values
from moon_envs.render.picture import NOBODY, Picture

HALF_HEIGHT = 78
PLANETS_TOP = HALF_HEIGHT + 20
PLANET_HEIGHT, PLANET_STEP = 30, 32
CELL, CELL_STEP = 25, 26
RANGE_MIDDLE, SYMBOLS_LEFT, CELLS_LEFT = 38, 65, 115
MOON_LEFT, FLAG_LEFT, COUNT_LEFT = 308, 390, 452
ASTEROID_LEFT, ASTEROID_WIDTH, ASTEROID_STEP, ASTEROID_HEIGHT = 504, 84, 17, 16
PLANETS_BOTTOM = PLANETS_TOP + PLANET_STEP * PLANETS
BOX, SYMBOL = 21, 15

SHEET_HEIGHT = PLANETS_BOTTOM + HALF_HEIGHT + 6 + CHOICES_HEIGHT
SOLO_HEIGHT = PLANETS_BOTTOM + CHOICES_HEIGHT  # ASTRA has no tracks (battle 7.1)

PLANET_KINDS = ("k2", "k3", "k6")  # green, blue, grey
BONUS_ICONS = {"p": "plant", "w": "water", "r": "robot", "e": "energy", "m": "planning"}
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


ASTRA = Side("ASTRA", "closed", "", "star", "muted", NOBODY)


def _side(player: int) -> Side:
    return Side(f"player {player}", f"p{player}", str(player), "", f"t{player}", player)


def _sides(state: np.void, player: int) -> tuple[Side, Side]:
    """Who has the halves A and B of the sheet that lies with a player (battle 2.2)."""
    if state["opponent"]:
        return _side(player), ASTRA
    players = int(state["player_count"])
    first = player if state["turn"] % 2 else (player - 1) % players
    return _side(first), _side((first + 1) % players)


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """The sheet that lies with a player, below its title."""
    sides = _sides(state, player)
    if state["opponent"]:
        words = f"{_solo_sheet(int(state['turn']))}: you have half A, ASTRA has half B"
    else:
        words = f"the sheet of {sides[HALF_A].name} (half A) and {sides[HALF_B].name} (half B)"
    picture.label(SHEET_WIDTH - 10, -8, words, 12, "muted", "end")
    bottom = _draw_marks(picture, sheet, sides, _active_half(state))
    y = bottom + 4
    x = picture.button(MARGIN + 4, y, "decline: draw no insignia", [PASS])
    x = picture.button(x, y, "draw on the next asteroid", [ROBOT_USE])
    x = picture.button(x, y, "take a System Error", [SYSTEM_ERROR])
    if picture.shows_actor and player == picture.decisions.actor:
        picture.label(x, y + 16, _task_text(state), 13, "bold")


def _active_half(state: np.void) -> int:
    """The half on which everybody draws in this turn."""
    return HALF_A if state["opponent"] or state["turn"] % 2 else HALF_B


def _solo_sheet(turn: int) -> str:
    return SOLO_SHEETS[(turn - 1) % len(SOLO_SHEETS)]


def _task_text(state: np.void) -> str:
    """The words for what the player must do now: choices for ASTRA, and what an asteroid brings."""
    decision = int(state["decision"])
    if decision == DECIDE_ASTRA_PLANET:
        return "ASTRA draws first: choose her planet"
    if decision == DECIDE_ASTRA_MOON:
        return f"ASTRA's effect, {state['astra_moons_left']} insignia on moons: choose the moon"
    if decision == DECIDE_COLUMN:
        return "Energy: cross off a box of planet values"
    if decision == DECIDE_MOON:
        return f"The asteroid brings {state['moons_left']} insignia on moons"
    return ""


def _draw_marks(picture: Picture, sheet: np.void, sides: tuple[Side, Side], active: int | None) -> float:
    """A sheet: half A, the planets and asteroids, half B; returns the y below."""
    _draw_half(picture, sheet, HALF_A, sides[HALF_A], active == HALF_A, 0)
    y = PLANETS_TOP - 6
    heads = ((CELLS_LEFT, "insignia"), (MOON_LEFT, "moon"), (FLAG_LEFT, "flag"), (COUNT_LEFT, "count"))
    for x, words in (*heads, (ASTEROID_LEFT, "asteroids")):
        picture.label(x + 2, y, words, 10.5, "muted")
    cells, moons, flags = (sheet[name].tolist() for name in ("cells", "moons", "flags"))
    plants, waters = sheet["plant_symbols"].tolist(), sheet["water_symbols"].tolist()
    for planet in range(PLANETS):
        own = cells[FIRST_CELLS[planet] : FIRST_CELLS[planet + 1]]
        y = PLANETS_TOP + PLANET_STEP * planet
        _draw_planet(picture, planet, own, plants[planet], waters[planet], sides, y)
        _draw_moon(picture, planet, [moons[half][planet] for half in range(HALVES)], EMPTY not in own, sides, y)
        counts = [own.count(half) + moons[half][planet] for half in range(HALVES)]
        _draw_control(picture, flags[planet], counts, sides, y)
    _draw_asteroids(picture, sheet["asteroids"].tolist(), sides, active)
    if sides[HALF_B] is ASTRA:
        return PLANETS_BOTTOM
    _draw_half(picture, sheet, HALF_B, sides[HALF_B], active == HALF_B, PLANETS_BOTTOM + 2)
    return PLANETS_BOTTOM + HALF_HEIGHT + 6


def _draw_insignia(
    picture: Picture, x: float, y: float, size: float, side: Side, actions: tuple[int, ...] = ()
) -> None:
    """The mark of a player, by colour and number; ASTRA's is a star."""
    picture.cell(x, y, side.sign, size, size, side.kind, actions, note=side.name, round_by=size / 2, icon=side.icon)


def _legal(picture: Picture, actions: tuple[int, ...]) -> list[int]:
    """The legal actions among those of a place."""
    return [action for action in actions if picture.can(action)]


def _draw_planet(
    picture: Picture, planet: int, cells: list[int], plants: int, waters: int, sides: tuple[Side, Side], y: float
) -> None:
    """A planet: its numbers, the plants and waters left on it, and its cells with what they bring."""
    low, high, kind, bonuses, plant_symbols, water_symbols = PLANETS_PRINTED[planet]
    actions = (WRITE + planet, ASTRA_PLANET + planet)
    width = CELLS_LEFT - MARGIN + CELL_STEP * len(cells) + 3
    picture.line(((MARGIN + width, y + PLANET_HEIGHT / 2), (MOON_LEFT, y + PLANET_HEIGHT / 2)))
    note = PLANET_NAMES[planet]
    picture.cell(
        MARGIN + 2, y, "", width, PLANET_HEIGHT, f"plain {PLANET_KINDS[kind]}", actions, note=note, round_by=15
    )
    picture.label(RANGE_MIDDLE, y + 20, f"{low} to {high}", 13, "bold", "middle")
    x: float = SYMBOLS_LEFT
    for icon, symbols, taken in (("plant", plant_symbols, plants), ("water", water_symbols, waters)):
        for place in range(symbols):
            is_taken = place < taken
            look = "closed" if is_taken else "plain"
            sign = "" if is_taken else icon
            picture.cell(
                x, y + 7.5, "", SYMBOL, SYMBOL, look, is_crossed=is_taken, note=icon, round_by=SYMBOL / 2, icon=sign
            )
            x += SYMBOL + 1
    for place, value in enumerate(cells):
        x = CELLS_LEFT + CELL_STEP * place
        if value != EMPTY:
            _draw_insignia(picture, x, y + 2.5, CELL, sides[value])
            continue
        is_next = place == 0 or cells[place - 1] != EMPTY
        choices = _legal(picture, actions) if is_next else ()
        icon = BONUS_ICONS.get(bonuses[place], "")
        picture.cell(x, y + 2.5, "", CELL, CELL, "empty", choices, round_by=CELL / 2, icon=icon)


def _draw_moon(
    picture: Picture, planet: int, insignia: list[int], is_complete: bool, sides: tuple[Side, Side], y: float
) -> None:
    """The moon of a planet with its two spots, which are closed when the planet is complete."""
    actions = (MOON + planet, ASTRA_MOON + planet)
    marks = [sides[half] for half in range(HALVES) for _ in range(insignia[half])]
    kind = "closed" if is_complete and len(marks) < MOON_SPOTS else "plain"
    note = "moon" + (", closed" if is_complete else "")
    picture.cell(MOON_LEFT, y + 1, "", 74, 28, kind, actions, note=note, round_by=14)
    picture.icon(MOON_LEFT + 7, y + 9, "moon", 12, "ink" if kind == "closed" else "muted")
    for spot in range(MOON_SPOTS):
        x = MOON_LEFT + 23 + 24 * spot
        if spot < len(marks):
            _draw_insignia(picture, x, y + 4, 22, marks[spot])
        elif not is_complete:
            is_next = spot == len(marks)
            picture.cell(x, y + 4, "", 22, 22, "empty", _legal(picture, actions) if is_next else (), round_by=11)


def _draw_control(picture: Picture, flag: int, counts: list[int], sides: tuple[Side, Side], y: float) -> None:
    """The flag of a planet, which may be shared, and the insignia of both sides that decide it (battle 4.1)."""
    picture.icon(FLAG_LEFT, y + 7, "flag", 16, "ink" if flag else "line")
    x: float = FLAG_LEFT + 17
    for half in range(HALVES):
        if flag >> half & 1:
            _draw_insignia(picture, x, y + 6, 19, sides[half])
            x += 20
    size = "muted" if flag else "bold"
    picture.label(COUNT_LEFT + 8, y + 20, counts[HALF_A], 14, f"{size} {sides[HALF_A].colour}", "end")
    picture.label(COUNT_LEFT + 14, y + 20, ":", 14, "muted", "middle")
    picture.label(COUNT_LEFT + 20, y + 20, counts[HALF_B], 14, f"{size} {sides[HALF_B].colour}")


def _draw_asteroids(picture: Picture, taken: list[int], sides: tuple[Side, Side], active: int | None) -> None:
    """The asteroids in a line from half A to half B, and what they bring."""
    following = {HALF_A: taken[HALF_A], HALF_B: ASTEROIDS - 1 - taken[HALF_B]}
    for asteroid, bonuses in enumerate(ASTEROIDS_PRINTED):
        y = PLANETS_TOP + ASTEROID_STEP * asteroid
        if asteroid < taken[HALF_A] or asteroid >= ASTEROIDS - taken[HALF_B]:
            side = sides[HALF_A if asteroid < taken[HALF_A] else HALF_B]
            picture.cell(
                ASTEROID_LEFT,
                y,
                side.sign,
                ASTEROID_WIDTH,
                ASTEROID_HEIGHT,
                side.kind,
                note=side.name,
                round_by=ASTEROID_HEIGHT / 2,
                icon=side.icon,
            )
            continue
        actions = [ROBOT_USE] if active is not None and asteroid == following[active] else []
        words = " and ".join(BONUS_ICONS[bonus] for bonus in bonuses) or "nothing"
        note = f"asteroid {asteroid + 1}, which brings {words}"
        picture.cell(
            ASTEROID_LEFT,
            y,
            "",
            ASTEROID_WIDTH,
            ASTEROID_HEIGHT,
            "empty",
            actions,
            note=note,
            round_by=ASTEROID_HEIGHT / 2,
        )
        x = ASTEROID_LEFT + ASTEROID_WIDTH / 2 - 10 * len(bonuses)
        for bonus in bonuses:
            picture.icon(x + 3, y + 1.5, BONUS_ICONS[bonus], 13, "ink")
            x += 20


def _draw_half(picture: Picture, sheet: np.void, half: int, side: Side, is_active: bool, y: float) -> None:
    """The tracks of a half: values and penalties with what counts now, stored astronauts, System Errors."""
    picture.sheet(MARGIN, y, SHEET_WIDTH - 2 * MARGIN, HALF_HEIGHT, "", side.player)
    left = MARGIN + 10
    picture.label(left, y + 18, f"Half {HALF_NAMES[half]}: {side.name}", 13, f"bold {side.colour}")
    if is_active:
        picture.label(left + 128, y + 18, "draws now", 11, "muted")
    circled, spent = int(sheet["astronauts"][half]), int(sheet["astronauts_spent"][half])
    x = 216.0
    picture.icon(x, y + 6, "astronaut", 15)
    for place in range(ASTRONAUTS_PER_HALF):
        kind = "closed" if place < spent else "filled k1" if place < circled else "empty"
        note = "astronaut: " + ("spent" if place < spent else "stored" if place < circled else "free")
        picture.cell(x + 20 + 16.5 * place, y + 6, "", 15, 15, kind, (), place < spent, note, 7)
    x += 125
    picture.icon(x, y + 6, "error", 15)
    actions = (SYSTEM_ERROR,) if is_active else ()
    draw_values(picture, x + 19, y + 5, ERRORS_COST, int(sheet["errors"][half]), 26, "System Error", actions)
    if is_active:  # missions stay with the player when sheets are passed on (battle 2.2)
        draw_missions_taken(picture, SHEET_WIDTH - MARGIN - 142, y + 4, sheet)
    y += 29
    picture.icon(left, y + 2, "plant", 15)
    x = draw_values(picture, left + 20, y, PLANTS_WORTH, int(sheet["plants"][half]), BOX, "plants", (), "k2")
    picture.icon(x + 14, y + 2, "water", 15)
    draw_values(picture, x + 34, y, WATERS_WORTH, int(sheet["waters"][half]), BOX, "waters", (), "k3")
    y += 24
    x = left
    for column, crossed_off in enumerate(sheet["energies"][half].tolist()):
        actions = (COLUMN + column,) if is_active else ()
        note, look = f"what a {KIND_NAMES[column]} planet is worth", PLANET_KINDS[column]
        picture.icon(x, y + 2, "planet", 16)
        x = draw_values(picture, x + 20, y, PLANETS_WORTH[column], crossed_off, BOX - 2, note, actions, look) + 5
    picture.icon(x + 2, y + 2, "planning", 14)
    draw_values(picture, x + 20, y, PLANNINGS_COST, int(sheet["plannings"][half]), BOX + 2, "planning")


def _neighbour(state: np.void, seat: int) -> int:
    """The player with whom a player's other sheet lies (battle 2.2)."""
    step = -1 if state["turn"] % 2 else 1
    return (seat + step) % int(state["player_count"])


def _draw_resting_sheet(picture: Picture, state: np.void, seat: int | None, columns: Columns) -> None:
    """The other sheet of the solo game (battle 7.1)."""
    title = f"Your other sheet, {_solo_sheet(int(state['turn']) + 1)}, which rests in this turn"
    _draw_other_sheet(picture, state["resting_sheet"][0], _sides(state, 0), None, title, 0, columns)


def _draw_neighbours_sheet(picture: Picture, state: np.void, seat: int | None, columns: Columns) -> None:
    """The reader's other sheet, which lies with a neighbour in this turn."""
    if seat is not None:
        other = _neighbour(state, seat)
        title, sheet = f"Your other sheet, on which player {other} draws in this turn", state["shown"][other]
        _draw_other_sheet(picture, sheet, _sides(state, other), _active_half(state), title, seat, columns)


def _draw_other_sheet(
    picture: Picture,
    sheet: np.void,
    sides: tuple[Side, Side],
    active: int | None,
    title: str,
    player: int,
    columns: Columns,
) -> None:
    """A player's sheet on which the player cannot draw in this turn (battle 2.2)."""
    height = (PLANETS_BOTTOM if sides[HALF_B] is ASTRA else PLANETS_BOTTOM + HALF_HEIGHT) + TITLE_HEIGHT + MARGIN
    x, y = columns.place()
    with picture.at(x, y), picture.owner(NOBODY):
        picture.sheet(0, 0, SHEET_WIDTH, height, title, player)
        with picture.at(0, TITLE_HEIGHT):
            _draw_marks(picture, sheet, sides, active)
    columns.fill(y + height)


SHARED = ("opponent", "player_count", "turn")
TABLE = adventure_drawing(
    TABLES, SHEET_HEIGHT, draw_sheet, shared=SHARED, drawn_apart=_neighbour, draw_more=_draw_neighbours_sheet
)
SOLO = adventure_drawing(TABLES, SOLO_HEIGHT, draw_sheet, shared=SHARED, draw_more=_draw_resting_sheet)


def draw_battle(picture: Picture, game: Game, state: np.void, seat: int | None) -> None:
    """The table and the sheets that are drawn on in this turn; the reader's other sheet is large, too."""
    (SOLO if state["opponent"] else TABLE).draw(picture, game, state, seat)


def _wide(state: np.void, seat: int | None) -> float:
    """Two columns; three when more than two players have sheets, because a seat has two large ones."""
    return page_width(3 if state["player_count"] > 2 else 2)


DRAWING = GameDrawing(TABLE.width, draw_battle, _wide, lambda players, seat: 24.0 if players == 1 else 0.0)
