"""Sabotages in the incidents phase (launch 4)."""

from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import INCIDENTS

OTHERS = (3, "water"), (4, "planning")


def test_a_sabotage_hits_those_who_did_not_trigger_it():
    """launch 4.1: everybody else circles one System Error and crosses the symbol off."""
    position = LaunchPosition(4).put(2, {6: 1}).offer((6, "water"), *OTHERS)
    for cell in (45, 45, 7, 45):
        position.play(("combination", 0), ("write", cell))
    assert position.all_errors() == [1, 1, 0, 1] and position.closed_races() == [1]


def test_players_who_trigger_the_same_and_another_sabotage():
    """launch 4.1, 4.2: two players complete quarter 6, a third one quarter 14: errors 1, 1 and 2."""
    position = LaunchPosition(3).cross(0, *range(16, 20)).cross(1, *range(16, 20)).cross(2, 43)
    position.offer((6, "robot"), (7, "plant"), (3, "water"))
    for pick, cell in ((0, 20), (0, 20), (1, 44)):
        position.play(("combination", pick), ("write", cell))
        while position.asks() == {"write_x", "decline_x"}:
            position.act("decline_x")
    assert position.all_errors() == [1, 1, 2]
    assert position.closed_races() == [2, 3, 7]


def test_two_symbols_in_one_quarter_are_two_sabotages():
    """launch 4.2: quarters 6 and 8 have two symbols each; every other player circles two errors."""
    for cells, action, symbols in ((range(16, 21), "robot", [2, 3]), (range(27, 32), "energy", [5, 6])):
        position = LaunchPosition(3).cross(1, *cells[1:]).offer((6, action), *OTHERS)
        for cell in (45, cells[0], 45):
            position.play(("combination", 0), ("write", cell))
        assert position.all_errors() == [2, 0, 2] and position.closed_races() == symbols


def test_one_of_two_symbols_may_be_dead():
    """launch 4.2: the symbols of a quarter are independent of each other."""
    position = LaunchPosition(2).close_races(5).cross(0, *range(28, 32)).offer((6, "energy"), *OTHERS)
    position.play(("combination", 0), ("write", 27)).finish_player()
    assert position.triggered(0) == [6] and position.all_errors() == [0, 1]


def test_a_symbol_works_in_one_turn_only():
    """launch 4.2: after its turn nobody can trigger it, and it hits nobody again."""
    position = LaunchPosition(2).cross(0, 6).cross(1, 6).offer((6, "water"), *OTHERS)
    position.play(("combination", 0), ("write", 7), ("combination", 0), ("write", 45))
    assert position.all_errors() == [0, 1] and position.closed_races() == [1]
    position.offer((7, "water"), *OTHERS).finish_player()
    position.play(("combination", 0), ("write", 7))
    assert position.triggered(1) == [] and position.rockets(1) == 2 and position.all_errors() == [0, 1]
    position.carry_on(INCIDENTS)
    assert position.all_errors() == [0, 1]


def test_several_sabotages_of_one_player():
    """launch 4.1, 4.2: a chain can trigger more than one symbol; each hits the others."""
    position = LaunchPosition(2).cross(0, 43, 6).offer((6, "plant"), *OTHERS)
    position.play(("combination", 0), ("write", 44), ("write_x", 7)).finish_player()
    assert position.triggered(0) == [1, 7] and position.all_errors() == [0, 2]


def test_no_free_box():
    """launch 4.3: a sabotage then only crosses the symbol off."""
    position = LaunchPosition(3).set(1, system_errors=8, repaired=3).set(2, system_errors=7).cross(0, *range(28, 32))
    position.offer((6, "energy"), *OTHERS).play(("combination", 0), ("write", 27)).finish_player().finish_player()
    assert position.all_errors() == [0, 8, 8] and position.closed_races() == [5, 6]
    assert position.sheet(1)["repaired"] == 3


def test_errors_of_this_phase_count_for_missions():
    """launch 4.4: a sabotage can make the fifth open error, and mission 69 is possible in the same turn."""
    position = LaunchPosition(2, missions=(64, 66, 69)).set(1, system_errors=4).cross(0, 6)
    position.offer((6, "water"), *OTHERS).play(("combination", 0), ("write", 7), ("combination", 0), ("write", 45))
    assert position.actor == 1 and position.legal("mission") == [2]


def test_errors_of_this_phase_count_against_a_launch():
    """launch 4.4: a player with all rockets who is hit by a sabotage does not launch."""
    for hit in (True, False):
        position = LaunchPosition(2).set(1, rockets=29).put(1, {32: 5})
        if hit:
            position.cross(0, 6)
        position.offer((6, "water"), (6, "energy"), (4, "planning"))
        position.play(("combination", 0), ("write", 7), ("combination", 1), ("write", 33))
        assert position.rockets(1) == 31 and position.is_over == (not hit)
        assert position.points(1) == (150 if not hit else 145)
