"""The common things beside the Moon: progress track, powers, laboratories, large buildings, and factions."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import BUILDING, DISPLAY, FACTION, LABORATORY_PART
from moon_envs.games.from_the_moon.components import (
    COMPONENTS,
    CREW_COLOR,
    CREW_IS_SPECIALIST,
    FACTION_BATTERIES,
    FACTION_FOUNDATIONS,
    FACTION_GREENHOUSES,
    FACTION_RESOURCES,
    LARGE_COST,
    ROW_SURCHARGE,
)
from moon_envs.games.from_the_moon.state import DRAFT_FRAME, NOBODY
from moon_envs.games.from_the_moon.text import argument_of, frame_of
from moon_envs.games.from_the_moon.vocabulary import (
    COLORS,
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    FACTIONS,
    FIRST_LARGE,
    LABORATORY_TILES,
    LARGE_BUILDINGS,
    NONE,
    RESOURCES,
    TRACK_SPACES,
)
from moon_envs.games.from_the_moon.words import PROGRESS_TEXTS, laboratory_text, large_text, members
from moon_envs.render.games.from_the_moon.signs import (
    AMOUNT_KINDS,
    COLOR_KINDS,
    COST_SIGNS,
    LABORATORY_SIGNS,
    LABORATORY_WORDS,
    LARGE_SIGNS,
    LARGE_WORDS,
    Sign,
    amount_signs,
    draw_face,
    draw_signs,
    draw_words,
)
from moon_envs.render.picture import Picture

FACTION_FACTS = COMPONENTS["factions"]["factions"]
POWER_WORDS = (
    "1 food per own building",
    "1 energy per others' rover",
    "any resource per own rover",
)
PROGRESS = tuple(
    (row["achievement_for"].replace("_", " ").replace("astronaut", "").strip(), row["refill"])
    for row in COMPONENTS["progress"]["tiles"]
)


def while_legal(picture: Picture, *actions: int) -> list[int]:
    """Return the legal ones of some actions; a taken action is marked on its button, not on what is next here."""
    return [action for action in actions if action in picture.decisions.legal]


def draw_progress(picture: Picture, state: np.void, x: float, y: float, width: float) -> float:
    """Draw the progress track: event, refill and pawns of each space; return the y below."""
    step = (width + 4) / TRACK_SPACES
    spaces = state["players"]["space"].tolist()[: int(state["player_count"])]
    for space, tile in enumerate(state["progress"].tolist()):
        left = x + step * space
        words, refill = PROGRESS[tile]
        is_reached = space + 1 in spaces
        kind = "plain" if is_reached else "empty"
        picture.cell(left, y, "", step - 4, 40, kind, note=f"space {space + 1}: {PROGRESS_TEXTS[tile]}")
        draw_words(picture, left + step / 2 - 2, y + 14, words, step - 10, 10.5)
        picture.icon(left + 5, y + 21, "trophy", 14, AMOUNT_KINDS["achievement"])
        picture.label(left + 22, y + 33, f"{refill}", 11, "muted")
        picture.icon(left + 30, y + 23, "cube", 11, "muted")
        pawns = [player for player, at in enumerate(spaces) if at == space + 1]
        for place, player in enumerate(pawns):
            picture.token(
                left + step - 12 - 12.5 * place, y + 29, 6.2, player, f"p{player}", note=f"pawn of player {player}"
            )
    return y + 46


def draw_supplies(picture: Picture, state: np.void, x: float, y: float) -> float:
    """Draw the specialist powers, the bag, and the greenhouses without surcharge; return the y below."""
    for color, power in enumerate(state["powers"].tolist()):
        left = x + 198 * color
        picture.icon(left, y, "astronaut", 14, COLOR_KINDS[color])
        picture.label(left + 19, y + 12, POWER_WORDS[power], 10.5)
    picture.label(x, y + 31, "bag", 11, "muted")
    for color, count in enumerate(state["bag"].tolist()):
        picture.icon(x + 24 + 38 * color, y + 20, COLORS[color], 13, COLOR_KINDS[color])
        picture.label(x + 40 + 38 * color, y + 31, count, 12)
    picture.icon(x + 198, y + 20, "greenhouse", 14, AMOUNT_KINDS["food"])
    picture.label(x + 217, y + 31, f"{state['cheap']} without surcharge", 11)
    left = LABORATORY_TILES - int(state["laboratories_drawn"])
    picture.icon(x + 396, y + 20, "laboratory", 14)
    picture.label(x + 415, y + 31, f"{left} in the stack", 11)
    return y + 42


def draw_display(picture: Picture, state: np.void, x: float, y: float, width: float) -> float:
    """Draw the laboratories on display with the surcharge of their rows; return the y below."""
    picture.label(x, y + 12, "Laboratories on display", 12, "bold")
    step = (width - 32) / DISPLAY_COLUMNS
    parts = while_legal(picture, LABORATORY_PART)
    for place, kind in enumerate(state["display"].tolist()):
        row, column = divmod(place, DISPLAY_COLUMNS)
        left, top = x + 30 + column * step, y + 20 + 48 * row
        if column == 0:
            surcharge = amount_signs([("energy", int(ROW_SURCHARGE[row]))])
            picture.label(x, top + 27, "+", 12, "muted")
            draw_signs(picture, x + 8, top + 18, surcharge or (Sign("", "0", "muted"),), 9)
        note = laboratory_text(kind)
        picture.cell(left, top, "", step - 4, 44, "plain", [DISPLAY + place, *parts], note=note)
        draw_face(picture, left + 4, top + 4, LABORATORY_SIGNS[kind], LABORATORY_WORDS[kind], step - 12, 16, 30)
    return y + 20 + 48 * DISPLAY_ROWS


def draw_large_buildings(picture: Picture, state: np.void, x: float, y: float, width: float) -> float:
    """Draw the common large buildings with their cost and points, or their owner; return the y below."""
    picture.label(x, y + 12, "Large buildings, scored at the end", 12, "bold")
    owners = _owners_of_large(state)
    step = (width + 4) / 4
    for number in range(LARGE_BUILDINGS):
        row, column = divmod(number, 4)
        left, top, owner = x + column * step, y + 20 + 72 * row, owners[number]
        kind = "plain" if owner == NOBODY else "filled"
        note = f"large building {number + 1}: {large_text(number)}"
        picture.cell(left, top, "", step - 4, 68, kind, [BUILDING + FIRST_LARGE + number], note=note)
        draw_face(picture, left + 3, top + 4, LARGE_SIGNS[number], LARGE_WORDS[number], step - 10, 15, 31)
        if owner == NOBODY:
            draw_signs(picture, left + 3, top + 50, COST_SIGNS[LARGE_COST + number], 12, step - 10)
        else:
            picture.cell(left + 3, top + 47, f"player {owner}", step - 10, 17, f"p{owner}")
    return y + 20 + 72 * 2


def _owners_of_large(state: np.void) -> list[int]:
    built = state["players"]["large"].tolist()[: int(state["player_count"])]
    return [
        next((player for player, bits in enumerate(built) if bits >> number & 1), NOBODY)
        for number in range(LARGE_BUILDINGS)
    ]


def draw_draft(picture: Picture, state: np.void, x: float, y: float, width: float) -> float:
    """Draw the offered factions during the draft; return the y below."""
    if state["over"] or not state["depth"] or frame_of(state) != DRAFT_FRAME:
        return y
    step = (width + 4) / 4
    offered = members(argument_of(state, 0))
    for place, faction in enumerate(offered):
        row, column = divmod(place, 4)
        left, top = x + column * step, y + 86 * row
        facts = FACTION_FACTS[faction]
        note = f"{facts['power']}; building: {facts['building']}"
        picture.cell(left, top, "", step - 4, 80, "plain", [FACTION + faction], note=note, round_by=7)
        picture.label(left + 8, top + 17, FACTIONS[faction].capitalize(), 14, "bold")
        draw_signs(picture, left + 8, top + 24, _crew_signs(faction), 15)
        resources = amount_signs(zip(RESOURCES, FACTION_RESOURCES[faction].tolist(), strict=True))
        draw_signs(picture, left + 8, top + 43, resources, 11)
        begins = amount_signs([("battery", int(FACTION_BATTERIES[faction]))])
        draw_signs(picture, left + 8, top + 60, (*begins, *_tile_signs(faction)), 13)
    return y + 86 * -(-len(offered) // 4)


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
