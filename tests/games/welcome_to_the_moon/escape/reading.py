"""The record of Escape in the terms of its referee."""

from moon_envs.games.welcome_to_the_moon.escape.components import DOUBLED, GREENHOUSES, MISSED
from tests.games.welcome_to_the_moon.positions import bits
from tests.games.welcome_to_the_moon.use_action_reading import use_action_translation
from tests.referees.welcome_to_the_moon.escape import EscapeReferee

DOUBLES = {DOUBLED: "circled", MISSED: "lost"}


def read_sheet(state, sheet):
    """What Escape has beyond the other adventures."""
    names = ("astronauts", "plannings", "wilds_earned", "wilds_used")
    closed = int(state["closed_races"])
    free = ["lost" if closed >> greenhouse & 1 else "open" for greenhouse in range(GREENHOUSES)]
    return {
        **{name: int(sheet[name]) for name in names},
        "airlocks": bits(sheet["airlocks"]),
        "tanks": bits(sheet["tanks"]),
        "plants": sheet["plants"].tolist(),
        "reactors": sheet["reactors"].tolist(),
        "x2": [DOUBLES.get(double, free[greenhouse]) for greenhouse, double in enumerate(sheet["doubles"].tolist())],
    }


TRANSLATION = use_action_translation(7, EscapeReferee, read_sheet, {"race": "greenhouse"})
