"""The independent referee follows games of Dome in every mode."""

from tests.games.welcome_to_the_moon.dome.reading import TRANSLATION
from tests.games.welcome_to_the_moon.following import (
    ENDS_OF_SEVERAL,
    ENDS_OF_SOLO,
    WORK_OF_ASTRA,
    SkilledGames,
    UseActionRefereeFollows,
    missions_taken,
)
from tests.referees.welcome_to_the_moon.cards import X
from tests.referees.welcome_to_the_moon.dome_policies import PLAYERS, Achiever, Filler


class TestDome(SkilledGames, UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "dome"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 24}
    PLAYERS = PLAYERS
    MIXED_GAMES = {1: 6, 2: 12, 3: 6, 4: 4, 5: 3, 6: 3}
    SEEKERS = (Achiever, Filler)
    SEEKING_GAMES = {1: 2, 2: 6, 3: 2, 4: 1, 5: 1, 6: 1}
    MISSIONS = ((88, 90, 92), (89, 91, 93))
    SKILLED_SEVERAL = (
        ENDS_OF_SEVERAL
        + ("race high", "race low", "dome built", "a half alone", "free X", "full level", "full track")
        + ("no astronaut", "full row of astronauts", "pass")
        + missions_taken(range(88, 94), "first", "later")
    )
    SKILLED_SOLO = ENDS_OF_SOLO + WORK_OF_ASTRA + ("deck exhausted", "race high", "race low")
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
