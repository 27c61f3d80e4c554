"""Tests of the Escape referee by itself: tables, access, airlocks, actions and their rulings."""

import re
from collections import Counter

import pytest

from .cards import ACTIONS, CARDS, EMPTY, X
from .dealer import Dealer
from .escape import EscapeReferee
from .escape_sheet import (
    AIRLOCKS,
    BLOCKS,
    CELLS,
    GREENHOUSE_CELLS,
    MODULES,
    ROBOT_CELLS,
    STARSHIP_OF_CELL,
    TANK_CELLS,
    ZONES,
    Sheet,
    accessible_blocks,
)
from .positions import decline_until, fill, fill_all_but, kinds, play, start, targets

MISSIONS = (100, 102, 104)
ROBOT, ENERGY, PLANT, WATER, ASTRONAUT, PLANNING = range(6)

# adventure_7 1.1 as it is printed there, from the top.
PRINTED = """
5 M16[38w 39r] - M17[40w 41] - G18[42]
4 M13[32 33w 34] - G14[35] - M15[36w 37r]
3 M10[26w 27r] - G11[28] - M12[29 30w 31]
2 G7[19] - M8[20 21w 22] - M9[23r 24 25w]
1 M3[9 10w 11r] - M4[12 13w 14] - G5[15] - M6[16 17w 18r]
0 M0[0r 1 2w 3] - G1[4] - M2[5 6w 7r 8]
"""


def escape(players, *offers, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations."""
    return start(EscapeReferee, players, missions, *offers)


def block_with(sheet, number):
    """Leave cell 1 as the only empty accessible cell, between two numbers that leave room for this number only."""
    fill(sheet, [0, 2, 3, *range(5, 9)])
    sheet.cells[0], sheet.cells[2] = number - 1, number + 1


def test_tables():
    """Check adventure_7 1.1: blocks, cells, tanks, Robot bonuses and greenhouses as they are printed."""
    blocks, tanks, robots = {}, [], []
    for starship, row in (line.split(" ", 1) for line in PRINTED.strip().splitlines()):
        for kind, block, cells in re.findall(r"([MG])(\d+)\[(.*?)\]", row):
            numbers = [int(cell.rstrip("rw")) for cell in cells.split()]
            blocks[int(block)] = (int(starship), kind, numbers)
            tanks += [int(cell[:-1]) for cell in cells.split() if cell.endswith("w")]
            robots += [int(cell[:-1]) for cell in cells.split() if cell.endswith("r")]
    assert {index: (block.starship, list(block.cells)) for index, block in enumerate(BLOCKS)} == {
        index: (starship, numbers) for index, (starship, _, numbers) in blocks.items()
    }
    assert MODULES == sorted(index for index, (_, kind, _) in blocks.items() if kind == "M")
    assert sorted(numbers[0] for _, kind, numbers in blocks.values() if kind == "G") == GREENHOUSE_CELLS
    assert TANK_CELLS == tuple(sorted(tanks)) and ROBOT_CELLS == tuple(sorted(robots))
    assert all(cell in BLOCKS[block].cells for cell, block in zip(TANK_CELLS, MODULES, strict=True))
    assert [len(zone) for zone in ZONES] == [9, 10, 7, 6, 6, 5] and CELLS == 43
    assert sum(ZONES, ()) == tuple(range(43)) and len(BLOCKS) == 19 and len(MODULES) == 13
    assert [STARSHIP_OF_CELL[cell] for cell in GREENHOUSE_CELLS] == [0, 1, 2, 3, 4, 5]


def test_airlock_table():
    """Check adventure_7 1.2: neighbours of a starship are joined, the others are modules one starship apart."""
    assert len(AIRLOCKS) == len(set(AIRLOCKS)) == 24 and all(low < high for low, high in AIRLOCKS)
    horizontal = [pair for pair in AIRLOCKS if BLOCKS[pair[0]].starship == BLOCKS[pair[1]].starship]
    pairs = [(one, one + 1) for one in range(18) if BLOCKS[one].starship == BLOCKS[one + 1].starship]
    assert horizontal == pairs and len(pairs) == 13
    assert [AIRLOCKS.index(pair) for pair in pairs] == [0, 1, 5, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23]
    vertical = {index: pair for index, pair in enumerate(AIRLOCKS) if pair not in pairs}
    assert vertical == {
        **{2: (0, 3), 3: (0, 4), 4: (2, 6), 8: (3, 8), 9: (4, 9), 12: (8, 10), 13: (9, 12)},
        **{16: (10, 13), 17: (12, 15), 20: (13, 16), 21: (15, 17)},
    }
    assert all(BLOCKS[high].starship - BLOCKS[low].starship == 1 for low, high in vertical.values())
    assert all(low in MODULES and high in MODULES for low, high in vertical.values())
    assert accessible_blocks(frozenset(range(24))) == frozenset(range(19))


def test_distances():
    """Check adventure_7 1.2: the fewest airlocks that reach a block."""
    reached, states, found = {0, 2}, {frozenset()}, {}
    for steps in range(1, 7):
        # Airlocks that open no block shorten no way.
        states = {
            state | {airlock}
            for state in states
            for airlock, ends in enumerate(AIRLOCKS)
            if len(accessible_blocks(state).intersection(ends)) == 1
        }
        new = set().union(*(accessible_blocks(state) for state in states)) - reached
        found[steps], reached = sorted(new), reached | new
    assert found == {1: [1, 3, 4, 6], 2: [5, 8, 9], 3: [7, 10, 12], 4: [11, 13, 15], 5: [14, 16, 17], 6: [18]}


def test_new_sheet():
    """Check adventure_7 2: what is circled before the game, and what is open."""
    assert Sheet().snapshot() == {
        "cells": [EMPTY] * 43,
        "errors": 0,
        "astronauts": 0,
        "plannings": 0,
        "wilds_earned": 0,
        "wilds_used": 0,
        "airlocks": [],
        "tanks": [],
        "plants": [0, 0, 1, 1, 1, 2],
        "reactors": [0, 0, 0, 1, 1, 2],
        "x2": ["open"] * 6,
    }
    with pytest.raises(ValueError):
        EscapeReferee(2, None, (100, 102, 92), Dealer())


def test_access():
    """Check adventure_7 8.1: cells and airlocks at the start, and after airlock 3."""
    referee = escape(2, (8, "robot"), (5, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    assert sheet.accessible_cells() == [0, 1, 2, 3, 5, 6, 7, 8] == sheet.fitting_cells(8)
    assert sheet.airlocks_within_reach() == [0, 1, 2, 3, 4]
    play(referee, ("combination", 0))
    assert targets(referee, "write") == [0, 1, 2, 3, 5, 6, 7, 8]
    play(referee, ("write", 3))
    assert referee.legal() == {("airlock", airlock) for airlock in range(5)} | {("pass",)}
    play(referee, ("airlock", 3))
    assert sheet.accessible_blocks() == {0, 2, 4} and sheet.airlocks_within_reach() == [0, 1, 2, 4, 5, 6, 9]
    assert sheet.accessible_cells() == [0, 1, 2, 5, 6, 7, 8, 12, 13, 14] and referee.actor == 1


def test_access_by_detour():
    """Check adventure_7 1.2: an airlock is within reach by either end; block 1 does not join what is already open."""
    sheet = Sheet()
    sheet.airlocks = {4, 7}
    assert sheet.accessible_blocks() == {0, 2, 5, 6} and sheet.airlocks_within_reach() == [0, 1, 2, 3, 6]
    sheet.airlocks = {4, 7, 6, 9}
    assert sheet.accessible_blocks() == {0, 2, 4, 5, 6, 9} and 13 in sheet.airlocks_within_reach()
    sheet.airlocks = set(range(24)) - {23}
    assert sheet.accessible_blocks() == set(range(18)) and sheet.airlocks_within_reach() == [23]
    sheet.airlocks.add(23)
    assert sheet.accessible_blocks() == set(range(19)) and sheet.airlocks_within_reach() == []


def test_order_across_blocks():
    """Check adventure_7 8.2: one zone whatever its airlocks."""
    sheet = Sheet()
    sheet.cells[1], sheet.cells[6] = 5, 11
    assert {value: sheet.fitting_cells(value) for value in (8, 3, 12, 5)} == {8: [2, 3, 5], 3: [0], 12: [7, 8], 5: []}
    sheet.airlocks = {0}
    assert sheet.fitting_cells(8) == [2, 3, 4, 5]
    sheet.cells[4] = 7
    assert sheet.fitting_cells(8) == [5] and sheet.fitting_cells(6) == [2, 3]
    sheet.cells[5] = X
    assert sheet.fitting_cells(8) == [] and sheet.fitting_cells(17) == [7, 8] and sheet.fitting_cells(0) == [0]


def test_robot_bonus():
    """Check adventure_7 8.3: an airlock at once, which the X of the same turn may use; an X in cell 7 gives another."""
    referee = escape(2, (2, "planning"), (5, "energy"), (12, "plant"))
    play(referee, ("combination", 0), ("write", 0))
    assert referee.legal() == {("airlock", airlock) for airlock in range(5)} and referee.actor == 0
    play(referee, ("airlock", 3))
    assert referee.legal() == {("x", cell) for cell in (1, 2, 3, 5, 6, 7, 8, 12, 13, 14)} | {("pass",)}
    play(referee, ("x", 13))
    assert referee.actor == 1 and (referee.sheets[0].plannings, referee.sheets[0].airlocks) == (1, {3})
    play(referee, ("combination", 0), ("write", 0), ("airlock", 2), ("x", 7))
    sheet = referee.sheets[1]
    assert referee.actor == 1 and targets(referee, "airlock") == [0, 1, 3, 4, 5, 8] and kinds(referee) == {"airlock"}
    assert sheet.plannings == 0 and sheet.unpaid_x == 1  # ruling 3: Robot bonus, x2, planning box
    play(referee, ("airlock", 8))
    assert (sheet.plannings, sheet.airlocks, sheet.cells[7], sheet.unpaid_x) == (1, {2, 8}, X, 0)
    assert referee.turn == 2


def test_bonus_and_robot_action():
    """Check adventure_7 3.1 and rulings 2 and 3: the bonus does not replace the action, which may be declined."""
    referee = escape(3, (8, "robot"), (5, "energy"), (12, "astronaut"))
    play(referee, ("combination", 0), ("write", 7), ("airlock", 4))
    assert targets(referee, "airlock") == [0, 1, 2, 3, 7] and ("pass",) in referee.legal()
    play(referee, ("airlock", 7), ("combination", 0), ("write", 7), ("airlock", 4), ("pass",))
    assert [sheet.airlocks for sheet in referee.sheets] == [{4, 7}, {4}, set()]
    play(referee, ("combination", 2), ("shift", 1), ("write", 7))
    sheet = referee.sheets[2]
    assert kinds(referee) == {"airlock"} and (sheet.cells[7], sheet.astronauts) == (13, 1)
    play(referee, ("airlock", 0))
    assert referee.turn == 2


def test_last_airlocks():
    """Check adventure_7 3.1 and ruling 4: useless airlocks are legal, the last one is not asked for, then none."""
    for missing, asked in (({1, 5}, {"airlock"}), ({5}, {"combination"}), (set(), {"combination"})):
        referee = escape(2, (8, "energy"), (5, "robot"), (12, "plant"))
        sheet = referee.sheets[0]
        sheet.airlocks = set(range(24)) - missing
        assert sheet.accessible_blocks() == set(range(19)) and sheet.airlocks_within_reach() == sorted(missing)
        play(referee, ("combination", 0), ("write", 7))
        assert kinds(referee) == asked and referee.actor == (0 if len(missing) == 2 else 1)
        if len(missing) == 2:
            assert targets(referee, "airlock") == [1, 5]
            play(referee, ("airlock", 1))
        assert len(sheet.airlocks) == (23 if len(missing) == 2 else 24) and sheet.reactors[0] == 1


def test_robot_action_at_the_end_of_the_airlocks():
    """Check core 4.3 and ruling 6: a single airlock is still asked for, since it may be declined; none is not."""
    referee = escape(2, (5, "robot"), (8, "energy"), (12, "plant"))
    referee.sheets[0].airlocks = set(range(24)) - {23}
    referee.sheets[1].airlocks = set(range(24))
    play(referee, ("combination", 0), ("write", 1))
    assert referee.legal() == {("airlock", 23), ("pass",)}
    play(referee, ("pass",), ("combination", 0), ("write", 1))
    assert referee.turn == 2 and [len(sheet.airlocks) for sheet in referee.sheets] == [23, 24]


def test_system_errors():
    """Check adventure_7 3.1 and ruling 2: the first two boxes allow an airlock, the third gives nothing."""
    referee = escape(2, (5, "robot"), (8, "energy"), (12, "plant"))
    for sheet in referee.sheets:
        block_with(sheet, 10)
    referee.sheets[1].errors = 1
    # The first decision was asked before the sheets were filled.
    course = referee._write(0)
    decision = next(course)
    assert decision.options() == {("airlock", airlock) for airlock in range(5)} | {("pass",)}
    with pytest.raises(StopIteration):
        course.send(("airlock", 2))
    assert (referee.sheets[0].errors, referee.sheets[0].airlocks) == (1, {2})
    course = referee._write(1)
    assert len(next(course).options()) == 6
    with pytest.raises(StopIteration):
        course.send(("pass",))
    assert (referee.sheets[1].errors, referee.sheets[1].airlocks) == (2, set())
    assert not list(referee._write(1)) and (referee.sheets[1].errors, referee.sheets[1].airlocks) == (3, set())
    referee.sheets[0].airlocks = set(range(24))
    assert not list(referee._system_error(0)) and referee.sheets[0].errors == 2


def test_error_in_a_game():
    """Check core 4.1: modified numbers never oblige; the compensation comes before the next player, no action does."""
    referee = escape(2, (12, "astronaut"), (5, "robot"), (15, "plant"))
    for sheet in referee.sheets:
        block_with(sheet, 10)
    assert referee.legal() == {("combination", 0), ("system_error",)}
    play(referee, ("system_error",))
    assert referee.actor == 0 and kinds(referee) == {"airlock", "pass"}
    play(referee, ("airlock", 4), ("combination", 0))
    assert referee.legal() == {("shift", -2)}
    play(referee, ("shift", -2), ("write", 1))
    assert referee.sheets[1].cells[1] == 10 and referee.sheets[1].astronauts == 1
    assert referee.sheets[0].astronauts == 0 and referee.sheets[0].airlocks == {4}


def test_declining_avoids_cells():
    """Check ruling 6: with all accessible cells full only an opened block obliges to write."""
    referee = escape(2, (5, "robot"), (8, "robot"), (12, "robot"))
    for sheet in referee.sheets:
        fill(sheet, [0, 1, 3, *range(5, 9)])
    play(referee, ("combination", 0), ("write", 2))
    assert kinds(referee) == {"airlock", "pass"}
    play(referee, ("pass",), ("combination", 0), ("write", 2), ("airlock", 3))
    assert referee.turn == 2 and referee.sheets[0].errors == 1 and kinds(referee) == {"airlock", "pass"}
    assert not any(referee.sheets[0].writable(number, "astronaut") for number in range(1, 16))
    play(referee, ("pass",))
    assert referee.actor == 1 and targets(referee, "combination") == [0, 1, 2]
    assert ("system_error",) not in referee.legal()


def test_water_plant_energy():
    """Check adventure_7 3.2 and 8.5: tank of the cell, plant and reactor of the starship, without any question."""
    referee = escape(6, (8, "water"), (5, "plant"), (12, "energy"))
    for seat, (pick, cell) in enumerate(((0, 2), (0, 3), (1, 3), (2, 6), (1, 13), (2, 21))):
        assert referee.actor == seat and "combination" in kinds(referee)
        referee.sheets[seat].airlocks = {3, 9, 11}
        play(referee, ("combination", pick), ("write", cell))
    assert referee.turn == 2 and [sheet.tanks for sheet in referee.sheets] == [{0}] + [set()] * 5
    changes = [
        (Counter(dict(enumerate(sheet.plants))) - Counter({2: 1, 3: 1, 4: 1, 5: 2}), sheet.reactors)
        for sheet in referee.sheets
    ]
    plants, reactors = [dict(change) for change, _ in changes], [kept for _, kept in changes]
    assert plants == [{}, {}, {0: 1}, {}, {1: 1}, {}]
    assert reactors[3] == [1, 0, 0, 1, 1, 2] and reactors[5] == [0, 0, 1, 1, 1, 2]
    assert all(kept == [0, 0, 0, 1, 1, 2] for kept in reactors[:3] + reactors[4:5])


def test_limits_of_marks():
    """Check adventure_7 3.2: no fourth plant or reactor; the starship of a greenhouse that is out of reach."""
    sheet = Sheet()
    for _ in range(4):
        sheet.circle_plant(21)
        sheet.circle_reactor(21)
    assert sheet.plants == [0, 0, 3, 1, 1, 2] and sheet.reactors == [0, 0, 3, 1, 1, 2]
    assert 7 not in sheet.accessible_blocks()
    sheet.circle_plant(42)
    sheet.circle_plant(38)
    assert sheet.plants[5] == 3
    for cell in range(43):
        sheet.circle_tank(cell)
    assert sheet.tanks == set(range(13))


def test_tank_lost():
    """Check adventure_7 3.2: an X, or a number with another action, loses the tank for good."""
    referee = escape(2, (8, "planning"), (5, "water"), (12, "plant"))
    play(referee, ("combination", 0), ("write", 3), ("x", 2), ("combination", 2), ("write", 2))
    assert referee.turn == 2 and [sheet.tanks for sheet in referee.sheets] == [set(), set()]


def test_planning():
    """Check adventure_7 3.2 and core rulings 5 and 7: accessible cells only, declining is free, a full row stays."""
    referee = escape(4, (8, "planning"), (5, "water"), (12, "plant"))
    play(referee, ("combination", 0), ("write", 3))
    assert targets(referee, "x") == [0, 1, 2, 5, 6, 7, 8]
    play(referee, ("pass",))
    assert referee.sheets[0].plannings == 0 and referee.sheets[0].cells.count(X) == 0
    referee.sheets[1].plannings, referee.sheets[1].airlocks = 9, {1}
    play(referee, ("combination", 0), ("write", 3), ("x", 4))
    assert referee.sheets[1].plannings == 9 and referee.points()[1]["planning"] == -28
    assert referee.sheets[1].races[0] == "circled"
    fill(referee.sheets[2], [0, 1, 2, *range(5, 9)])
    play(referee, ("combination", 0), ("write", 3))
    assert referee.actor == 3  # no accessible cell was left
    fill_all_but(referee.sheets[3], 3, 42)
    play(referee, ("combination", 0), ("write", 3))
    decline_until(referee, "combination")
    assert referee.turn == 2 and referee.sheets[3].empty_cells() == [42]


def test_astronauts_and_wilds():
    """Check adventure_7 3.3: every second Astronaut circles a wild action, Plannings none; a full row still shifts."""
    sheet, earned = Sheet(), []
    for _ in range(8):
        sheet.cross_off_astronaut()
        sheet.cross_off_planning()
        earned.append(sheet.wilds_earned())
    assert earned == [0, 1, 1, 2, 2, 3, 3, 3] and (sheet.astronauts, sheet.plannings) == (6, 8)
    referee = escape(2, (8, "astronaut"), (5, "water"), (12, "plant"))
    referee.sheets[0].astronauts, referee.sheets[0].wilds_used = 6, 3
    play(referee, ("combination", 0))
    assert targets(referee, "shift") == [-2, -1, 0, 1, 2]
    play(referee, ("shift", 2), ("write", 1))
    assert referee.sheets[0].cells[1] == 10 and referee.sheets[0].astronauts == 6
    referee.sheets[1].astronauts = 1
    play(referee, ("combination", 0))
    assert kinds(referee) == {"shift"}  # not in the turn it is earned
    play(referee, ("shift", 0), ("write", 1))
    assert (referee.sheets[1].astronauts, referee.sheets[1].has_wild()) == (2, True)


def test_wild_actions():
    """Check adventure_7 3.4 and core 4.4: declared with the combination; all consequences of the other action."""
    referee = escape(4, (8, "astronaut"), (5, "water"), (12, "plant"))
    for sheet in referee.sheets:
        sheet.astronauts = 3
    play(referee, ("combination", 1))
    assert referee.legal() == {("keep_action",)} | {("wild", action) for action in range(6) if action != WATER}
    play(referee, ("wild", ROBOT), ("write", 0), ("airlock", 0), ("airlock", 1))
    play(referee, ("combination", 1), ("wild", PLANNING), ("write", 1), ("x", 0), ("airlock", 2))
    play(referee, ("combination", 2), ("wild", ASTRONAUT), ("shift", 2), ("write", 2))
    play(referee, ("combination", 0), ("wild", WATER), ("write", 1))
    assert [sheet.wilds_used for sheet in referee.sheets] == [1, 1, 1, 1] and referee.turn == 2
    assert [sheet.airlocks for sheet in referee.sheets] == [{0, 1}, {2}, set(), set()]
    assert [sheet.plannings for sheet in referee.sheets] == [0, 1, 0, 0]
    assert [sheet.astronauts for sheet in referee.sheets] == [3, 3, 4, 3] and referee.sheets[2].cells[2] == 14
    assert [sheet.wilds_earned() for sheet in referee.sheets] == [1, 1, 2, 1]
    assert all(sheet.tanks == set() for sheet in referee.sheets)
    assert ACTIONS.index("planning") == PLANNING and len(CARDS) == 63
