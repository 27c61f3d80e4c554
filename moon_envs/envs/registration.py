"""Registers the games with Gymnasium and PettingZoo, by name only: it loads and compiles nothing."""

from __future__ import annotations

import gymnasium.envs.registration
import pettingzoo

from moon_envs.core.names import gymnasium_id, pettingzoo_id, pettingzoo_module
from moon_envs.core.registry import call_for_new_games, catalogue, is_packaged, plugins


def register_environments() -> None:
    """Register all games for `gymnasium.make`, `gymnasium.make_vec` and, since PettingZoo 1.27, `pettingzoo.make`.

    The import of a game's module works with every version of PettingZoo: `from moon_envs.pettingzoo import launch_v0`,
    then `launch_v0.env()` or `launch_v0.parallel_env()`. Games that are registered later follow.
    """
    for id_, version in [*catalogue(), *plugins()]:
        register_environment(id_, version)
    call_for_new_games(register_environment)


def register_environment(id_: str, version: int) -> None:
    """Register the environments of one game; do nothing if Gymnasium knows them already."""
    name = gymnasium_id(id_, version)
    if name in gymnasium.envs.registration.registry:  # a plugin's module may also register its game itself
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
