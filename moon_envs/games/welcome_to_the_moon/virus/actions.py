"""The actions of Virus: the shared ranges, those of adventures with actions, then infections, walkways, quarters."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges
from moon_envs.games.welcome_to_the_moon.use_action import race_action_range, use_action_ranges
from moon_envs.games.welcome_to_the_moon.virus.components import (
    CELLS,
    CELLS_PER_QUARTER,
    QUARTERS,
    RACE_NAMES,
    WALKWAYS_PRINTED,
)
from moon_envs.games.welcome_to_the_moon.wild_actions import wild_action_ranges

CELL_NAMES = tuple(
    f"space {cell % CELLS_PER_QUARTER + 1} of quarter {cell // CELLS_PER_QUARTER + 1}" for cell in range(CELLS)
)

RACE_SYMBOLS = tuple(f"the symbol of {name}, which becomes active" if "virus" in name else name for name in RACE_NAMES)

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        *use_action_ranges(CELL_NAMES),
        *wild_action_ranges(),
        ActionRange("use", ("use the action",)),
        ActionRange(
            "walkway",
            tuple(f"close the walkway between quarters {one + 1} and {other + 1}" for one, other in WALKWAYS_PRINTED),
        ),
        ActionRange("quarter", tuple(f"circle an energy of quarter {quarter + 1}" for quarter in range(QUARTERS))),
        ActionRange("infect", tuple(f"infect {cell}" for cell in CELL_NAMES)),
        race_action_range(RACE_SYMBOLS),
    )
)

USE = ACTIONS.first("use")
WALKWAY = ACTIONS.first("walkway")
QUARTER = ACTIONS.first("quarter")
INFECT = ACTIONS.first("infect")
