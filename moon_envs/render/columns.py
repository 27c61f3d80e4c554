"""While games are being moved to panels: a game that still draws a whole page is one panel, made smaller."""

from __future__ import annotations

from moon_envs.render.panels import MARGIN, OWN, PANEL_WIDTH, Panel
from moon_envs.render.picture import Picture

COLUMN_WIDTH = 600
STEP = COLUMN_WIDTH + MARGIN


def columns_of(picture):
    return 1


class Columns:
    def __init__(self, picture, y):
        self.y = y

    def place(self):
        return MARGIN, self.y

    def fill(self, bottom):
        self.y = bottom + MARGIN


def whole_page(draw):
    def panels(game, state, seat):
        page = Picture(616)
        draw(page, game, state, seat)
        scale = PANEL_WIDTH / 616

        def show(picture):
            with picture.at(0, 0, scale):
                width, picture.width = picture.width, 616
                draw(picture, game, state, seat)
                picture.width = width

        return [Panel("page", OWN, page.height * scale, show)]

    return panels
