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
class RunArguments:
    """The options that all trainers have."""

    game: str = setting("launch", "game id, see `moon-envs list`")
    players: list[int] = setting(
        [], "numbers of players: 1 for solo, or any from 2 on (default: solo if the game has it, else the fewest)"
    )
    option: list[str] = setting([], "options of the game, NAME=VALUE (default: all its modes)")
    minutes: float = setting(10.0, "length of the training, earlier sessions of a resumed run included")
    decisions: int = setting(0, "number of decisions to stop after, instead of --minutes; 0 for no limit")
    seed: int = setting(0, "seed of the weights, the games and the sampled actions")
    folder: str = setting("", "folder of the run (default: runs/GAME-MODE-OPTIONS-SEED)")
    resume: bool = setting(False, "continue the run in the folder, with the same options")
    games: int = setting(512, "games played in parallel, in all processes together")
    steps: int = setting(64, "decisions of each game in a rollout")
    epochs: int = setting(2, "passes over each rollout")
    minibatch: int = setting(2048, "decisions in a minibatch, of all processes together")
    learning_rate: float = setting(1.5e-3, "learning rate of Adam at the start; it falls linearly to 0")
    hidden: int = setting(128, "width of the two hidden layers")
    opponent_width: int = setting(64, "width of the layer that reads each opponent")
    threads: int = setting(1, "threads of PyTorch in each process")
    evaluate: int = setting(400, "games in each mode to evaluate the network on at the end; 0 for none")


@dataclass
class Arguments(RunArguments):
    """The options of `python -m training_examples.selfplay`."""

    curriculum: list[str] = setting(
        [], "modes to learn first, one stage after the other, NAME=VALUE or NAME=VALUE,VALUE (default: none)"
    )
    curriculum_share: float = setting(0.3, "share of the training for the curriculum")
    processes: int = setting(0, "processes that learn together; 0 for one on every core, at most four")
    gamma: float = setting(1.0, "discount factor for each decision of a player; games always end, so 1 is safe")
    gae_lambda: float = setting(0.995, "lambda of the generalised advantage estimation")
    clip: float = setting(0.2, "how far PPO lets the ratio leave 1 before its gradient is cut off")
    entropy: float = setting(0.01, "weight of the entropy bonus")
    outcome: float = setting(0.5, "reward for winning; points are rewarded as well")
    league: float = setting(0.2, "share of the games with several players that are played against the league")
    bots: list[str] = setting([], "agents by name for every other game of the league (default: none)")
    past_policies: int = setting(8, "how many past policies the league holds")
    snapshot: int = setting(25, "updates between two past policies")


@dataclass
class ValueArguments(RunArguments):
    """The options of `python -m training_examples.td`."""

    folder: str = setting("", "folder of the run (default: runs/td-GAME-MODE-OPTIONS-SEED)")
    games: int = setting(256, "games played in parallel")
    steps: int = setting(32, "decisions of each game between two updates")
    epochs: int = setting(1, "passes over the decisions between two updates")
    minibatch: int = setting(256, "decisions in a minibatch")
    learning_rate: float = setting(1e-3, "learning rate of Adam at the start; it falls linearly")
    least_rate: float = setting(0.05, "share of the learning rate at the end")
    hidden: int = setting(128, "width of the first layer")
    opponent_width: int = setting(32, "width of the layer that sees each opponent")
    second: int = setting(32, "width of the second layer")
    td_lambda: float = setting(0.9, "lambda: how much what comes later counts against what the network expects")
    temperature: float = setting(0.003, "size of the Gumbel noise in the worth of actions; 0 plays the best action")
    redraws: int = setting(1, "how often chance is redrawn for each decision")
    opponent: float = setting(1.0, "how much the best opponent's points count against the own points")
    chance: float = setting(1.0, "how much the chance to win counts")
    nearness: float = setting(0.7, "part of the chance to win that is settled by how near a seat came to winning")
    win_from: float = setting(0.1, "share of the training after which opponent and chance begin to count")
    win_until: float = setting(0.4, "share of the training after which they count in full")
    chance_loss: float = setting(0.1, "weight of the loss of the chance to win")
    threads: int = setting(1, "threads that play and learn")


@dataclass
class RayArguments(Arguments):
    """The options of ray_selfplay.py."""

    actors: int = setting(2, "number of actors, on all machines together")
    address: str = setting("", "address of a running cluster (default: Ray starts on this machine)")
    learn: str = setting("yes", "yes, or no to measure the actors without learning")
    processes: int = setting(1, "processes of the learner; must be 1")


Kind = TypeVar("Kind", bound=RunArguments)


def parser_of(kind: type[RunArguments], description: str, program: str | None = None) -> argparse.ArgumentParser:
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


def check_numbers(arguments: RunArguments) -> None:
    """Refuse numbers out of range.

    Raises:
        ConfigurationError: names the option and its range.
    """
    at_least = dict.fromkeys(("games", "epochs", "minibatch", "hidden", "opponent_width", "second", "redraws"), 1)
    at_least |= dict.fromkeys(("snapshot", "past_policies", "threads"), 1) | {"steps": 2}
    at_least |= dict.fromkeys(("evaluate", "decisions", "processes", "seed", "league", "minutes", "temperature"), 0)
    for name, least in at_least.items():
        if hasattr(arguments, name) and not getattr(arguments, name) >= least:
            raise moon_envs.ConfigurationError(f"--{name.replace('_', '-')} must be at least {least}.")
    if not (arguments.minutes > 0 and arguments.learning_rate > 0):
        raise moon_envs.ConfigurationError("--minutes and --learning-rate must be above 0.")
    if isinstance(arguments, Arguments):
        if not arguments.league <= 1:
            raise moon_envs.ConfigurationError("--league must be from 0 to 1.")
        if arguments.curriculum and not 0 < arguments.curriculum_share < 1:
            raise moon_envs.ConfigurationError("--curriculum-share must be between 0 and 1.")
    if isinstance(arguments, ValueArguments):
        for name in ("td_lambda", "least_rate", "nearness"):
            if not 0 <= getattr(arguments, name) <= 1:
                raise moon_envs.ConfigurationError(f"--{name.replace('_', '-')} must be from 0 to 1.")
        if not 0 <= arguments.win_from < arguments.win_until:
            raise moon_envs.ConfigurationError("--win-from must be at least 0 and below --win-until.")
