"""Options of the training programs: every field of a dataclass is one option, with its default and its help."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

import moon_envs

HELP = "help"


@contextlib.contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import the libraries of an extra inside; if one is missing, the program exits and names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        sys.exit(f'{error}: pip install ".[{extra}]"')


def setting(default: Any, words: str) -> Any:
    """A field with its default and what `--help` says about it."""
    about = {HELP: words}
    if isinstance(default, list):
        return field(default_factory=lambda: list(default), metadata=about)
    return field(default=default, metadata=about)


@dataclass
class Arguments:
    """The options of `python -m training_examples.selfplay`."""

    game: str = setting("launch", "game id, see `moon-envs list`")
    players: list[int] = setting(
        [], "numbers of players: 1 for solo, or any from 2 on (default: solo if the game has it, else the fewest)"
    )
    option: list[str] = setting([], "options of the game, NAME=VALUE (default: all its modes)")
    curriculum: list[str] = setting(
        [], "modes to learn first, one stage after the other, NAME=VALUE or NAME=VALUE,VALUE (default: none)"
    )
    curriculum_share: float = setting(0.3, "share of the training for the curriculum")
    minutes: float = setting(10.0, "length of the training, earlier sessions of a resumed run included")
    decisions: int = setting(0, "number of decisions to stop after, instead of --minutes; 0 for no limit")
    seed: int = setting(0, "seed of the weights, the games and the sampled actions")
    folder: str = setting("", "folder of the run (default: runs/GAME-MODE-SEED)")
    resume: bool = setting(False, "continue the run in the folder, with the same options")
    processes: int = setting(0, "processes that learn together; 0 for one on every core, at most four")
    games: int = setting(512, "games played in parallel, in all processes together")
    steps: int = setting(64, "decisions of each game in a rollout")
    epochs: int = setting(2, "passes over each rollout")
    minibatch: int = setting(2048, "decisions in a minibatch, of all processes together")
    learning_rate: float = setting(1.5e-3, "learning rate of Adam at the start; it falls linearly to 0")
    gamma: float = setting(1.0, "discount factor for each decision of a player; games always end, so 1 is safe")
    gae_lambda: float = setting(0.995, "lambda of the generalised advantage estimation")
    clip: float = setting(0.2, "how far PPO lets the ratio leave 1 before its gradient is cut off")
    entropy: float = setting(0.01, "weight of the entropy bonus")
    outcome: float = setting(0.5, "reward for winning; points are rewarded as well")
    hidden: int = setting(128, "width of the two hidden layers")
    opponent_width: int = setting(64, "width of the layer that reads each opponent")
    league: float = setting(0.2, "share of the games with several players that are played against the league")
    bots: list[str] = setting([], "agents by name for every other game of the league (default: none)")
    past_policies: int = setting(8, "how many past policies the league holds")
    snapshot: int = setting(25, "updates between two past policies")
    threads: int = setting(1, "threads of PyTorch in each process")
    evaluate: int = setting(400, "games in each mode to evaluate the network on at the end; 0 for none")


@dataclass
class ExpertArguments(Arguments):
    """The options of expert_iteration.py."""

    start: str = setting("", "network.npz to start from (default: random weights)")
    simulations: int = setting(16, "simulations of the search for each decision")
    noise: float = setting(0.1, "share of Dirichlet noise in the policy at the root")
    value_scale: float = setting(2.0, "how much the values of the search count against the logits of the network")
    games: int = setting(128, "games played in parallel, in all processes together")
    steps: int = setting(64, "decisions of each game in a rollout")
    learning_rate: float = setting(3e-4, "learning rate of Adam at the start; it falls linearly to 0")
    league: float = setting(0.0, "must be 0: every seat searches")
    entropy: float = setting(0.0, "weight of the entropy bonus; the search already keeps the policy broad")


@dataclass
class RayArguments(Arguments):
    """The options of ray_selfplay.py."""

    actors: int = setting(2, "number of actors, on all machines together")
    address: str = setting("", "address of a running cluster (default: Ray starts on this machine)")
    learn: str = setting("yes", "yes, or no to measure the actors without learning")
    processes: int = setting(1, "processes of the learner; must be 1")


Kind = TypeVar("Kind", bound=Arguments)


def parser_of(kind: type[Arguments], description: str, program: str | None = None) -> argparse.ArgumentParser:
    """A parser with an option for each field; `game` is positional."""
    parser = argparse.ArgumentParser(program, description=description.splitlines()[0], allow_abbrev=False)
    defaults = kind()
    for one in fields(kind):
        value = getattr(defaults, one.name)
        words = one.metadata[HELP]
        if not isinstance(value, (list, bool)) and value != "":
            words += " (default: %(default)s)"
        if one.name == "game":
            parser.add_argument("game", nargs="?", default=value, metavar="GAME", help=words)
            continue
        flag = f"--{one.name.replace('_', '-')}"
        if isinstance(value, bool):
            parser.add_argument(flag, action="store_true", help=words)
        elif isinstance(value, list):
            number = int if one.name == "players" else str
            parser.add_argument(flag, nargs="+", type=number, default=value, metavar="X", help=words)
        else:
            letter = "N" if isinstance(value, (int, float)) else "TEXT"
            parser.add_argument(flag, type=type(value), default=value, metavar=letter, help=words)
    return parser


def read_arguments(kind: type[Kind], description: str, program: str | None = None) -> Kind:
    """The options of the command line, and defaults for the others."""
    return kind(**vars(parser_of(kind, description, program).parse_args()))


def check_numbers(arguments: Arguments) -> None:
    """Refuse numbers out of range.

    Raises:
        ConfigurationError: names the option and its range.
    """
    at_least = {"games": 1, "steps": 2, "epochs": 1, "minibatch": 1, "hidden": 1, "opponent_width": 1, "snapshot": 1}
    at_least |= {"past_policies": 1, "evaluate": 0, "decisions": 0, "threads": 1, "processes": 0, "seed": 0}
    at_least |= {"league": 0, "minutes": 0}
    for name, least in at_least.items():
        if not getattr(arguments, name) >= least:
            raise moon_envs.ConfigurationError(f"--{name.replace('_', '-')} must be at least {least}.")
    if not (arguments.minutes > 0 and arguments.league <= 1 and arguments.learning_rate > 0):
        raise moon_envs.ConfigurationError("--minutes and --learning-rate must be above 0, --league from 0 to 1.")
    if arguments.curriculum and not 0 < arguments.curriculum_share < 1:
        raise moon_envs.ConfigurationError("--curriculum-share must be between 0 and 1.")
