"""Messages to the user on standard error, about slow steps and about problems."""

from __future__ import annotations

import contextlib
import os
import sys

QUIET = "MOON_ENVS_QUIET"


def notice(words: str) -> None:
    """Print one line on standard error, unless the environment variable `MOON_ENVS_QUIET` is set."""
    if not os.environ.get(QUIET):
        tell(words)


def tell(words: str) -> None:
    """Print one line on standard error."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):  # a closed stream is no reason to fail
        print(f"moon_envs: {words}", file=sys.stderr, flush=True)
