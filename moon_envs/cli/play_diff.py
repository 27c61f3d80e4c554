"""The changed lines of a text table, for a person who saw the old one."""

from __future__ import annotations

import difflib

CHANGED, UNCHANGED = "* ", "  "


def changed_lines(before: list[str], after: list[str]) -> list[str]:
    """The changed lines of `after`, marked with "*", each below the title of its part.

    A line that does not begin with a word, like a row of a grid, also shows the line before it. If more than half of
    the lines changed, the whole text is returned unmarked.

    Example:
        >>> before = ["Moon", " a 1", " b 2", "", "Mars", " c 3"]
        >>> changed_lines(before, ["Moon", " a 1", " b 5", "", "Mars", " c 3"])
        ['  Moon', '*  b 5']
    """
    changes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = {line for kind, _, _, first, end in changes if kind != "equal" for line in range(first, end)}
    changed = {line for line in changed if after[line].strip()}
    if 2 * len(changed) > len(after):
        return after
    shown: dict[int, str] = {}
    for line in sorted(changed):
        for context in _context(after, line):
            shown.setdefault(context, UNCHANGED)
        shown[line] = CHANGED
    return [f"{shown[line]}{after[line]}" for line in sorted(shown)]


def _context(lines: list[str], line: int) -> list[int]:
    """The title of a line's part, and the line before it if it does not begin with a word."""
    title = _title(lines, line)
    context = [] if title is None else [title]
    if line > 0 and lines[line - 1].strip() and not lines[line].strip()[0].isalpha():
        context.append(line - 1)
    return context


def _title(lines: list[str], line: int) -> int | None:
    """The title of a line's part: the last line that is not indented, in its block or at the start of an earlier one.

    Empty lines separate blocks; a part with a title may contain empty lines.
    """
    is_same_block = True
    for title in range(line, -1, -1):
        if not lines[title].strip():
            is_same_block = False
        elif not lines[title][0].isspace():
            begins_block = title == 0 or not lines[title - 1].strip()
            return title if is_same_block or begins_block else None
    return None
