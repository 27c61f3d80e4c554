"""What is Battle's own of an observation.

A block is the sheet that lies with a player in this turn, first the half on which that player writes. The player's own
other sheet lies with a neighbour: in odd turns with the last of the others, in even turns with the first; in solo mode
it rests, and stands with the table.
"""

from __future__ import annotations

from dataclasses import replace

from moon_envs.engine.compile import kernel
from moon_envs.engine.features import put, put_all
from moon_envs.games.welcome_to_the_moon.battle.components import (
    ASTEROIDS,
    ASTRA_MOONS,
    ASTRONAUTS_PER_HALF,
    CELLS,
    ENERGY_BOXES,
    ERROR_BOXES_PER_HALF,
    HALF_A,
    HALF_B,
    KINDS,
    MISSIONS,
    MOON_SPOTS,
    MOST_ENERGIES,
    MOST_MOONS,
    MOST_TURNS,
    PLANETS,
    PLANT_BOXES,
    PLANTS_PRINTED,
    PRINTED,
    WATER_BOXES,
    WATERS_PRINTED,
)
from moon_envs.games.welcome_to_the_moon.battle.sheets import active_half
from moon_envs.games.welcome_to_the_moon.battle.state import DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.cells import EMPTY
from moon_envs.games.welcome_to_the_moon.features import adventure_features, is_deciding
from moon_envs.games.welcome_to_the_moon.state import is_solo
from moon_envs.tables import CATEGORY, SEVERAL, SOLO, Feature

WHOSE_CELL = ("nobody's", "of this half", "of the other half")
WHOSE_FLAG = (*WHOSE_CELL, "of both")
WHOSE_HALF = ("", "other_")


def sheet_features(prefix: str = "", only: str = "") -> tuple[Feature, ...]:
    """What `observe_cells` and `observe_own_sheet` write of a sheet."""
    halves = [
        feature
        for half in WHOSE_HALF
        for feature in (
            Feature(f"{half}moons", PLANETS, 0, MOON_SPOTS, "insignia on the moons"),
            Feature(f"{half}asteroids", 1, 0, ASTEROIDS, "asteroids taken"),
            Feature(f"{half}plants", 1, 0, PLANT_BOXES, "boxes of the plant track crossed off"),
            Feature(f"{half}waters", 1, 0, WATER_BOXES, "boxes of the water track crossed off"),
            Feature(f"{half}energies", KINDS, 0, ENERGY_BOXES, "boxes of the planet values crossed off"),
            Feature(f"{half}plannings", 1, 0, PRINTED.plannings, "planning boxes crossed off"),
            Feature(f"{half}errors", 1, 0, ERROR_BOXES_PER_HALF, "System Error boxes crossed off"),
            Feature(f"{half}astronauts", 1, 0, ASTRONAUTS_PER_HALF, "astronauts circled"),
            Feature(f"{half}astronauts_stored", 1, 0, ASTRONAUTS_PER_HALF, "astronauts that can be spent"),
        )
    ]
    features = (
        Feature("cells", CELLS, 0, len(WHOSE_CELL) - 1, "whose insignia is in each cell", CATEGORY, WHOSE_CELL),
        Feature("flags", PLANETS, 0, len(WHOSE_FLAG) - 1, "whose flag each planet has", CATEGORY, WHOSE_FLAG),
        Feature("plant_symbols", PLANETS, 0, int(PLANTS_PRINTED.max()), "plant symbols left on each planet"),
        Feature("water_symbols", PLANETS, 0, int(WATERS_PRINTED.max()), "water symbols left on each planet"),
        *halves,
    )
    return tuple(replace(feature, name=prefix + feature.name, only=only) for feature in features)


FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    table=(
        Feature("plays_half_b", 1, 0, 1, "1: half B; the own other sheet lies with the next player", only=SEVERAL),
        Feature("energies_left", 1, 0, MOST_ENERGIES, "boxes of planet values this player has to cross off"),
        Feature("moons_left", 1, 0, MOST_MOONS, "insignia this player has to draw on moons"),
        Feature("astra_moons_left", 1, 0, ASTRA_MOONS, "insignia that an effect draws on moons", only=SOLO),
        *sheet_features("resting_", SOLO),
    ),
    cells=(),
    sheet=sheet_features(),
)


def observe_own_table(state, player, features, cursor):
    """Which half is played on, what is left to be decided, and the sheet that rests."""
    if not is_solo(state):
        cursor = put(features, cursor, active_half(state))
    if is_deciding(state, player):
        put(features, cursor, state.energies_left)
        put(features, cursor + 1, state.moons_left)
    cursor += 2
    if is_solo(state):
        cursor = put(features, cursor, state.astra_moons_left)
        cursor = observe_marks(state.resting_sheet[0], HALF_A, features, cursor)
    return cursor


def observe_no_cells(state, sheet, features, cursor):
    """Cells stand with the other marks of a sheet."""
    return cursor


def observe_own_sheet(state, sheet, features, cursor):
    """A sheet as the player sees it with whom it lies."""
    return observe_marks(sheet, active_half(state), features, cursor)


@kernel
def observe_marks(sheet, half, features, cursor):
    """Everything on a sheet, this half before the other one."""
    cells = features[cursor : cursor + CELLS]
    for cell in range(CELLS):
        is_other = sheet.cells[cell] != half
        cells[cell] = 0 if sheet.cells[cell] == EMPTY else 1 + is_other
    cursor += CELLS
    for planet in range(PLANETS):
        flag = sheet.flags[planet]
        put(features, cursor + planet, flag if half == HALF_A else (flag >> 1) | ((flag & 1) << 1))
        put(features, cursor + PLANETS + planet, PLANTS_PRINTED[planet] - sheet.plant_symbols[planet])
        put(features, cursor + 2 * PLANETS + planet, WATERS_PRINTED[planet] - sheet.water_symbols[planet])
    cursor = observe_half(sheet, half, features, cursor + 3 * PLANETS)
    return observe_half(sheet, HALF_A + HALF_B - half, features, cursor)


@kernel
def observe_half(sheet, half, features, cursor):
    """The marks of a half."""
    cursor = put_all(features, cursor, sheet.moons[half])
    cursor = put(features, cursor, sheet.asteroids[half])
    cursor = put(features, cursor, sheet.plants[half])
    cursor = put(features, cursor, sheet.waters[half])
    cursor = put_all(features, cursor, sheet.energies[half])
    cursor = put(features, cursor, sheet.plannings[half])
    cursor = put(features, cursor, sheet.errors[half])
    cursor = put(features, cursor, sheet.astronauts[half])
    return put(features, cursor, sheet.astronauts[half] - sheet.astronauts_spent[half])
