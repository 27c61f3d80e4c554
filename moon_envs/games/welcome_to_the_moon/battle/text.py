"""Battle in words: its own part of the table, and the sheets."""

from __future__ import annotations

import math

import numpy as np

from moon_envs.games.welcome_to_the_moon.battle.components import (
    ALL_FLAGS,
    ASTEROIDS,
    ASTEROIDS_PRINTED,
    ASTRONAUTS_PER_HALF,
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
    PRINTED,
    SYMBOLS,
    WATER_BOXES,
    WATER_VALUES,
    WATERS_PRINTED,
)
from moon_envs.games.welcome_to_the_moon.battle.state import DECIDE_ASTRA_PLANET
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.state import NO_COMBINATION
from moon_envs.games.welcome_to_the_moon.text import card_text, taken_missions_text

LEGENDS = (
    "Sheets: A and B are insignia; free cells and asteroids show what they bring: p a plant, w a water, r an asteroid,",
    "e a box of planet values, m an insignia on a moon; plants and waters of a planet are those not crossed off",
)
HALF_NAMES = ("A", "B")
SOLO_SHEETS = ("sheet 1", "sheet 2")


def action_text(state: np.void, name: str, index: int) -> str | None:
    """The words for drawing on a planet, with what it takes; None for the other actions."""
    if name != "write" or state["combination"] == NO_COMBINATION:
        return None
    distance = int(DISTANCE[index, state["number"]]) - (NUMBERS_PER_ASTRONAUT if state["action"] == ASTRONAUT else 0)
    needed = math.ceil(max(distance, 0) / NUMBERS_PER_ASTRONAUT)
    spent = f"spend {needed} stored astronaut{'s' if needed > 1 else ''} and " if needed else ""
    return f"{spent}draw an insignia with {state['number']} on {PLANET_NAMES[index]}"


def table_text(state: np.void) -> list[str]:
    """The half in play, and who shares a sheet; in solo mode the resting sheet."""
    if state["opponent"]:
        resting = _solo_sheet(int(state["turn"]) + 1)
        return [
            "You have half A of both sheets, ASTRA has half B",
            *_astra_text(state),
            *LEGENDS,
            "",
            *_marks_text(state, state["resting_sheet"][0], f"The other sheet, {resting}, which rests in this turn"),
        ]
    players = int(state["player_count"])
    half, step, where = (HALF_A, 1, "before") if state["turn"] % 2 else (HALF_B, -1, "after")
    partners = [
        f"player {player} on the sheet shared with player {(player + step) % players}" for player in range(players)
    ]
    return [
        f"Everybody draws on half {HALF_NAMES[half]}: {', '.join(partners)}",
        f"Your other sheet, on which you have half {HALF_NAMES[HALF_B - half]}, lies with the player {where} you",
        *LEGENDS,
    ]


def _solo_sheet(turn: int) -> str:
    return SOLO_SHEETS[(turn - 1) % len(SOLO_SHEETS)]


def _astra_text(state: np.void) -> list[str]:
    """What ASTRA does before the player's own turn."""
    if state["astra_moons_left"]:
        return [f"ASTRA draws on moons where you have the most insignia: {state['astra_moons_left']} to be drawn"]
    if state["decision"] == DECIDE_ASTRA_PLANET:
        return [f"ASTRA draws first, with {card_text(int(state['drawn'][0]))}; you choose the planet"]
    return []


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """The sheet that lies with a player, as lines."""
    half = HALF_A if state["opponent"] or state["turn"] % 2 else HALF_B
    which = f" of {_solo_sheet(int(state['turn']))}" if state["opponent"] else ""
    return _marks_text(state, sheet, f"{title}: {taken_missions_text(sheet)}; draws on half {HALF_NAMES[half]}{which}")


def _marks_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    halves = (HALF_A,) if state["opponent"] else (HALF_A, HALF_B)  # ASTRA has no tracks (battle 7.1)
    return [
        title,
        *(_planet_text(sheet, planet) for planet in range(PLANETS)),
        f"  asteroids, A from the left, B from the right: {_asteroids_text(sheet)}",
        *(line for half in halves for line in _half_text(sheet, half)),
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


def _half_text(sheet: np.void, half: int) -> list[str]:
    plants, waters, plannings = (int(sheet[name][half]) for name in ("plants", "waters", "plannings"))
    energies = sheet["energies"][half].tolist()
    values = ", ".join(f"{KIND_NAMES[kind]} {PLANET_VALUES[kind, energies[kind]]}" for kind in range(KINDS))
    boxes = ", ".join(str(crossed_off) for crossed_off in energies)
    circled, spent = int(sheet["astronauts"][half]), int(sheet["astronauts_spent"][half])
    return [
        f"  half {HALF_NAMES[half]}: {plants} of {PLANT_BOXES} plant boxes, worth {PLANT_VALUES[plants]}; "
        f"{waters} of {WATER_BOXES} water boxes, worth {WATER_VALUES[waters]}; "
        f"{plannings} of {PRINTED.plannings} planning boxes, costing {PLANNING_PENALTIES[plannings]}",
        f"    a planet is worth: {values} (boxes {boxes} of {ENERGY_BOXES}); "
        f"astronauts: {circled - spent} stored, {spent} spent, "
        f"{ASTRONAUTS_PER_HALF - circled} left; System Errors {sheet['errors'][half]} of {ERROR_BOXES_PER_HALF}",
    ]
