"""The Virus sheet as a picture: five floors of quarters with the walkways between them, and the two tracks below.

`Game.drawing_module` names this module; `render/drawing.py` reads `DRAWING` from it.
"""

from __future__ import annotations

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
    PLANTS_PRINTED,
    PRINTED,
    QUARTER_OF_MISSION_VIRUS,
    QUARTERS,
    TANK_OF_CELL,
    WALKWAYS_PRINTED,
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
from moon_envs.render.buttons import Buttons
from moon_envs.render.games.welcome_to_the_moon.adventure import adventure_drawing
from moon_envs.render.games.welcome_to_the_moon.pieces import draw_piece
from moon_envs.render.games.welcome_to_the_moon.sheet_parts import draw_cell, draw_missions_taken, draw_wilds
from moon_envs.render.games.welcome_to_the_moon.symbols import draw_symbols
from moon_envs.render.games.welcome_to_the_moon.virus_tracks import TRACKS_HEIGHT, draw_tracks
from moon_envs.render.panels import MARGIN, PANEL_WIDTH
from moon_envs.render.picture import Picture

WRITE_X, RACE, SYSTEM_ERROR = (ACTIONS.first(name) for name in ("write_x", "race", "system_error"))

# The map: three columns of quarters, five floors. The map and the ids are symmetric under half a turn. The spaces of a
# quarter are read like words: three, and two below them.
CELL_WIDTH, CELL_HEIGHT, CELLS_PER_ROW = 34, 27, 3
QUARTER_WIDTH, QUARTER_HEIGHT = 114, 92
COLUMNS, FLOOR_HEIGHT = (22, 163, 304), 122
CELLS_TOP, CELLS_INSET = 22, 4
MAP_TOP = 2
MAP_HEIGHT = 2 * MAP_TOP + FLOOR_HEIGHT * FLOORS - (FLOOR_HEIGHT - QUARTER_HEIGHT)
COLUMN_OF_QUARTER = (0, 1, 1, 2, 0, 1, 2, 0, 1, 1, 2)
FLOOR_OF_QUARTER = tuple(floor for floor, quarters in enumerate(FLOORS_PRINTED) for _ in quarters)
CORNERS = tuple((COLUMNS[COLUMN_OF_QUARTER[q]], MAP_TOP + FLOOR_HEIGHT * FLOOR_OF_QUARTER[q]) for q in range(QUARTERS))
SIDE = 13
WALKWAY_SIGN = 26
SYMBOL = 16

LEFT = MARGIN + 2
TRACKS_TOP = MAP_HEIGHT + 12
SHEET_HEIGHT = TRACKS_TOP + TRACKS_HEIGHT

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
    gap = FLOOR_HEIGHT - QUARTER_HEIGHT
    points: Points
    if (one, other) == (0, 7):  # along the left edge
        inside, bend, ends = x + 6, bottom + FLOOR_HEIGHT, other_y + QUARTER_HEIGHT / 2
        points = ((inside, bottom), (inside, bend + 10), (SIDE, bend + gap), (SIDE, ends), (x, ends))
        return points, (inside, middle + FLOOR_HEIGHT)
    if (one, other) == (1, 4):
        points = ((x + 6, bottom), (x - 44, bottom + gap - 2), (x - 44, other_y))
        return points, (x - 44, middle + FLOOR_HEIGHT)
    if (one, other) == (1, 5):  # around quarter 2
        beside = x - (COLUMNS[1] - COLUMNS[0] - QUARTER_WIDTH) / 2
        points = ((x + 36, bottom), (beside, bottom + gap - 2), (beside, other_y - gap + 2), (x + 36, other_y))
        return points, (beside, middle + FLOOR_HEIGHT)
    if (one, other) == (2, 6):
        points = ((x + QUARTER_WIDTH - 10, bottom), (other_x + 10, other_y))
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
    return PANEL_WIDTH - x, MAP_HEIGHT - y


WALKWAY_PATHS = tuple(_walkway_path(*ends) for ends in WALKWAYS_PRINTED)


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
    _draw_wilds(picture, sheet, COLUMNS[2], MAP_TOP)
    _draw_losses(picture, sheet, int(sheet["infected_cells"]).bit_count(), LEFT, CORNERS[9][1])
    with picture.at(LEFT, TRACKS_TOP):
        draw_tracks(picture, state, sum(plants), tanks.bit_count())


def draw_own(buttons: Buttons, state: np.void) -> None:
    """The button to use the action, and words about the task of the player who decides."""
    buttons.add("use the action", [USE])
    if buttons.picture.shows_actor:
        decision = int(state["decision"])
        if decision == DECIDE_INFECTION:
            _say_propagation(buttons, state, _active_viruses(state, state["players"][state["seat"]]))
        else:
            buttons.say(TASKS.get(decision, ""))


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
    _draw_virus(picture, quarter, virus, x, y)
    _draw_symbols(picture, quarter, energies, plants, bool(virus), USE if quarter == used_quarter else -1)
    for place, value in enumerate(cells):
        cell = CELLS_PER_QUARTER * quarter + place
        use = (USE,) if cell == used_cell else ()
        row, column = divmod(place, CELLS_PER_ROW)
        left, top = x + CELLS_INSET + (CELL_WIDTH + 2) * column, y + CELLS_TOP + (CELL_HEIGHT + 1) * row
        _draw_space(picture, left, top, cell, value, tanks, use)
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


def _say_propagation(buttons: Buttons, state: np.void, active: dict[int, str]) -> None:
    """The virus for which a space is infected, and how many propagations follow."""
    quarter, infected = int(state["virus_quarter"]), int(state["infected_quarter"])
    if state["spread_to"] == NOT_SPREADING:
        words = f"Propagation: the {active[infected]} virus infects its quarter {infected + 1}"
    else:
        words = f"Propagation: the {active[quarter]} virus spreads from quarter {quarter + 1} to {infected + 1}"
    buttons.say(words)
    more = int(state["propagations_left"]) - 1
    if more:
        buttons.say(f"({more} more to come)", "")


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
    picture.label(x + 6, y + 16, quarter + 1, 12, "bold" if active else "muted")
    left, top, size = x + 24, y + 3, 18
    if active:
        picture.icon(left, top, "virus", size, "ink")
        picture.label(x + 6, y + QUARTER_HEIGHT - 4, active, 11, "bold")
    elif quarter in COLOURED_VIRUSES:
        virus = COLOURED_VIRUSES[quarter]
        race = {"green": [RACE + GREEN], "blue": [RACE + BLUE]}.get(virus, [])
        kind, note = f"plain {VIRUS_KINDS[virus]}", f"{virus} virus, not active"
        picture.cell(left, top, "", size, size, kind, race, note=note, icon="virus")
    elif quarter in GREY_QUARTERS:
        picture.cell(left, top, "", size, size, "plain", note="the grey virus can be put here", round_by=size / 2)


def _draw_symbols(picture: Picture, quarter: int, energies: int, plants: int, is_coloured: bool, use: int) -> None:
    """The energies of a quarter above its spaces (one is circled from the start), its plants behind the last space.

    On the colour of an active virus they have no colours of their own, which could be the same.
    """
    energy_kind, plant_kind = ("plain", "plain") if is_coloured else ("k1", "k2")
    x, y = CORNERS[quarter]
    right = x + QUARTER_WIDTH - CELLS_INSET
    count = ENERGIES_OF_QUARTERS[quarter]
    left, circled = right - (SYMBOL + 2) * count + 2, ENERGIES_AT_START + energies
    draw_symbols(picture, left, y + 4, "energy", count, circled, QUARTER + quarter, SYMBOL, energy_kind)
    count = PLANTS_OF_QUARTERS[quarter]
    left = right - CELL_WIDTH / 2 - (SYMBOL + 2) * count / 2 + 1
    top = y + CELLS_TOP + CELL_HEIGHT + 1 + (CELL_HEIGHT - SYMBOL) / 2
    draw_symbols(picture, left, top, "plant", count, plants, use, SYMBOL, plant_kind)


def _draw_space(picture: Picture, x: float, y: float, cell: int, value: int, tanks: int, use: tuple[int, ...]) -> None:
    """A space; its water tank is shown while it can be circled, and small when it is circled."""
    tank = TANKS_OF_CELLS[cell]
    actions = (WRITE + cell, WRITE_X + cell, INFECT + cell, *use)
    width, height = CELL_WIDTH, CELL_HEIGHT
    if value == INFECTED:
        picture.cell(x, y, "", width, height, "closed", actions, note="infected", icon="virus")
    elif tank >= 0 and value == EMPTY:
        picture.cell(x, y, "", width, height, "empty k3", actions, note="water tank", icon="water")
    else:
        is_circled = tank >= 0 and bool(tanks >> tank & 1)
        filled = "filled k3" if is_circled else "filled"
        draw_cell(picture, x, y, value, actions, width=width, height=height, filled=filled)
        if is_circled or use:
            picture.icon(x + width - 11, y + 1, "water", 10, "ink" if is_circled else "muted")


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
        picture.icon(x + 46, y + QUARTER_HEIGHT - 12, "check", 10)
    kind = "bold" if is_evacuated else "" if is_coloured else "muted"
    picture.label(x + QUARTER_WIDTH - 6, y + QUARTER_HEIGHT - 4, words, 11, kind, "end")


def _draw_wilds(picture: Picture, sheet: np.void, x: float, y: float) -> None:
    """Astronauts and plannings in pairs; each pair circles a wild action."""
    for icon, count, marked, kind in (
        ("astronaut", PRINTED.astronauts, int(sheet["astronauts"]), "k4"),
        ("planning", PRINTED.plannings, int(sheet["plannings"]), "k5"),
    ):
        draw_symbols(picture, x, y, icon, count, marked, kind=kind, pair_gap=3)
        y += 24
    picture.label(x, y + 13, "a wild action for a pair:", 11, "muted")
    draw_wilds(picture, x, y + 20, sheet, MOST_WILDS)


def _draw_losses(picture: Picture, sheet: np.void, infected: int, x: float, y: float) -> None:
    """Missions with what they paid and their viruses; infections and System Errors with their costs."""
    draw_missions_taken(picture, x, y, sheet)
    for place, virus in enumerate(MISSION_VIRUSES):
        picture.label(x + 21 + 46 * place, y + 31, virus, 11, "muted", "middle")
    picture.icon(x, y + 43, "virus", 16, "ink")
    picture.label(x + 22, y + 56, f"{infected} infected: {-infected}", 12)
    y += QUARTER_HEIGHT - 26
    picture.icon(x, y + 5, "error", 16)
    used = int(sheet["system_errors"])
    for box in range(PRINTED.system_error_boxes):
        is_used = box < used
        spreads = box + 1 >= FIRST_BOX_WITH_PROPAGATION
        note = "a System Error" + (", which brings a propagation" if spreads else "")
        left, cost, kind = x + 19 + 40 * box, -SYSTEM_ERROR_PENALTY * (box + 1), "done" if is_used else "empty"
        is_marked = spreads and not is_used
        picture.cell(left, y, "" if is_marked else cost, 38, 26, kind, [SYSTEM_ERROR], note=note)
        if is_marked:
            picture.label(left + 4, y + 18, cost, 13)
            picture.icon(left + 24, y + 7, "virus", 12, "muted")


DRAWING = adventure_drawing(
    TABLES, SHEET_HEIGHT, draw_sheet, shared=("closed_races", "mission_viruses"), draw_own=draw_own, lines_of_choices=2
)
