"""The independent referee follows games of MLEM decision by decision: actor, legal set, position, points, result."""

import random
from collections import Counter

import pytest

from moon_envs.games.mlem.game import GAME
from tests.games.following import name_of, new_games, play_out, require
from tests.games.mlem.reading import TRANSLATION
from tests.referees.follow import FollowedGames

MODES = GAME.modes
GAMES_OF_A_MODE = 60
GO, STAY = 19, 20


def follow(mode, games, seed, land_below=0):
    """Follow random games; `land_below`: on spaces before this one astronauts stay, so that expeditions get far."""
    rng = random.Random(seed)

    def choose(row, referee):
        legal = referee.legal()
        if STAY in legal and referee.rocket.space < land_below:
            return STAY
        return rng.choice(sorted(legal - {GO}) or [GO]) if GO in legal and rng.random() < 0.5 else None

    batch = new_games(GAME, mode, games, seed)
    followed = FollowedGames(batch, TRANSLATION, choose if land_below else (lambda row, referee: None))
    return play_out(followed, events)[1]


def events(referee):
    """What happened in a game."""
    told = referee.snapshot()
    found = {f"goal {goal}" for goal, owner in enumerate(told["goals"]) if owner is not None}
    found |= {"eleven failures"} if referee.failures >= 11 else set()
    found |= {"eight on the mat"} if referee.failures < 11 else set()
    found |= {"deep space"} if any(told["deep_space"]) else set()
    found |= {"shared"} if 1 not in referee.outcome() else {"winner"}
    if told["ufo"] is not None:
        found |= {"UFO contact"} if any(told["ufo"]["owned"]) else set()
        found |= {"no expedition token left"} if not told["ufo"]["pile"] else set()
    if told["explorations"] is not None:
        found |= {"exploration points"} if any(told["explorations"]["owned"]) else set()
        found |= {"no exploration token left"} if not told["explorations"]["pile"] else set()
    if told["missions"] is not None:
        found |= {f"missions worth {row['missions']}" for row in referee.points()}
    return found


@pytest.mark.parametrize("mode", MODES, ids=name_of)
def test_random_games(mode):
    """Uniformly random play in all player counts and variants."""
    seen = follow(mode, GAMES_OF_A_MODE, seed=1000)
    require(seen, "eight on the mat", "winner")
    if mode.get("ufo"):
        require(seen, "UFO contact")
    if mode.get("explorations"):
        require(seen, "exploration points")
    if mode.get("secret_missions"):
        require(seen, "missions worth 0", "missions worth 2")


@pytest.mark.parametrize("land_below", [12, 20, 26])
def test_games_that_go_far(land_below):
    """Astronauts stay on board longer: far planets, deep space, all goals, emptied piles, eleven failures."""
    seen = Counter()
    for mode in MODES:
        seen += follow(mode, 8, seed=2000 + land_below, land_below=land_below)
    require(seen, "deep space", "eleven failures", "goal 3", "UFO contact", "exploration points")


def test_everything_is_reached():
    """Over many games every goal, every mission result and a shared victory occur."""
    seen = Counter()
    for players in (2, 5):
        mode = {"players": players, "ufo": True, "explorations": True, "secret_missions": True}
        seen += follow(mode, 100, seed=3)
        seen += follow(mode, 100, seed=4, land_below=9)
    require(seen, *(f"goal {goal}" for goal in range(4)), *(f"missions worth {points}" for points in (0, 2, 5, 10)))
    require(seen, "shared", "winner", "no expedition token left")
