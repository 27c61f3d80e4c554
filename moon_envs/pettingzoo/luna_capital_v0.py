"""Luna Capital for PettingZoo. Its help is the page of the game, made from its tables."""

from moon_envs.pettingzoo.shells import environments_of

env, raw_env, parallel_env, __doc__ = environments_of("luna_capital", __name__)

__all__ = ["env", "parallel_env", "raw_env"]
