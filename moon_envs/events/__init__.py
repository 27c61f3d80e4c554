"""What happened between two positions, in words, as far as a seat knows it; what the signs of a text mean.

It imports `games`, `core` and `base`. Start with `telling.py`; `games/` holds a module for each game,
and `people.py` puts names in the place of seat numbers.
"""

from moon_envs.events.people import People, people_at
from moon_envs.events.telling import GameEvents, Moment, closed, describe, is_noticed, legend, table, tell

__all__ = ["GameEvents", "Moment", "People", "closed", "describe", "is_noticed", "legend", "people_at", "table", "tell"]
