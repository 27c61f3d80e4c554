"""The compliance suite: what must hold for every game, as functions that raise AssertionError.

The tests of this package run it over the registry; use `check_game(game)` for a game of your own. Every check fails on
a small game that is broken on purpose (tests/testing/test_broken_games.py): a check that cannot fail proves nothing.
It imports `records` and everything below it. Start with `play.py`.
"""

from __future__ import annotations

from moon_envs.core.game import Game
from moon_envs.core.registry import game as find_game
from moon_envs.testing.knowledge import check_leaks, check_paid_by_knowledge, check_resample
from moon_envs.testing.play import (
    check_determinism,
    check_random_play,
    check_rewards,
    check_tables,
    check_words,
    play_everything,
)
from moon_envs.testing.replays import check_replays
from moon_envs.testing.robustness import (
    check_copies,
    check_crafted_records,
    check_dirty_records,
    check_finished_games,
    check_illegal_actions,
    check_recording,
    check_saves,
)

CHECKS = (
    check_random_play,
    check_words,
    check_determinism,
    check_rewards,
    check_saves,
    check_recording,
    check_illegal_actions,
    check_finished_games,
    check_dirty_records,
    check_copies,
    check_crafted_records,
    check_leaks,
    check_paid_by_knowledge,
    check_resample,
    check_replays,
)
"""The checks of one mode of a game: (game, mode) -> None."""


def check_game(game: str | Game) -> None:
    """Run every check on every mode of a game.

    Example:
        `moon_envs.testing.check_game(GAME)`, with a game of your own; it takes some minutes.
    """
    found = find_game(game)
    check_tables(found)
    for mode in found.modes:
        for check in CHECKS:
            check(found, mode)


__all__ = ["CHECKS", "check_game", "check_tables", "play_everything", *(check.__name__ for check in CHECKS)]
