"""Tests of the referee by itself: the worked positions of play (from_the_moon 16)."""

from .actions import (
    ABILITY,
    BUILDING,
    BUILDING_SPACE,
    COLLECT,
    CONSTRUCT_BUILDING,
    DECLINE,
    DEVELOP_GREENHOUSES,
    DEVELOP_RESEARCH,
    DEVELOP_TEAM,
    DISPLAY,
    ENERGY_TO_FOOD,
    FACTION_BUILDING,
    FEED,
    FOOD_TO_ENERGY,
    FOUNDATION,
    GATHER,
    GREENHOUSE_FOOD,
    INCOME,
    LABORATORY,
    LABORATORY_SPACE,
    OPTION,
    RECHARGE,
    RECRUIT,
    RECRUIT_PART,
    RESOURCE,
    ROVER,
    SEND_ROVER,
    SHIP_PART,
    TAKE_1_VP,
    TERRAIN_TASK,
    TILE,
)
from .approvals import Approval
from .effects import EffectChoice
from .positions import ask, bare, crew, gauge, give, options, owned, play, send, won
from .tables import (
    ARCHITECTS,
    CYBORGS,
    ENERGY_PER_ENEMY_ROVER,
    FOOD_PER_OWN_BUILDING,
    PIONEERS,
    RESOURCE_PER_OWN_ROVER,
    SCHOLARS,
    WORKERS,
)

METAL, WATER, POLYMER, FOOD = range(4)
EUROPA, TITAN, MARS = range(3)
ALL = {EUROPA, TITAN, MARS}
GAIN_FOUNDATION, CONSTRUCT_SHIP_PART, PLACE_BUILDING, GAIN_LABORATORY = 0, 1, 6, 7


def part(mission, number):
    return SHIP_PART + mission * 5 + number - 1


def test_position_1_tasks():
    """The rulebook's example: both cubes, then the terrain effect with the specialist's second task (also check 2)."""
    referee = bare()
    crew(referee, 0, basics=(1, 0, 0), specialists=(0, 1, 0))
    referee.moon.terrain[4] = 2
    referee.moon.cubes[4] = [1, 1, 1]
    play(referee, SEND_ROVER, ROVER, TILE + 4)
    assert options(referee) == {COLLECT, COLLECT + WATER, TERRAIN_TASK, DECLINE}
    play(referee, COLLECT + METAL)
    assert options(referee) == {COLLECT + WATER, TERRAIN_TASK, DECLINE}
    play(referee, COLLECT + WATER)
    assert options(referee) == {TERRAIN_TASK, DECLINE}
    play(referee, TERRAIN_TASK)
    assert owned(referee) == (1, 1, 0, 1) and gauge(referee) == (5, 6)
    assert referee.moon.cubes[4] == [0, 0, 1]
    assert (referee.seat, referee.frame) == (1, "MAIN")


def test_position_2_powers():
    referee = bare(players=2)
    referee.powers = [FOOD_PER_OWN_BUILDING, ENERGY_PER_ENEMY_ROVER, RESOURCE_PER_OWN_ROVER]
    crew(referee, 0, specialists=(1, 1, 1))
    referee.moon.cubes[4] = [3, 0, 1]
    give(referee, energy=(1, 5))
    referee.moon.buildings.update({5: 0, 6: 0, 9: 1})
    send(referee, 0, 1, seat=1)
    send(referee, None, 3, 5)
    play(referee, SEND_ROVER, TILE + 4)
    assert referee.stack[-1].arguments() == [0, 2, 2, 2, 1, 1, 1, -1]
    play(referee, COLLECT + METAL, COLLECT + POLYMER, ABILITY + METAL, ABILITY + WATER, ABILITY + POLYMER)
    assert options(referee) == {RESOURCE + resource for resource in range(4)}
    play(referee, RESOURCE + METAL, RESOURCE + FOOD)
    assert owned(referee) == (2, 0, 1, 3) and gauge(referee) == (2, 5)
    assert referee.stack[-1].arguments()[1:4] == [0, 1, 0]
    assert options(referee) == {TERRAIN_TASK, DECLINE}


def test_position_3_research():
    """The rulebook's example: foundation, laboratory of the second row, four laboratories activated."""
    referee = bare(laboratories=[9])
    referee.progress[0] = GAIN_FOUNDATION
    give(referee, metal=3, polymer=2)
    own = referee.players[0]
    own.foundations = 3
    own.laboratories = {1: 12, 5: 14, 8: 13}
    referee.moon.buildings.update({0: 0, 10: 0})
    referee.display[::2] = [0, 7, 3]
    referee.ships.tiles[MARS][0] = 0
    play(referee, DEVELOP_RESEARCH, FOUNDATION)
    assert owned(referee) == (2, 0, 1, 0) and gauge(referee) == (4, 5) and won(referee) == (0, 1)
    assert own.free_laboratory_spaces() == [0, 2, 3, 4, 9]
    play(referee, LABORATORY, DISPLAY + 2)
    assert owned(referee) == (2, 0, 0, 0) and gauge(referee) == (3, 5) and referee.display[::2] == [9, 0, 3]
    assert referee.legal() == {LABORATORY_SPACE + space for space in (0, 2, 3, 4, 9)}
    play(referee, LABORATORY_SPACE + 9)
    assert won(referee) == (0, 2)
    assert options(referee) == {DECLINE} | {LABORATORY_SPACE + space for space in (1, 5, 8, 9)}
    play(referee, LABORATORY_SPACE + 1, OPTION)
    assert won(referee) == (2, 2) and gauge(referee) == (2, 5)
    play(referee, LABORATORY_SPACE + 5)
    assert owned(referee) == (3, 0, 0, 0)
    play(referee, LABORATORY_SPACE + 8, OPTION, RESOURCE + POLYMER)
    assert gauge(referee) == (1, 5)
    play(referee, LABORATORY_SPACE + 9)
    assert options(referee) == {OPTION, OPTION + 1, DECLINE}
    play(referee, OPTION, part(MARS, 1))
    assert owned(referee) == (1, 0, 1, 0) and gauge(referee) == (0, 5) and won(referee) == (6, 2)
    # No special research; both parts are done, so the action is over.
    assert referee.seat == 1


def test_position_4_surcharge():
    """A greenhouse by a terrain effect: the payment and the surcharge count together."""

    def at_tile(energy, food, cheap=0):
        referee = give(bare(), energy=(energy, 5), food=food)
        referee.cheap = cheap
        return ask(referee, EffectChoice(referee.tables.terrain[6]))

    referee = at_tile(3, 0)
    assert options(referee) == {OPTION, DECLINE}
    play(referee, OPTION)
    assert gauge(referee) == (2, 5) and referee.frame == "GH_GAIN" and options(referee) == {OPTION, DECLINE}
    play(referee, OPTION)
    assert gauge(referee) == (0, 5) and referee.players[0].greenhouses == 1 and referee.seat == 1
    referee = at_tile(2, 2)
    assert referee.legal() == {DECLINE, ENERGY_TO_FOOD, FOOD_TO_ENERGY}
    play(referee, FOOD_TO_ENERGY)
    assert referee.frame == "EFFECT" and options(referee) == {OPTION, DECLINE}
    referee = at_tile(2, 1)
    assert referee.seat == 1 and gauge(referee) == (2, 5)
    referee = at_tile(1, 0, cheap=1)
    play(referee, OPTION, OPTION)
    assert gauge(referee) == (0, 5) and referee.cheap == 0 and referee.players[0].greenhouses == 1
    # By the action instead.
    for cheap, energy in ((0, 3), (1, 5)):
        referee = give(bare(), water=1, polymer=1)
        referee.cheap = cheap
        play(referee, DEVELOP_GREENHOUSES)
        assert owned(referee) == (0, 0, 0, 0) and gauge(referee) == (energy, 5) and referee.cheap == 0


def test_position_5_progress():
    """The rulebook's example: one player's pawn asks for foundations, the pawns on the next space for ship parts."""
    for space, foundations, parts in ((2, 1, 0), (3, 0, 1)):
        referee = give(bare(), metal=9, water=9, polymer=9, food=9, energy=(9, 9))
        referee.progress[1:3] = [GAIN_FOUNDATION, CONSTRUCT_SHIP_PART]
        for player in referee.players:
            player.space = space
        # By the action; without a foundation it is the only possible part.
        play(referee, DEVELOP_RESEARCH)
        assert won(referee) == (0, foundations)
        # By a terrain effect.
        ask(referee, EffectChoice(referee.tables.terrain[8]))
        play(referee, OPTION)
        assert won(referee) == (0, 2 * foundations)
        # By special research.
        referee = give(bare(SCHOLARS, ARCHITECTS), metal=9, water=9, polymer=9, food=9, energy=(9, 9))
        referee.progress[1:3] = [GAIN_FOUNDATION, CONSTRUCT_SHIP_PART]
        referee.players[0].space = space
        play(referee, DEVELOP_TEAM, RECRUIT_PART, RECRUIT, DECLINE, FOUNDATION)
        assert won(referee) == (0, foundations)
        # By the Architects.
        referee = give(bare(ARCHITECTS), metal=9, water=9, polymer=9, food=9, energy=(9, 9))
        referee.progress[1:3] = [GAIN_FOUNDATION, CONSTRUCT_SHIP_PART]
        referee.players[0].space = space
        play(referee, CONSTRUCT_BUILDING, BUILDING, BUILDING_SPACE)
        assert won(referee) == (0, foundations)
        ask(referee, Approval(ALL, "any"))
        score = referee.tables.mission_tiles[MARS][referee.ships.tiles[MARS][0]].vp
        play(referee, part(MARS, 1))
        assert won(referee) == (score, foundations + parts)


def test_position_6_income_order():
    def gathered(basic, improved, kind):
        referee = give(bare(), energy=(1, 5))
        own = referee.players[0]
        own.basic_greenhouses, own.improved_greenhouses = basic, improved
        referee.small[0] = kind
        own.small = {0}
        send(referee, 0, 1, 2)
        play(referee, GATHER)
        assert options(referee) == {INCOME, INCOME + RECHARGE, INCOME + GREENHOUSE_FOOD}
        return referee

    small_1c, small_2b = 2, 5
    referee = gathered(1, 1, small_1c)
    play(referee, INCOME + GREENHOUSE_FOOD, INCOME, OPTION, INCOME + RECHARGE)
    assert owned(referee)[FOOD] == 3
    play(referee, FEED)
    assert owned(referee)[FOOD] == 0 and won(referee) == (0, 0)
    referee = gathered(1, 1, small_1c)
    play(referee, INCOME, OPTION)
    # The food of the greenhouses has come by itself.
    assert owned(referee)[FOOD] == 4 and options(referee) == {INCOME + RECHARGE}
    play(referee, INCOME + RECHARGE, FEED)
    assert owned(referee)[FOOD] == 1
    referee = gathered(0, 0, small_2b)
    cheap = referee.cheap
    play(referee, INCOME, OPTION)
    assert owned(referee)[FOOD] == 1 and referee.cheap == cheap
    referee = gathered(0, 0, small_2b)
    play(referee, INCOME + GREENHOUSE_FOOD, INCOME, OPTION)
    assert owned(referee)[FOOD] == 0 and referee.cheap == cheap


def test_position_7_feeding():
    def gathered(faction):
        referee = give(bare(faction), food=1, energy=(4, 5))
        crew(referee, 0, basics=(2, 0, 0))
        send(referee, 0, 1, 2)
        play(referee, GATHER)
        assert options(referee) == {INCOME + RECHARGE}
        return referee

    referee = gathered(ARCHITECTS)
    play(referee, INCOME + RECHARGE, FEED)
    assert won(referee) == (-9, 0) and gauge(referee) == (5, 5)
    referee = gathered(ARCHITECTS)
    play(referee, ENERGY_TO_FOOD, ENERGY_TO_FOOD)
    assert owned(referee)[FOOD] == 3 and gauge(referee) == (0, 5)
    play(referee, INCOME + RECHARGE, ENERGY_TO_FOOD, FEED)
    assert won(referee) == (0, 0) and gauge(referee) == (3, 5) and owned(referee)[FOOD] == 0
    referee = gathered(ARCHITECTS)
    play(referee, INCOME + RECHARGE, ENERGY_TO_FOOD, ENERGY_TO_FOOD, FEED)
    assert won(referee) == (-3, 0) and gauge(referee) == (1, 5)
    referee = gathered(CYBORGS)
    play(referee, INCOME + RECHARGE)
    assert referee.seat == 1 and owned(referee)[FOOD] == 1 and gauge(referee) == (5, 5)
    assert won(referee) == (0, 0) and referee.players[0].space == 2


def test_position_8_battery_as_a_cost():
    """Also check 5."""
    for before, after in (((4, 5), (4, 4)), ((5, 5), (4, 4)), ((0, 1), (0, 0))):
        referee = give(bare(), water=1, energy=before)
        referee.ships.tiles[EUROPA] = [0, 1, None]
        ask(referee, Approval({EUROPA}, "improve"))
        play(referee, part(EUROPA, 3))
        assert gauge(referee) == after and won(referee) == (5, 1)
        assert referee.frame == ("SPECIAL_RESEARCH" if after[0] >= 2 else "MAIN")
    for faction in (ARCHITECTS, CYBORGS):
        referee = give(bare(faction), energy=(3, 9))
        referee.players[0].has_faction_building = True
        referee.progress[0] = 9
        referee.gain({"battery": 1})
        assert gauge(referee) == (3, 9) and won(referee) == (0, 1) and referee.frame == "MAIN"
    referee = give(bare(), energy=(4, 4))
    referee.gain({"battery": 1})
    assert gauge(referee) == (4, 5)
    referee.pay({"battery": 1})
    assert gauge(referee) == (4, 4)
    give(referee, energy=(5, 5)).pay({"battery": 1})
    assert gauge(referee) == (4, 4)


def test_position_9_improve_and_special_research():
    referee = give(bare(WORKERS), water=1, energy=(4, 5))
    referee.players[0].foundations = 1
    referee.ships.tiles[EUROPA][0] = None
    referee.display[0] = 14
    ask(referee, Approval({EUROPA}, "any"))
    assert options(referee) == {part(EUROPA, 1), TAKE_1_VP}
    play(referee, part(EUROPA, 1))
    assert won(referee) == (3, 1) and gauge(referee) == (3, 5) and owned(referee) == (0, 0, 0, 0)
    assert [frame.name for frame in referee.stack] == ["SPECIAL_RESEARCH", "RESOURCE"]
    play(referee, RESOURCE + FOOD)
    assert options(referee) == {DECLINE, FOUNDATION} | {DISPLAY + space for space in range(6)}
    play(referee, DISPLAY)
    assert gauge(referee) == (1, 5)
    play(referee, LABORATORY_SPACE, LABORATORY_SPACE)
    assert owned(referee) == (1, 0, 0, 1) and referee.seat == 1


def test_position_10_nested_laboratories():
    referee = give(bare(CYBORGS), metal=1, polymer=2)
    referee.progress[0] = GAIN_LABORATORY
    own = referee.players[0]
    own.foundations = 2
    own.laboratories = {0: 17, 4: 14}
    referee.display[4:] = [15, 16]
    referee.ships.tiles[TITAN][0] = None
    play(referee, DEVELOP_RESEARCH, LABORATORY, DISPLAY + 4, LABORATORY_SPACE + 1)
    assert options(referee) == {LABORATORY_SPACE, LABORATORY_SPACE + 1, DECLINE}
    play(referee, LABORATORY_SPACE, OPTION)
    assert options(referee) == {part(TITAN, 1), TAKE_1_VP}
    play(referee, part(TITAN, 1))
    assert won(referee) == (3, 1) and gauge(referee) == (3, 5)
    play(referee, DISPLAY + 5)
    # Only space 5 is free.
    assert gauge(referee) == (1, 5) and own.laboratories[5] == 16
    assert options(referee) == {DECLINE} | {LABORATORY_SPACE + space for space in (1, 4, 5)}
    play(referee, LABORATORY_SPACE + 1, LABORATORY_SPACE + 4, LABORATORY_SPACE + 5)
    assert owned(referee) == (2, 1, 1, 0)
    assert options(referee) == {LABORATORY_SPACE + 1, DECLINE}
    play(referee, LABORATORY_SPACE + 1)
    assert owned(referee) == (2, 2, 1, 0) and gauge(referee) == (1, 5) and won(referee) == (3, 2)
    assert referee.frame == "RESEARCH_ACTION" and options(referee) == {FOUNDATION, DECLINE}


def test_position_12_faction_buildings():
    # (a), also check 9
    referee = give(bare(PIONEERS), metal=2, water=1, polymer=1, energy=(4, 5))
    referee.progress[0] = PLACE_BUILDING
    referee.moon.terrain[:2] = [2, 0]
    play(referee, CONSTRUCT_BUILDING, BUILDING + FACTION_BUILDING, BUILDING_SPACE + 1)
    assert gauge(referee) == (2, 5) and won(referee) == (0, 2) and options(referee) == {TILE, TILE + 1, DECLINE}
    play(referee, TILE + 1, RESOURCE + METAL)
    assert options(referee) == {TILE, DECLINE}
    play(referee, TILE)
    assert owned(referee) == (1, 0, 0, 1) and gauge(referee) == (2, 6) and referee.seat == 1
    # (b)
    referee = give(bare(ARCHITECTS), metal=2, water=1, polymer=1, energy=(0, 5))
    referee.players[0].has_faction_building = True
    send(referee, 0, 1, 8)
    play(referee, CONSTRUCT_BUILDING, BUILDING + 4)
    assert referee.legal() == {BUILDING_SPACE + 1, BUILDING_SPACE + 5}
    play(referee, BUILDING_SPACE + 5)
    assert gauge(referee) == (0, 5) and owned(referee) == (0, 0, 0, 0) and referee.players[0].foundations == 1
    assert options(referee) == {DECLINE} | {TILE + tile for tile in (0, 1, 3, 4)}
    # (c), also check 8
    for metal, energy, expected in ((0, 5, {OPTION}), (5, 0, {OPTION}), (1, 1, {OPTION, OPTION + 1})):
        referee = give(bare(CYBORGS), metal=metal, energy=(energy, 5))
        ask(referee, EffectChoice(referee.tables.laboratories[4]))
        assert options(referee) == expected | {DECLINE}
    referee = give(bare(CYBORGS), metal=1, energy=(2, 5))
    play(referee, DEVELOP_TEAM, RECRUIT)
    assert owned(referee) == (0, 0, 0, 0) and gauge(referee) == (0, 5)
    referee = give(bare(CYBORGS), metal=0, energy=(5, 5))
    assert DEVELOP_TEAM not in referee.legal()
    send(referee, 0)
    referee.resolve(referee.tables.terrain[7])
    referee.settle()
    assert referee.frame == "MAIN"  # the free recruit was declined by itself
