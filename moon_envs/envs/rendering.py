"""How all environments show their games: as text, as a picture, as pixels, in a notebook, or in a window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from moon_envs.agents import SeatBatch
from moon_envs.base.checks import allowed_names, shown
from moon_envs.base.errors import ArgumentError
from moon_envs.core.game import Configuration, Game

if TYPE_CHECKING:
    from moon_envs.envs.window import Window
    from moon_envs.render import Picture

ANSI, HUMAN, RGB_ARRAY, SVG = RENDER_MODES = ("ansi", "human", "rgb_array", "svg")
FRAMES_A_SECOND = 4

NO_ACTION = -1
NO_DECISION = (-1, NO_ACTION)
"""Nobody has decided anything; a decision is a seat and its action."""


def check_render_mode(render_mode: str | None) -> str | None:
    """The render mode, if it is None or one of the allowed ones.

    What "rgb_array" needs is asked for when something is rendered: stable-baselines3 makes every environment with this
    mode, whether it will look or not.

    Raises:
        ArgumentError: a `TypeError`, too, which trainers expect who try out modes.
    """
    if render_mode is None or (isinstance(render_mode, str) and render_mode in RENDER_MODES):
        return render_mode
    allowed = allowed_names(render_mode, RENDER_MODES, "None")
    raise ArgumentError(f"render_mode={shown(render_mode)} is not allowed; {allowed}")


class Svg(str):
    """The text of a picture, which notebooks show as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class Display:
    """Shows the games of an environment.

    Args:
        game: the game.
        configuration: players and options.
    """

    def __init__(self, game: Game, configuration: Configuration):
        self._game = game
        self._configuration = configuration
        self._cell: tuple[int, Any] | None = None
        self._window: Window | None = None

    def show(
        self, mode: str | None, state: np.void, seat: int, view: int | None, last: tuple[int, int]
    ) -> str | np.ndarray | None:
        """A game in a render mode: text, SVG or pixels; None if it was printed or displayed, or the mode is None.

        Args:
            mode: the render mode.
            state: the record of the game.
            seat: whose text it is.
            view: who looks at the picture; None for the open table.
            last: the last decision, to be marked.
        """
        if mode is None:
            return None
        if mode == ANSI:
            return self._game.render(state, seat)
        if mode == HUMAN:
            self._show_to_people(state, seat, view, last)
            return None
        if mode == SVG:
            return Svg(self._picture(state, view, last).svg())
        return self._pixels(self._picture(state, view, last, wide=True), view)

    def _show_to_people(self, state: np.void, seat: int, view: int | None, last: tuple[int, int]) -> None:
        """In the notebook that runs, in a window where there is a screen, or else as text in the terminal."""
        from moon_envs.envs.window import Window, can_open

        shell = notebook_shell()
        if shell is not None:
            self._display(self._picture(state, view, last), shell)
        elif can_open():
            if self._window is None:
                self._window = Window(f"{self._game.title}, {self._configuration.describe()}")
            self._window.show(self._picture(state, view, last))
        else:
            print(self._game.render(state, seat))

    def _picture(self, state: np.void, view: int | None, last: tuple[int, int], wide: bool = False) -> Picture:
        from moon_envs.render import LastDecision
        from moon_envs.render.drawing import draw_sound

        decision = None if last == NO_DECISION else LastDecision(*last)
        return draw_sound(self._game, state, view, last=decision, wide=wide)

    def _pixels(self, picture: Picture, view: int | None) -> np.ndarray:
        from moon_envs.render.frames import frame_of
        from moon_envs.render.raster import framed

        return framed(picture, frame_of(self._game, self._configuration, view))

    def _display(self, picture: Picture, shell: Any) -> None:
        """Show the picture below the cell that runs, in the place of the one before it."""
        if self._cell is not None and self._cell[0] == shell.execution_count:
            self._cell[1].update(picture)
            return
        from IPython.display import display

        self._cell = (shell.execution_count, display(picture, display_id=True))


class LastActions:
    """The caller's last action in every game, which pictures mark.

    Args:
        games: the games.
    """

    def __init__(self, games: SeatBatch):
        self._games = games
        self._actions = np.full(len(games), NO_ACTION)

    def forget(self, rows: np.ndarray | None = None) -> None:
        """New games have begun in these rows, or in all."""
        self._actions[slice(None) if rows is None else rows] = NO_ACTION

    def step(self, actions: np.ndarray, on_illegal: str) -> None:
        """Carry out actions, as `SeatBatch.step` does, and keep those that led to the positions shown now."""
        games = self._games
        was_over = games.done.copy()
        games.step(actions, on_illegal=on_illegal)
        if games.autoreset == "disabled":
            np.copyto(self._actions, actions, where=~was_over)
        else:
            self._actions[:] = actions
            self.forget(games.done if games.autoreset == "same_step" else was_over)
        self.forget(games.illegal)

    def decision(self, row: int) -> tuple[int, int]:
        """The last decision in a row."""
        action = int(self._actions[row])
        return NO_DECISION if action == NO_ACTION else (self._games.seat, action)


def notebook_shell() -> Any:
    """The shell of the notebook that this process runs for, None elsewhere; nothing is imported to find out."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell if hasattr(shell, "kernel") else None
