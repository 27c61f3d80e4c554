"""Tests of the referee by itself: income, refill, end of turn and game, scoring (from_the_moon 4, 6.6, 10)."""

import random

import pytest

from .actions import (
    DECLINE,
    END_TURN,
    ENERGY_TO_FOOD,
    FEED,
    GATHER,
    INCOME,
    OPTION,
    RECHARGE,
    ROVER,
    SEND_ROVER,
    SHIP_PART,
    TILE,
)
from .dealer import Dealer
from .greenhouses import GreenhouseGain, tiles_not_owned
from .income import Feed, Income
from .positions import ask, bare, gauge, give, owned, play, send, won
from .tables import COMPONENTS


def test_greenhouse_market():
    """With an empty stack the free greenhouse is a cheap one; a refill fills up to n as far as tiles are left."""
    referee = bare(players=4)
    for seat, count in enumerate((4, 6, 6, 6)):
        referee.players[seat].basic_greenhouses = count
    referee.cheap = 2
    ask(referee, GreenhouseGain(from_market=False))
    play(referee, OPTION)
    assert referee.cheap == 1 and tiles_not_owned(referee) == 1
    give(referee, food=9)
    referee.seat = 0
    ask(referee, Feed())
    play(referee, FEED)
    assert referee.cheap == 1
    referee = give(bare(players=3), food=9)
    referee.cheap = 1
    ask(referee, Feed())
    play(referee, FEED)
    assert referee.cheap == 3


def test_refill_by_the_first_pawn_only():
    """Spaces, refill and cheap tiles (from_the_moon 6.6)."""
    referee = give(bare(), food=9)
    for cubes in referee.moon.cubes:
        cubes[:] = [0, 0, 0]
    referee.cheap, referee.players[1].space = 0, 2
    ask(referee, Feed())
    play(referee, FEED)
    assert referee.players[0].space == 2 and referee.cheap == 0 and not sum(map(sum, referee.moon.cubes))
    referee = give(bare(), food=9)
    for cubes in referee.moon.cubes:
        cubes[:] = [0, 0, 0]
    ask(referee, Feed())
    play(referee, FEED)
    refill = COMPONENTS["progress"]["tiles"][referee.progress[1]]["refill"]
    assert [sum(cubes) for cubes in referee.moon.cubes] == [refill] * 9 and referee.cheap == 2
    # An empty bag takes what the supply has above 4 of each colour; if there is nothing the refill stops.
    moon = referee.moon
    moon.cubes = [[0, 0, 0] for _ in moon.positions]
    moon.bag, moon.supply = [0, 0, 0], [4, 3, -1, 40]
    moon.refill(3, Dealer())
    assert not sum(map(sum, moon.cubes)) and moon.supply == [4, 3, -1, 40]
    moon.supply = [4, 6, 4, 40]
    moon.refill(3, Dealer())
    assert moon.cubes[0] == [0, 2, 0] and moon.supply == [4, 4, 4, 40] and not sum(map(sum, moon.cubes[1:]))


def test_achievements_of_a_gather_use_the_old_space():
    referee = give(bare(), food=9)
    own = referee.players[0]
    own.small = {0}
    referee.small[0] = 3
    referee.progress[:2] = [9, 2]
    send(referee, 0, 1, 2)
    play(referee, GATHER, INCOME)
    assert won(referee) == (0, 1) and own.space == 1


def test_launch_during_the_income():
    """The turn is finished, feeding and progress included (from_the_moon 4)."""
    referee = give(bare(players=3), metal=9, water=9, polymer=9, food=9)
    own = referee.players[0]
    own.small = {0}
    referee.small[0] = 11
    referee.ships.launched_on = [1, 1, None]
    referee.ships.tiles[2] = [None, None, None, 0]
    referee.ships.takers[2] = [1, 1, 1, None]
    send(referee, 0, 1, 2)
    play(referee, GATHER, INCOME, SHIP_PART + 13, INCOME + RECHARGE)
    # Own tile 4 vp and the secondary bonus 7; the other player has most tiles.
    assert won(referee) == (11, 0) and won(referee, 1) == (14, 0) and referee.end_triggered
    assert referee.frame == "FEED" and own.space == 1
    play(referee, FEED)
    assert own.space == 2 and referee.frame == "END_TURN"
    play(referee, ENERGY_TO_FOOD, END_TURN)
    assert referee.seat == 1 and gauge(referee)[0] == 3


def test_end_of_turn():
    """Asked when this may be the last turn and 2 energy are left (from_the_moon 12.2)."""

    def after_turn(energy, launched=0, space=1, rovers=(), seat=0, players=2, triggered=False):
        referee = bare(players=players)
        referee.ships.launched_on = [1] * launched + [None] * (3 - launched)
        if seat:
            play(referee, SEND_ROVER, ROVER, TILE, DECLINE)
        if referee.frame == "END_TURN":
            play(referee, END_TURN)
        give(referee, seat, energy=(energy, 5))
        last = referee.players[players - 1]
        last.space = space
        send(referee, *rovers, seat=players - 1)
        referee.end_triggered = triggered
        referee.players[seat].offered_energy = energy
        referee.stack.clear()
        referee.settle()
        return referee

    assert after_turn(5).frame == "MAIN"
    assert after_turn(2, launched=2).frame == "END_TURN"
    assert after_turn(1, launched=2).frame != "END_TURN"
    assert after_turn(5, launched=2, seat=1).seat == 0
    assert after_turn(5, space=6, rovers=(1, 2, 3)).frame == "END_TURN"
    assert after_turn(5, space=6, rovers=(1, 2)).frame == "MAIN"
    assert after_turn(5, space=5, rovers=(1, 2, 3)).frame == "MAIN"
    assert after_turn(5, space=6, rovers=(5, 6, 7), seat=1).seat == 0
    assert after_turn(5, seat=1, triggered=True).frame == "END_TURN"
    referee = after_turn(4, launched=2)
    assert referee.legal() == {END_TURN, ENERGY_TO_FOOD}
    play(referee, ENERGY_TO_FOOD, ENERGY_TO_FOOD)
    # With less than 2 energy it is over by itself.
    assert referee.seat == 1 and owned(referee) == (0, 0, 0, 2)


def test_end_of_turn_with_few_tiles_left():
    """Later seats may take the last tiles of several ships: asked with at most two tiles for each of them."""
    for left, frame in ((2, "END_TURN"), (3, "MAIN")):
        referee = bare()
        referee.ships.tiles = [[None] * 3, [None] * 3, [None] * 3]
        for ship in range(left):
            referee.ships.tiles[ship][0] = 0
        referee.own.offered_energy = referee.own.energy
        referee.stack.clear()
        referee.settle()
        assert referee.frame == frame


def test_end_of_turn_after_a_gain():
    """Energy that came after the last decision with conversions was never offered: asked if it makes one food more."""
    for energy, gained, frame in ((1, 2, "END_TURN"), (2, 2, "END_TURN"), (2, 1, "MAIN"), (4, 0, "MAIN")):
        referee = give(bare(), energy=(energy, 9))
        referee.own.offered_energy = referee.own.energy
        referee.gain({"energy": gained})
        referee.stack.clear()
        referee.settle()
        assert referee.frame == frame
    # What was spent in between could not be converted either.
    referee = give(bare(), energy=(5, 9))
    referee.own.offered_energy = referee.own.energy
    referee.pay({"energy": 3})
    referee.gain({"energy": 2})
    referee.stack.clear()
    referee.settle()
    assert referee.frame == "END_TURN"


def test_the_last_seat_ends_the_game():
    referee = bare()
    play(referee, SEND_ROVER, ROVER, TILE, DECLINE)
    send(referee, 1, 2, 3, seat=1)
    referee.players[1].space = 6
    play(referee, GATHER, INCOME + RECHARGE, FEED, END_TURN)
    assert referee.over and won(referee, 1) == (-9, 0) and referee.outcome() == [1, -1]


def test_shared_victory():
    """There is no tie-breaker (from_the_moon 10)."""
    referee = bare(players=3)
    with pytest.raises(ValueError):
        referee.outcome()
    referee.over = True
    assert referee.outcome() == pytest.approx([-1 / 3] * 3)
    referee.players[2].score = -1
    assert referee.outcome() == [0, 0, -1]


def test_majorities_of_two_players():
    """Only the first prize; who has nothing is not ranked (from_the_moon 10)."""
    referee = bare()
    rows = referee.points()
    assert [row["achievement_majority"] for row in rows] == [0, 0]
    referee.players[0].achievements, referee.players[1].achievements = 3, 2
    referee.ships.improvers[0][:2] = [1, 0]
    rows = referee.points()
    assert [row["achievement_majority"] for row in rows] == [24, 0]
    assert [row["improvement_majority"] for row in rows] == [4, 4]
    referee = bare(players=4)
    for seat, achievements in enumerate((5, 5, 5, 1)):
        referee.players[seat].achievements = achievements
    assert [row["achievement_majority"] for row in referee.points()] == [12, 12, 12, 0]


def test_vp_of_small_2a_comes_at_once():
    """The recruit is decided afterwards and does not matter for it (from_the_moon 12.2)."""
    referee = bare()
    referee.small[0] = 4
    ask(referee, Income({0, 6}))
    play(referee, INCOME)
    assert referee.frame == "RECRUIT" and won(referee) == (1, 0)


def test_random_resources_never_leave_the_count():
    """Gains and payments keep 40 cubes of each kind (check 11)."""
    referee = bare()
    rng = random.Random(3)
    for _ in range(200):
        referee.gain({rng.choice(("metal", "water", "polymer", "food")): rng.randrange(3)})
        referee.pay({"metal": rng.randint(0, owned(referee)[0])})
    on_tiles = [sum(cubes[colour] for cubes in referee.moon.cubes) for colour in range(3)] + [0]
    for number, bag in enumerate([*referee.moon.bag, 0]):
        players = sum(player.resources[number] for player in referee.players)
        assert bag + referee.moon.supply[number] + on_tiles[number] + players == 40
