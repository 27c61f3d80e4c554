"""The draft: the offered factions, with what they start with and their power."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import FACTION
from moon_envs.games.from_the_moon.components import (
    COMPONENTS,
    CREW_COLOR,
    CREW_IS_SPECIALIST,
    FACTION_BATTERIES,
    FACTION_FOUNDATIONS,
    FACTION_GREENHOUSES,
    FACTION_RESOURCES,
)
from moon_envs.games.from_the_moon.text import argument_of
from moon_envs.games.from_the_moon.vocabulary import FACTIONS, NONE, RESOURCES
from moon_envs.games.from_the_moon.words import members
from moon_envs.render.fonts import wrapped
from moon_envs.render.games.from_the_moon.signs import AMOUNT_KINDS, COLOR_KINDS, Sign, draw_signs
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

FACTION_FACTS = COMPONENTS["factions"]["factions"]
POWERS = tuple(facts["power"].replace("_", " ") for facts in FACTION_FACTS)
ROWS = 2
FACTS_WIDTH = 107
GAP = 4
POWER_SIZE, POWER_STEP = 11, 12.5


def draw_draft(picture: Picture, state: np.void, height: float) -> None:
    """Draw the offered factions in two rows (from_the_moon 2.9); powers in words if there is room."""
    offered = members(argument_of(state, 0))
    columns = -(-len(offered) // ROWS)
    down = (height + GAP) / ROWS
    for row in range(ROWS):
        in_row = offered[row * columns : (row + 1) * columns]
        for column, faction in enumerate(in_row):
            across = (PANEL_WIDTH + GAP) / len(in_row)
            _draw_faction(picture, faction, column * across, row * down, across - GAP, down - GAP)


def _draw_faction(picture: Picture, faction: int, x: float, y: float, width: float, height: float) -> None:
    note = f"{FACTION_FACTS[faction]['power']}; building: {FACTION_FACTS[faction]['building']}"
    picture.cell(x, y, "", width, height, "plain", [FACTION + faction], note=note, round_by=7)
    picture.label(x + 6, y + 15, FACTIONS[faction].capitalize(), 13, "bold")
    start = (*_crew_signs(faction), *_tile_signs(faction))
    draw_signs(picture, x + 6, y + 20, start, 15)
    _draw_amount(picture, x + min(width, FACTS_WIDTH) - 24, y + 15, "battery", int(FACTION_BATTERIES[faction]))
    amounts = [pair for pair in zip(RESOURCES, FACTION_RESOURCES[faction].tolist(), strict=True) if pair[1]]
    for place, (name, amount) in enumerate(amounts):
        _draw_amount(picture, x + 6 + 24 * place, y + 49, name, amount)
    room = width - FACTS_WIDTH - 8
    words = wrapped(POWERS[faction], room, POWER_SIZE) if room > 0 else []
    if words and len(words) * POWER_STEP <= height - 4:
        top = y + height / 2 + 4 - (len(words) - 1) * POWER_STEP / 2
        for line, part in enumerate(words):
            picture.label(x + FACTS_WIDTH + 4, top + line * POWER_STEP, part, POWER_SIZE, "muted")


def _draw_amount(picture: Picture, x: float, base: float, name: str, amount: int) -> None:
    picture.label(x, base, amount, 12, "bold")
    picture.icon(x + 8, base - 10, name, 13, AMOUNT_KINDS[name])


def _crew_signs(faction: int) -> tuple[Sign, ...]:
    return tuple(
        Sign("astronaut" if is_specialist else "person", "", COLOR_KINDS[color])
        for color, is_specialist in zip(CREW_COLOR[faction].tolist(), CREW_IS_SPECIALIST[faction], strict=True)
        if color != NONE
    )


def _tile_signs(faction: int) -> tuple[Sign, ...]:
    """The tile that a faction starts with."""
    if FACTION_GREENHOUSES[faction]:
        return Sign("", "+", "bold"), Sign("greenhouse", "", AMOUNT_KINDS["food"])
    return (Sign("", "+", "bold"), Sign("foundation", "", "ink")) if FACTION_FOUNDATIONS[faction] else ()
