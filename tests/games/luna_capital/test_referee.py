"""The independent referee follows games of Luna Capital decision by decision: who, what is legal, position, points.

What every seat knows of deck, hands and face-down cards is part of the position.
"""

import random
from collections import Counter

import pytest

from moon_envs.games.luna_capital.game import GAME
from tests.games.following import name_of, new_games, play_out, require
from tests.games.luna_capital.reading import TRANSLATION
from tests.referees.follow import FollowedGames
from tests.referees.luna_capital.city import FACE_DOWN, WITH_ROBOT
from tests.referees.luna_capital.policies import Builder, Cramped, Spender

MODES = GAME.modes
GAMES_OF_A_MODE = 12


def follow(mode, games, seed, policies=()):
    """Follow games of random players or, row by row, of players who go for something."""
    rng = random.Random(seed)
    deciding = [policy(rng) for policy in policies]

    def choose(row, referee):
        return deciding[(row + referee.actor) % len(deciding)].choose(referee) if deciding else None

    return play_out(FollowedGames(new_games(GAME, mode, games, seed), TRANSLATION, choose), events)[1]


def events(referee):
    """What happened in a game."""
    states = [card.state for player in referee.sides for card in player.city.cards.values()]
    found = {"winner" if 1 in referee.outcome() else "no winner"}
    found |= {"face down"} if FACE_DOWN in states else set()
    found |= {"robot"} if WITH_ROBOT in states else set()
    found |= {"discarded tile"} if referee.discarded else set()
    found |= {"card under the deck"} if referee.board.put_by else set()
    found |= {"shared concession"} if any(len(markers) > 1 for markers in referee.markers) else set()
    for markers in referee.markers:
        found |= {f"concession closed in phase {phase}" for phase in markers.values()}
    return found


@pytest.mark.parametrize("mode", MODES, ids=name_of)
def test_random_games(mode):
    """Uniformly random play with every number of players."""
    seen = follow(mode, GAMES_OF_A_MODE, seed=1000)
    require(seen, "robot", "face down", "card under the deck")
    assert seen["decisions"] > 80 * GAMES_OF_A_MODE * mode["players"]


@pytest.mark.parametrize("mode", MODES, ids=name_of)
def test_games_of_extreme_players(mode):
    """Players who pay, swap and cover numbers, who build themselves in, and who build well."""
    seen = follow(mode, 8, seed=2000, policies=(Spender, Cramped, Builder))
    require(seen, "robot", "face down", "card under the deck")


def test_everything_is_reached():
    """Over more games tiles are lost, concessions are shared and closed in every phase."""
    seen = Counter()
    for players in (2, 4):
        seen += follow({"players": players}, 6, seed=3, policies=(Cramped,))
        seen += follow({"players": players}, 8, seed=4, policies=(Builder,))
    require(seen, "discarded tile", "shared concession", "winner")
    require(seen, *(f"concession closed in phase {phase}" for phase in range(3)))
