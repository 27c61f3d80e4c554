"""The solo mode: the objectives and their progress, the opponent's rover cards, and the medals."""

from __future__ import annotations

import numpy as np

from moon_envs.games.from_the_moon.components import LAUNCH_SPACES, MEDALS, OBJECTIVE_AT_LEAST, OBJECTIVE_CHECK
from moon_envs.games.from_the_moon.vocabulary import (
    ACHIEVEMENTS,
    BATTERIES,
    BUILDINGS,
    CONNECTED_BUILDINGS,
    IMPROVED_GREENHOUSES,
    IMPROVED_PARTS,
    LABORATORIES,
    LAUNCH_SCHEDULE,
    NONE,
    SPECIALISTS,
)
from moon_envs.games.from_the_moon.words import OBJECTIVE_TEXTS, members
from moon_envs.render.elements import fitting
from moon_envs.render.picture import Picture

PLAYER = 0


def draw_objectives(picture: Picture, state: np.void, x: float, y: float, width: float) -> float:
    """Draw the drawn objectives, met ones with a check mark; return the y below."""
    drawn = members(state["objectives"])
    rows = -(-len(drawn) // 2)
    picture.sheet(x, y, width, 30 + 22 * rows + 20, "Objectives")
    for place, objective in enumerate(drawn):
        row, column = divmod(place, 2)
        left, top = x + 10 + column * (width - 10) / 2, y + 26 + 22 * row
        is_met, progress = progress_of(state, objective)
        picture.cell(left, top, "", 18, 18, "filled" if is_met else "empty")
        if is_met:
            picture.icon(left + 3, top + 3, "check", 12)
        words = f"{OBJECTIVE_TEXTS[objective]}{progress}"
        picture.label(left + 26, top + 13, words, fitting(words, 11, (width - 10) / 2 - 32))
    cards = sorted(state["rover_cards"][int(state["rover_cards_drawn"]) :].tolist())
    medals = ", ".join(name if lowest is None else f"{name} from {lowest}" for name, lowest in MEDALS)
    words = f"Medals: {medals} points. Rover cards in the deck: {', '.join(map(str, cards)) or 'none'}."
    picture.label(x + 10, y + 26 + 22 * rows + 13, words, fitting(words, 11, width - 20), "muted")
    return y + 30 + 22 * rows + 26


def progress_of(state: np.void, objective: int) -> tuple[bool, str]:
    """Return whether an objective is met now (from_the_moon 11.6), and its progress in words."""
    check, least = int(OBJECTIVE_CHECK[objective]), int(OBJECTIVE_AT_LEAST[objective])
    if check == LAUNCH_SCHEDULE:
        return bool((state["launch_space"] == LAUNCH_SPACES[objective]).all()), ""
    if check == CONNECTED_BUILDINGS:
        return bool(int(state["latched"]) >> objective & 1), ""
    counted = _counted(state, check)
    return counted >= least, f": {counted}"


def _counted(state: np.void, what: int) -> int:
    """The player's number of what an objective counts (from_the_moon 8.4)."""
    own = state["players"][PLAYER]
    return int(
        {
            LABORATORIES: (own["laboratories"] != NONE).sum(),
            BUILDINGS: int(own["buildings"]).bit_count(),
            SPECIALISTS: own["specialists"].sum(),
            IMPROVED_PARTS: (state["part_improver"] == PLAYER).sum(),
            BATTERIES: own["batteries"],
            IMPROVED_GREENHOUSES: own["improved"],
            ACHIEVEMENTS: own["achievements"],
        }[what]
    )
