"""The three PettingZoo environments: functions that take any game, and functions made for the module of one game."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from moon_envs.base.showing import Facts, Shown
from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game
from moon_envs.envs.aec import MoonAEC
from moon_envs.envs.pages import AEC, PARALLEL, environment_page
from moon_envs.envs.parallel import MoonParallel

ENV = "The agents act one after the other, with PettingZoo's usual wrappers; an illegal action ends the game."
RAW_ENV = "The agents act one after the other, without wrappers; an illegal action raises an error."
PARALLEL_ENV = "All agents act at once; those who do not decide now wait."


def _read_from_environment(name: str) -> property:
    return property(lambda wrapper: getattr(wrapper.environment, name), doc=f"`{name}` of the environment.")


class DirectAttributes(Shown, wrappers.BaseWrapper):
    """Reads the environment's attributes directly.

    PettingZoo's wrappers look up an attribute through every wrapper, about thirty times a step, which took two thirds
    of the time of a step.
    """

    def __init__(self, env: AECEnv, **settings: Any):
        self.environment = env.unwrapped
        super().__init__(env, **settings)

    def _repr_facts_(self) -> Facts:
        return self.environment._repr_facts_()

    agents = _read_from_environment("agents")
    agent_selection = _read_from_environment("agent_selection")
    rewards = _read_from_environment("rewards")
    terminations = _read_from_environment("terminations")
    truncations = _read_from_environment("truncations")
    infos = _read_from_environment("infos")
    _cumulative_rewards = _read_from_environment("_cumulative_rewards")


class TerminateIllegal(DirectAttributes, wrappers.TerminateIllegalWrapper):
    """PettingZoo's TerminateIllegalWrapper with direct attributes."""


class AssertOutOfBounds(DirectAttributes, wrappers.AssertOutOfBoundsWrapper):
    """PettingZoo's AssertOutOfBoundsWrapper with direct attributes."""


class OrderEnforcing(Shown, wrappers.OrderEnforcingWrapper):
    """PettingZoo's OrderEnforcingWrapper with the `repr` of this package."""

    def _repr_facts_(self) -> Facts:
        return self.unwrapped._repr_facts_()

    def __str__(self) -> str:
        """Return the same text as PettingZoo's wrapper."""
        return str(self.env)


def env(game: str | Game, players: int | None = None, **settings: Any) -> AECEnv:
    """Return an AEC environment with PettingZoo's usual wrappers; an illegal action ends the game with reward -1.

    Args:
        game: a game id or a `Game`, which need not be registered.
        players: the number of players.
        **settings: the other arguments of `moon_envs.envs.aec.MoonAEC`, and the options of the game.

    Example:
        >>> import moon_envs.pettingzoo
        >>> moon_envs.pettingzoo.env("mlem", players=3).possible_agents
        ['player_0', 'player_1', 'player_2']
    """
    environment: AECEnv = MoonAEC(game, players, **settings)
    environment = TerminateIllegal(environment, illegal_reward=-1)
    environment = AssertOutOfBounds(environment)
    return OrderEnforcing(environment)


def raw_env(game: str | Game, players: int | None = None, **settings: Any) -> MoonAEC:
    """Return an AEC environment without wrappers; an illegal action raises an error and changes nothing.

    Args:
        game: a game id or a `Game`, which need not be registered.
        players: the number of players.
        **settings: the other arguments of `moon_envs.envs.aec.MoonAEC`, and the options of the game.
    """
    return MoonAEC(game, players, **settings)


def parallel_env(game: str | Game, players: int | None = None, **settings: Any) -> MoonParallel:
    """Return a parallel environment: all agents act at once; those who do not decide now wait.

    Args:
        game: a game id or a `Game`, which need not be registered.
        players: the number of players.
        **settings: the other arguments of `moon_envs.envs.parallel.MoonParallel`, and the options of the game.
    """
    return MoonParallel(game, players, **settings)


class Environments(NamedTuple):
    """The functions of the module of one game, and its page."""

    env: Callable[..., AECEnv]
    raw_env: Callable[..., MoonAEC]
    parallel_env: Callable[..., MoonParallel]
    page: str


def environments_of(id_: str, module: str) -> Environments:
    """Return the contents of the module of one game: functions whose help is the page of the game, and the page.

    Args:
        id_: the id of the game.
        module: the name of the module; pickle finds the functions there again.
    """
    game = find_game(id_)
    one_by_one, at_once = environment_page(game, AEC), environment_page(game, PARALLEL)
    example = _example(module)
    return Environments(
        _for_one_game(env, MoonAEC, game, module, f"{ENV}\n\n{one_by_one}"),
        _for_one_game(raw_env, MoonAEC, game, module, f"{RAW_ENV}\n\n{one_by_one}"),
        _for_one_game(parallel_env, MoonParallel, game, module, f"{PARALLEL_ENV}\n\n{at_once}"),
        f"{one_by_one}\n{example}",
    )


def _for_one_game(function: Callable[..., Any], shell: type, game: Game, module: str, words: str) -> Callable[..., Any]:
    id_ = game.id

    def make(*arguments: Any, **settings: Any) -> Any:
        return function(id_, *arguments, **settings)

    make.__name__ = make.__qualname__ = function.__name__
    make.__module__ = module
    make.__doc__ = words
    setattr(make, "__signature__", _signature(function, shell, game))  # noqa: B010, no type checker knows this name
    return make


def _signature(function: Callable[..., Any], shell: type, game: Game) -> inspect.Signature:
    """Return the arguments of the environment without the game, and the options of the game with their defaults."""
    parameters = [
        parameter
        for name, parameter in inspect.signature(shell).parameters.items()
        if name != "game" and parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    parameters += [
        inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
        for option in game.options
    ]
    return inspect.Signature(parameters, return_annotation=inspect.signature(function).return_annotation)


def _example(module: str) -> str:
    package, name = module.rsplit(".", 1)
    return f"""## Example
    >>> from {package} import {name}
    >>> env = {name}.env()
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
"""
