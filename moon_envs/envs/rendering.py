"""Rendering for all environments: as text, as a picture, as pixels, in a notebook, or in a window."""

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
"""Stands for no last decision; a decision is a seat and its action."""


def check_render_mode(render_mode: str | None) -> str | None:
    """Check that a render mode is None or one of `RENDER_MODES`, and return it.

    The packages that "rgb_array" needs are imported at the first `render`: stable-baselines3 makes every environment
    with this mode, even if it never renders.

    Raises:
        ArgumentError: it is something else; also a `TypeError`, which trainers expect that try out modes.
    """
    if render_mode is None or (isinstance(render_mode, str) and render_mode in RENDER_MODES):
        return render_mode
    allowed = allowed_names(render_mode, RENDER_MODES, "None")
    raise ArgumentError(f"render_mode={shown(render_mode)} is not allowed; {allowed}")


class Svg(str):
    """The text of an SVG picture; notebooks show the picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class Display:
    """Renders the games of an environment.

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
        """Render a game, and return text, SVG or pixels; None if it was printed or displayed, or the mode is None.

        Args:
            mode: the render mode.
            state: the record of the game.
            seat: the seat whose view the text shows.
            view: the seat whose view the picture shows; None for the open table.
            last: the last decision, which the picture marks.
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
        return self._pixels(self._picture(state, view, last))

    def _show_to_people(self, state: np.void, seat: int, view: int | None, last: tuple[int, int]) -> None:
        """Show the game in the running notebook, in a window if there is a screen, or else as text in the terminal."""
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

    def _picture(self, state: np.void, view: int | None, last: tuple[int, int]) -> Picture:
        from moon_envs.render import LastDecision
        from moon_envs.render.drawing import draw_sound

        decision = None if last == NO_DECISION else LastDecision(*last)
        return draw_sound(self._game, state, view, last=decision)

    def _pixels(self, picture: Picture) -> np.ndarray:
        from moon_envs.render.raster import framed

        return framed(picture)

    def _display(self, picture: Picture, shell: Any) -> None:
        """Show the picture below the running cell; it replaces the cell's previous picture."""
        if self._cell is not None and self._cell[0] == shell.execution_count:
            self._cell[1].update(picture)
            return
        from IPython.display import display

        self._cell = (shell.execution_count, display(picture, display_id=True))


class LastActions:
    """The caller's last action in every game, so that pictures can mark it.

    Args:
        games: the games.
    """

    def __init__(self, games: SeatBatch):
        self._games = games
        self._actions = np.full(len(games), NO_ACTION)

    def forget(self, rows: np.ndarray | None = None) -> None:
        """Forget the last actions in these rows, or in all: new games have begun there."""
        self._actions[slice(None) if rows is None else rows] = NO_ACTION

    def step(self, actions: np.ndarray, on_illegal: str) -> None:
        """Carry out actions as `SeatBatch.step` does, and keep those of games that still show their effect."""
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
        """Return seat and action of the last decision in a row, or `NO_DECISION`."""
        action = int(self._actions[row])
        return NO_DECISION if action == NO_ACTION else (self._games.seat, action)


def notebook_shell() -> Any:
    """Return the IPython shell of the notebook that runs this process; None elsewhere. It does not import IPython."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell if hasattr(shell, "kernel") else None
