"""An adventure as panels. `table_panels.py` draws cards, missions and ASTRA; each adventure draws its own sheet.

An adventure gives `adventure_drawing` its tables, the height of its sheet, and `draw_sheet(picture, state, sheet,
player)`, which draws into a box PANEL_WIDTH wide below the title. Choices without a place on the sheet become buttons
below the cards: `draw_own(buttons, state)`. Drawings of sheets whose players do not decide are kept: they may depend
only on the fields of the state in `shared`, and `draw_sheet` gets nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.render.drawing import GameDrawing
from moon_envs.render.games.welcome_to_the_moon.choices import DrawChoices, no_own_choices
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_resting_sheet
from moon_envs.render.games.welcome_to_the_moon.table_panels import player_name, table_panels
from moon_envs.render.panels import MARGIN, OTHER, OWN, PANEL_WIDTH, Panel
from moon_envs.render.picture import Picture

TITLE_HEIGHT = 26

DrawSheet = Callable[[Picture, np.void, np.void, int], None]
MorePanels = Callable[[np.void, int | None], list[Panel]]
SheetPanels = Callable[[np.void, int | None], dict[str, int]]


def a_sheet_each(state: np.void, seat: int | None) -> dict[str, int]:
    """The names of the panels with sheets, and the players whose sheets lie there: all players'."""
    return {f"sheet {player}": player for player in range(state["player_count"])}


def no_more_panels(state: np.void, seat: int | None) -> list[Panel]:
    """No panels: most adventures have a sheet for each player and nothing else on the table."""
    return []


def adventure_drawing(
    tables: AdventureTables,
    sheet_height: float,
    draw_sheet: DrawSheet,
    *,
    for_a_card: str = "points",
    shared: Sequence[str] = ("closed_races",),
    draw_own: DrawChoices = no_own_choices,
    lines_of_choices: int = 1,
    more_panels: MorePanels = no_more_panels,
    sheet_panels: SheetPanels = a_sheet_each,
) -> GameDrawing:
    """The drawing of an adventure.

    Args:
        tables: of the adventure.
        sheet_height: below the title.
        draw_sheet: draws a sheet.
        for_a_card: what ASTRA gets for one.
        shared: fields of the state that sheets of players who do not decide depend on.
        draw_own: draws the adventure's own buttons below the cards.
        lines_of_choices: the most lines of buttons that random games show below the cards.
        more_panels: of the adventure, such as a second sheet: (state, seat) -> panels.
        sheet_panels: names of the panels with sheets, and the players whose sheets lie there: (state, seat) -> players.
            The names stay the same in a whole game. A player whose sheet is among `more_panels` can be left out.
    """

    def panels(game: Game, state: np.void, seat: int | None) -> list[Panel]:
        table = table_panels(game, state, tables, seat, for_a_card, draw_own, lines_of_choices)
        own = seat if seat is not None or state["player_count"] > 1 else 0
        sheets = [
            Panel(
                name,
                OWN if own in (None, player) else OTHER,
                TITLE_HEIGHT + sheet_height + MARGIN,
                partial(_draw_titled_sheet, draw_sheet, sheet_height, shared, state, player, seat),
            )
            for name, player in sheet_panels(state, seat).items()
        ]
        return [*table, *sheets, *more_panels(state, seat)]

    return GameDrawing(panels)


def _draw_titled_sheet(
    draw_sheet: DrawSheet,
    height: float,
    shared: Sequence[str],
    state: np.void,
    player: int,
    seat: int | None,
    picture: Picture,
) -> None:
    """Draw the sheet of a player: as it is, or as it was last shown (welcome 3.2)."""
    sheet = (state["players"] if seat in (None, player) else state["shown"])[player]
    with picture.owner(player):
        title = player_name(player, seat).capitalize()
        picture.sheet(0, 0, PANEL_WIDTH, TITLE_HEIGHT + height + MARGIN, title, player)
        with picture.at(0, TITLE_HEIGHT):
            if picture.is_live:
                draw_sheet(picture, state, sheet, player)
            else:
                table = tuple((name, state[name].item()) for name in shared)
                draw_resting_sheet(picture, draw_sheet, sheet, player, table)
