"""Many games as a native stable-baselines3 `VecEnv`, with masks for sb3-contrib's MaskablePPO.

It imports `envs` and everything below it, and stable-baselines3, which the extra `sb3` brings.

Example:
    >>> from moon_envs.sb3 import MoonVecEnv
"""

from moon_envs.sb3.vec_env import MoonVecEnv

__all__ = ["MoonVecEnv"]
