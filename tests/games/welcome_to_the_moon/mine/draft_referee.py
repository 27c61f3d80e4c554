"""The independent referee follows games of Mine decision by decision: actor, legal set, position, points, result."""

from collections import Counter

import pytest

from games.welcome_to_the_moon.following import (
    acting_events,
    follow_adventure,
    mixed_players,
    modes_of,
    name_of,
    require,
)
from games.welcome_to_the_moon.mine.reading import TRANSLATION
from referees.welcome_to_the_moon.mine_policies import PLAYERS, Achiever

SOLO, SEVERAL = modes_of("mine")

# How many games by the number of players.
RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 14}
GUIDED_GAMES = {1: 4, 2: 12, 3: 5, 4: 4, 5: 3, 6: 3}
ACHIEVING_GAMES = {1: 3, 2: 10}


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


def achiever(rng, seat):
    """A player who goes for the missions."""
    return Achiever(rng, chance=0.05)


def test_guided_games_of_several():
    """Different skilled players: every mission, filling bonuses circled and lost, every end."""
    seen = Counter()
    for mode in SEVERAL:
        seen += follow(mode, GUIDED_GAMES[mode["players"]], 3, mixed_players(PLAYERS))
    seen += follow(SEVERAL[0], ACHIEVING_GAMES[2], 3, achiever)
    require(seen, "three errors", "three missions", "full sheet", "win", "loss", "turn 21", "turn 22")
    require(seen, "race circled", "race lost", "robot factory", "all pumps", "control centres", "no robot left")
    require(seen, *(f"mission {card} {value}" for card in range(82, 88) for value in ("first", "later")))
    require(seen, "no energy left", "pass", "system_error", "full row of astronauts", "full row of plannings")


def test_guided_solo_games():
    """Skilled players against ASTRA: wins and losses, effect cards of both passes."""
    seen = Counter()
    for mode in SOLO:
        seen += follow(mode, GUIDED_GAMES[1], 2, mixed_players(PLAYERS))
        seen += follow(mode, ACHIEVING_GAMES[1], 3, achiever)
    require(seen, "three errors", "full sheet", "three missions", "deck exhausted", "win", "loss", "turn 22")
    require(seen, *(f"effect card with a choice, pass {number}" for number in (1, 2)), "race circled")
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
