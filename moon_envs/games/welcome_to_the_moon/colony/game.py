"""Colony as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.colony.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.colony.features import FEATURES
from moon_envs.games.welcome_to_the_moon.colony.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.colony.sheet import MISSIONS, PLANNING_PENALTY, SYSTEM_ERROR_BOXES
from moon_envs.games.welcome_to_the_moon.colony.state import STATE
from moon_envs.games.welcome_to_the_moon.colony.text import describe_action, render
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

GAME = adventure_game(
    "colony",
    version=0,
    summary="Number the buildings of a colony by rows and columns, join them by tunnels, and fill its quarters.",
    state_dtype=STATE,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    missions=MISSIONS,
    points_scale=150.0,
    lowest_points=-int(PLANNING_PENALTY.max()) - SYSTEM_ERROR_BOXES * SYSTEM_ERROR_PENALTY,
    describe_action=describe_action,
    render=render,
)
