"""The functions of MLEM's astronauts as signs and short words."""

from __future__ import annotations

from moon_envs.games.mlem.components import (
    ASTRONAUTS,
    BOOSTER,
    DISCARD_DIE,
    DOUBLE_DEEP_SPACE,
    DOUBLE_MOON,
    DOUBLE_PLANET,
    PARACHUTE,
    PLUS_MINUS_ONE,
    SATELLITE,
)

_FUNCTIONS = {
    SATELLITE: ("satellite", "satellite"),
    DOUBLE_DEEP_SPACE: ("galaxy", "deep x2"),
    DISCARD_DIE: ("no_die", "discard die"),
    PLUS_MINUS_ONE: ("plus_minus", "plus-minus 1"),
    PARACHUTE: ("parachute", "parachute"),
    DOUBLE_MOON: ("moon", "moon x2"),
    DOUBLE_PLANET: ("planet", "planet x2"),
    BOOSTER: ("booster", "booster"),
}
FUNCTION_ICONS = tuple(_FUNCTIONS[function][0] for function in range(ASTRONAUTS))
FUNCTION_WORDS = tuple(_FUNCTIONS[function][1] for function in range(ASTRONAUTS))
