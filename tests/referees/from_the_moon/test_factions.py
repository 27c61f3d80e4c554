"""Tests of the referee by itself: setups, powers and buildings of the factions (from_the_moon 8.9, 8.10)."""

import copy

import pytest

from .actions import (
    BUILDING,
    BUILDING_SPACE,
    CONSTRUCT_BUILDING,
    CONSTRUCT_GREENHOUSE,
    DECLINE,
    DEVELOP_GREENHOUSES,
    DEVELOP_TEAM,
    DISPLAY,
    ENERGY_TO_FOOD,
    FACTION_BUILDING,
    FOOD_TO_ENERGY,
    FOUNDATION,
    GATHER,
    IMPROVE_GREENHOUSE,
    INCOME,
    LABORATORY_SPACE,
    LARGE,
    OPTION,
    RECHARGE,
    RECRUIT,
    RECRUIT_PART,
    RESOURCE,
    ROVER,
    SEND_ROVER,
    SHIP_PART,
    TAKE_1_VP,
    TILE,
    TRAIN,
    TRAIN_PART,
)
from .approvals import Approval
from .greenhouses import GreenhouseImprove
from .positions import ask, bare, crew, drafted, gauge, give, options, owned, play, send, won
from .research import SpecialResearch, gain_foundation
from .tables import ARCHITECTS, BIOFARMERS, COMPONENTS, CYBORGS, PIONEERS, SCHOLARS, SURVIVORS, UNIFIERS, WORKERS
from .team import Recruit, Train

ALL = {0, 1, 2}
# By faction: crew by colour, specialists, batteries, greenhouses, foundations, resources (from_the_moon 8.9).
SETUPS = {
    PIONEERS: ([2, 1, 1], [0, 0, 0], 5, 0, 0, (1, 2, 2, 4)),
    CYBORGS: ([1, 1, 1], [1, 0, 0], 4, 0, 0, (2, 0, 1, 1)),
    WORKERS: ([1, 2, 1], [0, 0, 0], 5, 0, 0, (2, 1, 2, 4)),
    UNIFIERS: ([1, 1, 2], [0, 0, 0], 5, 1, 0, (2, 2, 1, 3)),
    ARCHITECTS: ([1, 1, 1], [0, 0, 0], 5, 0, 0, (2, 1, 1, 4)),
    BIOFARMERS: ([1, 1, 1], [0, 0, 0], 5, 1, 0, (0, 2, 1, 2)),
    SURVIVORS: ([1, 1, 1], [0, 1, 0], 5, 0, 1, (1, 1, 2, 6)),
    SCHOLARS: ([1, 1, 1], [0, 0, 1], 5, 0, 1, (1, 1, 1, 4)),
}


@pytest.mark.parametrize("faction", SETUPS)
def test_setup(faction):
    """No bonus and no achievement; extra astronauts and markers are the first of their rows."""
    other = ARCHITECTS if faction == PIONEERS else PIONEERS
    referee = drafted((faction, other))
    player = referee.players[0]
    astronauts, specialists, batteries, greenhouses, foundations, resources = SETUPS[faction]
    seated = [[rover.basics[c] + rover.specialists[c] for c in range(3)] for rover in player.rovers]
    assert [sum(column) for column in zip(*seated, strict=True)] == astronauts
    assert [sum(rover.specialists[c] for rover in player.rovers) for c in range(3)] == specialists == player.trained
    assert player.taken == [count - 1 for count in astronauts]
    assert gauge(referee) == (batteries, batteries) and owned(referee) == resources
    assert (player.basic_greenhouses, player.improved_greenhouses, player.foundations) == (greenhouses, 0, foundations)
    assert won(referee) == (0, 0) and referee.cheap == 2
    assert all(1 <= rover.crew <= 3 and rover.tile is None for rover in player.rovers)


@pytest.mark.parametrize("faction", SETUPS)
def test_faction_building_cost(faction):
    """A place for large buildings, an achievement, no hourglass."""
    referee = give(bare(faction), metal=2, water=1, polymer=1, energy=(2, 5))
    play(referee, CONSTRUCT_BUILDING, BUILDING + FACTION_BUILDING, BUILDING_SPACE, DECLINE)
    energy = 1 if faction in (WORKERS, UNIFIERS) else 0
    assert owned(referee) == (0, 0, 0, 0) and gauge(referee) == (energy, 5) and won(referee) == (0, 1)
    assert referee.players[0].has_faction_building and referee.points()[0]["large_buildings"] == 0


def test_places_for_large_buildings():
    """Two large or faction buildings are the most (from_the_moon 6.4)."""
    referee = give(bare(), metal=9, water=9, polymer=9, energy=(9, 9))
    own = referee.players[0]
    own.large = [0]
    referee.large.remove(0)
    play(referee, CONSTRUCT_BUILDING)
    large = {BUILDING + LARGE + number for number in range(1, 8)}
    small = {BUILDING + slot for slot in range(6)}
    assert referee.legal() == small | large | {BUILDING + FACTION_BUILDING}
    referee = give(bare(), metal=9, water=9, polymer=9, energy=(9, 9))
    referee.players[0].large, referee.players[0].has_faction_building = [0], True
    play(referee, CONSTRUCT_BUILDING)
    assert referee.legal() == small


def test_pioneers():
    for tile, energy in ((0, 1), (1, 0), (2, 1), (4, 0), (8, 1)):
        referee = give(bare(PIONEERS), energy=(0, 5))
        play(referee, SEND_ROVER, ROVER, TILE + tile)
        assert gauge(referee) == (energy, 5)
    # The building: both tiles at an edge only, and one may be left.
    for space, picks in ((0, 1), (1, 2), (5, 1)):
        referee = give(bare(PIONEERS), metal=2, energy=(1, 5))
        referee.players[0].has_faction_building = True
        play(referee, CONSTRUCT_BUILDING)
        if referee.frame == "BUILDING":
            play(referee, BUILDING)
        play(referee, BUILDING_SPACE + space)
        assert referee.stack[-1].picks == picks
    referee = give(bare(PIONEERS), metal=2, energy=(1, 5))
    play(referee, CONSTRUCT_BUILDING, BUILDING, BUILDING_SPACE + 1)
    assert referee.stack[-1].picks == 1


def test_cyborgs():
    """They pay more for every recruit, are not fed, and their building trains for batteries."""
    referee = give(bare(CYBORGS), metal=1, food=2, energy=(0, 5))
    ask(referee, Recruit(free=True))
    # The energy can be converted, so the frame stays open.
    assert referee.legal() == {DECLINE, FOOD_TO_ENERGY}
    play(referee, FOOD_TO_ENERGY)
    assert {RECRUIT, DECLINE} <= referee.legal()
    play(referee, RECRUIT + 1)
    assert owned(referee) == (0, 0, 0, 0) and gauge(referee) == (0, 5)
    referee = bare(CYBORGS)
    referee.players[0].has_faction_building = True
    referee.stack.clear()
    referee.resolve(referee.tables.terrain[2])
    referee.settle()
    assert referee.frame == "TRAIN" and options(referee) == {DECLINE, TRAIN, TRAIN + 4, TRAIN + 8}
    play(referee, TRAIN + 4)
    assert referee.seat == 1 and referee.players[0].trained == [0, 1, 0] and gauge(referee) == (5, 6)
    # The pawn advances when everything that the income pushed is done.
    referee = bare(CYBORGS)
    own = referee.players[0]
    own.has_faction_building, own.small = True, {0}
    referee.small[0] = 3
    send(referee, 0, 1, 2)
    play(referee, GATHER, INCOME + RECHARGE, INCOME)
    assert own.space == 1 and referee.frame == "TRAIN"
    play(referee, DECLINE)
    assert own.space == 2 and referee.seat == 1
    # On the last space the end is triggered and what is left can be converted.
    referee = bare(CYBORGS)
    referee.players[0].space = 6
    send(referee, 0, 1, 2)
    play(referee, GATHER, INCOME + RECHARGE)
    assert referee.frame == "END_TURN" and referee.end_triggered and referee.players[0].space == 7


def test_workers():
    referee = give(bare(WORKERS), energy=(0, 5))
    referee.players[0].has_faction_building = True
    send(referee, None, 3, 1)
    play(referee, SEND_ROVER, TILE + 4)
    assert gauge(referee) == (4, 5)
    for tile, energy in ((0, 4), (2, 2), (8, 0)):
        referee = give(bare(WORKERS), energy=(0, 9))
        referee.players[0].has_faction_building = True
        send(referee, None, 3, 1)
        send(referee, 5, seat=1)
        play(referee, SEND_ROVER, TILE + tile)
        assert gauge(referee) == (energy, 9)


def test_unifiers():
    """Each part constructed: a free recruit; the building gives 2 vp for each recruit."""
    referee = give(bare(UNIFIERS), metal=5, water=5, polymer=5, food=5)
    own = referee.players[0]
    own.has_faction_building = True
    ask(referee, Approval({0}, "any"))
    score = referee.tables.mission_tiles[0][referee.ships.tiles[0][0]].vp
    play(referee, SHIP_PART)
    assert referee.frame == "RECRUIT" and DECLINE in referee.legal() and gauge(referee)[0] >= 3
    play(referee, RECRUIT + 1)
    assert own.rovers[1].basics == [1, 1, 0] and won(referee) == (score + 2, 0) and referee.seat == 1
    # The second column gives 1 vp, the third an achievement (from_the_moon 7.1).
    for column, gained in ((0, (2, 0)), (1, (3, 0)), (2, (2, 1))):
        referee = bare(UNIFIERS)
        referee.players[0].has_faction_building = True
        referee.players[0].taken[1] = column
        play(referee, DEVELOP_TEAM, RECRUIT + 3)
        assert won(referee) == gained and gauge(referee) == (4, 5)
    # An improvement does not recruit.
    referee = give(bare(UNIFIERS), water=1, energy=(1, 5))
    referee.ships.tiles[0][0] = None
    ask(referee, Approval({0}, "any"))
    play(referee, SHIP_PART)
    assert referee.seat == 1


def test_architects():
    """A foundation with every building, before the terrain effect; the discount is not for the building itself."""
    for building, cost in ((0, {"metal": 2}), (FACTION_BUILDING, {"metal": 2, "water": 1, "polymer": 1})):
        referee = give(bare(ARCHITECTS), **cost)
        send(referee, 0, 1, 3)
        play(referee, CONSTRUCT_BUILDING, BUILDING + building, BUILDING_SPACE + 5)
        assert referee.players[0].foundations == 1 and referee.frame == "TERRAIN_PICK"
        assert gauge(referee) == (4 if building == 0 else 3, 5)
    referee = give(bare(ARCHITECTS), metal=2)
    referee.players[0].foundations = 6
    play(referee, CONSTRUCT_BUILDING, BUILDING, BUILDING_SPACE + 5)
    assert referee.players[0].foundations == 6
    # The discount does not go below 0.
    referee = give(bare(ARCHITECTS), metal=2, energy=(3, 5))
    referee.players[0].has_faction_building = True
    send(referee, 0, 1, 3)
    play(referee, CONSTRUCT_BUILDING, BUILDING, BUILDING_SPACE + 5)
    assert gauge(referee) == (3, 5)


def test_biofarmers():
    """An approval after the parts, once; the building reacts to every improvement."""
    referee = give(bare(BIOFARMERS), water=3, polymer=1, energy=(0, 5))
    own = referee.players[0]
    own.basic_greenhouses, own.has_faction_building = 1, True
    play(referee, DEVELOP_GREENHOUSES, IMPROVE_GREENHOUSE)
    assert gauge(referee) == (2, 5) and owned(referee) == (0, 2, 1, 1)
    assert options(referee) == {CONSTRUCT_GREENHOUSE, DECLINE}
    play(referee, CONSTRUCT_GREENHOUSE)
    # Both parts are done and nothing can be constructed or improved: 1 vp by itself, once.
    assert won(referee) == (1, 0) and referee.seat == 1 and owned(referee) == (0, 1, 0, 2)
    referee = give(bare(BIOFARMERS), water=9, polymer=9, metal=9, food=9, energy=(0, 5))
    play(referee, DEVELOP_GREENHOUSES, DECLINE)
    assert referee.frame == "APPROVAL" and {TAKE_1_VP, SHIP_PART + 10} <= referee.legal()
    referee = give(bare(BIOFARMERS), energy=(0, 5))
    referee.players[0].basic_greenhouses, referee.players[0].has_faction_building = 1, True
    ask(referee, GreenhouseImprove())
    play(referee, OPTION)
    assert gauge(referee) == (2, 5) and owned(referee) == (0, 0, 0, 1)
    # Not by an effect: the power belongs to the action. The energy came last, so its conversion is asked now.
    assert won(referee) == (0, 0) and referee.frame == "END_TURN"


def test_survivors():
    referee = give(bare(SURVIVORS), food=1, energy=(1, 5))
    assert FOOD_TO_ENERGY in referee.legal() and ENERGY_TO_FOOD not in referee.legal()
    play(referee, FOOD_TO_ENERGY)
    assert gauge(referee) == (2, 5) and owned(referee) == (0, 0, 0, 0)
    # A conversion is not offered at a full gauge.
    assert FOOD_TO_ENERGY not in give(bare(SURVIVORS), food=1).legal()
    referee = give(bare(SURVIVORS), energy=(2, 5))
    own = referee.players[0]
    own.has_faction_building = True
    ask(referee, SpecialResearch())
    play(referee, FOUNDATION)
    assert referee.frame == "GH_GAIN" and options(referee) == {OPTION, DECLINE} and gauge(referee) == (0, 5)
    play(referee, OPTION)
    assert own.greenhouses == 1 and referee.cheap == 1
    # The surcharge is due; without a way to pay it the greenhouse is declined.
    referee = give(bare(SURVIVORS), energy=(3, 5))
    referee.players[0].has_faction_building, referee.cheap = True, 0
    ask(referee, SpecialResearch())
    play(referee, FOUNDATION)
    assert referee.seat == 1 and referee.players[0].greenhouses == 0
    # With six foundations nothing is gained.
    referee = bare(SURVIVORS)
    referee.players[0].has_faction_building, referee.players[0].foundations = True, 6
    gain_foundation(referee)
    assert referee.stack[-1].name == "MAIN"


def test_scholars():
    """Special research after the parts of the team action; the building gives battery and energy."""
    referee = give(bare(SCHOLARS), food=1)
    own = referee.players[0]
    own.has_faction_building = True
    play(referee, DEVELOP_TEAM, TRAIN_PART, TRAIN)
    # 2 energy are spent, then a battery and 1 energy gained.
    assert gauge(referee) == (4, 6) and options(referee) == {RECRUIT_PART, DECLINE}
    play(referee, DECLINE)
    assert referee.frame == "SPECIAL_RESEARCH" and options(referee) == {FOUNDATION, DECLINE}
    play(referee, FOUNDATION)
    assert gauge(referee) == (2, 6) and own.foundations == 1 and referee.seat == 1
    # A free training reacts, too, also with 9 batteries.
    referee = give(bare(SCHOLARS), energy=(8, 9))
    referee.players[0].has_faction_building = True
    ask(referee, Train(free=True))
    play(referee, TRAIN)
    assert gauge(referee) == (9, 9) and won(referee) == (0, 1)
    # Special research is not given by a free recruit.
    referee = bare(SCHOLARS)
    ask(referee, Recruit(free=True))
    play(referee, RECRUIT)
    assert referee.seat == 1


def test_markers_and_columns():
    """The third specialist gives an achievement; the fourth astronaut of a colour is never trained (7.2)."""
    for trained, gained in ((0, (0, 0)), (1, (2, 0)), (2, (0, 1))):
        referee = bare()
        referee.players[0].trained[0] = trained
        ask(referee, Train(free=True))
        play(referee, TRAIN)
        assert won(referee) == gained
    referee = bare()
    referee.players[0].trained[0] = 3
    crew(referee, 0, basics=(1, 0, 0), specialists=(2, 0, 0))
    ask(referee, Train(free=True))
    assert options(referee) == {DECLINE, TRAIN + 4, TRAIN + 8}
    # A full rover takes no astronaut, an empty row gives none (7.1); rovers on tiles take recruits.
    referee.players[0].taken = [3, 0, 0]
    send(referee, 0, 1)
    ask(referee, Recruit(free=True))
    assert options(referee) == {DECLINE} | {RECRUIT + colour * 3 + rover for colour in (1, 2) for rover in (1, 2)}


def test_switch_special_research_after_construct():
    """The other reading: after the recruit of the Unifiers (from_the_moon 7.9)."""
    components = copy.deepcopy(COMPONENTS)
    components["rule_switches"]["special_research_after_construct"] = True
    referee = give(bare(UNIFIERS, components=components), metal=5, water=5, polymer=5, food=5, energy=(9, 9))
    ask(referee, Approval({0}, "any"))
    play(referee, SHIP_PART)
    assert [frame.name for frame in referee.stack] == ["SPECIAL_RESEARCH", "RECRUIT"]
    # Taking 1 vp gives none.
    ask(referee, Approval(ALL, "any"))
    play(referee, TAKE_1_VP)
    assert referee.seat == 1


def test_workers_resource_and_display():
    """The resource of the Workers can pay for nothing in the research, which costs energy only."""
    referee = give(bare(WORKERS), water=1, energy=(3, 5))
    referee.ships.tiles[0][0] = None
    referee.players[0].foundations = 1
    ask(referee, Approval({0}, "improve"))
    play(referee, SHIP_PART, RESOURCE, DISPLAY + 3, LABORATORY_SPACE + 1)
    assert gauge(referee) == (0, 5) and owned(referee) == (1, 0, 0, 0)
    assert SEND_ROVER not in referee.legal() and referee.frame == "LAB_ACTIVATE"
