"""Whole games of the Journey referee by itself: what must hold in every position, and what good play reaches."""

import pytest

from .cards import EMPTY, X
from .journey import JourneyReferee
from .journey_policies import PLAYERS
from .journey_sheet import STATIONS, TANK_CELLS
from .missions import MISSIONS
from .positions import kinds
from .whole_games import SETTINGS, good_play, mixed_play, play_game

TURNS = 38


def check(referee):
    """Check the marks of all sheets against each other."""
    for seat, player in enumerate(referee.snapshot()["players"]):
        pending = referee.actor == seat and kinds(referee) == {"line"}  # of a System Error
        assert len(player["lines"]) == player["energies"] // 2 - pending and 1 <= player["energies"] <= 12
        assert all(player["cells"][TANK_CELLS[tank]] not in (EMPTY, X) for tank in player["tanks"])
        assert 0 <= player["wilds_used"] <= player["wilds_earned"] <= 6
        marks = zip(STATIONS, player["robots"], player["plants"], player["multipliers"], strict=True)
        for station, robots, plants, multiplier in marks:
            assert plants <= station.plants and (robots == station.robots) == (multiplier in ("high", "low"))


def marks(sheet):
    """Name what a sheet has reached."""
    reached = {
        "high": "high" in sheet.races,
        "low": "low" in sheet.races,
        "four stations": all(state in ("high", "low") for state in sheet.races),
        "all energies": sheet.energies == 12,
        "all astronauts": sheet.astronauts == 6,
        "all plannings": sheet.plannings == 6,
        "wild used": sheet.wilds_used > 0,
        "five wilds used": sheet.wilds_used >= 5,
        "station with all plants": any(n == s.plants for n, s in zip(sheet.plants, STATIONS, strict=True)),
        "seven zones": len(sheet.complete_zones()) == 7,
        "nine tanks": len(sheet.tanks) >= 9,
    }
    return [name for name, is_reached in reached.items() if is_reached]


@pytest.mark.parametrize(("players", "opponent"), SETTINGS)
def test_games(players, opponent):
    """Play games at random, well, and mixed."""
    for seed in range(6 if players == 1 else 3):
        play_game(JourneyReferee, players, opponent, seed, mixed_play(PLAYERS, seed), check, TURNS)


def test_good_play():
    """Check that good play reaches everything rare: all missions, all ends, full rows, stations, wild actions."""
    found = good_play(JourneyReferee, PLAYERS, 12, check, TURNS, marks)
    wanted = {"full", "errors", "three_missions", "deck", "won against ASTRA", "high", "low", "four stations"}
    wanted |= {"all energies", "all astronauts", "all plannings", "wild used", "five wilds used", "seven zones"}
    wanted |= {"station with all plants", "nine tanks"}
    wanted |= {(card, face.first) for card, face in MISSIONS.items() if face.adventure == 2}
    assert not {name for name in wanted if not found[name]}
