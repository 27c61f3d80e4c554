"""Search in many positions at once: `Search` by random rollouts, `NetworkSearch` and `LookAhead` with a network.

It imports `networks`, `batch` and everything below them. Start with `search.py`.
"""

from moon_envs.search.look_ahead import LookAhead
from moon_envs.search.network_search import NetworkSearch
from moon_envs.search.positions import Searched
from moon_envs.search.rollouts import Rollouts
from moon_envs.search.search import Search
from moon_envs.search.value_games import Played, ValueGames

__all__ = ["LookAhead", "NetworkSearch", "Played", "Rollouts", "Search", "Searched", "ValueGames"]
