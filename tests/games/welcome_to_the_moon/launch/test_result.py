"""The end of Launch, its points and its result (launch 6)."""

import pytest

from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import END

ENDS_THE_GAME = {"missions": 1}


def result(*sheets, missions_of=None):
    """The results of a game that ends with these sheets; one player may have three missions."""
    position = LaunchPosition(len(sheets))
    for seat, sheet in enumerate(sheets):
        position.set(seat, **sheet)
    if missions_of is not None:
        position.set(missions_of, **ENDS_THE_GAME)
    position.carry_on(END)
    assert position.is_over
    return [pytest.approx(number) for number in position.outcome()]


@pytest.mark.parametrize(
    ("rockets", "circled", "repaired", "launches"),
    [(31, 0, 0, True), (30, 0, 0, False), (31, 1, 0, False), (31, 3, 3, True), (31, 3, 2, False), (0, 0, 0, False)],
)
def test_launch(rockets, circled, repaired, launches):
    """launch 6.1: all 31 track rockets crossed off and no open System Error; a launch ends the game."""
    position = LaunchPosition(3).set(2, rockets=rockets, system_errors=circled, repaired=repaired).carry_on(END)
    assert position.is_over == launches


def test_a_launch_needs_no_writing_in_that_turn():
    """launch 6.1: it is looked at once, at the end of the turn, after the missions."""
    position = LaunchPosition().set(0, rockets=31, system_errors=3).fill(0, range(27, 37))
    position.offer((6, "water"), (3, "robot"), (4, "robot")).finish_player()
    position.play(("combination", 0), ("write", 6))
    assert not position.is_over and position.legal("mission") == [1]
    assert position.act("mission", 1).is_over


@pytest.mark.parametrize(("circled", "repaired"), [(8, 0), (8, 5), (8, 8)])
def test_all_boxes_circled(circled, repaired):
    """launch 6.1: all 8 boxes circled, open or repaired, end the game; 7 do not."""
    position = LaunchPosition().set(0, rockets=30, system_errors=circled, repaired=repaired).carry_on(END)
    assert position.is_over
    assert not LaunchPosition().set(0, rockets=30, system_errors=7, repaired=min(repaired, 7)).carry_on(END).is_over


def test_all_cells_filled():
    """launch 6.1: a full rocket ends the game, with numbers or X."""
    assert LaunchPosition().cross(0, *range(53)).carry_on(END).is_over
    assert not LaunchPosition().cross(0, *range(52)).carry_on(END).is_over


@pytest.mark.parametrize(
    ("rockets", "circled", "repaired", "points"),
    [
        (17, 3, 0, 45),
        (28, 0, 0, 120),
        (31, 1, 0, 145),
        (31, 4, 3, 145),
        (31, 5, 5, 150),
        (0, 8, 0, -40),
        (31, 0, 0, 150),
    ],
)
def test_points(rockets, circled, repaired, points):
    """launch 6.2: the track score minus 5 for each open System Error."""
    position = LaunchPosition().set(0, rockets=rockets, system_errors=circled, repaired=repaired)
    assert position.points(0) == points
    assert position.batch.points()[0, 0].sum() == points
    assert position.batch.points()[0, 0, 1] == -5 * (circled - repaired)


def test_a_launch_is_worth_150():
    """launch 6.2: tie rockets and repaired boxes bring no points."""
    assert LaunchPosition().set(0, rockets=31, tie_rockets=8, system_errors=4, repaired=4).points(0) == 150


def test_a_launch_wins():
    """launch 6.3: against everybody who does not launch, however many boxes were circled and repaired."""
    launched = {"rockets": 31, "system_errors": 7, "repaired": 7}
    assert result({"rockets": 30}, launched, {"rockets": 31, "system_errors": 1}) == [-1, 1, -1]


def test_a_launch_decides_over_other_ends():
    """launch 6.1, 6.3: a launch wins when another player ends the game for another reason in the same turn."""
    assert result({"rockets": 31, "system_errors": 6, "repaired": 6}, {"rockets": 30}, missions_of=1) == [1, -1]


def test_several_launches():
    """launch 6.3: most tie rockets, then fewest circled boxes, then shared."""

    def launch(tie_rockets, circled):
        return {"rockets": 31, "tie_rockets": tie_rockets, "system_errors": circled, "repaired": circled}

    assert result(launch(2, 0), launch(3, 5), {"rockets": 30}) == [-1, 1, -1]
    assert result(launch(3, 2), launch(3, 1)) == [-1, 1]
    assert result(launch(3, 2), launch(3, 2), launch(3, 3)) == [0, 0, -1]
    assert result(*[launch(8, 1)] * 3) == [2 / 3 - 1] * 3


def test_without_a_launch_the_score_decides():
    """launch 6.4: highest score, then fewest circled boxes (repaired ones count), then shared."""
    assert result({"rockets": 12}, {"rockets": 9}, {"rockets": 14, "system_errors": 1}, missions_of=1) == [1, -1, -1]
    # 150 - 5 with one box, and with three boxes of which two are repaired.
    one, three = {"rockets": 31, "system_errors": 1}, {"rockets": 31, "system_errors": 3, "repaired": 2}
    assert result(three, one, {"rockets": 5}, missions_of=2) == [-1, 1, -1]
    assert result(three, three, {"rockets": 5}, missions_of=2) == [0, 0, -1]


def test_tie_rockets_do_not_count_without_a_launch():
    """launch 6.4, 6.3: tie rockets only break ties between launches."""
    with_ties = {"rockets": 31, "tie_rockets": 5, "system_errors": 2, "repaired": 1}
    without = {"rockets": 31, "tie_rockets": 0, "system_errors": 1}
    assert result(with_ties, without, missions_of=0) == [-1, 1]
