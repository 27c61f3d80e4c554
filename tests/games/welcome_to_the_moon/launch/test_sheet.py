"""The sheet of Launch and writing on it (launch 1 and 2)."""

import pytest

from moon_envs.games.welcome_to_the_moon.launch import components as printed
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import END
from tests.referees.welcome_to_the_moon.cards import EMPTY, X

# Floors from the top: what they accept, and the cells of their quarters.
FLOORS = (
    ("astronaut", (range(0, 3),)),
    ("astronaut", (range(3, 6),)),
    ("water", (range(6, 8), range(8, 11))),
    ("robot", (range(11, 13), range(13, 16))),
    ("robot", (range(16, 21),)),
    ("planning", (range(21, 27),)),
    ("energy", (range(27, 32), range(32, 34), range(34, 37))),
    ("plant", (range(37, 39), range(39, 41), range(41, 43), range(43, 45))),
    ("wild", (range(45, 47), range(47, 49), range(49, 51), range(51, 53))),
)
QUARTERS = [cells for _, quarters in FLOORS for cells in quarters]

# Of each quarter: active rockets, inactive rocket (number, worth), activations, buildings, sabotages.
EFFECTS = (
    (3, None, 1, 1, []),
    (2, (0, 2), 0, 0, [0]),
    (2, None, 0, 0, [1]),
    (3, (1, 3), 0, 0, []),
    (0, None, 1, 1, []),
    (3, None, 0, 1, []),
    (3, (2, 3), 0, 0, [2, 3]),
    (4, (3, 4), 0, 1, [4]),
    (4, (4, 4), 0, 0, [5, 6]),
    (3, None, 0, 0, []),
    (2, None, 1, 1, []),
    (2, (5, 2), 0, 0, []),
    (2, None, 1, 0, []),
    (2, (6, 2), 0, 0, []),
    (0, None, 0, 1, [7]),
    (2, None, 0, 1, []),
    (2, None, 0, 1, []),
    (2, None, 0, 1, []),
    (0, None, 1, 1, []),
)
TRACK = {0: 0, 5: 15, 9: 30, 12: 45, 15: 60, 18: 75, 21: 90, 24: 105, 27: 120, 29: 135, 31: 150}
OTHERS = (3, "water"), (4, "robot")


def test_floors_and_quarters():
    """launch 1.1: 53 cells on 9 floors in 19 quarters, numbered from the top, left to right."""
    assert [cell for cells in QUARTERS for cell in cells] == list(range(53)) and len(QUARTERS) == 19
    assert printed.CELLS == 53 and printed.FLOOR_COUNT == 9 and printed.QUARTERS == 19
    for quarter, cells in enumerate(QUARTERS):
        assert printed.QUARTER_OF_CELL[list(cells)].tolist() == [quarter] * len(cells)
    for floor, (_, quarters) in enumerate(FLOORS):
        cells = [cell for cells in quarters for cell in cells]
        assert printed.FLOOR_OF_CELL[cells].tolist() == [floor] * len(cells)


def test_a_floor_is_a_zone_and_a_quarter_is_not():
    """launch 1.1: the order goes on across the walls between the quarters of a floor."""
    position = LaunchPosition().put(0, {7: 8}).offer((5, "water"), (11, "water"), (8, "water"))
    assert position.act("combination", 0).legal("write") == [6, *range(45, 53)]
    position.offer((5, "water"), (11, "water"), (8, "water"))
    assert position.act("combination", 1).legal("write") == [8, 9, 10, *range(45, 53)]
    position.offer((5, "water"), (11, "water"), (8, "water"))
    assert position.act("combination", 2).legal("write") == [*range(45, 53)]


@pytest.mark.parametrize("action", ["robot", "energy", "plant", "water", "astronaut", "planning"])
def test_what_the_floors_accept(action):
    """launch 1.2: each floor accepts the numbers of one action, the wild floor all; 6/astronaut has 14 cells."""
    position = LaunchPosition().offer((6, action), *OTHERS).act("combination", 0)
    expected = [cell for accepts, quarters in FLOORS if accepts in (action, "wild") for q in quarters for cell in q]
    assert position.legal("write") == expected
    if action == "astronaut":
        assert expected == [0, 1, 2, 3, 4, 5, *range(45, 53)]


@pytest.mark.parametrize("quarter", range(19))
@pytest.mark.parametrize("activated", [False, True])
def test_effects_of_every_quarter(quarter, activated):
    """launch 1.3, 3.1, 3.2: what happens when each of the quarters is completed."""
    rockets, inactive, activations, buildings, sabotages = EFFECTS[quarter]
    accepts = next(accepts for accepts, quarters in FLOORS if QUARTERS[quarter] in quarters)
    cells = QUARTERS[quarter]
    position = LaunchPosition().cross(0, *cells[1:])
    if activated and inactive is not None:
        position.sheet(0)["arrows"][inactive[0]] = 1
    position.offer((6, "energy" if accepts == "wild" else accepts), *OTHERS)
    position.play(("combination", 0), ("write", cells[0]))
    expected = rockets + (inactive[1] if activated and inactive is not None else 0)
    assert position.rockets(0) == expected
    assert position.triggered(0) == sabotages
    asked = []
    while position.actor == 0:
        asked += [name for name in position.asks() if name != "write_x"]
        position.act_idly()
    assert asked == ["activate"] * activations + ["decline_x"] * buildings
    position.finish_player()
    assert position.all_errors() == [0, len(sabotages)]


def test_totals_of_the_effects():
    """launch 1.3: 16 active rockets worth 41, 7 inactive worth 20, 5 activations, 10 buildings, 8 sabotages."""
    assert (printed.ACTIVE_ROCKETS > 0).sum() == 16 and printed.ACTIVE_ROCKETS.sum() == 41
    assert printed.INACTIVE_ROCKETS.tolist() == [2, 3, 3, 4, 4, 2, 2] and printed.INACTIVE_ROCKETS.sum() == 20
    assert printed.INACTIVE_ROCKET_QUARTER.tolist() == [1, 3, 6, 7, 8, 11, 13]
    assert printed.ACTIVATIONS.sum() == 5 and printed.BUILDINGS.sum() == 10
    assert printed.SABOTAGE_QUARTER.tolist() == [1, 2, 6, 6, 7, 8, 8, 14]
    assert printed.ACTIVE_ROCKETS.tolist() == [effects[0] for effects in EFFECTS]
    assert not any(effects[1] and effects[2] for effects in EFFECTS), "no quarter has both arrow and activation"


def test_the_rocket_track():
    """launch 1.4: the score is the smallest score box still visible."""
    for rockets in range(32):
        position = LaunchPosition().set(0, rockets=rockets)
        assert position.points(0) == max(score for crossed_off, score in TRACK.items() if crossed_off <= rockets)
    assert printed.TRACK_ROCKETS == 31 and len(printed.TRACK_ROWS) == 10


def test_boxes_and_tie_rockets():
    """launch 1.5: 8 System Error boxes and 8 tie rockets."""
    position = LaunchPosition().set(0, system_errors=7).fill_but(0, 21).offer((6, "water"), *OTHERS)
    assert position.all_errors()[0] == 8
    position = LaunchPosition().set(0, rockets=31, system_errors=2, tie_rockets=7, repaired=2).cross(0, 33)
    position.offer((6, "energy"), *OTHERS).play(("combination", 0), ("write", 32))
    assert position.sheet(0)["tie_rockets"] == 8 and position.rockets(0) == 31


def test_order_on_the_wild_floor():
    """launch 2.1: the action says on which floors a number may go, the order on the floor in which cells."""
    for number, wild_cells in ((6, [48]), (9, []), (10, [50, 51, 52])):
        position = LaunchPosition().put(0, {46: 4, 47: X, 49: 9}).offer((number, "water"), *OTHERS)
        assert position.act("combination", 0).legal("write") == [*range(6, 11), *wild_cells]


def test_actions_have_no_effect():
    """launch 2.1: astronaut does not modify the number, planning gives no X, nothing else is asked."""
    for action in ("robot", "energy", "plant", "water", "astronaut", "planning"):
        position = LaunchPosition().offer((10, action), *OTHERS).play(("combination", 0), ("write", 50))
        assert position.sheet(0)["cells"].tolist() == [10 if cell == 50 else EMPTY for cell in range(53)]
        assert position.actor == 1 and position.rockets(0) == 0


def test_an_astronaut_number_that_does_not_fit_cannot_be_written():
    """launch 2.1, welcome 9.1: 10/astronaut does not fit between 7 and 9, and there is nothing to choose."""
    position = LaunchPosition().fill_but(0, 1).put(0, {0: 7, 2: 9})
    position.offer((10, "astronaut"), (6, "astronaut"), (4, "astronaut"))
    assert position.actor == 1 and position.all_errors() == [1, 0]


def test_a_system_error_circles_a_box():
    """launch 2.2: a box is free, open or repaired."""
    position = LaunchPosition().fill_but(0, 21).set(0, rockets=9).offer((6, "water"), *OTHERS)
    assert position.all_errors() == [1, 0] and position.open_errors(0) == 1 and position.points(0) == 25


def test_a_repaired_box_never_becomes_free():
    """launch 2.2: with all boxes repaired a further error is not circled, and the game ends by them."""
    position = LaunchPosition().set(0, rockets=31, system_errors=8, repaired=7).cross(0, 33)
    position.offer((6, "energy"), *OTHERS).play(("combination", 0), ("write", 32))
    sheet = position.sheet(0)
    assert (int(sheet["system_errors"]), int(sheet["repaired"]), int(sheet["tie_rockets"])) == (8, 8, 2)
    assert position.open_errors(0) == 0
    position = LaunchPosition().set(0, system_errors=8, repaired=8, rockets=30).carry_on(END)
    assert position.is_over and position.all_errors() == [8, 0]
