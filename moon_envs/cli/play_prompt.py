"""The prompt of `moon-envs play`: a person types the number of a choice, or a command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from moon_envs import events
from moon_envs.base.checks import did_you_mean, nearest_name
from moon_envs.base.errors import MoonEnvsError
from moon_envs.cli.play_screen import Screen, is_at_terminal, read_line

if TYPE_CHECKING:
    from moon_envs.play.sessions import Session

PROMPT = "> "
PROMPT_AFTER_THE_END = "u: undo, r FILE: save the recording, Enter: end > "
MOST_HINTS = 5
COMMANDS = """\
  a number            carry out that choice
  t, table            show the whole table and the choices again
  n, news             show again what happened since your last decision
  l, legend           explain the letters and signs of the table
  h, hint [AGENT]     show what an agent would do (default: mcts:500)
  u, undo             take back your last decision and everything after it
  s, save FILE        save the game; continue it with --resume FILE
  r, record FILE      save the recording of the game so far
  ?, help             show this
  q, quit             stop without saving"""
# The letters of the commands, and other common words for them.
SHORT = {
    "t": "table",
    "show": "table",
    "n": "news",
    "l": "legend",
    "h": "hint",
    "u": "undo",
    "s": "save",
    "r": "record",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}
DECIDED, TAKEN_BACK, STOPPED = "decided", "taken back", "stopped"


class Prompt:
    """Reads lines and carries them out until one changes the game or ends it.

    Args:
        session: the game.
        screen: shows the game.
    """

    def __init__(self, session: Session, screen: Screen):
        self._session = session
        self._screen = screen
        self._commands: dict[str, Callable[[str], None]] = {
            "table": lambda rest: screen.show_table(),
            "news": lambda rest: self._tell_news(),
            "legend": lambda rest: self._show_legend(),
            "hint": self._hint,
            "save": self._save,
            "record": self._record,
            "help": lambda rest: self._help(),
        }

    def ask(self) -> str:
        """Read until the game changes or the person stops; returns DECIDED, TAKEN_BACK or STOPPED."""
        legal = self._session.legal_actions
        while True:
            line = read_line(PROMPT)
            if line is None:
                return STOPPED
            command, rest = _parse(line)
            if command.isdecimal() and len(command) < 10 and not rest and 1 <= int(command) <= len(legal):
                self._session.decide(legal[int(command) - 1])
                return DECIDED
            if command == "quit":
                return STOPPED
            if command == "undo":
                if self._undo():
                    return TAKEN_BACK
            elif command in self._commands:
                self._commands[command](rest)
            elif command:
                near = did_you_mean(nearest_name(command, [*self._commands, "undo", "quit"]))
                print(f"Type a number from 1 to {len(legal)}, or ? for help.{near}")

    def ask_after_the_end(self) -> str:
        """Read undo, save, record, legend or news after the end; other lines stop. Only a person sees the prompt."""
        while True:
            line = read_line(PROMPT_AFTER_THE_END) if is_at_terminal() else sys.stdin.readline()
            command, rest = _parse(line or "")
            if command == "undo":
                if self._undo():
                    return TAKEN_BACK
            elif command in ("save", "record", "legend", "news"):
                self._commands[command](rest)
            else:
                return STOPPED

    def _undo(self) -> bool:
        viewer, decisions = self._session.viewer, list(self._session.decisions)
        if self._session.undo():
            first, people = decisions[len(self._session.decisions)], self._session.people
            # Another person's decision may be hidden from the viewer.
            words = first.words if first.actor == viewer else f"a decision of player {first.actor}"
            print(f"Taken back: {people.told(words, viewer)}.")
            return True
        if self._session.is_whole:
            print("There is nothing to take back.")
        else:
            print("There is nothing to take back: the resumed save does not hold earlier decisions.")
        return False

    def _tell_news(self) -> None:
        if not self._screen.tell_news():
            print("Nothing has happened since your last decision.")

    def _show_legend(self) -> None:
        lines = events.legend(self._session.game)
        print("\n".join(lines) if lines else "This game has no legend.")

    def _hint(self, agent: str) -> None:
        session = self._session
        try:
            found = session.hint(agent) if agent else session.hint()
        except MoonEnvsError as error:
            print(f"No hint: {error}")
            return
        numbers = {action: number for number, action in enumerate(session.legal_actions, start=1)}
        for action, share in found[:MOST_HINTS]:
            if share > 0:
                print(f"{share:5.0%}  {numbers[action]:3d}  {session.describe(action)}")

    def _save(self, name: str) -> None:
        if _write(self._session.save, name, "save"):
            print(f"Saved. Continue with: moon-envs play {self._session.game.id} --resume {name}")

    def _record(self, name: str) -> None:
        if _write(self._session.save_recording, name, "record"):
            print(f"Recorded: {len(self._session.decisions)} decisions.")

    def _help(self) -> None:
        game = self._session.game
        print(f"{game.summary}\nThe rules: {game.documentation}\n{COMMANDS}")


def _parse(line: str) -> tuple[str, str]:
    """The full name of a command and the rest of the line."""
    command, _, rest = line.strip().partition(" ")
    return SHORT.get(command, command), rest.strip()


def _write(write: Callable[[Path], None], name: str, command: str) -> bool:
    if not name:
        print(f"To which file? Type: {command} FILE")
        return False
    try:
        write(Path(name).expanduser())
    except (MoonEnvsError, OSError, ValueError, RuntimeError) as error:
        print(f"Not saved: {getattr(error, 'strerror', None) or error}")
        return False
    return True
