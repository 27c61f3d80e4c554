"""Tests of the referee by itself: actions, tasks, legality, conversions (from_the_moon 6, 7, 12)."""

import itertools

import pytest

from .actions import (
    ABILITY,
    BUILDING,
    BUILDING_SPACE,
    COLLECT,
    CONSTRUCT_BUILDING,
    CONSTRUCT_GREENHOUSE,
    DECLINE,
    DEVELOP_GREENHOUSES,
    DEVELOP_RESEARCH,
    DEVELOP_TEAM,
    DISPLAY,
    ENERGY_TO_FOOD,
    FOOD_TO_ENERGY,
    GATHER,
    IMPROVE_GREENHOUSE,
    INCOME,
    LABORATORY,
    LABORATORY_SPACE,
    OPTION,
    RECRUIT,
    RECRUIT_PART,
    RESOURCE,
    ROVER,
    SEND_ROVER,
    SHIP_PART,
    TAKE_1_VP,
    TERRAIN_TASK,
    TILE,
    TRAIN,
    TRAIN_PART,
)
from .approvals import Approval
from .effects import EffectChoice
from .greenhouses import GreenhouseGain
from .income import Feed, Income
from .player import Player
from .positions import ask, bare, crew, gauge, give, options, owned, play, send, won
from .research import LaboratoryActivate
from .sending import RoverChoice
from .tables import ARCHITECTS, BIOFARMERS, COMPONENTS, SCHOLARS, SURVIVORS, Tables
from .turn import Main


def test_rovers_with_the_same_crew():
    """Only the first is offered; a single rover is not asked (from_the_moon 12.2, 12.4)."""
    referee = bare()
    crew(referee, 2, basics=(1, 0, 0))
    ask(referee, RoverChoice())
    assert referee.legal() == {ROVER, ROVER + 1}
    referee = bare()
    crew(referee, 2, basics=(1, 0, 0))
    send(referee, 0)
    ask(referee, RoverChoice())
    assert referee.legal() == {ROVER + 1, ROVER + 2}
    referee = bare()
    for rover in range(3):
        crew(referee, rover, basics=(1, 0, 0))
    ask(referee, RoverChoice())
    assert referee.frame == "TILE" and referee.legal() == {TILE + tile for tile in range(9)}


def test_order_of_tasks():
    """Options before the last one used are not offered; nothing follows the terrain effect (from_the_moon 6.1)."""
    referee = bare()
    referee.powers = [0, 1, 2]
    crew(referee, 0, basics=(0, 0, 0), specialists=(2, 1, 0))
    referee.moon.cubes[4] = [2, 2, 0]
    referee.moon.terrain[4] = 15
    referee.moon.buildings[5] = 0
    send(referee, 1, seat=1)
    play(referee, SEND_ROVER, ROVER, TILE + 4)
    every = {COLLECT, COLLECT + 1, ABILITY, ABILITY + 1, TERRAIN_TASK, DECLINE}
    assert options(referee) == every
    play(referee, COLLECT + 1)
    assert options(referee) == every - {COLLECT}
    play(referee, ABILITY)
    assert options(referee) == {ABILITY, ABILITY + 1, TERRAIN_TASK, DECLINE}
    play(referee, ABILITY)
    # Two specialists have used their powers.
    assert options(referee) == {ABILITY + 1, TERRAIN_TASK, DECLINE}
    play(referee, TERRAIN_TASK)
    assert referee.seat == 1 and owned(referee) == (0, 1, 0, 2) and won(referee) == (1, 0)
    # Without a task left the turn is over, conversions or not.
    referee = give(bare(), food=4, energy=(3, 5))
    referee.moon.cubes[4] = [1, 0, 0]
    play(referee, SEND_ROVER, ROVER, TILE + 4, COLLECT)
    assert referee.seat == 1
    # A basic astronaut has no power, another colour's cube cannot be taken, tasks may be left.
    referee = bare()
    referee.moon.cubes[4] = [0, 1, 1]
    referee.moon.buildings[5] = 0
    play(referee, SEND_ROVER, ROVER, TILE + 4)
    assert options(referee) == {TERRAIN_TASK, DECLINE}
    play(referee, DECLINE)
    assert referee.seat == 1


def test_main_options():
    """What is payable and possible now (from_the_moon 12.4)."""
    assert options(bare()) == {SEND_ROVER, DEVELOP_TEAM}
    assert options(give(bare(), energy=(1, 5), metal=2)) == {SEND_ROVER, DEVELOP_TEAM, CONSTRUCT_BUILDING}
    assert options(give(bare(), energy=(0, 5), water=1, polymer=1)) == {SEND_ROVER, DEVELOP_GREENHOUSES}
    assert options(give(bare(), energy=(1, 5), metal=1, polymer=1)) == {SEND_ROVER, DEVELOP_TEAM, DEVELOP_RESEARCH}
    referee = give(bare(), energy=(0, 5), polymer=1)
    assert options(referee) == {SEND_ROVER}
    referee.players[0].foundations = 1
    assert options(referee) == {SEND_ROVER, DEVELOP_RESEARCH}
    send(referee, 0, 1, 2)
    assert options(referee) == {GATHER, DEVELOP_RESEARCH}
    # No seat for a recruit, no astronaut to train.
    referee = bare()
    for rover in range(3):
        crew(referee, rover, specialists=(1, 1, 1))
    assert options(referee) == {SEND_ROVER}
    # A single option is carried out: here sending, up to the choice of the rover.
    referee = give(bare(), energy=(0, 5))
    referee.settle()
    assert referee.frame == "ROVER"
    # With a conversion it is asked.
    referee = give(bare(), energy=(0, 5), food=2)
    referee.settle()
    assert referee.legal() == {SEND_ROVER, FOOD_TO_ENERGY}


def test_no_building_space_left():
    referee = give(bare(), metal=9, water=9, polymer=9)
    referee.moon.buildings = dict.fromkeys(range(15), 1)
    play(referee, CONSTRUCT_BUILDING, BUILDING)
    assert referee.moon.buildings[15] == 0 and options(referee) == {TILE + 8, DECLINE}
    ask(referee, Main())
    assert CONSTRUCT_BUILDING not in referee.legal()


def test_two_parts_in_any_order():
    """Each part once, at least one; a second part that cannot be paid is not asked."""
    referee = give(bare(), water=3, polymer=2)
    referee.players[0].basic_greenhouses = 1
    play(referee, DEVELOP_GREENHOUSES)
    assert referee.legal() == {CONSTRUCT_GREENHOUSE, IMPROVE_GREENHOUSE}
    play(referee, IMPROVE_GREENHOUSE)
    assert referee.legal() == {CONSTRUCT_GREENHOUSE, DECLINE, ENERGY_TO_FOOD}
    play(referee, CONSTRUCT_GREENHOUSE)
    assert referee.seat == 1 and referee.players[0].greenhouses == 2
    # A greenhouse just built can be improved.
    referee = give(bare(), water=2, polymer=1)
    play(referee, DEVELOP_GREENHOUSES)
    assert options(referee) == {IMPROVE_GREENHOUSE, DECLINE}
    play(referee, IMPROVE_GREENHOUSE)
    assert referee.players[0].improved_greenhouses == 1 and referee.seat == 1
    # The astronaut just recruited can be trained; food can come from a conversion.
    referee = give(bare(), food=0)
    play(referee, DEVELOP_TEAM, RECRUIT)
    assert referee.legal() == {DECLINE, ENERGY_TO_FOOD}
    play(referee, ENERGY_TO_FOOD)
    assert TRAIN_PART in referee.legal()
    referee = give(bare(), food=0, energy=(4, 5))
    play(referee, DEVELOP_TEAM, RECRUIT)
    assert referee.seat == 1
    # Training first.
    referee = give(bare(), food=1)
    play(referee, DEVELOP_TEAM, TRAIN_PART, TRAIN)
    assert options(referee) == {RECRUIT_PART, DECLINE}


def test_greenhouse_spaces():
    """Bonus by space, six at most (from_the_moon 7.3)."""
    referee = bare()
    gained = []
    for _ in range(6):
        food, achievements = owned(referee)[3], won(referee)[1]
        referee.seat = 0
        ask(referee, GreenhouseGain(from_market=False))
        play(referee, OPTION)
        gained.append((owned(referee)[3] - food, won(referee)[1] - achievements))
    assert gained == [(0, 0), (1, 0), (0, 0), (0, 1), (1, 0), (0, 1)] and referee.cheap == 2
    referee.seat = 0
    ask(referee, GreenhouseGain(from_market=False))
    assert referee.seat == 1 and referee.players[0].greenhouses == 6


@pytest.mark.parametrize(
    "frame",
    [
        lambda referee: Main(),
        lambda referee: Income({0, 6, 7}),
        lambda referee: Feed(),
        lambda referee: EffectChoice(referee.tables.laboratories[0]),
        lambda referee: Approval({0, 1, 2}, "any"),
        lambda referee: LaboratoryActivate({0}),
    ],
)
def test_where_conversions_are_offered(frame):
    """from_the_moon 12.3."""
    referee = give(bare(), metal=5, water=5, polymer=5, food=5, energy=(3, 5))
    referee.players[0].laboratories = {0: 0}
    ask(referee, frame(referee))
    assert {ENERGY_TO_FOOD, FOOD_TO_ENERGY} <= referee.legal()
    play(referee, ENERGY_TO_FOOD)
    assert gauge(referee) == (1, 5) and owned(referee)[3] == 6 and ENERGY_TO_FOOD not in referee.legal()
    play(referee, FOOD_TO_ENERGY)
    assert gauge(referee) == (2, 5) and owned(referee)[3] == 4


def test_where_conversions_are_not_offered():
    referee = give(bare(), metal=5, water=5, polymer=5, food=5, energy=(3, 5))
    referee.players[0].basic_greenhouses = referee.players[0].foundations = 1
    for opening in (
        (SEND_ROVER,),
        (SEND_ROVER, ROVER),
        (DEVELOP_GREENHOUSES,),
        (DEVELOP_TEAM,),
        (DEVELOP_TEAM, RECRUIT_PART),
        (DEVELOP_TEAM, TRAIN_PART),
        (CONSTRUCT_BUILDING,),
        (CONSTRUCT_BUILDING, BUILDING),
        (DEVELOP_RESEARCH,),
        (DEVELOP_RESEARCH, LABORATORY),
        (DEVELOP_RESEARCH, LABORATORY, DISPLAY + 4),
    ):
        ask(referee, Main())
        play(referee, *opening)
        assert referee.legal() == options(referee) and len(referee.legal()) > 1
        give(referee, polymer=1)


def test_payable_after_conversion():
    """The formula of from_the_moon 12.4 says what a search through all conversions finds."""
    player = Player(Tables(COMPONENTS, 2), 0)
    for faction, batteries in itertools.product((ARCHITECTS, SURVIVORS), range(10)):
        rate = 1 if faction == SURVIVORS else 2
        for energy, food in itertools.product(range(batteries + 1), range(12)):
            player.faction, player.batteries, player.energy = faction, batteries, energy
            player.resources[3] = food
            for cost_energy, cost_food in itertools.product(range(5), range(4)):
                to_food, to_energy = max(0, cost_food - food), max(0, cost_energy - energy)
                formula = cost_energy <= batteries and (
                    energy - 2 * to_food >= cost_energy or food - rate * to_energy >= cost_food
                )
                assert player.can_pay_after_conversion({"energy": cost_energy, "food": cost_food}) == formula


def test_nested_approval_of_the_biofarmers():
    """The approval comes after both parts, and special research after its improvement."""
    referee = give(bare(BIOFARMERS, SCHOLARS), water=3, polymer=1)
    referee.ships.tiles[0][0] = None
    referee.players[0].basic_greenhouses = 1
    play(referee, DEVELOP_GREENHOUSES, IMPROVE_GREENHOUSE, DECLINE, SHIP_PART)
    assert referee.frame == "SPECIAL_RESEARCH" and gauge(referee) == (4, 5) and won(referee) == (3, 1)


def test_building_on_a_space_blocks_it():
    referee = give(bare(), metal=4)
    referee.moon.buildings[3] = 1
    play(referee, CONSTRUCT_BUILDING, BUILDING)
    assert BUILDING_SPACE + 3 not in referee.legal() and len(referee.legal()) == 15


def test_improvement_cubes_run_out():
    """Six cubes per player (from_the_moon 9)."""
    referee = give(bare(players=4), metal=9, water=9, polymer=9, food=9, energy=(9, 9))
    for mission in range(3):
        referee.ships.tiles[mission] = [None, None, None, None, 0]
        referee.ships.improvers[mission][:2] = [0, 0]
    ask(referee, Approval({0, 1, 2}, "any"))
    assert options(referee) == {TAKE_1_VP} | {SHIP_PART + 5 * mission + 4 for mission in range(3)}


def test_resources_one_by_one():
    referee = bare()
    referee.small[0] = 6
    ask(referee, Income({0, 6}))
    play(referee, INCOME)
    assert referee.stack[-1].arguments() == [2] and referee.legal() == {RESOURCE + number for number in range(4)}
    play(referee, RESOURCE)
    assert referee.stack[-1].arguments() == [1]
    play(referee, RESOURCE)
    assert owned(referee) == (2, 0, 0, 0) and referee.frame == "INCOME"


def test_stopping_the_activation():
    referee = bare()
    referee.players[0].laboratories = {0: 14, 1: 15}
    ask(referee, LaboratoryActivate({0, 1}))
    play(referee, LABORATORY_SPACE, DECLINE)
    assert owned(referee) == (1, 0, 0, 0) and referee.seat == 1


def test_laboratories_inside_laboratories():
    """Six improvements nest seven activations; more is impossible (from_the_moon 12.5)."""
    lab_18 = 17
    referee = give(bare(SURVIVORS, players=4), metal=20, water=20, polymer=20, food=60)
    own = referee.players[0]
    own.foundations, own.laboratories = 6, {0: lab_18, 1: lab_18}
    for tiles in referee.ships.tiles:
        tiles[:4] = [None] * 4
    referee.stack[:] = [Feed(), Income({0, 6, 7}), LaboratoryActivate({0, 1})]
    referee.settle()
    for level in range(1, 7):
        while FOOD_TO_ENERGY in referee.legal():
            play(referee, FOOD_TO_ENERGY)
        newest = max(referee.stack[-1].spaces)
        play(referee, LABORATORY_SPACE + newest, OPTION)
        play(referee, min(options(referee) - {TAKE_1_VP}))
        referee.display[4] = lab_18
        while FOOD_TO_ENERGY in referee.legal():
            play(referee, FOOD_TO_ENERGY)
        play(referee, DISPLAY + 4)
        play(referee, min(options(referee)))
        assert [frame.name for frame in referee.stack[2:]] == ["LAB_ACTIVATE"] * (level + 1)
    score = own.score
    play(referee, LABORATORY_SPACE + max(referee.stack[-1].spaces), OPTION)
    # No cube is left: the approval is worth 1 vp.
    assert own.score == score + 1 and len(referee.stack) == 9
    for level in range(7, 0, -1):
        assert referee.frame == "LAB_ACTIVATE" and len(referee.stack) == level + 2
        play(referee, DECLINE)
    assert referee.frame == "INCOME"
