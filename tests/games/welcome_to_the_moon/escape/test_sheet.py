"""The starships of Escape, what is accessible, writing in them, and System Errors (escape 1, 2)."""

import pytest

import moon_envs
from tests.games.welcome_to_the_moon.escape.positions import (
    AIRLOCKS,
    BLOCKS,
    DOUBLED,
    GREENHOUSE_CELLS,
    GROUND_CELLS,
    MODULES,
    NOT_FILLED,
    ROBOT_CELLS,
    STARSHIPS,
    TANK_CELLS,
    USELESS,
    EscapePosition,
)
from tests.games.welcome_to_the_moon.positions import bits, refuses_contradiction
from tests.referees.welcome_to_the_moon.cards import EMPTY, X

OTHERS = (8, "water"), (8, "water")
NOTHING_FITS = (8, "water"), (8, "robot"), (8, "plant")


def test_a_new_sheet():
    """escape 1.1, 1.3, 1.4, 1.6, 2.2: 43 empty cells of which 8 are accessible, no airlock, some symbols circled."""
    position = EscapePosition()
    assert position.cells() == [EMPTY] * 43 and position.points() == 0 and position.closed_races() == []
    assert all(position.cells_for(number) == GROUND_CELLS for number in (1, 8, 15))
    assert position.airlocks() == position.tanks() == [] and position.value("doubles") == [NOT_FILLED] * 6
    assert position.value("plants") == [0, 0, 1, 1, 1, 2] and position.value("reactors") == [0, 0, 0, 1, 1, 2]
    names = ("astronauts", "plannings", "system_errors", "wilds_earned", "wilds_used")
    assert [position.value(name) for name in names] == [0] * 5


def name_of_cell(cell):
    """A cell as the actions call it."""
    starship = next(number for number, cells in enumerate(STARSHIPS, start=1) if cell in cells)
    if cell in GREENHOUSE_CELLS:
        return f"the greenhouse of starship {starship}"
    modules = [block for block in MODULES if BLOCKS[block][0] in STARSHIPS[starship - 1]]
    number, cells = next((n, BLOCKS[block]) for n, block in enumerate(modules, start=1) if cell in BLOCKS[block])
    return f"space {cells.index(cell) + 1} of module {number} of starship {starship}"


def test_the_cells():
    """escape 1.1, 1.2: starships of blocks, one greenhouse each; one tank in each of 13 modules."""
    position = EscapePosition()
    meanings = {action_range.name: action_range.meanings for action_range in position.game.actions.ranges}
    assert meanings["write"] == tuple(f"write the number on {name_of_cell(cell)}" for cell in range(43))
    assert meanings["write_x"] == tuple(f"write an X on {name_of_cell(cell)}" for cell in range(43))
    assert len(BLOCKS) == 19 and len(MODULES) == 13 and len(ROBOT_CELLS) == 8
    assert [len(cells) for cells in STARSHIPS] == [9, 10, 7, 6, 6, 5]
    assert [sum(cell in BLOCKS[module] for cell in TANK_CELLS) for module in MODULES] == [1] * 13
    assert [sum(cell in cells for cell in GREENHOUSE_CELLS) for cells in STARSHIPS] == [1] * 6
    assert not set(ROBOT_CELLS) & {*TANK_CELLS, *GREENHOUSE_CELLS}


# Airlocks


def test_the_first_airlock():
    """escape 1.5, 2.2, 3.1: from the ground airlocks 0 to 4 can be activated; airlock 3 opens three cells."""
    position = EscapePosition().pick(8, "robot").act("write", 3)
    assert position.legal() == {("pass", 0), *(("airlock", airlock) for airlock in range(5))}
    position.act("airlock", 3)
    assert position.actor == 1 and position.airlocks() == [3] and position.reached() == [0, 2, 4]
    assert position.open_cells() == [0, 1, 2, 5, 6, 7, 8, 12, 13, 14]
    assert position.pick(9, "robot").act("write", 12).legal("airlock") == [0, 1, 2, 4, 5, 6, 9]


@pytest.mark.parametrize("airlock", range(24))
def test_airlocks(airlock):
    """escape 1.4, 1.5, 3.1: each opens the block at its other end, from either side, with all cells of that block."""
    for known, other in (AIRLOCKS[airlock], AIRLOCKS[airlock][::-1]):
        reached = {0, 2, known}
        position = EscapePosition().set(0, reached_blocks=sum(1 << block for block in reached))
        position.pick(8, "robot").act("write", 5)
        within_reach = [index for index, ends in enumerate(AIRLOCKS) if reached & set(ends)]
        assert position.legal("airlock") == within_reach and airlock in within_reach
        before = set(position.open_cells())
        position.act("airlock", airlock)
        assert position.actor == 1 and position.airlocks() == [airlock]
        assert position.reached() == sorted({*reached, other})
        assert set(position.open_cells()) == before | (set() if other in (0, 2) else set(BLOCKS[other]))


def test_the_words_of_airlocks():
    """escape 1.4: 13 within a starship, 11 between modules of neighbouring ones, called by their two blocks."""
    names = [name_of_cell(cells[0]).removeprefix("space 1 of ") for cells in BLOCKS]
    ranges = {action_range.name: action_range.meanings for action_range in EscapePosition().game.actions.ranges}
    assert ranges["airlock"] == tuple(f"activate the airlock between {names[a]} and {names[b]}" for a, b in AIRLOCKS)
    ships = [tuple(next(s for s in range(6) if BLOCKS[end][0] in STARSHIPS[s]) for end in ends) for ends in AIRLOCKS]
    assert [high - low for low, high in ships].count(0) == 13 and [high - low for low, high in ships].count(1) == 11
    assert all(set(ends) <= set(MODULES) for ends, (low, high) in zip(AIRLOCKS, ships, strict=True) if low != high)


def test_the_way_to_the_top():
    """escape 1.5, 3.1: six airlocks, each within reach only after the one before."""
    position = EscapePosition()
    for number, airlock in enumerate((3, 9, 13, 17, 21, 23)):
        way = position.pick(3 + 2 * number, "robot").act("write", (1, 2, 3, 5, 6, 8)[number]).legal("airlock")
        assert airlock in way and not {9, 13, 17, 21, 23} & set(way) - {airlock}
        position.act("airlock", airlock)
    assert position.reached() == [0, 2, 4, 9, 12, 15, 17, 18] and 42 in position.cells_for(8)


def test_accessible_blocks_in_random_games():
    """escape 1.5, 2.2: what is kept is what a chain of activated airlocks links to the ground."""
    batch = moon_envs.Batch("escape", 200, players=2, seed=4, autoreset="disabled", threads=1)
    batch.play_out()
    most = 0
    for sheet in batch.states["players"][:, :2].reshape(-1):
        group = [0 if block in (0, 2) else block + 1 for block in range(19)]
        for airlock in bits(sheet["airlocks"]):
            high, low = sorted((group[block] for block in AIRLOCKS[airlock]), reverse=True)
            group = [low if number == high else number for number in group]
        reached = [block for block in range(19) if group[block] == 0]
        cells = [cell for block in reached for cell in BLOCKS[block] if sheet["cells"][cell] == EMPTY]
        assert bits(sheet["reached_blocks"]) == reached and bits(sheet["open_cells"]) == cells
        most = max(most, len(reached))
    assert most > 6


# Writing


@pytest.mark.parametrize(
    ("number", "airlocks", "cells"),
    [(8, [], [2, 3, 5]), (3, [], [0]), (12, [], [7, 8]), (5, [], []), (11, [], []), (8, [0], [2, 3, 4, 5])],
)
def test_the_order_across_blocks(number, airlocks, cells):
    """escape 2.1, 2.2: 5 in cell 1 and 11 in cell 6 bound all blocks of the lowest starship."""
    assert EscapePosition().put(0, {1: 5, 6: 11}).activate(0, *airlocks).cells_for(number) == cells


def test_blocks_that_become_accessible_later():
    """escape 2.1, 2.2: they obey the numbers already written in their starship, and X have no value."""
    position = EscapePosition().cross(0, *GROUND_CELLS).activate(0, 3).put(0, {13: 7, 14: X})
    assert position.cells_for(5) == [12] and position.cells_for(9) == []
    position.activate(0, 5, 6, 7)
    assert position.cells_for(5) == [9, 10, 11, 12] and position.cells_for(9) == [15, 16, 17, 18]
    position.put(0, {15: 10})
    assert position.cells_for(9) == [] and position.cells_for(12) == [16, 17, 18], "a greenhouse is part of the row"


def test_starships_are_zones_of_their_own():
    """escape 2.1: the same number may be written once in each."""
    position = EscapePosition().activate_but(0)
    for cells in STARSHIPS:
        assert set(cells) <= set(position.cells_for(8))
        position.put(0, {cells[1]: 8})
        assert not set(cells) & set(position.cells_for(8))
        assert [cell for cell in position.cells_for(7) if cell in cells] == [cells[0]]
        assert [cell for cell in position.cells_for(9) if cell in cells] == list(cells[2:])


def test_what_is_kept_follows_written_numbers():
    """escape 2.1, 2.2: numbers and X written one after the other leave the cells that the rules say."""
    position = EscapePosition().pick(7, "planning").play(("write", 2), ("write_x", 1))
    position.pick(9, "robot").play(("write", 5), ("airlock", 3))
    position.pick(4, "planning").play(("write", 13), ("write_x", 3))
    expected = EscapePosition().activate(0, 3).put(0, {1: X, 2: 7, 3: X, 5: 9, 13: 4})
    assert position.filled() == expected.filled() and position.fitting_cells() == expected.fitting_cells()
    assert position.open_cells() == expected.open_cells() == [0, 6, 7, 8, 12, 14]
    assert position.reached() == expected.reached()


# Effects of a filled cell


@pytest.mark.parametrize("cell", range(43))
def test_effects_of_a_number(cell):
    """escape 1.1, 1.2, 2.3, 3.2: a Robot bonus, which has no pass, a x2 bonus, or a tank that Water circles."""
    position = EscapePosition().activate_but(0, *USELESS).pick(8, "water").act("write", cell)
    if cell in ROBOT_CELLS:
        assert position.legal() == {("airlock", airlock) for airlock in USELESS}
        position.act("airlock", USELESS[1])
        assert position.airlocks() == [airlock for airlock in range(24) if airlock != USELESS[0]]
    assert position.actor == 1
    assert position.tanks() == ([TANK_CELLS.index(cell)] if cell in TANK_CELLS else [])
    assert position.value("doubles") == [DOUBLED * (cell == greenhouse) for greenhouse in GREENHOUSE_CELLS]


@pytest.mark.parametrize("cell", range(43))
def test_effects_of_an_x(cell):
    """escape 2.3, 3.5, 3.2: those of a number, before the planning box; but no X circles a tank."""
    position = EscapePosition().activate_but(0, *USELESS).pick(8, "planning").act("write", 1 if cell != 1 else 3)
    position.act("write_x", cell)
    if cell in ROBOT_CELLS:
        assert position.legal() == {("airlock", airlock) for airlock in USELESS} and position.value("plannings") == 0
        position.act("airlock", USELESS[0])
        assert position.airlocks() == [airlock for airlock in range(24) if airlock != USELESS[1]]
    assert position.actor == 1 and position.value("plannings") == 1 and position.tanks() == []
    assert position.value("doubles") == [DOUBLED * (cell == greenhouse) for greenhouse in GREENHOUSE_CELLS]


@pytest.mark.parametrize(("left", "asked"), [((), False), ((5,), False), ((5, 7), True)])
def test_the_last_airlocks(left, asked):
    """escape 2.3, welcome 3.3: a bonus is lost without an airlock, and the only one left is activated unasked."""
    position = EscapePosition().activate_but(0, *left).pick(8, "water").act("write", 0)
    assert position.actor == int(not asked)
    if not asked:
        assert position.airlocks() == list(range(24))
        position = EscapePosition().activate_but(0, *left).pick(8, "planning").play(("write", 1), ("write_x", 39))
        assert position.actor == 1 and position.airlocks() == list(range(24)) and position.value("plannings") == 1


def test_a_bonus_before_the_action():
    """escape 2.3, 3.5: the airlock of the 2 in cell 0 opens cells for the X of the same turn."""
    position = EscapePosition().pick(2, "planning").act("write", 0)
    assert position.legal() == {("airlock", airlock) for airlock in range(5)}
    position.act("airlock", 3)
    assert position.legal("write_x") == [1, 2, 3, 5, 6, 7, 8, 12, 13, 14]
    position.act("write_x", 12)
    assert position.actor == 1 and position.filled() == {0: 2, 12: X} and position.value("plannings") == 1
    position = EscapePosition().pick(2, "planning").play(("write", 0), ("airlock", 3), ("write_x", 7))
    assert position.legal() == {("airlock", airlock) for airlock in (0, 1, 2, 4, 5, 6, 9)}
    assert position.act("airlock", 9).airlocks() == [3, 9] and position.value("plannings") == 1


def test_a_bonus_before_a_robot():
    """escape 2.3, 3.1, 3.7: the bonus is compulsory, the action is not, and can go on from where the bonus led."""
    position = EscapePosition().pick(8, "robot").act("write", 7)
    assert position.asks() == {"airlock"}
    position.act("airlock", 4)
    assert position.legal() == {("pass", 0), *(("airlock", airlock) for airlock in (0, 1, 2, 3, 7))}
    assert position.act("airlock", 7).airlocks() == [4, 7] and position.reached() == [0, 2, 5, 6]
    position = EscapePosition().pick(8, "robot").play(("write", 7), ("airlock", 4), "pass")
    assert position.actor == 1 and position.airlocks() == [4]


def test_a_bonus_with_other_actions():
    """escape 2.3, 3.3, 3.4, 3.6: after the airlock the action is used; an astronaut was used with the number."""
    for action, change in (("energy", ("reactors", 0)), ("plant", ("plants", 0))):
        position = EscapePosition().pick(8, action).act("write", 0)
        assert position.asks() == {"airlock"} and position.value(change[0])[change[1]] == 0
        assert position.act("airlock", 0).actor == 1 and position.value(change[0])[change[1]] == 1
    position = EscapePosition().pick(8, "astronaut").play(("shift", 0), ("write", 0))
    assert position.asks() == {"airlock"} and position.act("airlock", 0).actor == 1
    assert position.value("astronauts") == 1 and position.filled() == {0: 6}


def test_what_is_to_come_is_observed():
    """escape 2.3, welcome 2.4: with a bonus airlock only the player knows whether the action follows."""
    position = EscapePosition().activate_but(0, 5, 7, 22).pick(8, "planning")
    assert position.features()["action_to_come"] == [0]
    assert position.act("write", 0).features()["action_to_come"] == [1]
    assert position.play(("airlock", 5), ("write_x", 7)).features()["action_to_come"] == [0]
    assert position.asks() == {"airlock"}
    assert position.act("airlock", 7).actor == 1 and position.features()["action_to_come"] == [0]


# System Errors


def blocked(errors=0, **settings):
    """All accessible cells are filled."""
    return EscapePosition(**settings).cross(0, *GROUND_CELLS).set(0, system_errors=errors)


@pytest.mark.parametrize("errors", [0, 1])
def test_compensation(errors):
    """escape 2.4: the first and the second System Error offer an airlock, and nothing is written in the new cells."""
    for answer, airlocks in ((("airlock", 3), [3]), (("pass", 0), [])):
        position = blocked(errors).offer(*NOTHING_FITS)
        assert position.actor == 0 and position.value("system_errors") == errors + 1
        assert position.legal() == {("pass", 0), *(("airlock", airlock) for airlock in range(5))}
        position.act(*answer)
        assert position.actor == 1 and position.airlocks() == airlocks and len(position.filled()) == 8
        assert position.value("plants") == [0, 0, 1, 1, 1, 2] and position.tanks() == []


def test_a_single_airlock_as_compensation():
    """escape 2.4: it may be declined, too; without one nothing is asked."""
    position = EscapePosition().cross_but(0, 42).activate_but(0, 23).offer(*NOTHING_FITS)
    assert position.actor == 0 and position.legal() == {("airlock", 23), ("pass", 0)}
    position = EscapePosition().cross_but(0).activate_but(0).offer(*NOTHING_FITS)
    assert position.actor == 1 and position.value("system_errors") == 1


def test_the_third_system_error():
    """escape 2.4, 1.6, welcome 7.2: it brings nothing and ends the game with the turn."""
    position = blocked(2).offer(*NOTHING_FITS)
    assert position.actor == 1 and position.value("system_errors") == 3 and position.airlocks() == []
    position.play(("combination", 0), ("write", 1))
    assert position.is_over and position.outcome() == [-1, 1]


def test_compensation_after_a_choice():
    """escape 2.4, welcome 4.6: 10 - 2 fits, but nobody has to modify; the System Error brings an airlock then."""
    near_misses = (5, "robot"), (10, "astronaut"), (12, "plant")
    position = EscapePosition().cross(0, *GROUND_CELLS).put(0, {0: 7, 1: EMPTY, 2: 9}).offer(*near_misses)
    assert position.legal() == {("combination", 1), ("system_error", 0)}
    position.act("system_error")
    assert position.asks() == {"airlock", "pass"} and position.value("astronauts") == 0
    assert position.act("airlock", 2).actor == 1 and position.airlocks() == [2]


def test_a_plain_number_must_be_written():
    """escape 2.2, welcome 4.6: also in a block that the player did not want to open."""
    position = blocked().activate(0, 2).offer((8, "astronaut"), (3, "robot"), (5, "plant"))
    assert position.legal("combination") == [0, 1, 2] and position.asks() == {"combination"}


def test_a_compensation_is_not_for_the_next_player():
    """escape 2.4: a bonus that another player has declined or used does not pass on either."""
    position = blocked().offer(*NOTHING_FITS).act("pass")
    assert position.actor == 1 and position.asks() == {"combination"}
    position.play(("combination", 0), ("write", 1))
    assert position.state["turn"] == 2 and position.airlocks(0) == position.airlocks(1) == []


@pytest.mark.parametrize(
    "change",
    [
        {"open_cells": 1},
        {"reached_blocks": 0b111},
        {"airlocks": 1 << 23},
        {"airlocks": 1},
        {"doubles": [DOUBLED] + [NOT_FILLED] * 5},
        {"plants": [0, 0, 0, 1, 1, 2]},
        {"reactors": [0, 0, 0, 1, 1, 1]},
        {"wilds_earned": 1},
        {"wilds_used": 1},
    ],
)
def test_records_that_contradict_themselves(change):
    """escape 1.3, 1.5, 2.2, 2.3, 3.6: what is accessible, x2 bonuses and wild actions follow from the rest.

    Plants and reactors are never fewer than at the start.
    """
    batch = moon_envs.Batch("escape", 1, players=2, seed=3, threads=1)
    refuses_contradiction(batch, change)
    states = batch.states.copy()
    states[0]["players"][1]["airlocks"], states[0]["players"][1]["reached_blocks"] = 1, 0b111
    states[0]["players"][1]["open_cells"] = sum(1 << cell for cell in range(9))
    batch.set_states(states)
