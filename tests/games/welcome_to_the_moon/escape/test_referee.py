"""The independent referee follows games of Escape in every mode."""

from tests.games.welcome_to_the_moon.escape.reading import TRANSLATION
from tests.games.welcome_to_the_moon.following import (
    ENDS_OF_SEVERAL,
    ENDS_OF_SOLO,
    SEVERAL,
    WORK_OF_ASTRA,
    SkilledGames,
    UseActionRefereeFollows,
    missions_taken,
    mixed_players,
)
from tests.referees.welcome_to_the_moon.cards import ACTIONS, EMPTY, X
from tests.referees.welcome_to_the_moon.escape_policies import PLAYERS, Achiever, Filler
from tests.referees.welcome_to_the_moon.escape_sheet import GREENHOUSE_CELLS, ROBOT_CELLS


class TestEscape(SkilledGames, UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "escape"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 24}
    PLAYERS = PLAYERS
    MIXED_GAMES = {1: 6, 2: 12, 3: 6, 4: 4, 5: 3, 6: 3}
    SEEKERS = (Achiever, Filler)
    SEEKING_GAMES = {1: 2, 2: 6, 3: 2, 4: 1, 5: 1, 6: 1}
    MISSIONS = ((100, 102, 104), (101, 103, 105))
    MORE_OF_SEVERAL = (
        # All tanks of three starships: six players are needed for a second one who collects them.
        ({**SEVERAL[-1], "missions": MISSIONS[1]}, 8, 5, mixed_players((Achiever,))),
    )
    SKILLED_SEVERAL = (
        ENDS_OF_SEVERAL
        + ("race circled", "race lost", "all airlocks", "greenhouse with an X", "greenhouse without x2")
        + ("highest greenhouse", "X with a Robot bonus", "five tanks", "all reactors", "all wilds used", "pass")
        + ("full row of astronauts", "full row of plannings")
        + missions_taken(range(100, 106), "first", "later")
        + tuple(f"wild as {action}" for action in ACTIONS)
    )
    SKILLED_SOLO = ENDS_OF_SOLO + WORK_OF_ASTRA + ("deck exhausted", "race circled", "all plants")
    SPOILED = (
        (lambda sheet: sheet.airlocks.add(3), r"players\[1\].airlocks: kernels \[\], referee \[3\]"),
        (lambda sheet: sheet.tanks.add(12), r"players\[1\].tanks: kernels \[\], referee \[12\]"),
        (lambda sheet: sheet.races.__setitem__(2, "lost"), r"players\[1\].x2\[2\]: kernels open, referee lost"),
        (lambda sheet: sheet.reactors.__setitem__(4, 2), r"players\[1\].reactors\[4\]: kernels 1, referee 2"),
    )

    def own_events(self, sheet):
        fillings = [(sheet.cells[cell], sheet.races[ship]) for ship, cell in enumerate(GREENHOUSE_CELLS)]
        return {
            "all airlocks": len(sheet.airlocks) == 24,
            "greenhouse with an X": any(value == X for value, _ in fillings),
            "greenhouse without x2": any(value != EMPTY and state == "lost" for value, state in fillings),
            "highest greenhouse": sheet.cells[GREENHOUSE_CELLS[-1]] != EMPTY,
            "X with a Robot bonus": any(sheet.cells[cell] == X for cell in ROBOT_CELLS),
            "five tanks": len(sheet.tanks) >= 5,
            "all plants": min(sheet.plants) == 3,
            "all reactors": min(sheet.reactors) == 3,
            "all wilds used": sheet.wilds_used == 3,
        }
