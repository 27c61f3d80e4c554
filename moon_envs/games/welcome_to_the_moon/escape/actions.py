"""The actions of Escape: the shared ranges, those of adventures with actions, then airlocks."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges
from moon_envs.games.welcome_to_the_moon.escape.components import (
    AIRLOCKS_PRINTED,
    BLOCK_OF_CELL,
    BLOCKS_PRINTED,
    CELLS,
    GREENHOUSE,
    GREENHOUSES,
    STARSHIP_OF_BLOCK,
)
from moon_envs.games.welcome_to_the_moon.use_action import race_action_range, use_action_ranges
from moon_envs.games.welcome_to_the_moon.wild_actions import wild_action_ranges


def _block_name(block: int) -> str:
    """A block by its starship, and a module by its place among the modules there: "module 2 of starship 1"."""
    starship = STARSHIP_OF_BLOCK[block]
    if BLOCKS_PRINTED[block] == GREENHOUSE:
        return f"the greenhouse of starship {starship + 1}"
    earlier = [other for other in range(block) if STARSHIP_OF_BLOCK[other] == starship]
    place = sum(BLOCKS_PRINTED[other] != GREENHOUSE for other in earlier)
    return f"module {place + 1} of starship {starship + 1}"


def _cell_name(cell: int) -> str:
    block = int(BLOCK_OF_CELL[cell])
    if BLOCKS_PRINTED[block] == GREENHOUSE:
        return _block_name(block)
    first = int((BLOCK_OF_CELL == block).argmax())
    return f"space {cell - first + 1} of {_block_name(block)}"


BLOCK_NAMES = tuple(_block_name(block) for block in range(len(BLOCKS_PRINTED)))
CELL_NAMES = tuple(_cell_name(cell) for cell in range(CELLS))

ACTIONS = ActionTable(
    (
        *shared_action_ranges(CELL_NAMES),
        *use_action_ranges(CELL_NAMES),
        *wild_action_ranges(),
        ActionRange(
            "airlock",
            tuple(
                f"activate the airlock between {BLOCK_NAMES[one]} and {BLOCK_NAMES[other]}"
                for one, other in AIRLOCKS_PRINTED
            ),
        ),
        race_action_range(f"the x2 bonus of the greenhouse of starship {ship + 1}" for ship in range(GREENHOUSES)),
    )
)

AIRLOCK = ACTIONS.first("airlock")
