"""Many positions in one picture: a batch at a glance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from moon_envs.base.checks import as_list, check_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game
from moon_envs.render.drawing import draw
from moon_envs.render.elements import fitting
from moon_envs.render.fonts import BOLD
from moon_envs.render.panels import MARGIN
from moon_envs.render.picture import Picture

MOST_POSITIONS = 100
CELL_WIDTH, SMALLEST_CELL, LARGEST_CELL = 320, 80, 2000
CAPTION_HEIGHT, CAPTION_SIZE = 22, 13


def draw_grid(
    game: str | Game,
    states: Sequence[np.void] | np.ndarray,
    seat: int | None = None,
    *,
    captions: Sequence[object] | None = None,
    columns: int | None = None,
    cell_width: int = CELL_WIDTH,
) -> Picture:
    """Draw several positions of a game as one picture, each in a cell of a grid with a caption.

    A caption ends with the points that `seat` may know.

    Args:
        game: a game id or a `Game`.
        states: records of the game, at most 100.
        seat: the player who looks, the same in all cells; None draws everything.
        captions: words for each position; None numbers them.
        columns: the number of cells side by side; None for about as many as below each other.
        cell_width: of each cell, in units of the picture.

    Returns:
        The picture. Notebooks show it; `svg()` and `rgb_array()` convert it.

    Raises:
        ConfigurationError: an argument is not allowed, or a record is damaged or of another game.

    Example:
        >>> import moon_envs
        >>> batch = moon_envs.Batch("launch", num_games=6, players=1)
        >>> from moon_envs.render import draw_grid
        >>> draw_grid("launch", batch.states, seat=0, columns=3).width
        992.0
    """
    game = find_game(game)
    records = as_list(states) if not isinstance(states, np.ndarray) else list(states) if states.ndim == 1 else None
    if not records or len(records) > MOST_POSITIONS:
        raise ConfigurationError(
            f"states={shown(states)} is not allowed; allowed: 1 to {MOST_POSITIONS} records of {game.id}."
        )
    words = [str(place) for place in range(len(records))] if captions is None else as_list(captions)
    if words is None or len(words) != len(records):
        raise ConfigurationError(
            f"captions={shown(captions)} is not allowed; allowed: {len(records)} captions, one for each position."
        )
    if columns is None:
        columns = math.ceil(math.sqrt(len(records)))
    columns = min(check_whole_number("columns", columns, 1, MOST_POSITIONS), len(records))
    width = check_whole_number("cell_width", cell_width, SMALLEST_CELL, LARGEST_CELL)
    pictures = [draw(game, record, seat) for record in records]
    grid = Picture(float(MARGIN + columns * (width + MARGIN)))
    y = float(MARGIN)
    for first in range(0, len(pictures), columns):
        in_row = pictures[first : first + columns]
        height = CAPTION_HEIGHT + max(picture.size[1] * width / picture.width for picture in in_row)
        for column, picture in enumerate(in_row):
            x = MARGIN + column * (width + MARGIN)
            _draw_cell(grid, picture, str(words[first + column]), x, y, width, height)
        y += height + MARGIN
    return grid


def _draw_cell(grid: Picture, picture: Picture, words: str, x: float, y: float, width: float, height: float) -> None:
    """Draw a picture below its caption: the words at the left, the points at the right."""
    grid.sheet(x, y, width, height)
    base, room, points = y + 15, width - 16, _points_text(picture)
    size = fitting(f"{words}  {points}", CAPTION_SIZE, room, BOLD)
    grid.label(x + 8, base, words, size, "bold")
    if points:
        grid.label(x + width - 8, base, points, size, "muted", "end")
    with grid.at(x, y + CAPTION_HEIGHT, width / picture.width):
        grid.elements.extend(picture.elements)


def _points_text(picture: Picture) -> str:
    """The points that a picture shows, "45 : 38"; a plus stands for points that its reader does not know."""
    if picture.standing is None:
        return ""
    sides = []
    for counted in picture.standing.points:
        known = [int(str(value)) for value in counted if value is not None]
        sides.append(f"{sum(known)}{'+' if len(known) < len(counted) else ''}")
    return " : ".join(sides) if len(sides) > 1 else f"{sides[0]} points"
