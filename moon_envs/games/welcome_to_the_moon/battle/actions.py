"""The actions of Battle: the shared ranges, asteroids, columns and moons, and what the player decides for ASTRA."""

from __future__ import annotations

from moon_envs.core.tables import ActionRange, ActionTable
from moon_envs.games.welcome_to_the_moon.actions import shared_action_ranges
from moon_envs.games.welcome_to_the_moon.battle.components import KIND_NAMES, PLANET_NAMES

ACTIONS = ActionTable(
    (
        *shared_action_ranges(PLANET_NAMES, write="draw an insignia"),
        ActionRange("pass", ("decline: draw no insignia",)),
        ActionRange("system_error", ("take a System Error",)),
        ActionRange("robot", ("draw an insignia on the next asteroid from your side, and use what it brings",)),
        ActionRange("column", tuple(f"cross off a box of the values of {kind} planets" for kind in KIND_NAMES)),
        ActionRange("moon", tuple(f"draw an insignia on the moon of {planet}" for planet in PLANET_NAMES)),
        ActionRange("astra_planet", tuple(f"let ASTRA draw on {planet}" for planet in PLANET_NAMES)),
        ActionRange("astra_moon", tuple(f"let ASTRA draw on the moon of {planet}" for planet in PLANET_NAMES)),
    )
)

PASS = ACTIONS.first("pass")
SYSTEM_ERROR = ACTIONS.first("system_error")
ROBOT_USE = ACTIONS.first("robot")
COLUMN = ACTIONS.first("column")
MOON = ACTIONS.first("moon")
ASTRA_PLANET = ACTIONS.first("astra_planet")
ASTRA_MOON = ACTIONS.first("astra_moon")
