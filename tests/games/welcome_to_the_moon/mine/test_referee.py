"""The independent referee follows games of Mine."""

from tests.games.welcome_to_the_moon.following import (
    SEVERAL,
    SOLO,
    UseActionRefereeFollows,
    follow_skilled_players,
    mixed_players,
    require,
)
from tests.games.welcome_to_the_moon.mine.reading import TRANSLATION
from tests.referees.welcome_to_the_moon.mine_policies import PLAYERS, Achiever, Filler

# How many games by the number of players.
MIXED_GAMES = {1: 4, 2: 12, 3: 5, 4: 4, 5: 3, 6: 3}
SEEKING_GAMES = {1: 1, 2: 6, 3: 2, 4: 1, 5: 1, 6: 1}
SEEKERS = (Achiever, Filler)
MISSIONS = ((82, 84, 86), (83, 85, 87))


class TestMine(UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "mine"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 30, 2: 60, 3: 40, 4: 25, 5: 18, 6: 24}
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

    def test_guided_games_of_several(self):
        """Different skilled players: every mission, filling bonuses circled and lost, every end."""
        seen = follow_skilled_players(self.follow, SEVERAL, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        require(seen, "three errors", "three missions", "full sheet", "win", "loss", "turn 21", "turn 22")
        require(seen, "race circled", "race lost", "robot factory", "all pumps", "control centres")
        require(seen, *(f"mission {card} first" for card in range(82, 88)), "no energy left", "system_error")
        require(seen, *(f"mission {card} later" for card in range(82, 87)))
        require(seen, "full row of astronauts", "full row of plannings")

    def test_guided_solo_games(self):
        """Skilled players against ASTRA: wins and losses, effect cards of both passes."""
        seen = follow_skilled_players(self.follow, SOLO, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        # Who leaves more to chance is sometimes late for a mission.
        for mode in SOLO[:4]:
            seen += self.follow({**mode, "missions": MISSIONS[1]}, 12, 4, mixed_players((Achiever,), chance=0.15))
        require(seen, "three errors", "full sheet", "three missions", "deck exhausted", "win", "loss", "turn 22")
        require(seen, *(f"effect card with a choice, pass {number}" for number in (1, 2)), "race circled")
        require(seen, "mission 87 later")
        require(seen, "race crossed off by an effect card", "mission turned over by an effect card", "bonus spent")
