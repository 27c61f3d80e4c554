"""The two tracks below the map of Virus: lines of symbols with what each line is worth, and what its symbols start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.games.welcome_to_the_moon.virus.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.virus.components import (
    BLUE,
    GREEN,
    PLANT_LINE_ENDS,
    PLANT_RACES,
    PLANT_VALUES,
    RACE_NAMES,
    WATER_LINE_ENDS,
    WATER_RACES,
    WATER_VALUES,
)
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.picture import Picture

RACE = ACTIONS.first("race")

TRACK_HEIGHT, TRACK_STEP = 26, 30
TRACKS_HEIGHT = 2 * TRACK_STEP + TRACK_HEIGHT
STARTER_WIDTH, WORTH_WIDTH = 26, 38


class Track(NamedTuple):
    """A track of the scoring area (virus 1.5) and where it is drawn.

    Attributes:
        icon: what crosses off its symbols.
        bonus: of each line.
        races: what its symbols start, by position.
        values: of each line, with the last position of the line.
        symbols: the left and upper edge and the width of each symbol, from position 1 on.
        worths: the left and upper edge of what each line is worth.
    """

    icon: str
    bonus: str
    races: tuple[tuple[int, int], ...]
    values: tuple[tuple[int, int], ...]
    symbols: tuple[tuple[float, float, float], ...]
    worths: tuple[tuple[float, float], ...]


def _laid_out(
    icon: str,
    bonus: str,
    line_ends: tuple[int, ...],
    races: dict[int, int],
    values: tuple[int, ...],
    y: float,
    width: float,
    lines_per_row: int,
) -> Track:
    """A track with symbols of this width; those that start something are wide enough for a finger."""
    symbols, worths = [], []
    x = first = 22.0
    for position in range(1, line_ends[-1] + 1):
        own = max(width, STARTER_WIDTH) if position in races else width
        symbols.append((x, y, own))
        x += own + 1
        if position in line_ends:
            worths.append((x, y))
            x += WORTH_WIDTH + 2
            if len(worths) % lines_per_row == 0:
                x, y = first, y + TRACK_STEP
    lines = tuple(zip(line_ends, values[1:], strict=True))
    return Track(icon, bonus, tuple(races.items()), lines, tuple(symbols), tuple(worths))


PLANT_TRACK = _laid_out("plant", "robot", PLANT_LINE_ENDS, PLANT_RACES, PLANT_VALUES, 0, 30, 3)
WATER_TRACK = _laid_out("water", "energy", WATER_LINE_ENDS, WATER_RACES, WATER_VALUES, 2 * TRACK_STEP, 16, 5)


def draw_tracks(picture: Picture, state: np.void, plants: int, tanks: int) -> None:
    """Both tracks, with these numbers of symbols crossed off; the plant track has two rows."""
    _draw_track(picture, state, PLANT_TRACK, plants)
    _draw_track(picture, state, WATER_TRACK, tanks)


def _draw_track(picture: Picture, state: np.void, track: Track, crossed_off: int) -> None:
    """A track line by line with what each line is worth, and what its symbols start."""
    draw_piece(picture, track.symbols[-1][1] + TRACK_HEIGHT, _draw_lines, track, crossed_off)
    for position, race in track.races:
        is_crossed, is_open = position <= crossed_off, not is_race_closed(state, race)
        kind = {GREEN: "k2", BLUE: "k3"}.get(race, "k4") if is_open else "closed"
        note = f"starts {RACE_NAMES[race]}" if is_open else f"{RACE_NAMES[race]} has been started"
        icon = "" if is_crossed else "virus"
        x, y, width = track.symbols[position - 1]
        picture.cell(x, y, "", width, TRACK_HEIGHT, f"empty {kind}", [RACE + race], is_crossed, note, 3, icon)


def _draw_lines(picture: Picture, track: Track, crossed_off: int) -> None:
    """The symbols of a track, and behind each line its bonus and the points it is worth."""
    picture.icon(0, track.symbols[0][1] + 4, track.icon, 18)
    for position, (x, y, width) in enumerate(track.symbols, 1):
        is_crossed = position <= crossed_off
        kind = "filled" if is_crossed else "empty"
        picture.cell(x, y, "", width, TRACK_HEIGHT, kind, is_crossed=is_crossed, round_by=3)
    for (end, value), (x, y) in zip(track.values, track.worths, strict=True):
        is_complete = end <= crossed_off
        kind = "filled" if is_complete else "plain"
        note = f"a full line: {value} points, and a bonus ({track.bonus})"
        picture.icon(x + 1, y + 7, track.bonus, 12, "ink" if is_complete else "muted")
        picture.cell(x + 14, y + 2, value, WORTH_WIDTH - 14, TRACK_HEIGHT - 4, kind, note=note)
