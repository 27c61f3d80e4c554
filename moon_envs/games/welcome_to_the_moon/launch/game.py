"""Launch as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.launch.features import FEATURES
from moon_envs.games.welcome_to_the_moon.launch.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.launch.sheet import (
    LAUNCH_SCORE,
    MISSIONS,
    SYSTEM_ERROR_BOXES,
    SYSTEM_ERROR_PENALTY,
)
from moon_envs.games.welcome_to_the_moon.launch.state import STATE
from moon_envs.games.welcome_to_the_moon.launch.text import describe_action, render

GAME = adventure_game(
    "launch",
    version=0,
    summary="Fill the floors of a rocket with numbers, sabotage the others, and be the first to take off.",
    state_dtype=STATE,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    missions=MISSIONS,
    points_scale=float(LAUNCH_SCORE),
    lowest_points=-SYSTEM_ERROR_BOXES * SYSTEM_ERROR_PENALTY,
    describe_action=describe_action,
    render=render,
)
