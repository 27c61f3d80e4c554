"""What only Dome observes: its versions of the stubs in the shared features.py."""

from __future__ import annotations

from moon_envs.core.tables import CATEGORY, Feature
from moon_envs.engine.features import put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.dome.components import (
    BOXES,
    ENDS,
    HALVES,
    LOW,
    MISSIONS,
    MOST_TURNS,
    PLANTS_PER_LEVEL,
    PRINTED,
    SECTIONS,
    TOWER_LEVELS,
    TRACKS,
    WATERS_PER_LEVEL,
)
from moon_envs.games.welcome_to_the_moon.dome.pieces import unbuilt_pieces
from moon_envs.games.welcome_to_the_moon.dome.state import DECISION_NAMES, STATE
from moon_envs.games.welcome_to_the_moon.features import adventure_features, is_deciding

FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    races=Feature("open_ends", ENDS, 0, 1, "1: the high bonus of the end can still be gained"),
    table=(Feature("keeps_astronaut", 1, 0, 1, "1: the astronaut of the picked combination is not used"),),
    sheet=(
        Feature("plants", TOWER_LEVELS, 0, PLANTS_PER_LEVEL, "plants circled in each level of the tower"),
        Feature("waters", TOWER_LEVELS, 0, WATERS_PER_LEVEL, "waters circled in each level of the tower"),
        Feature("energies", TRACKS, 0, BOXES, "boxes crossed off on each energy track"),
        Feature("ends", ENDS, 0, LOW, "which bonus of each end is gained", CATEGORY, ("none", "high", "low")),
        Feature("cuts", SECTIONS, 0, 1, "1: the section of the dome is cut"),
        Feature("built", HALVES, 0, 1, "1: the half of a section is built"),
        Feature("unbuilt_pieces", 1, 0, HALVES, "how many pieces of the dome are not built"),
        Feature("astronauts", 1, 0, PRINTED.astronauts, "astronauts crossed off"),
        Feature("system_errors", 1, 0, PRINTED.system_error_boxes, "System Error boxes crossed off"),
    ),
)


def observe_own_table(state, player, features, cursor):
    """Write whether the deciding player keeps the astronaut (dome 3.4); the others do not know."""
    return put(features, cursor, state.keeps_astronaut if is_deciding(state, player) else 0)


def observe_own_sheet(state, sheet, features, cursor):
    """Write tower, energy tracks, ends and dome."""
    cursor = put_all(features, cursor, sheet.plants)
    cursor = put_all(features, cursor, sheet.waters)
    cursor = put_all(features, cursor, sheet.energies)
    cursor = put_all(features, cursor, sheet.ends)
    cursor = put_bits(features, cursor, sheet.cuts, SECTIONS)
    cursor = put_bits(features, cursor, sheet.built, HALVES)
    cursor = put(features, cursor, unbuilt_pieces(sheet))
    cursor = put(features, cursor, sheet.astronauts)
    return put(features, cursor, sheet.system_errors)
