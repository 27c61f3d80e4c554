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
from moon_envs.render.panels import PANEL_WIDTH
from moon_envs.render.picture import Picture

PLAYER = 0
TITLE, LINE, FOOT = 28, 24, 40


def objectives_height(state: np.void) -> float:
    """Return the height of the objectives, which depends on their number."""
    return TITLE + LINE * len(members(state["objectives"])) + FOOT


def draw_objectives(state: np.void, picture: Picture) -> None:
    """Draw the drawn objectives, met ones with a check mark, in a box PANEL_WIDTH wide."""
    picture.sheet(0, 0, PANEL_WIDTH, objectives_height(state), "Objectives")
    y = float(TITLE)
    for objective in members(state["objectives"]):
        is_met, progress = progress_of(state, objective)
        picture.cell(10, y, "", 20, 20, "filled" if is_met else "empty", note="met" if is_met else "not met yet")
        if is_met:
            picture.icon(13, y + 3, "check", 14)
        words = f"{OBJECTIVE_TEXTS[objective]}{progress}"
        picture.label(38, y + 15, words, fitting(words, 13, PANEL_WIDTH - 48))
        y += LINE
    cards = sorted(state["rover_cards"][int(state["rover_cards_drawn"]) :].tolist())
    medals = ", ".join(name if lowest is None else f"{name} from {lowest}" for name, lowest in MEDALS)
    for line, words in enumerate(
        (f"Medals: {medals} points", f"Rover cards in the deck: {', '.join(map(str, cards)) or 'none'}")
    ):
        y = objectives_height(state) - FOOT + 14 + 17 * line
        picture.label(10, y, words, fitting(words, 12, PANEL_WIDTH - 20), "muted")


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
