"""Quarter effects and their chains (launch 3)."""

import pytest

from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.referees.welcome_to_the_moon.cards import EMPTY, X

OTHERS = (3, "water"), (4, "robot")
ROCKET_QUARTERS = (range(3, 6), range(8, 11), range(16, 21), range(21, 27), range(27, 32), range(37, 39), range(41, 43))


def writing(number, action, cell, position):
    """Let player 0 write a number in a cell."""
    return position.offer((number, action), *OTHERS).play(("combination", 0), ("write", cell))


def test_the_last_cell_completes_a_quarter():
    """launch 3.1: the effects come with the last cell, in any order of filling."""
    position = writing(6, "energy", 33, LaunchPosition())
    assert position.rockets(0) == 0
    position = writing(5, "energy", 32, LaunchPosition().put(0, {33: 6}))
    assert position.rockets(0) == 3


def test_an_x_completes_a_quarter():
    """launch 3.1: a quarter is completed by an X like by a number, and its effects happen at once."""
    position = writing(6, "plant", 44, LaunchPosition().put(0, {43: 5, 32: 5}))
    assert position.rockets(0) == 0 and position.act("write_x", 33).rockets(0) == 3


def test_other_quarters_of_the_floor_do_not_matter():
    """launch 3.1: a quarter is complete by itself."""
    position = writing(
        2, "energy", 31, LaunchPosition().fill(0, range(32, 37)).cross(0, *range(27, 31)).put(0, {32: 9})
    )
    assert position.rockets(0) == 4 and position.triggered(0) == [5, 6]


def test_inactive_rocket():
    """launch 3.2: it counts only if its arrow was filled in before; otherwise it gives nothing, for good."""
    for arrows, rockets in (([0] * 7, 2), ([0, 0, 0, 0, 0, 1, 0], 4)):
        position = writing(5, "plant", 37, LaunchPosition().put(0, {38: 9}).set(0, arrows=arrows))
        assert position.rockets(0) == rockets
    position = LaunchPosition().put(0, {37: 1, 38: 2, 39: 3})
    assert writing(4, "plant", 40, position).legal("activate") == [0, 1, 2, 3, 4, 6], "the full quarter is lost"


def test_activation_needs_an_empty_arrow_in_a_quarter_that_is_not_full():
    """launch 3.3"""
    position = LaunchPosition().set(0, arrows=[1, 0, 0, 1, 0, 0, 0]).fill(0, range(16, 21)).cross(0, 39)
    position = writing(4, "plant", 40, position)
    assert position.legal() == {("activate", rocket) for rocket in (1, 4, 5, 6)}
    position.act("activate", 4)
    assert position.arrows(0) == [0, 3, 4] and position.actor == 1


def test_activation_without_a_target_is_lost():
    """launch 3.3: nothing is asked, and the activation does not wait for later."""
    position = writing(4, "plant", 40, LaunchPosition().set(0, arrows=1).cross(0, 39))
    assert position.actor == 1 and position.arrows(0) == list(range(7)) and position.state["pending_activations"] == 0


def test_activation_with_all_quarters_full_is_lost():
    """launch 3.3: full quarters are no targets even with empty arrows."""
    position = LaunchPosition().cross(0, *(cell for cells in ROCKET_QUARTERS for cell in cells)).cross(0, 39)
    position = writing(4, "plant", 40, position)
    assert position.actor == 1 and position.arrows(0) == []


def test_building_writes_an_x_in_any_empty_cell():
    """launch 3.4: an X goes in any empty cell of any floor, without any order."""
    position = LaunchPosition().put(0, {45: 5, 47: 6, 0: 9, 2: 10, 21: 8})
    position = writing(6, "water", 46, position.put(0, {47: 7}))
    filled = [0, 2, 21, 45, 46, 47]
    assert position.legal("write_x") == [cell for cell in range(53) if cell not in filled]
    assert position.legal("decline_x") == [0]
    position.act("write_x", 1)
    assert position.sheet(0)["cells"][1] == X and position.sheet(0)["x_marks"] == 1


def test_building_may_be_declined():
    """launch 3.4: declining writes nothing and loses the X."""
    position = writing(6, "water", 46, LaunchPosition().put(0, {45: 5}))
    position.act("decline_x")
    assert position.actor == 1 and position.sheet(0)["cells"].tolist().count(X) == 0
    assert position.state["pending_x"] == 0


def test_declining_one_of_several_buildings():
    """launch 3.4: with two buildings pending each is decided by itself."""
    # Quarter 0 has an activation and a building; the X of quarter 15 completes it.
    position = writing(6, "water", 46, LaunchPosition().put(0, {45: 5, 0: 1, 1: 2, 47: 9}))
    position.play(("write_x", 48), ("write_x", 2), ("activate", 0))
    assert position.asks() == {"write_x", "decline_x"} and position.state["pending_x"] == 1
    position.act("decline_x")
    assert position.actor == 1 and position.rockets(0) == 2 + 2 + 3


def test_building_without_an_empty_cell():
    """launch 3.4: an X needs an empty cell; on a full sheet nothing is asked."""
    position = writing(14, "plant", 44, LaunchPosition().fill_but(0, 44))
    assert position.actor == 1 and position.state["pending_x"] == 0
    assert EMPTY not in position.sheet(0)["cells"].tolist()


def test_a_sabotage_is_triggered_unless_crossed_off():
    """launch 3.5"""
    for closed, triggered, errors in (((), [2, 3], 2), ((3,), [2], 1), ((2, 3), [], 0)):
        position = LaunchPosition().close_races(*closed).cross(0, *range(17, 21))
        position = writing(6, "robot", 16, position)
        assert position.triggered(0) == triggered
        position.finish_player()
        assert position.all_errors() == [0, errors]


@pytest.mark.parametrize("activated", [3, 0])
def test_chain(activated):
    """launch 3.4, 3.6: X marks complete quarters one after the other; later the activated rocket pays."""
    position = LaunchPosition().put(0, {45: 1, 47: 9, 11: 1})
    position = writing(6, "water", 46, position)
    assert position.rockets(0) == 2 and len(position.legal("write_x")) == 49
    position.act("write_x", 48)
    assert position.rockets(0) == 4
    position.act("write_x", 12)
    assert position.legal() == {("activate", rocket) for rocket in range(7)}
    position.play(("activate", activated), "decline_x")
    assert position.actor == 1 and position.rockets(0) == 4 and position.points(0) == 0
    position.finish_turn()
    position = writing(2, "planning", 21, position.cross(0, *range(22, 27)))
    assert position.rockets(0) == (12 if activated == 3 else 8)
    assert position.points(0) == (45 if activated == 3 else 15)
    assert position.asks() == {"write_x", "decline_x"} and position.triggered(0) == [4]


def test_activations_come_before_buildings():
    """launch 3.6: rockets and sabotages at once, then pending activations, then pending buildings."""
    position = writing(6, "astronaut", 2, LaunchPosition().put(0, {0: 1, 1: 2}))
    assert position.rockets(0) == 3 and position.asks() == {"activate"}
    assert position.act("activate", 6).asks() == {"write_x", "decline_x"}


def test_an_activation_of_the_chain_comes_before_other_buildings():
    """launch 3.6: an activation that an X brings is carried out before the next X."""
    # Writing on cell 15 completes quarter 5 (an X); the X completes quarter 4 (activation and X).
    position = writing(9, "robot", 15, LaunchPosition().put(0, {13: 7, 14: 8, 12: 5}))
    assert position.asks() == {"write_x", "decline_x"}
    assert position.act("write_x", 11).asks() == {"activate"}
    # One more X is pending after it; it completes quarter 14, which has an X and a sabotage.
    position.put(0, {43: 5}).act("activate", 1)
    assert position.act("write_x", 44).triggered(0) == [7]
    assert position.asks() == {"write_x", "decline_x"}


def test_nothing_is_lost_by_the_order():
    """launch 3.6: a rocket activated in the chain pays when a later X of the same chain completes its quarter."""
    position = LaunchPosition().put(0, {0: 1, 1: 2, 37: 5})
    position = writing(6, "astronaut", 2, position)
    position.play(("activate", 5), ("write_x", 38))
    assert position.rockets(0) == 3 + 2 + 2


def test_rockets_are_crossed_off_in_a_fixed_order():
    """launch 3.7: track rockets, then open System Errors, then tie rockets."""
    # 29 track rockets and 2 open errors; quarter 8 with its arrow is worth 8.
    position = LaunchPosition().set(0, rockets=29, system_errors=2, arrows=[0, 0, 0, 0, 1, 0, 0])
    position = writing(6, "energy", 31, position.cross(0, *range(27, 31)))
    sheet = position.sheet(0)
    assert (position.rockets(0), int(sheet["repaired"]), int(sheet["tie_rockets"])) == (31, 2, 4)
    # Three rockets: two for the track, one repairs an error, one error stays open.
    position = writing(6, "energy", 33, LaunchPosition().set(0, rockets=29, system_errors=2).put(0, {32: 5}))
    sheet = position.sheet(0)
    assert (position.rockets(0), int(sheet["repaired"]), int(sheet["tie_rockets"])) == (31, 1, 0)
    assert position.points(0) == 145


def test_errors_are_not_repaired_before_the_track_is_full():
    """launch 3.7: an error can be repaired only when the 31 track rockets are crossed off."""
    position = writing(6, "energy", 33, LaunchPosition().set(0, rockets=28, system_errors=4).put(0, {32: 5}))
    assert position.rockets(0) == 31 and position.open_errors(0) == 4


def test_surplus_rockets_are_lost():
    """launch 3.7: after the 8 tie rockets nothing is left to cross off."""
    position = LaunchPosition().set(0, rockets=31, tie_rockets=6, system_errors=1).put(0, {27: 1, 28: 2, 29: 3, 30: 4})
    position = writing(6, "energy", 31, position)
    sheet = position.sheet(0)
    assert (position.rockets(0), int(sheet["repaired"]), int(sheet["tie_rockets"])) == (31, 1, 8)
