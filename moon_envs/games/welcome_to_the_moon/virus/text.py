"""Virus in words: what is its own on the table, and the sheets."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.text import cell_text, open_races_text, use_action_text
from moon_envs.games.welcome_to_the_moon.virus.components import (
    BLUE,
    BLUE_QUARTER,
    CELLS_PER_QUARTER,
    ENERGIES_AT_START,
    ENERGIES_TO_CIRCLE,
    FLOORS_PRINTED,
    GREEN,
    GREEN_QUARTER,
    MISSION_VIRUSES,
    PLANT_TRACK,
    PLANTS,
    PLANTS_PRINTED,
    PRINTED,
    QUARTER_OF_MISSION_VIRUS,
    RACE_NAMES,
    TANK_OF_CELL,
    TANKS,
    TRACK_VALUE,
    WALKWAYS_PRINTED,
    WATER_TRACK,
)

LEGEND = "  (# infected, w a water tank, ~ circled; e energies, p plants; virus in capitals when active; * evacuated)"


def table_text(state: np.void) -> list[str]:
    """What the tracks can still start."""
    return ["Not started yet: " + open_races_text(state, RACE_NAMES)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines."""
    wilds = int(sheet["wilds_earned"]) - int(sheet["wilds_used"])
    plants, waters = int(sheet["plants"].sum()), int(sheet["tanks"]).bit_count()
    closed = [
        f"{one + 1}-{other + 1}"
        for walkway, (one, other) in enumerate(WALKWAYS_PRINTED)
        if int(sheet["closed_walkways"]) >> walkway & 1
    ]
    return [
        f"{title}: {wilds} wild actions left, {use_action_text(sheet, PRINTED)}",
        *(_quarter_text(state, sheet, quarter) for floor in FLOORS_PRINTED for quarter in floor),
        LEGEND,
        f"  plant track {plants}/{PLANTS}: {PLANT_TRACK[plants, TRACK_VALUE]} points, "
        f"water track {waters}/{TANKS}: {WATER_TRACK[waters, TRACK_VALUE]} points",
        f"  closed walkways: {', '.join(closed) or 'none'}",
    ]


def _quarter_text(state: np.void, sheet: np.void, quarter: int) -> str:
    floor = next(index for index, quarters in enumerate(FLOORS_PRINTED) if quarter in quarters)
    cells = range(CELLS_PER_QUARTER * quarter, CELLS_PER_QUARTER * (quarter + 1))
    energies = f"e {ENERGIES_AT_START + sheet['energies'][quarter]}/{ENERGIES_AT_START + ENERGIES_TO_CIRCLE[quarter]}"
    plants = f"p {sheet['plants'][quarter]}/{PLANTS_PRINTED[quarter]}"
    evacuated = "*" if int(sheet["evacuated"]) >> quarter & 1 else " "
    spaces = " ".join(_space_text(sheet, cell) for cell in cells)
    text = f"  floor {floor + 1} quarter {quarter + 1:2d}{evacuated} {spaces}  {energies} {plants}"
    return f"{text} {_virus_text(state, sheet, quarter)}".rstrip()


def _space_text(sheet: np.void, cell: int) -> str:
    tank = int(TANK_OF_CELL[cell])
    mark = " " if tank < 0 else "~" if int(sheet["tanks"]) >> tank & 1 else "w"
    return cell_text(sheet["cells"][cell]) + mark


def _virus_text(state: np.void, sheet: np.void, quarter: int) -> str:
    """The virus of a quarter, in capitals when it is active."""
    closed, released = int(state["closed_races"]), int(state["mission_viruses"])
    viruses = {GREEN_QUARTER: ("green", closed >> GREEN & 1), BLUE_QUARTER: ("blue", closed >> BLUE & 1)}
    for letter, name in enumerate(MISSION_VIRUSES):
        viruses[int(QUARTER_OF_MISSION_VIRUS[letter])] = (name, released >> letter & 1)
    viruses[int(sheet["grey"])] = ("grey", 1)
    name, is_active = viruses.get(quarter, ("", 0))
    return name.upper() if is_active else name
