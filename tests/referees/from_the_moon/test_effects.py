"""Tests of the referee by itself: every terrain tile, laboratory, building and progress tile (from_the_moon 8)."""

import pytest

from .actions import (
    ABILITY,
    BUILDING,
    BUILDING_SPACE,
    CONSTRUCT_BUILDING,
    DECLINE,
    DISPLAY,
    INCOME,
    LABORATORY_SPACE,
    LARGE,
    OPTION,
    RECRUIT,
    RESOURCE,
    SHIP_PART,
    TAKE_1_VP,
    TRAIN,
)
from .approvals import Approval
from .income import Income
from .positions import ask, bare, crew, gauge, give, options, owned, play, totals, won
from .research import LaboratoryActivate, LaboratoryPlace, SpecialResearch, gain_foundation
from .sending import Tasks
from .tables import COMPONENTS, SCHOLARS, Effect
from .team import Recruit, Train
from .turn import Main

RICH = {"metal": 5, "water": 5, "polymer": 5, "food": 5, "energy": (5, 7)}
RESOURCES = {RESOURCE + resource for resource in range(4)}
CONSTRUCTED = {mission: {SHIP_PART + 5 * mission, SHIP_PART + 5 * mission + 1} for mission in range(3)}
IMPROVED = {mission: {SHIP_PART + 5 * mission + 2} for mission in range(3)}
PARTS = {mission: CONSTRUCTED[mission] | IMPROVED[mission] for mission in range(3)}


def rich(**amounts):
    """A player who can do everything: third parts can be improved, one greenhouse, one foundation, two buildings."""
    referee = give(bare(), **{**RICH, **amounts})
    for tiles in referee.ships.tiles:
        tiles[2] = None
    referee.ships.takers = [[None, None, 1] for _ in range(3)]
    own = referee.players[0]
    own.basic_greenhouses = own.foundations = 1
    referee.moon.buildings.update({0: 0, 1: 0, 15: 0})
    referee.stack.clear()
    return referee


def resolved(referee, effect):
    """Resolve an effect as the only thing that happens in the turn."""
    referee.stack.clear()
    referee.resolve(effect)
    referee.settle()
    return referee


def change(referee):
    """What the player has gained or lost since `rich`: the four resources, energy, batteries, vp, achievements."""
    energy, batteries = gauge(referee)
    before = (5, 5, 5, 5, *RICH["energy"], 0, 0)
    return tuple(
        now - then for now, then in zip((*owned(referee), energy, batteries, *won(referee)), before, strict=True)
    )


# By kind: the frames and options met, the answers, and the change.
RECRUITS = {RECRUIT + place for place in range(9)}
TRAINEES = {TRAIN, TRAIN + 4, TRAIN + 8}
SPENT = (0, 0, 0, 0, -1, 0, 0, 0)
NOTHING = (0,) * 8
TERRAIN = {
    0: ([(RESOURCES, RESOURCE + 1)], (0, 1, 0, 0, 0, 0, 0, 0)),
    1: ([({OPTION, DECLINE}, OPTION), (TRAINEES | {DECLINE}, TRAIN)], SPENT),
    2: ([], (0, 0, 0, 1, 0, 1, 0, 0)),
    3: ([(PARTS[0] | PARTS[2] | {TAKE_1_VP}, TAKE_1_VP)], (0, 0, 0, 0, 0, 0, 1, 0)),
    4: ([(PARTS[0] | PARTS[1] | {TAKE_1_VP}, TAKE_1_VP)], (0, 0, 0, 0, 0, 0, 1, 0)),
    5: ([(PARTS[1] | PARTS[2] | {TAKE_1_VP}, TAKE_1_VP)], (0, 0, 0, 0, 0, 0, 1, 0)),
    # The second greenhouse covers a food icon.
    6: ([({OPTION, DECLINE}, OPTION), ({OPTION, DECLINE}, OPTION)], (0, 0, 0, 1, -1, 0, 0, 0)),
    7: ([(RECRUITS | {DECLINE}, RECRUIT)], NOTHING),
    8: ([({OPTION, DECLINE}, OPTION)], SPENT),
    9: (
        [({OPTION, DECLINE}, OPTION), (PARTS[0] | PARTS[1] | PARTS[2] | {TAKE_1_VP}, TAKE_1_VP)],
        (0, 0, 0, 0, -1, 0, 1, 0),
    ),
    10: ([({OPTION, OPTION + 1, DECLINE}, OPTION)], (0, 0, 0, 2, 0, 0, 0, 0)),
    11: (
        [({OPTION, DECLINE}, OPTION), ({DECLINE} | {DISPLAY + space for space in range(6)}, DISPLAY + 1)],
        (0, 0, 0, 0, -3, 0, 0, 0),
    ),
    12: ([(RESOURCES, RESOURCE + 3)], (0, 0, 0, 1, 0, 0, 0, 0)),
    13: (
        [(CONSTRUCTED[0] | CONSTRUCTED[1] | CONSTRUCTED[2] | {TAKE_1_VP}, TAKE_1_VP)],
        (0, 0, 0, 0, 0, 0, 1, 0),
    ),
    14: ([({OPTION, DECLINE}, OPTION), (TRAINEES | {DECLINE}, DECLINE)], SPENT),
    15: ([], (0, 0, 0, 0, 2, 0, 1, 0)),
}  # fmt: skip
TWO_WAYS = {OPTION, OPTION + 1, DECLINE}
ONE_WAY = {OPTION, DECLINE}
LABORATORIES = {
    0: ([(TWO_WAYS, OPTION)], (0, 0, 0, 0, 1, 0, 0, 0)),
    1: ([(TWO_WAYS, OPTION)], (0, 0, 0, 1, 0, 0, 0, 0)),
    2: ([(TWO_WAYS, OPTION), (ONE_WAY, OPTION)], NOTHING),
    3: ([(TWO_WAYS, OPTION)], (0, 0, 0, 0, 1, 0, 0, 0)),
    4: ([(TWO_WAYS, OPTION)], (0, 0, 0, 1, 0, 0, 0, 0)),
    5: ([(TWO_WAYS, OPTION), (CONSTRUCTED[0] | {TAKE_1_VP}, TAKE_1_VP)], (0, 0, 0, 0, 0, 0, 1, 0)),
    6: ([(TWO_WAYS, OPTION), (CONSTRUCTED[1] | {TAKE_1_VP}, TAKE_1_VP)], (0, 0, 0, 0, 0, 0, 1, 0)),
    7: ([(TWO_WAYS, OPTION), (CONSTRUCTED[2] | {TAKE_1_VP}, TAKE_1_VP)], (0, 0, 0, 0, 0, 0, 1, 0)),
    8: ([(ONE_WAY, OPTION)], (0, 0, 0, 0, -2, 0, 1, 0)),
    9: ([(ONE_WAY, OPTION)], (0, 0, 0, 2, -1, 0, 0, 0)),
    10: (
        [(ONE_WAY, OPTION), (CONSTRUCTED[0] | CONSTRUCTED[1] | CONSTRUCTED[2] | {TAKE_1_VP}, TAKE_1_VP)],
        (0, 0, 0, 0, -1, 0, 1, 0),
    ),
    11: ([(ONE_WAY, OPTION)], SPENT),
    12: ([(ONE_WAY, OPTION)], (0, 0, 0, 0, -1, 0, 3, 0)),
    13: ([(ONE_WAY, OPTION), (RESOURCES, RESOURCE)], (1, 0, 0, 0, -1, 0, 0, 0)),
    14: ([], (1, 0, 0, 0, 0, 0, 0, 0)),
    15: ([], (0, 1, 0, 0, 0, 0, 0, 0)),
    16: ([], (0, 0, 1, 0, 0, 0, 0, 0)),
    17: (
        [(ONE_WAY, OPTION), (IMPROVED[0] | IMPROVED[1] | IMPROVED[2] | {TAKE_1_VP}, TAKE_1_VP)],
        (0, 0, 0, 0, -1, 0, 1, 0),
    ),
}  # fmt: skip
SECOND_WAY = {
    0: (0, 0, 0, 0, 0, 1, 0, 0),
    1: (0, 0, 0, 0, 1, 0, 0, 0),
    2: (0, 0, 0, 0, 1, 0, 0, 0),
    3: (0, 0, 0, 0, 0, 0, 2, 0),
    4: NOTHING,
    5: (0, 1, 0, 0, 0, 0, 0, 0),
    6: (0, 0, 1, 0, 0, 0, 0, 0),
    7: (1, 0, 0, 0, 0, 0, 0, 0),
}
SMALL = {
    0: ([(RESOURCES, RESOURCE)], (1, 0, 0, 0, 0, 0, 0, 0)),
    1: ([], (0, 0, 0, 2, 0, 0, 0, 0)),
    2: ([(ONE_WAY, OPTION)], NOTHING),
    3: ([], (0, 0, 0, 0, 0, 1, 0, 0)),
    4: ([(RECRUITS | {DECLINE}, DECLINE)], (0, 0, 0, 0, 0, 0, 1, 0)),
    5: ([(ONE_WAY, OPTION)], (0, 0, 0, 1, 0, 0, 0, 0)),
    6: ([(RESOURCES, RESOURCE), (RESOURCES, RESOURCE + 2)], (1, 0, 1, 0, 0, 0, 0, 0)),
    7: ([], (0, 0, 0, 0, 0, 0, 3, 0)),
    # The second specialist of the colour.
    8: ([(TRAINEES | {DECLINE}, TRAIN + 8)], (0, 0, 0, 0, 0, 0, 2, 0)),
    9: ([], (0, 0, 0, 0, 0, 0, 4, 0)),
    10: ([], (0, 0, 0, 0, 0, 0, 1, 0)),
    11: ([(PARTS[0] | PARTS[1] | PARTS[2] | {TAKE_1_VP}, TAKE_1_VP)], (0, 0, 0, 0, 0, 0, 1, 0)),
    12: ([], (0, 0, 0, 0, 0, 0, 2, 0)),
}  # fmt: skip


def is_turn_over(referee):
    """Tell whether nothing is left of the turn but conversions."""
    return referee.seat == 1 or referee.frame == "END_TURN"


def walk(referee, steps):
    for expected, answer in steps:
        assert options(referee) == expected
        play(referee, answer)


@pytest.mark.parametrize("kind", TERRAIN)
def test_terrain(kind):
    referee = rich()
    resolved(referee, referee.tables.terrain[kind])
    steps, expected = TERRAIN[kind]
    walk(referee, steps)
    if kind == 11:
        assert referee.frame == "LAB_PLACE"
    else:
        assert is_turn_over(referee)
    assert change(referee) == expected


@pytest.mark.parametrize("kind", LABORATORIES)
def test_laboratories(kind):
    def activated():
        referee = rich()
        referee.players[0].laboratories = {0: kind}
        ask(referee, LaboratoryActivate({0}))
        play(referee, LABORATORY_SPACE)
        return referee

    referee = activated()
    steps, expected = LABORATORIES[kind]
    walk(referee, steps)
    assert is_turn_over(referee) and change(referee) == expected
    if steps:
        referee = activated()
        play(referee, DECLINE)
        assert is_turn_over(referee) and change(referee) == NOTHING
    if kind in SECOND_WAY:
        referee = activated()
        play(referee, OPTION + 1)
        if kind == 4:
            walk(referee, [(RECRUITS | {DECLINE}, RECRUIT + 5)])
            assert referee.players[0].rovers[2].basics == [0, 1, 1]
        assert is_turn_over(referee) and change(referee) == SECOND_WAY[kind]


@pytest.mark.parametrize("kind", SMALL)
def test_small_buildings(kind):
    """An item of the income; greenhouses and the recharge are already done."""
    referee = rich()
    referee.small[0] = kind
    referee.players[0].trained = [2, 1, 1]
    referee.players[0].laboratories = {0: 0}
    crew(referee, 0, basics=(1, 0, 0), specialists=(2, 0, 0))
    # Three rovers with 3, 1 and 1 astronauts: the first one is full.
    ask(referee, Income({0, 6}))
    play(referee, INCOME)
    steps, expected = SMALL[kind]
    free = {RECRUIT + place for place in range(9) if place % 3}
    walk(referee, [(found - RECRUITS | free if RECRUIT in found else found, answer) for found, answer in steps])
    assert referee.frame == "INCOME" and options(referee) == {INCOME + 6} and change(referee) == expected


def test_counts():
    """Laboratories that count: the new one included, only own buildings and cubes (from_the_moon 8.6)."""
    referee = rich()
    own = referee.players[0]
    referee.moon.buildings.update({5: 1, 6: 1})
    referee.ships.improvers[0][2], referee.ships.improvers[1][2] = 0, 1
    own.laboratories = {0: 11, 1: 8}
    resolved(referee, referee.tables.laboratories[8])
    play(referee, OPTION)
    assert won(referee) == (2, 0)
    resolved(referee, referee.tables.laboratories[11])
    referee.seat = 0
    resolved(referee, referee.tables.laboratories[11])
    play(referee, OPTION)
    assert won(referee) == (4, 0)
    # A count of 0 is offered, too.
    referee = rich()
    resolved(referee, referee.tables.laboratories[11])
    assert OPTION in referee.legal()


@pytest.mark.parametrize(
    ("kind", "spoil"),
    [
        (1, {"trained": [3, 3, 3]}),
        (6, {"basic_greenhouses": 6}),
        (8, {"foundations": 6}),
        (11, {"foundations": 0}),
        (1, {"energy": 0, "resources": [5, 5, 5, 1]}),
        (9, {"batteries": 0, "energy": 0}),
    ],
)
def test_effects_that_are_impossible(kind, spoil):
    """They are declined without asking (from_the_moon 12.4)."""
    referee = rich()
    for name, value in spoil.items():
        setattr(referee.players[0], name, value)
    resolved(referee, referee.tables.terrain[kind])
    assert referee.seat == 1


def test_impossible_alternatives():
    referee = rich()
    referee.players[0].basic_greenhouses = 0
    resolved(referee, referee.tables.terrain[10])
    assert options(referee) == {OPTION, DECLINE}
    referee = rich()
    referee.players[0].taken = [3, 3, 3]
    resolved(referee, referee.tables.laboratories[4])
    assert options(referee) == {OPTION, DECLINE}
    # A recruit without a seat, a training without an astronaut, an improvement of nothing: all pass by themselves.
    for effect, spoil in (
        ("recruit", {"taken": [3, 3, 3]}),
        ("train", {"trained": [3, 3, 3]}),
        ("greenhouse", {"basic_greenhouses": 6}),
        ("improve_greenhouse", {"basic_greenhouses": 0}),
    ):
        referee = rich()
        for name, value in spoil.items():
            setattr(referee.players[0], name, value)
        resolved(referee, Effect("test", 0, {}, [[{"op": effect, "surcharge": False}]]))
        assert referee.seat == 1 and change(referee) == NOTHING


def test_approval_of_launched_missions():
    """1 vp is taken without asking (from_the_moon 7.7)."""
    referee = rich(energy=(1, 7))
    referee.ships.launched_on = [1, None, 1]
    resolved(referee, referee.tables.terrain[3])
    assert referee.seat == 1 and won(referee) == (1, 0)


@pytest.mark.parametrize("number", range(8))
def test_large_buildings(number):
    """The cost, the achievement of the covered place and the hourglass."""
    cost = COMPONENTS["large_buildings"]["tiles"][number]["cost"]
    referee = give(bare(SCHOLARS), **{name: count for name, count in cost.items() if name != "energy"})
    play(referee, CONSTRUCT_BUILDING)
    if referee.frame == "BUILDING":
        play(referee, BUILDING + LARGE + number)
    play(referee, BUILDING_SPACE + 5, DECLINE)
    own = referee.players[0]
    assert owned(referee) == (0, 0, 0, 0) and gauge(referee) == (5 - cost["energy"], 5) and won(referee) == (0, 1)
    assert own.large == [number] and number not in referee.large
    own.trained, own.batteries, own.laboratories = [2, 1, 0], 6, {0: 0, 1: 1}
    own.improved_greenhouses, own.achievements = 4, 0
    referee.ships.improvers[0][0] = referee.ships.takers[0][0] = referee.ships.takers[2][0] = 0
    expected = [9, 12, 4, 12, 4, 6, 2, 0][number]
    assert referee.points()[0]["large_buildings"] == expected
    own.achievements = 3
    assert referee.points()[0]["large_buildings"] == (3 if number == 7 else expected)
    assert totals(referee)[0] == sum(referee.points()[0].values())


DEEDS = {
    0: lambda referee: gain_foundation(referee),
    1: lambda referee: play(ask(referee, Approval({0}, "any")), SHIP_PART),
    2: lambda referee: play(resolved(referee, referee.tables.small[5]), OPTION),
    3: lambda referee: play(resolved(referee, referee.tables.small[2]), OPTION),
    4: lambda referee: play(ask(referee, Recruit(free=True)), RECRUIT),
    5: lambda referee: play(ask(referee, Train(free=True)), TRAIN),
    6: lambda referee: play(ask(referee, Main()), CONSTRUCT_BUILDING, BUILDING, BUILDING_SPACE + 5),
    7: lambda referee: play(ask(referee, LaboratoryPlace(0)), LABORATORY_SPACE),
    8: lambda referee: play(ask(referee, Approval({0}, "any")), SHIP_PART + 2),
    9: lambda referee: resolved(referee, referee.tables.terrain[2]),
}


@pytest.mark.parametrize("tile", DEEDS)
@pytest.mark.parametrize("deed", DEEDS)
def test_progress_tiles(tile, deed):
    """Each tile gives an achievement for its own deed only (from_the_moon 7.11)."""
    referee = rich()
    referee.progress[0] = tile
    DEEDS[deed](referee)
    # The Architects gain a foundation with their building.
    expected = {deed, 0} if deed == 6 else {deed}
    assert won(referee)[1] == (tile in expected)


@pytest.mark.parametrize("mission", range(3))
@pytest.mark.parametrize("number", range(6))
def test_mission_tiles(mission, number):
    """Exactly the cost is enough."""
    row = COMPONENTS["mission_tiles"]["tiles"][mission * 6 + number]
    cost = {name: count for name, count in row["cost"].items() if name != "energy"}
    referee = give(bare(), energy=(row["cost"].get("energy", 0), 5), **cost)
    referee.ships.tiles[mission][0] = number
    ask(referee, Approval({mission}, "any"))
    play(referee, SHIP_PART + 5 * mission)
    assert owned(referee) == (0, 0, 0, 0) and gauge(referee) == (0, 5) and won(referee) == (row["vp"], 0)
    assert referee.ships.tiles_of(0, mission) == 1


@pytest.mark.parametrize("mission", range(3))
@pytest.mark.parametrize("number", range(5))
def test_improvements(mission, number):
    """With four players all five parts are in play; an improved part is not improved again."""
    row = COMPONENTS["mission_boards"]["boards"][mission]["parts"][number]
    cost = {name: count for name, count in row["improve_cost"].items() if name not in ("energy", "battery")}
    referee = give(bare(players=4), energy=(row["improve_cost"].get("energy", 0), 5), **cost)
    referee.ships.tiles[mission][number] = None
    ask(referee, Approval({mission}, "any"))
    play(referee, SHIP_PART + 5 * mission + number)
    assert owned(referee) == (0, 0, 0, 0) and won(referee) == (row["improve_vp"], 1)
    assert gauge(referee) == (0, 5 - row["improve_cost"].get("battery", 0)) and referee.seat == 1
    give(referee, seat=1, metal=9, water=9, polymer=9, food=9)
    ask(referee, Approval({mission}, "improve"))
    assert referee.seat == 2 and won(referee, 1) == (1, 0)


def test_special_research_is_free_of_surcharge():
    """Any of the six laboratories, and with a full board nothing (from_the_moon 7.9)."""
    referee = rich()
    ask(referee, SpecialResearch())
    play(referee, DISPLAY + 1)
    assert change(referee) == (0, 0, 0, 0, -2, 0, 0, 0)
    referee = rich()
    referee.players[0].foundations = 6
    referee.players[0].laboratories = dict.fromkeys(range(12), 0)
    ask(referee, SpecialResearch())
    assert referee.seat == 1


def test_a_power_counts_at_a_full_gauge():
    """Options are not filtered by usefulness (from_the_moon 12.4)."""
    referee = bare()
    referee.powers = [1, 0, 2]
    crew(referee, 0, specialists=(1, 0, 0))
    referee.players[0].rovers[0].tile = 4
    referee.players[1].rovers[0].tile = 1
    referee.moon.cubes[4] = [0, 0, 0]
    ask(referee, Tasks(0, [0, 0, 0], [1, 0, 0]))
    assert ABILITY in referee.legal()
    play(referee, ABILITY)
    assert gauge(referee) == (5, 5) and ABILITY not in referee.legal()
