"""Arguments of the training programs: one for each field of a dataclass, which has its default and explains itself."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

import moon_envs

HELP = "help"


def setting(default: Any, words: str) -> Any:
    """A field of the arguments, and what `--help` says of it."""
    about = {HELP: words}
    if isinstance(default, list):
        return field(default_factory=lambda: list(default), metadata=about)
    return field(default=default, metadata=about)


@dataclass
class Arguments:
    """What can be set in ppo.py; every field is an argument of the command line."""

    game: str = setting("launch", "game id, see `moon-envs list`")
    players: list[int] = setting(
        [], "1 for solo, or numbers from 2 on (default: solo if the game has it, else the fewest)"
    )
    option: list[str] = setting([], "NAME=VALUE of the game (default: all its modes)")
    lessons: list[str] = setting([], "NAME=VALUE or NAME=VALUE,VALUE: modes to learn in before those (default: none)")
    lesson_time: float = setting(0.3, "share of the training for the lessons")
    minutes: float = setting(10.0, "how long to learn, what was done before --resume included")
    decisions: int = setting(0, "stop after so many decisions instead; 0 for no limit")
    seed: int = setting(0, "of the weights, the games and the drawn actions")
    folder: str = setting("", "of the run (default: runs/GAME-MODE-SEED)")
    resume: bool = setting(False, "go on with the run in the folder, with the same settings")
    processes: int = setting(0, "that learn together; 0 for one on every core, at most four")
    games: int = setting(512, "games played at once, in all processes")
    steps: int = setting(64, "decisions of each game between two updates")
    epochs: int = setting(2, "how often an update learns from each decision")
    minibatch: int = setting(2048, "decisions in each step of the optimiser, of all processes")
    learning_rate: float = setting(1.5e-3, "at the beginning; it falls to 0 at the end")
    discount: float = setting(1.0, "gamma: what a reward is worth one decision earlier; games end by themselves")
    trace: float = setting(0.995, "lambda of the generalised advantage")
    clip: float = setting(0.2, "how far PPO lets the ratio of probabilities go from 1")
    entropy: float = setting(0.01, "weight of the entropy of the policy in the loss")
    outcome: float = setting(0.5, "what winning is worth beside the points")
    hidden: int = setting(128, "width of the two hidden layers")
    rival_width: int = setting(64, "width of the layer that sees each opponent")
    pool: float = setting(0.2, "share of the games of several players against past policies and bots")
    bots: list[str] = setting([], "agents by name, for every other game of the pool (default: none)")
    past_selves: int = setting(8, "how many past policies the pool holds")
    snapshot: int = setting(25, "updates between two past policies")
    threads: int = setting(1, "of PyTorch, in each process")
    evaluate: int = setting(400, "games to evaluate the network with at the end; 0 for none")


@dataclass
class ExpertArguments(Arguments):
    """What can be set in expert_iteration.py beside what ppo.py has."""

    start: str = setting("", "a network.npz to begin with (default: random weights)")
    simulations: int = setting(16, "of the search, for each decision")
    noise: float = setting(0.1, "share of Dirichlet noise in the policy of the root")
    trust: float = setting(2.0, "how much the values of the search count against the scores of the network")
    games: int = setting(128, "games played at once, in all processes")
    steps: int = setting(64, "decisions of each game between two updates")
    learning_rate: float = setting(3e-4, "at the beginning; it falls to 0 at the end")
    pool: float = setting(0.0, "0: all seats search")
    entropy: float = setting(0.0, "weight of the entropy of the policy; the search keeps the policy from narrowing")


@dataclass
class RayArguments(Arguments):
    """What can be set in ray_selfplay.py beside what ppo.py has."""

    actors: int = setting(2, "processes that play, on all machines")
    address: str = setting("", "of a cluster that runs already (default: Ray starts on this machine)")
    learn: str = setting("yes", "yes, or no to play only and measure the actors")
    processes: int = setting(1, "of the learner: 1")


Kind = TypeVar("Kind", bound=Arguments)


def parser_of(kind: type[Arguments], description: str) -> argparse.ArgumentParser:
    """A parser with an argument for each field; `game` needs no name."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0], allow_abbrev=False)
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


def read_arguments(kind: type[Kind], description: str) -> Kind:
    """What the command line says, and the defaults of the dataclass for the rest."""
    return kind(**vars(parser_of(kind, description).parse_args()))


def check_numbers(arguments: Arguments) -> None:
    """Refuse numbers that cannot be meant."""
    at_least = {"games": 1, "steps": 2, "epochs": 1, "minibatch": 1, "hidden": 1, "rival_width": 1, "snapshot": 1}
    at_least |= {
        "past_selves": 1,
        "evaluate": 0,
        "decisions": 0,
        "threads": 1,
        "processes": 0,
        "seed": 0,
        "pool": 0,
        "minutes": 0,
    }
    for name, least in at_least.items():
        if not getattr(arguments, name) >= least:
            raise moon_envs.ConfigurationError(f"--{name.replace('_', '-')} must be at least {least}.")
    if not (arguments.minutes > 0 and arguments.pool <= 1 and arguments.learning_rate > 0):
        raise moon_envs.ConfigurationError("--minutes and --learning-rate must be above 0, --pool from 0 to 1.")
    if arguments.lessons and not 0 < arguments.lesson_time < 1:
        raise moon_envs.ConfigurationError("--lesson-time must be between 0 and 1: the share of the training for them.")
