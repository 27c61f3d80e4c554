"""The independent referee follows games of Virus in every mode."""

from tests.games.welcome_to_the_moon.following import ENDS_OF_SEVERAL, SkilledGames, UseActionRefereeFollows
from tests.games.welcome_to_the_moon.virus.reading import TRANSLATION
from tests.referees.welcome_to_the_moon.virus_policies import PLAYERS


class TestVirus(SkilledGames, UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "virus"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 24}
    PLAYERS = PLAYERS
    MIXED_GAMES = {1: 6, 2: 12, 3: 6, 4: 4, 5: 3, 6: 3}
    SEEKERS = PLAYERS
    SEEKING_GAMES = {1: 1, 2: 3, 3: 1, 4: 1, 5: 1, 6: 1}
    MISSIONS = ((94, 96, 98), (95, 97, 99))
    SKILLED_SEVERAL = ENDS_OF_SEVERAL
    SKILLED_SOLO = ("three errors", "full sheet", "deck exhausted", "win", "loss", "turn 22")
    SPOILED = (
        (lambda sheet: sheet.walkways.add(3), r"players\[1\].walkways: kernels \[\], referee \[3\]"),
        (lambda sheet: sheet.tanks.add(2), r"players\[1\].tanks: kernels \[\], referee \[2\]"),
        (lambda sheet: sheet.energies.__setitem__(4, 3), r"players\[1\].energies\[4\]: kernels 1, referee 3"),
        (lambda sheet: setattr(sheet, "wilds_used", 1), r"wilds_used: kernels 0, referee 1"),
    )

    def own_events(self, sheet):
        return {}
