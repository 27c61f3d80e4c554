"""The independent referee follows games of Journey."""

from collections import Counter

from tests.games.welcome_to_the_moon.following import (
    ENDS_OF_SEVERAL,
    ENDS_OF_SOLO,
    SEVERAL,
    SOLO,
    WORK_OF_ASTRA,
    UseActionRefereeFollows,
    missions_taken,
    mixed_players,
    require,
)
from tests.games.welcome_to_the_moon.journey.reading import TRANSLATION
from tests.referees.welcome_to_the_moon.cards import ACTIONS
from tests.referees.welcome_to_the_moon.journey_policies import PLAYERS, Achiever

# How many games by the number of players.
GUIDED_GAMES = {1: 6, 2: 16, 3: 6, 4: 4, 5: 3, 6: 3}
ACHIEVING_GAMES = {1: 3, 2: 10}


def achiever(rng, seat):
    """A player who goes for the missions."""
    return Achiever(rng, chance=0.05)


class TestJourney(UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "journey"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 26, 2: 50, 3: 36, 4: 22, 5: 15, 6: 12}
    SPOILED = (
        (lambda sheet: setattr(sheet, "energies", 3), r"players\[1\].energies: kernels 1, referee 3"),
        (lambda sheet: sheet.lines.add(7), r"players\[1\].lines: kernels \[\], referee \[7\]"),
        (lambda sheet: setattr(sheet, "errors", 1), r"errors: kernels 0, referee 1"),
    )

    def own_events(self, sheet):
        return {
            "wild used": sheet.wilds_used > 0,
            "twelve energies": sheet.energies == 12,
            "station with all plants": any(plants == 4 for plants in sheet.plants[2:]),
        }

    def test_guided_games_of_several(self):
        """Different skilled players: every mission, races won and lost, wild actions, every end."""
        seen = Counter()
        for mode in SEVERAL:
            seen += self.follow(mode, GUIDED_GAMES[mode["players"]], 3, mixed_players(PLAYERS))
        seen += self.follow(SEVERAL[0], ACHIEVING_GAMES[2], 3, achiever)
        require(seen, *ENDS_OF_SEVERAL, "race high", "race low", "race lost", "twelve energies", "wild used", "pass")
        require(seen, "station with all plants", "full row of astronauts", "full row of plannings", "system_error")
        require(seen, *missions_taken(range(70, 76), "first"), *missions_taken((70, 72, 73, 74), "later"))
        require(seen, *(f"wild as {action}" for action in ACTIONS))

    def test_guided_solo_games(self):
        """Skilled players against ASTRA: wins and losses, effect cards of both passes, the exhausted deck."""
        seen = Counter()
        for mode in SOLO:
            seen += self.follow(mode, GUIDED_GAMES[1], 2, mixed_players(PLAYERS))
            # Missions without robots, so that several multipliers are open in the second pass.
            seen += self.follow({**mode, "missions": (71, 73, 75)}, ACHIEVING_GAMES[1], 3, achiever)
        require(seen, *ENDS_OF_SOLO, *WORK_OF_ASTRA, "deck exhausted", "wild used", "race high", "race low")
        require(seen, *missions_taken((71, 73, 75), "later"))
