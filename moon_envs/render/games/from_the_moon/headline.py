"""The decision in words: who decides, what it is about, and what comes after it."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.components import CREW_COLOR, CREW_IS_SPECIALIST, MEDALS
from moon_envs.games.from_the_moon.state import (
    BUILDING_SPACE_FRAME,
    CREW_FRAME,
    EFFECT_FRAME,
    FIRST_POWERS,
    FIRST_TASKS,
    FRAMES,
    LABORATORY_PLACE_FRAME,
    TASKS_FRAME,
)
from moon_envs.games.from_the_moon.text import argument_of, building_text, frame_of, own_of
from moon_envs.games.from_the_moon.vocabulary import COLORS
from moon_envs.games.from_the_moon.words import EFFECT_TEXTS, laboratory_text

PHRASES = dict(
    zip(
        FRAMES,
        (
            "chooses a faction",
            "puts the crew into rovers",
            "chooses an action",
            "sends a rover",
            "sends a rover to a tile",
            "uses a rover's tasks",
            "takes a resource",
            "develops greenhouses",
            "develops the team",
            "develops research",
            "recruits an astronaut",
            "trains a specialist",
            "constructs a building",
            "chooses a building space",
            "may use a terrain beside the building",
            "takes a laboratory",
            "places a laboratory",
            "activates laboratories",
            "may use an effect",
            "has an approval for ships",
            "may do special research",
            "may gain a greenhouse",
            "may improve a greenhouse",
            "takes the income",
            "feeds the astronauts",
            "may end the turn",
        ),
        strict=True,
    )
)


def turn_words(state: np.void, name: str) -> str:
    """Return who decides what, or how the game ended."""
    if state["over"]:
        return "The game is over" + (_solo_result(state) if state["player_count"] == 1 else "")
    last = " (last round)" if state["end_triggered"] else ""
    return f"{name.capitalize()} {PHRASES[FRAMES[frame_of(state)]]}{last}"


def _solo_result(state: np.void) -> str:
    if state["starved"]:
        return ", lost: not everybody could be fed"
    return f", won: {MEDALS[state['medal'] - 1][0]} medal" if state["medal"] else ", lost: not everything was achieved"


def context_words(state: np.void) -> str:
    """Return what the decision is about, and what is pending below it."""
    if state["over"]:
        return ""
    pending = [
        FRAMES[frame].replace("_", " ") for frame in reversed(state["frames"][: max(int(state["depth"]) - 1, 0)])
    ]
    below = f"then: {', '.join(pending)}" if pending else ""
    return "; ".join(filter(None, (_about(state), below)))


def _about(state: np.void) -> str:
    frame = frame_of(state)
    if frame == CREW_FRAME:
        faction, member = int(own_of(state)["faction"]), argument_of(state, 0)
        kind = "specialist" if CREW_IS_SPECIALIST[faction, member] else "astronaut"
        return f"the {COLORS[CREW_COLOR[faction, member]]} {kind}"
    if frame == TASKS_FRAME:
        return f"tasks: {_tasks(state, FIRST_TASKS)}; powers: {_tasks(state, FIRST_POWERS)}"
    if frame == EFFECT_FRAME:
        return EFFECT_TEXTS[argument_of(state, 0)]
    if frame == BUILDING_SPACE_FRAME:
        return building_text(state, argument_of(state, 0))[0]
    return laboratory_text(argument_of(state, 0)) if frame == LABORATORY_PLACE_FRAME else ""


def _tasks(state: np.void, first: int) -> str:
    """The tasks left by colour."""
    left = [(argument_of(state, first + place), color) for place, color in enumerate(COLORS)]
    return ", ".join(f"{count} {color}" for count, color in left if count) or "none"
