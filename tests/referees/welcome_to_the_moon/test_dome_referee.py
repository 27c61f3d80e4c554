"""Tests of the Dome referee by itself: tables of the sheet, numbers, ends of skyscrapers and actions."""

import pytest

from .cards import EMPTY, X
from .dome import DomeReferee
from .dome_sheet import END_CELLS, ENDS, NUMBER_PARITY_OF_SECTION, ROW_OF_CELL, TOWER_LEVEL_OF_CELL, ZONES, Sheet
from .positions import decline_until, fill, fill_all_but, play, start, targets

MISSIONS = (88, 90, 92)
STARTS = [5, 6, 12, 13, 21, 22, 33, 34]
WITHOUT_LINK = [0, 1, 17, 18, 26, 27, 28, 29]


def dome(players, *combinations, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations."""
    return start(DomeReferee, players, missions, *combinations)


def build(sheet, *sections):
    """Build whole sections by hand, cut or not."""
    sheet.built |= {half for section in sections for half in (2 * section, 2 * section + 1)}


# The sheet (adventure_5 1)


def test_skyscrapers():
    """Check the picture of adventure_5 1.1 and the ends of 1.2."""
    picture = """
        +7 -  -  28 -  -
        +6 -  18 27 -  -
        +5 -  17 26 -  -
        +4 -  16 25 37 0
        +3 8  15 24 36 1
        +2 7  14 23 35 2
        +1 6  13 22 34 3
        -1 5  12 21 33 4
        -2 4  11 20 32 5
        -3 3  10 19 31 6
        -4 2  9  -  30 7
        -5 1  -  -  29 -
        -6 0  -  -  -  -
    """
    seen = 0
    for line in picture.split("\n")[1:-1]:
        row, *cells, level = line.split()
        for zone, cell in zip(ZONES, cells, strict=True):
            if cell != "-":
                seen += 1
                assert ROW_OF_CELL[int(cell)] == int(row) and int(cell) in zone
                assert TOWER_LEVEL_OF_CELL[int(cell)] == (None if level == "-" else int(level))
    assert seen == Sheet.CELLS == 38 and [len(zone) for zone in ZONES] == [9, 10, 10, 9]
    assert [cell for cell in range(38) if TOWER_LEVEL_OF_CELL[cell] is None] == WITHOUT_LINK
    assert END_CELLS == [8, 0, 18, 9, 28, 19, 37, 29]
    assert ENDS[::2] == ((6, 3), (20, 10), (25, 12), (10, 5)) and ENDS[1::2] == ((20, 10), (10, 5), (6, 3), (15, 7))


# Phase 3: open levels (adventure_5 3)


def test_open_levels():
    """Check adventure_5 8.1: starting levels, then the neighbours of filled ones."""
    sheet = Sheet()
    assert sheet.accessible_cells() == STARTS and sheet.fitting_cells(8) == STARTS
    sheet.cells[6] = 8
    others = STARTS[2:]
    assert sheet.accessible_cells() == [5, 7, *others]
    assert sheet.fitting_cells(10) == [7, *others] and sheet.fitting_cells(5) == [5, *others]
    assert sheet.fitting_cells(8) == others


def test_x_in_a_skyscraper():
    """Check adventure_5 8.2: an X has no value, but opens the level behind it."""
    sheet = Sheet()
    sheet.cells[5], sheet.cells[6], sheet.cells[7] = 3, 8, X
    in_first = [[cell for cell in sheet.fitting_cells(value) if cell < 9] for value in (10, 2, 5)]
    assert in_first == [[8], [4], []] and sheet.accessible_cells()[:2] == [4, 8]
    sheet = Sheet()
    sheet.cells[22] = X  # the skyscraper is not empty any more
    assert sheet.fitting_cells(1) == [5, 6, 12, 13, 21, 23, 33, 34] == sheet.fitting_cells(15)


def test_numbers_of_a_game():
    """Check adventure_5 3 in a game: only open levels are offered, and each number opens the next."""
    referee = dome(2, (8, "water"), (10, "energy"), (5, "plant"))
    play(referee, ("combination", 0))
    assert referee.legal() == {("write", cell) for cell in STARTS}
    play(referee, ("write", 13), ("combination", 1), ("write", 33), ("track", 0))
    assert referee.turn == 2 and referee.sheets[0].accessible_cells() == [5, 6, 12, 14, 21, 22, 33, 34]
    assert referee.sheets[1].accessible_cells() == [5, 6, 12, 13, 21, 22, 32, 34]


def one_level_left(sheet):
    """Fill all levels but the top of S1, whose highest number is a 9."""
    fill_all_but(sheet, 8)
    sheet.cells[7] = 9


def test_obligation():
    """Check adventure_5 8.11: a modified number or the System Error; a plain number must be written."""
    referee = dome(2, (8, "astronaut"), (3, "robot"), (5, "plant"))
    for sheet in referee.sheets:
        one_level_left(sheet)
    assert referee.legal() == {("combination", 0), ("system_error",)}
    play(referee, ("combination", 0))
    assert referee.legal() == {("shift", 2)}  # no pass, since the 8 fits nowhere
    play(referee, ("shift", 2))
    assert referee.legal() == {("write", 8)}
    play(referee, ("write", 8), ("system_error",))
    assert referee.sheets[0].cells[8] == 10 and referee.sheets[0].astronauts == 1 and referee.sheets[0].errors == 0
    assert referee.sheets[1].cells[8] == EMPTY and referee.sheets[1].astronauts == 0 and referee.sheets[1].errors == 1
    referee = dome(2, (8, "astronaut"), (10, "robot"), (5, "plant"))
    one_level_left(referee.sheets[0])
    assert referee.legal() == {("combination", 0), ("combination", 1)}
    referee = dome(2, (8, "robot"), (3, "robot"), (5, "plant"))
    one_level_left(referee.sheets[1])
    play(referee, ("combination", 0), ("write", 6), ("pass",))
    decline_until(referee, "combination")
    assert referee.sheets[1].errors == 1 and referee.turn == 2 and referee.points()[1]["system_errors"] == -5


def test_accessible_but_not_fitting():
    """Check core 4.1: a number that would fit only in a level that is not open fits nowhere."""
    referee = dome(2, (15, "robot"), (14, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    for zone in ZONES[1:]:
        fill(sheet, zone)
    sheet.cells[6], sheet.cells[5] = 15, 13  # above 7 and 8 nothing fits, below 14 and 15 do not
    assert referee.legal() == {("combination", 2)}
    sheet.cells[5] = EMPTY
    assert targets(referee, "combination") == [1, 2]
    play(referee, ("combination", 1))
    assert referee.legal() == {("write", 5)}  # cells 0 to 4 are not open


# Skyscraper ends (adventure_5 3)


def test_ends():
    """Check the race of adventure_5 3: shared within the turn, by number or X, the low value afterwards."""
    referee = dome(3, (15, "planning"), (14, "energy"), (12, "plant"))
    for sheet in referee.sheets:
        fill(sheet, range(13, 18))
        sheet.cells[13] = 2
    first, second, third = referee.sheets
    play(referee, ("combination", 0), ("write", 18))
    assert first.races[2] == "high" and second.races[2] == "open"
    play(referee, ("pass",), ("combination", 0), ("write", 6), ("x", 18), ("cut", 0))
    assert [sheet.races[2] for sheet in referee.sheets] == ["high", "high", "open"]
    play(referee, ("combination", 2), ("write", 6))
    assert referee.turn == 2 and [sheet.races[2] for sheet in referee.sheets] == ["high", "high", "lost"]
    third.fill(18, 9)
    assert third.races[2] == "low" and [row["skyscrapers"] for row in referee.points()] == [20, 20, 10]
    referee._incidents()
    assert [sheet.races[2] for sheet in referee.sheets] == ["high", "high", "low"]


# Phase 4: Plant and Water (adventure_5 3, ruling 3)


@pytest.mark.parametrize("cell", range(38))
def test_tower(cell):
    """Check adventure_5 1.3 and 3: two plants and a water in the level of the number's row, used without asking."""
    sheet, level = Sheet(), TOWER_LEVEL_OF_CELL[cell]
    for step in range(3):
        sheet.circle_plant(cell)
        assert sum(sheet.plants) == (0 if level is None else min(2, step + 1)) and sum(sheet.waters) == 0
    for _ in range(2):
        sheet.circle_water(cell)
    assert sheet.symbols() == [3 if other == level else 0 for other in range(8)]
    assert sheet.tower_points() == (0 if level is None else 9)


def test_plant_and_water_in_a_game():
    """Check adventure_5 3: the level of the number just written; an exhausted symbol or no link brings nothing."""
    referee = dome(4, (8, "plant"), (10, "water"), (5, "planning"))
    referee.sheets[1].plants[3] = 2
    fill(referee.sheets[2], range(22, 26))
    play(referee, ("combination", 0), ("write", 6), ("combination", 0), ("write", 6))
    play(referee, ("combination", 1), ("write", 26))
    assert referee.actor == 3
    play(referee, ("combination", 1), ("write", 33))
    assert referee.turn == 2
    assert [sheet.plants for sheet in referee.sheets] == [[0, 0, 0, n, 0, 0, 0, 0] for n in (1, 2, 0, 0)]
    assert [sheet.waters for sheet in referee.sheets] == [[0] * 8] * 3 + [[0, 0, 0, 0, 1, 0, 0, 0]]
    referee = dome(2, (8, "plant"), (10, "water"), (5, "planning"))
    play(referee, ("combination", 2), ("write", 6), ("x", 7), ("cut", 3))
    assert referee.sheets[0].symbols() == [0] * 8  # an X never allows it


# Phase 4: Robot and the dome (adventure_5 1.4, 3)


def test_dome_of_the_rulebook():
    """Check adventure_5 8.3: first and last unbuilt piece of the right type."""
    sheet = Sheet()
    assert sheet.buildable_pieces(7) == {0: (0, 1)} and sheet.buildable_pieces(8) == {1: (14, 15)}
    assert NUMBER_PARITY_OF_SECTION == [1, 0] * 4 and len(sheet.unbuilt_pieces()) == 8
    build(sheet, 0)
    sheet.cuts = {1}
    assert sheet.buildable_pieces(8) == {0: (2,), 1: (14, 15)} and sheet.buildable_pieces(7) == {}
    sheet.built |= {2, 14, 15}
    assert sheet.buildable_pieces(7) == {1: (12, 13)} and sheet.buildable_pieces(8) == {0: (3,)}
    assert len(sheet.unbuilt_pieces()) == 6 and sheet.dome_loss() == 36


def test_robot():
    """Check adventure_5 3 in a game: the parity of the number, 0 to 2 pieces or a pass; nothing is asked without."""
    referee = dome(4, (8, "robot"), (7, "robot"), (5, "planning"))
    for sheet in referee.sheets[:2]:
        build(sheet, 0)
        sheet.cuts = {1}
    play(referee, ("combination", 0), ("write", 6))
    assert referee.legal() == {("build", 0), ("build", 1), ("pass",)}
    play(referee, ("build", 0))
    assert referee.sheets[0].built == {0, 1, 2} and referee.actor == 1
    play(referee, ("combination", 1), ("write", 6))
    assert referee.actor == 2 and referee.sheets[1].built == {0, 1}  # no odd piece can be built
    play(referee, ("combination", 0), ("write", 6))
    assert referee.legal() == {("build", 1), ("pass",)}
    play(referee, ("build", 1), ("combination", 1), ("write", 6))
    assert referee.legal() == {("build", 0), ("pass",)}
    play(referee, ("build", 0))
    assert [sheet.built for sheet in referee.sheets[2:]] == [{14, 15}, {0, 1}]
    assert [row["dome"] for row in referee.points()] == [-42, -48, -42, -42]


def test_last_pieces():
    """Check adventure_5 ruling 7: a single piece is one choice, the halves of the only section are two."""
    sheet = Sheet()
    build(sheet, *range(7))
    assert sheet.buildable_pieces(8) == {0: (14, 15)} and sheet.buildable_pieces(7) == {}
    sheet.cuts = {7}
    assert sheet.buildable_pieces(8) == {0: (14,), 1: (15,)} and sheet.buildable_pieces(7) == {}
    sheet.built.add(15)
    assert sheet.buildable_pieces(8) == {0: (14,)}
    sheet.built.add(14)
    assert sheet.buildable_pieces(8) == sheet.buildable_pieces(7) == {}


@pytest.mark.parametrize("declines", [False, True])
def test_declining_a_robot(declines):
    """Check adventure_5 8.10 and ruling 4: a section kept unbuilt takes the cut of a later X."""
    referee = dome(2, (5, "robot"), (7, "planning"), (9, "robot"))
    sheet = referee.sheets[0]
    build(sheet, *range(6))
    play(referee, ("combination", 0), ("write", 6))
    assert referee.legal() == {("build", 0), ("pass",)}
    play(referee, ("pass",) if declines else ("build", 0))
    assert len(sheet.unbuilt_pieces()) == (2 if declines else 1)
    course = referee._use(0, "planning", 6)
    assert ("x", 7) in next(course).options()
    if declines:
        assert course.send(("x", 7)).options() == {("cut", 6), ("cut", 7)}
        assert list_of_rest(course, ("cut", 6)) == [] and sheet.cuts == {6}
    else:
        assert list_of_rest(course, ("x", 7)) == [] and sheet.cuts == {7}  # the only one, cut without asking
    for half in (12, 13):
        sheet.cells[7] = 7
        course = referee._use(0, "robot", 7)
        if declines:
            assert next(course).options() == {("build", 0), ("pass",)}
            assert list_of_rest(course, ("build", 0)) == [] and half in sheet.built
        else:
            assert list(course) == []
    assert referee.points()[0]["dome"] == (-6 if declines else -12)


def list_of_rest(course, answer):
    """Answer a decision and return the decisions that follow; none is expected to need an answer."""
    try:
        return [course.send(answer), *course]
    except StopIteration:
        return []


# Phase 4: Energy, Astronaut, Planning (adventure_5 3)


def test_energy():
    """Check adventure_5 8.4: all values of a row go together; the last track is taken unasked, none is no action."""
    referee = dome(4, (8, "energy"), (7, "robot"), (5, "planning"))
    sheets = referee.sheets
    sheets[1].energies, sheets[2].energies, sheets[3].energies = [4, 3, 4, 0], [4, 4, 3, 4], [4, 4, 4, 4]
    sheets[0].plants, sheets[0].waters = [1, 1, 2, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0, 0]
    assert sheets[0].tower_points() == 2 + 5 + 9
    play(referee, ("combination", 0), ("write", 6))
    assert referee.legal() == {("track", track) for track in range(4)}  # declining can never help
    play(referee, ("track", 1), ("combination", 0), ("write", 6))
    assert sheets[0].tower_points() == 2 + 6 + 10 and referee.legal() == {("track", 1), ("track", 3)}
    play(referee, ("track", 1), ("combination", 0), ("write", 6), ("combination", 0), ("write", 6))
    energies = [[0, 1, 0, 0], [4, 4, 4, 0], [4, 4, 4, 4], [4, 4, 4, 4]]
    assert referee.turn == 2 and [sheet.energies for sheet in sheets] == energies


def test_astronaut():
    """Check adventure_5 ruling 1: a change uses the action, with change 0 the player decides."""
    referee = dome(3, (8, "astronaut"), (7, "robot"), (5, "planning"))
    for answer in (("shift", -2), ("shift", 0), ("pass",)):
        play(referee, ("combination", 0))
        assert referee.legal() == {("shift", shift) for shift in range(-2, 3)} | {("pass",)}
        play(referee, answer, ("write", 6))
    assert [sheet.cells[6] for sheet in referee.sheets] == [6, 8, 8] and referee.turn == 2
    assert [sheet.astronauts for sheet in referee.sheets] == [1, 1, 0]


def test_astronaut_limits():
    """Check adventure_5 ruling 2 and core 4.2: eight symbols at most, values from 0 to 17, a pass only if it fits."""
    referee = dome(2, (15, "astronaut"), (1, "astronaut"), (5, "planning"))
    sheet = referee.sheets[0]
    sheet.astronauts = 8
    fill(sheet, range(9, 38))
    sheet.cells[6] = 15
    play(referee, ("combination", 0))
    assert referee.legal() == {("shift", shift) for shift in (-2, -1, 1, 2)}  # a second 15 fits nowhere
    play(referee, ("shift", 2), ("write", 7), ("combination", 1))
    assert sheet.cells[7] == 17 and sheet.astronauts == 8
    assert referee.legal() == {("shift", shift) for shift in (-1, 0, 1, 2)} | {("pass",)}


def test_planning():
    """Check adventure_5 8.5 and ruling 5: any open level, also one the number opened, then a compulsory cut."""
    referee = dome(3, (8, "planning"), (7, "robot"), (5, "planning"))
    sheets = referee.sheets
    play(referee, ("combination", 0), ("write", 6))
    assert referee.legal() == {("x", cell) for cell in (5, 7, *STARTS[2:])} | {("pass",)}
    play(referee, ("x", 7))
    assert referee.actor == 0 and referee.legal() == {("cut", section) for section in range(8)}
    play(referee, ("cut", 3))
    assert sheets[0].cells[7] == X and len(sheets[0].unbuilt_pieces()) == 9 and sheets[0].built == set()
    assert referee.points()[0]["dome"] == -54
    play(referee, ("combination", 0), ("write", 6), ("pass",))
    assert referee.actor == 2 and sheets[1].cuts == set() and sheets[1].cells.count(X) == 0
    build(sheets[2], 0, 1, 2, 7)
    sheets[2].cuts = {1, 3, 4, 5, 6}
    play(referee, ("combination", 0), ("write", 6), ("x", 33))
    assert referee.turn == 2 and sheets[2].cuts == {1, 3, 4, 5, 6}  # the X is free


def test_sections_to_cut():
    """Check adventure_5 8.9 and ruling 5: neither built sections nor cut ones, whatever is built of them."""
    sheet = Sheet()
    build(sheet, 0, 1, 7)
    sheet.cuts = {3}
    assert sheet.sections_to_cut() == [2, 4, 5, 6] and len(sheet.unbuilt_pieces()) == 6
    sheet.cuts.add(4)
    assert len(sheet.unbuilt_pieces()) == 7 and sheet.sections_to_cut() == [2, 5, 6]
    build(sheet, 2)
    sheet.built.add(6)
    assert sheet.sections_to_cut() == [5, 6] and sheet.unbuilt_pieces()[0] == (7,)
    sheet.cuts |= set(range(8))
    sheet.built.clear()
    assert len(sheet.unbuilt_pieces()) == 16 and sheet.dome_loss() == 96 and sheet.sections_to_cut() == []


def test_planning_without_open_level():
    """Check adventure_5 ruling 6: the number filled the last level, so there is no X and nothing is cut."""
    referee = dome(2, (10, "planning"), (7, "robot"), (5, "planning"))
    one_level_left(referee.sheets[0])
    play(referee, ("combination", 0), ("write", 8))
    assert referee.actor == 1 and referee.sheets[0].cuts == set()
