"""Points and results of Dome (dome 6, 7): its versions of the stubs in the shared scoring.py."""

from __future__ import annotations

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.welcome_to_the_moon.cards import ASTRONAUT
from moon_envs.games.welcome_to_the_moon.dome.components import (
    ASTRONAUT_TRACK,
    ASTRONAUT_VALUES,
    DOME_TRACK,
    END_VALUE,
    ENDS,
    FIRST_VALUE,
    MISSION_TRACK,
    MISSION_VALUES,
    PIECE_LOSSES,
    TOWER_LEVELS,
    TOWER_TRACK,
    TOWER_VALUES,
)
from moon_envs.games.welcome_to_the_moon.dome.pieces import unbuilt_pieces
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES, system_error_points
from moon_envs.games.welcome_to_the_moon.state import MISSIONS as LETTERS
from moon_envs.games.welcome_to_the_moon.state import is_solo

CATEGORIES = ("missions", "tower", "skyscrapers", "astronauts", "dome", "system_errors", *ASTRA_CATEGORIES)
MISSIONS, TOWER, SKYSCRAPERS, ASTRONAUTS, DOME, SYSTEM_ERRORS = range(6)


@kernel
def mission_points(sheet):
    """The points of the missions: the first or the later value of the valid row (dome 5.2)."""
    total = 0
    for letter in range(LETTERS):
        if sheet.missions[letter] != 0:
            total += MISSION_VALUES[sheet.energies[MISSION_TRACK], 0 if sheet.missions[letter] == FIRST_VALUE else 1]
    return total


@kernel
def tower_points(sheet):
    """The points of the tower levels by their circled symbols (dome 6.1)."""
    total = 0
    for level in range(TOWER_LEVELS):
        total += TOWER_VALUES[sheet.energies[TOWER_TRACK], sheet.plants[level] + sheet.waters[level]]
    return total


@kernel
def skyscraper_points(sheet):
    """The points of the ends (dome 6.1)."""
    total = 0
    for end in range(ENDS):
        total += END_VALUE[end, sheet.ends[end]]
    return total


@kernel
def astronaut_points(state, player, others):
    """One value for the most astronauts, which can be negative, another for fewer; 0 without any (dome 6.2, 7.4)."""
    sheet = state.players[player]
    if sheet.astronauts == 0:
        return 0
    most_of_others = 0
    if is_solo(state):
        most_of_others = state.given[ASTRONAUT]
    else:
        for other in range(state.player_count):
            if other != player:
                most_of_others = max(most_of_others, others[other].astronauts)
    return ASTRONAUT_VALUES[sheet.energies[ASTRONAUT_TRACK], 0 if sheet.astronauts >= most_of_others else 1]


def category_points(state, player, others, category):
    """A player's points of a category (dome 6.1)."""
    sheet = state.players[player]
    if category == MISSIONS:
        return mission_points(sheet)
    if category == TOWER:
        return tower_points(sheet)
    if category == SKYSCRAPERS:
        return skyscraper_points(sheet)
    if category == ASTRONAUTS:
        return astronaut_points(state, player, others)
    if category == DOME:
        return -PIECE_LOSSES[sheet.energies[DOME_TRACK]] * unbuilt_pieces(sheet)
    if category == SYSTEM_ERRORS:
        return system_error_points(sheet)
    return 0
