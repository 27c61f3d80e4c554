"""The missions, the score and the end of Escape (escape 5, 6)."""

import pytest

from tests.games.welcome_to_the_moon.escape.positions import (
    BLOCKS,
    GREENHOUSE_CELLS,
    MODULES,
    STARSHIPS,
    EscapePosition,
)
from tests.games.welcome_to_the_moon.positions import MISSIONS
from tests.referees.welcome_to_the_moon.cards import X

OTHERS = (8, "water"), (8, "water")
PLANTS_AT_START = (0, 0, 1, 1, 1, 2)
REACTORS_AT_START = (0, 0, 0, 1, 1, 2)
TANKS = ((0, 1), (2, 3, 4), (5, 6), (7, 8), (9, 10), (11, 12))


def cells_of(*blocks):
    """The cells of these blocks."""
    return [cell for block in blocks for cell in BLOCKS[block]]


def met(*cards, filled=(), plants=PLANTS_AT_START, reactors=REACTORS_AT_START, tanks=()):
    """Which of these missions a sheet meets, as printed cards; `filled` is {cell: value} or cells with a number."""
    values = filled if isinstance(filled, dict) else dict.fromkeys(filled, 5)
    found = []
    for card in cards:
        letter, second = divmod(card - 100, 2)
        missions = [100, 102, 104]
        missions[letter] += second
        position = EscapePosition(missions=tuple(missions)).put(0, values).circle_tanks(0, *tanks)
        position.set(0, plants=list(plants), reactors=list(reactors))
        if letter in position.missions_met():
            found.append(card)
    return found


@pytest.mark.parametrize(
    ("filled", "plants", "cards"),
    [
        ((4, 28, 42), (3, 0, 1, 3, 1, 3), [100, 101]),
        ((4, 28, 42), (3, 0, 1, 3, 1, 2), []),
        ((4, 28), (3, 3, 3, 3, 3, 3), []),
        ((4, 15, 19, 28, 35), (3, 3, 3, 3, 3, 3), [100]),
        ((4, 15, 19, 28, 35, 42), (2, 2, 2, 2, 2, 3), [101]),
        ((4, 15, 19, 28, 35, 42), (3, 3, 2, 2, 2, 2), []),
        ((42,), (0, 0, 1, 1, 1, 3), [101]),
        ((38, 39, 40, 41), (3, 3, 3, 3, 3, 3), []),
        ((), (3, 3, 3, 3, 3, 3), []),
    ],
)
def test_full_greenhouses(filled, plants, cards):
    """escape 5.1, 1.3: card 100 wants three greenhouses with a number or an X and all plants, card 101 the highest."""
    assert met(100, 101, filled=filled, plants=plants) == cards
    assert met(100, 101, filled=dict.fromkeys(filled, X), plants=plants) == cards


def test_the_highest_greenhouse_needs_one_more_plant():
    """escape 5.1, 1.3, 3.3: two of three are circled from the start; a x2 bonus is not asked for."""
    position = EscapePosition(missions=(101, 102, 104)).activate_but(0).pick(8, "water").act("write", 42)
    assert position.missions_met() == []
    position.pick(4, "plant").act("write", 40)
    assert position.missions_met() == [0]


@pytest.mark.parametrize("left_out", MODULES)
def test_seven_modules(left_out):
    """escape 5.1: card 102 counts modules of which every cell holds a number or an X; greenhouses do not matter."""
    modules = [module for module in MODULES if module != left_out]
    for chosen in (modules[:7], modules[-7:]):
        assert met(102, filled=cells_of(*chosen)) == met(102, filled=dict.fromkeys(cells_of(*chosen), X)) == [102]
        for cell in (BLOCKS[chosen[0]][0], BLOCKS[chosen[-1]][-1]):
            assert met(102, filled={*cells_of(*chosen), *GREENHOUSE_CELLS, BLOCKS[left_out][0]} - {cell}) == []
    assert met(102, filled=cells_of(*modules[:6])) == []


@pytest.mark.parametrize("ships", [(0, 1, 2), (3, 4, 5), (0, 2, 4), (1, 3, 5)])
def test_three_starships(ships):
    """escape 5.1: card 103 wants modules and greenhouse of three starships filled."""
    filled = [cell for ship in ships for cell in STARSHIPS[ship]]
    assert met(103, filled=filled) == met(103, filled=dict.fromkeys(filled, X)) == [103]
    for ship in ships:
        for missing in (STARSHIPS[ship][0], STARSHIPS[ship][-1], GREENHOUSE_CELLS[ship]):
            assert met(103, filled=[cell for cell in filled if cell != missing]) == []
    ends = {cell for ship in STARSHIPS for cell in (ship[0], ship[-1])}
    assert met(103, filled=[cell for cell in range(43) if cell not in ends]) == []


@pytest.mark.parametrize(
    ("reactors", "is_met"),
    [
        ((0, 0, 0, 3, 3, 3), True),
        ((3, 3, 3, 1, 1, 2), True),
        ((3, 2, 2, 2, 3, 2), False),
        ((2, 2, 2, 2, 2, 3), False),
        ((3, 3, 3, 3, 3, 3), True),
        (REACTORS_AT_START, False),
    ],
)
def test_reactors(reactors, is_met):
    """escape 5.1, 1.3: card 104 wants all three on three starships, filled or not."""
    assert met(104, reactors=reactors) == [104] * is_met


def test_reactors_of_the_high_starships():
    """escape 5.1, 1.3: 2, 2 and 1 are left to circle there; those circled from the start count."""
    position = EscapePosition().activate_but(0)
    for number, cell in enumerate((26, 29, 32, 36, 38)):
        assert position.missions_met() == []
        position.pick(3 + number, "energy").act("write", cell)
    assert position.missions_met() == [2]


def test_water_tanks():
    """escape 5.1: card 105 wants all tanks of three starships; the second lowest has three."""
    for first in range(6):
        for second in range(first):
            for third in range(second):
                ships = (first, second, third)
                tanks = [tank for ship in ships for tank in TANKS[ship]]
                assert met(105, tanks=tanks) == [105]
                for missing in tanks:
                    others = [TANKS[ship][0] for ship in range(6) if ship not in ships]
                    assert met(105, tanks=[tank for tank in tanks if tank != missing] + others) == []
    assert met(105, tanks=[tank for tanks in TANKS for tank in tanks[1:]]) == []


@pytest.mark.parametrize(
    ("missions", "first", "later"),
    [((100, 102, 104), [10, 9, 10], [5, 4, 5]), ((101, 103, 105), [7, 10, 10], [3, 5, 5])],
)
def test_mission_values(missions, first, later):
    """escape 5.1: first and later values."""
    for turned_over, values in ((0, first), (1, later)):
        position = EscapePosition(missions=missions).cross(0, *range(43)).set(0, plants=3, reactors=3)
        position.circle_tanks(0, *range(13)).state["turned_over"] = turned_over
        assert position.missions_met() == [0, 1, 2]
        position.play(("mission", 0), ("mission", 1), ("mission", 2))
        assert position.is_over and position.value("missions") == values
        assert position.points_by_category()["missions"] == sum(values)


def test_missions_of_one_turn_and_of_a_later_one():
    """escape 5.1, welcome 6.2, 6.3: two take a mission for its first value, a third declines and gets the later one."""
    position = EscapePosition(3)
    for seat in range(3):
        position.set(seat, reactors=3)
    position.carry_on(MISSIONS).play(("mission", 2), ("mission", 2), "no_mission")
    assert [position.points_by_category(seat)["missions"] for seat in range(3)] == [10, 10, 0]
    position.finish_turn().carry_on(MISSIONS)
    assert position.actor == 2 and position.act("mission", 2).points_by_category(2)["missions"] == 5


# Score


def test_the_example_of_a_score():
    """escape 6.1: two of three modules with 2 reactors, one with its tank, 4 + 8; a doubled greenhouse, 14, or none."""
    position = EscapePosition().put(0, dict.fromkeys(cells_of(3, 4), 5)).set(0, reactors=[0, 2, 0, 1, 1, 2])
    position.circle_tanks(0, 3).cross(0, 15, 16, 17).double(0, 1).set(0, plants=[0, 3, 1, 1, 1, 2])
    points = position.points_by_category()
    assert points["modules"] == 12 and points["greenhouses"] == 14
    points = position.put(0, {15: -1}).points_by_category()
    assert points["modules"] == 12 and points["greenhouses"] == 0


@pytest.mark.parametrize(("reactors", "points"), [(0, 0), (1, 6), (2, 12), (3, 21)])
def test_modules(reactors, points):
    """escape 6.1: the third starship with 1 | 3 5 6 | 8 11 12 and one of its tanks."""
    numbers = dict(zip(STARSHIPS[2], (1, 3, 5, 6, 8, 11, 12), strict=True))
    for tank in (5, 6):
        position = EscapePosition().put(0, numbers).circle_tanks(0, tank).set(0, reactors=[0, 0, reactors, 1, 1, 2])
        assert position.points_by_category()["modules"] == points


@pytest.mark.parametrize("module", range(13))
def test_every_module(module):
    """escape 6.1, 1.2: by the reactors of its own starship, doubled by its own tank, with every cell filled."""
    block = MODULES[module]
    ship = next(ship for ship in range(6) if BLOCKS[block][0] in STARSHIPS[ship])
    reactors = [1, 1, 1, 1, 1, 2]
    reactors[ship] = 3
    position = EscapePosition().cross(0, *BLOCKS[block]).set(0, reactors=reactors)
    assert position.points() == 7
    assert position.circle_tanks(0, *(tank for tank in range(13) if tank != module)).points() == 7
    assert position.circle_tanks(0, module).points() == 14
    for cell in (BLOCKS[block][0], BLOCKS[block][-1]):
        assert position.put(0, {cell: -1}).points() == 0
        position.put(0, {cell: 5})


@pytest.mark.parametrize("greenhouse", range(6))
def test_greenhouses(greenhouse):
    """escape 6.1, 1.3: by its plants, doubled by its x2 bonus; nothing while it is empty."""
    for plants, value in ((0, 0), (1, 2), (2, 4), (3, 7)):
        circled = [0, 0, 1, 1, 1, 2]
        circled[greenhouse] = plants
        position = EscapePosition().set(0, plants=circled)
        assert position.points() == 0
        assert position.cross(0, GREENHOUSE_CELLS[greenhouse]).points() == value
        assert position.double(0, greenhouse).points_by_category()["greenhouses"] == 2 * value


def test_a_greenhouse_with_the_plant_of_the_start():
    """escape 6.1, 1.3, 3.3: the third one is worth 2 when filled, 4 with its x2 bonus, and a plant more makes it 8."""
    position = EscapePosition().activate_but(0).close_races(2).pick(8, "water").act("write", 19)
    assert position.points() == 2
    position = EscapePosition().activate_but(0).pick(8, "water").act("write", 19)
    assert position.points() == 4
    assert position.pick(9, "plant").act("write", 22).points() == 8


def test_a_whole_score():
    """escape 6.1: 10 + 4 + 12 + 14 + 2 + 7 - 6 - 10 = 33 points."""
    position = EscapePosition().put(0, dict(zip(STARSHIPS[2], (1, 3, 5, 6, 8, 11, 12), strict=True)))
    position.cross(0, 15, 38, 39).double(0, 1).circle_tanks(0, 5)
    position.set(0, plants=[0, 3, 1, 1, 1, 2], reactors=[0, 0, 2, 1, 1, 3])
    position.set(0, missions=[10, 4, 0], plannings=3, system_errors=2)
    assert list(position.points_by_category().values())[:5] == [14, 16, 19, -6, -10] and position.points() == 33


def test_the_most_points():
    """escape 6.1: 13 modules and 6 greenhouses of 14 points each; at worst the penalties alone."""
    position = EscapePosition().cross(0, *range(43)).double(0, *range(6)).circle_tanks(0, *range(13))
    assert position.set(0, plants=3, reactors=3).points() == 266
    assert EscapePosition().set(0, plannings=9, system_errors=3).points() == -28 - 15


# End of the game


def test_the_ends_of_the_game():
    """escape 1.6, welcome 7.1, 7.2, 7.3: three missions, three System Errors, all 43 cells; nothing else."""
    assert EscapePosition().set(0, missions=[10, 9, 0]).end() is None
    assert EscapePosition().set(0, missions=[10, 9, 5]).end() == [1, -1]
    assert EscapePosition().set(0, system_errors=2).end() is None
    assert EscapePosition().set(0, system_errors=3).end() == [-1, 1]
    assert EscapePosition().cross_but(0, 42).end() is None
    assert EscapePosition().cross_but(0).end() is not None
    assert EscapePosition().activate_but(0).set(0, plants=3, reactors=3, astronauts=6, plannings=9).end() is None


def test_the_last_cell():
    """escape 5.1, 4.1, welcome 7.3: the others finish the turn, then missions, then the game is over."""
    position = EscapePosition(missions=(101, 102, 104)).cross_but(0, 42).activate_but(0).offer((8, "plant"), *OTHERS)
    position.play(("combination", 0), ("write", 42))
    assert position.actor == 1
    position.play(("combination", 0), ("write", 1))
    assert position.actor == 0 and position.legal() == {("mission", 0), ("mission", 1), ("no_mission", 0)}
    position.play(("mission", 0), "no_mission")
    assert position.is_over and position.outcome() == [1, -1] and position.points_by_category()["greenhouses"] == 20


@pytest.mark.parametrize(
    ("errors", "missions", "outcome"),
    [
        ((2, 1, 0), (20, 15, 9), [-1, 1, -1]),
        ((2, 1, 0), (20, 15, 10), [-1, -1, 1]),
        ((1, 1, 0), (15, 15, 9), [0, 0, -1]),
        ((3, 0, 0), (16, 0, 0), [1, -1, -1]),
    ],
)
def test_ties(errors, missions, outcome):
    """escape 6.1, welcome 7.4: equal scores, then fewer System Errors, then a shared victory."""
    position = EscapePosition(4).set(3, missions=[3, 4, 5], system_errors=3, plannings=9)
    for seat in range(3):
        position.set(seat, system_errors=errors[seat], missions=[missions[seat], 0, 0])
    assert position.end() == [*outcome, -1]
