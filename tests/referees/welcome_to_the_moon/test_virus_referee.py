"""Tests of the Virus referee by itself: tables, actions, missions, score. Propagations: test_virus_propagations."""

from itertools import combinations as choices_of

import pytest

from .cards import EMPTY, INFECTED, X
from .dealer import Dealer
from .positions import fill, fill_all_but, kinds, play, targets
from .virus import VirusReferee
from .virus_positions import MISSIONS, solo_virus, virus
from .virus_sheet import (
    FLOORS,
    GREY_QUARTERS,
    PLANT_TRACK,
    PLANTS,
    QUARTER_CELLS,
    TANK_CELLS,
    VIRUS_QUARTERS,
    WALKWAYS,
    WATER_TRACK,
    ZONES,
    Sheet,
    quarter_of,
)


def test_tables():
    """Check the tables and totals of adventure_6 1."""
    neighbours = [
        [1, 4, 7],
        [0, 2, 4, 5],
        [1, 3, 5, 6],
        [2, 6, 10],
        [0, 1, 5, 7, 8],
        [1, 2, 4, 6, 8, 9],
        [2, 3, 5, 9, 10],
        [0, 4, 8],
        [4, 5, 7, 9],
        [5, 6, 8, 10],
        [3, 6, 9],
    ]
    assert [Sheet().open_neighbours(quarter) for quarter in range(11)] == neighbours
    assert len(WALKWAYS) == len(set(WALKWAYS)) == 22 and WALKWAYS[12] == (4, 7) and WALKWAYS[18] == (6, 10)
    assert [len(zone) for zone in ZONES] == [10, 10, 15, 10, 10] and sum(FLOORS, ()) == tuple(range(11))
    assert [cell for zone in ZONES for cell in zone] == [cell for cells in QUARTER_CELLS for cell in cells]
    assert [quarter_of(cell) for cell in TANK_CELLS] == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10] and sum(PLANTS) == 16
    assert [sum(PLANTS[quarter] for quarter in floor) for floor in FLOORS] == [2, 3, 6, 3, 2]
    assert sorted(VIRUS_QUARTERS + GREY_QUARTERS) == [0, 1, 2, 3, 5, 7, 8, 9, 10]


def test_tracks():
    """Check the values of adventure_6 1.3 and that triggers stand on the first, bonuses on the last position."""
    expected = [0, 0, 5, 5, 10, 10, 10, 20, 20, 20, 35, 35, 35, 55, 55, 55, 80]
    assert [PLANT_TRACK.value(crossed) for crossed in range(17)] == expected
    assert [WATER_TRACK.value(crossed) for crossed in range(11)] == [0, 0, 10, 10, 20, 20, 35, 35, 55, 55, 80]
    for track in (PLANT_TRACK, WATER_TRACK):
        first_positions = {1, *(end + 1 for end in track.line_ends[:-1])}
        assert {track.virus_position, *track.symbols} <= first_positions
        assert first_positions.isdisjoint(track.line_ends)


def test_set_up():
    """Check adventure_6 3: 20 options for each player, one's own sheet only, before the first cards are flipped."""
    referee = VirusReferee(2, None, MISSIONS, Dealer())
    cells = [cell for quarter in (0, 3, 7, 10) for cell in QUARTER_CELLS[quarter]]
    before = referee.snapshot()
    assert (before["turn"], before["combinations"], len(before["next_actions"])) == (0, [], 3)
    for seat, cell in enumerate((17, 39)):
        assert referee.actor == seat and targets(referee, "infect") == cells and kinds(referee) == {"infect"}
        play(referee, ("infect", cell))
    assert [sheet.grey for sheet in referee.sheets] == [3, 7] and referee.turn == 1
    assert [sheet.cells.index(INFECTED) for sheet in referee.sheets] == [17, 39]
    assert [sheet.infected() for sheet in referee.sheets] == [1, 1] and kinds(referee) == {"combination"}
    assert [row["infections"] for row in referee.points()] == [-1, -1] and referee.sheets[0].energies == [1] * 11


def test_order():
    """Check adventure_6 9.1: X and infected cells are ignored; closed walkways do not divide a floor."""
    sheet = Sheet()
    sheet.cells[2], sheet.cells[4], sheet.cells[5], sheet.cells[7] = 6, INFECTED, X, 10
    sheet.walkways = set(range(22))
    found = {value: [cell for cell in sheet.fitting_cells(value) if cell < 10] for value in (5, 8, 11)}
    assert found == {5: [0, 1], 8: [3, 6], 11: [8, 9]}


@pytest.mark.parametrize(("action", "points"), [("energy", 12), ("planning", 8)])
def test_evacuation(action, points):
    """Check adventure_6 9.2, rulings 1 and 15: an Energy on the completing number counts; points in phase 5."""
    referee = virus(2, (14, action), (6, "robot"), (12, "plant"))
    sheet = referee.sheets[0]
    fill(sheet, [30, 31, 32], X)
    sheet.cells[33], sheet.energies[6] = INFECTED, 2
    play(referee, ("combination", 0), ("write", 34 if action == "energy" else 9))
    if action == "planning":
        play(referee, ("x", 34))
    assert sheet.complete(6) and sheet.evacuated[6] is None  # phase 5 waits for the other player
    play(referee, ("combination", 2), ("write", 54), ("pass",))
    assert sheet.evacuated[6] == points and referee.turn == 2
    assert sheet.quarter_points() == points + (action == "planning")


def test_energy():
    """Check adventure_6 4: in the quarter of the number without asking, as long as one is left."""
    referee = virus(3, (5, "energy"), (6, "robot"), (12, "plant"))
    referee.sheets[1].energies[4] = 3
    for cell in (13, 20, 24):
        play(referee, ("combination", 0), ("write", cell))
    assert referee.turn == 2 and [max(sheet.energies) for sheet in referee.sheets] == [2, 3, 2]
    assert [sheet.energies.index(max(sheet.energies)) for sheet in referee.sheets] == [2, 4, 4]


def test_robot():
    """Check adventure_6 4 and ruling 14: any open walkway or a pass; none left, nothing is asked."""
    referee = virus(3, (5, "robot"), (6, "energy"), (12, "plant"))
    referee.sheets[0].walkways = {3, 7}
    referee.sheets[1].walkways = set(range(22)) - {4}
    referee.sheets[2].walkways = set(range(22))
    for action in (("walkway", 21), ("pass",)):
        play(referee, ("combination", 0), ("write", 10))
        walkways = set(referee.sheets[referee.actor].open_walkways())
        assert referee.legal() == {("walkway", walkway) for walkway in walkways} | {("pass",)}
        play(referee, action)
    play(referee, ("combination", 0), ("write", 10))
    assert referee.sheets[0].walkways == {3, 7, 21} and referee.sheets[1].walkways == set(range(22)) - {4}
    assert referee.actor == 1 and kinds(referee) == {"mission", "no_mission"}  # quarantined quarters, card 96


def test_plant():
    """Check adventure_6 4: in the quarter of the number, while plants are left; it may be declined."""
    referee = virus(4, (5, "plant"), (6, "energy"), (12, "plant"))
    referee.sheets[2].plants[2] = 1
    referee.sheets[3].plants[2] = 2
    for answer in (("use",), ("pass",), ("use",)):
        play(referee, ("combination", 0), ("write", 13))
        assert referee.legal() == {("use",), ("pass",)}
        play(referee, answer)
    assert [sheet.plants[2] for sheet in referee.sheets] == [1, 0, 2, 2] and kinds(referee) == {"walkway"}
    play(referee, ("walkway", 0), ("combination", 0), ("write", 13))
    assert referee.turn == 2 and [sum(sheet.plants) for sheet in referee.sheets] == [1, 0, 2, 2]
    assert [row["plants"] for row in referee.points()] == [0, 0, 5, 5]


def test_water():
    """Check adventure_6 4 and ruling 13: only the tank of the number's own cell; a tank filled otherwise is lost."""
    referee = virus(4, (5, "water"), (6, "energy"), (12, "plant"))
    for cell, answer in ((12, ("use",)), (12, ("pass",)), (13, None)):
        play(referee, ("combination", 0), ("write", cell))
        if answer is not None:
            assert referee.legal() == {("use",), ("pass",)}
            play(referee, answer)
    play(referee, ("combination", 1), ("write", 12))
    assert referee.turn == 2 and [sheet.tanks for sheet in referee.sheets] == [{2}, set(), set(), set()]
    for value, tanks in ((5, {0, 1, 2, 3}), (X, {0, 1, 3}), (INFECTED, {0, 1, 3})):
        sheet = Sheet()
        sheet.cells[12], sheet.tanks, sheet.plants = value, tanks, list(PLANTS)
        assert sheet.meets(99) == (value == 5)


@pytest.mark.parametrize("plants", [2, 4, 7, 10, 13, 16])
def test_end_of_a_plant_line(plants):
    """Check adventure_6 9.6: a Robot without a pass, at once; the last walkway without asking, lost if none."""
    for walkways in (set(), set(range(21)), set(range(22))):
        referee = virus(2, (5, "plant"), (6, "energy"), (12, "plant"))
        sheet = referee.sheets[0]
        sheet.plants = [0] * 11
        for index in sorted(range(11), key=lambda quarter: quarter == 8):
            sheet.plants[index] = min(PLANTS[index] - (index == 8), plants - 1 - sum(sheet.plants))
        sheet.walkways = set(walkways)
        play(referee, ("combination", 0), ("write", 43), ("use",))
        assert sum(sheet.plants) == plants and PLANT_TRACK.value(plants) > PLANT_TRACK.value(plants - 1)
        if not walkways:
            assert referee.actor == 0 and referee.legal() == {("walkway", walkway) for walkway in range(22)}
            play(referee, ("walkway", 5))
        assert referee.actor == 1 and len(sheet.walkways) == (22 if walkways else 1)
        assert not referee.activated_now and not referee.triggered_now


@pytest.mark.parametrize("lost", [False, True])
def test_end_of_a_water_line(lost):
    """Check adventure_6 9.6, 9.11 and ruling 2: not in the quarter just completed; lost if no other is left."""
    referee = virus(2, (7, "water"), (6, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    sheet.tanks = {0}
    sheet.cells[40], sheet.cells[41], sheet.cells[43], sheet.cells[44] = 2, 4, 9, 12
    if lost:
        sheet.energies = [1 if quarter == 8 else 3 for quarter in range(11)]
    play(referee, ("combination", 0), ("write", 42), ("use",))
    assert referee.points()[0]["water"] == 10
    if not lost:
        assert targets(referee, "quarter") == [0, 1, 2, 3, 4, 5, 6, 7, 9, 10] and kinds(referee) == {"quarter"}
        play(referee, ("quarter", 3))
        assert sheet.energies[3] == 2
    assert referee.actor == 1 and sheet.energies[8] == 1
    play(referee, ("combination", 1), ("write", 54))
    assert sheet.evacuated[8] == 5
    sheet.energies = [3] * 10 + [2]
    assert sheet.energy_quarters() == [10]


def test_wild_never_obliges():
    """Check adventure_6 9.12 and core 4.4."""
    for with_wild in (True, False):
        for second in ((3, "plant"), (10, "plant")):
            referee = virus(2, (8, "robot"), second, (5, "energy"))
            sheet = referee.sheets[1]
            fill_all_but(sheet, 54)
            sheet.cells[53], sheet.astronauts = 9, 2 * with_wild
            play(referee, ("combination", 0), ("write", 10), ("pass",))
            fits_plainly = second[0] == 10
            if not with_wild and not fits_plainly:
                assert sheet.errors == 1 and sheet.cells[54] == EMPTY  # without asking
                continue
            expected = {("combination", 0)} if with_wild else set()
            assert referee.actor == 1
            assert referee.legal() == expected | {("combination", 1) if fits_plainly else ("system_error",)}
            if with_wild and not fits_plainly:
                play(referee, ("combination", 0))
                assert referee.legal() == {("wild", 4)}
                play(referee, ("wild", 4))
                assert referee.legal() == {("shift", 2)}
                play(referee, ("shift", 2), ("write", 54))
                assert (sheet.cells[54], sheet.wilds_used, sheet.astronauts, sheet.has_wild()) == (10, 1, 3, False)


def test_wild_symbols():
    """Check adventure_6 1.4: every second Astronaut or Planning symbol, at most 3 + 3; a wild action is any other."""
    sheet = Sheet()
    for count in range(1, 9):
        sheet.cross_off_astronaut()
        assert sheet.wilds_earned() == min(count, 6) // 2
    for count in range(1, 9):
        sheet.cross_off_planning()
        assert sheet.wilds_earned() == 3 + min(count, 6) // 2
    referee = virus(2, (5, "robot"), (6, "energy"), (12, "plant"))
    referee.sheets[0].plannings = 2
    play(referee, ("combination", 0))
    assert referee.legal() == {("wild", index) for index in range(1, 6)} | {("keep_action",)}
    play(referee, ("wild", 3), ("write", 12))
    assert referee.legal() == {("use",), ("pass",)} and referee.sheets[0].wilds_used == 1


def test_missions_of_quarters():
    """Check cards 94 and 95, and adventure_6 5: the evacuation at the end of the game fulfils nothing."""
    sheet = Sheet()
    for quarters, two, floor in (((0,), 0, 0), ((0, 2), 1, 0), ((0, 1), 1, 1), ((4, 5), 1, 0), ((4, 5, 6), 1, 1)):
        sheet.evacuated = [0 if quarter in quarters else None for quarter in range(11)]
        assert (sheet.meets(94), sheet.meets(95)) == (two, floor)
    sheet = Sheet()
    fill(sheet, QUARTER_CELLS[9], INFECTED)
    fill(sheet, QUARTER_CELLS[10], X)
    assert not sheet.meets(94)
    sheet.evacuate_complete_quarters()
    assert sheet.meets(94) and sheet.meets(95) and sheet.evacuated == [None] * 9 + [0, 5]


def test_missions_of_walkways():
    """Check adventure_6 9.7, cards 96 and 97: each quarter by itself; 8 walkways are the fewest."""
    around = [{index for index, ends in enumerate(WALKWAYS) if quarter in ends} for quarter in range(11)]
    assert min(len(set.union(*quarters)) for quarters in choices_of(around, 3)) == 8
    sheet = Sheet()
    sheet.walkways = {0, 1, 2, 12, 19, 6, 9, 10}
    assert sheet.meets(96) and not sheet.meets(97)
    assert [quarter for quarter in range(11) if sheet.quarantined(quarter)] == [0, 3, 7]
    for walkway in list(sheet.walkways):
        sheet.walkways.remove(walkway)
        assert not sheet.meets(96)
        sheet.walkways.add(walkway)
    sheet.walkways = set(range(22)) - {11, 14, 4, 5, 16, 17, 21, 18, 9, 10, 0, 1, 2, 12}
    assert sheet.meets(97) and sheet.walkways == {3, 6, 7, 8, 13, 15, 19, 20} and not sheet.meets(96)
    # 0, 1 and 4 cut off together from the rest, but not from each other
    sheet.walkways = {index for index, ends in enumerate(WALKWAYS) if len({0, 1, 4}.intersection(ends)) == 1}
    assert not sheet.meets(96)


def test_missions_of_floors():
    """Check cards 98 and 99: all energies, all plants and tanks on two floors."""
    sheet = Sheet()
    sheet.energies = [3, 3, 3, 2, 3, 3, 2, 1, 3, 3, 2]
    assert not sheet.meets(98)
    sheet.energies[6] = 3
    assert sheet.meets(98) and not sheet.meets(99)
    sheet.plants, sheet.tanks = [1, 1, 2, 0, 2, 2, 2, 0, 0, 0, 0], {0, 1, 2, 3, 4}
    assert not sheet.meets(99)
    sheet.tanks.add(5)
    assert sheet.meets(99)
    sheet.plants[5] = 1
    assert not sheet.meets(99)


def test_example_score():
    """Check adventure_6 9.8: 12 + 20 + 20 + 38 - 9 - 5 = 76; incomplete quarters count as they are."""
    referee = virus(2, (5, "energy"), (6, "robot"), (12, "plant"))
    sheet = referee.sheets[0]
    sheet.plants, sheet.tanks, sheet.errors = [1, 1, 2, 1, 2, 0, 0, 0, 0, 0, 0], {0, 1, 2, 3}, 1
    fill(sheet, [*range(30, 34), *range(15, 20)], X)
    fill(sheet, [*range(0, 5), 34, *range(25, 28)], INFECTED)
    sheet.energies[6], sheet.energies[3] = 3, 3
    sheet.evacuate_complete_quarters()
    assert (sheet.evacuated[0], sheet.evacuated[3], sheet.evacuated[6]) == (0, 15, 12)
    fill(sheet, range(40, 45), 5)  # complete, not yet evacuated
    fill(sheet, range(10, 12), 5)
    sheet.energies[2] = 3
    referee.board.taken[0] = [8, None, 4]
    row = referee.points()[0]
    assert row == {"missions": 12, "plants": 20, "water": 20, "quarters": 38, "infections": -9, "system_errors": -5}
    assert sum(row.values()) == 76


@pytest.mark.parametrize("errors", range(4))
def test_penalties_and_tie_break(errors):
    """Check adventure_6 1.4 and 5: points lost for System Errors; a tie goes to the fewest, then it is shared."""
    referee = virus(3, (5, "energy"), (6, "robot"), (12, "plant"))
    referee.sheets[1].errors = errors
    referee.board.taken[0], referee.board.taken[1] = [8, None, None], [8 + 5 * errors, None, None]
    referee._decision = None
    assert [row["system_errors"] for row in referee.points()] == [0, -5 * errors, 0]
    assert referee.outcome() == ([1.0, -1.0, -1.0] if errors else [0.0, 0.0, -1.0])


@pytest.mark.parametrize("level", range(1, 9))
def test_astra_points(level):
    """Check adventure_6 6: 5 points plus 4 per level."""
    referee = solo_virus(level)
    assert referee.points()[1] == {"astra_cards": 0, "astra_level": 5 + 4 * level}
    assert referee.astra.card.bonus_symbols == 9


def test_full_sheet_ends_the_game():
    """Check adventure_6 5: numbers, X and infections together; quarters and infections are counted."""
    referee = virus(2, (5, "energy"), (6, "robot"), (12, "plant"))
    fill_all_but(referee.sheets[0], 54)
    fill(referee.sheets[0], range(20, 30), INFECTED)
    play(referee, ("combination", 0), ("write", 54), ("combination", 0), ("write", 54), ("no_mission",))
    assert referee.actor is None and referee.turn == 1
    assert referee.points()[0]["quarters"] == 5 * 8 + 5 * 2 and referee.points()[0]["infections"] == -10
    assert referee.outcome() == [1.0, -1.0]
