"""The common things beside the Moon: progress track, supplies, laboratories, and large buildings."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import BUILDING, DISPLAY, LABORATORY_PART
from moon_envs.games.from_the_moon.components import COMPONENTS, LARGE_COST, ROW_SURCHARGE
from moon_envs.games.from_the_moon.state import NOBODY
from moon_envs.games.from_the_moon.vocabulary import (
    COLORS,
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    FIRST_LARGE,
    LABORATORY_TILES,
    LARGE_BUILDINGS,
    TRACK_SPACES,
)
from moon_envs.games.from_the_moon.words import ABILITY_TEXTS, PROGRESS_TEXTS, laboratory_text, large_text
from moon_envs.render.elements import SMALLEST_TEXT
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
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

TITLE_HEIGHT = 20
SPACE_STEP, SPACE_HEIGHT = (PANEL_WIDTH + 4) / TRACK_SPACES, 68
SUPPLY_STEP, SUPPLY_HEIGHT = (PANEL_WIDTH + 4) / 3, 24
PROGRESS_HEIGHT = SPACE_HEIGHT + 6 + 2 * (SUPPLY_HEIGHT + 4)
SURCHARGE_WIDTH = 48
LABORATORY_STEP, LABORATORY_LINE = (PANEL_WIDTH + 4 - SURCHARGE_WIDTH) / DISPLAY_COLUMNS, 47
DISPLAY_HEIGHT = TITLE_HEIGHT + LABORATORY_LINE * DISPLAY_ROWS
LARGE_COLUMNS = 4
LARGE_STEP, LARGE_LINE = (PANEL_WIDTH + 4) / LARGE_COLUMNS, 68
LARGE_HEIGHT = TITLE_HEIGHT + LARGE_LINE * LARGE_BUILDINGS / LARGE_COLUMNS
POWER_WORDS = (("food", "per own building"), ("energy", "per others' rover"), ("cube", "per own rover"))
PROGRESS = tuple((row["achievement_for"].replace("_", " "), row["refill"]) for row in COMPONENTS["progress"]["tiles"])


def while_legal(picture: Picture, *actions: int) -> list[int]:
    """Return the legal ones of some actions; a taken action is marked on its button, not on what is next here."""
    return [action for action in actions if action in picture.decisions.legal]


def draw_progress(state: np.void, picture: Picture) -> None:
    """Draw the progress track, with event, refill and pawns of each space, and the supplies below it."""
    spaces = state["players"]["space"].tolist()[: int(state["player_count"])]
    for space, tile in enumerate(state["progress"].tolist()):
        left, width = SPACE_STEP * space, SPACE_STEP - 4
        words, refill = PROGRESS[tile]
        pawns = [player for player, at in enumerate(spaces) if at == space + 1]
        note = f"space {space + 1}: {PROGRESS_TEXTS[tile]}"
        picture.cell(left, 0, "", width, SPACE_HEIGHT, "plain" if pawns else "empty", note=note)
        draw_words(picture, left + width / 2, 19, words, width - 6, lines=2)
        picture.label(left + 6, 45, space + 1, 12, "bold")
        picture.icon(left + 19, 34, "trophy", 14, AMOUNT_KINDS["achievement"])
        picture.label(left + width - 20, 45, refill, 12, "muted", "end")
        picture.icon(left + width - 18, 35, "cube", 12, "muted")
        for place, player in enumerate(pawns):
            x, note = left + 11 + 16.2 * place, f"pawn of player {player}"
            picture.token(x, SPACE_HEIGHT - 10, 8, player, f"p{player}", note=note)
    with picture.at(0, SPACE_HEIGHT + 6):
        _draw_supplies(picture, state)


def _draw_supplies(picture: Picture, state: np.void) -> None:
    """Draw the specialist powers, the bag, the greenhouses without surcharge, and the stack of laboratories."""
    width, base = SUPPLY_STEP - 4, SUPPLY_HEIGHT - 8
    for color, power in enumerate(state["powers"].tolist()):
        left = SUPPLY_STEP * color
        note = f"power of a {COLORS[color]} specialist: {ABILITY_TEXTS[power]}"
        picture.cell(left, 0, "", width, SUPPLY_HEIGHT, "plain", note=note)
        name, words = POWER_WORDS[power]
        picture.icon(left + 4, 4, "astronaut", 16, COLOR_KINDS[color])
        picture.label(left + 25, base, "1", 12)
        picture.icon(left + 33, 5, name, 14, AMOUNT_KINDS.get(name, "ink"))
        picture.label(left + 50, base, words, SMALLEST_TEXT)
    bag = ", ".join(f"{count} {color}" for count, color in zip(state["bag"].tolist(), COLORS, strict=True))
    stack = LABORATORY_TILES - int(state["laboratories_drawn"])
    with picture.at(0, SUPPLY_HEIGHT + 4):
        picture.cell(0, 0, "", width, SUPPLY_HEIGHT, "plain", note=f"bag: {bag}")
        picture.label(6, base, "bag", 12)
        for color, count in enumerate(state["bag"].tolist()):
            picture.icon(34 + 36 * color, 5, COLORS[color], 14, COLOR_KINDS[color])
            picture.label(50 + 36 * color, base, count, 12)
        note = f"greenhouses without surcharge: {state['cheap']}"
        picture.cell(SUPPLY_STEP, 0, "", width, SUPPLY_HEIGHT, "plain", note=note)
        picture.icon(SUPPLY_STEP + 4, 4, "greenhouse", 16, AMOUNT_KINDS["food"])
        picture.label(SUPPLY_STEP + 25, base, f"{state['cheap']} without surcharge", SMALLEST_TEXT)
        picture.cell(2 * SUPPLY_STEP, 0, "", width, SUPPLY_HEIGHT, "plain", note=f"stack of laboratories: {stack}")
        picture.icon(2 * SUPPLY_STEP + 4, 4, "laboratory", 16)
        picture.label(2 * SUPPLY_STEP + 25, base, f"{stack} in the stack", SMALLEST_TEXT)


def draw_display(state: np.void, picture: Picture) -> None:
    """Draw the laboratories on display with the surcharge of their rows."""
    picture.label(0, 13, "Laboratories on display", 13, "bold")
    parts = while_legal(picture, LABORATORY_PART)
    for place, kind in enumerate(state["display"].tolist()):
        row, column = divmod(place, DISPLAY_COLUMNS)
        left, top = SURCHARGE_WIDTH + column * LABORATORY_STEP, TITLE_HEIGHT + LABORATORY_LINE * row
        width, height = LABORATORY_STEP - 4, LABORATORY_LINE - 4
        if column == 0:
            surcharge = amount_signs([("energy", int(ROW_SURCHARGE[row]))]) or (Sign("", "0", "muted"),)
            draw_signs(picture, 0, top + 14, (Sign("", "+", "muted"), *surcharge), 14, SURCHARGE_WIDTH - 4)
        note = laboratory_text(kind)
        picture.cell(left, top, "", width, height, "plain", [DISPLAY + place, *parts], note=note, round_by=7)
        draw_face(picture, left + 4, top + 5, LABORATORY_SIGNS[kind], LABORATORY_WORDS[kind], width - 8, 17, 30, 1)


def draw_large_buildings(state: np.void, picture: Picture) -> None:
    """Draw the common large buildings with their cost and points, or their owner."""
    picture.label(0, 13, "Large buildings, scored at the end", 13, "bold")
    owners = _owners_of_large(state)
    width, height = LARGE_STEP - 4, LARGE_LINE - 4
    for number in range(LARGE_BUILDINGS):
        row, column = divmod(number, LARGE_COLUMNS)
        left, top, owner = column * LARGE_STEP, TITLE_HEIGHT + LARGE_LINE * row, owners[number]
        kind = "plain" if owner == NOBODY else "filled"
        note = f"large building {number + 1}: {large_text(number)}"
        picture.cell(left, top, "", width, height, kind, [BUILDING + FIRST_LARGE + number], note=note, round_by=7)
        draw_face(picture, left + 4, top + 3, LARGE_SIGNS[number], LARGE_WORDS[number], width - 8, 16, 32)
        if owner == NOBODY:
            draw_signs(picture, left + 4, top + 47, COST_SIGNS[LARGE_COST + number], 13, width - 8)
        else:
            picture.cell(left + 4, top + 43, f"player {owner}", width - 8, 18, f"p{owner}")


def _owners_of_large(state: np.void) -> list[int]:
    built = state["players"]["large"].tolist()[: int(state["player_count"])]
    return [
        next((player for player, bits in enumerate(built) if bits >> number & 1), NOBODY)
        for number in range(LARGE_BUILDINGS)
    ]
