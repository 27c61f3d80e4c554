"""Registers games with Gymnasium and PettingZoo, by name only: nothing is loaded or compiled."""

from __future__ import annotations

import gymnasium.envs.registration
import pettingzoo

from moon_envs.core.names import gymnasium_id, pettingzoo_id, pettingzoo_module
from moon_envs.core.registry import call_for_new_games, catalogue, is_packaged, plugins


def register_environments() -> None:
    """Make all games known to `gymnasium.make`, `gymnasium.make_vec` and, where there is one, `pettingzoo.make`.

    PettingZoo has a registry since version 1.27. With older versions import the module of the game, which works with
    every version: `from moon_envs.pettingzoo import launch_v0`, then `launch_v0.env()` or `launch_v0.parallel_env()`.
    """
    for id_, version in [*catalogue(), *plugins()]:
        register_environment(id_, version)
    call_for_new_games(register_environment)


def register_environment(id_: str, version: int) -> None:
    """Make one game known."""
    name = gymnasium_id(id_, version)
    if name in gymnasium.envs.registration.registry:  # a game of an installed package that registers itself, too
        return
    gymnasium.register(
        name,
        entry_point="moon_envs.envs.single_agent:MoonEnv",
        vector_entry_point="moon_envs.envs.vector:MoonVectorEnv",
        kwargs={"game": id_},
    )
    if not hasattr(pettingzoo, "register"):
        return
    for kind, function in (("aec", "env"), ("parallel", "parallel_env")):
        if is_packaged(id_):
            entry_point = f"{pettingzoo_module(id_, version)}:{function}"
            pettingzoo.register(kind, pettingzoo_id(id_, version), entry_point)
        else:
            entry_point = f"moon_envs.pettingzoo:{function}"
            pettingzoo.register(kind, pettingzoo_id(id_, version), entry_point, kwargs={"game": id_})
