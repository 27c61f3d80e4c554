"""The panel to decide with: who decides what, the main actions, buttons for actions without a place, and the draft."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.actions import (
    ACTIONS,
    CONVERT_ENERGY_TO_FOOD,
    CONVERT_FOOD_TO_ENERGY,
    DECLINE,
    END_TURN,
    FEED,
    INCOME,
    MAIN_ACTION,
    OPTION,
    PART,
    RESOURCE,
    TAKE_1_VP,
    TERRAIN_TASK,
)
from moon_envs.games.from_the_moon.state import DRAFT_FRAME, MAIN_FRAME
from moon_envs.games.from_the_moon.text import describe_action, frame_of, own_of
from moon_envs.games.from_the_moon.vocabulary import ALTERNATIVES, GREENHOUSE_FOOD, RECHARGE, RESOURCE_COUNT, SURVIVORS
from moon_envs.render.buttons import LINE
from moon_envs.render.elements import fitting
from moon_envs.render.fonts import BOLD, text_width, wrapped
from moon_envs.render.games.from_the_moon.draft import draw_draft
from moon_envs.render.games.from_the_moon.headline import context_words, turn_words
from moon_envs.render.games.from_the_moon.signs import AMOUNT_KINDS, Sign, draw_signs
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import TITLE_SIZE, Picture

WORDS_HEIGHT = 54
CONTEXT_LINES = 2
CHOICES_HEIGHT = 3 * LINE
TURN_HEIGHT = WORDS_HEIGHT + CHOICES_HEIGHT + LINE

MAIN_ACTIONS = (
    ("rover", "send rover"),
    ("greenhouse", "greenhouses"),
    ("astronaut", "team"),
    ("home", "building"),
    ("laboratory", "research"),
    ("arrow", "gather"),
)
MAIN_STEP, MAIN_LINE = (PANEL_WIDTH + 4) / 3, CHOICES_HEIGHT / 2
MAIN_RANGE = range(MAIN_ACTION, MAIN_ACTION + len(MAIN_ACTIONS))
CONVERSION_WIDTH = 82

# Actions without a place on the table, or with one far from the headline, are offered in the place of the main actions.
OFFERS = (
    *range(OPTION, OPTION + ALTERNATIVES),
    *range(PART, PART + 6),
    *range(RESOURCE, RESOURCE + RESOURCE_COUNT),
    TERRAIN_TASK,
    INCOME + GREENHOUSE_FOOD,
    INCOME + RECHARGE,
    FEED,
    TAKE_1_VP,
    DECLINE,
    END_TURN,
)


def draw_turn(state: np.void, name: str, picture: Picture) -> None:
    """Draw the decision of the player with this name in a box of PANEL_WIDTH by TURN_HEIGHT."""
    _draw_words(picture, state, name)
    frame = -1 if state["over"] or not state["depth"] else frame_of(state)
    with picture.at(0, WORDS_HEIGHT):
        if frame == DRAFT_FRAME:
            draw_draft(picture, state, TURN_HEIGHT - WORDS_HEIGHT)
            return
        offers = [action for action in OFFERS if picture.can(action)]
        if offers and frame != MAIN_FRAME:
            _draw_offers(picture, state, offers)
        else:
            _draw_main_actions(picture)
        last = picture.decisions.last_action  # what was taken, unless it is marked above
        if last in OFFERS and last not in offers or last in MAIN_RANGE and offers:
            picture.button(0, CHOICES_HEIGHT + 2, ACTIONS.describe(last), [last])
        _draw_conversions(picture, state)


def _draw_words(picture: Picture, state: np.void, name: str) -> None:
    words = turn_words(state, name)
    picture.label(0, 16, words, fitting(words, TITLE_SIZE, PANEL_WIDTH, BOLD), "bold")
    about = context_words(state)
    while len(wrapped(about, PANEL_WIDTH, 12)) > CONTEXT_LINES:
        about = about.removesuffix(" ...").rpartition(",")[0] + " ..."
    picture.paragraph(0, 33, about, PANEL_WIDTH, 12, "muted")


def _draw_main_actions(picture: Picture) -> None:
    for place, (icon, words) in enumerate(MAIN_ACTIONS):
        row, column = divmod(place, 3)
        x, y, action = MAIN_STEP * column, MAIN_LINE * row, MAIN_ACTION + place
        note = ACTIONS.describe(action)
        picture.cell(x, y, "", MAIN_STEP - 4, MAIN_LINE - 4, "plain", [action], note=note, round_by=7)
        picture.icon(x + 10, y + 8, icon, 22)
        picture.label(x + 42, y + 24, words, 14)


def _draw_offers(picture: Picture, state: np.void, offers: list[int]) -> None:
    """Draw up to four offers in two rows; the last of an odd number is as wide as both columns."""
    columns = 1 if len(offers) <= 2 else 2
    step = (PANEL_WIDTH + 4) / columns
    for place, action in enumerate(offers):
        row, column = divmod(place, columns)
        is_wide = place == len(offers) - 1 and column == 0
        x, y, width = step * column, MAIN_LINE * row, (PANEL_WIDTH if is_wide else step - 4)
        picture.cell(x, y, "", width, MAIN_LINE - 4, "plain", [action], round_by=7)
        words = describe_action(state, action)
        size = 14 if text_width(words, 14) <= width - 12 else 12.5
        lines = wrapped(words, width - 12, size)
        base = y + 23.5 - 7.5 * (len(lines) - 1)
        for line, part in enumerate(lines):
            picture.label(x + width / 2, base + 15 * line, part, size, "", "middle")


def _draw_conversions(picture: Picture, state: np.void) -> None:
    """Draw the two conversions (from_the_moon 4.5), at the same place in the whole game."""
    price = 1 if own_of(state)["faction"] == SURVIVORS else 2  # from_the_moon 9.7
    energy, food = (Sign(name, "", AMOUNT_KINDS[name]) for name in ("energy", "food"))
    arrow = Sign("arrow", "", "muted")
    for place, (action, signs) in enumerate(
        (
            (CONVERT_ENERGY_TO_FOOD, (Sign("", "2", "bold"), energy, arrow, Sign("", "1", "bold"), food)),
            (CONVERT_FOOD_TO_ENERGY, (Sign("", str(price), "bold"), food, arrow, Sign("", "1", "bold"), energy)),
        )
    ):
        x = PANEL_WIDTH - CONVERSION_WIDTH * (2 - place) + 4
        note = describe_action(state, action)
        picture.cell(x, CHOICES_HEIGHT, "", CONVERSION_WIDTH - 4, LINE - 2, "plain", [action], note=note, round_by=7)
        draw_signs(picture, x + 2, CHOICES_HEIGHT + 5.5, signs, 15, CONVERSION_WIDTH - 8)
