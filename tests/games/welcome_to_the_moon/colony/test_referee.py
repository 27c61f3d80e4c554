"""The independent referee follows games of Colony."""

from tests.games.welcome_to_the_moon.colony.reading import TRANSLATION
from tests.games.welcome_to_the_moon.following import (
    SEVERAL,
    SOLO,
    UseActionRefereeFollows,
    follow_skilled_players,
    require,
)
from tests.referees.welcome_to_the_moon.colony_policies import PLAYERS, Achiever, Filler
from tests.referees.welcome_to_the_moon.colony_sheet import OBSERVATORY

# How many games by the number of players.
MIXED_GAMES = {1: 3, 2: 10, 3: 4, 4: 3, 5: 2, 6: 2}
SEEKING_GAMES = {1: 1, 2: 5, 3: 2, 4: 1, 5: 1, 6: 1}
SEEKERS = (Achiever, Filler)
MISSIONS = ((76, 78, 80), (77, 79, 81))


class TestColony(UseActionRefereeFollows):
    """Random and skilled players in every mode."""

    GAME = "colony"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 24, 2: 45, 3: 30, 4: 18, 5: 12, 6: 10}
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

    def test_guided_games_of_several(self):
        """Different skilled players: every mission, both values of the quarters, every end."""
        seen = follow_skilled_players(self.follow, SEVERAL, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        require(seen, "three errors", "three missions", "full sheet", "win", "loss", "turn 21", "turn 22")
        require(seen, "race 15", "race 5", "race lost", "all quarters", "observatory connected", "full greenhouses")
        require(seen, *(f"mission {card} first" for card in range(76, 82)), "full multiplier")
        require(seen, *(f"mission {card} later" for card in (76, 77, 78)))

    def test_guided_solo_games(self):
        """Skilled players against ASTRA: wins and losses, effect cards of both passes."""
        seen = follow_skilled_players(self.follow, SOLO, PLAYERS, MIXED_GAMES, SEEKERS, SEEKING_GAMES, MISSIONS)
        # In one of these no quarter is completed before the second pass.
        seen += self.follow({**SOLO[2], "missions": MISSIONS[0]}, 10, 3, lambda rng, seat: Achiever(rng, chance=0.03))
        require(seen, "three errors", "full sheet", "three missions", "win", "loss", "turn 22", "bonus spent")
        require(seen, *(f"effect card with a choice, pass {number}" for number in (1, 2)), "race 15", "race 5")
        require(seen, "mission 79 later", "mission 80 later")
        require(seen, "race crossed off by an effect card", "mission turned over by an effect card")
