"""The independent referee follows games of Mine decision by decision: actor, legal set, position, points, result."""

import pytest

from games.welcome_to_the_moon.following import (
    acting_events,
    follow_adventure,
    follow_skilled_players,
    modes_of,
    name_of,
    require,
)
from games.welcome_to_the_moon.mine.reading import TRANSLATION
from referees.welcome_to_the_moon.mine_policies import PLAYERS, Achiever, Filler

SOLO, SEVERAL = modes_of("mine")

# How many games by the number of players.
RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 14}
MIXED_GAMES = {1: 4, 2: 12, 3: 5, 4: 4, 5: 3, 6: 3}
SEEKING_GAMES = {1: 1, 2: 6, 3: 2, 4: 1, 5: 1, 6: 1}
SEEKERS = (Achiever, Filler)
MISSIONS = ((82, 84, 86), (83, 85, 87))


def follow(mode, games, seed, players=None, prepare=None):
    """Follow games, and count how they ended and what they went through."""
    referees, seen = follow_adventure("mine", TRANSLATION, mode, games, seed, players, prepare)
    for referee in referees:
        seen.update(acting_events(referee))
        for sheet in referee.sheets:
            seen["robot factory"] += sheet.complete(10)
            seen["all pumps"] += len(sheet.pumps) == 12
            seen["control centres"] += sheet.complete(4) and sheet.complete(5)
            seen["no energy left"] += not sheet.energy_factories()
            seen["no robot left"] += not sheet.robot_factories()
    return seen


@pytest.mark.parametrize("mode", SOLO + SEVERAL, ids=name_of)
def test_random_games(mode):
    """Uniformly random play in every mode."""
    seen = follow(mode, RANDOM_GAMES[mode["players"]], seed=1000)
    require(seen, "three errors", "win" if mode["players"] > 1 else "loss")


def test_guided_games_of_several():
    """Different skilled players: every mission, filling bonuses circled and lost, every end."""
    seen = follow_skilled_players(follow, SEVERAL, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
    require(seen, "three errors", "three missions", "full sheet", "win", "loss", "turn 21", "turn 22")
    require(seen, "race circled", "race lost", "robot factory", "all pumps", "control centres")
    require(seen, *(f"mission {card} first" for card in range(82, 88)), "no energy left", "system_error")
    require(seen, *(f"mission {card} later" for card in range(82, 87)))
    require(seen, "full row of astronauts", "full row of plannings")


def test_guided_solo_games():
    """Skilled players against ASTRA: wins and losses, effect cards of both passes."""
    seen = follow_skilled_players(follow, SOLO, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
    require(seen, "three errors", "full sheet", "three missions", "deck exhausted", "win", "loss", "turn 22")
    require(seen, *(f"effect card with a choice, pass {number}" for number in (1, 2)), "race circled")
    require(seen, "mission 87 later")
    require(seen, "race crossed off by an effect card", "mission turned over by an effect card", "bonus spent")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda sheet: sheet.pockets.add(7), r"players\[1\].pockets: kernels \[\], referee \[7\]"),
        (lambda sheet: sheet.races.__setitem__(2, "lost"), r"players\[1\].filling\[2\]: kernels open, referee lost"),
        (lambda sheet: setattr(sheet, "errors", 1), r"errors: kernels 0, referee 1"),
    ],
)
def test_a_disagreement_is_found(spoil, message):
    """The comparison itself: a referee that differs in one thing fails, and the message says in what."""
    with pytest.raises(AssertionError, match=message):
        follow({"players": 2}, 3, 1, prepare=lambda records, referees: spoil(referees[2].sheets[1]))
