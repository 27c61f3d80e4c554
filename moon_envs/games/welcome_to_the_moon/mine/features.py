"""What only Mine observes: its versions of the stubs in the shared features.py."""

from __future__ import annotations

from moon_envs.core.tables import Feature
from moon_envs.engine.features import put, put_all, put_bits
from moon_envs.games.welcome_to_the_moon.features import (
    adventure_features,
    is_deciding,
    observe_use_action_sheet,
    use_action_features,
)
from moon_envs.games.welcome_to_the_moon.mine.components import (
    CAPACITY,
    COLUMNS,
    FACTORIES,
    FACTORY_ENERGIES,
    FACTORY_ROBOTS,
    MISSIONS,
    MOST_TURNS,
    POCKETS,
    PRINTED,
    RESOURCES,
    ROBOTS_OF_ROBOT_FACTORY,
)
from moon_envs.games.welcome_to_the_moon.mine.state import DECISION_NAMES, STATE

FEATURES = adventure_features(
    STATE,
    DECISION_NAMES,
    PRINTED,
    MISSIONS,
    MOST_TURNS,
    races=Feature("open_bonuses", RESOURCES, 0, 1, "1: the filling bonus can still be circled"),
    table=(Feature("pending_robots", 1, 0, ROBOTS_OF_ROBOT_FACTORY, "robots this player has still to cross off now"),),
    sheet=(
        Feature("pockets", POCKETS, 0, 1, "1: the plant or water is circled"),
        Feature("pumps", COLUMNS, 0, 1, "1: the column is extracted"),
        Feature("energies", FACTORIES, 0, int(FACTORY_ENERGIES.max()), "energies crossed off in each factory"),
        Feature("robots", FACTORIES, 0, int(FACTORY_ROBOTS.max()), "robots crossed off in each factory"),
        Feature("resources", RESOURCES, 0, int(CAPACITY.max()), "plants, waters, pearls, rubies in their factories"),
        Feature("filling_bonuses", RESOURCES, 0, 1, "1: the filling bonus is circled"),
        *use_action_features(PRINTED),
    ),
)


def observe_own_table(state, player, features, cursor):
    """Write the robots that the deciding player has pending."""
    return put(features, cursor, state.pending_robots if is_deciding(state, player) else 0)


def observe_own_sheet(state, sheet, features, cursor):
    """Write the mine and its factories."""
    cursor = put_bits(features, cursor, sheet.pockets, POCKETS)
    cursor = put_bits(features, cursor, sheet.pumps, COLUMNS)
    cursor = put_all(features, cursor, sheet.energies)
    cursor = put_all(features, cursor, sheet.robots)
    cursor = put_all(features, cursor, sheet.resources)
    cursor = put_all(features, cursor, sheet.filling_bonuses)
    return observe_use_action_sheet(sheet, features, cursor)
