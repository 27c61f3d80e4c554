"""What `moon-envs play` shows: the news, the changes of the table, the choices and the end."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from moon_envs.cli.output import print_table
from moon_envs.cli.play_diff import changed_lines

if TYPE_CHECKING:
    from moon_envs.play.sessions import Session

MOST_CHOICES_IN_ONE_COLUMN = 20
WIDTH_WITHOUT_TERMINAL = 120
CLEAR_SCREEN = "\033[2J\033[3J\033[H"


class Screen:
    """Shows a game in the terminal; remembers the table that each seat saw last, and shows the changes since.

    Args:
        session: the game.
    """

    def __init__(self, session: Session):
        self._session = session
        self._seen: dict[int, list[str]] = {}
        self._actor: int | None = None

    def is_for_another(self) -> bool:
        """Whether the next decision belongs to another person (hotseat)."""
        return self._session.hotseat and self._session.actor != self._actor

    def hide(self) -> None:
        """Clear the screen before another person looks; the next turn shows the whole table."""
        print(CLEAR_SCREEN, end="")
        self._seen.clear()

    def show_turn(self, tells_news: bool) -> None:
        """Show the news, the changes of the table and the choices."""
        session = self._session
        self._actor = session.actor
        if tells_news:
            self.tell_news()
        table = session.table().splitlines()
        seen = self._seen.get(session.actor)
        lines = table if seen is None else changed_lines(seen, table)
        if lines:
            print()
            print("\n".join(lines))
        self._seen[session.actor] = table
        self.show_choices()

    def tell_news(self) -> int:
        """Show what happened since the actor's last decision; returns the number of lines."""
        news = self._session.news()
        if news:
            print()
            print("\n".join(f"- {line}" for line in news))
        return len(news)

    def show_table(self) -> None:
        """Show the whole table and the choices."""
        print()
        print(self._session.table())
        self.show_choices()

    def show_choices(self) -> None:
        """Show the numbered choices."""
        session = self._session
        print()
        print(f"{capital(session.people.name(session.actor))}, choose:" if session.hotseat else "You choose:")
        print("\n".join(layout_choices(self.choices(), _width())))

    def choices(self) -> list[str]:
        """The choices in words, each with what it brings for certain."""
        session, brings = self._session, self._session.consequences()
        return [with_consequences(session.describe(action), brings[action]) for action in session.legal_actions]

    def show_end(self) -> None:
        """Show the last news, the last table, the points by category and the result."""
        session = self._session
        self.tell_news()
        if not session.hotseat:
            print()
            print(session.table())
        names = session.names_of_sides(session.people.long_name)
        used = session.game.used_categories(session.configuration)
        points = session.points()[:, list(used.values())]
        rows = [(capital(name), *points[side].tolist(), int(points[side].sum())) for side, name in enumerate(names)]
        print()
        print_table("Points", ("side", *(f">{category}" for category in used), ">total"), rows)
        print(f"Result: {session.result()}")


def with_consequences(words: str, brings: list[str]) -> str:
    """A choice with what it brings: "write 7 on floor 3 [+3 points (track)]"."""
    return f"{words} [{'; '.join(line.removesuffix('.') for line in brings)}]" if brings else words


def capital(words: str) -> str:
    """Words at the beginning of a sentence."""
    return words[0].upper() + words[1:]


def layout_choices(choices: list[str], width: int) -> list[str]:
    """The numbered choices as lines: one below the other, or in columns if there are many.

    Example:
        >>> layout_choices(["pass", "write"], 80)
        ['  1  pass', '  2  write']
    """
    cells = [f"{number:3d}  {choice}" for number, choice in enumerate(choices, start=1)]
    if len(cells) <= MOST_CHOICES_IN_ONE_COLUMN:
        return cells
    cell_width = max(map(len, cells)) + 2
    columns = max(1, width // cell_width)
    height = -(-len(cells) // columns)
    lines = ["".join(cell.ljust(cell_width) for cell in cells[line::height]) for line in range(height)]
    return [line.rstrip() for line in lines]


def is_at_terminal() -> bool:
    """Whether a person uses the terminal; else the input comes from a file or program."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_line(prompt: str) -> str | None:
    """Read a line; returns None at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        print()
        return None


def _width() -> int:
    return shutil.get_terminal_size((WIDTH_WITHOUT_TERMINAL, 24)).columns
