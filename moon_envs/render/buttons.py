"""Buttons in lines, for actions that nothing on the table stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from moon_envs.render.canvas import GAP
from moon_envs.render.fonts import BOLD, REGULAR, text_width
from moon_envs.render.picture import BUTTON_HEIGHT, TEXT_SIZE, Picture, button_width

LINE = BUTTON_HEIGHT + 6


class Buttons:
    """Buttons side by side; those that have no room begin a new line. Only buttons with legal actions are drawn.

    Args:
        picture: to draw on.
        x: left edge.
        y: upper edge of the first line.
        width: of the lines.
    """

    def __init__(self, picture: Picture, x: float, y: float, width: float):
        self.picture = picture
        self._left, self._right = x, x + width
        self._x, self._y = x, y

    @property
    def bottom(self) -> float:
        """The y below the last line; the upper edge if nothing was drawn."""
        return self._y if self._x == self._left else self._y + LINE

    def add(self, words: str, actions: Iterable[int]) -> None:
        """Draw a button while one of its actions is legal or was the last decision."""
        actions = tuple(actions)
        if any(self.picture.can(action) or self.picture.is_last(action) for action in actions):
            self._make_room(button_width(words))
            self._x = self.picture.button(self._x, self._y, words, actions)

    def choose(self, title: str, choices: Mapping[int, str]) -> None:
        """Draw a button for each legal choice, behind a title if there is one."""
        if any(self.picture.can(action) or self.picture.is_last(action) for action in choices):
            self.say(title, "muted")
            for action, words in choices.items():
                self.add(words, [action])

    def say(self, words: str, kind: str = "bold") -> None:
        """Write words, such as the task that the buttons are for."""
        if words:
            width = text_width(words, TEXT_SIZE, BOLD if kind == "bold" else REGULAR)
            self._make_room(width)
            self.picture.label(self._x, self._y + 16, words, TEXT_SIZE, kind)
            self._x += width + GAP

    def _make_room(self, width: float) -> None:
        if self._x > self._left and self._x + width > self._right:
            self._x, self._y = self._left, self._y + LINE
