"""The independent referee follows games of Colony."""

from tests.games.welcome_to_the_moon.colony.reading import TRANSLATION
from tests.games.welcome_to_the_moon.following import (
    ENDS_OF_SEVERAL,
    ENDS_OF_SOLO,
    SOLO,
    WORK_OF_ASTRA,
    SkilledGames,
    UseActionRefereeFollows,
    missions_taken,
)
from tests.referees.welcome_to_the_moon.colony_policies import PLAYERS, Achiever, Filler
from tests.referees.welcome_to_the_moon.colony_sheet import OBSERVATORY


class TestColony(SkilledGames, UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "colony"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 24, 2: 45, 3: 30, 4: 18, 5: 12, 6: 10}
    PLAYERS = PLAYERS
    MIXED_GAMES = {1: 3, 2: 10, 3: 4, 4: 3, 5: 2, 6: 2}
    SEEKERS = (Achiever, Filler)
    SEEKING_GAMES = {1: 1, 2: 5, 3: 2, 4: 1, 5: 1, 6: 1}
    MISSIONS = ((76, 78, 80), (77, 79, 81))
    MORE_SOLO = (
        # In one of these no quarter is completed before the second pass.
        ({**SOLO[2], "missions": MISSIONS[0]}, 10, 3, lambda rng, seat: Achiever(rng, chance=0.03)),
    )
    SKILLED_SEVERAL = (
        ENDS_OF_SEVERAL
        + ("race 15", "race 5", "race lost", "all quarters", "observatory connected", "full greenhouses")
        + ("full multiplier",)
        + missions_taken(range(76, 82), "first")
        + missions_taken((76, 77, 78), "later")
    )
    SKILLED_SOLO = ENDS_OF_SOLO + WORK_OF_ASTRA + ("race 15", "race 5") + missions_taken((79, 80), "later")
    SPOILED = (
        (lambda sheet: sheet.tunnels.add(7), r"players\[1\].tunnels: kernels \[0, 30\], referee \[0, 7, 30\]"),
        (lambda sheet: sheet.races.__setitem__(2, "lost"), r"players\[1\].quarters\[2\]: kernels open, referee lost"),
        (lambda sheet: setattr(sheet, "errors", 1), r"errors: kernels 0, referee 1"),
    )

    def own_events(self, sheet):
        return {
            "all quarters": all(state in (15, 5) for state in sheet.races),
            "observatory connected": OBSERVATORY in sheet.connected(),
            "full greenhouses": 4 in sheet.greenhouses,
            "full multiplier": 4 in sheet.energies,
        }
