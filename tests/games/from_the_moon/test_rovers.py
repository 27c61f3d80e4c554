"""Sending rovers: tiles, tasks, powers, terrain (from_the_moon 5.1 to 5.5)."""

import pytest

from tests.games.from_the_moon.positions import METAL, POLYMER, WATER, Position


def test_tiles_without_a_rover():
    """from_the_moon 1.5, 5.1: every tile without a rover."""
    position = Position().rovers(None, 3).rovers(0, 8, seat=1).act(("main_action", 0), ("rover", 0))
    assert position.legal() == {("tile", tile) for tile in (1, 2, 4, 5, 6, 7)}
    position.act(("tile", 2))
    assert position.own("rover_tile") == [2, 3, -1]


def test_sending_ends_the_turn():
    """from_the_moon 3.1, 5.3: tasks may be left unused."""
    position = Position().cubes(4, metal=2).send(4)
    assert position.act("decline").actor == 1 and position.owned() == (0, 0, 0, 0)


def test_rovers_with_the_same_crew():
    """from_the_moon 12.5: of two with the same crew the first one is offered."""
    position = Position().crew(0, basics=(1, 1, 0)).crew(1, basics=(1, 1, 0)).act(("main_action", 0))
    assert position.legal() == {("rover", 0), ("rover", 2)}
    away = Position().crew(0, basics=(1, 1, 0)).crew(1, basics=(1, 1, 0)).rovers(4).act(("main_action", 0))
    assert away.legal() == {("rover", 1), ("rover", 2)}
    other = Position().crew(0, specialists=(1, 0, 0)).crew(1, basics=(1, 0, 0)).act(("main_action", 0))
    assert other.legal() == {("rover", 0), ("rover", 1), ("rover", 2)}


def test_colours():
    """from_the_moon 5.3: only cubes of the own colour."""
    position = Position().crew(0, basics=(1, 0, 1)).cubes(4, metal=1, water=2, polymer=1).send(4)
    assert position.options() == {("collect", METAL), ("collect", POLYMER), "terrain_task", "decline"}
    position.act(("collect", POLYMER))
    # Collecting metal comes before polymer in the order of tasks (from_the_moon 12.5).
    assert position.options() == {"terrain_task", "decline"}


def test_tasks_of_a_colour():
    """from_the_moon 5.3, 5.4: a basic astronaut and a specialist have three tasks; one can be the power."""
    position = Position().table(powers=[0, 1, 2]).crew(0, basics=(1, 0, 0), specialists=(1, 0, 0)).cubes(4, metal=4)
    position.buildings(5).send(4).act(("collect", METAL))
    assert ("ability", METAL) in position.legal()
    position.act(("ability", METAL))
    assert position.options() == {"terrain_task", "decline"} and position.argument(1) == 1
    assert position.owned() == (1, 0, 0, 1)


def test_power_once_for_each_specialist():
    """from_the_moon 5.4: two specialists use it twice."""
    position = Position().table(powers=[0, 1, 2]).crew(0, specialists=(2, 0, 0)).buildings(5, 6, 9).send(4)
    position.act(("ability", METAL), ("ability", METAL))
    assert position.owned() == (0, 0, 0, 6) and ("ability", METAL) not in position.legal()


def test_power_that_counts_nothing():
    """from_the_moon 5.4: is not offered."""
    position = Position().table(powers=[0, 1, 2]).crew(0, specialists=(1, 1, 1)).send(4, rover=0)
    assert position.options() == {"terrain_task", "decline"}


@pytest.mark.parametrize("color", range(3))
def test_powers_belong_to_colours(color):
    """from_the_moon 2.3, 5.4: the power of the enemy rovers for each colour."""
    powers = [0, 0, 0]
    powers[color], powers[(color + 1) % 3], powers[(color + 2) % 3] = 1, 0, 2
    specialists = [int(place == color) for place in range(3)]
    position = Position(4).table(powers=powers).crew(0, specialists=specialists).give(energy=(0, 5))
    position.rovers(1, 6, seat=1).rovers(4, seat=2).rovers(9, seat=3).send(5).act(("ability", color))
    assert position.gauge() == (4, 5)


def test_terrain_is_the_last_task():
    """from_the_moon 5.5: tasks that are left are gone."""
    position = Position().crew(0, basics=(2, 0, 0)).cubes(4, metal=3).terrain(4, 3).send(4).act("terrain_task")
    assert position.actor == 1 and position.owned() == (0, 0, 0, 1) and position.state["cubes"][4, 0] == 3


def test_payment_of_terrain_is_due():
    """from_the_moon 5.5, 8.1: training for energy; without energy or food it is refused without asking."""
    position = Position().terrain(4, 2).send(4).act("terrain_task", ("option", 0), ("train", 0))
    assert position.gauge() == (4, 5) and position.own("specialists")[0] == [1, 0, 0]
    poor = Position().terrain(4, 2).give(energy=(0, 5)).send(4).act("terrain_task")
    assert poor.actor == 1


def test_cubes_do_not_hinder_terrain():
    """from_the_moon 1.5: full tiles, occupied tiles and built tiles have their effects."""
    position = Position().terrain(4, 3).cubes(4, 2, 1, 1).buildings(5, 6, 9, 10, seat=1).send(4, rover=1)
    assert "terrain_task" in position.legal()
    position.act(("collect", WATER))
    assert position.state["cubes"][4].tolist() == [2, 0, 1] and position.actor == 1
