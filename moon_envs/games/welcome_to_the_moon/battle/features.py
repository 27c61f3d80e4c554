"""What only Battle observes: its versions of the stubs in the shared features.py.

A player's block is the sheet that lies with the player in this turn; the half that the player writes on comes first.
The player's other sheet lies with a neighbour: in odd turns with the last of the other players, in even turns with the
first. In solo mode it rests: its middle stands with the table, its tracks stand where those of ASTRA's half would be.
"""

from __future__ import annotations

from dataclasses import replace

from moon_envs.core.tables import CATEGORY, SEVERAL, SOLO, Feature
from moon_envs.engine.compiler.compile import kernel
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

WHOSE_CELL = ("nobody's", "of this half", "of the other half")
WHOSE_FLAG = (*WHOSE_CELL, "of both")


def middle_features(prefix: str = "", only: str = "") -> tuple[Feature, ...]:
    """What `observe_middle` writes of a sheet."""
    features = (
        Feature("cells", CELLS, 0, len(WHOSE_CELL) - 1, "whose insignia is in each cell", CATEGORY, WHOSE_CELL),
        Feature("flags", PLANETS, 0, len(WHOSE_FLAG) - 1, "whose flag each planet has", CATEGORY, WHOSE_FLAG),
        Feature("plant_symbols", PLANETS, 0, int(PLANTS_PRINTED.max()), "plant symbols left on each planet"),
        Feature("water_symbols", PLANETS, 0, int(WATERS_PRINTED.max()), "water symbols left on each planet"),
        Feature("moons", PLANETS, 0, MOON_SPOTS, "insignia of this half on the moons"),
        Feature("other_moons", PLANETS, 0, MOON_SPOTS, "insignia of the other half on the moons"),
        Feature("asteroids", 1, 0, ASTEROIDS, "asteroids of this half"),
        Feature("other_asteroids", 1, 0, ASTEROIDS, "asteroids of the other half"),
    )
    return tuple(replace(feature, name=prefix + feature.name, only=only) for feature in features)


def track_features(prefix: str = "", whose: str = "") -> tuple[Feature, ...]:
    """What `observe_tracks` writes of a half."""
    features = (
        Feature("plants", 1, 0, PLANT_BOXES, "boxes of the plant track crossed off"),
        Feature("waters", 1, 0, WATER_BOXES, "boxes of the water track crossed off"),
        Feature("energies", KINDS, 0, ENERGY_BOXES, "boxes of the planet values crossed off"),
        Feature("plannings", 1, 0, PRINTED.plannings, "planning boxes crossed off"),
        Feature("errors", 1, 0, ERROR_BOXES_PER_HALF, "System Error boxes crossed off"),
        Feature("astronauts", 1, 0, ASTRONAUTS_PER_HALF, "astronauts circled"),
        Feature("astronauts_stored", 1, 0, ASTRONAUTS_PER_HALF, "astronauts that can be spent"),
    )
    return tuple(replace(found, name=prefix + found.name, meaning=found.meaning + whose) for found in features)


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
        *middle_features("resting_", SOLO),
    ),
    cells=(),
    sheet=(
        *middle_features(),
        *track_features(),
        *track_features("other_", ", of the other half; solo: of the player's half of the resting sheet"),
    ),
)


def observe_own_table(state, player, features, cursor):
    """Write the half in play, what is left to decide, and the middle of the resting sheet."""
    if not is_solo(state):
        cursor = put(features, cursor, active_half(state))
    if is_deciding(state, player):
        put(features, cursor, state.energies_left)
        put(features, cursor + 1, state.moons_left)
    cursor += 2
    if is_solo(state):
        cursor = put(features, cursor, state.astra_moons_left)
        cursor = observe_middle(state.resting_sheet[0], HALF_A, features, cursor)
    return cursor


def observe_no_cells(state, sheet, features, cursor):
    """Write nothing: cells stand with the other marks of a sheet."""
    return cursor


def observe_own_sheet(state, sheet, features, cursor):
    """Write a sheet as its present player sees it. ASTRA has no tracks: the other sheet's tracks follow instead."""
    half = active_half(state)
    cursor = observe_middle(sheet, half, features, cursor)
    cursor = observe_tracks(sheet, half, features, cursor)
    if is_solo(state):
        return observe_tracks(state.resting_sheet[0], HALF_A, features, cursor)
    return observe_tracks(sheet, HALF_A + HALF_B - half, features, cursor)


@kernel
def observe_middle(sheet, half, features, cursor):
    """Write what both halves share, seen from one of them."""
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
    other = HALF_A + HALF_B - half
    cursor = put_all(features, cursor + 3 * PLANETS, sheet.moons[half])
    cursor = put_all(features, cursor, sheet.moons[other])
    cursor = put(features, cursor, sheet.asteroids[half])
    return put(features, cursor, sheet.asteroids[other])


@kernel
def observe_tracks(sheet, half, features, cursor):
    """Write what only one half has."""
    cursor = put(features, cursor, sheet.plants[half])
    cursor = put(features, cursor, sheet.waters[half])
    cursor = put_all(features, cursor, sheet.energies[half])
    cursor = put(features, cursor, sheet.plannings[half])
    cursor = put(features, cursor, sheet.errors[half])
    cursor = put(features, cursor, sheet.astronauts[half])
    return put(features, cursor, sheet.astronauts[half] - sheet.astronauts_spent[half])
