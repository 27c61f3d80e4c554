"""Compiles Launch: importing this module does it, or takes it from the cache."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_entry import compile_adventure
from moon_envs.games.welcome_to_the_moon.launch import rules
from moon_envs.games.welcome_to_the_moon.launch.actions import ACTIONS
from moon_envs.games.welcome_to_the_moon.launch.features import FEATURES, observe
from moon_envs.games.welcome_to_the_moon.launch.scoring import CATEGORIES, points
from moon_envs.games.welcome_to_the_moon.launch.state import STATE

RULES = rules.STATE  # the rules of the adventure are known to the shared turn once they are imported
ENTRY = compile_adventure(__file__, STATE, ACTIONS, FEATURES, CATEGORIES, observe, points)
