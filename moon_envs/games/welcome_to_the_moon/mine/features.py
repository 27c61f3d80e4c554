"""What a player of Mine observes."""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.engine.features import clear, put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.features import is_deciding, observe_table, shared_features
from moon_envs.games.welcome_to_the_moon.mine.rules import open_bonuses
from moon_envs.games.welcome_to_the_moon.mine.sheet import (
    ASTRONAUTS,
    CAPACITY,
    CELLS,
    COLUMNS,
    FACTORIES,
    FACTORY_ENERGIES,
    FACTORY_ROBOTS,
    MISSION_VALUES,
    MOST_TURNS,
    PLANNINGS,
    POCKETS,
    RESOURCES,
    ROBOTS_OF_ROBOT_FACTORY,
    SOLO_BONUS_SYMBOLS,
    SYSTEM_ERROR_BOXES,
)
from moon_envs.games.welcome_to_the_moon.mine.state import DECISION_NAMES
from moon_envs.games.welcome_to_the_moon.missions import MISSIONS
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK
from moon_envs.tables import Feature, FeatureTable

DECISIONS = len(DECISION_NAMES)

FEATURES = FeatureTable(
    table=(
        *shared_features(DECISIONS, MOST_TURNS, SOLO_BONUS_SYMBOLS),
        Feature("open_bonuses", RESOURCES, 0, 1, "1: the filling bonus can still be circled"),
        Feature("pending_robots", 1, 0, ROBOTS_OF_ROBOT_FACTORY, "robots this player has still to cross off now"),
    ),
    player=(
        Feature("cells", CELLS, EMPTY, X_MARK, "-1 empty, the number written, 18 for an X"),
        Feature("pockets", POCKETS, 0, 1, "1: the plant or water is circled"),
        Feature("pumps", COLUMNS, 0, 1, "1: the column is extracted"),
        Feature("energies", FACTORIES, 0, int(FACTORY_ENERGIES.max()), "energies crossed off in each factory"),
        Feature("robots", FACTORIES, 0, int(FACTORY_ROBOTS.max()), "robots crossed off in each factory"),
        Feature("resources", RESOURCES, 0, int(CAPACITY.max()), "plants, waters, pearls, rubies in their factories"),
        Feature("filling_bonuses", RESOURCES, 0, 1, "1: the filling bonus is circled"),
        Feature("astronauts", 1, 0, ASTRONAUTS, "astronauts crossed off"),
        Feature("plannings", 1, 0, PLANNINGS, "plannings crossed off"),
        Feature("system_errors", 1, 0, SYSTEM_ERROR_BOXES, "System Error boxes crossed off"),
        Feature("missions", MISSIONS, 0, int(MISSION_VALUES.max()), "what each mission paid, 0: not accomplished"),
    ),
)


@kernel
def observe(state, player, features):
    """Write what the player knows, from the player's seat."""
    clear(features)
    cursor = observe_table(state, player, features, DECISIONS)
    cursor = put_bits(features, cursor, open_bonuses(state), RESOURCES)
    cursor = put(features, cursor, state.pending_robots if is_deciding(state, player) else 0)
    cursor = observe_sheet(state.players[player], features, cursor)
    for distance in range(1, state.player_count):
        other = (player + distance) % state.player_count
        cursor = observe_sheet(state.shown[other], features, cursor)


@kernel
def observe_sheet(sheet, features, cursor):
    """One player's block."""
    cursor = put_all(features, cursor, sheet.cells)
    cursor = put_bits(features, cursor, sheet.pockets, POCKETS)
    cursor = put_bits(features, cursor, sheet.pumps, COLUMNS)
    cursor = put_all(features, cursor, sheet.energies)
    cursor = put_all(features, cursor, sheet.robots)
    cursor = put_all(features, cursor, sheet.resources)
    cursor = put_all(features, cursor, sheet.filling_bonuses)
    cursor = put(features, cursor, sheet.astronauts)
    cursor = put(features, cursor, sheet.plannings)
    cursor = put(features, cursor, sheet.system_errors)
    return put_all(features, cursor, sheet.missions)
