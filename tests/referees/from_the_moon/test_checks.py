"""Tests of the referee by itself: the checks, and the worked positions of launches and the end (from_the_moon 16)."""

from .actions import (
    DECLINE,
    DEVELOP_RESEARCH,
    DISPLAY,
    END_TURN,
    ENERGY_TO_FOOD,
    FEED,
    GATHER,
    INCOME,
    LABORATORY_SPACE,
    RECHARGE,
    RECRUIT,
    ROVER,
    SEND_ROVER,
    SHIP_PART,
    TAKE_1_VP,
    TILE,
)
from .approvals import Approval
from .dealer import Dealer
from .income import Feed
from .moon import OPPONENT, Moon
from .positions import ask, bare, drafted, gauge, give, options, owned, play, send, totals, won
from .research import LaboratoryPlace, gain_foundation
from .scoring import medal, solo_points
from .ships import majority
from .solo import is_won
from .tables import ARCHITECTS, COMPONENTS, SURVIVORS, UNIFIERS, Tables

METAL, WATER, POLYMER, FOOD = range(4)
EUROPA, TITAN, MARS = range(3)
ALL = {EUROPA, TITAN, MARS}
GAIN_FOUNDATION, CONSTRUCT_SHIP_PART, PLACE_BUILDING, GAIN_LABORATORY = 0, 1, 6, 7


def part(mission, number):
    return SHIP_PART + mission * 5 + number - 1


def test_position_11_launch():
    """Also check 6."""
    # With 2 players a ship has three parts and cannot be shared 2 : 2, so seat 2 is there without a tile.
    referee = give(bare(UNIFIERS, ARCHITECTS, players=3), water=1, polymer=1, energy=(1, 5))
    referee.progress[0] = CONSTRUCT_SHIP_PART
    referee.ships.launched_on = [1, None, 1]
    referee.ships.tiles[TITAN] = [None, None, None, 0]
    referee.ships.takers[TITAN] = [0, 1, 1, None]
    ask(referee, Approval({TITAN}, "construct"))
    assert options(referee) == {part(TITAN, 4), TAKE_1_VP}
    play(referee, part(TITAN, 4))
    assert [won(referee, seat) for seat in range(3)] == [(13, 1), (9, 0), (0, 0)]
    assert referee.end_triggered and referee.frame == "RECRUIT"
    play(referee, RECRUIT)
    assert (referee.seat, referee.frame) == (1, "MAIN")
    for counts, points in (
        ((1, 1, 1, 1), [4, 4, 4, 4]),
        ((2, 1, 1), [12, 3, 3]),
        ((2, 2, 1, 0), [9, 9, 0, 0]),
        ((3, 0), [12, 0]),
        ((2, 1), [12, 6]),
        ((2, 1, 1, 1), [12, 2, 2, 2]),
        ((0, 3, 1), [0, 12, 6]),
    ):
        assert majority(list(counts), 12, 6) == points


def test_position_13_refill():
    referee = bare()
    moon = referee.moon
    moon.cubes[:5] = [[count, 0, 0] for count in range(5)]
    moon.refill(3, Dealer())
    assert [sum(cubes) for cubes in moon.cubes[:5]] == [3, 4, 4, 4, 4]
    moon.cubes = [[4, 0, 0] for _ in moon.positions]
    moon.cubes[6] = [1, 0, 0]
    moon.bag, moon.supply = [1, 1, 0], [9, 4, 6, 40]
    moon.refill(2, Dealer(cubes=[0, 1]))
    assert moon.cubes[6] == [2, 1, 0] and moon.bag == [5, 0, 2] and moon.supply[:3] == [4, 4, 4]


def test_position_14_end_and_scoring():
    """Also check 7."""
    referee = bare(players=3)
    for number, (score, achievements, resources) in enumerate(((40, 9, 5), (45, 7, 8), (38, 7, 3))):
        player = referee.players[number]
        player.score, player.achievements, player.resources[WATER] = score, achievements, resources
    referee.ships.improvers = [[0, 0, None, None], [1, 1, None, None], [None] * 4]
    referee.players[0].large, referee.players[0].trained = [0], [2, 1, 1]
    referee.players[2].large, referee.players[2].batteries = [1], 7
    assert totals(referee) == [93, 68, 66]
    referee = bare()
    for player in referee.players:
        player.achievements = 9
    assert totals(referee) == [21, 21]
    # Seat 1 triggers the end: seat 2 still plays, seat 0 does not.
    referee = bare(players=3)
    play(referee, SEND_ROVER, ROVER, TILE, DECLINE)
    referee.players[1].space = 6
    send(referee, 1, 2, 3, seat=1)
    play(referee, GATHER, INCOME + RECHARGE, FEED, END_TURN)
    assert referee.seat == 2 and referee.end_triggered
    play(referee, SEND_ROVER, ROVER, TILE + 5, DECLINE)
    assert options(referee) == {END_TURN}
    play(referee, END_TURN)
    assert referee.over and referee.actor is None and referee.legal() == set()


def test_position_15_solo():
    """Also check 10."""
    referee = give(bare(players=1), food=2)
    send(referee, *[tile for tile in range(9) if tile not in referee.moon.opponent_rovers][:3])
    ask(referee, Feed())
    assert owned(referee)[FOOD] == 3 and gauge(referee) == (3, 5)
    assert referee.legal() == {FEED, ENERGY_TO_FOOD}
    play(referee, FEED)
    assert gauge(referee) == (3, 5) and referee.players[0].space == 2 and len(referee.rover_cards) == 3
    referee = give(bare(players=1), food=2, energy=(1, 5))
    ask(referee, Feed())
    assert referee.lost and referee.over and referee.outcome() == [-1] and owned(referee)[FOOD] == 0
    for cubes, points in ((2, 14), (1, 7), (0, 0)):
        referee = bare(players=1)
        referee.ships.improvers[MARS] = [0] * cubes + [None] * (3 - cubes)
        assert referee.ships.launch_bonus(MARS) == [points]
    referee = bare(players=1)
    referee.objectives = [1, 2]
    own = referee.players[0]
    own.score, own.achievements, own.resources, own.large = 120, 14, [7, 0, 0, 0], [6]
    referee.moon.buildings = dict.fromkeys(range(6), 0) | dict.fromkeys(range(6, 12), OPPONENT)
    referee.ships.improvers[:2] = [[0, None, None], [0, None, None]]
    referee.ships.launched_on = [4, 4, 4]
    assert is_won(referee) and sum(solo_points(referee).values()) == 151 and medal(referee) == "silver"


def test_check_1_grids():
    for players, tiles, spaces, parts in ((1, 9, (4, 8, 4), 3), (3, 12, (4, 10, 6), 4), (4, 16, (4, 12, 9), 5)):
        tables = Tables(COMPONENTS, players)
        moon = Moon(tables)
        touching = [len(moon.tiles_around(space)) for space in moon.spaces]
        assert (len(moon.positions), len(tables.terrain_in_play), tables.parts_in_play) == (tiles, tiles, parts)
        assert tuple(touching.count(count) for count in (1, 2, 4)) == spaces
        assert sum(moon.is_corner(tile) for tile in moon.positions) == 4


def test_check_3_foundations():
    referee = bare()
    own = referee.players[0]
    for opened in ([0, 1], [0, 1, 4, 5], [0, 1, 4, 5, 8, 9], [0, 1, 2, 3, 4, 5, 8, 9]):
        gain_foundation(referee)
        assert own.free_laboratory_spaces() == opened
    own.laboratories = {1: 0, 5: 0, 8: 0}
    ask(referee, LaboratoryPlace(0))
    play(referee, LABORATORY_SPACE + 9)
    assert won(referee) == (0, 1) and referee.stack[-1].spaces == {1, 5, 8, 9}


def test_check_4_display():
    referee = give(bare(laboratories=[3]), polymer=1)
    referee.players[0].foundations = 1
    referee.display[:] = [0, 10, 1, 11, 2, 12]
    play(referee, DEVELOP_RESEARCH, DISPLAY + 2)
    assert owned(referee) == (0, 0, 0, 0) and gauge(referee) == (4, 5)
    assert referee.display == [3, 10, 0, 11, 2, 12] and referee.stack[-1].kind == 1


def test_check_10_rover_cards():
    referee = drafted(factions=(SURVIVORS,), players=1)
    sizes = [len(referee.rover_cards)]
    for _ in range(5):
        give(referee, food=9)
        ask(referee, Feed())
        play(referee, FEED)
        sizes.append(len(referee.rover_cards))
        assert len(referee.moon.opponent_rovers) == 3
    assert sizes == [6, 3, 0, 6, 3, 0]
