"""Battle in words: what is its own on the table, and the sheets."""

from __future__ import annotations

import math

import numpy as np

from moon_envs.games.welcome_to_the_moon.battle.components import (
    ALL_FLAGS,
    ASTEROIDS,
    ASTEROIDS_PRINTED,
    DISTANCE,
    ENERGY_BOXES,
    ERROR_BOXES_PER_HALF,
    FIRST_CELL,
    HALF_A,
    HALF_B,
    KIND_NAMES,
    KINDS,
    MOON_SPOTS,
    NO_FLAG,
    NUMBERS_PER_ASTRONAUT,
    PLANET_NAMES,
    PLANET_VALUES,
    PLANETS,
    PLANNING_PENALTIES,
    PLANT_BOXES,
    PLANT_VALUES,
    PLANTS_PRINTED,
    SYMBOLS,
    WATER_BOXES,
    WATER_VALUES,
    WATERS_PRINTED,
)
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.text import taken_missions_text

LEGEND = (
    "  (A and B: insignia of the halves; p w r: bonus of a free cell; e m on asteroids: a box of planet values, a moon)"
)
HALF_NAMES = ("A", "B")


def write_text(state: np.void, planet: int) -> str:
    """What drawing on a planet takes."""
    distance = int(DISTANCE[planet, state["number"]]) - (NUMBERS_PER_ASTRONAUT if state["action"] == ASTRONAUT else 0)
    needed = math.ceil(max(distance, 0) / NUMBERS_PER_ASTRONAUT)
    spent = f"spend {needed} stored astronaut{'s' if needed > 1 else ''} and " if needed else ""
    return f"{spent}draw an insignia with {state['number']}"


def table_text(state: np.void) -> list[str]:
    """Which half is played on; in solo mode the sheet that rests."""
    if state["opponent"]:
        resting = 1 if state["turn"] % 2 else 0
        return [
            f"You have half A of both sheets, ASTRA half B; this turn is played on sheet {2 - resting}",
            "",
            *_marks_text(state["resting_sheet"][0], f"Sheet {1 + resting}, which rests"),
        ]
    players = int(state["player_count"])
    if state["turn"] % 2:
        owners = [f"{player} and {(player + 1) % players}" for player in range(players)]
        half = "A"
    else:
        owners = [f"{(player - 1) % players} and {player}" for player in range(players)]
        half = "B"
    pairs = ", ".join(f"player {player}: sheet of {pair}" for player, pair in enumerate(owners))
    return [f"Everybody plays on half {half}; {pairs} (half A and half B)"]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """The sheet that lies with a player, as lines."""
    return _marks_text(sheet, f"{title}: {taken_missions_text(sheet)}; the sheet of this turn")


def _marks_text(sheet: np.void, title: str) -> list[str]:
    return [
        title,
        *(_planet_text(sheet, planet) for planet in range(PLANETS)),
        f"  asteroids: {_asteroids_text(sheet)}",
        LEGEND,
        *(_half_text(sheet, half) for half in (HALF_A, HALF_B)),
    ]


def _planet_text(sheet: np.void, planet: int) -> str:
    cells = range(FIRST_CELL[planet], FIRST_CELL[planet + 1])
    marks = " ".join(_cell_text(sheet, cell) for cell in cells)
    moons = "".join(HALF_NAMES[half] * int(sheet["moons"][half][planet]) for half in (HALF_A, HALF_B))
    plants = PLANTS_PRINTED[planet] - sheet["plant_symbols"][planet]
    waters = WATERS_PRINTED[planet] - sheet["water_symbols"][planet]
    return (
        f"  {PLANET_NAMES[planet]:28s} {marks:13s}  moon {moons:.<{MOON_SPOTS}s}  plants {plants}, waters {waters}"
        f"{_flag_text(int(sheet['flags'][planet]))}"
    )


def _cell_text(sheet: np.void, cell: int) -> str:
    owner = int(sheet["cells"][cell])
    return SYMBOLS[cell] if owner == EMPTY else HALF_NAMES[owner]


def _flag_text(flag: int) -> str:
    if flag == NO_FLAG:
        return ""
    return ", flags of both" if flag == ALL_FLAGS else f", flag of {HALF_NAMES[flag >> 1]}"


def _asteroids_text(sheet: np.void) -> str:
    left, right = (int(count) for count in sheet["asteroids"])
    marks = [bonus or "." for bonus in ASTEROIDS_PRINTED]
    marks[:left] = ["A"] * left
    marks[ASTEROIDS - right :] = ["B"] * right
    return " ".join(marks)


def _half_text(sheet: np.void, half: int) -> str:
    plants, waters = int(sheet["plants"][half]), int(sheet["waters"][half])
    values = ", ".join(
        f"{KIND_NAMES[kind]} {PLANET_VALUES[kind, sheet['energies'][half][kind]]} "
        f"({sheet['energies'][half][kind]}/{ENERGY_BOXES})"
        for kind in range(KINDS)
    )
    stored = int(sheet["astronauts"][half]) - int(sheet["astronauts_spent"][half])
    return (
        f"  half {HALF_NAMES[half]}: plants {plants}/{PLANT_BOXES} = {PLANT_VALUES[plants]}, "
        f"waters {waters}/{WATER_BOXES} = {WATER_VALUES[waters]}, a planet is worth: {values}; planning penalty "
        f"{PLANNING_PENALTIES[sheet['plannings'][half]]}, astronauts stored {stored}, "
        f"System Errors {sheet['errors'][half]} of {ERROR_BOXES_PER_HALF}"
    )
