"""Launch as a `Game`: everything the adapters need to know."""

from __future__ import annotations

from pathlib import Path

from moon_envs.game import Game
from moon_envs.games.welcome_to_the_moon.configuration import (
    MODES,
    OPTIONS,
    PLAYER_COUNTS,
    SOURCE,
    configurer,
    option_checker,
)
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

GAME = Game(
    id="launch",
    title="Welcome to the Moon: Launch",
    version=0,
    summary="Fill the floors of a rocket with numbers, sabotage the others, and be the first to take off.",
    source=SOURCE,
    player_counts=PLAYER_COUNTS,
    options=OPTIONS,
    rival="ASTRA",
    state_dtype=STATE,
    actions=ACTIONS,
    features=FEATURES,
    categories=CATEGORIES,
    points_scale=float(LAUNCH_SCORE),
    lowest_points=-SYSTEM_ERROR_BOXES * SYSTEM_ERROR_PENALTY,
    entry_module="moon_envs.games.welcome_to_the_moon.launch.entry",
    check_options=option_checker("launch", MISSIONS),
    configure=configurer(MISSIONS),
    describe_action=describe_action,
    render=render,
    modes=MODES,
    documentation=Path(__file__).with_name("RULES.md"),
)
