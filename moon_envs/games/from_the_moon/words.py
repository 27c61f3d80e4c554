"""Printed things in words: costs, gains, effects, tiles; all read from the tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from moon_envs.games.from_the_moon.components import (
    COMPONENTS,
    COSTS,
    EFFECT_ROWS,
    FIRST_LABORATORY_EFFECT,
    FIRST_SMALL_EFFECT,
    LARGE_COUNTED,
    LARGE_POINTS,
    OBJECTIVE_AT_LEAST,
    OBJECTIVE_CHECK,
    OBJECTIVE_SPACE,
)
from moon_envs.games.from_the_moon.vocabulary import (
    CONNECTED_BUILDINGS,
    COST_NAMES,
    COUNTED,
    ENERGY,
    LAUNCH_SCHEDULE,
    MISSIONS,
    OBJECTIVES,
)

PLURALS = {"battery": "batteries", "vp": "points", "achievement": "achievements", "laboratory": "laboratories"}
SINGULARS = {"vp": "point"}
UNCOUNTED = ("metal", "water", "polymer", "food", "energy")
ABILITY_TEXTS = (
    "1 food for each own building around",
    "1 energy for each adjacent rover of others",
    "1 resource of choice for each adjacent own rover",
)


def counted(amount: int, noun: str) -> str:
    """Return an amount of something: "2 food", "1 point", "3 batteries"."""
    if noun in UNCOUNTED or amount == 1:
        return f"{amount} {SINGULARS.get(noun, noun)}"
    return f"{amount} {PLURALS.get(noun, noun + 's')}"


def amounts_text(amounts: dict[str, int]) -> str:
    """Return amounts in words: "1 water, 2 energy", or "nothing"."""
    return ", ".join(counted(int(amount), name) for name, amount in amounts.items() if amount) or "nothing"


def cost_text(cost: int | np.integer, further_energy: int = 0, further_metal: int = 0) -> str:
    """Return a row of the table of costs in words."""
    row = COSTS[cost].astype(int).tolist()
    row[ENERGY] = max(row[ENERGY] + further_energy, 0)
    row[0] += further_metal
    return amounts_text(dict(zip(COST_NAMES, row, strict=True)))


def _operation_text(operation: dict[str, Any]) -> str:
    name = operation["op"]
    if name == "gain":
        return "gain " + amounts_text({key: value for key, value in operation.items() if key != "op"})
    if name == "gain_choice":
        return f"gain {counted(operation['count'], 'resource')} of choice"
    if name == "approval":
        mode = "" if operation["mode"] == "any" else f" to {operation['mode']}"
        return f"approval for {' or '.join(mission.capitalize() for mission in operation['missions'])}{mode}"
    if name == "vp_per":
        return f"{counted(operation['vp'], 'vp')} for each {operation['what'].replace('_', ' ')}"
    if name == "greenhouse":
        return "gain a greenhouse" + ("" if operation["surcharge"] else " from the stack without surcharge")
    if name == "laboratory":
        return "gain a laboratory" + ("" if operation["surcharge"] else " without surcharge")
    return {
        "recruit": "recruit an astronaut",
        "train": "train a specialist",
        "improve_greenhouse": "improve a greenhouse",
        "foundation": "gain a foundation",
    }[name]


def _alternative_texts(effect: dict[str, Any]) -> tuple[str, ...]:
    return tuple(" and ".join(map(_operation_text, operations)) for operations in effect["choices"])


# For each effect its alternatives, and the whole effect in a line.
ALTERNATIVE_TEXTS = tuple(_alternative_texts(effect) for effect in EFFECT_ROWS)
EFFECT_TEXTS = tuple(
    ("" if not any(effect["cost"].values()) else f"pay {amounts_text(effect['cost'])}: ") + " or ".join(texts)
    for effect, texts in zip(EFFECT_ROWS, ALTERNATIVE_TEXTS, strict=True)
)
EFFECT_NAMES = (
    *(row["id"] for row in COMPONENTS["terrain_tiles"]["tiles"]),
    *(row["id"] for row in COMPONENTS["laboratory_tiles"]["kinds"]),
    *(row["id"] for row in COMPONENTS["small_buildings"]["tiles"]),
)
PROGRESS_TEXTS = tuple(
    f"{row['achievement_for'].replace('_', ' ')} (refill {row['refill']})" for row in COMPONENTS["progress"]["tiles"]
)
MISSION_TILE_NAMES = tuple(row["id"] for row in COMPONENTS["mission_tiles"]["tiles"])


def terrain_text(tile: int) -> str:
    """Return the effect of a terrain tile."""
    return EFFECT_TEXTS[tile]


def laboratory_text(kind: int) -> str:
    """Return the effect of a laboratory."""
    return EFFECT_TEXTS[FIRST_LABORATORY_EFFECT + kind]


def small_text(tile: int) -> str:
    """Return the effect of a small building."""
    return EFFECT_TEXTS[FIRST_SMALL_EFFECT + tile]


def large_text(building: int) -> str:
    """Return what a common large building scores at the end."""
    what = COUNTED[LARGE_COUNTED[building]].replace("_", " ")
    return f"{counted(int(LARGE_POINTS[building]), 'vp')} for each {what} at the end"


def objective_text(objective: int) -> str:
    """Return an objective of the solo mode in words."""
    check, least = int(OBJECTIVE_CHECK[objective]), int(OBJECTIVE_AT_LEAST[objective])
    if check == LAUNCH_SCHEDULE:
        spaces = COMPONENTS["objectives"]["objectives"][objective]["launch_on_space"]
        return "launch " + ", ".join(f"{mission.capitalize()} on space {spaces[mission]}" for mission in MISSIONS)
    if check == CONNECTED_BUILDINGS:
        return f"{least} connected buildings on space {OBJECTIVE_SPACE[objective]}"
    return f"at least {counted(least, COUNTED[check].replace('_', ' '))}"


OBJECTIVE_TEXTS = tuple(objective_text(objective) for objective in range(OBJECTIVES))


def members(bits: int | np.integer) -> list[int]:
    """Return the members of a set."""
    return [place for place in range(int(bits).bit_length()) if int(bits) >> place & 1]
