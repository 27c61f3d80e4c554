"""The independent referee follows games of Mine."""

from tests.games.welcome_to_the_moon.following import (
    ENDS_OF_SEVERAL,
    ENDS_OF_SOLO,
    SOLO,
    WORK_OF_ASTRA,
    SkilledGames,
    UseActionRefereeFollows,
    missions_taken,
    mixed_players,
)
from tests.games.welcome_to_the_moon.mine.reading import TRANSLATION
from tests.referees.welcome_to_the_moon.mine_policies import PLAYERS, Achiever, Filler


class TestMine(SkilledGames, UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "mine"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 24}
    PLAYERS = PLAYERS
    MIXED_GAMES = {1: 4, 2: 12, 3: 5, 4: 4, 5: 3, 6: 3}
    SEEKERS = (Achiever, Filler)
    SEEKING_GAMES = {1: 1, 2: 6, 3: 2, 4: 1, 5: 1, 6: 1}
    MISSIONS = ((82, 84, 86), (83, 85, 87))
    MORE_SOLO = tuple(
        # Players who leave more to chance are sometimes late for a mission.
        ({**mode, "missions": (83, 85, 87)}, 12, 4, mixed_players((Achiever,), chance=0.15))
        for mode in SOLO[:4]
    )
    SKILLED_SEVERAL = (
        ENDS_OF_SEVERAL
        + ("race circled", "race lost", "robot factory", "all pumps", "control centres", "no energy left")
        + ("system_error", "full row of astronauts", "full row of plannings")
        + missions_taken(range(82, 88), "first")
        + missions_taken(range(82, 87), "later")
    )
    SKILLED_SOLO = ENDS_OF_SOLO + WORK_OF_ASTRA + ("deck exhausted", "race circled", "mission 87 later")
    SPOILED = (
        (lambda sheet: sheet.pockets.add(7), r"players\[1\].pockets: kernels \[\], referee \[7\]"),
        (lambda sheet: sheet.races.__setitem__(2, "lost"), r"players\[1\].filling\[2\]: kernels open, referee lost"),
        (lambda sheet: setattr(sheet, "errors", 1), r"errors: kernels 0, referee 1"),
    )

    def own_events(self, sheet):
        return {
            "robot factory": sheet.complete(10),
            "all pumps": len(sheet.pumps) == 12,
            "control centres": sheet.complete(4) and sheet.complete(5),
            "no energy left": not sheet.energy_factories(),
            "no robot left": not sheet.robot_factories(),
        }
