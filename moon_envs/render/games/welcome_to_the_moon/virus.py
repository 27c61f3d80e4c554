"""The Virus sheet as a picture: five floors of quarters with the walkways between them, and the two tracks below.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import WRITE
from moon_envs.games.welcome_to_the_moon.cards import PLANT
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, INFECTED
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY
from moon_envs.games.welcome_to_the_moon.text import is_race_closed
from moon_envs.games.welcome_to_the_moon.use_action import DECIDE_RACE
from moon_envs.games.welcome_to_the_moon.virus.actions import ACTIONS, INFECT, QUARTER, USE, WALKWAY
from moon_envs.games.welcome_to_the_moon.virus.components import (
    BLUE,
    BLUE_QUARTER,
    CELLS_PER_QUARTER,
    ENERGIES_AT_START,
    ENERGIES_TO_CIRCLE,
    FIRST_BOX_WITH_PROPAGATION,
    FLOORS,
    FLOORS_PRINTED,
    GREEN,
    GREEN_QUARTER,
    GREY_QUARTERS,
    MISSION_VIRUSES,
    MOST_WILDS,
    PLANT_LINE_ENDS,
    PLANT_RACES,
    PLANT_VALUES,
    PLANTS_PRINTED,
    PRINTED,
    QUARTER_OF_MISSION_VIRUS,
    QUARTERS,
    RACE_NAMES,
    TANK_OF_CELL,
    WALKWAYS_PRINTED,
    WATER_LINE_ENDS,
    WATER_RACES,
    WATER_VALUES,
)
from moon_envs.games.welcome_to_the_moon.virus.game import TABLES
from moon_envs.games.welcome_to_the_moon.virus.state import (
    DECIDE_BONUS_ENERGY,
    DECIDE_BONUS_WALKWAY,
    DECIDE_GREY_VIRUS,
    DECIDE_INFECTION,
    DECIDE_USE,
    NOT_SPREADING,
)
from moon_envs.render.games.welcome_to_the_moon.adventure import (
    CHOICES_HEIGHT,
    MARGIN,
    SHEET_WIDTH,
    adventure_drawing,
    draw_cell,
    draw_missions_taken,
    draw_shared_choices,
    draw_wilds,
)
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.picture import Picture

WRITE_X, RACE, SYSTEM_ERROR = (ACTIONS.first(name) for name in ("write_x", "race", "system_error"))

# The map: three columns of quarters, five floors. The map and the ids are symmetric under half a turn.
CELL, QUARTER_WIDTH, QUARTER_HEIGHT = 28, 148, 64
COLUMNS, FLOOR_HEIGHT = (30, 226, 422), 92
MAP_HEIGHT = FLOOR_HEIGHT * FLOORS - (FLOOR_HEIGHT - QUARTER_HEIGHT)
COLUMN_OF_QUARTER = (0, 1, 1, 2, 0, 1, 2, 0, 1, 1, 2)
FLOOR_OF_QUARTER = tuple(floor for floor, quarters in enumerate(FLOORS_PRINTED) for _ in quarters)
CORNERS = tuple((COLUMNS[COLUMN_OF_QUARTER[q]], FLOOR_HEIGHT * FLOOR_OF_QUARTER[q]) for q in range(QUARTERS))
SIDE = 17
WALKWAY_SIGN = 16
SYMBOL = 15

TRACKS_TOP = MAP_HEIGHT + 14
TRACK_HEIGHT, TRACK_STEP, VALUE_WIDTH = 26, 18, 44
CHOICES_TOP = TRACKS_TOP + 2 * TRACK_HEIGHT + 6
SHEET_HEIGHT = CHOICES_TOP + CHOICES_HEIGHT

TASKS = {
    DECIDE_BONUS_WALKWAY: "The end of a line: close a walkway",
    DECIDE_BONUS_ENERGY: "The end of a line: circle an energy",
    DECIDE_GREY_VIRUS: "Put the grey virus into a quarter: infect one of its spaces",
    DECIDE_RACE: "ASTRA's effect: choose what it starts",
}
VIRUS_KINDS = {"grey": "k6", "green": "k2", "blue": "k3", "red": "k4", "purple": "k5", "yellow": "k7"}
COLOURED_VIRUSES = {GREEN_QUARTER: "green", BLUE_QUARTER: "blue"} | dict(
    zip(QUARTER_OF_MISSION_VIRUS.tolist(), MISSION_VIRUSES, strict=True)
)
TANKS_OF_CELLS, PLANTS_OF_QUARTERS = TANK_OF_CELL.tolist(), PLANTS_PRINTED.tolist()
ENERGIES_OF_QUARTERS = (ENERGIES_AT_START + ENERGIES_TO_CIRCLE).tolist()

Points = tuple[tuple[float, float], ...]


def _walkway_path(one: int, other: int) -> tuple[Points, tuple[float, float]]:
    """The line of a walkway and the middle of its sign."""
    (x, y), (other_x, other_y) = CORNERS[one], CORNERS[other]
    middle, bottom = y + QUARTER_HEIGHT / 2, y + QUARTER_HEIGHT
    points: Points
    if (one, other) == (0, 7):  # along the left edge
        ends = other_y + QUARTER_HEIGHT / 2
        return ((x, middle), (SIDE, middle), (SIDE, ends), (x, ends)), (SIDE, middle + FLOOR_HEIGHT)
    if (one, other) == (1, 4):
        points = ((x + 4, bottom - 6), (x - 28, bottom + 24), (150, other_y))
        return points, (174, y + FLOOR_HEIGHT + QUARTER_HEIGHT / 2 + 8)
    if (one, other) == (1, 5):  # around quarter 2
        beside = x - 14
        points = ((x + 38, bottom), (beside, bottom + 24), (beside, other_y - 24), (x + 38, other_y))
        return points, (beside, y + FLOOR_HEIGHT + QUARTER_HEIGHT / 2)
    if (one, other) == (2, 6):
        points = ((x + QUARTER_WIDTH - 12, bottom), (other_x + 12, other_y))
        return points, ((points[0][0] + points[1][0]) / 2, (bottom + other_y) / 2)
    if (one, other) in ((3, 10), (4, 8), (5, 9), (6, 9)):
        points, sign = _walkway_path(QUARTERS - 1 - other, QUARTERS - 1 - one)
        return tuple(_turned(*point) for point in points), _turned(*sign)
    if y == other_y:
        points = ((x + QUARTER_WIDTH, middle), (other_x, middle))
        return points, ((x + QUARTER_WIDTH + other_x) / 2, middle)
    column = x + QUARTER_WIDTH / 2
    return ((column, bottom), (column, other_y)), (column, (bottom + other_y) / 2)


def _turned(x: float, y: float) -> tuple[float, float]:
    """A place after half a turn of the map."""
    return SHEET_WIDTH - x, MAP_HEIGHT - y


WALKWAY_PATHS = tuple(_walkway_path(*ends) for ends in WALKWAYS_PRINTED)


class Track(NamedTuple):
    """A track of the scoring area (virus 1.5) and where it is drawn."""

    icon: str
    bonus: str
    line_ends: tuple[int, ...]
    races: tuple[tuple[int, int], ...]
    values: tuple[int, ...]
    y: float

    def left(self, position: int) -> float:
        """The left edge of a symbol; values stand between the lines."""
        lines = sum(end < position for end in self.line_ends)
        return MARGIN + 27 + TRACK_STEP * (position - 1) + VALUE_WIDTH * lines


PLANT_TRACK = Track("plant", "robot", PLANT_LINE_ENDS, tuple(PLANT_RACES.items()), PLANT_VALUES, TRACKS_TOP)
WATER_TRACK = Track(
    "water", "energy", WATER_LINE_ENDS, tuple(WATER_RACES.items()), WATER_VALUES, TRACKS_TOP + TRACK_HEIGHT
)


def draw_sheet(picture: Picture, state: np.void, sheet: np.void, player: int) -> None:
    """A sheet, below its title."""
    is_deciding = picture.shows_actor and player == picture.decisions.actor
    _draw_walkways(picture, int(sheet["closed_walkways"]))
    active = _active_viruses(state, sheet)
    used_quarter = used_cell = -1
    if is_deciding and state["decision"] == DECIDE_USE:
        cell = int(state["written_cell"])
        used_quarter, used_cell = (cell // CELLS_PER_QUARTER, -1) if state["action"] == PLANT else (-1, cell)
    cells, energies, plants = (sheet[name].tolist() for name in ("cells", "energies", "plants"))
    tanks, evacuated = int(sheet["tanks"]), int(sheet["evacuated"])
    for quarter in range(len(CORNERS)):
        own = tuple(cells[CELLS_PER_QUARTER * quarter : CELLS_PER_QUARTER * (quarter + 1)])
        is_evacuated = bool(evacuated >> quarter & 1)
        marks = (quarter, own, energies[quarter], plants[quarter], tanks, active.get(quarter, ""), is_evacuated)
        if picture.is_live:
            _draw_quarter(picture, *marks, used_quarter, used_cell)
        else:
            draw_piece(picture, CORNERS[quarter][1] + QUARTER_HEIGHT, _draw_quarter, *marks)
    _draw_wilds(picture, sheet, COLUMNS[2], 2)
    _draw_losses(picture, sheet, int(sheet["infected_cells"]).bit_count(), COLUMNS[0], CORNERS[9][1])
    _draw_track(picture, state, PLANT_TRACK, sum(plants))
    _draw_track(picture, state, WATER_TRACK, tanks.bit_count())
    end = draw_shared_choices(picture, state, TABLES, MARGIN + 4, CHOICES_TOP)
    end = picture.button(end, CHOICES_TOP, "use the action", [USE])
    if is_deciding:
        decision = int(state["decision"])
        words = _propagation_text(state, active) if decision == DECIDE_INFECTION else TASKS.get(decision, "")
        picture.label(end, CHOICES_TOP + 16, words, 13, "bold")


def _draw_quarter(
    picture: Picture,
    quarter: int,
    cells: tuple[int, ...],
    energies: int,
    plants: int,
    tanks: int,
    virus: str,
    is_evacuated: bool,
    used_quarter: int = -1,
    used_cell: int = -1,
) -> None:
    x, y = CORNERS[quarter]
    note = f"quarter {quarter + 1}" + (f", {virus} virus" if virus else "") + (", evacuated" if is_evacuated else "")
    kind = f"plain {VIRUS_KINDS[virus]}" if virus else "plain"
    picture.cell(x, y, "", QUARTER_WIDTH, QUARTER_HEIGHT, kind, [QUARTER + quarter], note=note)
    _draw_virus(picture, quarter, virus, x + 5, y + 4)
    _draw_symbols(picture, quarter, energies, plants, bool(virus), USE if quarter == used_quarter else -1)
    for place, value in enumerate(cells):
        cell = CELLS_PER_QUARTER * quarter + place
        use = (USE,) if cell == used_cell else ()
        _draw_space(picture, x + 5 + CELL * place, y + 21, cell, value, tanks, use)
    _draw_value(picture, cells, ENERGIES_AT_START + energies, is_evacuated, bool(virus), x, y)


def _active_viruses(state: np.void, sheet: np.void) -> dict[int, str]:
    """The active viruses by their quarters."""
    released = int(state["mission_viruses"])
    viruses = {
        quarter: virus
        for quarter, virus in COLOURED_VIRUSES.items()
        if virus in MISSION_VIRUSES and released >> MISSION_VIRUSES.index(virus) & 1
    }
    if is_race_closed(state, GREEN):
        viruses[GREEN_QUARTER] = "green"
    if is_race_closed(state, BLUE):
        viruses[BLUE_QUARTER] = "blue"
    viruses[int(sheet["grey"])] = "grey"
    return viruses


def _propagation_text(state: np.void, active: dict[int, str]) -> str:
    """The virus for which a space is infected."""
    quarter, infected = int(state["virus_quarter"]), int(state["infected_quarter"])
    if state["spread_to"] == NOT_SPREADING:
        words = f"Propagation: the {active[infected]} virus infects its quarter {infected + 1}"
    else:
        words = f"Propagation: the {active[quarter]} virus spreads from quarter {quarter + 1} to {infected + 1}"
    more = int(state["propagations_left"]) - 1
    return words + (f"; {more} more to come" if more else "")


def _draw_corridors(picture: Picture, closed: int) -> None:
    for walkway, (points, _) in enumerate(WALKWAY_PATHS):
        picture.line(points, "line", 1 if closed >> walkway & 1 else 6)


def _draw_walkways(picture: Picture, closed: int) -> None:
    draw_piece(picture, MAP_HEIGHT, _draw_corridors, closed)
    for walkway, (_, (x, y)) in enumerate(WALKWAY_PATHS):
        is_closed = bool(closed >> walkway & 1)
        one, other = WALKWAYS_PRINTED[walkway]
        picture.cell(
            x - WALKWAY_SIGN / 2,
            y - WALKWAY_SIGN / 2,
            "",
            WALKWAY_SIGN,
            WALKWAY_SIGN,
            "closed" if is_closed else "plain",
            [WALKWAY + walkway],
            is_closed,
            f"walkway between quarters {one + 1} and {other + 1}: {'closed' if is_closed else 'open'}",
            WALKWAY_SIGN / 2,
        )


def _draw_virus(picture: Picture, quarter: int, active: str, x: float, y: float) -> None:
    """The number of a quarter and its virus: a sign in its colour, or large and named when it is active."""
    picture.label(x + 1, y + 11, quarter + 1, 11, "" if active else "muted")
    x += 18
    if active:
        picture.icon(x, y, "virus", SYMBOL, "ink")
        picture.label(x - 17, y + 55, active, 11, "bold")
    elif quarter in COLOURED_VIRUSES:
        virus = COLOURED_VIRUSES[quarter]
        race = {"green": [RACE + GREEN], "blue": [RACE + BLUE]}.get(virus, [])
        kind, note = f"plain {VIRUS_KINDS[virus]}", f"{virus} virus, not active"
        picture.cell(x, y, "", SYMBOL, SYMBOL, kind, race, note=note, icon="virus")
    elif quarter in GREY_QUARTERS:
        picture.cell(x, y, "", SYMBOL, SYMBOL, "plain", note="the grey virus can be put here", round_by=SYMBOL / 2)


def _draw_symbols(picture: Picture, quarter: int, energies: int, plants: int, is_coloured: bool, use: int) -> None:
    """The energies of a quarter (one is circled from the start) and its plants, from its right edge on.

    On the colour of an active virus they have no colours of their own, which could be the same.
    """
    energy_kind, plant_kind = ("plain", "plain") if is_coloured else ("k1", "k2")
    right, y = CORNERS[quarter][0] + QUARTER_WIDTH - 2, CORNERS[quarter][1] + 4
    count = PLANTS_OF_QUARTERS[quarter]
    x: float = right - (SYMBOL + 2) * count
    draw_symbols(picture, x, y, "plant", count, plants, use, SYMBOL, plant_kind)
    count = ENERGIES_OF_QUARTERS[quarter]
    x -= (SYMBOL + 2) * count + 3
    draw_symbols(picture, x, y, "energy", count, ENERGIES_AT_START + energies, QUARTER + quarter, SYMBOL, energy_kind)


def _draw_space(picture: Picture, x: float, y: float, cell: int, value: int, tanks: int, use: tuple[int, ...]) -> None:
    """A space; its water tank is shown while it can be circled, and small when it is circled."""
    tank = TANKS_OF_CELLS[cell]
    actions = (WRITE + cell, WRITE_X + cell, INFECT + cell, *use)
    if value == INFECTED:
        picture.cell(x, y, "", 26, 26, "closed", actions, note="infected", icon="virus")
    elif tank >= 0 and value == EMPTY:
        picture.cell(x, y, "", 26, 26, "empty k3", actions, note="water tank", icon="water")
    else:
        is_circled = tank >= 0 and bool(tanks >> tank & 1)
        draw_cell(picture, x, y, value, actions, filled="filled k3" if is_circled else "filled")
        if is_circled or use:
            picture.icon(x + 17, y - 4, "water", 12, "ink" if is_circled else "muted")


def _draw_value(
    picture: Picture,
    cells: tuple[int, ...],
    energies: int,
    is_evacuated: bool,
    is_coloured: bool,
    x: float,
    y: float,
) -> None:
    """What a quarter is worth: filled spaces times circled energies, final when it is evacuated (virus 6.1)."""
    filled = sum(value not in (EMPTY, INFECTED) for value in cells)
    words = f"{filled} x {energies} = {filled * energies}"
    if is_evacuated:
        picture.icon(x + 46, y + 50, "check", 10)
    kind = "bold" if is_evacuated else "" if is_coloured else "muted"
    picture.label(x + QUARTER_WIDTH - 6, y + 59, words, 11, kind, "end")


def _draw_wilds(picture: Picture, sheet: np.void, x: float, y: float) -> None:
    """Astronauts and plannings in pairs; each pair circles a wild action."""
    draw_symbols(picture, x, y, "astronaut", PRINTED.astronauts, int(sheet["astronauts"]), kind="k4", pair_gap=6)
    draw_symbols(picture, x, y + 23, "planning", PRINTED.plannings, int(sheet["plannings"]), kind="k5", pair_gap=6)
    picture.label(x, y + 58, "a pair:", 10, "muted")
    draw_wilds(picture, x + 40, y + 46, sheet, MOST_WILDS)


def _draw_losses(picture: Picture, sheet: np.void, infected: int, x: float, y: float) -> None:
    """Missions with what they paid and their viruses; infections and System Errors with their costs."""
    draw_missions_taken(picture, x, y - 4, sheet)
    for place, virus in enumerate(MISSION_VIRUSES):
        picture.label(x + 21 + 46 * place, y + 26, virus, 10, "muted", "middle")
    picture.icon(x, y + 33, "virus", 15, "ink")
    picture.label(x + 22, y + 45, f"{infected} infected: -{infected}", 12)
    y += 52
    picture.icon(x, y, "error", 16)
    used = int(sheet["system_errors"])
    for box in range(PRINTED.system_error_boxes):
        is_used = box < used
        spreads = box + 1 >= FIRST_BOX_WITH_PROPAGATION
        note = "a System Error" + (", which brings a propagation" if spreads else "")
        left = x + 22 + 42 * box
        kind = "filled" if is_used else "empty"
        picture.cell(left, y, "", 40, 17, kind, [SYSTEM_ERROR], is_used, note)
        picture.label(left + 3, y + 13, f"-{SYSTEM_ERROR_PENALTY * (box + 1)}", 11)
        if spreads:
            picture.icon(left + 25, y + 2, "virus", 12, "muted")


def _draw_track(picture: Picture, state: np.void, track: Track, crossed_off: int) -> None:
    """A track line by line with what each line is worth, and what its symbols start."""
    draw_piece(picture, track.y + 18, _draw_lines, track, crossed_off)
    for position, race in track.races:
        is_crossed, is_open = position <= crossed_off, not is_race_closed(state, race)
        kind = {GREEN: "k2", BLUE: "k3"}.get(race, "k4") if is_open else "closed"
        note = f"starts {RACE_NAMES[race]}" if is_open else f"{RACE_NAMES[race]} has been started"
        icon = "" if is_crossed else "virus"
        x = track.left(position)
        picture.cell(x, track.y, "", 17, 17, f"empty {kind}", [RACE + race], is_crossed, note, 2, icon)


def _draw_lines(picture: Picture, track: Track, crossed_off: int) -> None:
    """The symbols of a track, and behind each line its bonus and the points it is worth."""
    picture.icon(MARGIN + 4, track.y, track.icon, 17)
    for position in range(1, track.line_ends[-1] + 1):
        is_crossed = position <= crossed_off
        kind = "filled" if is_crossed else "empty"
        picture.cell(track.left(position), track.y, "", 17, 17, kind, is_crossed=is_crossed, round_by=2)
    for end, value in zip(track.line_ends, track.values[1:], strict=True):
        is_complete = end <= crossed_off
        x = track.left(end) + TRACK_STEP
        picture.icon(x + 1, track.y + 2, track.bonus, 13, "ink" if is_complete else "muted")
        kind = "filled" if is_complete else "plain"
        note = f"a full line: {value} points, and a bonus ({track.bonus})"
        picture.cell(x + 16, track.y, value, 23, 17, kind, note=note)


DRAWING = adventure_drawing(TABLES, SHEET_HEIGHT, draw_sheet, shared=("closed_races", "mission_viruses"))
