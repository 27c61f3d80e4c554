"""How many decisions a player of Escape has in one turn."""

import pytest

from tests.games.welcome_to_the_moon.decisions import play_counting_decisions
from tests.games.welcome_to_the_moon.escape.positions import EscapePosition
from tests.referees.welcome_to_the_moon.cards import ACTIONS

# Combination, wild action, cell, bonus airlock, X, bonus airlock and three missions. In solo mode also three effect
# cards and the card for ASTRA; in the turn in which the deck is shuffled anew up to two more, since there are six x2
# bonuses and the last one is crossed off unasked.
MOST_DECISIONS = 9
MOST_DECISIONS_OF_ONE_PASS = 13
MOST_DECISIONS_SOLO = 14
GAMES = {1: 1000, 2: 3000, 3: 1000, 6: 500}
PLANNING = ACTIONS.index("planning")
OF_THE_OTHER_PLAYER = ("combination", 1), ("write", 1)


@pytest.mark.parametrize("players", GAMES)
def test_random_games(players):
    """escape 2.3, 3.5, 5.1: planning with two Robot bonuses takes five decisions, a wild action one more."""
    most, _ = play_counting_decisions("escape", GAMES[players], players)
    assert 5 <= most <= (MOST_DECISIONS_SOLO if players == 1 else MOST_DECISIONS)


def long_turn(position):
    """Two Robot bonuses are left, a wild action and three missions."""
    position.cross_but(0, 0, 7, 42).activate_but(0, 5, 7, 22)
    return position.set(0, plants=3, reactors=3, astronauts=2, wilds_earned=1)


def test_the_most_decisions():
    """escape 2.3, 3.5, 3.6, 5.1: a wild planning with two Robot bonuses, and three missions."""
    position = long_turn(EscapePosition()).offer((8, "water"), (8, "water"), (8, "water"))
    before = int(position.state["decisions"])
    position.play(("combination", 0), ("wild", PLANNING), ("write", 0), ("airlock", 5), ("write_x", 7), ("airlock", 7))
    position.play(*OF_THE_OTHER_PLAYER, ("mission", 0), ("mission", 1), ("mission", 2))
    decisions = position.batch.final_decisions[0] - before - len(OF_THE_OTHER_PLAYER)
    assert position.is_over and decisions == MOST_DECISIONS


def test_the_most_decisions_of_a_solo_turn():
    """escape 7.1, 7.2: three effect cards before, and the card for ASTRA after it, with a solo bonus."""
    position = long_turn(EscapePosition(1))
    position.state["bonuses_circled"] = 1
    position.draw("A", "B", "C", (8, "robot"), (10, "water"), (9, "robot"))
    before = int(position.state["decisions"])
    position.play(("race", 1), ("race", 2), ("race", 3), ("combination", 0), ("wild", PLANNING), ("write", 0))
    position.play(("airlock", 5), ("write_x", 7), ("airlock", 7), ("mission", 0), ("mission", 1), ("mission", 2))
    position.act("give", 2)
    assert position.is_over and position.batch.final_decisions[0] - before == MOST_DECISIONS_OF_ONE_PASS
