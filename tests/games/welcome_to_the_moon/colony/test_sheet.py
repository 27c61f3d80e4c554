"""The grid of Colony, writing on it, and the actions (colony 1, 2, 3)."""

import pytest

from tests.games.welcome_to_the_moon.colony.positions import ColonyPosition, cell_at, cells_at
from tests.referees.welcome_to_the_moon.cards import X
from tests.referees.welcome_to_the_moon.colony_sheet import QUARTER_CELLS

TANK_PLACES = [(3, 0), (2, 1), (4, 1), (1, 2), (5, 3), (2, 4), (4, 4), (0, 5)]
ANTENNA_PLACES = [
    (1, 0),
    (4, 0),
    (0, 1),
    (3, 1),
    (5, 1),
    (1, 2),
    (4, 2),
    (0, 3),
    (3, 3),
    (2, 4),
    (4, 4),
    (1, 5),
    (3, 5),
]
TUNNELS_TO_THE_OBSERVATORY = (1, 2, 3, 4, 55, 56, 57, 58, 59)
SPECIAL_PLACES = [(0, 0), (3, 2), (2, 3), (5, 5)]


def test_a_new_sheet():
    """colony 1.1, 1.4, 1.5: 32 empty cells, the two tunnels of the rocket, nothing circled or crossed off."""
    position = ColonyPosition()
    assert all(position.cells_for(number) == list(range(32)) for number in (1, 8, 15))
    assert position.tunnels() == [0, 30] and position.tanks() == [] and position.value("track_boxes") == [0, 0, 0]
    assert position.closed_races() == [] and position.points() == 0
    assert all(position.value(name) == 0 for name in ("astronauts", "plannings", "system_errors"))


def test_the_buildings():
    """colony 1.1: row by row from the bottom left, without the four special ones."""
    places = [(column, row) for row in range(6) for column in range(6) if (column, row) not in SPECIAL_PLACES]
    names = ColonyPosition().game.actions.ranges
    meanings = next(action_range.meanings for action_range in names if action_range.name == "write")
    assert meanings == tuple(f"write the number on column {column + 1} row {row + 1}" for column, row in places)
    assert [cell_at(*place) for place in places] == list(range(32))


@pytest.mark.parametrize(("number", "cells"), [(8, 23), (7, 17), (15, 25)])
def test_rows_and_columns(number, cells):
    """colony 2.1: with a 7 in (1,1) and a 9 in (4,1)."""
    position = ColonyPosition().put(0, {cell_at(1, 1): 7, cell_at(4, 1): 9})
    fitting = position.cells_for(number)
    assert len(fitting) == cells
    if number == 8:
        refused = [(1, 1), (4, 1), (0, 1), (5, 1), (1, 0), (4, 2), (4, 3), (4, 4), (4, 5)]
        assert set(range(32)) - set(fitting) == set(cells_at(*refused))


def test_special_buildings_have_no_value():
    """colony 2.1, 1.1: with a 6 in (2,2) the X of (3,2) hides nothing: a 9 fits behind it, a 5 does not."""
    position = ColonyPosition().put(0, {cell_at(2, 2): 6})
    assert cell_at(4, 2) in position.cells_for(9)
    assert cell_at(4, 2) not in position.cells_for(5)
    assert cell_at(2, 4) in position.cells_for(9), "the same in the column of the other one"
    assert cell_at(2, 4) not in position.cells_for(5)


def test_fitting_cells_follow_written_numbers():
    """colony 2.1: numbers and X written one after the other leave the fitting cells that the rules say."""
    position = ColonyPosition().pick(7, "planning").play(("write", cell_at(1, 1)), ("write_x", cell_at(0, 1)))
    position.pick(9, "water").act("write", cell_at(4, 1))
    expected = ColonyPosition().put(0, {cell_at(1, 1): 7, cell_at(4, 1): 9, cell_at(0, 1): X})
    assert position.fitting_cells() == expected.fitting_cells() and position.filled() == expected.filled()


def test_a_system_error_brings_nothing():
    """colony 2.2, 1.5: only a box; three of them end the game."""
    position = ColonyPosition().cross_but(0)
    before = position.value("track_boxes"), position.tunnels()
    position.offer((8, "energy"), (8, "robot"), (8, "plant"))
    assert position.actor == 1 and position.value("system_errors") == 1
    assert (position.value("track_boxes"), position.tunnels()) == before
    assert ColonyPosition().set(0, system_errors=2).end() is None
    assert ColonyPosition().set(0, system_errors=3).end() == [-1, 1]


@pytest.mark.parametrize("cell", range(32))
def test_water(cell):
    """colony 1.3, 3.1, 3.8: water circles the tank of the cell just numbered without asking, if it has one."""
    position = ColonyPosition().pick(8, "water").act("write", cell)
    tanks = cells_at(*TANK_PLACES)
    assert position.actor == 1 and position.tanks() == ([tanks.index(cell)] if cell in tanks else [])


def test_a_tank_filled_otherwise_is_lost():
    """colony 3.1: by a number with another action, or an X."""
    position = ColonyPosition().pick(8, "plant").act("write", cell_at(3, 0))
    position.pick(9, "planning").play(("write", cell_at(4, 0)), ("write_x", cell_at(1, 2)))
    position.pick(7, "water").act("write", cell_at(2, 0))
    assert position.tanks() == [] and position.points_by_category()["water"] == 0


@pytest.mark.parametrize("quarter", range(4))
def test_greenhouses(quarter):
    """colony 1.2, 3.2: the next greenhouse of the quarter of the cell, 1, 1, 1 and 2 plants, while one is left."""
    position, plants = ColonyPosition().set(0, track_boxes=[1, 0, 0]), []
    for count in range(5):
        position.pick(8, "plant").act("write", QUARTER_CELLS[quarter][0])
        position.put(0, {QUARTER_CELLS[quarter][0]: -1})
        assert position.value("greenhouses") == [min(count + 1, 4) * (other == quarter) for other in range(4)]
        plants.append(position.points_by_category()["plants"])
    assert plants == [1, 2, 3, 5, 5]


def test_tunnels_at_the_start():
    """colony 1.4, 3.3: the free places beside the rocket's neighbours."""
    position = ColonyPosition().pick(8, "robot").act("write", 20)
    assert position.legal() == {("tunnel", tunnel) for tunnel in (1, 5, 31, 35)}
    position.act("tunnel", 5)
    assert position.tunnels() == [0, 5, 30]
    position.pick(9, "robot").act("write", 26)
    assert position.legal("tunnel") == [1, 6, 31, 35, 36], "also 35, whose ends are both connected"


def test_all_tunnels():
    """colony 1.4, 3.3, 3.8: 60 places; the last one is built without asking, then nothing happens."""
    position = ColonyPosition().build(0, *(tunnel for tunnel in range(60) if tunnel != 44))
    position.pick(8, "robot").act("write", 20)
    assert position.actor == 1 and position.tunnels() == list(range(60))
    position.pick(9, "robot").act("write", 26)
    assert position.actor == 1 and position.tunnels() == list(range(60))


def test_antennas_at_the_start():
    """colony 1.3, 3.5: (1,0) and (0,1) are connected, so that a number circles their antenna at once."""
    for place, antennas in (((1, 0), 1), ((0, 1), 1), ((4, 0), 0), ((2, 0), 0)):
        assert ColonyPosition().pick(8, "water").act("write", cell_at(*place)).antennas() == antennas


def test_antennas_in_either_order():
    """colony 3.4, 3.5, 3.1: a chain through empty buildings; then an X circles the antenna, not the tank."""
    position = ColonyPosition().build(0, 35, 36)
    assert position.antennas() == 0
    position.pick(8, "planning").play(("write", cell_at(5, 4)), ("write_x", cell_at(1, 2)))
    assert position.antennas() == 1 and position.tanks() == []
    position = ColonyPosition().build(0, 35).cross(0, cell_at(1, 2))
    assert position.antennas() == 0
    position.pick(8, "robot").play(("write", 26), ("tunnel", 36))
    assert position.antennas() == 1


def test_all_antennas():
    """colony 1.3, 3.5: thirteen cells with one, and three of the observatory."""
    position = ColonyPosition().build(0, *range(60))
    assert position.antennas() == 3
    for count, place in enumerate(ANTENNA_PLACES, start=4):
        assert position.cross(0, cell_at(*place)).antennas() == count
    assert position.cross(0, *range(32)).antennas() == 16


def test_the_observatory():
    """colony 3.3, 3.4, 3.5, 5.1: nine tunnels connect it, the ninth circles 3 antennas at once and meets card 78."""
    position = ColonyPosition()
    for cell, tunnel in enumerate(TUNNELS_TO_THE_OBSERVATORY):
        assert position.antennas() == 0 and position.missions_met() == []
        position.pick(8, "robot").play(("write", 16), ("tunnel", tunnel)).put(0, {16: -1})
        assert len(position.tunnels()) == cell + 3
    assert position.antennas() == 3 and position.missions_met() == [1]
    assert position.cross(0, *cells_at((4, 0), (5, 1))).antennas() == 5


def test_energy():
    """colony 1.5, 3.6, 3.8: a box of one of the three multipliers, which have four boxes each."""
    position = ColonyPosition().pick(8, "energy").act("write", 20)
    assert position.legal() == {("track", 0), ("track", 1), ("track", 2)}
    assert position.act("track", 2).value("track_boxes") == [0, 0, 1]
    position = ColonyPosition().set(0, track_boxes=[4, 3, 3]).pick(8, "energy").act("write", 20)
    assert position.legal("track") == [1, 2]
    position.act("track", 1).pick(9, "energy").act("write", 26)
    assert position.actor == 1 and position.value("track_boxes") == [4, 4, 4], "the last box without asking"
    position.pick(10, "energy").act("write", 31)
    assert position.actor == 1 and position.value("track_boxes") == [4, 4, 4]


def test_astronauts_and_plannings():
    """colony 3.7, 1.5: 9 astronauts and 9 planning boxes; full rows stay full."""
    for crossed_off in (0, 8, 9):
        position = ColonyPosition().set(0, astronauts=crossed_off, plannings=crossed_off)
        position.pick(8, "astronaut").play(("shift", 4), ("write", 20))
        assert position.value("astronauts") == min(crossed_off + 1, 9) and position.filled() == {20: 10}
        position.pick(8, "planning").play(("write", 15), ("write_x", 3))
        assert position.value("plannings") == min(crossed_off + 1, 9) and position.cells()[3] == X


def test_only_planning_may_be_passed():
    """colony 3.8, 3.7: without an X no box is crossed off."""
    position = ColonyPosition().pick(8, "planning").act("write", 20)
    assert position.asks() == {"pass", "write_x"}
    assert position.act("pass").value("plannings") == 0
    for action, asked in (("robot", {"tunnel"}), ("energy", {"track"})):
        assert ColonyPosition().pick(8, action).act("write", 20).asks() == asked
