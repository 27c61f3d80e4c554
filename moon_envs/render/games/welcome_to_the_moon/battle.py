"""The sheets of Battle as panels: who has the halves, and which sheet lies where in this turn.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it. `battle_sheet.py` draws a sheet.
"""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.welcome_to_the_moon.battle.actions import ROBOT_USE
from moon_envs.games.welcome_to_the_moon.battle.components import HALF_A, HALF_B
from moon_envs.games.welcome_to_the_moon.battle.game import TABLES
from moon_envs.games.welcome_to_the_moon.battle.state import (
    DECIDE_ASTRA_MOON,
    DECIDE_ASTRA_PLANET,
    DECIDE_COLUMN,
    DECIDE_MOON,
)
from moon_envs.games.welcome_to_the_moon.battle.text import SOLO_SHEETS
from moon_envs.render.buttons import Buttons
from moon_envs.render.drawing import GameDrawing
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    TITLE_HEIGHT,
    DrawSheet,
    a_sheet_each,
    adventure_drawing,
)
from moon_envs.render.games.welcome_to_the_moon.battle_sheet import (
    ASTRA,
    SHEET_HEIGHT,
    SOLO_HEIGHT,
    Sides,
    draw_marks,
    side_of,
)
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_resting_sheet
from moon_envs.render.panels import MARGIN, OWN, PANEL_WIDTH, Panel
from moon_envs.render.picture import Picture

SHARED = ("opponent", "player_count", "turn")
"""The fields of the state that drawings of sheets depend on."""


def _sides(state: np.void, player: int) -> Sides:
    """Who has the halves A and B of the sheet that lies with a player (battle 2.2)."""
    if state["opponent"]:
        return side_of(player), ASTRA
    players = int(state["player_count"])
    first = player if state["turn"] % 2 else (player - 1) % players
    return side_of(first), side_of((first + 1) % players)


def _active_half(state: np.void) -> int:
    """The half on which everybody draws in this turn."""
    return HALF_A if state["opponent"] or state["turn"] % 2 else HALF_B


def _partner(state: np.void, player: int) -> int:
    """The player who has the other half of the sheet that lies with a player (battle 2.2)."""
    step = 1 if state["turn"] % 2 else -1
    return (player + step) % int(state["player_count"])


def _neighbour(state: np.void, seat: int) -> int:
    """The player with whom a player's other sheet lies (battle 2.2)."""
    step = -1 if state["turn"] % 2 else 1
    return (seat + step) % int(state["player_count"])


def _solo_sheet(turn: int) -> str:
    return SOLO_SHEETS[(turn - 1) % len(SOLO_SHEETS)]


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """The sheet that lies with a player, below its title."""
    if state["opponent"]:
        words = f"{_solo_sheet(int(state['turn']))}: you have half A, ASTRA has half B"
    else:
        words = f"shared with player {_partner(state, player)}"
    picture.label(PANEL_WIDTH - 10, -8, words, 12, "muted", "end")
    draw_marks(picture, sheet, _sides(state, player), _active_half(state))


def _draw_own(buttons: Buttons, state: np.void) -> None:
    """The next asteroid, and what the player must do now: choices for ASTRA, and what an asteroid brings."""
    buttons.add("draw on the next asteroid", [ROBOT_USE])
    if buttons.picture.shows_actor:
        buttons.say(_task_text(state))


def _task_text(state: np.void) -> str:
    decision = int(state["decision"])
    if decision == DECIDE_ASTRA_PLANET:
        return "ASTRA draws first: choose her planet"
    if decision == DECIDE_ASTRA_MOON:
        return f"ASTRA's effect: her insignia on {state['astra_moons_left']} moons"
    if decision == DECIDE_COLUMN:
        return "Energy: cross off a box of planet values"
    if decision == DECIDE_MOON:
        return f"The asteroid brings {state['moons_left']} insignia on moons"
    return ""


def sheets(state: np.void, seat: int | None) -> dict[str, int]:
    """The sheets as they lie with the players, without the reader's other sheet, which has a panel of its own.

    It lies with one neighbour in odd turns and with the other one in even turns. The neighbour who is left has always
    the same place.
    """
    everybody = a_sheet_each(state, seat)
    if seat is None or state["opponent"]:
        return everybody
    with_other_sheet, left = _neighbour(state, seat), _partner(state, seat)
    places = {name: player for name, player in everybody.items() if player not in (with_other_sheet, left)}
    return places if left == with_other_sheet else places | {"sheet of a neighbour": left}


def _other_sheet(state: np.void, seat: int | None) -> list[Panel]:
    """The reader's other sheet: in this turn it lies with a neighbour, or rests (battle 2.2, 7.1)."""
    if state["opponent"]:
        title = f"Your other sheet, {_solo_sheet(int(state['turn']) + 1)}, which rests in this turn"
        return [_other_panel(state, state["resting_sheet"][0], SOLO_HEIGHT, title, _draw_resting, 0, 0)]
    if seat is None:
        return []
    other = _neighbour(state, seat)
    title = f"Your other sheet, on which player {other} draws in this turn"
    return [_other_panel(state, state["shown"][other], SHEET_HEIGHT, title, _draw_neighbours, other, seat)]


def _draw_neighbours(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    draw_marks(picture, sheet, _sides(state, player), _active_half(state))


def _draw_resting(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    draw_marks(picture, sheet, _sides(state, player), None)


def _other_panel(
    state: np.void, sheet: np.void, height: float, title: str, draw_other: DrawSheet, lies_with: int, reader: int
) -> Panel:
    """A sheet of the reader's on which the reader cannot draw in this turn (battle 2.2)."""
    whole = TITLE_HEIGHT + height + MARGIN

    def draw(picture: Picture) -> None:
        picture.sheet(0, 0, PANEL_WIDTH, whole, title, reader)
        with picture.at(0, TITLE_HEIGHT):
            table = tuple((name, state[name].item()) for name in SHARED)
            draw_resting_sheet(picture, draw_other, sheet, lies_with, table)

    return Panel("other sheet", OWN, whole, draw)


def _drawing(sheet_height: float) -> GameDrawing:
    return adventure_drawing(
        TABLES,
        sheet_height,
        draw_sheet,
        shared=SHARED,
        draw_own=_draw_own,
        sheet_panels=sheets,
        more_panels=_other_sheet,
    )


TABLE, SOLO = _drawing(SHEET_HEIGHT), _drawing(SOLO_HEIGHT)


def panels(game: Game, state: np.void, seat: int | None) -> list[Panel]:
    """The table and the sheets that are drawn on in this turn, and the reader's other sheet."""
    return (SOLO if state["opponent"] else TABLE).panels(game, state, seat)


DRAWING = GameDrawing(panels)
