"""Following games with their independent referee, and what the games went through: shared by the tests of all games."""

from collections import Counter

import moon_envs


def name_of(mode):
    """A mode as the name of a test."""
    return "-".join(f"{name}{value}" for name, value in mode.items())


def new_games(game, mode, games, seed):
    """A batch that `FollowedGames` can follow to the ends of its games."""
    return moon_envs.Batch(game, games, seed=seed, autoreset="disabled", threads=1, **mode)


def play_out(followed, events):
    """Follow all games to their ends.

    Args:
        followed: the `FollowedGames`.
        events: returns what happened in the game of a referee.

    Returns:
        The referees, and how often each event happened; the number of decisions counts as "decisions".
    """
    referees = followed.play()
    seen = Counter()
    for referee in referees:
        seen.update(events(referee))
    seen["decisions"] = followed.decisions
    return referees, seen


def require(seen, *names):
    """Fail if the games did not go through all of these."""
    missing = [name for name in names if not seen[name]]
    assert not missing, f"not reached: {missing}; reached: {dict(seen)}"
