"""The solo mode of Launch (launch 7)."""

import pytest

from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import END, GIVE

HAND = (5, "robot"), (6, "water"), (7, "plant")


def solo(opponent=1, boxes=None, **settings):
    """A solo position with ASTRA this far on its track."""
    position = LaunchPosition(1, opponent=opponent, **settings)
    if boxes is not None:
        position.state["astra_boxes"] = boxes
    return position


def test_boxes_before_the_game():
    """launch 7.1: 15, 12, 10, 8, 6, 4, 2 and 0 boxes for levels 1 to 8."""
    boxes = [int(solo(level).state["astra_boxes"]) for level in range(1, 9)]
    assert boxes == [15, 12, 10, 8, 6, 4, 2, 0]
    assert [solo(level).points(1) for level in (1, 8)] == [10, 10]


def test_a_given_card_crosses_boxes_off():
    """launch 7.1, 7.2: Katherine begins with 15 boxes and 10 points; a robot card makes it 17 boxes and 20 points."""
    position = solo(1).draw((9, "plant"), (9, "water"), (None, "robot"))
    assert position.points(1) == 10
    position.play(("combination", 0), ("write", 45))
    assert position.state["astra_boxes"] == 17 and position.points(1) == 20


def test_scores_of_astras_track():
    """launch 7.2: the smallest score still visible; 150 with all 81 boxes."""
    for boxes in range(82):
        expected = 10 if boxes <= 15 else 150 if boxes == 81 else 10 * ((boxes - 1) // 5 - 1)
        assert solo(boxes=boxes).points(1) == expected
    assert [solo(boxes=boxes).points(1) for boxes in (15, 16, 20, 21, 75, 76, 80, 81)] == [
        10, 20, 20, 30, 130, 140, 140, 150,
    ]  # fmt: skip


def test_surplus_boxes_are_ignored():
    """launch 7.1, 7.2: the track ends with box 81."""
    position = solo(8, boxes=78).draw(*HAND)
    position.state["combination"] = 0
    position.carry_on(GIVE)
    assert position.state["astra_boxes"] == 81 and position.points(1) == 150 and position.is_over


def test_a_sabotage_circles_a_bonus_and_nothing_else():
    """launch 7.3: each sabotage the player triggers circles one solo bonus."""
    for cells, pick, bonuses in ((range(6, 8), 0, 1), (range(16, 21), 2, 2)):
        position = LaunchPosition(1).cross(0, *cells[1:]).draw(*HAND)
        position.play(("combination", pick), ("write", cells[0]))
        assert position.state["bonuses_circled"] == bonuses and position.all_errors() == [0]


def test_a_crossed_off_sabotage_circles_no_bonus():
    """launch 7.3, 7.4: what an effect card has crossed off cannot be triggered any more."""
    position = LaunchPosition(1).cross(0, *range(17, 21)).close_races(2).draw(*HAND)
    position.play(("combination", 2), ("write", 16))
    assert position.state["bonuses_circled"] == 1 and position.triggered() == [3]


@pytest.mark.parametrize("letter", ["A", "B", "C"])
@pytest.mark.parametrize("deck_pass", [1, 2])
def test_astra_effect(letter, deck_pass):
    """launch 7.4: A, B and C, in both passes: one open sabotage of the player's choice, and one System Error."""
    position = LaunchPosition(1).close_races(1, 6).draw(letter, *HAND, deck_pass=deck_pass)
    assert position.legal() == {("cross_off_sabotage", symbol) for symbol in (0, 2, 3, 4, 5, 7)}
    position.act("cross_off_sabotage", 4)
    assert position.closed_races() == [1, 4, 6] and position.all_errors() == [1] and position.triggered() == []
    assert position.state["bonuses_circled"] == 0


def test_a_triggered_sabotage_is_no_target():
    """launch 7.4: neither triggered nor crossed off."""
    position = LaunchPosition(1).cross(0, *range(17, 21)).draw(*HAND)
    position.play(("combination", 2), ("write", 16), ("give", 2))
    assert position.triggered() == [2, 3]
    position.draw("A", *HAND)
    assert position.legal("cross_off_sabotage") == [0, 1, 4, 5, 6, 7]


def test_the_last_open_sabotage_and_none():
    """launch 7.4: the last open symbol goes without asking, then only errors are circled; the 8th ends the game."""
    position = LaunchPosition(1).close_races(0, 1, 2, 3, 5, 6, 7).set(0, system_errors=6)
    position.draw("B", *HAND, "C")
    assert position.closed_races() == list(range(8)) and position.all_errors() == [7]
    position.play(("combination", 0), ("write", 45))
    assert position.all_errors() == [8] and position.asks() == {"combination"}, "the game ends with the turn"
    position.act_idly().act_idly()
    assert position.is_over


def test_an_effect_without_a_free_box():
    """launch 7.4, 4.3: the sabotage is crossed off all the same."""
    position = LaunchPosition(1).set(0, system_errors=8).draw("A", *HAND).act("cross_off_sabotage", 2)
    assert position.closed_races() == [2] and position.all_errors() == [8]


@pytest.mark.parametrize(
    ("rockets", "errors", "ties", "boxes", "result"),
    [
        (31, 0, 0, 40, 1),  # only you launch
        (30, 0, 0, 81, -1),  # only ASTRA launches
        (31, 1, 0, 81, -1),  # an open error is no launch
        (31, 0, 1, 81, 1),  # both launch, with a tie rocket
        (31, 0, 8, 81, 1),
        (31, 0, 0, 81, 0),  # both launch, without one
    ],
)
def test_results_with_a_launch(rockets, errors, ties, boxes, result):
    """launch 7.5: either launch ends the game; if both launch a tie rocket decides."""
    position = solo(boxes=boxes).set(0, rockets=rockets, system_errors=errors, tie_rockets=ties).carry_on(END)
    assert position.is_over and position.outcome() == [result]
    assert (position.points(0) == 150) == (rockets == 31 and not errors) and (position.points(1) == 150) == (
        boxes == 81
    )


@pytest.mark.parametrize(
    ("rockets", "errors", "boxes", "result"), [(9, 0, 20, 1), (9, 2, 20, 0), (9, 3, 20, -1), (31, 1, 80, 1)]
)
def test_results_without_a_launch(rockets, errors, boxes, result):
    """launch 7.5: when the game ends otherwise the scores are compared; equal is a draw."""
    position = solo(boxes=boxes).set(0, rockets=rockets, system_errors=errors, missions=1).carry_on(END)
    assert position.is_over and position.outcome() == [result]


def test_without_a_launch_the_game_goes_on():
    """launch 7.5: 80 boxes are no launch."""
    assert not solo(boxes=80).set(0, rockets=30).carry_on(END).is_over
