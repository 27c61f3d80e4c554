"""The record of Mine in the terms of its referee."""

from moon_envs.games.welcome_to_the_moon.mine.components import RESOURCES
from moon_envs.games.welcome_to_the_moon.state import PHASE_WRITE
from tests.games.welcome_to_the_moon.positions import bits
from tests.games.welcome_to_the_moon.use_action_reading import use_action_translation
from tests.referees.welcome_to_the_moon.mine import MineReferee
from tests.referees.welcome_to_the_moon.mine_sheet import FILLING_BONUSES, TRIGGERS

CATEGORIES = ("plants", "water", "pearls", "rubies")


def read_sheet(state, sheet):
    """What Mine has beyond the other adventures."""
    names = ("energies", "robots", "resources")
    return {
        "pockets": bits(sheet["pockets"]),
        "pumps": bits(sheet["pumps"]),
        **{name: sheet[name].tolist() for name in names},
        "astronauts": int(sheet["astronauts"]),
        "plannings": int(sheet["plannings"]),
        "filling": read_bonuses(state, sheet),
    }


def read_bonuses(state, sheet):
    """The filling bonuses; one that a secondary factory has reached in this turn counts as circled."""
    closed, circled = int(state["closed_races"]), sheet["filling_bonuses"].tolist()
    reached = reached_now(state, sheet)
    return [
        "circled" if circled[resource] or resource in reached else "lost" if closed >> resource & 1 else "open"
        for resource in range(RESOURCES)
    ]


def reached_now(state, sheet):
    """The open bonuses that are reached and will be circled with the incidents of this turn."""
    if state["phase"] != PHASE_WRITE:
        return []
    closed, counts = int(state["closed_races"]), sheet["resources"].tolist()
    return [
        resource
        for resource in range(RESOURCES)
        if not closed >> resource & 1 and counts[resource] >= TRIGGERS[resource]
    ]


def races_reached(state, sheet):
    """What the bonuses reached in this turn will pay."""
    return [(CATEGORIES[resource], FILLING_BONUSES[resource], True) for resource in reached_now(state, sheet)]


# The referee calls all three a factory; which one is meant follows from the decision.
NAMES = {"energy_of_factory": "factory", "robot_of_factory": "factory", "race": "factory"}
TRANSLATION = use_action_translation(4, MineReferee, read_sheet, NAMES, races_reached)
