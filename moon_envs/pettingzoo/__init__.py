"""The games for PettingZoo: a module for each game of this package, and functions for any game.

`launch_v0.env()`, `launch_v0.raw_env()` and `launch_v0.parallel_env()` of `moon_envs.pettingzoo.launch_v0` are the
environments of one game; `help` shows its page. `moon_envs.pettingzoo.env(game)`, `raw_env(game)` and
`parallel_env(game)` take the id of any game, or a `Game` of your own.

It imports `envs` and everything below it. Start with `shells.py`.
"""

from moon_envs.pettingzoo.shells import env, parallel_env, raw_env

__all__ = ["env", "parallel_env", "raw_env"]
