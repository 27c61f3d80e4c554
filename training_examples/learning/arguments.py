"""Arguments of the command line: one for each field of a dataclass."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import TypeVar

import moon_envs

Arguments = TypeVar("Arguments")


def read_arguments(kind: type[Arguments], description: str) -> Arguments:
    """What the command line says, and the defaults of the dataclass for the rest; `game` needs no name."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0], allow_abbrev=False)
    defaults = kind()
    for one in fields(kind):
        value = getattr(defaults, one.name)
        if one.name == "game":
            parser.add_argument("game", nargs="?", default=value)
        elif isinstance(value, bool):
            parser.add_argument(f"--{one.name}", action="store_true")
        elif isinstance(value, list):
            type_of_one = int if one.name == "players" else str
            parser.add_argument(f"--{one.name}", nargs="+", type=type_of_one, default=value)
        else:
            parser.add_argument(f"--{one.name.replace('_', '-')}", type=type(value), default=value)
    return kind(**vars(parser.parse_args()))


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
