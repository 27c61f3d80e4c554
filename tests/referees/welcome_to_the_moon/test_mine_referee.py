"""Tests of the Mine referee by itself: tables, worked positions and rulings of the specification."""

import pytest

from .cards import X
from .mine import MineReferee
from .mine_sheet import (
    CAPACITIES,
    COLUMN_CELLS,
    FACTORIES,
    MINERAL_OF_CELL,
    PEARL,
    PLANT,
    POCKETS,
    RUBY,
    SECONDARY,
    WATER,
    Sheet,
)
from .positions import decline_until, fill, fill_all_but, kinds, play, put_on_top, solo, start, targets

MISSIONS = (82, 84, 86)


def mine(players, *combinations, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations."""
    return start(MineReferee, players, missions, *combinations)


def complete(sheet, *factories):
    """Complete factories by hand, without effects."""
    for factory in factories:
        sheet.energies[factory], sheet.robots[factory] = FACTORIES[factory]


def test_tables():
    """Check the totals and lists of adventure_4 1 and 3.4."""
    kinds_of_pockets = [pocket.kind for pocket in POCKETS]
    assert [MINERAL_OF_CELL.count(PEARL), MINERAL_OF_CELL.count(RUBY)] == [12, 14]
    assert [kinds_of_pockets.count(PLANT), kinds_of_pockets.count(WATER)] == [12, 8]
    totals = (12, 8, 12, 14)
    assert all(capacity == total + 2 for capacity, total in zip(CAPACITIES, totals, strict=True))
    assert sum(factory.energies for factory in FACTORIES) == 14 and sum(factory.robots for factory in FACTORIES) == 16
    assert [index for index, pocket in enumerate(POCKETS) if pocket.kind == WATER] == [2, 5, 7, 9, 10, 11, 15, 16]
    assert POCKETS[7].cells == (16, 28) and POCKETS[19].cells == (23, 35) and POCKETS[12].cells == (8, 20)
    minerals = [[MINERAL_OF_CELL[cell] for cell in cells] for cells in COLUMN_CELLS]
    pearls, rubies = [column.count(PEARL) for column in minerals], [column.count(RUBY) for column in minerals]
    assert pearls == [2, 1, 1, 0, 1, 0, 0, 1, 1, 1, 2, 2] and rubies == [1, 1, 1, 2, 1, 2, 2, 1, 1, 1, 0, 1]
    two_pockets = {(0, PLANT), (8, PLANT), (11, PLANT), (7, WATER)}
    for column in range(12):
        for kind in (PLANT, WATER):
            assert (len(Sheet().free_pockets(kind, 12 + column)) == 2) == ((column, kind) in two_pockets)


def test_order():
    """Check adventure_4 8.1: the levels are the zones."""
    sheet = Sheet()
    sheet.cells[15], sheet.cells[18], sheet.cells[20], sheet.cells[0] = 5, X, 11, 2
    assert sheet.fitting_cells(8) == [*range(1, 12), 16, 17, 19, *range(24, 36)]
    assert sheet.fitting_cells(5) == [*range(1, 12), *range(24, 36)]
    assert sheet.fitting_cells(1) == [12, 13, 14, *range(24, 36)]


@pytest.mark.parametrize("action", ["water", "robot"])
def test_extraction(action):
    """Check adventure_4 8.2: the water circled by the last number of a column is extracted, otherwise it is lost."""
    referee = mine(2, (5, action), (6, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    fill(sheet, [7, 31])
    sheet.pockets = {10}
    play(referee, ("combination", 0), ("write", 19))
    if action == "robot":
        play(referee, ("factory", 0))
    else:
        assert referee.legal() == {("pocket", 11), ("pass",)}  # the only one left
        play(referee, ("pocket", 11))
    assert referee.actor == 1 and sheet.resources == [0, 0, 0, 0] and sheet.pumps == set()
    play(referee, ("combination", 1), ("write", 0), ("factory", 0))
    assert referee.turn == 2 and sheet.pumps == {7}
    assert sheet.resources == ([0, 2, 1, 1] if action == "water" else [0, 1, 1, 1])
    assert sheet.pockets == ({10, 11} if action == "water" else {10})
    sheet.extract()
    assert sum(sheet.resources) in (3, 4)  # once only


def test_pockets():
    """Check adventure_4 8.3: choices above and below; an X circles its mineral but no pocket."""
    sheet = Sheet()
    assert [sheet.free_pockets(PLANT, cell) for cell in (20, 13, 6)] == [[12, 13], [3], []]
    referee = mine(4, (5, "plant"), (6, "planning"), (12, "plant"))
    referee.sheets[1].pockets = {12}
    play(referee, ("combination", 0), ("write", 20))
    assert referee.legal() == {("pocket", 12), ("pocket", 13), ("pass",)}
    play(referee, ("pocket", 13), ("combination", 0), ("write", 20), ("pocket", 13))
    play(referee, ("combination", 0), ("write", 6))
    assert referee.actor == 3  # no plant above or below, nothing to decide
    fill(referee.sheets[3], [18, 30])
    play(referee, ("combination", 1), ("write", 8), ("x", 6))
    assert [sheet.pockets for sheet in referee.sheets] == [{13}, {12, 13}, set(), set()]
    assert referee.turn == 2 and referee.sheets[3].resources == [0, 0, 0, 2] and referee.sheets[3].plannings == 1


def test_two_columns_in_a_turn():
    """Check adventure_4 3.4: a number and an X of one turn complete two columns."""
    referee = mine(2, (5, "planning"), (6, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    fill(sheet, [12, 24, 11, 35])
    play(referee, ("combination", 0), ("write", 0), ("x", 23), ("combination", 0), ("write", 0), ("pass",))
    assert sheet.pumps == {0, 11} and sheet.resources == [0, 0, 4, 2]


def test_upgrade():
    """Check adventure_4 8.4: all plants count 4 when the factory is upgraded."""
    sheet = Sheet()
    sheet.resources[PLANT], sheet.races[PLANT] = 9, "circled"
    assert sheet.factory_points(PLANT) == 26
    sheet.energies[0] = 1
    for _ in range(3):
        assert sheet.factory_points(PLANT) == 26 and 0 in sheet.robot_factories() and 0 not in sheet.energy_factories()
        sheet.cross_off(sheet.robots, 0)
    assert sheet.factory_points(PLANT) == 44 and 0 not in sheet.robot_factories()


def test_chain():
    """Check adventure_4 8.5: energy, three robots, two plants and the filling bonus in one turn."""
    referee = mine(2, (5, "energy"), (6, "robot"), (12, "plant"))
    sheet = referee.sheets[0]
    sheet.resources[PLANT], sheet.energies[6], sheet.energies[10] = 7, 1, 1
    play(referee, ("combination", 0), ("write", 0))
    assert targets(referee, "factory") == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10]
    play(referee, ("factory", 10))
    assert referee.actor == 0 and targets(referee, "factory") == list(range(10))
    play(referee, ("factory", 6))
    assert sheet.resources[PLANT] == 9 and sheet.races[PLANT] == "circled" and sheet.complete(6)
    assert targets(referee, "factory") == [0, 1, 2, 3, 4, 5, 7, 8, 9]
    play(referee, ("factory", 0), ("factory", 0))
    assert referee.actor == 1 and sheet.robots[0] == 2 and referee.sheets[1].races[PLANT] == "open"
    play(referee, ("combination", 1), ("write", 0), ("factory", 0))
    assert referee.sheets[1].races == ["lost", "open", "open", "open"] and referee.points()[0]["plants"] == 26


@pytest.mark.parametrize(("left", "asked"), [({0: 3}, 0), ({0: 1}, 0), ({0: 2, 1: 2}, 2), ({0: 1, 1: 1}, 1), ({}, 0)])
def test_few_robots(left, asked):
    """Check adventure_4 ruling 5: all robots left are crossed off without a pass; one factory is taken unasked."""
    referee = mine(2, (5, "energy"), (6, "robot"), (12, "plant"))
    sheet = referee.sheets[0]
    complete(sheet, *range(11))
    sheet.energies[10] = 1
    for factory, count in left.items():
        sheet.robots[factory] -= count
    before = sum(sheet.robots)
    play(referee, ("combination", 0), ("write", 0))
    assert referee.legal() == {("factory", 10), ("pass",)}
    play(referee, ("factory", 10))
    choices = 0
    while referee.actor == 0:
        choices += 1
        assert kinds(referee) == {"factory"}
        referee.apply(min(referee.legal()))
    assert choices == asked and sum(sheet.robots) == before + min(3, sum(left.values()))
    assert sheet.complete(10) and sheet.resources == [0, 0, 0, 0]


@pytest.mark.parametrize(("action", "symbols"), [("energy", "energies"), ("robot", "robots")])
@pytest.mark.parametrize("declines", [False, True])
def test_full_factories(action, symbols, declines):
    """Check adventure_4 3.2 and ruling 7: a single factory may be declined; without a symbol nothing is asked."""
    referee = mine(2, (5, action), (6, "plant"), (12, "plant"))
    for sheet in referee.sheets:
        complete(sheet, *range(11))
    getattr(referee.sheets[0], symbols)[9] = 0
    play(referee, ("combination", 0), ("write", 4))
    assert referee.actor == 0 and referee.legal() == {("factory", 9), ("pass",)}
    play(referee, ("pass",) if declines else ("factory", 9), ("combination", 0), ("write", 4))
    assert kinds(referee) == {"mission", "no_mission"}  # the second player was not asked
    decline_until(referee, "combination")
    assert referee.turn == 2 and referee.sheets[0].complete(9) != declines
    assert [sheet.resources[RUBY] for sheet in referee.sheets] == [0 if declines else 2, 0]


@pytest.mark.parametrize(
    ("action", "cell", "usable"),
    [
        ("robot", 6, {("factory", factory) for factory in range(10)}),
        ("energy", 6, {("factory", factory) for factory in range(11)}),
        ("plant", 20, {("pocket", 12), ("pocket", 13)}),
        ("plant", 13, {("pocket", 3)}),
        ("plant", 6, set()),
        ("water", 19, {("pocket", 10), ("pocket", 11)}),
        ("water", 13, {("pocket", 2)}),
        ("water", 20, set()),
    ],
)
@pytest.mark.parametrize("alone", [False, True])
def test_declining(action, cell, usable, alone):
    """Check adventure_4 ruling 7: a pass in every mode whenever the action can be used, and it leaves no trace."""
    if alone:
        referee = solo(MineReferee, 3, MISSIONS, (8, "planning"), (6, action), (3, "planning"))
    else:
        referee = mine(2, (8, action), (6, "planning"), (12, "planning"))
    play(referee, ("combination", 0), ("write", cell))
    sheet = referee.sheets[0]
    before = sheet.snapshot()
    if usable:
        assert referee.actor == 0 and referee.legal() == usable | {("pass",)}
        play(referee, ("pass",))
    assert kinds(referee) == {"combination"} and (referee.turn, referee.actor) == ((2, 0) if alone else (1, 1))
    assert sheet.snapshot() == before and before["cells"][cell] == 8


@pytest.mark.parametrize(("declines", "points", "given"), [(True, 104, 1), (False, 100, 0)])
def test_declining_a_cheap_filling_bonus(declines, points, given):
    """Check adventure_4 ruling 7: with the plants' bonus left open ASTRA takes it instead of the rubies' dearer one."""
    referee = solo(MineReferee, 1, MISSIONS, (4, "energy"), (9, "energy"), (13, "astronaut"))
    sheet = referee.sheets[0]
    complete(sheet, *range(11))
    sheet.energies[6] = 0  # the only energy left brings the eighth plant
    sheet.robots[9] = 0  # card 84 is not met
    sheet.resources, sheet.races = [7, 0, 4, 10], ["open", "lost", "lost", "open"]
    fill_all_but(sheet, 18, 30)  # both in column 6, whose two rubies make twelve
    sheet.pumps = set(range(12)) - {6}
    referee.board.taken[0] = [8, None, None]
    put_on_top(referee, "A")
    play(referee, ("combination", 0), ("write", 18))
    assert referee.legal() == {("factory", 6), ("pass",)}
    if declines:
        play(referee, ("pass",))  # no solo bonus, so the card is given
        assert referee.turn == 2 and referee.legal() == {("factory", PLANT), ("factory", RUBY)}
        play(referee, ("factory", PLANT))
    else:
        play(referee, ("factory", 6))
        assert sheet.races[PLANT] == "circled" and referee.legal() == {("give", 2), ("remove", 2)}
        play(referee, ("remove", 2))  # the effect card has only the rubies' bonus left to take
    assert sheet.races == ["lost" if declines else "circled", "lost", "lost", "open" if declines else "lost"]
    energy = next(pick for pick, (_, action) in enumerate(referee.astra.pairs()) if action == "energy")
    play(referee, ("combination", energy), ("write", 30))
    if declines:
        play(referee, ("factory", 6))  # the two plants are only put off
    assert kinds(referee) == {"give", "remove"}
    play(referee, *(action for action in referee.legal() if action[0] == "remove"))
    assert referee.actor is None and sheet.resources == [9, 0, 4, 12]
    assert sum(referee.points()[0].values()) == points and referee.points()[1]["astra_cards"] == given


def test_race():
    """Check adventure_4 8.6: factory and extraction of the same turn share the bonus; later nothing is left."""
    referee = mine(3, (5, "robot"), (6, "plant"), (12, "energy"))
    first, second, third = referee.sheets
    first.resources[WATER], second.resources[WATER], third.resources[WATER] = 4, 5, 5
    first.energies[7], first.robots[7] = 1, 1
    fill(second, [4, 16])
    second.pockets = {7}
    play(referee, ("combination", 0), ("write", 0), ("factory", 7))
    assert [sheet.races[WATER] for sheet in referee.sheets] == ["circled", "open", "open"]
    play(referee, ("combination", 1), ("write", 28), ("combination", 1), ("write", 4))
    assert referee.turn == 2
    assert [player["filling"][WATER] for player in referee.snapshot()["players"]] == ["circled", "circled", "lost"]
    third.circle_resource(WATER)
    assert [row["water"] for row in referee.points()] == [28, 28, 18]


def test_missions():
    """Check adventure_4 8.7, ruling 8 and the conditions of 3.5."""
    sheet = Sheet()
    for pumps, five, row in (
        ({2, 3, 4, 5}, False, True),
        ({2, 3, 5, 6, 7}, True, False),
        ({8, 9, 10, 11}, False, True),
    ):
        sheet.pumps = pumps
        assert (sheet.meets(82), sheet.meets(83)) == (five, row)
    sheet.pumps = {0, 1, 11, 10}
    assert not sheet.meets(83)
    plants = [index for index, pocket in enumerate(POCKETS) if pocket.kind == PLANT]
    waters = [index for index, pocket in enumerate(POCKETS) if pocket.kind == WATER]
    sheet.pockets = {*plants[:7], *waters[:4]}
    sheet.resources = [14, 10, 0, 0]
    assert not sheet.meets(86) and not sheet.meets(87)
    sheet.pockets = {*plants[:8], *waters[3:]}
    sheet.resources = [0, 0, 0, 0]
    assert sheet.meets(86) and sheet.meets(87)
    complete(sheet, *SECONDARY[1:])
    assert not sheet.meets(84) and not sheet.meets(85)
    complete(sheet, 4, 5)
    assert sheet.meets(85) and not sheet.meets(84)
    complete(sheet, 6)
    assert sheet.meets(84)


def test_example_score():
    """Check adventure_4 4 and 8.8: 44 + 15 + 21 + 36 + 12 - 9 - 10 + 19 = 128."""
    referee = mine(2, (5, "energy"), (6, "robot"), (12, "plant"))
    sheet = referee.sheets[0]
    sheet.resources, sheet.races = [9, 5, 7, 12], ["circled", "lost", "open", "circled"]
    sheet.astronauts, sheet.plannings, sheet.errors = 4, 3, 2
    complete(sheet, 0, 2, 4)
    referee.board.taken[0] = [9, 10, None]
    row = referee.points()[0]
    assert row == {
        "missions": 19,
        "plants": 44,
        "water": 15,
        "pearls": 21,
        "rubies": 36,
        "astronauts": 12,
        "planning": -9,
        "system_errors": -10,
    }
    assert sum(row.values()) == 128
    complete(sheet, 5)
    sheet.energies[4] = 0
    assert (referee.points()[0]["planning"], referee.points()[0]["astronauts"]) == (0, 0)


def test_solo():
    """Check adventure_4 6 and 8.8: bonuses for a filling bonus, also within a chain; the last one open is taken."""
    referee = solo(MineReferee, 3, MISSIONS, (4, "energy"), (9, "energy"), (13, "water"))
    sheet = referee.sheets[0]
    sheet.resources[PLANT], sheet.energies[6], sheet.energies[10] = 7, 1, 1
    sheet.resources[PEARL], sheet.resources[RUBY] = 9, 11
    fill(sheet, [12, 24])
    play(referee, ("combination", 0), ("write", 0), ("factory", 10), ("factory", 6))
    assert referee.astra.bonuses_circled == 2 and sheet.races[PLANT] == "circled" and kinds(referee) == {"factory"}
    play(referee, ("factory", 1), ("factory", 1))
    assert sheet.resources == [9, 0, 11, 12] and sheet.races == ["circled", "open", "circled", "circled"]
    assert referee.astra.bonuses_circled == 6 and referee.legal() == {("give", 2), ("remove", 2)}
    sheet.resources[RUBY], sheet.races = 11, ["circled", "lost", "circled", "open"]
    put_on_top(referee, "A")
    play(referee, ("remove", 2))
    assert sheet.races[RUBY] == "lost"
    sheet.circle_resource(RUBY)
    referee._circle_solo_bonuses()
    assert referee.astra.bonuses_circled == 6 and referee.points()[0]["rubies"] == 24
    assert referee.points()[1] == {"astra_cards": 0, "astra_level": 11}


def test_end_of_turn():
    """Check adventure_4 4: a full sheet ends the game for everybody, after its extraction and missions."""
    referee = mine(2, (5, "water"), (6, "robot"), (12, "plant"))
    fill_all_but(referee.sheets[0], 16)
    for _ in range(2):
        play(referee, ("combination", 0), ("write", 16), ("pocket", 7))
    assert referee.actor == 0 and ("mission", 0) in referee.legal() and len(referee.sheets[0].pumps) == 12
    play(referee, ("mission", 0))
    assert referee.actor is None and referee.turn == 1 and referee.sheets[0].resources == [0, 1, 12, 14]
    assert referee.points()[0]["rubies"] == 14 * 2 + 12 and referee.outcome() == [1.0, -1.0]
