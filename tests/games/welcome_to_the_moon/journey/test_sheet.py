"""The trajectory of Journey, writing on it, and the actions (journey 1, 2, 3)."""

import pytest

from tests.games.welcome_to_the_moon.journey.positions import JourneyPosition

TANKS = {1: 4, 4: 4, 6: 5, 10: 6, 13: 7, 17: 8, 18: 8, 22: 7, 25: 6, 29: 5, 31: 4, 34: 4}
ROBOTS, PLANTS = (2, 3, 3, 4), (5, 3, 4, 4)


def test_a_new_sheet():
    """journey 1.1, 1.4: 36 empty cells in one zone, no lines, one energy circled, nothing else."""
    position = JourneyPosition()
    assert position.lines() == [] and position.filled() == {} and position.value("energies") == 1
    assert all(position.value(name) == 0 for name in ("astronauts", "plannings", "wilds_earned", "system_errors"))
    for number in (1, 8, 15):
        assert position.cells_for(number) == list(range(36))


@pytest.mark.parametrize(
    ("number", "cells"),
    [
        (8, [*range(3, 9), *range(21, 36)]),
        (2, [0, 1, *range(10, 20)]),
        (12, list(range(21, 36))),
        (3, [0, 1]),
    ],
)
def test_zones(number, cells):
    """journey 1.1, 2.1: a line in gap 9 cuts the trajectory in two zones that ascend independently."""
    position = JourneyPosition().put(0, {2: 5, 9: 12, 20: 3}).draw_lines(0, 9)
    assert position.cells_for(number) == cells


def test_without_a_line_the_trajectory_is_one_zone():
    """journey 1.1, 2.1: the same numbers without the line and without the 3."""
    assert JourneyPosition().put(0, {2: 5, 9: 12}).cells_for(8) == list(range(3, 9))


def test_zones_of_one_cell():
    """journey 1.1: a single cell between two lines takes any number."""
    position = JourneyPosition().cross_but(0, 7).put(0, {6: 15, 8: 1}).draw_lines(0, 6, 7)
    assert all(position.cells_for(number) == [7] for number in (1, 8, 15))


@pytest.mark.parametrize("cell", range(36))
def test_tanks(cell):
    """journey 1.2, 3.2: water circles the tank of the cell just numbered, worth 4 to 8 points, if it has one."""
    position = JourneyPosition().pick(8, "water").act("write", cell)
    assert position.tanks() == ([list(TANKS).index(cell)] if cell in TANKS else [])
    assert position.points_by_category()["tanks"] == TANKS.get(cell, 0)


def test_all_tanks():
    """journey 1.2: twelve tanks, 68 points in all."""
    position = JourneyPosition().circle_tanks(0, *range(12))
    assert position.points_by_category()["tanks"] == 68 == sum(TANKS.values())


def test_a_tank_filled_otherwise_is_lost():
    """journey 3.2: a robot combination or an X leaves the tank uncircled, and water elsewhere does not help."""
    position = JourneyPosition().pick(5, "robot").play(("write", 10), ("robot", 0))
    position.pick(9, "planning").play(("write", 14), ("write_x", 13))
    position.pick(6, "water").act("write", 11)
    assert position.tanks() == [] and position.filled() == {10: 5, 11: 6, 13: 18, 14: 9}


@pytest.mark.parametrize("station", range(4))
def test_robots_of_a_station(station):
    """journey 1.3, 3.3, 3.4: 2, 3, 3 and 4 robots, wherever the number is written; the last circles the high value."""
    position = JourneyPosition()
    for _ in range(ROBOTS[station]):
        assert position.value("multipliers") == [0] * 4
        position.pick(8, "robot").act("write", 20)
        assert position.legal() == {("robot", other) for other in range(4)}
        position.act("robot", station).put(0, {20: -1})
    assert position.value("multipliers") == [int(other == station) for other in range(4)]
    assert position.pick(8, "robot").act("write", 3).legal("robot") == [other for other in range(4) if other != station]


def test_robots_without_a_choice():
    """journey 3.3: the only station with a robot left takes it without asking; without one nothing happens."""
    position = JourneyPosition().set(0, robots=[2, 3, 2, 4]).pick(8, "robot").act("write", 0)
    assert position.actor == 1 and position.value("robots") == list(ROBOTS) and position.value("multipliers")[2] == 1
    position.pick(9, "robot").act("write", 1)
    assert position.actor == 1 and position.value("robots") == list(ROBOTS)


def test_a_crossed_off_multiplier():
    """journey 3.4: the low multiplier once the high one is crossed off."""
    position = JourneyPosition().set(0, robots=[1, 0, 0, 0], plants=[4, 0, 0, 0]).close_races(0)
    position.pick(8, "robot").play(("write", 0), ("robot", 0))
    assert position.points_by_category()["stations"] == 4 * 5


@pytest.mark.parametrize(
    ("gap", "cell", "stations"),
    [(15, 15, [0, 1]), (15, 16, [2, 3]), (14, 14, [0]), (14, 15, [1, 2, 3]), (None, 0, [0, 1, 2, 3])],
)
def test_plants(gap, cell, stations):
    """journey 1.3, 3.5: plants of the stations whose cell lies in the zone of the cell just numbered."""
    position = JourneyPosition().draw_lines(0, *([] if gap is None else [gap]))
    position.pick(8, "plant").act("write", cell)
    if len(stations) == 1:
        assert position.actor == 1 and position.value("plants") == [1, 0, 0, 0]
    else:
        assert position.legal() == {("plant", station) for station in stations}
        position.act("plant", stations[-1])
        assert position.value("plants")[stations[-1]] == 1


def test_a_station_is_full_of_plants():
    """journey 1.3, 3.5: 5, 3, 4 and 4 plants, whatever the robots; a zone without a station has none."""
    position = JourneyPosition().set(0, plants=[5, 2, 4, 3]).pick(8, "plant").act("write", 0)
    assert position.legal("plant") == [1, 3]
    position.act("plant", 3).pick(9, "plant").act("write", 35)
    assert position.actor == 1 and position.value("plants") == list(PLANTS)
    position = JourneyPosition().draw_lines(0, 5, 14).pick(8, "plant").act("write", 9)
    assert position.actor == 1 and position.value("plants") == [0] * 4


def test_energy():
    """journey 1.4, 3.1, 2.2: the first energy draws a line, the second none, a System Error then draws one again."""
    position = JourneyPosition().pick(8, "energy").act("write", 20)
    assert position.legal() == {("line", gap) for gap in range(35)} | {("pass", 0)}
    position.act("line", 20)
    assert position.value("energies") == 2 and position.lines() == [20]
    position.pick(9, "energy").act("write", 30)
    assert position.legal() == {("circle_energy", 0), ("pass", 0)}
    position.act("circle_energy")
    assert position.value("energies") == 3 and position.lines() == [20]
    position.cross_but(0).offer((8, "water"), (8, "water"), (8, "water"))
    assert position.actor == 0 and position.value("system_errors") == 1 and position.value("energies") == 4
    assert position.legal() == {("line", gap) for gap in range(35) if gap != 20}
    assert position.act("line", 3).lines() == [3, 20] and position.actor == 1


def test_energy_may_be_passed():
    """journey 3.1: with or without a line."""
    for energies in (1, 2):
        position = JourneyPosition().set(0, energies=energies).pick(8, "energy").play(("write", 20), "pass")
        assert position.actor == 1 and position.value("energies") == energies and position.lines() == []


def test_all_energies():
    """journey 3.1: the twelfth energy draws the sixth line; with 12 circled the action does nothing."""
    position = JourneyPosition().set(0, energies=11).draw_lines(0, 0, 1, 2, 3, 4)
    position.pick(8, "energy").play(("write", 20), ("line", 5))
    assert position.value("energies") == 12 and position.lines() == list(range(6))
    position.pick(9, "energy").act("write", 30)
    assert position.actor == 1 and position.value("energies") == 12


def test_a_line_may_cut_a_complete_zone():
    """journey 1.1, 5.2: the cells beside a gap may be filled, and both parts are complete."""
    position = JourneyPosition().cross(0, *range(5)).draw_lines(0, 4)
    position.pick(8, "energy").play(("write", 20), ("line", 1))
    assert position.points_by_category()["complete_zones"] == 20 and position.points_by_category()["longest_zone"] == 3


@pytest.mark.parametrize(("errors", "energies", "line"), [(0, 1, True), (0, 2, False), (1, 3, True), (1, 4, False)])
def test_system_errors_circle_energies(errors, energies, line):
    """journey 2.2: the first and the second System Error circle an energy at once, with a line for a full pair."""
    position = JourneyPosition().cross_but(0).set(0, system_errors=errors, energies=energies)
    position.offer((8, "water"), (8, "water"), (8, "water"))
    assert position.value("energies") == energies + 1 and position.value("system_errors") == errors + 1
    assert position.asks() == ({"line"} if line else {"combination"}) and position.actor == int(not line)


@pytest.mark.parametrize(("errors", "energies"), [(2, 1), (2, 4), (0, 12), (1, 12)])
def test_system_errors_without_an_energy(errors, energies):
    """journey 2.2, 1.4: the third box gives nothing, and with 12 energies circled there is none left."""
    position = JourneyPosition().cross_but(0).set(0, system_errors=errors, energies=energies)
    position.offer((8, "water"), (8, "water"), (8, "water"))
    assert position.actor == 1 and position.value("energies") == energies
    assert position.value("system_errors") == errors + 1


def test_three_system_errors_end_the_game():
    """journey 1.4: there are three boxes."""
    assert JourneyPosition().set(0, system_errors=2).end() is None
    assert JourneyPosition().set(0, system_errors=3).end() == [-1, 1]


@pytest.mark.parametrize(("name", "play"), [("astronauts", ("shift", 2)), ("plannings", None)])
def test_symbols_earn_wild_actions(name, play):
    """journey 1.4, 3.6: 6 astronauts and 6 plannings; every second one circles a wild action."""
    earned = []
    for crossed_off in range(7):
        position = JourneyPosition().set(0, **{name: crossed_off})
        if play:
            position.pick(8, "astronaut").play(play, ("write", 20))
        else:
            position.pick(8, "planning").play(("write", 20), ("write_x", 21))
        assert position.value(name) == min(crossed_off + 1, 6)
        earned.append(position.value("wilds_earned"))
    assert earned == [0, 1, 0, 1, 0, 1, 0]
