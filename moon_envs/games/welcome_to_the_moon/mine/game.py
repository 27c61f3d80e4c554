"""Mine as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_game import adventure_game
from moon_envs.games.welcome_to_the_moon.mine.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.mine.features import FEATURES
from moon_envs.games.welcome_to_the_moon.mine.scoring import CATEGORIES
from moon_envs.games.welcome_to_the_moon.mine.sheet import FACTORY_VALUE, MISSIONS, PLANNINGS, SYSTEM_ERROR_BOXES
from moon_envs.games.welcome_to_the_moon.mine.state import STATE
from moon_envs.games.welcome_to_the_moon.mine.text import describe_action, render
from moon_envs.games.welcome_to_the_moon.scoring import SYSTEM_ERROR_PENALTY

GAME = adventure_game(
    "mine",
    version=0,
    summary="Number the levels of a mine, extract its columns, and upgrade the factories that process what it yields.",
    state_dtype=STATE,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    missions=MISSIONS,
    points_scale=150.0,
    lowest_points=int(FACTORY_VALUE.min()) * PLANNINGS - SYSTEM_ERROR_BOXES * SYSTEM_ERROR_PENALTY,
    describe_action=describe_action,
    render=render,
)
