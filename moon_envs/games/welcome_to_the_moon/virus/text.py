"""Virus in words: its own part of the table, the sheets, and what actions mean in a position."""

from __future__ import annotations

import numpy as np

from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES, PLANT
from moon_envs.games.welcome_to_the_moon.text import cell_text, is_race_closed, open_races_text, use_action_text
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
    PLANT_LINE_ENDS,
    PLANT_RACES,
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
    WATER_LINE_ENDS,
    WATER_RACES,
    WATER_TRACK,
)
from moon_envs.games.welcome_to_the_moon.virus.state import (
    DECIDE_GREY_VIRUS,
    DECIDE_INFECTION,
    DECIDE_USE,
    NOT_SPREADING,
)

LEGEND = "  (# infected, w a water tank, ~ circled; e energies, p plants; virus in capitals when active; * evacuated)"

# Where the tracks start something: {race: words}.
PLACES_OF_RACES = {
    **{race: f"plant symbol {position}" for position, race in PLANT_RACES.items()},
    **{race: f"water symbol {position}" for position, race in WATER_RACES.items()},
}


def table_text(state: np.void) -> list[str]:
    """What the tracks can still start, and at which symbols."""
    races = [f"{name} ({PLACES_OF_RACES[race]})" for race, name in enumerate(RACE_NAMES)]
    return ["Not started yet: " + open_races_text(state, races)]


def sheet_text(state: np.void, sheet: np.void, title: str) -> list[str]:
    """A sheet as lines."""
    wilds = int(sheet["wilds_earned"]) - int(sheet["wilds_used"])
    plants, waters = int(sheet["plants"].sum()), int(sheet["tanks"]).bit_count()
    return [
        f"{title}: {wilds} wild actions left, {use_action_text(sheet, PRINTED)}",
        *(_quarter_text(state, sheet, quarter) for floor in FLOORS_PRINTED for quarter in floor),
        LEGEND,
        f"  plant track {plants}/{PLANTS}: {_track_text(plants, PLANT_TRACK, PLANT_LINE_ENDS, 'a robot')}",
        f"  water track {waters}/{TANKS}: {_track_text(waters, WATER_TRACK, WATER_LINE_ENDS, 'an energy')}",
    ]


def _track_text(crossed_off: int, track: np.ndarray, line_ends: tuple[int, ...], bonus: str) -> str:
    """What a track is worth, and what the end of the line brings."""
    worth = f"{track[crossed_off, TRACK_VALUE]} points"
    ahead = [end for end in line_ends if end > crossed_off]
    return f"{worth}; symbol {ahead[0]}: {track[ahead[0], TRACK_VALUE]} points and {bonus}" if ahead else worth


def _quarter_text(state: np.void, sheet: np.void, quarter: int) -> str:
    floor = next(index for index, quarters in enumerate(FLOORS_PRINTED) if quarter in quarters)
    cells = range(CELLS_PER_QUARTER * quarter, CELLS_PER_QUARTER * (quarter + 1))
    energies = f"e {ENERGIES_AT_START + sheet['energies'][quarter]}/{ENERGIES_AT_START + ENERGIES_TO_CIRCLE[quarter]}"
    plants = f"p {sheet['plants'][quarter]}/{PLANTS_PRINTED[quarter]}"
    evacuated = "*" if int(sheet["evacuated"]) >> quarter & 1 else " "
    spaces = " ".join(_space_text(sheet, cell) for cell in cells)
    text = f"  floor {floor + 1} quarter {quarter + 1:2d}{evacuated} {spaces}  {energies} {plants}"
    name, is_active = _virus_of(state, sheet, quarter)
    virus = name.upper() if is_active else name
    return f"{text}  {_walkways_text(sheet, quarter):22s} {virus}".rstrip()


def _space_text(sheet: np.void, cell: int) -> str:
    tank = int(TANK_OF_CELL[cell])
    mark = " " if tank < 0 else "~" if int(sheet["tanks"]) >> tank & 1 else "w"
    return cell_text(sheet["cells"][cell]) + mark


def _walkways_text(sheet: np.void, quarter: int) -> str:
    """The neighbours to which a walkway is open."""
    closed = int(sheet["closed_walkways"])
    walkways = [ends for walkway, ends in enumerate(WALKWAYS_PRINTED) if quarter in ends and not closed >> walkway & 1]
    return "open to " + " ".join(str(sum(ends) - quarter + 1) for ends in walkways) if walkways else "quarantined"


def _virus_of(state: np.void, sheet: np.void, quarter: int) -> tuple[str, bool]:
    """The virus of a quarter, "" if it has none, and whether it is active."""
    released = int(state["mission_viruses"])
    viruses = {
        GREEN_QUARTER: ("green", is_race_closed(state, GREEN)),
        BLUE_QUARTER: ("blue", is_race_closed(state, BLUE)),
    }
    for letter, name in enumerate(MISSION_VIRUSES):
        viruses[int(QUARTER_OF_MISSION_VIRUS[letter])] = (name, bool(released >> letter & 1))
    viruses[int(sheet["grey"])] = ("grey", True)
    return viruses.get(quarter, ("", False))


def action_text(state: np.void, name: str, index: int) -> str | None:
    """Why a space is infected, and what the use of a plant or a tank brings; None for the other actions."""
    if name == "infect" and state["decision"] == DECIDE_GREY_VIRUS:
        quarter, space = divmod(index, CELLS_PER_QUARTER)
        return f"put the grey virus into quarter {quarter + 1} and infect its space {space + 1}"
    if name == "infect" and state["decision"] == DECIDE_INFECTION:
        quarter, space = divmod(index, CELLS_PER_QUARTER)
        return f"infect space {space + 1} of quarter {quarter + 1} ({_cause_text(state)})"
    if name == "use" and state["decision"] == DECIDE_USE:
        return _use_text(state, state["players"][state["seat"]])
    return None


def _cause_text(state: np.void) -> str:
    """The virus that is handled, and how many propagations follow this one."""
    spreads = state["spread_to"] != NOT_SPREADING
    quarter = int(state["virus_quarter"]) if spreads else int(state["infected_quarter"])
    virus, _ = _virus_of(state, state["players"][state["seat"]], quarter)
    cause = f"{virus} virus" + (f" spreading from quarter {quarter + 1}" if spreads else "")
    more = int(state["propagations_left"]) - 1
    return cause + (f", {more} more propagation{'s' if more > 1 else ''} to come" if more > 0 else "")


def _use_text(state: np.void, sheet: np.void) -> str:
    """What is circled, and what the next symbol of the track starts."""
    quarter = int(state["written_cell"]) // CELLS_PER_QUARTER + 1
    if state["action"] == PLANT:
        thing, symbol, races = "a plant", int(sheet["plants"].sum()) + 1, PLANT_RACES
    else:
        thing, symbol, races = "the water tank", int(sheet["tanks"]).bit_count() + 1, WATER_RACES
    race = races.get(symbol)
    starts = f", which starts {RACE_NAMES[race]}" if race is not None and not is_race_closed(state, race) else ""
    return f"circle {thing} of quarter {quarter}: {ACTION_NAMES[state['action']]} symbol {symbol}{starts}"
