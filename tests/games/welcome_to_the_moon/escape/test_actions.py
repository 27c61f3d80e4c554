"""The actions of Escape and the race for the x2 bonuses (escape 3, 4)."""

import pytest

from tests.games.welcome_to_the_moon.escape.positions import (
    DOUBLED,
    GREENHOUSE_CELLS,
    GROUND_CELLS,
    MISSED,
    NOT_FILLED,
    STARSHIPS,
    TANK_CELLS,
    USELESS,
    EscapePosition,
)
from tests.referees.welcome_to_the_moon.cards import ACTIONS, EMPTY, X

OTHERS = (8, "water"), (8, "water")
ROBOT, ENERGY, PLANT, WATER, ASTRONAUT, PLANNING = range(6)
PLANTS_AT_START = [0, 0, 1, 1, 1, 2]
REACTORS_AT_START = [0, 0, 0, 1, 1, 2]
PENALTIES = (0, 1, 3, 6, 9, 12, 16, 20, 24, 28)


# Robot


def test_a_useless_airlock():
    """escape 3.1, 3.7: one between two accessible blocks may be activated, and changes nothing."""
    position = EscapePosition().activate_but(0, *USELESS).pick(8, "robot").act("write", 1)
    assert position.legal() == {("pass", 0), *(("airlock", airlock) for airlock in USELESS)}
    reached, cells = position.reached(), position.open_cells()
    position.act("airlock", USELESS[0])
    assert position.airlocks() == [airlock for airlock in range(24) if airlock != USELESS[1]]
    assert position.reached() == reached and position.open_cells() == cells


def test_the_last_airlock_and_none():
    """escape 3.1, 3.7: a single one may be declined; without one nothing is asked."""
    position = EscapePosition().activate_but(0, 5).pick(8, "robot").act("write", 1)
    assert position.legal() == {("airlock", 5), ("pass", 0)}
    assert position.act("pass").actor == 1 and 5 not in position.airlocks()
    assert EscapePosition().activate_but(0).pick(8, "robot").act("write", 1).actor == 1


@pytest.mark.parametrize("decline", [True, False])
def test_declining_a_robot(decline):
    """escape 3.7, 2.2: the last accessible cell is filled; who opens a block must write next turn."""
    position = EscapePosition().cross(0, *GROUND_CELLS).put(0, {5: EMPTY}).pick(8, "robot").act("write", 5)
    position.act(*(("pass",) if decline else ("airlock", 2)))
    position.offer((8, "water"), (9, "water"), (10, "water"))
    assert position.value("system_errors") == decline
    assert position.asks() == ({"airlock", "pass"} if decline else {"combination"})


# Water, Plant, Energy


@pytest.mark.parametrize("action", ["robot", "planning", "astronaut", "plant", "energy"])
def test_a_tank_is_lost(action):
    """escape 3.2: its cell is filled with another action, and water elsewhere does not circle it any more."""
    position = EscapePosition().activate_but(0).pick(8, action)
    if action == "astronaut":
        position.act("shift", 2)
    position.act("write", 6)
    if action == "planning":
        position.act("pass")
    assert position.actor == 1 and position.tanks() == []
    position.pick(9, "water").act("write", 8)
    assert position.actor == 1 and position.tanks() == []
    assert 6 not in position.cells_for(9)


def test_all_tanks():
    """escape 1.2, 3.2: one after the other, in ascending numbers; there is no pass."""
    position = EscapePosition().activate_but(0)
    for tank, cell in enumerate(TANK_CELLS):
        position.pick(5 + 5 * (cell in (6, 13, 25, 30, 36, 40)) + 9 * (cell == 17), "water").act("write", cell)
        assert position.actor == 1 and position.tanks() == list(range(tank + 1))


@pytest.mark.parametrize(
    ("action", "name", "before"), [("plant", "plants", PLANTS_AT_START), ("energy", "reactors", REACTORS_AT_START)]
)
@pytest.mark.parametrize("starship", range(6))
def test_plants_and_reactors(action, name, before, starship):
    """escape 1.3, 3.3, 3.4: one of the starship just numbered, until all three are circled; nothing is asked."""
    position = EscapePosition().activate_but(0)
    cells = [cell for cell in STARSHIPS[starship] if cell not in GREENHOUSE_CELLS]
    count = before[starship]
    for number, cell in enumerate(cells, start=1):
        position.pick(number, action).act("write", cell)
        assert position.actor == 1
        count = min(count + 1, 3)
        assert position.value(name) == [count if ship == starship else before[ship] for ship in range(6)]
    assert position.value("plants" if action == "energy" else "reactors") == (
        REACTORS_AT_START if action == "plant" else PLANTS_AT_START
    )


@pytest.mark.parametrize("airlock", [3, 2])
def test_a_greenhouse_need_not_be_accessible(airlock):
    """escape 3.3: nor filled; a number anywhere in the starship circles its plant."""
    position = EscapePosition().activate(0, airlock).pick(8, "plant").act("write", {3: 14, 2: 9}[airlock])
    assert position.value("plants") == [0, 1, 1, 1, 1, 2] and position.value("doubles") == [NOT_FILLED] * 6
    position = EscapePosition().activate_but(0).pick(8, "plant").act("write", 15)
    assert position.value("plants") == [0, 1, 1, 1, 1, 2] and position.value("doubles")[1] == DOUBLED
    position.pick(9, "plant").act("write", 16)
    assert position.value("plants")[1] == 2


# Planning


def test_an_x_goes_to_an_accessible_cell():
    """escape 3.5, 2.2, welcome 4.8: in any starship and without any order; never where no airlock leads."""
    position = EscapePosition().activate(0, 3, 6).put(0, {12: 9, 14: 11}).pick(8, "planning").act("write", 3)
    assert position.legal() == {("pass", 0), *(("write_x", cell) for cell in (0, 1, 2, 5, 6, 7, 8, 13, 15))}
    position.act("write_x", 15)
    assert position.actor == 1 and position.filled() == {3: 8, 12: 9, 14: 11, 15: X}
    assert position.value("doubles") == [NOT_FILLED, DOUBLED] + [NOT_FILLED] * 4


def test_planning_boxes():
    """escape 3.5, 3.6, 1.6: nine boxes of ascending cost; with all crossed off an X costs nothing more."""
    position = EscapePosition().activate_but(0)
    for crossed_off in range(11):
        penalty = PENALTIES[min(crossed_off, 9)]
        assert position.points_by_category()["planning"] == -penalty
        assert position.value("plannings") == min(crossed_off, 9)
        number, cell = crossed_off + 1, (5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 20)[crossed_off]
        position.pick(number, "planning").play(("write", cell), ("write_x", (1, 2, 3, *range(29, 37))[crossed_off]))
        assert position.actor == 1


def test_no_x_and_no_box():
    """escape 3.5, 3.7: declined, or without an accessible cell after the number."""
    position = EscapePosition().pick(8, "planning").play(("write", 1), "pass")
    assert position.actor == 1 and position.value("plannings") == 0 and position.filled() == {1: 8}
    position = EscapePosition().cross(0, *GROUND_CELLS).put(0, {1: EMPTY}).pick(8, "planning").act("write", 1)
    assert position.actor == 1 and position.value("plannings") == 0


def test_a_declined_x_is_not_paid_by_the_next_player():
    """escape 3.5: a box that one player owes does not pass on to the next."""
    position = EscapePosition().offer((8, "planning"), (9, "water"), (9, "water"))
    position.play(("combination", 0), ("write", 1), ("write_x", 0), ("airlock", 0))
    position.play(("combination", 0), ("write", 1), "pass")
    assert position.state["turn"] == 2 and [position.value("plannings", seat) for seat in range(2)] == [1, 0]
    assert position.airlocks(0) == [0] and position.airlocks(1) == []


# Astronaut and wild actions


@pytest.mark.parametrize("symbols", range(7))
def test_astronauts(symbols):
    """escape 1.6, 3.6: six symbols, every second one circles a wild action; a full row stays full."""
    position = EscapePosition().set(0, astronauts=symbols, wilds_earned=symbols // 2, wilds_used=symbols // 2)
    position.pick(8, "astronaut").play(("shift", 0), ("write", 1))
    after = min(symbols + 1, 6)
    assert position.actor == 1 and position.filled() == {1: 6} and position.value("astronauts") == after
    assert position.value("wilds_earned") == after // 2
    position.pick(9, "water")
    assert position.asks() == ({"wild", "keep_action"} if symbols in (1, 3, 5) else {"write"})


def test_plannings_earn_no_wild_action():
    """escape 3.6: unlike those of other adventures."""
    for plannings in range(10):
        position = EscapePosition().set(0, plannings=plannings).pick(8, "planning").play(("write", 1), ("write_x", 2))
        assert position.value("plannings") == min(plannings + 1, 9) and position.value("wilds_earned") == 0


def with_wild(number, action, **sheet):
    """A player with one wild action who has picked a combination."""
    return EscapePosition().set(0, astronauts=2, wilds_earned=1, **sheet).pick(number, action)


def test_a_wild_action_stands_for_any_other():
    """escape 3.6, welcome 4.9: the five other actions, or the one of the combination is kept."""
    for action, name in enumerate(ACTIONS):
        others = {("wild", other) for other in range(6) if other != action}
        assert with_wild(8, name).legal() == others | {("keep_action", 0)}


def test_wild_actions_have_all_consequences():
    """escape 3.6, 3.1, 3.2, 3.3, 3.4, 3.5: an airlock, a tank, a plant, a reactor, an X with its box, a symbol."""
    position = with_wild(8, "water").play(("wild", ROBOT), ("write", 1))
    assert position.asks() == {"airlock", "pass"} and position.act("airlock", 2).airlocks() == [2]
    assert with_wild(8, "robot").play(("wild", WATER), ("write", 2)).tanks() == [0]
    assert with_wild(8, "robot").play(("wild", PLANT), ("write", 1)).value("plants") == [1, 0, 1, 1, 1, 2]
    assert with_wild(8, "robot").play(("wild", ENERGY), ("write", 1)).value("reactors") == [1, 0, 0, 1, 1, 2]
    position = with_wild(8, "robot", plannings=1).play(("wild", PLANNING), ("write", 1), ("write_x", 2))
    assert position.actor == 1 and position.value("plannings") == 2 and position.value("wilds_earned") == 1
    position = with_wild(8, "robot").set(0, astronauts=3).play(("wild", ASTRONAUT), ("shift", 4), ("write", 1))
    assert position.filled() == {1: 10} and position.value("astronauts") == 4
    assert position.value("wilds_earned") == 2 and position.value("wilds_used") == 1
    assert position.pick(12, "robot").asks() == {"wild", "keep_action"}, "the new one is for a later turn"


def test_a_wild_action_with_a_robot_bonus():
    """escape 2.3, 3.6: the bonus is no action: both are used in the same turn."""
    position = with_wild(8, "water").play(("wild", ROBOT), ("write", 0), ("airlock", 3), ("airlock", 9))
    assert position.actor == 1 and position.airlocks() == [3, 9] and position.value("wilds_used") == 1


# Declining


@pytest.mark.parametrize(
    ("action", "asked"),
    [("robot", {"airlock", "pass"}), ("planning", {"write_x", "pass"}), *((a, None) for a in ACTIONS[1:5])],
)
def test_what_may_be_passed(action, asked):
    """escape 3.7, welcome 4.7: robot and planning; energy, plant, water and astronaut are used without asking."""
    position = EscapePosition().pick(8, action)
    if action == "astronaut":
        assert position.asks() == {"shift"}
        position.act("shift", 2)
    position.act("write", 2)
    assert position.actor == int(asked is None)
    if asked:
        assert position.asks() == asked
        position.act("pass")
        assert position.actor == 1 and position.filled() == {2: 8} and position.points() == 0


def test_why_four_actions_have_no_pass():
    """escape 3.7: whatever is circled, one more never lowers a score, opens no cell and reaches no race."""
    for symbols in range(4):
        sheet = {"plants": [symbols] * 6, "reactors": [symbols] * 6, "tanks": 0}
        position = EscapePosition().activate_but(0).cross_but(0, 1).double(0, 0).set(0, **sheet)
        before, cells, fitting = position.points(), position.open_cells(), position.fitting_cells()
        more = min(symbols + 1, 3)
        changes = [{"plants": [more] + [symbols] * 5}, {"reactors": [symbols] * 5 + [more]}, {"astronauts": symbols}]
        changes += [{"tanks": 1 << tank} for tank in range(13)]
        for change in changes:
            position.set(0, **{**sheet, **change})
            assert position.points() >= before and position.open_cells() == cells
            assert position.fitting_cells() == fitting and position.closed_races() == [0]


# The race for the x2 bonuses


def test_the_race_for_a_x2_bonus():
    """escape 4.1, 2.3, welcome 5.2: two fill the highest greenhouse in one turn, one with an X; the third is late."""
    position = EscapePosition(3)
    for seat in range(3):
        position.activate_but(seat)
    position.offer((8, "planning"), *OTHERS)
    position.play(("combination", 1), ("write", 1), ("combination", 1), ("write", 42))
    assert position.value("doubles", 1)[5] == DOUBLED and position.closed_races() == []
    position.play(("combination", 0), ("write", 1), ("write_x", 42))
    assert [position.value("doubles", seat)[5] for seat in range(3)] == [NOT_FILLED, DOUBLED, DOUBLED]
    assert position.closed_races() == [5] and position.state["turn"] == 2
    position.offer((9, "water"), *OTHERS)
    position.play(("combination", 0), ("write", 42), ("combination", 0), ("write", 5), ("combination", 0), ("write", 4))
    assert [position.value("doubles", seat)[5] for seat in range(3)] == [MISSED, DOUBLED, DOUBLED]
    assert position.value("doubles", 2)[0] == DOUBLED and position.closed_races() == [0, 5]
    assert [position.points_by_category(seat)["greenhouses"] for seat in range(3)] == [4, 8, 8]


def test_two_x2_bonuses_in_one_turn():
    """escape 4.1, 2.3: with the number and with the X; nobody gets them later."""
    position = EscapePosition().activate_but(0).activate_but(1).offer((8, "planning"), *OTHERS)
    position.play(("combination", 0), ("write", 19), ("write_x", 28), ("combination", 1), ("write", 1))
    assert position.value("doubles") == [NOT_FILLED, NOT_FILLED, DOUBLED, DOUBLED, NOT_FILLED, NOT_FILLED]
    assert position.closed_races() == [2, 3]
    position.offer((9, "planning"), *OTHERS).play(("combination", 1), ("write", 5))
    position.play(("combination", 0), ("write", 19), ("write_x", 28))
    assert position.value("doubles", 1)[2:4] == [MISSED, MISSED] and position.closed_races() == [2, 3]


def test_a_x2_bonus_is_not_seen_before_the_incidents():
    """escape 4.1, 2.3, welcome 3.2: who has filled a greenhouse sees it at once, the others when all have finished."""
    position = EscapePosition().activate(0, 0).activate(1, 0).offer((8, "water"), *OTHERS)
    position.play(("combination", 0), ("write", 4))
    assert position.value("doubles")[0] == DOUBLED and "x2 circled" in position.words(0)
    assert position.actor == 1 and position.features()["open_doubles"] == [1] * 6
    assert position.features()["opponent_1_doubles"] == [NOT_FILLED] * 6 and "x2 circled" not in position.words(1)
    position.play(("combination", 0), ("write", 3))
    assert position.actor == 0 and position.features()["open_doubles"] == [0, 1, 1, 1, 1, 1]
    position.finish_player()
    assert position.features()["opponent_1_doubles"][0] == DOUBLED and "x2 circled" in position.words(1)
    assert "no x2" in position.words(1).partition("Player 1")[2], "the own one is crossed off"


def test_nothing_of_a_turn_is_seen_before_the_incidents():
    """escape 4.1, welcome 3.2: neither airlocks nor what is circled."""
    position = EscapePosition().offer((8, "plant"), (9, "robot"), (9, "energy"))
    position.play(("combination", 1), ("write", 1), ("airlock", 3))
    known = position.features()
    assert position.actor == 1 and known["opponent_1_airlocks"] == [0] * 24
    assert sum(known["opponent_1_reached_blocks"]) == 2 and sum(known["opponent_1_cell_kinds"]) == 0
    position.play(("combination", 0), ("write", 1))
    known = position.features()
    assert position.actor == 0 and known["opponent_1_plants"] == [1, 0, 1, 1, 1, 2]
    assert [airlock for airlock, activated in enumerate(known["own_airlocks"]) if activated] == [3]
