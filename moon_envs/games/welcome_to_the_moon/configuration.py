"""The options all adventures share, and how a configuration is written into records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from moon_envs.base.checks import as_array, check_whole_number, is_whole_number, shown
from moon_envs.base.errors import ConfigurationError
from moon_envs.core.game import Configuration
from moon_envs.core.tables import Option
from moon_envs.games.welcome_to_the_moon.opponents import LEVELS
from moon_envs.games.welcome_to_the_moon.state import AT_RANDOM, MAX_PLAYERS

PLAYER_COUNTS = tuple(range(1, MAX_PLAYERS + 1))  # welcome 1.1
SOURCE = (
    "Welcome to the Moon (2021), rulebook in English and French; card and sheet facts from public implementations, "
    "read again on pictures. Nothing is reconstructed."
)

OPTIONS = (
    Option(
        "opponent",
        1,
        f"1 to {LEVELS}",
        "ASTRA's level in the solo mode (players=1)",
        tuple(range(1, LEVELS + 1)),
    ),
    Option(
        "missions",
        None,
        "None, or three mission cards of the letters A, B and C",
        "the missions on the table; None draws them at random",
    ),
)

MODES = tuple([{"players": 1, "opponent": level} for level in range(1, LEVELS + 1)]) + tuple(
    {"players": players} for players in PLAYER_COUNTS[1:]
)


def option_checker(adventure: str, missions: tuple) -> Callable[[int, dict[str, Any]], dict[str, Any]]:
    """Make the function that checks the options of an adventure with these mission cards."""

    def check_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
        opponent = options.get("opponent")
        if players > 1 and opponent is not None:
            raise ConfigurationError(
                f"{adventure}: opponent={shown(opponent)} is ASTRA's level and needs the solo mode, players=1."
            )
        if players == 1:
            opponent = 1 if opponent is None else opponent
            opponent = check_whole_number("opponent", opponent, 1, LEVELS, where=f"{adventure}: ")
        chosen = options.get("missions")
        checked: dict[str, Any] = {"opponent": opponent}
        checked["missions"] = None if chosen is None else _check_missions(adventure, chosen, missions)
        return checked

    def _check_missions(adventure: str, chosen: Any, missions: tuple) -> tuple[int, ...]:
        allowed = [[card[0] for card in pair] for pair in missions]
        is_list = isinstance(chosen, (list, tuple, np.ndarray)) and as_array(chosen).shape == (len(missions),)
        cards = tuple(int(card) for card in chosen if is_whole_number(card)) if is_list else ()
        if len(cards) < len(missions) or any(c not in pair for c, pair in zip(cards, allowed, strict=True)):
            words = ", ".join(f"{a} or {b} for {letter}" for letter, (a, b) in zip("ABC", allowed, strict=True))
            raise ConfigurationError(
                f"{adventure}: missions={shown(chosen)} is not allowed; allowed: None or three cards: {words}."
            )
        return cards

    return check_options


def configurer(missions: tuple) -> Callable[[np.ndarray, Configuration], None]:
    """Make the function that writes a configuration into records of an adventure with these mission cards."""

    def configure(states: np.ndarray, configuration: Configuration) -> None:
        states["player_count"] = configuration.players
        states["opponent"] = configuration.options["opponent"] or 0
        chosen = configuration.options["missions"]
        for letter, pair in enumerate(missions):
            cards = [card[0] for card in pair]
            states["mission_choice"][:, letter] = AT_RANDOM if chosen is None else cards.index(chosen[letter])

    return configure
