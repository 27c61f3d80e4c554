"""Checks that all environments share: arguments, actions, seeds."""

from __future__ import annotations

from typing import Any

from moon_envs.base.checks import check_choice, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError, IllegalActionError
from moon_envs.core.game import Game

ON_ILLEGAL = ("end", "raise")


def default_players(game: Game, players: int | None) -> int | None:
    """Return the number of players of a single-agent environment; by default the solo mode where there is one."""
    return 1 if players is None and game.has_solo_mode else players


def check_on_illegal(on_illegal: Any) -> str:
    """Check `on_illegal` of an environment, "end" or "raise", and return what `Batch.step` takes for it."""
    return "forfeit" if check_choice("on_illegal", on_illegal, ON_ILLEGAL) == "end" else "raise"


def check_action(game: Game, action: Any) -> int:
    """Check that an action is a whole number, and return it as an int.

    Raises:
        IllegalActionError: it is something else.
    """
    if type(action) is not int and not is_whole_number(action):
        raise IllegalActionError(f"{game.id}: an action is a whole number, not {shown(action)}.")
    return int(action)


def check_seed(seed: Any) -> int | None:
    """Check a seed, and return it as Gymnasium expects it: None or an int."""
    return None if seed is None else check_whole_number("seed", seed, 0, also="None")


def check_reset_options(options: Any) -> dict[str, Any]:
    """Check the options of a reset, and return them as a dict.

    Raises:
        ConfigurationError: they are neither a dict nor None.
    """
    if options is None or isinstance(options, dict):
        return options or {}
    raise ConfigurationError(f"options={shown(options)} is not allowed; allowed: a dict, or None.")
