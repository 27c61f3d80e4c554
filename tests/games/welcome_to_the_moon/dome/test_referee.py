"""The independent referee follows games of Dome in every mode."""

from tests.games.welcome_to_the_moon.dome.reading import TRANSLATION
from tests.games.welcome_to_the_moon.following import (
    SEVERAL,
    SOLO,
    UseActionRefereeFollows,
    follow_skilled_players,
    require,
)
from tests.referees.welcome_to_the_moon.cards import X
from tests.referees.welcome_to_the_moon.dome_policies import PLAYERS, Achiever, Filler

# How many games by the number of players.
MIXED_GAMES = {1: 6, 2: 12, 3: 6, 4: 4, 5: 3, 6: 3}
SEEKING_GAMES = {1: 2, 2: 6, 3: 2, 4: 1, 5: 1, 6: 1}
SEEKERS = (Achiever, Filler)
MISSIONS = ((88, 90, 92), (89, 91, 93))


class TestDome(UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "dome"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 24}
    SPOILED = (
        (lambda sheet: sheet.cuts.add(3), r"players\[1\].cuts: kernels \[\], referee \[3\]"),
        (lambda sheet: sheet.built.update((0, 1)), r"players\[1\].built: kernels \[\], referee \[0, 1\]"),
        (lambda sheet: sheet.races.__setitem__(2, "lost"), r"players\[1\].ends\[2\]: kernels open, referee lost"),
        (lambda sheet: sheet.waters.__setitem__(4, 1), r"players\[1\].waters\[4\]: kernels 0, referee 1"),
    )

    def own_events(self, sheet):
        return {
            "dome built": not sheet.unbuilt_pieces(),
            "a half alone": any(len(sheet.built & {2 * section, 2 * section + 1}) == 1 for section in sheet.cuts),
            "free X": sheet.cells.count(X) > len(sheet.cuts),
            "full level": 3 in sheet.symbols(),
            "full track": 4 in sheet.energies,
            "no astronaut": sheet.astronauts == 0,
        }

    def test_guided_games_of_several(self):
        """Different skilled players: every mission, high and low bonuses, every end of the game."""
        seen = follow_skilled_players(self.follow, SEVERAL, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        require(seen, "three errors", "three missions", "full sheet", "win", "loss", "turn 21", "turn 22")
        require(seen, "race high", "race low", "dome built", "a half alone", "free X", "full level", "full track")
        require(seen, *(f"mission {card} first" for card in range(88, 94)), "pass")
        require(seen, "no astronaut", "full row of astronauts", *(f"mission {card} later" for card in range(88, 94)))

    def test_guided_solo_games(self):
        """Skilled players against ASTRA: wins and losses, effect cards of both passes."""
        seen = follow_skilled_players(self.follow, SOLO, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        require(seen, "three errors", "full sheet", "three missions", "deck exhausted", "win", "loss", "turn 22")
        require(seen, *(f"effect card with a choice, pass {number}" for number in (1, 2)), "race high", "race low")
        require(seen, "race crossed off by an effect card", "mission turned over by an effect card", "bonus spent")
