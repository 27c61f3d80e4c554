"""Tests of the Colony referee by itself: tables, worked positions and rulings of the specification."""

import pytest

from .cards import CARDS, EMPTY, X
from .colony import ColonyReferee
from .colony_sheet import (
    ANTENNA_NODES,
    CELL_NODES,
    CELL_OF_NODE,
    COLUMNS,
    QUARTER_CELLS,
    ROWS,
    TANK_NODES,
    TUNNELS,
    Sheet,
)
from .positions import decline_until, fill, kinds, play, put_on_top, solo, start, targets

MISSIONS = (76, 78, 80)


def colony(players, *combinations, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations."""
    return start(ColonyReferee, players, missions, *combinations)


def at(column, row):
    """Return the cell at a place of the grid."""
    return CELL_OF_NODE[6 * row + column]


def test_tables():
    """Check the picture, the lists and the totals of adventure_3 1."""
    picture = ["W A . A . O", ". . B . B .", "A . X A . W", ". B . X A .", "A . W A W A", "R A . W A ."]
    for row, line in enumerate(reversed(picture)):
        for column, symbol in enumerate(line.split()):
            node = 6 * row + column
            assert (node in TANK_NODES) == (symbol in "WB") and (node in ANTENNA_NODES) == (symbol in "ABO")
            assert (node in CELL_NODES) == (symbol not in "ROX")
    assert len(ANTENNA_NODES) == 16 and ANTENNA_NODES.count(35) == 3 and len(TANK_NODES) == 8
    assert [len(line) for line in ROWS + COLUMNS] == [5, 6, 5, 5, 6, 5] * 2
    assert (ROWS[3], COLUMNS[2], COLUMNS[5]) == ((16, 17, 18, 19, 20), (1, 7, 13, 23, 29), (4, 10, 15, 20, 26))
    assert QUARTER_CELLS[0] == [16, 17, 21, 22, 23, 27, 28, 29] and QUARTER_CELLS[3] == [2, 3, 4, 8, 9, 10, 14, 15]
    assert QUARTER_CELLS[1] == [18, 19, 20, 24, 25, 26, 30, 31] and QUARTER_CELLS[2] == [0, 1, 5, 6, 7, 11, 12, 13]
    assert len(TUNNELS) == len(set(TUNNELS)) == 60
    assert [TUNNELS[tunnel] for tunnel in (0, 4, 5, 29, 30, 35, 59)] == [
        (0, 1),
        (4, 5),
        (6, 7),
        (34, 35),
        (0, 6),
        (1, 7),
        (29, 35),
    ]


def test_start():
    """Check adventure_3 2: what is connected and what can be built."""
    sheet = Sheet()
    assert sheet.connected() == {0, 1, 6} and sheet.buildable_tunnels() == [1, 5, 31, 35]
    assert sheet.antennas() == [] and [sheet.multiplier(track) for track in range(3)] == [0, 0, 0]


def test_two_zones():
    """Check adventure_3 8.1 and 8.2: rows and columns, special nodes without value."""
    sheet = Sheet()
    sheet.cells[at(1, 1)], sheet.cells[at(4, 1)] = 7, 9
    refused = {at(0, 1), at(5, 1), at(1, 0), at(4, 2), at(4, 3), at(4, 4), at(4, 5), at(1, 1), at(4, 1)}
    assert sheet.fitting_cells(8) == sorted(set(range(32)) - refused) and len(sheet.fitting_cells(8)) == 23
    assert len(sheet.fitting_cells(7)) == 17 and len(sheet.fitting_cells(15)) == 25
    sheet = Sheet()
    sheet.cells[at(2, 2)] = 6
    assert at(4, 2) in sheet.fitting_cells(9) and at(4, 2) not in sheet.fitting_cells(5)
    assert at(2, 4) in sheet.fitting_cells(9) and at(2, 4) not in sheet.fitting_cells(6)


def test_antennas():
    """Check adventure_3 8.3: filled and connected in either order; an X circles antennas, never tanks."""
    referee = colony(2, (5, "planning"), (6, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    sheet.tunnels |= {35, 36}
    assert sheet.antennas() == []
    play(referee, ("combination", 0), ("write", at(1, 0)))
    assert sheet.antennas() == [0]
    play(referee, ("x", at(1, 2)))
    assert sheet.antennas() == [0, 5] and sheet.tanks == set() and sheet.plannings == 1
    sheet.cells[at(2, 4)] = 9
    assert sheet.antennas() == [0, 5]
    sheet.tunnels |= {11, 42, 43}  # over the X building
    assert sheet.antennas() == [0, 5, 9]


def test_observatory():
    """Check adventure_3 8.4: nine tunnels at least, three antennas at once, card 78."""
    sheet = Sheet()
    for tunnel in (1, 2, 3, 4, 55, 56, 57, 58):
        assert tunnel in sheet.buildable_tunnels()
        sheet.tunnels.add(tunnel)
        assert sheet.antennas() == [] and not sheet.meets(78)
    sheet.tunnels.add(59)
    assert sheet.antennas() == [13, 14, 15] and sheet.meets(78)
    fill(sheet, [at(4, 0), at(5, 1)])
    assert sheet.antennas() == [1, 4, 13, 14, 15]
    reached, steps = {0, 1, 6}, 0
    while 35 not in reached:
        reached |= {node for ends in TUNNELS if reached.intersection(ends) for node in ends}
        steps += 1
    assert steps == 9


def test_robot():
    """Check adventure_3 3.2 and ruling 3: useless tunnels; one is built without asking, none is no action."""
    referee = colony(3, (5, "robot"), (6, "energy"), (12, "plant"))
    referee.sheets[0].tunnels.add(5)
    referee.sheets[1].tunnels = set(range(60)) - {17}
    referee.sheets[2].tunnels = set(range(60))
    play(referee, ("combination", 0), ("write", 20))
    assert targets(referee, "tunnel") == [1, 6, 31, 35, 36] and kinds(referee) == {"tunnel"}
    play(referee, ("tunnel", 35))
    assert referee.sheets[0].connected() == {0, 1, 6, 7}
    for _ in range(2):
        play(referee, ("combination", 0), ("write", 20))
    decline_until(referee, "combination")
    assert referee.turn == 2 and referee.sheets[1].tunnels == set(range(60))


def test_energy():
    """Check adventure_3 3.2: a track is chosen, the last one is taken without asking, full tracks are none."""
    referee = colony(3, (5, "energy"), (6, "energy"), (12, "plant"))
    referee.sheets[0].energies = [4, 1, 0]
    referee.sheets[1].energies = [4, 4, 3]
    referee.sheets[2].energies = [4, 4, 4]
    play(referee, ("combination", 0), ("write", 20))
    assert referee.legal() == {("track", 1), ("track", 2)}
    play(referee, ("track", 2))
    for _ in range(2):
        play(referee, ("combination", 0), ("write", 20))
    assert [sheet.energies for sheet in referee.sheets] == [[4, 1, 1], [4, 4, 4], [4, 4, 4]] and referee.turn == 2
    assert [referee.sheets[2].multiplier(track) for track in range(3)] == [4, 8, 6]


def test_water_and_plant():
    """Check adventure_3 3.2: automatic, in the cell just numbered and its quarter."""
    referee = colony(4, (5, "water"), (6, "plant"), (12, "plant"))
    referee.sheets[3].greenhouses = [0, 0, 4, 0]
    for pick, cell in ((0, at(2, 4)), (0, at(1, 4)), (1, at(2, 4)), (1, at(2, 2))):
        play(referee, ("combination", pick), ("write", cell))
    assert referee.turn == 2 and [sheet.tanks for sheet in referee.sheets] == [{5}, set(), set(), set()]
    assert [sheet.greenhouses for sheet in referee.sheets[2:]] == [[1, 0, 0, 0], [0, 0, 4, 0]]


def test_race():
    """Check adventure_3 8.5: two quarters in one turn by number and X, shared within the turn, 5 later."""
    referee = colony(3, (5, "planning"), (6, "energy"), (12, "plant"), missions=(76, 78, 81))
    for seat, quarters in ((0, (0, 2)), (1, (0,)), (2, (2,))):
        for quarter in quarters:
            fill(referee.sheets[seat], QUARTER_CELLS[quarter][:-1])
    last, other_last = QUARTER_CELLS[0][-1], QUARTER_CELLS[2][-1]
    play(referee, ("combination", 0), ("write", last), ("x", other_last))
    assert referee.sheets[1].races == ["open"] * 4
    play(referee, ("combination", 0), ("write", last), ("pass",), ("combination", 0), ("write", 20), ("pass",))
    decline_until(referee, "combination")
    assert referee.turn == 2
    quarters = [player["quarters"] for player in referee.snapshot()["players"]]
    assert quarters == [[15, "open", 15, "open"], [15, "open", "lost", "open"], ["lost", "open", "lost", "open"]]
    referee.sheets[2].fill(other_last, X)
    assert referee.sheets[2].races == ["lost", "open", 5, "open"]
    assert [row["quarters"] for row in referee.points()] == [30, 15, 5]


def test_missions():
    """Check adventure_3 8.6 and the conditions of 3.5."""
    sheet = Sheet()
    for greenhouses, plants, met in (([4, 0, 4, 0], 10, True), ([3, 3, 3, 0], 9, False), ([4, 4, 0, 0], 10, True)):
        sheet.greenhouses = greenhouses
        assert (sheet.plants(), sheet.meets(80)) == (plants, met)
    fill(sheet, COLUMNS[0] + COLUMNS[2])
    assert not sheet.meets(76) and not sheet.meets(77)
    fill(sheet, COLUMNS[5])
    assert sheet.meets(76) and not sheet.meets(77)
    fill(sheet, range(32), EMPTY)
    fill(sheet, ROWS[0] + ROWS[3] + ROWS[5])
    assert sheet.meets(77) and not sheet.meets(76)
    for tanks, met in (({5, 7, 1, 3}, True), ({5, 4, 1, 0}, False), ({0, 2, 4, 6}, True), ({5, 7, 1}, False)):
        sheet.tanks = tanks
        assert sheet.meets(81) == met
    sheet = Sheet()
    sheet.tunnels = set(range(60))
    assert not sheet.meets(79)  # no quarter without an antenna
    fill(sheet, [at(0, 3), at(2, 4), at(1, 5)])
    assert not sheet.meets(79)
    fill(sheet, [at(3, 3), at(4, 4)])
    assert not sheet.meets(79)
    fill(sheet, [at(3, 5)])
    assert sheet.meets(79) and len(sheet.antennas()) == 9
    sheet.tunnels -= {29, 59}  # the observatory belongs to the top right quarter (ruling 5)
    assert not sheet.meets(79)


@pytest.mark.parametrize("astronauts", [(5, 5, 2, 0), (5, 4, 2, 1)])
def test_example_score(astronauts):
    """Check adventure_3 4 and 8.7: 16 + 27 + 20 + 42 + 20 + 20 - 9 - 5 = 131."""
    referee = colony(4, (5, "robot"), (6, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    sheet.greenhouses, sheet.energies, sheet.tanks = [4, 3, 1, 0], [3, 2, 4], {0, 2, 4, 5, 6}
    sheet.tunnels = {0, 30, 1, 2, 3, 4, 55, 56, 57, 58, 59}
    fill(sheet, [at(1, 0), at(4, 0), at(0, 1), at(5, 1)])
    sheet.races, sheet.plannings, sheet.errors = [15, "lost", 5, "open"], 4, 1
    for other, count in zip(referee.sheets, astronauts, strict=True):
        other.astronauts = count
    referee.board.taken[0] = [12, 4, None]
    rows = referee.points()
    assert rows[0] == {
        "missions": 16,
        "plants": 27,
        "water": 20,
        "antennas": 42,
        "quarters": 20,
        "astronauts": 20,
        "planning": -9,
        "system_errors": -5,
    }
    assert sum(rows[0].values()) == 131
    expected = [20, 20, 10, 0] if astronauts[1] == 5 else [20, 10, 5, 0]
    assert [row["astronauts"] for row in rows] == expected


def test_solo_score():
    """Check adventure_3 8.8: symbols against Astronaut cards given."""
    referee = solo(ColonyReferee, 8, MISSIONS, (3, "water"), (9, "energy"), (12, "plant"))
    cards = [card for card, face in CARDS.items() if face.action == "astronaut"]
    for symbols, given, points in ((3, 3, 20), (3, 4, 10), (0, 0, 0), (0, 1, 0), (1, 0, 20)):
        referee.sheets[0].astronauts, referee.astra.given = symbols, cards[:given]
        assert referee.points()[0]["astronauts"] == points
    assert referee.points()[1] == {"astra_cards": 0, "astra_level": 34}


def test_solo_bonuses():
    """Check astra 9.6 and adventure_3 6: a 15 pays two bonuses at once, a 5 none; which quarter an effect can take."""
    referee = solo(ColonyReferee, 1, MISSIONS, (3, "water"), (9, "robot"), (13, "water"))
    sheet = referee.sheets[0]
    fill(sheet, QUARTER_CELLS[0][:-1] + QUARTER_CELLS[3][:-1])
    sheet.races[3] = "lost"
    play(referee, ("combination", 1), ("write", QUARTER_CELLS[0][-1]))
    assert referee.legal() == {("give", 1), ("remove", 1)} and referee.astra.bonuses_circled == 2
    play(referee, ("remove", 1))
    assert (referee.astra.bonuses_circled, referee.astra.bonuses_spent) == (2, 1)
    sheet.fill(QUARTER_CELLS[3][-1], X)
    referee._circle_solo_bonuses()
    assert referee.astra.bonuses_circled == 2 and sheet.races == [15, "open", "open", 5]
    sheet.races = [15, "open", 15, "lost"]
    put_on_top(referee, "B")
    play(referee, min(referee.legal()))
    while referee.turn == 2:
        referee.apply(min(referee.legal()))
    assert sheet.races == [15, "lost", 15, "lost"] and not any(referee.board.turned_over)


def test_planning_penalty():
    """Check adventure_3 1.5 and ruling 4: the penalties of the planning boxes."""
    referee = colony(2, (5, "robot"), (6, "energy"), (12, "plant"))
    found = []
    for _ in range(11):
        found.append(-referee.points()[0]["planning"])
        referee.sheets[0].cross_off_planning()
    assert found == [0, 1, 3, 6, 9, 12, 16, 20, 24, 28, 28]
