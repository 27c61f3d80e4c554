"""The record of Dome in the terms of its referee."""

from moon_envs.games.welcome_to_the_moon.dome.components import ENDS, HIGH, LOW
from tests.games.welcome_to_the_moon.positions import bits
from tests.games.welcome_to_the_moon.use_action_reading import use_action_translation
from tests.referees.welcome_to_the_moon.dome import DomeReferee

BONUSES = {HIGH: "high", LOW: "low"}


def read_sheet(state, sheet):
    """What Dome has beyond the other adventures."""
    closed = int(state["closed_races"])
    free = ["lost" if closed >> end & 1 else "open" for end in range(ENDS)]
    return {
        "plants": sheet["plants"].tolist(),
        "waters": sheet["waters"].tolist(),
        "cuts": bits(sheet["cuts"]),
        "built": bits(sheet["built"]),
        "energies": sheet["energies"].tolist(),
        "astronauts": int(sheet["astronauts"]),
        "ends": [BONUSES.get(bonus, free[end]) for end, bonus in enumerate(sheet["ends"].tolist())],
    }


TRANSLATION = use_action_translation(5, DomeReferee, read_sheet, {"race": "end"})
