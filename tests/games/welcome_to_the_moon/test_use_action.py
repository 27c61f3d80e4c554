"""What adventures with actions share (welcome 4.5 to 4.10, 8.14, 9.5, 10), on sheets of Journey."""

import pytest

from tests.games.welcome_to_the_moon.journey.positions import JourneyPosition
from tests.games.welcome_to_the_moon.positions import MISSIONS
from tests.referees.welcome_to_the_moon.astra import card_value
from tests.referees.welcome_to_the_moon.cards import ACTIONS, X

OTHERS = (8, "water"), (8, "water")
ASTRONAUT, PLANNING, WATER = (ACTIONS.index(name) for name in ("astronaut", "planning", "water"))
# Three combinations of which none fits as printed where only an 8 fits.
NEAR_MISSES = (5, "robot"), (10, "astronaut"), (12, "plant")


def one_cell_left(**sheet):
    """Only cell 20 is left, between 7 and 9."""
    return JourneyPosition().cross_but(0, 20).put(0, {19: 7, 21: 9}).set(0, **sheet)


@pytest.mark.parametrize(
    ("number", "values"), [(1, range(4)), (2, range(5)), (15, range(13, 18)), (8, range(6, 11)), (14, range(12, 17))]
)
def test_an_astronaut_modifies_the_number(number, values):
    """welcome 4.5: by up to 2 in either direction, within 0 to 17."""
    for value in values:
        position = JourneyPosition().pick(number, "astronaut")
        assert position.legal() == {("shift", value - number + 2) for value in values}
        position.play(("shift", value - number + 2), ("write", 20))
        assert position.filled() == {20: value} and position.value("astronauts") == 1


def test_a_shift_needs_a_cell():
    """welcome 4.5: only modified numbers that can be written are offered, and they obey their zone."""
    position = one_cell_left().put(0, {20: -1, 30: -1}).pick(10, "astronaut")
    assert position.legal("shift") == [0, 2, 3, 4], "8 between 7 and 9, 10 to 12 behind the 9"
    assert position.act("shift", 0).legal() == {("write", 20)}


def test_a_change_of_0_uses_the_astronaut():
    """welcome 4.5: the symbol is crossed off all the same."""
    position = JourneyPosition().pick(8, "astronaut").play(("shift", 2), ("write", 20))
    assert position.filled() == {20: 8} and position.value("astronauts") == 1 and position.actor == 1


def test_the_choice_of_a_system_error():
    """welcome 4.6, 9.1: nothing fits as printed, but 10 - 2 does: write the 8 or take the System Error."""
    position = one_cell_left().offer(*NEAR_MISSES)
    assert position.actor == 0 and position.legal() == {("combination", 1), ("system_error", 0)}
    position.act("combination", 1)
    assert position.legal() == {("shift", 0)}
    position.play(("shift", 0), ("write", 20))
    assert position.cells()[20] == 8 and position.value("system_errors") == 0
    position = one_cell_left(energies=2).offer(*NEAR_MISSES).act("system_error")
    assert position.actor == 1 and position.value("system_errors") == 1 and position.cells()[20] == -1
    assert position.value("astronauts") == 0


def test_no_system_error_while_a_printed_number_fits():
    """welcome 4.6: with an 8 on the table it must be written, as printed or as 10 - 2."""
    position = one_cell_left().offer((8, "robot"), *NEAR_MISSES[1:])
    assert position.legal() == {("combination", 0), ("combination", 1)}
    assert position.act("combination", 1).legal() == {("shift", 0)}


def test_a_system_error_without_a_choice():
    """welcome 4.6: when nothing fits modified either it is taken without asking."""
    position = one_cell_left(energies=2).offer((5, "astronaut"), (10, "robot"), (12, "astronaut"))
    assert position.actor == 1 and position.value("system_errors") == 1


def test_a_wild_action_never_obliges():
    """welcome 4.6, 4.9: a wild action used as an astronaut is a modification too."""
    position = one_cell_left(wilds_earned=1).offer((5, "robot"), (10, "plant"), (12, "plant"))
    assert position.legal() == {("combination", 1), ("system_error", 0)}
    position.act("combination", 1)
    assert position.legal() == {("wild", ASTRONAUT)}, "any other action could not be written"
    position.play(("wild", ASTRONAUT), ("shift", 0), ("write", 20))
    assert position.cells()[20] == 8 and position.value("wilds_used") == 1 and position.value("astronauts") == 1


def test_no_wild_action_in_a_system_error_turn():
    """welcome 4.4, 4.9: without a written number there is no action."""
    position = one_cell_left(wilds_earned=1, energies=2).offer((2, "robot"), (3, "plant"), (13, "plant"))
    assert position.actor == 1 and position.value("wilds_used") == 0 and position.value("system_errors") == 1


def test_an_action_follows_the_number():
    """welcome 4.7: once, after the number; one possible target is taken, without one nothing happens."""
    position = JourneyPosition().pick(8, "water").act("write", 1)
    assert position.actor == 1 and position.tanks() == [0]
    position.pick(9, "water").act("write", 2)
    assert position.actor == 1 and position.tanks() == [0]
    position.pick(10, "robot").act("write", 3)
    assert position.actor == 0 and position.asks() == {"robot"}, "declining cannot help"
    position.act("robot", 0)
    assert position.actor == 1 and position.value("robots") == [1, 0, 0, 0]


@pytest.mark.parametrize("action", ["energy", "planning"])
def test_declining(action):
    """welcome 4.7, 4.8: offered where it can help."""
    position = JourneyPosition().pick(8, action).act("write", 20)
    assert ("pass", 0) in position.legal()
    position.act("pass")
    assert position.actor == 1 and position.filled() == {20: 8} and position.lines() == []
    assert position.value("plannings") == 0 and position.value("energies") == 1


def test_planning_writes_an_x():
    """welcome 4.8: in any empty cell, without any order, after the number; a planning is crossed off."""
    position = JourneyPosition().put(0, {0: 1, 2: 2}).pick(8, "planning").act("write", 20)
    empty = [cell for cell in range(36) if cell not in (0, 2, 20)]
    assert position.legal() == {("write_x", cell) for cell in empty} | {("pass", 0)}
    position.act("write_x", 1)
    assert position.filled() == {0: 1, 1: X, 2: 2, 20: 8} and position.value("plannings") == 1


def test_planning_needs_an_empty_cell():
    """welcome 4.8: after the last cell was filled there is no X, and nothing is crossed off."""
    position = one_cell_left().offer((8, "planning"), *NEAR_MISSES[1:]).play(("combination", 0), ("write", 20))
    assert position.actor == 1 and position.value("plannings") == 0


@pytest.mark.parametrize("name", ["astronauts", "plannings"])
def test_earning_a_wild_action(name):
    """welcome 4.9: every second symbol circles one, which is first available in the next turn."""
    position = JourneyPosition().set(0, **{name: 1})
    if name == "astronauts":
        position.pick(8, "astronaut").play(("shift", 2), ("write", 20))
    else:
        position.pick(8, "planning").play(("write", 20), ("write_x", 21))
    assert position.actor == 1 and position.value("wilds_earned") == 1 and position.value("wilds_used") == 0
    position.pick(9, "plant")
    assert position.legal() == {("wild", index) for index, other in enumerate(ACTIONS) if other != "plant"} | {
        ("keep_action", 0)
    }


def test_spending_a_wild_action():
    """welcome 4.9: 9/plant becomes 9/planning: the 9 and an X are written and a planning is crossed off."""
    position = JourneyPosition().set(0, wilds_earned=1, astronauts=2).pick(9, "plant")
    position.play(("wild", PLANNING), ("write", 20), ("write_x", 7))
    assert position.actor == 1 and position.filled() == {7: X, 20: 9}
    assert [position.value(name) for name in ("plannings", "wilds_used", "astronauts")] == [1, 1, 2]
    assert position.value("plants") == [0] * 4, "the plant of the combination is not used"


def test_a_wild_action_may_earn_another():
    """welcome 4.9: with all that follows; but only one can be spent in a turn."""
    position = JourneyPosition().set(0, wilds_earned=2, astronauts=1).pick(9, "plant")
    position.play(("wild", ASTRONAUT), ("shift", 4))
    assert position.asks() == {"write"}
    position.act("write", 20)
    assert position.actor == 1 and position.filled() == {20: 11}
    assert [position.value(name) for name in ("astronauts", "wilds_earned", "wilds_used")] == [2, 3, 1]


def test_keeping_the_action():
    """welcome 4.9: a wild action need not be spent, and a spent one is gone."""
    position = JourneyPosition().set(0, wilds_earned=1).pick(9, "water").play("keep_action", ("write", 1))
    assert position.tanks() == [0] and position.value("wilds_used") == 0
    position = JourneyPosition().set(0, wilds_earned=2, wilds_used=2).pick(9, "water")
    assert position.asks() == {"write"}


def test_a_wild_action_depends_on_the_cell_like_any_other():
    """welcome 4.9: water used by a wild action circles the tank of the cell just numbered."""
    position = JourneyPosition().set(0, wilds_earned=1).pick(9, "robot").play(("wild", WATER), ("write", 17))
    assert position.actor == 1 and position.tanks() == [5] and position.value("robots") == [0] * 4


@pytest.mark.parametrize("errors", range(4))
def test_the_penalty_of_system_errors(errors):
    """welcome 4.10: 0, 5, 10 and 15 points."""
    assert JourneyPosition().set(0, system_errors=errors).points() == -5 * errors


def test_full_rows_of_symbols():
    """welcome 9.5: the number is modified and the X written, nothing more is crossed off or earned."""
    position = JourneyPosition().set(0, astronauts=6).pick(8, "astronaut").play(("shift", 0), ("write", 20))
    assert position.filled() == {20: 6} and position.value("astronauts") == 6 and position.value("wilds_earned") == 0
    position = JourneyPosition().set(0, plannings=6).pick(8, "planning").play(("write", 20), ("write_x", 3))
    assert position.filled() == {3: X, 20: 8} and position.value("plannings") == 6
    assert position.value("wilds_earned") == 0


def test_declining_a_mission():
    """welcome 6.2, 6.3: two take card 74 in one turn for 9, a third declines and can get 5 from the next turn on."""
    position = JourneyPosition(3)
    for seat in range(3):
        position.circle_tanks(seat, *range(6))
    position.carry_on(MISSIONS).play(("mission", 2), ("mission", 2), "no_mission")
    assert [position.value("missions", seat)[2] for seat in range(3)] == [9, 9, 0]
    position.finish_turn().carry_on(MISSIONS)
    assert position.actor == 2
    assert position.act("mission", 2).value("missions", 2) == [0, 0, 5]


def majority(*zones):
    """The majority points of players with these numbers of complete zones."""
    position = JourneyPosition(len(zones))
    for seat, count in enumerate(zones):
        position.cross(seat, *range(count)).draw_lines(seat, *range(count))
    return [position.points_by_category(seat)["complete_zones"] for seat in range(len(zones))]


def test_majorities():
    """welcome 10.1, 10.2: equal amounts share a rank, the next lower amount takes the next one, 0 has none."""
    assert majority(4, 4, 3, 1, 0) == [20, 20, 10, 5, 0]
    assert majority(0, 1, 3, 4, 4) == [0, 5, 10, 20, 20]
    assert majority(6, 5, 4, 3, 2, 1) == [20, 10, 5, 0, 0, 0]
    assert majority(2, 2, 2) == [20, 20, 20]
    assert majority(0, 0) == [0, 0]
    assert majority(0, 3) == [0, 20]


def test_a_majority_in_solo_mode():
    """welcome 10.2: first with at least ASTRA's amount, otherwise second, nothing for nothing."""
    for zones, pairs, points in ((2, 2, 20), (3, 2, 20), (1, 2, 10), (0, 0, 0)):
        position = JourneyPosition(1).cross(0, *range(zones)).draw_lines(0, *range(zones))
        position.state["given"][ACTIONS.index("energy")] = 2 * pairs
        assert position.points_by_category()["complete_zones"] == points


def test_system_errors_break_a_tie():
    """welcome 7.4: scores of 81, 81 and 80 with 2, 1 and 0 System Errors: the second player wins."""
    position = JourneyPosition(3).set(0, missions=[91, 0, 0], system_errors=2)
    position.set(1, missions=[86, 0, 0], system_errors=1).set(2, missions=[60, 10, 10])
    assert [position.points(seat) for seat in range(3)] == [81, 81, 80]
    assert position.end() == [-1, 1, -1]


@pytest.mark.parametrize("level", range(1, 9))
def test_the_score_of_astra(level):
    """welcome 8.14: the value of the cards given, fixed points, and points for each level."""
    position = JourneyPosition(1, opponent=level)
    position.state["given"] = [1, 2, 3, 4, 5, 6]
    cards = sum(count * card_value(level, action) for count, action in enumerate(ACTIONS, start=1))
    assert position.points(1) == cards + 5 + level
    assert position.points_by_category(1)["astra_cards"] == cards


@pytest.mark.parametrize(("difference", "result"), [(1, 1), (0, 0), (-1, -1)])
def test_the_scores_decide_against_astra(difference, result):
    """welcome 8.13, 8.14: the higher score wins, equal scores are a draw."""
    position = JourneyPosition(1, opponent=3)
    position.set(0, missions=[1, 1, position.points(1) - 2 + difference])
    assert position.end() == [result]
