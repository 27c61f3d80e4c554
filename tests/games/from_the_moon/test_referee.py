"""The independent referee follows games decision by decision: actor, legal set, position, points, result."""

import random
from collections import Counter

import pytest

from moon_envs.games.from_the_moon.game import GAME
from tests.games.following import name_of, new_games, play_out, require
from tests.games.from_the_moon.reading import TRANSLATION
from tests.referees.follow import FollowedGames
from tests.referees.from_the_moon.policies import Busy
from tests.referees.from_the_moon.scoring import medal

GAMES_OF_A_MODE = 16
MEANS = 7
MEDALS = (None, "bronze", "silver", "gold")


def follow(mode, games, seed, choose=None, rich=False):
    """Follow games and count what happened in them. In rich games players can pay everything."""
    batch = new_games(GAME, mode, games, seed)
    decide = choose or (lambda row, referee: None)

    def enrich(row, referee):
        if referee.frame == "MAIN":
            make_rich(batch, row, referee)
        return decide(row, referee)

    referees, seen = play_out(FollowedGames(batch, TRANSLATION, enrich if rich else decide), events)
    for state, referee in zip(batch.states, referees, strict=True):
        assert MEDALS[state["medal"]] == (medal(referee) if "won" in events(referee) else None)
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


def busy(seed):
    """Players who work on ships when they can and seldom refuse."""
    policy = Busy(random.Random(seed))
    return lambda row, referee: policy.choose(referee)


def make_rich(batch, row, referee):
    """Refill the resources of the player whose turn it is, in the record and in the referee."""
    records = batch.states[row : row + 1].copy()
    player, own = referee.own, records[0]["players"][referee.seat]
    for resource in range(4):
        more = max(MEANS - player.resources[resource], 0)
        player.resources[resource] += more
        referee.moon.supply[resource] -= more
        own["resources"][resource] += more
    player.batteries = own["batteries"] = max(player.batteries, 6)
    player.energy = own["energy"] = player.batteries
    batch.set_states(records, [row])


@pytest.mark.parametrize("mode", GAME.modes, ids=name_of)
def test_random_games(mode):
    """Uniformly random play in all modes."""
    is_solo = mode["players"] == 1
    # Random players starve soon when they are alone.
    seen = follow(mode, 5 * GAMES_OF_A_MODE if is_solo else GAMES_OF_A_MODE, seed=1000)
    assert seen["decisions"] > 1000
    require(seen, "starved" if is_solo else "beyond the track")


@pytest.mark.parametrize("mode", GAME.modes, ids=name_of)
def test_busy_games(mode):
    """Players who build: launches, improvements, laboratories, large buildings."""
    seen = follow(mode, GAMES_OF_A_MODE, seed=2000, choose=busy(1))
    if mode["players"] > 1:
        require(seen, "improved part", "laboratories", "large building")


@pytest.mark.parametrize("mode", GAME.modes, ids=name_of)
def test_rich_games(mode):
    """Games with refilled means: everything is built, all ships launch, stacks grow."""
    seen = follow(mode, GAMES_OF_A_MODE // 2, seed=3000, choose=busy(2), rich=True)
    require(seen, "3 launches", "improved part", "laboratories", "large building", "faction building")


def test_every_faction_building():
    """Over rich games the buildings of all factions are used."""
    seen = Counter()
    for seed in range(2):
        seen += follow({"players": 4}, 12, seed=4000 + seed, choose=busy(seed), rich=True)
    require(seen, *(f"faction building {faction}" for faction in range(8)))


def test_won_solo_games():
    """Rich solo games are won now and then, and have the referee's medal."""
    seen = follow({"players": 1, "objectives": 2}, 30, seed=77, choose=busy(5), rich=True)
    require(seen, "won", "3 launches")
