"""The record of Colony in the terms of its referee."""

from moon_envs.games.welcome_to_the_moon.colony.components import (
    ANTENNA_CELLS,
    CELLS,
    NOT_PAID,
    OBSERVATORY,
    PAID_FIRST,
    PAID_LATER,
    QUARTERS,
)
from moon_envs.games.welcome_to_the_moon.state import PHASE_WRITE
from tests.games.welcome_to_the_moon.positions import bits
from tests.games.welcome_to_the_moon.use_action_reading import use_action_translation
from tests.referees.welcome_to_the_moon.cards import EMPTY
from tests.referees.welcome_to_the_moon.colony import ColonyReferee
from tests.referees.welcome_to_the_moon.colony_sheet import QUARTER_CELLS

PAID = {PAID_FIRST: 15, PAID_LATER: 5}
ANTENNAS_OF_CELLS = [cell for cell in range(CELLS) if ANTENNA_CELLS >> cell & 1]
ANTENNAS_OF_OBSERVATORY = [13, 14, 15]


def read_sheet(state, sheet):
    """What Colony has beyond the other adventures."""
    connected, cells = int(sheet["connected"]), sheet["cells"].tolist()
    antennas = [
        antenna for antenna, cell in enumerate(ANTENNAS_OF_CELLS) if connected >> cell & 1 and cells[cell] != EMPTY
    ]
    return {
        "tunnels": bits(sheet["tunnels"]),
        "tanks": bits(sheet["tanks"]),
        "greenhouses": sheet["greenhouses"].tolist(),
        "energies": sheet["track_boxes"].tolist(),
        "planning": int(sheet["plannings"]),
        "astronauts": int(sheet["astronauts"]),
        "antennas": antennas + (ANTENNAS_OF_OBSERVATORY if connected >> OBSERVATORY & 1 else []),
        "quarters": read_quarters(state, sheet),
    }


def read_quarters(state, sheet):
    """What each quarter has paid, or its 15 as it stands; a quarter completed in this turn counts as paid."""
    closed, quarters = int(state["closed_races"]), sheet["quarters"].tolist()
    read = [PAID.get(paid, "lost" if closed >> quarter & 1 else "open") for quarter, paid in enumerate(quarters)]
    for quarter in completed_now(state, sheet):
        read[quarter] = 5 if closed >> quarter & 1 else 15
    return read


def completed_now(state, sheet):
    """The quarters that are completed and will be paid with the incidents of this turn."""
    if state["phase"] != PHASE_WRITE:
        return []
    cells, quarters = sheet["cells"].tolist(), sheet["quarters"].tolist()
    return [
        quarter
        for quarter in range(QUARTERS)
        if quarters[quarter] == NOT_PAID and all(cells[cell] != EMPTY for cell in QUARTER_CELLS[quarter])
    ]


def races_reached(state, sheet):
    """What the quarters completed in this turn will pay."""
    closed = int(state["closed_races"])
    late = [bool(closed >> quarter & 1) for quarter in completed_now(state, sheet)]
    return [("quarters", 5 if is_late else 15, not is_late) for is_late in late]


TRANSLATION = use_action_translation(3, ColonyReferee, read_sheet, {"race": "quarter"}, races_reached)
