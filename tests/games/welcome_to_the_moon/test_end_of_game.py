"""The end of the game and its result (welcome 7), on sheets of Launch."""

import pytest

from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import END, MISSIONS

ENERGY_FLOOR = range(27, 37)
OFFER = (6, "water"), (7, "robot"), (8, "astronaut")


def end_with(*sheets):
    """End a game of several players by three missions of the last one, who has no points; the results of all."""
    position = LaunchPosition(len(sheets) + 1)
    for seat, sheet in enumerate(sheets):
        position.set(seat, **sheet)
    position.set(len(sheets), missions=1, system_errors=7).carry_on(END)
    assert position.is_over
    return [pytest.approx(result) for result in position.outcome()]


def test_three_missions():
    """welcome 7.1: the game is over at the end of the turn in which a player has accomplished three missions."""
    position = LaunchPosition().set(0, missions=[2, 0, 2]).carry_on(END)
    assert not position.is_over
    position.fill(0, ENERGY_FLOOR).fill(1, ENERGY_FLOOR).carry_on(MISSIONS).act("mission", 1)
    assert position.actor == 1 and position.asks() == {"mission", "no_mission"}, "the others finish the phase"
    position.act("mission", 1)
    assert position.is_over and position.sheet(1)["missions"].tolist() == [0, 3, 0]


def test_all_system_errors():
    """welcome 7.2: the game is over at the end of the turn in which a player has used all System Error boxes."""
    for errors, over in ((7, False), (8, True)):
        assert LaunchPosition(3).set(1, system_errors=errors).carry_on(END).is_over == over


def test_the_last_system_error_lets_the_others_finish():
    """welcome 7.2: it is looked at only at the end of the turn."""
    position = LaunchPosition(3).fill_but(0, 21).set(0, system_errors=7).offer(*OFFER)
    assert position.actor == 1 and position.all_errors() == [8, 0, 0]
    position.finish_player()
    assert position.actor == 2
    position.finish_turn()
    assert position.is_over


def test_a_full_sheet():
    """welcome 7.3: the game is over at the end of the turn in which a player has filled all cells."""
    position = LaunchPosition(2).fill_but(0, 10).offer((14, "water"), *OFFER[1:])
    position.play(("combination", 0), ("write", 10))
    assert position.actor == 1, "the other player finishes the turn"
    position.finish_turn()
    assert position.is_over


def test_the_adventures_own_condition():
    """welcome 7.3: a launch in Launch."""
    assert LaunchPosition().set(1, rockets=31).carry_on(END).is_over
    assert not LaunchPosition().set(1, rockets=30).carry_on(END).is_over


def test_the_highest_score_wins():
    """welcome 7.4"""
    assert end_with({"rockets": 9}, {"rockets": 12}) == [-1, 1, -1]


def test_fewest_system_errors_break_a_tie():
    """welcome 7.4: three scores of 30, 30 and 15 with 3, 0 and 0 System Errors: the second player wins."""
    assert end_with({"rockets": 12, "system_errors": 3}, {"rockets": 9}, {"rockets": 5}) == [-1, 1, -1, -1]


def test_equal_in_everything_share_the_victory():
    """welcome 7.4, 7.5: two share, the third with the same score and more System Errors does not."""
    same = {"rockets": 9, "system_errors": 0}
    assert end_with(same, {"rockets": 12, "system_errors": 3}, same) == [0, -1, 0, -1]


@pytest.mark.parametrize("winners", range(1, 6))
def test_results_as_numbers(winners):
    """welcome 7.5: 2 x share - 1, where the winners share 1 equally."""
    assert end_with(*[{"rockets": 9}] * winners) == [2 / winners - 1] * winners + [-1]


def test_a_running_game_pays_nothing():
    """welcome 7.5: the result is paid when the game ends."""
    position = LaunchPosition().set(0, rockets=20).carry_on(END)
    assert not position.is_over and position.outcome() == [0, 0]
