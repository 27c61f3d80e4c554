"""Compiles Launch: importing this module does it, or takes it from the cache."""

from __future__ import annotations

from moon_envs.games.welcome_to_the_moon.adventure_entry import compile_adventure
from moon_envs.games.welcome_to_the_moon.launch import features, missions, rules, scoring
from moon_envs.games.welcome_to_the_moon.launch.game import TABLES

RULES = (rules, missions, scoring, features)  # known to the shared turn once they are imported
ENTRY = compile_adventure(__file__, TABLES)
