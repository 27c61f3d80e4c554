"""Finds agents by name: packaged agents, registered ones, and functions and files of the user."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from moon_envs.agents.by_mode import ByMode
from moon_envs.agents.contract import Agent, Policy, PolicyAgent, RandomAgent
from moon_envs.agents.networked import NetworkAgent, NetworkTreeSearch, RolloutAgent
from moon_envs.agents.searching import DEFAULT_SIMULATIONS, FlatMonteCarlo, Greedy, TreeSearch
from moon_envs.agents.temperature import BEST_ONLY, read_temperature, with_temperature
from moon_envs.base.checks import as_list, check_whole_number, did_you_mean, nearest_name, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import SEVERAL, SOLO
from moon_envs.networks import BASELINE
from moon_envs.networks.finding import SUFFIX
from moon_envs.search.positions import MOST_SIMULATIONS

RANDOM, TREE, ROLLOUTS = "random", "mcts", "rollouts"
PLAIN: dict[str, Callable[[], Agent]] = {RANDOM: RandomAgent, "greedy": Greedy}
WITH_BUDGET: dict[str, Callable[[int], Agent]] = {"flat": FlatMonteCarlo, TREE: TreeSearch}
WITH_NETWORK: dict[str, Callable[..., Agent]] = {TREE: NetworkTreeSearch, ROLLOUTS: RolloutAgent}
BUDGETS = tuple(dict.fromkeys([*WITH_BUDGET, *WITH_NETWORK]))
MOST_AGENTS = 1000  # of a list
_REGISTERED: dict[str, Agent | Policy] = {}


def register_agent(name: str, agent: Agent | Policy) -> None:
    """Give an agent, or a function `(observations, masks) -> actions`, a name.

    Example:
        >>> import numpy as np
        >>> import moon_envs.agents
        >>> moon_envs.agents.register_agent("first legal", lambda observation, mask: np.argmax(mask, axis=1))
        >>> "first legal" in moon_envs.agents.agent_names()
        True
    """
    taken = isinstance(name, str) and _is_own(name)
    if not isinstance(name, str) or not name or taken or not (callable(agent) or isinstance(agent, Agent)):
        names = ", ".join([*PLAIN, *BUDGETS, BASELINE])
        raise ConfigurationError(f"An agent needs a name other than {names}, and must be an Agent or a function.")
    _REGISTERED[name] = agent


def agent_names() -> list[str]:
    """Return the known names; those with a network also take a temperature.

    N stands for a number of simulations or rollouts; "mcts" means "mcts:1000".
    """
    searching = [f"{name}:N" for name in WITH_BUDGET]
    return [*PLAIN, *searching, BASELINE, f"{ROLLOUTS}:N+{BASELINE}", *_REGISTERED]


def is_in_the_box(name: str) -> bool:
    """Whether a name means an agent of this package, which needs no import and no file of the user."""
    return _is_own(name) and name not in _REGISTERED and not _split(name)[0].endswith(SUFFIX)


def simulations_of(name: str) -> int:
    """Return the number of simulations or rollouts for each decision in the name of an agent of this package, or 0.

    Example:
        >>> simulations_of("rollouts:50+baseline:0.5"), simulations_of("baseline:0.5")
        (50, 0)
    """
    kind, _, rest = name.partition(":")
    budget = rest.partition("+")[0]
    return int(budget) if kind in BUDGETS and _is_budget(budget) else 0


def drawing(given: Any, temperature: float) -> Any:
    """Return an agent as it was given, but add a temperature to the name of an agent with a network that has none.

    Example:
        >>> drawing("baseline", 0.5), drawing("mcts:9+my.npz", 0.5), drawing("baseline:0", 0.5), drawing("greedy", 0.5)
        ('baseline:0.5', 'mcts:9+my.npz:0.5', 'baseline:0', 'greedy')
        >>> drawing("solo=my.npz,several=baseline", 0.5)
        'solo=my.npz:0.5,several=baseline:0.5'
    """
    parts = _modes(given) if isinstance(given, str) and given not in _REGISTERED else {}
    if parts:
        return ",".join(f"{mode}={drawing(part, temperature)}" for mode, part in parts.items())
    if not isinstance(given, str) or given in _REGISTERED or not _is_network(given.rpartition("+")[2]):
        return given
    return with_temperature(given, temperature)


def _is_own(name: str) -> bool:
    return name in PLAIN or name.partition(":")[0] in (BASELINE, *BUDGETS)


def _is_network(name: str) -> bool:
    return name == BASELINE or name.endswith(SUFFIX)


def _split(name: str) -> tuple[str, str | None]:
    """Split a name like baseline:0.5 or mcts:100+file.npz:1 into the rest and the words of the temperature."""
    before, colon, words = name.rpartition(":")
    return (before, words) if colon and _is_network(before.rpartition("+")[2]) else (name, None)


def agent_files(given: Iterable[Any]) -> list[Path]:
    """Return the network files that agents are made of, without the modules, which Python knows."""
    named = [name for name in given if isinstance(name, str)]
    names = [_split(part)[0] for name in named for part in (_modes(name).values() or [name])]
    files = [name.partition("+")[2] or name for name in names]
    return [Path(file) for file in files if file.endswith(SUFFIX)]


def find_agents(name: str, given: Any, seats: int, seat: str = "seat") -> list[Agent]:
    """Return the agents for some seats.

    Args:
        name: what the caller's argument is called.
        given: an agent, a name, a function, or a list of these with one for each of the seats.
        seats: how many seats there are.
        seat: what one of them is called.

    Raises:
        ConfigurationError: says what is allowed.
    """
    seats = check_whole_number("seats", seats, 0, MOST_AGENTS)
    if isinstance(given, Sequence) and not isinstance(given, str):
        agents = as_list(given, MOST_AGENTS)
        if agents is None or len(agents) != seats:
            count = f"more than {MOST_AGENTS}" if agents is None else len(agents)
            raise ConfigurationError(f"{name} has {count} agents; there are {seats} {seat}s.")
        return [find_agent(one, name, seat) for one in agents]
    return [find_agent(given, name, seat)] * seats


def find_agent(given: Any, name: str = "agent", seat: str = "") -> Agent:
    """The agent meant by a name, a function or an agent.

    Args:
        given: what was given.
        name: what the caller's argument is called.
        seat: what one of several seats is called, if the caller takes a list.

    Raises:
        ConfigurationError: says what is allowed.

    Example:
        >>> import moon_envs.agents
        >>> moon_envs.agents.find_agent("mcts:50").name
        'mcts:50'
    """
    if isinstance(given, Agent):
        return given
    if isinstance(given, str):
        found = _find_name(given, name)
        if found is not None:
            return found
    elif callable(given):
        return _as_agent(given, name)
    a_list = f", or a list with one of these for each {seat}" if seat else ""
    raise ConfigurationError(
        f"{name}={shown(given)} is not allowed; allowed: {', '.join(agent_names())}, file.npz, {ROLLOUTS}:N+file.npz "
        f"or {TREE}:N+file.npz of a network, a network with a temperature like {BASELINE}:0.5, module:function, "
        f"file.py:function, a function (observations, masks) -> actions, an Agent, {SOLO}=AGENT,{SEVERAL}=AGENT with "
        f"one of these for each mode{a_list}.{did_you_mean(nearest_agent(given))}"
    )


def nearest_agent(given: Any) -> str | None:
    """Return the known agent that is most like an unknown name; None if none is similar.

    Example:
        >>> nearest_agent("rolouts:100+baselin:0.5"), nearest_agent("Greedy"), nearest_agent("nothing like it")
        ('rollouts:100+baseline:0.5', 'greedy', None)
    """
    if not isinstance(given, str):
        return None
    kind, colon, rest = given.partition(":")
    budget, plus, network = rest.partition("+")
    near = nearest_name(kind, BUDGETS)
    if near is None or (colon and not _is_budget(budget)):
        return nearest_name(given, [*PLAIN, BASELINE, *_REGISTERED])
    if plus:
        network, *temperature = network.split(":", 1)
        network = network if network.endswith(SUFFIX) else BASELINE
        searching = near if near in WITH_NETWORK and network != BASELINE else ROLLOUTS
        near = ":".join([searching, f"{budget}+{network}", *temperature])
    elif near not in WITH_BUDGET:
        near = f"{near}:{budget or DEFAULT_SIMULATIONS}+{BASELINE}"
    elif colon:
        near = f"{near}:{budget}"
    return None if near == given else near


def _find_name(given: str, name: str) -> Agent | None:
    if given in _REGISTERED:
        return _as_agent(_REGISTERED[given], name, given)
    if given in PLAIN:
        return PLAIN[given]()
    if given in WITH_BUDGET:
        return WITH_BUDGET[given](DEFAULT_SIMULATIONS)
    if given.startswith((f"{SOLO}=", f"{SEVERAL}=")):
        return _by_mode(given, name)
    refused = f"{name}={shown(given)} is not allowed; "
    without_temperature, words = _split(given)
    temperature = BEST_ONLY if words is None else read_temperature(words, refused)
    kind, colon, rest = without_temperature.partition(":")
    if kind in WITH_NETWORK or (colon and kind in WITH_BUDGET):
        return _with_budget(kind, rest, temperature, refused)
    if _is_network(without_temperature):
        return NetworkAgent(without_temperature, temperature=temperature)
    kind, colon, rest = given.rpartition(":")
    if not colon or not kind or not rest.isidentifier():
        return None
    return _as_agent(_attribute(_imported(kind, given, name), rest, given, name), name, given)


def _by_mode(given: str, name: str) -> Agent:
    """Return the agent of `solo=AGENT,several=AGENT`."""
    parts = _modes(given)
    if not parts:
        raise ConfigurationError(
            f"{name}={shown(given)} is not allowed; an agent for each mode is named {SOLO}=AGENT,{SEVERAL}=AGENT."
        )
    return ByMode(**{mode: find_agent(part, name) for mode, part in parts.items()})


def _modes(given: str) -> dict[str, str]:
    """Return the names in `solo=AGENT,several=AGENT`, in either order; empty for anything else."""
    first, _, rest = given.partition("=")
    second = {SOLO: SEVERAL, SEVERAL: SOLO}.get(first)
    one, _, other = rest.partition(f",{second}=")
    return {first: one, second: other} if second is not None and one and other else {}


def _with_budget(kind: str, rest: str, temperature: float, refused: str) -> Agent:
    """Return the agent of `kind:N` or `kind:N+network`."""
    budget, plus, network = rest.partition("+")
    if not _is_budget(budget):
        what = "rollouts" if kind == ROLLOUTS else "simulations"
        raise ConfigurationError(f"{refused}{kind}:N takes a number of {what} from 1 to {MOST_SIMULATIONS}.")
    if not plus and kind in WITH_BUDGET:
        return WITH_BUDGET[kind](int(budget))
    if kind not in WITH_NETWORK or not _is_network(network) or (kind, network) == (TREE, BASELINE):
        near = did_you_mean(nearest_agent(f"{kind}:{rest}"))
        raise ConfigurationError(
            f"{refused}with a network: {ROLLOUTS}:N+{BASELINE}, {ROLLOUTS}:N+file{SUFFIX} of a network that values "
            f"positions, {TREE}:N+file{SUFFIX} of one that gives logits.{near}"
        )
    return WITH_NETWORK[kind](int(budget), network, temperature=temperature)


def _is_budget(text: str) -> bool:
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_SIMULATIONS))
    return is_number and 1 <= int(text) <= MOST_SIMULATIONS


def _as_agent(found: Any, name: str, given: str | None = None) -> Agent:
    if isinstance(found, type):
        if not issubclass(found, Agent) and not any("__call__" in vars(one) for one in found.__mro__):
            raise ConfigurationError(
                f"{name}={shown(given or found)}: the class {found.__name__} is neither an Agent nor has it a __call__ "
                "that takes (observations, masks)."
            )
        try:
            found = found()
        except (Exception, SystemExit) as error:  # a user's class may raise anything
            raise _failed(given or found, name, error) from error
    return found if isinstance(found, Agent) else PolicyAgent(found, given)


def _failed(given: Any, name: str, error: BaseException) -> ConfigurationError:
    return ConfigurationError(f"{name}={shown(given)}: {type(error).__name__}: {error}")


def _imported(where: str, given: str, name: str) -> ModuleType:
    """Import the module of `module:function` or `file.py:function`.

    A module, and what either imports, may also be in the current folder; what a file imports may also be beside it.
    """
    is_file = where.endswith(".py")
    if not is_file and not all(part.isidentifier() for part in where.split(".")):
        raise ConfigurationError(f"{name}={shown(given)} is not allowed: {where!r} is not the name of a module.")
    try:
        path = Path(where).expanduser().resolve()
        folders = [os.getcwd(), str(path.parent)] if is_file else [os.getcwd()]
        sys.path += [folder for folder in dict.fromkeys(folders) if folder not in sys.path]
        if not is_file:
            return importlib.import_module(where)
        specification = importlib.util.spec_from_file_location(str(path), path)
        if specification is None or specification.loader is None:
            raise ImportError("it cannot be loaded")
        module = importlib.util.module_from_spec(specification)
        # Dataclasses look up their module in `sys.modules`; the path of the file as its name avoids clashes.
        sys.modules[str(path)] = module
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a user's module may raise anything
        raise _failed(given, name, error) from error
    return module


def _attribute(module: ModuleType, attribute: str, given: str, name: str) -> Any:
    try:
        found = getattr(module, attribute, None)
    except (Exception, SystemExit) as error:  # a user's module may raise anything
        raise _failed(given, name, error) from error
    if found is None or not (callable(found) or isinstance(found, Agent)):
        near = did_you_mean(nearest_name(attribute, [one for one in vars(module) if not one.startswith("_")]))
        raise ConfigurationError(
            f"{name}={shown(given)}: {module.__name__} has no function or agent of the name {attribute!r}.{near}"
        )
    return found
