"""Tests of the referee by itself: the solo game (from_the_moon 11)."""

import pytest

from .actions import (
    ABILITY,
    BUILDING,
    BUILDING_SPACE,
    CONSTRUCT_BUILDING,
    DECLINE,
    DEVELOP_TEAM,
    END_TURN,
    ENERGY_TO_FOOD,
    FACTION,
    FEED,
    FOOD_TO_ENERGY,
    GATHER,
    INCOME,
    RECHARGE,
    RECRUIT,
    RECRUIT_PART,
    ROVER,
    SEND_ROVER,
    SHIP_PART,
    TILE,
)
from .approvals import Approval
from .dealer import Dealer
from .income import Feed
from .moon import OPPONENT
from .positions import ask, bare, crew, gauge, give, options, owned, play, send, won
from .referee import FromTheMoonReferee
from .scoring import medal, solo_points
from .solo import is_met, is_won
from .tables import COMPONENTS, CYBORGS
from .turn import Main


def solo(*factions, **piles):
    """A bare solo game with the opponent on tiles 0, 1, 2 and spaces 0 to 5."""
    return bare(*factions, players=1, rover_locations=[0, 1, 2], building_zones=range(6), **piles)


def test_setup():
    for objectives in (2, 3, 4, 5):
        referee = FromTheMoonReferee(COMPONENTS, 1, Dealer(2), objectives)
        assert len(referee.objectives) == objectives and referee.legal() == {FACTION + faction for faction in range(8)}
        assert len(referee.moon.buildings) == 6 and set(referee.moon.buildings.values()) == {OPPONENT}
        assert len(referee.moon.opponent_rovers) == 3 and len(referee.rover_cards) == 6 and referee.cheap == 2
        assert len(referee.moon.positions) == 9 and [len(tiles) for tiles in referee.ships.tiles] == [3, 3, 3]


def test_opponent_blocks():
    """Its rovers block tiles and are enemies, its buildings block spaces and are not own."""
    referee = give(solo(), metal=2, energy=(2, 5))
    referee.powers = [1, 0, 2]
    crew(referee, 0, specialists=(1, 0, 0))
    play(referee, SEND_ROVER, ROVER)
    assert referee.legal() == {TILE + tile for tile in range(3, 9)}
    play(referee, TILE + 4, ABILITY)
    # Of its rovers only that on tile 1 is a neighbour.
    assert gauge(referee) == (3, 5)
    play(referee, DECLINE)
    # The next turn is the same player's.
    assert (referee.seat, referee.frame) == (0, "MAIN")
    play(referee, CONSTRUCT_BUILDING, BUILDING)
    assert referee.legal() == {BUILDING_SPACE + space for space in range(6, 16)}
    assert referee.count("building", 0) == 0


def test_feeding():
    """Lost only if conversions do not help; no food-to-energy conversion."""
    referee = give(solo(), food=5, energy=(3, 5))
    send(referee, 3, 4, 5)
    ask(referee, Feed())
    assert referee.legal() == {FEED, ENERGY_TO_FOOD}
    # Two conversions are carried out without asking; with 1 energy left feeding is, too.
    referee = give(solo(), food=1, energy=(5, 5))
    ask(referee, Feed())
    assert not referee.over and owned(referee)[3] == 0 and gauge(referee) == (1, 5) and referee.players[0].space == 2
    # Even all energy would not do: feeding is offered, and so is a conversion.
    referee = give(solo(), food=0, energy=(5, 5))
    ask(referee, Feed())
    assert referee.legal() == {FEED, ENERGY_TO_FOOD}
    play(referee, FEED)
    assert referee.over and referee.lost and won(referee) == (0, 0) and referee.outcome() == [-1]
    assert referee.players[0].space == 1 and referee.actor is None
    # Cyborgs are never asked.
    referee = solo(CYBORGS)
    send(referee, 3, 4, 5)
    play(referee, GATHER, INCOME + RECHARGE)
    assert referee.players[0].space == 2 and not referee.over


def test_income_offers_both_conversions():
    referee = give(solo(), food=4, energy=(2, 5))
    send(referee, 3, 4, 5)
    play(referee, GATHER)
    assert referee.legal() == {INCOME + RECHARGE, ENERGY_TO_FOOD, FOOD_TO_ENERGY}


def test_refill_skips_the_opponent():
    """Then its rovers move."""
    referee = give(solo(), food=9)
    for cubes in referee.moon.cubes:
        cubes[:] = [0, 0, 0]
    ask(referee, Feed())
    play(referee, FEED)
    refill = COMPONENTS["progress"]["tiles"][referee.progress[1]]["refill"]
    assert [sum(cubes) for cubes in referee.moon.cubes] == [0] * 3 + [refill] * 6
    assert referee.moon.opponent_rovers & {0, 1, 2} == set() and len(referee.rover_cards) == 3


def test_last_space():
    """Nothing is refilled or moved, and the game is lost without the launches."""
    referee = give(solo(), food=9)
    referee.players[0].space = 6
    cubes = [list(cubes) for cubes in referee.moon.cubes]
    ask(referee, Feed())
    play(referee, FEED, END_TURN)
    assert referee.over and not referee.lost and referee.outcome() == [-1]
    assert referee.moon.cubes == cubes and referee.moon.opponent_rovers == {0, 1, 2}


def test_launch_and_victory():
    """Own improvements count for the bonus; END_TURN is there in a lost game, too."""
    for objectives, is_victory in (([2, 0], True), ([2, 1], False)):
        referee = give(solo(), metal=9, water=9, polymer=9, food=9)
        referee.objectives = objectives
        own = referee.players[0]
        own.achievements = 12
        referee.ships.launched_on = [2, 3, None]
        referee.ships.tiles[2] = [None, None, 5]
        referee.ships.improvers[2] = [0, 0, None]
        ask(referee, Approval({2}, "construct"))
        play(referee, SHIP_PART + 12)
        assert own.score == 7 + 14 and referee.end_triggered and is_won(referee) == is_victory
        assert referee.legal() == {END_TURN, ENERGY_TO_FOOD}
        play(referee, END_TURN)
        assert referee.over and referee.outcome() == [1 if is_victory else -1]


def test_launch_in_the_income_then_failed_feeding():
    """A failed feeding loses the game also after the third launch."""
    referee = give(solo(), metal=9, water=9, polymer=9, food=0, energy=(1, 1))
    own = referee.players[0]
    own.small, own.achievements = {0}, 12
    referee.objectives = [0, 2]
    referee.small[0] = 11
    referee.ships.launched_on = [2, 3, None]
    referee.ships.tiles[2] = [None, None, 2]
    referee.ships.improvers[2] = [0, 0, None]
    send(referee, 3, 4, 5)
    play(referee, GATHER, INCOME, SHIP_PART + 12)
    # The recharge, the greenhouses and the feeding need no answer.
    assert referee.over and referee.lost and not is_won(referee) and referee.outcome() == [-1]


@pytest.mark.parametrize(
    ("objective", "name", "enough", "short"),
    [
        (0, "achievements", 12, 11),
        (3, "improved_greenhouses", 4, 3),
        (4, "laboratories", dict.fromkeys(range(8)), dict.fromkeys(range(7))),
        (5, "batteries", 9, 8),
        (6, "trained", [3, 2, 2], [3, 3, 0]),
        (6, "trained", [3, 3, 3], [2, 2, 2]),
    ],
)
def test_objectives_counted_at_the_end(objective, name, enough, short):
    referee = solo()
    setattr(referee.players[0], name, short)
    assert not is_met(referee, objective)
    setattr(referee.players[0], name, enough)
    assert is_met(referee, objective)


def test_objectives_on_the_board():
    referee = solo()
    for objective, places, count in ((1, range(6, 12), 6), (2, range(2), 2)):
        assert not is_met(referee, objective)
        for number, place in enumerate(places):
            if objective == 1:
                referee.moon.buildings[place] = 0
            else:
                referee.ships.improvers[number][0] = 0
            assert is_met(referee, objective) == (number + 1 >= count)
    for spaces, met in (([4, 5, 6], True), ([4, 5, 5], False), ([4, None, 6], False), ([6, 5, 4], False)):
        referee.ships.launched_on = spaces
        assert is_met(referee, 7) == met


def test_launch_notes_the_space():
    referee = give(solo(), metal=9, water=9, polymer=9, food=9, energy=(9, 9))
    referee.players[0].space = 4
    referee.ships.tiles[0] = [None, None, 0]
    ask(referee, Approval({0}, "construct"))
    play(referee, SHIP_PART + 2)
    assert referee.ships.launched_on == [4, None, None]


def test_connected_buildings():
    """A latch: when the pawn enters space 4 and after each building placed there (obj_9)."""
    referee = give(solo(), metal=2)
    referee.moon.buildings.update({8: 0, 9: 0, 12: 0, 15: 0})
    own = referee.players[0]
    own.space = 3
    give(referee, food=9)
    ask(referee, Feed())
    play(referee, FEED)
    assert own.space == 4 and not is_met(referee, 8)
    play(referee, CONSTRUCT_BUILDING, BUILDING, BUILDING_SPACE + 13)
    assert is_met(referee, 8)
    own.space = 5
    assert is_met(referee, 8)
    # On entering; on another space not.
    for space, met in ((3, True), (2, False), (4, False)):
        referee = give(solo(), food=9)
        referee.moon.buildings.update({8: 0, 9: 0, 12: 0, 13: 0})
        referee.players[0].space = space
        ask(referee, Feed())
        play(referee, FEED)
        assert is_met(referee, 8) == met


def test_score_steps():
    referee = solo()
    for achievements, points in ((0, 0), (7, 0), (8, 12), (15, 12), (16, 24), (30, 24)):
        referee.players[0].achievements = achievements
        assert solo_points(referee)["achievements"] == points
    for ships, points in ((0, 0), (1, 0), (2, 4), (3, 8)):
        referee.ships.improvers = [[0, 0, None]] * ships + [[None] * 3] * (3 - ships)
        assert solo_points(referee)["improvement_majority"] == points
    referee = solo()
    for score, expected in ((149, "bronze"), (150, "silver"), (200, "silver"), (201, "gold")):
        referee.players[0].score = score
        assert medal(referee) == expected


def test_hourglass_in_solo():
    referee = solo()
    referee.players[0].large, referee.players[0].achievements = [7], 5
    assert solo_points(referee)["large_buildings"] == 5


def test_a_solo_player_goes_on_alone():
    referee = solo()
    play(ask(referee, Main()), DEVELOP_TEAM, RECRUIT)
    assert referee.seat == 0 and RECRUIT_PART not in options(referee) and gauge(referee) == (4, 5)
