"""Mine in words: its own part of the table, and the sheets."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.mine.components import (
    CAPACITY,
    COLUMNS,
    FACTORIES,
    FACTORY_ENERGIES,
    FACTORY_NAMES,
    FACTORY_ROBOTS,
    FACTORY_VALUE,
    FILLING_POINTS,
    FILLING_TRIGGER,
    FIRST_SECONDARY_FACTORY,
    LEVELS,
    MINERALS_PRINTED,
    POCKETS_BY_PLACE,
    PRINTED,
    RESOURCE_NAMES,
    RESOURCES,
    RESOURCES_OF_SECONDARY_FACTORY,
    ROBOT_FACTORY,
    ROBOTS_OF_ROBOT_FACTORY,
)
from moon_envs.games.welcome_to_the_moon.text import cell_text, open_races_text, use_action_text

POCKET_AT = {(column, above): pocket for pocket, (column, above, _) in enumerate(POCKETS_BY_PLACE)}
LEGEND = "  (P pearl, R ruby; p plant, w water, in brackets when circled; * extracted)"
MARGIN = "           "


def table_text(state: np.void) -> list[str]:
    """The filling bonuses that are open."""
    bonuses = [
        f"{FILLING_POINTS[resource]} at {FILLING_TRIGGER[resource]} {RESOURCE_NAMES[resource]}"
        for resource in range(RESOURCES)
    ]
    return ["Filling bonuses still open: " + open_races_text(state, bonuses)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines."""
    lines = [f"{title}: {use_action_text(sheet, PRINTED)}"]
    pumps = ["*" if int(sheet["pumps"]) >> column & 1 else " " for column in range(COLUMNS)]
    lines.append(MARGIN + " ".join(f"{column + 1:2d}{pump} " for column, pump in enumerate(pumps)).rstrip())
    for level in range(LEVELS):
        lines.append(_level_text(sheet, level))
        if level < LEVELS - 1:
            lines.append((MARGIN + " ".join(_pocket_text(sheet, column, level) for column in range(COLUMNS))).rstrip())
    return [*lines, LEGEND, *(_factory_text(sheet, factory) for factory in range(FACTORIES))]


def _level_text(sheet: np.void, level: int) -> str:
    cells = [
        f"{cell_text(sheet['cells'][level * COLUMNS + column])}{MINERALS_PRINTED[level][column].replace('-', ' ')} "
        for column in range(COLUMNS)
    ]
    return (f"  level {level + 1}".ljust(len(MARGIN)) + " ".join(cells)).rstrip()


def _pocket_text(sheet: np.void, column: int, above: int) -> str:
    pocket = POCKET_AT.get((column, above))
    if pocket is None:
        return "    "
    kind = POCKETS_BY_PLACE[pocket][2]
    return f"({kind}) " if int(sheet["pockets"]) >> pocket & 1 else f" {kind}  "


def _factory_text(sheet: np.void, factory: int) -> str:
    energies, robots = int(sheet["energies"][factory]), int(sheet["robots"][factory])
    is_complete = energies == FACTORY_ENERGIES[factory] and robots == FACTORY_ROBOTS[factory]
    text = f"  {FACTORY_NAMES[factory]}: energies {energies}/{FACTORY_ENERGIES[factory]}"
    text += f", robots {robots}/{FACTORY_ROBOTS[factory]}"
    return text + (", complete" if is_complete else "") + _contents_text(sheet, factory, int(is_complete))


def _contents_text(sheet: np.void, factory: int, upgraded: int) -> str:
    if factory == ROBOT_FACTORY:
        return f", brings {ROBOTS_OF_ROBOT_FACTORY} robots"
    if factory >= FIRST_SECONDARY_FACTORY:
        return f", brings {RESOURCES_OF_SECONDARY_FACTORY} {RESOURCE_NAMES[factory - FIRST_SECONDARY_FACTORY]}"
    value = f", {FACTORY_VALUE[factory, upgraded]} points each" + ("" if upgraded else _upgrade_text(factory))
    if factory >= RESOURCES:
        return value
    bonus = f", filling bonus {FILLING_POINTS[factory]} circled" if sheet["filling_bonuses"][factory] else ""
    return f", {sheet['resources'][factory]}/{CAPACITY[factory]} {RESOURCE_NAMES[factory]}{value}{bonus}"


def _upgrade_text(factory: int) -> str:
    return f" ({FACTORY_VALUE[factory, 1]} when upgraded)"
