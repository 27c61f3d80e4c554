"""The record of Journey in the terms of its referee."""

from moon_envs.games.welcome_to_the_moon.journey.components import HIGH, LOW, STATIONS
from tests.games.welcome_to_the_moon.use_action_reading import circled, use_action_translation
from tests.referees.welcome_to_the_moon.journey import JourneyReferee

MULTIPLIERS = {HIGH: "high", LOW: "low"}


def read_sheet(state, sheet):
    """What Journey has beyond the other adventures."""
    closed = int(state["closed_races"])
    free = ["lost" if closed >> station & 1 else "open" for station in range(STATIONS)]
    names = ("energies", "astronauts", "plannings", "wilds_earned", "wilds_used")
    return {
        "lines": circled(sheet["lines"]),
        "tanks": circled(sheet["tanks"]),
        "robots": sheet["robots"].tolist(),
        "plants": sheet["plants"].tolist(),
        "multipliers": [
            MULTIPLIERS.get(multiplier, free[station])
            for station, multiplier in enumerate(sheet["multipliers"].tolist())
        ],
        **{name: int(sheet[name]) for name in names},
    }


TRANSLATION = use_action_translation(2, JourneyReferee, read_sheet, {"circle_energy": "use", "race": "station"})
