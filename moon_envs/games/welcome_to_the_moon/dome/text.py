"""Dome in words: its own part of the table, and the sheets."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.dome.components import (
    ASTRONAUT_TRACK,
    ASTRONAUT_VALUES,
    BOXES,
    DOME_TRACK,
    END_NAMES,
    END_VALUE,
    FIRST_VALUE,
    HIGH,
    LEVELS,
    LOW,
    MISSION_TRACK,
    MISSION_VALUES,
    NOT_GAINED,
    ODD,
    PARITY_OF_SECTION,
    PIECE_LOSSES,
    PLANTS_PER_LEVEL,
    PRINTED,
    ROWS_BY_SKYSCRAPER,
    SECTIONS,
    SKYSCRAPERS,
    TOWER_ROWS,
    TOWER_TRACK,
    TOWER_VALUES,
    TRACK_NAMES,
)
from moon_envs.games.welcome_to_the_moon.text import cell_text, is_race_closed, open_races_text, use_action_text

ALL_ROWS = sorted({row for rows in ROWS_BY_SKYSCRAPER for row in rows}, reverse=True)
NO_CELL = "   "


def mission_worth(sheet: np.void, value: int) -> int:
    """The points of a mission with the energies of a sheet: the first or the later value of the valid row."""
    return int(MISSION_VALUES[sheet["energies"][MISSION_TRACK], 0 if value == FIRST_VALUE else 1])


def table_text(state: np.void) -> list[str]:
    """The ends whose high bonus is open."""
    bonuses = [f"{END_VALUE[end, HIGH]} at {name}" for end, name in enumerate(END_NAMES)]
    return ["High bonuses still open: " + open_races_text(state, bonuses)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines."""
    heads = "  ".join(f"S{skyscraper + 1}" for skyscraper in range(SKYSCRAPERS))
    return [
        f"{title}: {use_action_text(sheet, PRINTED, mission_worth)}",
        f"   row   {heads}   tower",
        *(_row_text(sheet, row) for row in ALL_ROWS),
        "  (S1 to S4 skyscrapers; ^ an open level; p plant, w water; in brackets what is circled or gained)",
        "  bonuses of the ends: " + "; ".join(_ends_text(state, sheet, s) for s in range(SKYSCRAPERS)),
        f"  dome, sections 1 to {SECTIONS}: " + " ".join(_section_text(sheet, section) for section in range(SECTIONS)),
        "  (o odd, e even; | cut into two pieces; upper case when built)",
        *_track_texts(sheet),
    ]


def _row_text(sheet: np.void, row: int) -> str:
    cells = " ".join(_level_text(sheet, skyscraper, row) for skyscraper in range(SKYSCRAPERS))
    return f"   {row:+3d}  {cells}  {_tower_text(sheet, row)}".rstrip()


def _level_text(sheet: np.void, skyscraper: int, row: int) -> str:
    if (skyscraper, row) not in LEVELS:
        return NO_CELL
    cell = LEVELS.index((skyscraper, row))
    is_open = int(sheet["open_levels"]) >> cell & 1
    return cell_text(sheet["cells"][cell]) + ("^" if is_open else " ")


def _tower_text(sheet: np.void, row: int) -> str:
    if row not in TOWER_ROWS:
        return ""
    level = TOWER_ROWS.index(row)
    plants = ["(p)" if plant < sheet["plants"][level] else " p " for plant in range(PLANTS_PER_LEVEL)]
    return " " + "".join([*plants, "(w)" if sheet["waters"][level] else " w "])


def _ends_text(state: np.void, sheet: np.void, skyscraper: int) -> str:
    top, bottom = (_bonus_text(state, sheet, end) for end in (2 * skyscraper, 2 * skyscraper + 1))
    return f"S{skyscraper + 1} top {top}, bottom {bottom}"


def _bonus_text(state: np.void, sheet: np.void, end: int) -> str:
    gained = int(sheet["ends"][end])
    if gained != NOT_GAINED:
        return f"({END_VALUE[end, gained]})"
    return str(END_VALUE[end, LOW if is_race_closed(state, end) else HIGH])


def _section_text(sheet: np.void, section: int) -> str:
    letter = "o" if PARITY_OF_SECTION[section] == ODD else "e"
    halves = [letter.upper() if int(sheet["built"]) >> half & 1 else letter for half in (2 * section, 2 * section + 1)]
    return "|".join(halves) if int(sheet["cuts"]) >> section & 1 else "".join(halves)


def _track_texts(sheet: np.void) -> list[str]:
    rows = [int(sheet["energies"][track]) for track in range(len(TRACK_NAMES))]
    first, later = MISSION_VALUES[rows[MISSION_TRACK]]
    one, two, three = TOWER_VALUES[rows[TOWER_TRACK]][1:]
    most, fewer = ASTRONAUT_VALUES[rows[ASTRONAUT_TRACK]]
    meanings = (
        f"a mission is worth {first}, later {later}",
        f"levels with 1, 2, 3 circled symbols are worth {one}, {two}, {three}",
        f"whoever has the most crossed off gets {most}, others with at least one get {fewer}",
        f"each unbuilt piece costs {PIECE_LOSSES[rows[DOME_TRACK]]}",
    )
    return [
        f"  energy track of the {name}, {row} of {BOXES} boxes crossed off: {meaning}"
        for name, row, meaning in zip(TRACK_NAMES, rows, meanings, strict=True)
    ]
