"""What happened between two positions, in words, as far as a seat knows it; what the signs of a text mean.

It imports `games`, `core` and `base`. Start with `telling.py`; `games/` holds a module for each game.
"""

from moon_envs.events.telling import GameEvents, Moment, describe, is_noticed, legend, tell

__all__ = ["GameEvents", "Moment", "describe", "is_noticed", "legend", "tell"]
