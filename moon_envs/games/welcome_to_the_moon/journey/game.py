"""Journey as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.journey.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.journey.features import FEATURES
from moon_envs.games.welcome_to_the_moon.journey.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.journey.sheet import MISSIONS, SYSTEM_ERROR_BOXES
from moon_envs.games.welcome_to_the_moon.journey.state import STATE
from moon_envs.games.welcome_to_the_moon.journey.text import describe_action, render
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

GAME = adventure_game(
    "journey",
    version=0,
    summary="Number a trajectory to the Moon, cut it into zones, and supply the stations along it.",
    state_dtype=STATE,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    missions=MISSIONS,
    points_scale=100.0,
    lowest_points=-SYSTEM_ERROR_BOXES * SYSTEM_ERROR_PENALTY,
    describe_action=describe_action,
    render=render,
)
