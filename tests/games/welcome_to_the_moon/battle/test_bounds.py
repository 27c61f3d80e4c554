"""How long games and turns of Battle can be: bounds in random games, and the longest turns by hand."""

import pytest

from tests.games.welcome_to_the_moon.battle.positions import BattlePosition
from tests.games.welcome_to_the_moon.decisions import play_counting_decisions
from tests.referees.welcome_to_the_moon.battle_sheet import A

MOST_TURNS, MOST_SOLO_TURNS = 35, 33

# Combination, planet, the robot of the cell and that of the action with two choices each, and three missions. In solo
# mode also ASTRA's planet, two choices for each of three effect cards, and the card for ASTRA; in the turn in which the
# deck is shuffled anew the three effect cards may come twice.
MOST_DECISIONS = 11
MOST_DECISIONS_OF_ONE_PASS = 19
MOST_DECISIONS_SOLO = 25
GAMES = {1: 1000, 2: 2000, 3: 1000, 6: 500}


@pytest.mark.parametrize("players", GAMES)
def test_random_games(players):
    """battle 6.1, 3.7, welcome 8.11: turns of a game, and decisions of one player in one turn."""
    most, batch = play_counting_decisions("battle", GAMES[players], players)
    assert 7 <= most <= (MOST_DECISIONS_SOLO if players == 1 else MOST_DECISIONS)
    assert 30 <= batch.states["turn"].max() <= (MOST_SOLO_TURNS if players == 1 else MOST_TURNS)


def test_the_longest_chain():
    """battle 3.7, 2.3, 5.1: cell 10 leads to asteroid 5, the robot to asteroid 6, and then three missions are taken."""
    position = BattlePosition(missions=(106, 108, 111)).complete(0, 0, 1, 3, 4).occupy(0, {2: "BB"}, {5: "A", 6: "A"})
    position.occupy(0, moons={0: "A"}).mark(0, A, asteroids=5).offer((6, "robot"), (12, "plant"), (12, "plant"))
    before = int(position.state["decisions"])
    position.play(("combination", 0), ("write", 2), "robot", ("column", 0), ("column", 1))
    position.play("robot", ("moon", 2), ("moon", 5))
    assert position.actor == 1 and int(position.state["decisions"]) - before == 8
    position.play(("combination", 1), ("write", 5), ("mission", 0), ("mission", 1), ("mission", 2))
    assert position.is_over and position.batch.final_decisions[0] - before - 2 == MOST_DECISIONS


def test_the_longest_solo_turn():
    """battle 7.2, 7.5: six choices of effects, ASTRA's planet, the chain, missions, and the card for ASTRA."""
    position = BattlePosition(1, missions=(106, 108, 111)).occupy(0, {2: "BB"}, dict.fromkeys(range(7), "B"))
    position.complete(1, 0, 1, 3, 4).occupy(1, moons={0: "A", 2: "A", 3: "A", 5: "A"}).mark(0, A, asteroids=5)
    position.state["bonuses_circled"] = 1
    position.draw("A", "B", "C", (9, "water"), (6, "robot"), (8, "robot"))
    before = int(position.state["decisions"])
    position.play(*(("astra_moon", planet) for planet in (0, 1, 3, 4, 5)))
    assert position.asks() == {"astra_moon"}
    position.act("astra_moon", 6)
    position.play(("astra_planet", 4), ("combination", 3), ("write", 2), "robot", ("column", 0), ("column", 1), "robot")
    assert position.asks() == {"mission", "no_mission"}, "the only free moon is taken unasked"
    position.play(("mission", 0), ("mission", 1), ("mission", 2), ("give", 0))
    assert position.is_over and position.batch.final_decisions[0] - before == MOST_DECISIONS_OF_ONE_PASS - 2


@pytest.mark.parametrize("errors", [0, 1])
def test_the_last_turn(errors):
    """battle 6.1: with one System Error on each half the 33rd cell of a sheet is filled in turn 35."""
    turn = 33 + 2 * errors
    position = BattlePosition(turn=turn)
    for sheet in (0, 1):
        position.fill_but_last(sheet, 3).mark(sheet, 0, errors=errors).mark(sheet, 1, errors=errors)
    position.draw_on(8, "plant", 3).finish_turn()
    assert position.is_over and position.state["turn"] == turn
