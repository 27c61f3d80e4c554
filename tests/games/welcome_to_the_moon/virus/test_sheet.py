"""The sheet of Virus, writing on it, and the actions (virus 1, 2, 3)."""

import pytest

from tests.games.welcome_to_the_moon.virus.positions import VirusPosition
from tests.referees.welcome_to_the_moon.cards import ACTIONS, INFECTED, X

ASTRONAUT, ENERGY, PLANNING = (ACTIONS.index(name) for name in ("astronaut", "energy", "planning"))

# The printed sheet by quarter, counted from 0: neighbours, the place of the tank (None: no tank), plants.
NEIGHBOURS = (
    *((1, 4, 7), (0, 2, 4, 5)),
    *((1, 3, 5, 6), (2, 6, 10)),
    *((0, 1, 5, 7, 8), (1, 2, 4, 6, 8, 9), (2, 3, 5, 9, 10)),
    *((0, 4, 8), (4, 5, 7, 9)),
    *((5, 6, 8, 10), (3, 6, 9)),
)
TANK_PLACES = (0, 1, 2, 4, 2, None, 3, 1, 2, 1, 2)
PLANTS = (1, 1, 2, 1, 2, 2, 2, 1, 2, 1, 1)
FLOORS = ((0, 1), (2, 3), (4, 5, 6), (7, 8), (9, 10))
TANK_CELLS = [5 * quarter + place for quarter, place in enumerate(TANK_PLACES) if place is not None]


def test_a_new_sheet():
    """virus 1.1, 1.2, 1.3, 1.5, 3.2: 55 spaces, one infected; one energy each, all walkways open, nothing crossed."""
    position = VirusPosition()
    assert all(position.cells_for(number) == list(range(1, 55)) for number in (1, 8, 15))
    assert position.walkways() == [] and position.tanks() == [] and position.evacuated() == []
    assert position.value("energies") == position.value("plants") == [0] * 11
    assert position.active() == [] and position.symbols() == [] and position.points() == -1
    assert all(position.value(name) == 0 for name in ("astronauts", "plannings", "system_errors", "wilds_earned"))


def test_spaces_are_named_by_quarter():
    """virus 1.1: eleven quarters of five spaces; words count from 1."""
    ranges = {action_range.name: action_range.meanings for action_range in VirusPosition().game.actions.ranges}
    spaces = [f"space {space} of quarter {quarter}" for quarter in range(1, 12) for space in range(1, 6)]
    assert ranges["write"] == tuple(f"write the number on {space}" for space in spaces)
    assert ranges["infect"] == tuple(f"infect {space}" for space in spaces)


@pytest.mark.parametrize("quarter", range(11))
def test_walkways(quarter):
    """virus 1.3, 3.2: 22 walkways; closing those of a quarter leaves it without neighbours."""
    pairs = sorted({tuple(sorted((one, other))) for one, others in enumerate(NEIGHBOURS) for other in others})
    meanings = next(each.meanings for each in VirusPosition().game.actions.ranges if each.name == "walkway")
    assert meanings == tuple(f"close the walkway between quarters {one + 1} and {other + 1}" for one, other in pairs)
    assert len(pairs) == 22
    position = VirusPosition()
    for walkway in [walkway for walkway, ends in enumerate(pairs) if quarter in ends]:
        position.pick(8, "robot").act("write", 54)
        assert set(position.legal("walkway")) == set(range(22)) - set(position.walkways())
        position.act("walkway", walkway).put(0, {54: -1})
    assert len(position.walkways()) == len(NEIGHBOURS[quarter])
    assert [pairs[walkway] for walkway in position.walkways()] == [ends for ends in pairs if quarter in ends]


@pytest.mark.parametrize("quarter", [0, 3, 7, 10])
def test_the_grey_virus(quarter):
    """virus 1.4, 1.6: in one of the four empty targets, with one of its spaces infected: 20 choices."""
    position = VirusPosition(2, grey=None)
    spaces = [5 * target + space for target in (0, 3, 7, 10) for space in range(5)]
    assert position.legal() == {("infect", cell) for cell in spaces}
    position.act("infect", 5 * quarter + 3)
    assert position.actor == 1 and position.legal() == {("infect", cell) for cell in spaces}
    position.act("infect", 52)
    assert [position.value("grey", seat) for seat in range(2)] == [quarter, 10]
    assert [position.filled(seat) for seat in range(2)] == [{5 * quarter + 3: INFECTED}, {52: INFECTED}]
    assert position.state["turn"] == 1 and position.asks() == {"combination"}
    assert position.propagate(0) == [quarter] and position.propagate(1) == [10]


@pytest.mark.parametrize(("number", "cells"), [(8, [3, 6]), (5, [0, 1]), (11, [8, 9]), (6, []), (10, [])])
def test_floors(number, cells):
    """virus 2.1: a 6 in cell 2, infected cell 4, an X in cell 5, a 10 in cell 7 of the first floor."""
    position = VirusPosition(grey=35).put(0, {2: 6, 5: X, 7: 10}).infect(0, 4)
    assert [cell for cell in position.cells_for(number) if cell < 10] == cells
    assert [cell for cell in position.cells_for(number) if cell >= 10] == [*range(10, 35), *range(36, 55)]


@pytest.mark.parametrize("floor", range(5))
def test_floors_are_the_zones(floor):
    """virus 1.1, 2.1: a number bounds its floor on both sides, over closed walkways, and no other floor."""
    cells = [5 * quarter + space for quarter in FLOORS[floor] for space in range(5)]
    position = VirusPosition(grey=35 if floor != 3 else 0).close(0, *range(22)).put(0, {cells[7]: 8})
    others = set(range(55)) - set(cells) - set(position.infected())
    assert set(position.cells_for(7)) == others | set(cells[:7])
    assert set(position.cells_for(9)) == others | set(cells[8:])
    assert set(position.cells_for(8)) == others


def test_infected_spaces_cannot_be_filled():
    """virus 2.1, welcome 4.2: neither by a number nor by an X."""
    position = VirusPosition().infect(0, 20, 21).pick(8, "planning")
    assert {0, 20, 21}.isdisjoint(position.legal("write"))
    position.act("write", 54)
    assert position.legal("write_x") == [cell for cell in range(54) if cell not in (0, 20, 21)]


def test_fitting_cells_follow_what_is_written_and_infected():
    """virus 2.1, welcome 4.2: numbers, X and infections one after the other leave what the rules say."""
    position = VirusPosition(grey=35).pick(6, "planning").play(("write", 2), ("write_x", 5)).set(0, system_errors=1)
    position.pick(10, "energy").act("write", 7)
    position.sheet(0)["grey"] = 0
    position.propagate(0)
    expected = VirusPosition(grey=35).put(0, {2: 6, 5: X, 7: 10}).infect(0, 0)
    assert position.fitting_cells() == expected.fitting_cells() and position.filled() == expected.filled()


def test_complete_and_quarantined_quarters():
    """virus 2.2: number, X and infection complete a quarter; closing the last walkway quarantines it."""
    position = VirusPosition(missions=(94, 97, 98)).put(0, {10: 4, 11: 5, 12: X, 14: 15}).infect(0, 13)
    position.pick(8, "robot").play(("write", 54), ("walkway", 0)).finish_turn()
    assert position.evacuated() == [2]
    position.close(0, 3, 6, 7, 8, 13, 15, 19)
    assert position.missions_met() == []
    assert position.close(0, 20).missions_met() == [1]


@pytest.mark.parametrize("errors", [1, 2, 3])
def test_system_errors(errors):
    """virus 2.3: the second and the third bring a propagation to that player only, the third before the game ends."""
    position = VirusPosition(3).block(1).set(1, system_errors=errors - 1)
    position.offer((8, "robot"), (9, "robot"), (10, "robot")).finish_player()
    assert position.actor == 2 and position.value("system_errors", 1) == errors and position.infections() == [1, 1, 1]
    position.finish_player()
    asked = [[], [0] if errors > 1 else [], []]
    assert position.infect_asked() == asked and position.infections() == [1, 1 + (errors > 1), 1]
    assert position.is_over == (errors == 3)
    assert position.points_by_category(1)["system_errors"] == -5 * errors


@pytest.mark.parametrize("quarter", range(11))
def test_energy(quarter):
    """virus 1.2, 3.1, 3.8: unasked, an energy of the quarter of the number; three in all, then nothing happens."""
    position = VirusPosition()
    for energies in (1, 2, 2):
        position.pick(8, "energy").act("write", 5 * quarter + 3)
        assert position.actor == 1
        assert position.value("energies") == [energies * (other == quarter) for other in range(11)]
        position.put(0, {5 * quarter + 3: -1})
    position.set(0, energies=[0] * 11).pick(8, "energy").act("write", 5 * quarter + 3)
    assert position.points_by_category()["quarters"] == 1 * 2


def test_energy_of_a_quarter_just_completed():
    """virus 3.1, 4.1, 4.4: 3 numbers, an infection, 2 energies and a number with energy: 4 x 3; with an X 4 x 2."""
    quarter = {30: 2, 31: 4, 33: 9}
    position = VirusPosition().put(0, quarter).infect(0, 34).set(0, energies=[0] * 6 + [1] + [0] * 4)
    position.pick(7, "energy").act("write", 32)
    assert position.evacuated() == [], "evacuation belongs to the incidents"
    position.finish_turn()
    assert position.evacuated() == [6] and position.points_by_category()["quarters"] == 4 * 3
    position = VirusPosition().put(0, quarter).infect(0, 34).set(0, energies=[0] * 6 + [1] + [0] * 4)
    position.pick(7, "planning").play(("write", 54), ("write_x", 32)).finish_turn()
    assert position.evacuated() == [6] and position.points_by_category()["quarters"] == 4 * 2 + 1


def test_the_last_walkway():
    """virus 3.2, 3.8: it may be declined, too; without an open one Robot does nothing."""
    position = VirusPosition().close(0, *range(21)).pick(8, "robot").act("write", 20)
    assert position.legal() == {("walkway", 21), ("pass", 0)}
    position.act("walkway", 21)
    assert position.actor == 1 and position.walkways() == list(range(22))
    position.pick(9, "robot").act("write", 21)
    assert position.actor == 1


@pytest.mark.parametrize("quarter", range(11))
def test_plants(quarter):
    """virus 1.2, 3.3: one or two plants of the quarter of the number, each crosses off a symbol of the track."""
    position = VirusPosition()
    for plants in range(1, PLANTS[quarter] + 1):
        position.pick(8, "plant").act("write", 5 * quarter + 3)
        assert position.legal() == {("use", 0), ("pass", 0)}
        position.act("use").finish_player().put(0, {5 * quarter + 3: -1})
        assert position.value("plants") == [plants * (other == quarter) for other in range(11)]
    position.pick(8, "plant").act("write", 5 * quarter + 3)
    assert position.actor == 1, "no plant is left in this quarter"
    assert sum(PLANTS) == 16


@pytest.mark.parametrize("cell", range(1, 55))
def test_water(cell):
    """virus 1.2, 3.4: the tank of the space just numbered, if it has one."""
    position = VirusPosition().pick(8, "water").act("write", cell)
    if cell not in TANK_CELLS:
        assert position.actor == 1 and position.tanks() == []
        return
    assert position.legal() == {("use", 0), ("pass", 0)}
    assert position.act("use").tanks() == [TANK_CELLS.index(cell)] and position.actor == 1


def test_lost_tanks():
    """virus 3.4, 5.1: filled by another action, by an X, by a declined Water, or infected (0), a tank is lost."""
    position = VirusPosition().pick(8, "energy").act("write", 6)
    position.pick(9, "planning").play(("write", 54), ("write_x", 12))
    position.pick(8, "water").play(("write", 19), "pass")
    assert position.tanks() == [] and position.points_by_category()["water"] == 0
    fitting = position.cells_for(12)
    assert {0, 6, 12, 19}.isdisjoint(fitting)


def test_astronauts_and_plannings():
    """virus 3.6, 1.5: six symbols each; every second one circles a wild action; full rows stay full."""
    for crossed_off in range(7):
        after = min(crossed_off + 1, 6)
        wilds = 2 * (crossed_off // 2)
        position = VirusPosition().set(0, astronauts=crossed_off, plannings=crossed_off)
        position.set(0, wilds_earned=wilds, wilds_used=wilds)
        position.pick(8, "astronaut").play(("shift", 0), ("write", 20))
        assert position.value("astronauts") == after and position.filled()[20] == 6
        assert position.value("wilds_earned") == crossed_off // 2 + after // 2
        position.set(0, wilds_used=position.value("wilds_earned"))
        position.pick(8, "planning").play(("write", 21), ("write_x", 3))
        assert position.value("plannings") == after and position.filled()[3] == X
        assert position.value("wilds_earned") == 2 * (after // 2)


def test_wild_actions():
    """virus 3.6: a wild Energy, Plant or Water depends on the space just numbered; a wild Planning writes an X."""
    position = VirusPosition().set(0, astronauts=2, wilds_earned=1).pick(8, "robot")
    assert position.legal("wild") == [index for index, name in enumerate(ACTIONS) if name != "robot"]
    position.play(("wild", ENERGY), ("write", 27))
    assert position.actor == 1 and position.value("energies")[5] == 1 and position.value("wilds_used") == 1
    position = VirusPosition().set(0, astronauts=2, wilds_earned=1).pick(8, "robot")
    position.play(("wild", ACTIONS.index("plant")), ("write", 27), "use")
    assert position.actor == 1 and position.value("plants")[5] == 1
    position = VirusPosition().set(0, plannings=2, astronauts=1, wilds_earned=1).pick(8, "robot")
    position.play(("wild", ASTRONAUT), ("shift", 4), ("write", 27))
    assert position.filled()[27] == 10 and [position.value(n) for n in ("wilds_earned", "wilds_used")] == [2, 1]
    position = VirusPosition().set(0, astronauts=2, plannings=1, wilds_earned=1).pick(8, "robot")
    position.play(("wild", PLANNING), ("write", 27), ("write_x", 1))
    assert position.filled()[1] == X and [position.value(n) for n in ("wilds_earned", "wilds_used")] == [2, 1]


@pytest.mark.parametrize("wilds", [0, 1])
def test_a_wild_action_never_obliges(wilds):
    """virus 3.6, welcome 4.6: the only empty space is behind a 9; 8 + 2 with a wild action, or the System Error."""
    offer = (8, "robot"), (3, "plant"), (5, "energy")

    def one_space_left():
        position = VirusPosition().cross_but(0, 54).infect(0, 0).put(0, {53: 9})
        return position.set(0, astronauts=2, wilds_earned=1, wilds_used=1 - wilds)

    position = one_space_left().offer(*offer)
    if not wilds:
        assert position.actor == 1 and position.value("system_errors") == 1
    else:
        assert position.actor == 0 and position.legal() == {("combination", 0), ("system_error", 0)}
        position.act("combination", 0)
        assert position.legal() == {("wild", ASTRONAUT)}
        position.act("wild", ASTRONAUT)
        assert position.legal() == {("shift", 4)}
        position.play(("shift", 4), ("write", 54))
        assert position.filled()[54] == 10 and position.value("wilds_used") == 1
        refused = one_space_left().offer(*offer).act("system_error")
        assert refused.actor == 1 and refused.value("system_errors") == 1 and refused.value("wilds_used") == 0
    position = one_space_left().offer((8, "robot"), (10, "plant"), (5, "energy"))
    assert position.legal() == {("combination", number) for number in ([0, 1] if wilds else [1])}


@pytest.mark.parametrize(
    ("action", "asked"), [("robot", "walkway"), ("plant", "use"), ("water", "use"), ("planning", "write_x")]
)
def test_declining(action, asked):
    """virus 3.8, 3.6: a declined action leaves nothing behind; without an X no planning is crossed off."""
    position = VirusPosition().circle(0, plants=4, tanks=2).pick(8, action).act("write", 42)
    before = position.value("plants"), position.tanks()
    assert position.asks() == {"pass", asked}
    position.act("pass")
    assert position.actor == 1 and position.filled() == {0: INFECTED, 42: 8}
    assert (position.value("plants"), position.tanks()) == before and position.walkways() == []
    assert position.value("plannings") == 0
    position.finish_turn()
    assert position.active() == [] and position.infections() == [1, 1]


def test_an_energy_never_costs_anything():
    """virus 3.8: Energy without a pass lowers no score, moves no number, starts nothing and reaches no race.

    Whatever quarter, before and after: points do not fall, all numbers fit where they did, no virus, symbol or
    propagation comes of it, and mission 98 that it meets may be declined.
    """
    for quarter in range(11):
        cell = 5 * quarter + 3
        position = VirusPosition().pick(8, "energy").act("write", cell)
        without = VirusPosition().put(0, {cell: 8})
        assert position.fitting_cells() == without.fitting_cells()
        assert position.points() >= without.points()
        position.finish_turn()
        assert position.active() == position.symbols() == [] and position.infections() == [1, 1]
    position = VirusPosition().set(0, energies=[2] * 4 + [0] * 7)
    assert position.missions_met() == [2]
    assert position.act("no_mission").value("missions") == [0, 0, 0]


def test_an_astronaut_never_costs_anything():
    """virus 3.8: its symbol earns a wild action at most, which never obliges; points and fitting cells stay."""
    position = VirusPosition().set(0, astronauts=1).pick(8, "astronaut")
    assert position.asks() == {"shift"}
    position.play(("shift", 2), ("write", 20))
    without = VirusPosition().put(0, {20: 8})
    assert position.points() == without.points() and position.fitting_cells() == without.fitting_cells()
    assert position.value("wilds_earned") == 1
    position.finish_turn()
    assert position.active() == position.symbols() == [] and position.infections() == [1, 1]
