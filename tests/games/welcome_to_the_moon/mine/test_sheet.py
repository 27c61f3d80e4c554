"""The mine, writing in it, and the actions (mine 1, 2, 3)."""

import pytest

from tests.games.welcome_to_the_moon.mine.positions import MinePosition
from tests.referees.welcome_to_the_moon.cards import X

# The printed sheet from top to bottom: P pearl, R ruby, p plant, w water.
MINERALS = ("PP-R-RRRPRPP", "R-P-R-RP-P-P", "PRRRPR--R-PR")
POCKETS = ("pwpw-p-wppwp", "pp-pw-wwpwpp")
ENERGIES = [1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 2]
ROBOTS = [3, 2, 1, 2, 1, 1, 1, 2, 2, 1, 0]
PLANT, WATER, PEARL, RUBY = range(4)
ROBOT_FACTORY = 10

# The number of every pocket by column and level above, counted column by column.
POCKET_AT = {}
for column in range(12):
    for level in range(2):
        if POCKETS[level][column] != "-":
            POCKET_AT[column, level] = len(POCKET_AT)


def test_a_new_sheet():
    """mine 1.1, 1.5: 36 empty cells, nothing circled or crossed off."""
    position = MinePosition()
    assert all(position.cells_for(number) == list(range(36)) for number in (1, 8, 15))
    assert position.pockets() == [] and position.pumps() == [] and position.points() == 0
    assert sum(position.value("energies")) == sum(position.value("robots")) == sum(position.value("resources")) == 0


@pytest.mark.parametrize(
    ("number", "cells"),
    [
        (8, [*range(1, 12), 16, 17, 19, *range(24, 36)]),
        (5, [*range(1, 12), *range(24, 36)]),
        (1, [12, 13, 14, *range(24, 36)]),
    ],
)
def test_levels(number, cells):
    """mine 2.1: each level ascends from left to right, columns are no zones."""
    position = MinePosition().put(0, {15: 5, 18: X, 20: 11, 0: 2})
    assert position.cells_for(number) == cells


def test_fitting_cells_follow_written_numbers():
    """mine 2.1: numbers and X written one after the other leave the fitting cells that the rules say."""
    position = MinePosition().pick(5, "planning").play(("write", 15), ("write_x", 18))
    position.pick(11, "energy").play(("write", 20), ("energy_of_factory", 0))
    position.pick(2, "energy").play(("write", 0), ("energy_of_factory", 1))
    expected = MinePosition().put(0, {15: 5, 18: X, 20: 11, 0: 2})
    assert position.fitting_cells() == expected.fitting_cells() and position.filled() == expected.filled()


@pytest.mark.parametrize("column", range(12))
@pytest.mark.parametrize("fill", ["number", "x"])
def test_minerals(column, fill):
    """mine 1.1, 2.2, 4.1: a column brings the minerals of its cells, however they were filled."""
    position = MinePosition().cross(0, column, column + 12)
    if fill == "x":
        position.pick(8, "planning").play(("write", 24 if column else 25), ("write_x", column + 24))
    else:
        position.pick(8, "astronaut").play(("shift", 2), ("write", column + 24))
    position.finish_turn()
    printed = [level[column] for level in MINERALS]
    assert position.value("resources") == [0, 0, printed.count("P"), printed.count("R")]
    assert position.pumps() == [column]


def test_all_minerals():
    """mine 1.1, 1.2: 12 pearls, 14 rubies, 12 plants and 8 waters."""
    position = MinePosition().cross(0, *range(36)).circle_pockets(0, *range(20))
    position.offer((8, "water"), (8, "water"), (8, "water")).finish_turn()
    assert position.value("resources") == [12, 8, 12, 14] and position.pumps() == list(range(12))


def test_a_system_error_brings_nothing():
    """mine 2.3, 1.5: only a box; three of them end the game."""
    position = MinePosition().cross_but(0).circle_pumps(0, *range(12))
    position.offer((8, "energy"), (8, "robot"), (8, "plant"))
    assert position.actor == 1 and position.value("system_errors") == 1
    assert sum(position.value("energies")) == sum(position.value("robots")) == 0
    assert MinePosition().set(0, system_errors=2).end() is None
    assert MinePosition().set(0, system_errors=3).end() == [-1, 1]


@pytest.mark.parametrize("action", ["plant", "water"])
@pytest.mark.parametrize("cell", range(36))
def test_pockets(action, cell):
    """mine 1.2, 3.1, 3.7: a plant or water directly above or below the cell just numbered, or none of them."""
    level, column = divmod(cell, 12)
    beside = [(column, above) for above in (level - 1, level) if (column, above) in POCKET_AT]
    expected = [POCKET_AT[place] for place in beside if POCKETS[place[1]][column] == action[0]]
    position = MinePosition().pick(8, action).act("write", cell)
    if not expected:
        assert position.actor == 1 and position.pockets() == []
        return
    assert position.legal() == {("pass", 0), *(("pocket", pocket) for pocket in expected)}
    position.act("pocket", expected[-1])
    assert position.actor == 1 and position.pockets() == expected[-1:]
    declined = MinePosition().pick(8, action).act("write", cell).act("pass")
    assert declined.actor == 1 and declined.pockets() == []
    other = MinePosition().circle_pockets(0, expected[0]).pick(8, action).act("write", cell)
    assert other.legal("pocket") == expected[1:], "a circled one is no choice any more"


def test_an_x_circles_no_plant():
    """mine 3.1: only the number of the combination with its action does."""
    position = MinePosition().pick(8, "planning").play(("write", 35), ("write_x", 20))
    assert position.pockets() == []


@pytest.mark.parametrize(("action", "symbols", "name"), [("energy", ENERGIES, "energies"), ("robot", ROBOTS, "robots")])
def test_symbols_of_the_factories(action, symbols, name):
    """mine 1.3, 1.4, 1.5, 3.2: 14 energies and 16 robots in eleven factories; neither stands for the other."""
    for factory, count in enumerate(symbols):
        position = MinePosition()
        for crossed_off in range(count):
            position.pick(8, action).act("write", 20)
            assert position.asks() == {f"{action}_of_factory", "pass"}
            position.act(f"{action}_of_factory", factory).put(0, {20: -1})
            assert position.value(name) == [crossed_off + 1 if other == factory else 0 for other in range(11)]
            if position.asks() == {"robot_of_factory"}:
                break
        left = [other for other, most in enumerate(symbols) if most and (other != factory or not count)]
        if factory != ROBOT_FACTORY or action == "robot":
            assert position.pick(8, action).act("write", 20).legal(f"{action}_of_factory") == left
    assert (sum(ENERGIES), sum(ROBOTS)) == (14, 16)


def test_the_last_symbols():
    """mine 3.2, 3.7: the only factory left may be declined, too; without one nothing happens."""
    for action, name, symbols in (("energy", "energies", ENERGIES), ("robot", "robots", ROBOTS)):
        before = [symbols[0] - 1, *symbols[1:]]
        position = MinePosition().set(0, **{name: before})
        position.pick(8, action).act("write", 20)
        assert position.legal() == {(f"{action}_of_factory", 0), ("pass", 0)}
        assert position.act("pass").actor == 1 and position.value(name) == before
        position.pick(9, action).play(("write", 21), (f"{action}_of_factory", 0))
        assert position.actor == 1 and position.value(name) == symbols
        position.pick(10, action).act("write", 22)
        assert position.actor == 1 and position.value(name) == symbols


def test_upgrading():
    """mine 3.3, 6.2: the energy and the 3 robots of the plant factory make every plant count 4 instead of 2."""
    position = MinePosition().set(0, resources=[9, 0, 0, 0], filling_bonuses=[1, 0, 0, 0])
    position.complete(0, 0).sheet(0)["robots"][0] = 2
    assert position.points() == 9 * 2 + 8
    position.pick(8, "robot").play(("write", 20), ("robot_of_factory", 0))
    assert position.points() == 9 * 4 + 8


@pytest.mark.parametrize("factory", range(6, 10))
@pytest.mark.parametrize("action", ["energy", "robot"])
def test_secondary_factories(factory, action):
    """mine 1.4, 3.3, 3.4: 2 resources at once to the factory below; they do not come from the mine."""
    position = MinePosition().complete(0, factory)
    name = "energies" if action == "energy" else "robots"
    position.sheet(0)[name][factory] -= 1
    assert position.value("resources") == [0, 0, 0, 0]
    position.pick(8, action).play(("write", 20), (f"{action}_of_factory", factory))
    assert position.value("resources") == [2 * (factory - 6 == resource) for resource in range(4)]
    assert position.pockets() == [] and position.pumps() == [] and position.actor == 1


def test_the_chain_of_the_robot_factory():
    """mine 3.5, 3.4, 1.4: an energy brings 3 robots: one brings 2 plants, 7 to 9, two go to the plant factory."""
    position = MinePosition().set(0, resources=[7, 0, 0, 0])
    position.set(0, energies=[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
    position.pick(8, "energy").play(("write", 20), ("energy_of_factory", ROBOT_FACTORY))
    assert position.actor == 0 and position.legal("robot_of_factory") == list(range(10))
    position.act("robot_of_factory", 6)
    assert position.value("resources") == [9, 0, 0, 0] and position.actor == 0
    position.play(("robot_of_factory", 0), ("robot_of_factory", 0))
    assert position.actor == 1 and position.value("robots") == [2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    position.finish_turn()
    assert position.value("filling_bonuses") == [1, 0, 0, 0] and position.points_by_category()["plants"] == 9 * 2 + 8


@pytest.mark.parametrize("left", range(4))
def test_robots_as_far_as_they_are_left(left):
    """mine 3.5: when fewer than 3 are left all of them are crossed off; without a choice nobody is asked."""
    position = MinePosition().set(0, robots=[3 - left, *ROBOTS[1:]], energies=[0] * 10 + [1])
    position.pick(8, "energy").play(("write", 20), ("energy_of_factory", ROBOT_FACTORY))
    assert position.actor == 1 and position.value("robots") == ROBOTS


def test_astronauts_and_plannings():
    """mine 3.6, 1.3: 8 astronauts and 6 plannings; full rows stay full."""
    for astronauts, plannings in ((0, 0), (7, 5), (8, 6)):
        position = MinePosition().set(0, astronauts=astronauts, plannings=plannings)
        position.pick(8, "astronaut").play(("shift", 0), ("write", 20))
        assert position.value("astronauts") == min(astronauts + 1, 8) and position.filled() == {20: 6}
        position.pick(8, "planning").play(("write", 21), ("write_x", 3))
        assert position.value("plannings") == min(plannings + 1, 6) and position.cells()[3] == X


@pytest.mark.parametrize(
    ("action", "asked"),
    [
        ("planning", "write_x"),
        ("robot", "robot_of_factory"),
        ("energy", "energy_of_factory"),
        ("plant", "pocket"),
        ("water", "pocket"),
    ],
)
def test_every_action_may_be_declined(action, asked):
    """mine 3.7, 3.6: a declined action leaves nothing behind; without an X no planning is crossed off."""
    cell = 19 if action == "water" else 20
    position = MinePosition().pick(8, action).act("write", cell)
    assert position.asks() == {"pass", asked}
    position.act("pass")
    assert position.actor == 1 and position.filled() == {cell: 8}
    assert sum(position.value("energies")) == sum(position.value("robots")) == 0
    assert position.pockets() == [] and position.value("plannings") == 0


def test_the_robots_of_the_robot_factory_are_compulsory():
    """mine 3.5, 3.7: no pass, neither for the first nor for the last of them."""
    position = MinePosition().set(0, energies=[0] * 10 + [1])
    position.pick(8, "energy").play(("write", 20), ("energy_of_factory", ROBOT_FACTORY))
    for factory in (0, 1, 2):
        assert position.asks() == {"robot_of_factory"}
        position.act("robot_of_factory", factory)
    assert position.actor == 1 and sum(position.value("robots")) == 3
