"""The independent referee follows games of Escape in every mode."""

from tests.games.welcome_to_the_moon.escape.reading import TRANSLATION
from tests.games.welcome_to_the_moon.following import (
    SEVERAL,
    SOLO,
    UseActionRefereeFollows,
    follow_skilled_players,
    mixed_players,
    require,
)
from tests.referees.welcome_to_the_moon.cards import ACTIONS, EMPTY, X
from tests.referees.welcome_to_the_moon.escape_policies import PLAYERS, Achiever, Filler
from tests.referees.welcome_to_the_moon.escape_sheet import GREENHOUSE_CELLS, ROBOT_CELLS

# How many games by the number of players.
MIXED_GAMES = {1: 6, 2: 12, 3: 6, 4: 4, 5: 3, 6: 3}
SEEKING_GAMES = {1: 2, 2: 6, 3: 2, 4: 1, 5: 1, 6: 1}
SEEKERS = (Achiever, Filler)
MISSIONS = ((100, 102, 104), (101, 103, 105))


class TestEscape(UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "escape"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 24}
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

    def test_guided_games_of_several(self):
        """Different skilled players: every mission, every wild action, x2 bonuses circled and lost, every end."""
        seen = follow_skilled_players(self.follow, SEVERAL, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        # All tanks of three starships: six players are needed for a second one who collects them.
        seen += self.follow({**SEVERAL[-1], "missions": MISSIONS[1]}, 8, 5, mixed_players((Achiever,)))
        require(seen, "three errors", "three missions", "full sheet", "win", "loss", "turn 21", "turn 22")
        require(seen, "race circled", "race lost", "all airlocks", "greenhouse with an X", "greenhouse without x2")
        require(
            seen, "highest greenhouse", "X with a Robot bonus", "five tanks", "all reactors", "all wilds used", "pass"
        )
        require(seen, *(f"mission {card} {time}" for card in range(100, 106) for time in ("first", "later")))
        require(seen, "full row of astronauts", "full row of plannings", *(f"wild as {action}" for action in ACTIONS))

    def test_guided_solo_games(self):
        """Skilled players against ASTRA: wins and losses, effect cards of both passes."""
        seen = follow_skilled_players(self.follow, SOLO, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        require(seen, "three errors", "full sheet", "three missions", "deck exhausted", "win", "loss", "turn 22")
        require(seen, *(f"effect card with a choice, pass {number}" for number in (1, 2)), "race circled", "all plants")
        require(seen, "race crossed off by an effect card", "mission turned over by an effect card", "bonus spent")
