"""What happens in Launch, in words.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

from moon_envs.events.games.welcome_to_the_moon.adventure import adventure_events
from moon_envs.events.games.welcome_to_the_moon.marks import acted, counted
from moon_envs.events.telling import Moment
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIONS, CROSS_OFF_SABOTAGE
from moon_envs.games.welcome_to_the_moon.launch.components import ASTRA_BOXES
from moon_envs.games.welcome_to_the_moon.launch.game import TABLES

MARKS = {
    "arrows": acted(ACTIONS, "activate"),
    "rockets": counted("crossed off", "rocket"),
    "tie_rockets": counted("crossed off", "tie rocket"),
    "repaired": counted("repaired", "System Error"),
}
LEGEND = (
    "A quarter is [spaces | what it brings]: R3 is three rockets, (R3) inactive ones, act activates inactive rockets,",
    "X lets you write an X, sab1 is sabotage 1, which hits the others.",
)


def _race(sabotage: int) -> str:
    name = ACTIONS.describe(CROSS_OFF_SABOTAGE + sabotage).removeprefix("cross off ")
    return f"{name.capitalize()} is crossed off."


def _track(moment: Moment) -> list[str]:
    boxes = int(moment.after["astra_boxes"])
    if not moment.after["opponent"] or boxes == moment.before["astra_boxes"]:
        return []
    return [f"ASTRA has crossed off {boxes} of {ASTRA_BOXES} boxes of her track."]


EVENTS = adventure_events(TABLES, MARKS, LEGEND, race=_race, for_a_card="box", more=_track)
