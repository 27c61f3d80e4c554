"""Following games of an adventure with its independent referee, and what the games went through."""

import random
from collections import Counter

import pytest

from moon_envs.games.welcome_to_the_moon.configuration import MODES
from tests.games.following import name_of, new_games, require
from tests.referees.follow import FollowedGames
from tests.referees.welcome_to_the_moon.cards import ACTIONS
from tests.referees.welcome_to_the_moon.missions import MISSIONS
from tests.referees.welcome_to_the_moon.writing import LOST

LAST_SOLO_TURN = 35
TURNS_OF_A_RESHUFFLE = (21, 22, 41)
# What skilled games of most adventures go through.
ENDS_OF_SEVERAL = ("three errors", "three missions", "full sheet", "win", "loss", "turn 21", "turn 22")
ENDS_OF_SOLO = ("three errors", "three missions", "full sheet", "win", "loss", "turn 22")
BOTH_EFFECTS = tuple(f"effect card with a choice, pass {number}" for number in (1, 2))
WORK_OF_ASTRA = (
    *BOTH_EFFECTS,
    "bonus spent",
    "race crossed off by an effect card",
    "mission turned over by an effect card",
)

SOLO = [mode for mode in MODES if mode["players"] == 1]
SEVERAL = [mode for mode in MODES if mode["players"] > 1]


class RefereeFollows:
    """The independent referee follows games decision by decision: actor, legal set, position, points, result.

    The test class of an adventure names its referee, and adds tests with its own players.
    """

    GAME: str
    TRANSLATION: object  # how the records read in the referee's terms
    RANDOM_GAMES: dict  # how many games are played at random, by the number of players
    RANDOM_SOLO: tuple  # what the random games of the solo modes must go through
    RANDOM_SEVERAL: tuple  # and those of several players
    SPOILED: tuple  # changes of a referee's sheet, with the message that they must lead to

    def events(self, referee):
        """How and why a game ended, and what happened in it: a set or a `Counter`."""
        raise NotImplementedError("the test class of an adventure says it")

    def follow(self, mode, games, seed, players=None, prepare=None):
        """Follow games, and count how they ended and what they went through."""
        referees, seen = follow_adventure(self.GAME, self.TRANSLATION, mode, games, seed, players, prepare)
        for referee in referees:
            seen.update(self.events(referee))
        return seen

    @pytest.mark.parametrize("mode", MODES, ids=name_of)
    def test_random_games(self, mode):
        """Uniformly random play in every mode."""
        seen = self.follow(mode, self.RANDOM_GAMES[mode["players"]], seed=1000)
        require(seen, *(self.RANDOM_SOLO if mode["players"] == 1 else self.RANDOM_SEVERAL))

    def test_a_disagreement_is_found(self):
        """The comparison itself: a referee that differs in one thing fails, and the message names it."""
        for spoil, message in self.SPOILED:
            with pytest.raises(AssertionError, match=message):
                self.follow(
                    SEVERAL[0], 3, 1, prepare=lambda records, referees, spoil=spoil: spoil(referees[2].sheets[1])
                )


class SkilledGames:
    """Adds games of skilled players to a `RefereeFollows`: they reach what random games do not."""

    PLAYERS: tuple  # the policies that are mixed
    MIXED_GAMES: dict  # how many games of mixed policies, by the number of players
    SEEKERS: tuple  # the policies that also play alike, for chosen missions
    SEEKING_GAMES: dict  # how many games each of these plays with each choice of missions, by the number of players
    MISSIONS: tuple  # the choices of missions
    MORE_OF_SEVERAL: tuple = ()  # further games: the mode, how many, their seed, and what makes the players
    MORE_SOLO: tuple = ()
    SKILLED_SEVERAL: tuple  # what the games of several players must go through
    SKILLED_SOLO: tuple  # and the solo games
    NEVER_SOLO: tuple = ()  # what no solo game may go through

    def follow_skilled_players(self, modes, more):
        """Follow games of mixed policies, games in which all play alike for chosen missions, and further ones."""
        seen = Counter()
        for mode in modes:
            seen += self.follow(mode, self.MIXED_GAMES[mode["players"]], 3, mixed_players(self.PLAYERS))
            for chosen in self.MISSIONS:
                for seeker in self.SEEKERS:
                    games = self.SEEKING_GAMES[mode["players"]]
                    seen += self.follow({**mode, "missions": chosen}, games, 4, mixed_players((seeker,)))
        for mode, games, seed, players in more:
            seen += self.follow(mode, games, seed, players)
        return seen

    def test_guided_games_of_several(self):
        """Different skilled players: the missions, what the sheets offer, and every end of the game."""
        require(self.follow_skilled_players(SEVERAL, self.MORE_OF_SEVERAL), *self.SKILLED_SEVERAL)

    def test_guided_solo_games(self):
        """Skilled players against ASTRA: wins and losses, effect cards of both passes."""
        seen = self.follow_skilled_players(SOLO, self.MORE_SOLO)
        require(seen, *self.SKILLED_SOLO)
        assert not any(seen[name] for name in self.NEVER_SOLO)


class UseActionRefereeFollows(RefereeFollows):
    """The same for adventures with actions."""

    RANDOM_SOLO = ("three errors", "loss")
    RANDOM_SEVERAL = ("three errors", "win")

    def own_events(self, sheet):
        """What happened on a sheet that the other adventures do not have: {event: whether}."""
        raise NotImplementedError

    def events(self, referee):
        """What adventures with actions share, and the adventure's own."""
        own = [name for sheet in referee.sheets for name, happened in self.own_events(sheet).items() if happened]
        return Counter([*use_action_events(referee), *own])


def follow_adventure(game, translation, mode, games, seed, players=None, prepare=None):
    """Follow games to their ends.

    Args:
        game: the adventure.
        translation: how its records read in the referee's terms.
        mode: the options of the game.
        games: how many games.
        seed: of cards, random actions and players.
        players: makes the player of a seat from a source of chance and the seat; None plays at random.
        prepare: changes the first positions, as in `FollowedGames`.

    Returns:
        The referees, whose games are over, and how often something was chosen that the end does not show.
    """
    batch = new_games(game, mode, games, seed)
    tables = [
        [players(random.Random(f"{seed} {row} {seat}"), seat) for seat in range(mode["players"])] if players else None
        for row in range(games)
    ]
    chosen = Counter()

    def choose(row, referee):
        if referee.astra is not None and referee.astra.effect:
            chosen[f"effect card with a choice, pass {referee.astra.pass_number}"] += 1
        if tables[row] is None:
            return None
        wanted = tables[row][referee.actor].choose(referee)
        if wanted[0] == "wild":
            chosen[f"wild as {ACTIONS[wanted[1]]}"] += 1
        elif wanted[0] in ("system_error", "pass"):
            chosen[wanted[0]] += 1
        return wanted

    return FollowedGames(batch, translation, choose, prepare).play(), chosen


def use_action_events(referee):
    """How and why a game of an adventure with actions ended, and what happened in it."""
    found = ending(referee) | result_of(referee) | mission_events(referee)
    found |= {f"turn {turn}" for turn in TURNS_OF_A_RESHUFFLE if referee.turn >= turn}
    for sheet in referee.sheets:
        found |= {f"race {state}" for state in sheet.races}
        found |= {"full row of astronauts"} if sheet.astronauts == sheet.ASTRONAUT_SYMBOLS else set()
        found |= {"full row of plannings"} if sheet.plannings == sheet.PLANNING_SYMBOLS else set()
    if referee.astra is not None:
        found |= {"bonus spent"} if referee.astra.bonuses_spent else set()
        found |= {"race crossed off by an effect card"} if LOST in referee.sheets[0].races else set()
    return found


def ending(referee):
    """Why a game of an adventure with actions ended: one reason or more."""
    found = set()
    for seat, sheet in enumerate(referee.sheets):
        found |= {"three errors"} if sheet.errors == 3 else set()
        found |= {"full sheet"} if not sheet.empty_cells() else set()
        found |= {"three missions"} if referee.board.count(seat) == 3 else set()
    if referee.astra is not None and referee.turn > LAST_SOLO_TURN:
        found |= {"deck exhausted"}
    assert found, "the game ended without a reason"
    return found


def mission_events(referee):
    """The missions that were accomplished, first or later, or turned over by ASTRA."""
    found = set()
    for taken in referee.board.taken:
        for card, value in zip(referee.board.cards, taken, strict=True):
            if value is not None:
                found.add(f"mission {card} {'first' if value == MISSIONS[card].first else 'later'}")
    return found | turned_over_by_astra(referee)


def turned_over_by_astra(referee):
    """Whether a mission was turned over that the player of a solo game has not accomplished."""
    if referee.astra is None:
        return set()
    untouched = [value is None for value in referee.board.taken[0]]
    is_found = any(over and free for over, free in zip(referee.board.turned_over, untouched, strict=True))
    return {"mission turned over by an effect card"} if is_found else set()


def result_of(referee):
    """The result of the first player."""
    result = referee.outcome()[0]
    return {"win" if result == 1 else "loss" if result == -1 else "shared or draw"}


def missions_taken(cards, *times):
    """The events of these missions being accomplished: first, later or both."""
    return tuple(f"mission {card} {time}" for card in cards for time in times)


def mixed_players(policies, chance=0.05):
    """Makes players: the policies take the seats in turn, beginning with any of them."""

    def player(rng, seat):
        return policies[(rng.randrange(len(policies)) + seat) % len(policies)](rng, chance=chance)

    return player
