"""The independent referee follows games of Launch."""

import random
from collections import Counter

import pytest

from tests.games.welcome_to_the_moon.following import (
    LAST_SOLO_TURN,
    SEVERAL,
    SOLO,
    RefereeFollows,
    require,
    result_of,
    turned_over_by_astra,
)
from tests.games.welcome_to_the_moon.launch.prepared import LatePositions
from tests.games.welcome_to_the_moon.launch.reading import TRANSLATION
from tests.referees.welcome_to_the_moon.launch_policies import Builder, Careful, Erratic, Lasting


def endings(referee):
    """Why a game ended: one reason or more."""
    found = set()
    for seat, sheet in enumerate(referee.sheets):
        found |= {"launch"} if sheet.launches() else set()
        found |= {"all errors"} if sheet.circled == 8 else set()
        found |= {"full sheet"} if not sheet.empty_cells() else set()
        found |= {"three missions"} if referee.board.count(seat) == 3 else set()
    if sum(sheet.launches() for sheet in referee.sheets) > 1:
        found |= {"several launch"}
    if referee._astra_launches():
        found |= {"ASTRA launches"}
        if "launch" in found:
            found |= {
                "both launch",
                "both launch, a tie rocket decides" if referee.outcome()[0] else "both launch, a draw",
            }
    if referee.astra is not None and referee.turn > LAST_SOLO_TURN:
        found |= {"deck exhausted"}
    assert found, "the game ended without a reason"
    return found


def events(referee):
    """What happened in a game."""
    found = {f"turn {turn}" for turn in (21, 22, 41) if referee.turn >= turn}
    found |= {"tie rockets"} if any(sheet.tie_rockets for sheet in referee.sheets) else set()
    found |= {"repairs"} if any(sheet.repaired for sheet in referee.sheets) else set()
    taken = [value for missions in referee.board.taken for value in missions]
    found |= {f"mission for {value}" for value in taken if value}
    if referee.astra is not None:
        found |= {"bonus spent"} if referee.astra.bonuses_spent else set()
    return found | turned_over_by_astra(referee) | result_of(referee)


class TestLaunch(RefereeFollows):
    """Random and skilled players in every mode, and games that begin late."""

    GAME = "launch"
    TRANSLATION = TRANSLATION
    RANDOM_GAMES = {1: 400, 2: 500, 3: 350, 4: 250, 5: 180, 6: 140}  # about 4600 in all modes
    RANDOM_SOLO = ("ASTRA launches", "bonus spent", "loss", "turn 21")
    RANDOM_SEVERAL = ("all errors", "mission for 3", "turn 21", "win", "loss")
    SPOILED = (
        (lambda sheet: setattr(sheet, "rockets", 1), r"players\[1\].rockets: kernels 0, referee 1"),
        (lambda sheet: sheet.cells.__setitem__(45, 8), r"players\[1\].cells\[45\]: kernels -1, referee 8"),
        (lambda sheet: setattr(sheet, "circled", 3), r"circled: kernels 0, referee 3"),
    )

    def events(self, referee):
        return endings(referee) | events(referee)

    def test_guided_games_of_several(self):
        """Several players of different skill: launches, tie rockets, repairs, reshuffles, missions."""
        makers = (Builder, Lasting, Careful)
        seen = Counter()
        for mode in SEVERAL:
            seen += self.follow(mode, 30, 1, lambda rng, seat: Erratic(rng, makers[seat % 3](rng), 0.1))
            seen += self.follow(mode, 15, 2, lambda rng, seat: Lasting(rng))
        require(seen, "launch", "several launch", "all errors", "tie rockets", "repairs", "turn 21", "turn 41")
        require(seen, "mission for 2", "mission for 3", "win", "loss", "shared or draw")

    def test_guided_solo_games(self):
        """Solo play that launches, that fails, and that lasts until the deck is exhausted in turn 36."""
        seen = Counter()
        for mode in SOLO:
            seen += self.follow(mode, 30, 1, lambda rng, seat: Erratic(rng, Builder(rng), 0.05))
            seen += self.follow(mode, 20, 2, lambda rng, seat: Lasting(rng))
        seen += self.follow(SOLO[0], 60, 3, lambda rng, seat: Lasting(rng))
        require(seen, "launch", "ASTRA launches", "deck exhausted", "tie rockets", "repairs", "bonus spent")
        require(seen, "mission turned over by an effect card", "turn 22", "win", "loss")

    @pytest.mark.parametrize("players", [None, lambda rng, seat: Builder(rng)], ids=["random", "guided"])
    def test_games_from_late_positions(self, players):
        """Games that begin late, with full floors and long tracks, reach every end of the game."""
        several, solo = Counter(), Counter()
        for number, mode in enumerate(SOLO + SEVERAL):
            seen = self.follow(mode, 120, 1, players, LatePositions(random.Random(number)))
            if mode["players"] == 1:
                solo += seen
            else:
                several += seen
        require(
            several, "launch", "several launch", "all errors", "full sheet", "three missions", "tie rockets", "repairs"
        )
        require(several, *(f"mission for {value}" for value in (1, 2, 3, 4)), "win", "loss", "shared or draw")
        require(solo, "launch", "ASTRA launches", "both launch", "all errors", "full sheet", "three missions")
        require(solo, "win", "loss", "shared or draw", "both launch, a tie rocket decides", "both launch, a draw")
