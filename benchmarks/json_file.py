"""`--json FILE` of the benchmarks: writes the numbers to a file that a later run may replace."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from moon_envs.base.errors import ConfigurationError
from moon_envs.base.files.disk import write_file
from moon_envs.base.files.outputs import check_output, has_mark

MARK = '"made_by": "moon_envs benchmarks"'


def add_force_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--force`, which replaces any file, see `moon_envs.base.files.outputs`."""
    parser.add_argument("--force", action="store_true", help="replace an existing file that this program did not write")


def parse_with_json_file(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Add `--json` and `--force`, and read the arguments; refuses a file that must not be replaced before any work."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to this file")
    add_force_argument(parser)
    arguments = parser.parse_args()
    try:
        _check(arguments)
    except ConfigurationError as error:
        parser.error(str(error))
    return arguments


def write_json_file(arguments: argparse.Namespace, numbers: dict[str, Any]) -> None:
    """Write the numbers if `--json` names a file."""
    if arguments.json:
        _check(arguments)
        name, value = json.loads(f"{{{MARK}}}").popitem()
        write_file(arguments.json, (json.dumps({name: value, **numbers}, indent=2) + "\n").encode())


def _check(arguments: argparse.Namespace) -> None:
    if arguments.json:
        is_ours = has_mark(MARK)
        check_output(arguments.json, "the numbers of a benchmark", is_ours, force=arguments.force, insist="--force")
