"""The independent referee follows games decision by decision: actor, legal set, position, points, result."""

import random
from collections import Counter

import pytest

import moon_envs
from moon_envs.games.from_the_moon.game import GAME
from tests.games.from_the_moon.reading import TRANSLATION
from tests.referees.follow import FollowedGames
from tests.referees.from_the_moon.policies import Busy

GAMES_OF_A_MODE = 24


def name_of(mode):
    return "-".join(f"{name}{value}" for name, value in mode.items())


def follow(mode, games, seed, choose=None, prepare=None):
    """Follow games; what happened in them is counted."""
    batch = moon_envs.Batch(GAME, games, seed=seed, autoreset="disabled", threads=1, **mode)
    followed = FollowedGames(batch, TRANSLATION, choose or (lambda row, referee: None), prepare)
    seen = Counter()
    for referee in followed.play():
        seen.update(events(referee))
    seen["decisions"] = followed.decisions
    return seen


def events(referee):
    """What happened in a game."""
    told = referee.snapshot()
    found = {f"faction {player['faction']}" for player in told["players"]}
    found |= {f"{sum(space is not None for space in told['launched_on'])} launches"}
    found |= {"starved"} if told["lost"] else set()
    found |= {"improved part"} if any(owner is not None for row in told["improvements"] for owner in row) else set()
    found |= {"beyond the track"} if any(player["space"] == 7 for player in told["players"]) else set()
    for player in told["players"]:
        found |= {"faction building"} if player["faction_building"] else set()
        found |= {f"faction building {player['faction']}"} if player["faction_building"] else set()
        found |= {"large building"} if player["large"] else set()
        found |= {"laboratories"} if len(player["laboratories"]) > 4 else set()
    found |= {"won"} if told["solo"] and referee.outcome() == [1.0] else set()
    return found


def require(seen, *names):
    missing = [name for name in names if not seen[name]]
    assert not missing, f"not reached: {missing}; reached: {dict(seen)}"


def busy(seed):
    """Players who work on ships when they can and seldom refuse."""
    policy = Busy(random.Random(seed))
    return lambda row, referee: policy.choose(referee)


def make_rich(records, referees):
    """Give everybody plenty from the first decision on, so that nothing fails for want of means.

    The faction's set-up replaces what a player has before it, so this is for games whose factions are given.
    """
    for row, referee in enumerate(referees):
        for seat, player in enumerate(referee.players):
            own = records[row]["players"][seat]
            for resource in range(4):
                more = 60 - player.resources[resource]
                player.resources[resource] += more
                referee.moon.supply[resource] -= more
            player.batteries = player.energy = 9
            own["resources"] = 60
            own["batteries"] = own["energy"] = 9


@pytest.mark.parametrize("mode", GAME.modes, ids=name_of)
def test_random_games(mode):
    """Uniformly random play in all modes."""
    seen = follow(mode, GAMES_OF_A_MODE, seed=1000)
    assert seen["decisions"] > 1000
    require(seen, "starved" if mode["players"] == 1 else "beyond the track")


@pytest.mark.parametrize("mode", GAME.modes, ids=name_of)
def test_busy_games(mode):
    """Players who build: launches, improvements, laboratories, large buildings."""
    seen = follow(mode, GAMES_OF_A_MODE, seed=2000, choose=busy(1))
    if mode["players"] > 1:
        require(seen, "1 launches", "improved part", "laboratories", "large building", "faction building")
