"""What only Virus observes: its versions of the stubs in the shared features.py."""

from __future__ import annotations

from moon_envs.core.tables import Feature
from moon_envs.engine.features import put, put_all, put_bits, put_one_hot
from moon_envs.games.welcome_to_the_moon.features import (
    PENDING_SHOWN,
    adventure_features,
    is_deciding,
    numbered_cells,
    observe_use_action_sheet,
    use_action_features,
)
from moon_envs.games.welcome_to_the_moon.virus.components import (
    ENERGIES_TO_CIRCLE,
    GREY_QUARTERS,
    MISSION_VIRUSES,
    MISSIONS,
    MOST_TURNS,
    MOST_WILDS,
    PLANTS_PRINTED,
    PRINTED,
    QUARTERS,
    RACES,
    TANKS,
    WALKWAYS,
)
from moon_envs.games.welcome_to_the_moon.virus.propagation import quarter_of_handled_virus
from moon_envs.games.welcome_to_the_moon.virus.state import DECIDE_INFECTION, DECISION_NAMES, STATE

FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    cells=numbered_cells(STATE, has_infections=True),
    races=Feature("open_symbols", RACES, 0, 1, "1: green virus, blue virus, Propagation symbols: not started yet"),
    table=(
        Feature("mission_viruses", len(MISSION_VIRUSES), 0, 1, "1: the red, purple, yellow virus is active"),
        Feature(
            "propagations_left",
            1,
            0,
            PENDING_SHOWN,
            f"propagations this player has still to make, with the present one; {PENDING_SHOWN}: or more",
        ),
        Feature("spreading_virus", QUARTERS, 0, 1, "the quarter of the virus that makes this player do so, one-hot"),
        Feature("infected_quarter", QUARTERS, 0, 1, "the quarter in which this player has to infect a space, one-hot"),
    ),
    sheet=(
        Feature("grey_virus", len(GREY_QUARTERS), 0, 1, "where the grey virus is, one-hot"),
        Feature("energies", QUARTERS, 0, int(ENERGIES_TO_CIRCLE.max()), "energies circled besides the printed one"),
        Feature("plants", QUARTERS, 0, int(PLANTS_PRINTED.max()), "plants circled in each quarter"),
        Feature("tanks", TANKS, 0, 1, "1: the water tank is circled"),
        Feature("closed_walkways", WALKWAYS, 0, 1, "1: the walkway is closed"),
        Feature("evacuated", QUARTERS, 0, 1, "1: the quarter is evacuated"),
        Feature("wilds_earned", 1, 0, MOST_WILDS, "wild actions circled"),
        Feature("wilds_left", 1, 0, MOST_WILDS, "wild actions not used yet"),
        *use_action_features(PRINTED),
    ),
)


def observe_own_table(state, player, features, cursor):
    """Write the active viruses of missions, and how far the deciding player's propagations have come."""
    cursor = put_bits(features, cursor, state.mission_viruses, len(MISSION_VIRUSES))
    if is_deciding(state, player) and state.decision == DECIDE_INFECTION:
        cursor = put(features, cursor, min(state.propagations_left, PENDING_SHOWN))
        cursor = put_one_hot(features, cursor, quarter_of_handled_virus(state), QUARTERS)
        return put_one_hot(features, cursor, state.infected_quarter, QUARTERS)
    return cursor + 1 + 2 * QUARTERS


def observe_own_sheet(state, sheet, features, cursor):
    """Write the grey virus, the marks of the quarters, walkways and wild actions."""
    for place, quarter in enumerate(GREY_QUARTERS):
        put(features, cursor + place, sheet.grey == quarter)
    cursor += len(GREY_QUARTERS)
    cursor = put_all(features, cursor, sheet.energies)
    cursor = put_all(features, cursor, sheet.plants)
    cursor = put_bits(features, cursor, sheet.tanks, TANKS)
    cursor = put_bits(features, cursor, sheet.closed_walkways, WALKWAYS)
    cursor = put_bits(features, cursor, sheet.evacuated, QUARTERS)
    cursor = put(features, cursor, sheet.wilds_earned)
    cursor = put(features, cursor, sheet.wilds_earned - sheet.wilds_used)
    return observe_use_action_sheet(sheet, features, cursor)
