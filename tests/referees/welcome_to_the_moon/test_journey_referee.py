"""Tests of the Journey referee by itself: tables, worked positions and rulings of the specification."""

import pytest

from .cards import ACTIONS, CARDS, EMPTY, X
from .journey import JourneyReferee
from .journey_sheet import GAPS, STATIONS, TANK_CELLS, TANK_POINTS, Sheet
from .positions import decline_until, fill, fill_all_but, kinds, play, put_on_top, solo, start, targets

MISSIONS = (70, 72, 74)
ROBOT, ENERGY, PLANT, WATER, ASTRONAUT, PLANNING = range(6)


def journey(players, *combinations, missions=MISSIONS):
    """Start a game whose first turn offers the given combinations."""
    return start(JourneyReferee, players, missions, *combinations)


def test_tables():
    """Check the totals of adventure_2 1."""
    assert sum(TANK_POINTS) == 68 and len(TANK_CELLS) == len(TANK_POINTS) == 12
    assert sum(station.robots for station in STATIONS) == 12 and sum(station.plants for station in STATIONS) == 16
    assert len(GAPS) == 35 and len(Sheet().cells) == 36 and Sheet().zones() == [range(36)]
    assert Sheet().energies == 1 and ACTIONS.index("planning") == PLANNING


def test_zones():
    """Check adventure_2 8.1: where numbers fit with and without a line."""
    sheet = Sheet()
    sheet.cells[2], sheet.cells[9], sheet.cells[20] = 5, 12, 3
    sheet.lines = {9}
    assert sheet.fitting_cells(8) == [*range(3, 9), *range(21, 36)]
    assert sheet.fitting_cells(2) == [0, 1, *range(10, 20)]
    assert sheet.fitting_cells(12) == [*range(21, 36)] and sheet.fitting_cells(3) == [0, 1]
    sheet.lines, sheet.cells[20] = set(), EMPTY
    assert sheet.fitting_cells(8) == [*range(3, 9)]
    sheet.lines = {0, 34, 17}
    assert [len(zone) for zone in sheet.zones()] == [1, 17, 17, 1] and sheet.zone_of(17) == range(1, 18)


def test_energy():
    """Check adventure_2 8.2: the first energy draws a line, the second none, a System Error then does."""
    referee = journey(2, (5, "energy"), (6, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    play(referee, ("combination", 0), ("write", 4))
    assert referee.legal() == {("line", gap) for gap in range(35)} | {("pass",)}
    play(referee, ("line", 9))
    assert sheet.energies == 2 and sheet.lines == {9} and referee.actor == 1
    course = referee._use_energy(0, 4)
    assert next(course).options() == {("use",), ("pass",)}
    with pytest.raises(StopIteration):
        course.send(("use",))
    assert sheet.energies == 3 and sheet.lines == {9}
    course = referee._system_error(0)
    assert next(course).options() == {("line", gap) for gap in range(35) if gap != 9}
    assert sheet.errors == 1 and sheet.energies == 4
    with pytest.raises(StopIteration):
        course.send(("line", 20))
    assert sheet.lines == {9, 20} and not list(referee._system_error(0)) and (sheet.errors, sheet.energies) == (2, 5)
    assert not list(referee._system_error(0)) and (sheet.errors, sheet.energies) == (3, 5)


def test_declined_and_full_energy():
    """Check adventure_2 rulings 3, 6 and 7: passing keeps the row, a full row is not asked for."""
    referee = journey(3, (5, "energy"), (6, "energy"), (12, "plant"))
    referee.sheets[1].energies = 12
    referee.sheets[2].energies, referee.sheets[2].lines = 11, {0, 1, 2, 3, 4}
    play(referee, ("combination", 0), ("write", 4), ("pass",), ("combination", 0), ("write", 4))
    assert referee.actor == 2 and [sheet.energies for sheet in referee.sheets] == [1, 12, 11]
    play(referee, ("combination", 0), ("write", 4))
    assert targets(referee, "line") == list(range(5, 35))
    play(referee, ("line", 5))
    assert referee.sheets[2].energies == 12 and len(referee.sheets[2].zones()) == 7
    assert not list(referee._system_error(2)) and referee.sheets[2].energies == 12


def test_error_line_in_a_game():
    """Check adventure_2 3.1: the line of a System Error must be drawn, before the next player goes on."""
    referee = journey(2, (5, "robot"), (6, "astronaut"), (12, "plant"))
    for sheet in referee.sheets:
        fill_all_but(sheet, 1)
        sheet.cells[0], sheet.cells[2] = 6, 8
    play(referee, ("system_error",))
    assert referee.actor == 0 and referee.legal() == {("line", gap) for gap in range(35)}
    play(referee, ("line", 1), ("combination", 1), ("shift", 1), ("write", 1))
    assert referee.sheets[1].cells[1] == 7 and referee.sheets[0].lines == {1} and referee.sheets[0].zone_of(2)[0] == 2


def test_plant():
    """Check adventure_2 8.3: stations in the zone of the number; without choice it is not asked."""
    sheet = Sheet()
    for lines, cell, stations in (({15}, 15, [0, 1]), ({15}, 16, [2, 3]), ({14}, 14, [0]), ({14}, 15, [1, 2, 3])):
        sheet.lines = lines
        assert sheet.plant_stations(cell) == stations
    referee = journey(4, (5, "plant"), (6, "energy"), (12, "plant"))
    referee.sheets[1].lines, referee.sheets[2].lines = {14}, {4}
    referee.sheets[3].plants = [5, 3, 4, 3]
    play(referee, ("combination", 0), ("write", 4))
    assert targets(referee, "plant") == [0, 1, 2, 3] and kinds(referee) == {"plant"}
    play(referee, ("plant", 2))
    for seat in (1, 2, 3):
        assert referee.actor == seat and kinds(referee) == {"combination"}
        play(referee, ("combination", 0), ("write", 4))
    plants = [sheet.plants for sheet in referee.sheets]
    assert plants == [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0], [5, 3, 4, 4]]
    assert [sheet.station_points() for sheet in referee.sheets] == [0] * 4


def test_race():
    """Check adventure_2 8.4: two players share the high multiplier, the third gets the low one a turn later."""
    referee = journey(3, (5, "robot"), (6, "robot"), (12, "robot"))
    for sheet in referee.sheets:
        sheet.robots[0] = 1
    play(referee, ("combination", 0), ("write", 4), ("robot", 0))
    assert [player["multipliers"][0] for player in referee.snapshot()["players"]] == ["high", "open", "open"]
    play(referee, ("combination", 0), ("write", 4), ("robot", 0), ("combination", 0), ("write", 4), ("robot", 1))
    assert [player["multipliers"][0] for player in referee.snapshot()["players"]] == ["high", "high", "lost"]
    assert referee.turn == 2 and referee.sheets[2].races == ["lost", "open", "open", "open"]
    referee.sheets[2].circle_robot(0)
    for sheet in referee.sheets:
        sheet.plants[0] = 4
    assert [row["stations"] for row in referee.points()] == [24, 24, 20]


def test_robots_without_choice():
    """Check adventure_2 3.2: the last station is taken without asking, none is left then."""
    referee = journey(2, (5, "robot"), (6, "energy"), (12, "plant"))
    for sheet, last in zip(referee.sheets, (3, 4), strict=True):
        sheet.robots = [2, 3, 3, last]
    play(referee, ("combination", 0), ("write", 4), ("combination", 0), ("write", 4))
    assert referee.turn == 2 and [sheet.robots[3] for sheet in referee.sheets] == [4, 4]
    assert referee.sheets[0].races[3] == "high"


def test_zone_missions():
    """Check adventure_2 8.5 and ruling 1: exact lengths, ends of the trajectory."""
    sheet = Sheet()
    fill(sheet, range(12))
    sheet.lines = {5, 11}
    assert sheet.complete_zones() == [6, 6] and sheet.meets(72) and not sheet.meets(73)
    sheet.lines = {5, 9, 11}
    assert sheet.complete_zones() == [6, 4, 2] and sheet.meets(73) and not sheet.meets(72)
    fill(sheet, range(36))
    sheet.lines = set()
    assert sheet.complete_zones() == [36] and not sheet.meets(72) and not sheet.meets(73)
    sheet.lines = {5, 29}
    assert sheet.complete_zones() == [6, 24, 6] and sheet.meets(72)
    sheet.lines = {5}
    assert not sheet.meets(72)


def test_tanks():
    """Check adventure_2 8.6 and ruling 2: Water circles the tank of the cell just numbered, in that turn only."""
    referee = journey(3, (5, "water"), (6, "robot"), (12, "planning"), missions=(70, 72, 75))
    play(referee, ("combination", 0), ("write", 10), ("combination", 0), ("write", 11))
    play(referee, ("combination", 2), ("write", 10), ("x", 13))
    assert referee.turn == 2 and [sheet.tanks for sheet in referee.sheets] == [{3}, set(), set()]
    sheet = referee.sheets[0]
    sheet.tanks = {3, 4, 5, 6}
    sheet.lines = {17}
    assert sheet.meets(75) and sheet.tank_points() == 29 and not sheet.meets(74)
    for tanks, row, six in (
        ({2, 3, 4, 6, 7, 8}, False, True),
        ({8, 9, 10, 11}, True, False),
        ({11, 0, 1, 2}, False, False),
    ):
        sheet.tanks = tanks
        assert (sheet.meets(75), sheet.meets(74)) == (row, six)


def test_station_missions():
    """Check cards 70 and 71 of adventure_2 3.4: multipliers of either kind; plants without robots."""
    sheet = Sheet()
    sheet.races = ["high", "low", "lost", "open"]
    assert not sheet.meets(70)
    sheet.races[2] = "low"
    assert sheet.meets(70) and not sheet.meets(71)
    sheet.plants = [5, 2, 4, 3]
    assert sheet.meets(71)
    sheet.plants = [4, 3, 3, 3]
    assert not sheet.meets(71)


def test_wild():
    """Check adventure_2 8.7: earned by the second symbol, not in that turn; another action instead of the own one."""
    referee = journey(2, (9, "astronaut"), (9, "plant"), (12, "robot"))
    sheet = referee.sheets[0]
    sheet.astronauts = 1
    play(referee, ("combination", 0))
    assert kinds(referee) == {"shift"}
    play(referee, ("shift", 0), ("write", 20))
    assert (sheet.astronauts, sheet.wilds_earned(), sheet.has_wild()) == (2, 1, True) and referee.actor == 1
    other = referee.sheets[1]
    other.plannings = 3
    play(referee, ("combination", 1))
    assert referee.legal() == {("keep_action",)} | {("wild", action) for action in range(6) if action != PLANT}
    play(referee, ("wild", PLANNING))
    assert referee.snapshot()["players"][1]["wilds_used"] == 1 and kinds(referee) == {"write"}
    play(referee, ("write", 20))
    assert kinds(referee) == {"x", "pass"}
    play(referee, ("x", 3))
    player = referee.snapshot()["players"][1]
    assert (player["plannings"], player["wilds_earned"], player["wilds_used"]) == (4, 2, 1)
    assert player["cells"][20] == 9 and player["cells"][3] == X and player["plants"] == [0] * 4


def test_wild_astronaut():
    """Check core 4.4: a wild Astronaut may rescue a number, never obliges, and is asked for with one answer too."""
    referee = journey(3, (5, "plant"), (10, "robot"), (10, "astronaut"))
    for sheet in referee.sheets:
        fill_all_but(sheet, 1)
        sheet.cells[0], sheet.cells[2] = 7, 9
    assert referee.legal() == {("combination", 2), ("system_error",)}
    for sheet in referee.sheets:
        sheet.astronauts = 3
    assert referee.legal() == {("combination", 1), ("combination", 2), ("system_error",)}
    play(referee, ("combination", 1))
    assert referee.legal() == {("wild", ASTRONAUT)}
    play(referee, ("wild", ASTRONAUT))
    assert referee.legal() == {("shift", -2)}
    play(referee, ("shift", -2), ("write", 1), ("combination", 2))
    first = referee.sheets[0]
    assert (first.astronauts, first.wilds_used, first.wilds_earned()) == (4, 1, 2)
    assert referee.legal() == {("keep_action",)}
    play(referee, ("keep_action",), ("shift", -2), ("write", 1), ("system_error",))
    assert referee.sheets[1].wilds_used == 0 and kinds(referee) == {"line"}


def test_wild_with_plain_numbers():
    """Check core 4.4: any action with a plain number, even without effect; own Astronaut may be replaced or kept."""
    referee = journey(2, (9, "astronaut"), (10, "robot"), (12, "water"))
    for sheet in referee.sheets:
        sheet.plannings = 2
    play(referee, ("combination", 0))
    assert referee.legal() == {("keep_action",)} | {("wild", action) for action in range(6) if action != ASTRONAUT}
    play(referee, ("wild", WATER))
    assert kinds(referee) == {"write"}
    play(referee, ("write", 0))
    assert referee.sheets[0].tanks == set() and referee.sheets[0].wilds_used == 1 and referee.sheets[0].astronauts == 0
    play(referee, ("combination", 1), ("keep_action",), ("write", 0), ("robot", 0))
    assert referee.sheets[1].wilds_used == 0 and referee.turn == 2


def test_example_score():
    """Check adventure_2 4 and 8.8: 24 + 18 + 19 + 6 + 10 + 12 - 5 = 84."""
    referee = journey(3, (5, "robot"), (6, "energy"), (12, "plant"))
    sheet, better, _ = referee.sheets
    sheet.races, sheet.plants, sheet.tanks = ["high", "open", "low", "lost"], [4, 2, 3, 4], {1, 4, 5}
    sheet.lines, sheet.errors = {5, 9, 11}, 1
    fill(sheet, range(12))
    better.lines = {0, 1, 2, 3}
    fill(better, range(4))
    referee.board.taken[0][1] = 12
    rows = referee.points()
    assert rows[0] == {
        "missions": 12,
        "stations": 42,
        "tanks": 19,
        "longest_zone": 6,
        "complete_zones": 10,
        "system_errors": -5,
    }
    assert sum(rows[0].values()) == 84 and rows[1]["complete_zones"] == 20 and rows[2]["complete_zones"] == 0


def test_solo_score():
    """Check adventure_2 8.8 and astra 9.8: complete zones against pairs of Energy cards."""
    referee = solo(JourneyReferee, 1, MISSIONS, (3, "water"), (9, "energy"), (12, "plant"))
    sheet = referee.sheets[0]
    energies = [card for card, face in CARDS.items() if face.action == "energy"]
    for zones, given, points in ((3, 7, 20), (3, 8, 10), (2, 7, 10), (0, 0, 0), (1, 1, 20)):
        sheet.__init__()
        sheet.lines = set(range(zones))
        fill(sheet, range(zones))
        referee.astra.given, referee.astra.removed = energies[:given], energies[given : given + 1]
        assert referee.points()[0]["complete_zones"] == points
    assert referee.points()[1] == {"astra_cards": 3, "astra_level": 6}


def test_solo_bonuses():
    """Check adventure_2 6 and 8.8: 2 bonuses for a high multiplier, to be spent at once; none for a low one."""
    referee = solo(JourneyReferee, 1, MISSIONS, (3, "water"), (9, "robot"), (14, "robot"))
    sheet = referee.sheets[0]
    sheet.robots = [1, 2, 0, 3]
    play(referee, ("combination", 0), ("write", 0), ("robot", 0))
    assert referee.legal() == {("give", 2), ("remove", 2)} and referee.astra.bonuses_circled == 2
    sheet.races[1] = "low"
    put_on_top(referee, "A")
    play(referee, ("give", 2))
    sheet.races[1], sheet.races[2] = "open", "lost"
    assert targets(referee, "station") == [1, 3] and kinds(referee) == {"station"}
    play(referee, ("station", 3))
    sheet.circle_robot(3)
    assert sheet.races == ["high", "open", "lost", "low"]
    referee._circle_solo_bonuses()
    assert referee.astra.bonuses_circled == 2
    sheet.circle_robot(1)
    referee._circle_solo_bonuses()
    assert referee.astra.bonuses_circled == 4 and sheet.races[1] == "high"


def test_end_of_turn():
    """Check adventure_2 4: all 36 cells filled ends the game for everybody at the end of the turn."""
    referee = journey(2, (5, "robot"), (6, "energy"), (12, "plant"))
    fill_all_but(referee.sheets[0], 4)
    play(referee, ("combination", 0), ("write", 4), ("robot", 0))
    assert referee.actor == 1
    play(referee, ("combination", 0), ("write", 4), ("robot", 0))
    decline_until(referee, "combination")
    assert referee.actor is None and referee.turn == 1
    assert referee.points()[0]["longest_zone"] == 36 and referee.outcome() == [1.0, -1.0]
