"""Registers every game with Gymnasium and PettingZoo, by name only: nothing is loaded or compiled."""

from __future__ import annotations

import gymnasium
import pettingzoo

from moon_envs.registry import catalogue


def register_environments() -> None:
    """Make all games known to `gymnasium.make`, `gymnasium.make_vec` and, where there is one, `pettingzoo.make`.

    PettingZoo has a registry since version 1.27. With older versions import the module of the game, which works with
    every version: `from moon_envs.pettingzoo import launch_v0`, then `launch_v0.env()` or `launch_v0.parallel_env()`.
    """
    for id_, version in catalogue():
        class_name = "".join(word.capitalize() for word in id_.split("_"))
        gymnasium.register(
            f"moon_envs/{class_name}-v{version}",
            entry_point="moon_envs.envs.single:MoonEnv",
            vector_entry_point="moon_envs.envs.vector:MoonVectorEnv",
            kwargs={"game": id_},
        )
        if hasattr(pettingzoo, "register"):
            module = f"moon_envs.pettingzoo.{id_}_v{version}"
            pettingzoo.register("aec", f"moon_envs/{id_}-v{version}", f"{module}:env")
            pettingzoo.register("parallel", f"moon_envs/{id_}-v{version}", f"{module}:parallel_env")
