"""The turn of MLEM: who decides, failures and piles, the rocket, its dice, and what one decides with."""

from __future__ import annotations

import numpy as np

from moon_envs.games.mlem.actions import DISEMBARK, DISEMBARK_HIGHER, DISEMBARK_LOWER, GO, STAY
from moon_envs.games.mlem.components import DEEP_SPACE, EXPLORATION_TOKENS, FAILURES, UFO_TOKENS, UFO_VALUES
from moon_envs.games.mlem.state import DECIDE_MOVE, DECISION_NAMES
from moon_envs.games.mlem.text import describe_action, must_use_roll
from moon_envs.render.elements import fitting
from moon_envs.render.fonts import BOLD, text_width
from moon_envs.render.games.mlem.dice import DICE_HEIGHT, draw_dice
from moon_envs.render.games.mlem.players import player_name
from moon_envs.render.games.mlem.rocket import HULL_HEIGHT, draw_rocket
from moon_envs.render.games.mlem.told import last_in_words, without_told
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

COUNTS_TOP = 22
ROCKET_TOP = COUNTS_TOP + 26
DICE_TOP = ROCKET_TOP + HULL_HEIGHT + 9
BUTTON_HEIGHT, BUTTON_GAP, BUTTON_SIZE = 30, 6, 14
BUTTONS_TOP = DICE_TOP + DICE_HEIGHT + 4
TURN_HEIGHT = BUTTONS_TOP + 2 * BUTTON_HEIGHT + BUTTON_GAP + 2
HALF, THIRD = (PANEL_WIDTH - BUTTON_GAP) / 2, (PANEL_WIDTH - 2 * BUTTON_GAP) / 3
LANDINGS = DISEMBARK_LOWER, DISEMBARK, DISEMBARK_HIGHER
SHORTER = (
    ("use the parachute and ", ""),
    ("disembark", "land"),
    ("a moon of space ", "moon "),
    (" points", ""),
    (" point", ""),
    (" for ", ": +"),
)


def draw_turn(state: np.void, seat: int | None, picture: Picture) -> None:
    """Draw the headline, the counts, the rocket, the dice, and the buttons."""
    told = last_in_words(picture)
    _draw_headline(picture, state, seat)
    _draw_counts(picture, state)
    with without_told(picture):
        draw_rocket(picture, state, ROCKET_TOP)
        draw_dice(picture, state, DICE_TOP)
        _draw_choices(picture, state, told)


def _draw_headline(picture: Picture, state: np.void, seat: int | None) -> None:
    words = f"Expedition {state['expedition']}" if state["expedition"] else "Before the first expedition"
    if state["over"]:
        words += ": the game is over"
    else:
        words += f": {player_name(int(state['seat']), seat)} decides, {DECISION_NAMES[state['decision']]}"
    picture.label(0, 14, words, fitting(words, 15, PANEL_WIDTH, BOLD), "bold")


def _draw_counts(picture: Picture, state: np.void) -> None:
    """Draw the failures, the UFO tokens that are taken, and the pile of exploration tokens."""
    y = COUNTS_TOP
    picture.label(0, y + 12.5, "failures", 12, "muted")
    picture.track(50, y, range(1, FAILURES + 1), int(state["failures"]))
    if state["ufo"]:
        x, taken = 50 + 18 * FAILURES + 12, int(state["ufo_tokens_taken"])
        picture.icon(x, y, "ufo", 17)
        picture.track(x + 20, y, UFO_VALUES.tolist(), [place < taken for place in range(UFO_TOKENS)])
    if state["explorations"]:
        left = EXPLORATION_TOKENS - int(state["explorations_drawn"])
        note = "exploration tokens in their pile"
        picture.cell(PANEL_WIDTH - 56, y, f"{left} left", 56, 16, "k7", note=note, round_by=8, icon="tunnel")


def _draw_choices(picture: Picture, state: np.void, told: str) -> None:
    """Draw the state of the move and the last decision; going or staying at the right, landings below."""
    first, second = BUTTONS_TOP, BUTTONS_TOP + BUTTON_HEIGHT + BUTTON_GAP
    is_move = state["decision"] == DECIDE_MOVE and not state["over"]
    if is_move:
        note = ", dice kept" if state["keeps_dice"] else ", use a group" if must_use_roll(state) else ""
        picture.label(4, first + 21, f"= {state['distance']}{note}", 17, "bold")
    top = second if is_move else first
    if told:
        picture.cell(0, top + 4, told, text_width(told, 13) + 22, 22, "plain last", round_by=11)
    else:
        is_beside = STAY in picture.decisions.legal
        room = (HALF if is_beside else PANEL_WIDTH) - 4
        picture.paragraph(4, top + (12 if is_beside else 20), _where(state), room, 12, "muted")
    _draw_buttons(picture, state, (GO, STAY), HALF + BUTTON_GAP, first, HALF)
    _draw_buttons(picture, state, LANDINGS, 0, second, THIRD)


def _draw_buttons(picture: Picture, state: np.void, actions: tuple[int, ...], x: float, y: float, width: float) -> None:
    """Draw a button for each action that can be chosen, side by side from x on."""
    for action in actions:
        if action in picture.decisions.legal:
            full = describe_action(state, action)
            words = _short(full)
            picture.cell(x, y, "", width, BUTTON_HEIGHT, "plain", [action], note=full, round_by=12)
            picture.label(x + width / 2, y + 20, words, fitting(words, BUTTON_SIZE, width - 14), "", "middle")
            x += width + BUTTON_GAP


def _short(words: str) -> str:
    """Shorten an action's words: "land on moon 18: +5"."""
    for long, short in SHORTER:
        words = words.replace(long, short)
    return words


def _where(state: np.void) -> str:
    """Words for where the rocket is and who is on board."""
    if state["over"]:
        return "The rocket has flown its last expedition."
    space = int(state["space"])
    on_board, players = int(state["on_board"]).bit_count(), int(state["player_count"])
    place = "in deep space" if space == DEEP_SPACE else f"on space {space}"
    return f"The rocket is {place}, {on_board} of {players} players on board."
