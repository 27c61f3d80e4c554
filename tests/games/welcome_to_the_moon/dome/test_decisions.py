"""How many decisions a player of Dome has in one turn."""

import pytest

from tests.games.welcome_to_the_moon.decisions import play_counting_decisions
from tests.games.welcome_to_the_moon.dome.positions import DomePosition

# Combination, level, X, cut and three missions. In solo mode also three effect cards and the card for ASTRA, and in the
# turn in which the deck is shuffled anew the three effect cards once more.
MOST_DECISIONS = 7
MOST_DECISIONS_OF_ONE_PASS = 11
MOST_DECISIONS_SOLO = 14
GAMES = {1: 1000, 2: 3000, 3: 1000, 6: 500}
OF_THE_OTHER_PLAYER = ("combination", 1), ("write", 12)


@pytest.mark.parametrize("players", GAMES)
def test_random_games(players):
    """dome 3.5, 5.1: a number with planning takes four decisions, an astronaut three, every mission one more."""
    most, _ = play_counting_decisions("dome", GAMES[players], players)
    assert 5 <= most <= (MOST_DECISIONS_SOLO if players == 1 else MOST_DECISIONS)


def test_the_most_decisions():
    """dome 3.5, 5.1: combination, level, X, cut and, with card 93, three missions."""
    position = DomePosition(missions=(88, 90, 93)).cross(0, *range(9)).set(0, plants=2)
    position.offer((8, "planning"), (8, "water"), (8, "water"))
    before = int(position.state["decisions"])
    position.play(("combination", 0), ("write", 12), ("write_x", 13), ("cut", 0))
    position.play(*OF_THE_OTHER_PLAYER, ("mission", 0), ("mission", 1), ("mission", 2))
    decisions = position.batch.final_decisions[0] - before - len(OF_THE_OTHER_PLAYER)
    assert position.is_over and decisions == MOST_DECISIONS


def test_the_most_decisions_of_a_solo_turn():
    """dome 7.1, 7.2: three effect cards before, and the card for ASTRA after it, with a solo bonus."""
    position = DomePosition(1, missions=(88, 90, 93)).cross(0, *range(8)).set(0, plants=2)
    position.draw("A", "B", "C", (8, "robot"), (10, "planning"), (9, "robot"))
    before = int(position.state["decisions"])
    position.play(("race", 1), ("race", 2), ("race", 3))
    position.play(("combination", 0), ("write", 8), ("write_x", 12), ("cut", 0))
    position.play(("mission", 0), ("mission", 1), ("mission", 2), ("give", 2))
    assert position.is_over and position.batch.final_decisions[0] - before == MOST_DECISIONS_OF_ONE_PASS
