"""What all shells check in the same way: arguments, seeds, rendering."""

from __future__ import annotations

from typing import Any

from moon_envs.checks import check_whole_number, is_whole_number, shown
from moon_envs.errors import ArgumentError, ConfigurationError, IllegalActionError
from moon_envs.game import Game

ON_ILLEGAL = ("end", "raise")
RENDER_MODES = ("ansi", "human")


def check_render_mode(render_mode: str | None) -> str | None:
    """The render mode, if it is None or one of the allowed ones.

    Raises:
        ArgumentError: a `TypeError`, too, which trainers expect who try "rgb_array" first.
    """
    if render_mode is None or (isinstance(render_mode, str) and render_mode in RENDER_MODES):
        return render_mode
    raise ArgumentError(f"render_mode={shown(render_mode)} is not allowed; allowed: {', '.join(RENDER_MODES)}, None.")


def default_players(game: Game, players: int | None) -> int | None:
    """The number of players of a single-agent environment: the solo mode where there is one."""
    return 1 if players is None and game.has_solo_mode else players


def check_action(game: Game, action: Any) -> int:
    """An action as an int.

    Raises:
        IllegalActionError: it is no whole number.
    """
    if type(action) is not int and not is_whole_number(action):
        raise IllegalActionError(f"{game.id}: an action is a whole number, not {shown(action)}.")
    return int(action)


def check_seed(seed: Any) -> int | None:
    """A seed as Gymnasium wants it: None, or an int."""
    return None if seed is None else check_whole_number("seed", seed, 0, also="None")


def check_reset_options(options: Any) -> dict[str, Any]:
    """The options of a reset.

    Raises:
        ConfigurationError: they are no dict.
    """
    if options is None or isinstance(options, dict):
        return options or {}
    raise ConfigurationError(f"options={shown(options)} is not allowed; allowed: a dict, or None.")


def show(text: str, render_mode: str) -> str | None:
    """A rendered game: returned in mode "ansi", printed in mode "human"."""
    if render_mode == "ansi":
        return text
    print(text)
    return None
