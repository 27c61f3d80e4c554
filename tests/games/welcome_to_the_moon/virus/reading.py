"""The record of Virus in the terms of its referee."""

from moon_envs.games.welcome_to_the_moon.virus.state import DECIDE_INFECTION, NOT_SPREADING
from tests.games.welcome_to_the_moon.positions import bits
from tests.games.welcome_to_the_moon.use_action_reading import ShiftedActions, use_action_translation
from tests.referees.welcome_to_the_moon.cards import EMPTY, INFECTED
from tests.referees.welcome_to_the_moon.virus import VirusReferee

QUARTERS = 11


def read_sheet(state, sheet):
    """What Virus has beyond the other adventures."""
    names = ("astronauts", "plannings", "wilds_earned", "wilds_used", "grey")
    energies = [energies + 1 for energies in sheet["energies"].tolist()]
    return {
        **{name: int(sheet[name]) for name in names},
        "walkways": bits(sheet["closed_walkways"]),
        "energies": energies,
        "plants": sheet["plants"].tolist(),
        "tanks": bits(sheet["tanks"]),
        "evacuated": [read_points(sheet, quarter, energies[quarter]) for quarter in range(QUARTERS)],
    }


def read_points(sheet, quarter, energies):
    """What was written down when the quarter was evacuated, None before: nothing of it changes afterwards."""
    if not int(sheet["evacuated"]) >> quarter & 1:
        return None
    cells = sheet["cells"][5 * quarter : 5 * quarter + 5].tolist()
    return energies * sum(value not in (EMPTY, INFECTED) for value in cells)


def read_own_table(state):
    """The viruses, the Propagation symbols, and the program of the player who has to infect a space."""
    closed, released = int(state["closed_races"]), int(state["mission_viruses"])
    viruses = [closed & 1, closed >> 1 & 1, *(released >> letter & 1 for letter in range(3))]
    return {
        "viruses": [bool(virus) for virus in viruses],
        "symbols": [bool(closed >> race & 1) for race in range(2, 6)],
        "program": read_program(state) if state["decision"] == DECIDE_INFECTION else None,
    }


def read_program(state):
    """Propagations left, the virus that is handled, and the neighbour it spreads to."""
    left, infected = int(state["propagations_left"]), int(state["infected_quarter"])
    if state["spread_to"] == NOT_SPREADING:
        return left, infected, None
    return left, int(state["virus_quarter"]), infected


class VirusActions(ShiftedActions):
    """The referee calls what an effect card can start a virus or a Propagation symbol."""

    def actions(self, game):
        tuples = super().actions(game)
        return [
            (("virus", action[1]) if action[1] < 2 else ("propagation_symbol", action[1] - 2))
            if action[0] == "race"
            else action
            for action in tuples
        ]


SHARED = use_action_translation(6, VirusReferee, read_sheet, {}, read_own_table=read_own_table)
TRANSLATION = VirusActions(**{name: getattr(SHARED, name) for name in SHARED.__dataclass_fields__})
