"""The action ranges every adventure begins with, and one that most have. The others are the adventure's own."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange
from moon_envs.games.welcome_to_the_moon.cards import LETTERS
from moon_envs.games.welcome_to_the_moon.state import COMBINATIONS, MISSIONS, PAIRS, SLOTS

PILES = 3

COMBINATION = 0
MISSION = COMBINATION + COMBINATIONS
NO_MISSION = MISSION + MISSIONS
GIVE = NO_MISSION + 1
REMOVE = GIVE + SLOTS
WRITE = REMOVE + SLOTS


def shared_action_ranges(cell_names: tuple[str, ...], write: str = "write the number") -> tuple[ActionRange, ...]:
    """The ranges of the shared decisions, for a sheet with these cells, and what is done there."""
    return (
        ActionRange(
            "combination",
            tuple(
                f"pick combination {index + 1}" + f" (solo: number of card {number + 1}, action of card {action + 1})"
                for index, (number, action) in enumerate(PAIRS)
            ),
            selects=True,
        ),
        ActionRange("mission", tuple(f"accomplish mission {letter}" for letter in LETTERS)),
        ActionRange("no_mission", ("accomplish no further mission this turn",)),
        ActionRange("give", tuple(f"give card {slot + 1} to ASTRA" for slot in range(SLOTS))),
        ActionRange("remove", tuple(f"spend a solo bonus to remove card {slot + 1}" for slot in range(SLOTS))),
        ActionRange("write", tuple(f"{write} on {cell}" for cell in cell_names)),
    )


def write_x_action_range(cell_names: tuple[str, ...]) -> ActionRange:
    """The range of the cells in which an X can be written, for a sheet with these cells."""
    return ActionRange("write_x", tuple(f"write an X on {cell}" for cell in cell_names))
