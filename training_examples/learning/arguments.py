"""Arguments of the command line: one for each field of a dataclass."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import TypeVar

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
