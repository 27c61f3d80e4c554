"""The goals of MLEM and who has won each."""

from __future__ import annotations

import numpy as np

from moon_envs.games.mlem.components import (
    FOUR_MOONS,
    FOUR_PLANETS,
    GOAL_POINTS,
    GOAL_THRESHOLD,
    GOALS,
    THREE_ON_ONE_PLANET,
    TWO_DEEP_SPACE,
)
from moon_envs.games.mlem.state import NOBODY
from moon_envs.render.picture import Picture

_OBJECTS = {
    FOUR_PLANETS: ("planet", "planets"),
    THREE_ON_ONE_PLANET: ("astronaut", "on one planet"),
    FOUR_MOONS: ("moon", "on moons"),
    TWO_DEEP_SPACE: ("galaxy", "in deep space"),
}
GOAL_ICONS = tuple(_OBJECTS[goal][0] for goal in range(len(GOALS)))
GOAL_WORDS = tuple(f"{GOAL_THRESHOLD[goal]} {_OBJECTS[goal][1]}" for goal in range(len(GOALS)))
GAP = 4


def draw_goals(picture: Picture, state: np.void, x: float, y: float, width: float, height: float) -> None:
    """Draw the goals two by two in a rectangle."""
    wide, high = (width - GAP) / 2, (height - GAP) / 2
    for goal, owner in enumerate(state["goal_owner"].tolist()):
        row, column = divmod(goal, 2)
        left, middle = x + column * (wide + GAP), y + row * (high + GAP) + high / 2
        note = "" if owner == NOBODY else f"player {owner}"
        kind = "plain" if owner == NOBODY else "filled"
        picture.cell(left, middle - high / 2, "", wide, high, kind, note=note, round_by=high / 2)
        picture.icon(left + 9, middle - 7, GOAL_ICONS[goal], 14)
        picture.label(left + 28, middle + 4.5, GOAL_WORDS[goal], 12.5)
        if owner == NOBODY:
            picture.label(left + wide - 10, middle + 4.5, f"+{GOAL_POINTS}", 12.5, "muted", "end")
        else:
            picture.token(left + wide - 13, middle, high / 2 - 2, owner, f"p{owner}", note=note)
