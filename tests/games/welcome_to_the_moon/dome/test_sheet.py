"""The skyscrapers of Dome, writing in them, and the race for their ends (dome 1, 2, 4)."""

import pytest

import moon_envs
from tests.games.welcome_to_the_moon.dome.positions import END_CELLS, ENDS, HIGH, LOW, NONE, SKYSCRAPERS, DomePosition
from tests.games.welcome_to_the_moon.positions import refuses_contradiction
from tests.referees.welcome_to_the_moon.cards import EMPTY, X

OTHERS = (8, "water"), (8, "water")
# The printed sheet: the rows of each skyscraper, the levels where it begins, high and low bonuses of top and bottom.
ROWS = (
    (-6, -5, -4, -3, -2, -1, 1, 2, 3),
    (-4, -3, -2, -1, 1, 2, 3, 4, 5, 6),
    (-3, -2, -1, 1, 2, 3, 4, 5, 6, 7),
    (-5, -4, -3, -2, -1, 1, 2, 3, 4),
)
STARTING_LEVELS = [5, 6, 12, 13, 21, 22, 33, 34]
BONUSES = ((6, 3), (20, 10), (20, 10), (10, 5), (25, 12), (6, 3), (10, 5), (15, 7))


def test_a_new_sheet():
    """dome 1.1, 1.4, 1.5, 2.2: 38 empty levels of which 8 are open, a dome of 8 pieces, nothing crossed off."""
    position = DomePosition()
    assert len(position.cells()) == 38 and position.filled() == {}
    assert all(position.cells_for(number) == STARTING_LEVELS for number in (1, 8, 15))
    assert position.built() == position.cuts() == [] and position.unbuilt() == 8
    assert position.value("energies") == [0] * 4 and position.value("ends") == [NONE] * 8
    assert position.value("plants") == position.value("waters") == [0] * 8
    assert position.value("astronauts") == position.value("system_errors") == 0
    assert position.closed_races() == [] and position.points() == -48


def test_the_levels():
    """dome 1.1: skyscraper by skyscraper, from the bottom to the top; there is no row 0."""
    ranges = DomePosition().game.actions.ranges
    meanings = next(action_range.meanings for action_range in ranges if action_range.name == "write")
    assert meanings == tuple(
        f"write the number on level {row:+d} of skyscraper {number}"
        for number, rows in enumerate(ROWS, start=1)
        for row in rows
    )
    starting = [cell for rows, cells in zip(ROWS, SKYSCRAPERS, strict=True) for cell in cells[rows.index(-1) :][:2]]
    assert starting == STARTING_LEVELS
    assert [cell for cells in SKYSCRAPERS for cell in (cells[-1], cells[0])] == list(END_CELLS)


@pytest.mark.parametrize(
    ("number", "cells"),
    [
        (10, [7, 12, 13, 21, 22, 33, 34]),
        (5, [5, 12, 13, 21, 22, 33, 34]),
        (8, [12, 13, 21, 22, 33, 34]),
    ],
)
def test_open_levels(number, cells):
    """dome 2.1, 2.2, welcome 4.3: with an 8 in level +1 of the first skyscraper the levels beside it are open."""
    position = DomePosition().pick(8, "water").act("write", 6)
    assert position.open_levels() == [5, 7, 12, 13, 21, 22, 33, 34]
    assert position.cells_for(number) == cells


@pytest.mark.parametrize(("number", "cells"), [(10, [8]), (2, [4]), (5, []), (3, []), (8, [])])
def test_an_x_opens_levels_and_has_no_value(number, cells):
    """dome 2.1, 2.2: 3, 8 and an X above them: the X does not make room below."""
    position = DomePosition().put(0, {5: 3, 6: 8, 7: X})
    assert position.open_levels() == [4, 8, 12, 13, 21, 22, 33, 34]
    assert [cell for cell in position.cells_for(number) if cell < 9] == cells


def test_a_skyscraper_grows_from_a_starting_level():
    """dome 2.2: the other starting level is open only as a neighbour, and an end opens nothing beyond it."""
    position = DomePosition().put(0, {21: 9, 20: 6, 19: 2})
    assert [cell for cell in position.open_levels() if cell in SKYSCRAPERS[2]] == [22]
    position.put(0, {28: 15} | dict.fromkeys(range(22, 27), X))
    assert [cell for cell in position.open_levels() if cell in SKYSCRAPERS[2]] == [27]
    position.put(0, {27: X})
    assert position.open_levels() == [5, 6, 12, 13, 33, 34], "a full skyscraper has none, its neighbours are others"


def test_a_skyscraper_from_bottom_to_top():
    """dome 2.1, 2.2: every number above the highest or below the lowest one, and never the same twice."""
    position = DomePosition().cross(0, *SKYSCRAPERS[1], *SKYSCRAPERS[2], *SKYSCRAPERS[3])
    for number, cell in ((7, 5), (9, 6), (4, 4), (12, 7), (3, 3)):
        assert cell in position.cells_for(number)
        position.pick(number, "water", ((15, "water"), (1, "water"))).act("write", cell)
    assert [position.cells_for(number) for number in (2, 3, 5, 12, 13)] == [[2], [], [], [], [8]]


def test_what_is_kept_follows_written_numbers():
    """dome 2.1, 2.2: numbers and X written one after the other leave the cells and open levels that the rules say."""
    position = DomePosition().pick(7, "planning").play(("write", 5), ("write_x", 4), ("cut", 2))
    position.pick(9, "water").act("write", 6)
    position.pick(3, "planning").play(("write", 3), ("write_x", 7), ("cut", 3))
    expected = DomePosition().put(0, {3: 3, 4: X, 5: 7, 6: 9, 7: X})
    assert position.filled() == expected.filled() and position.fitting_cells() == expected.fitting_cells()
    assert position.open_levels() == expected.open_levels() == [2, 8, 12, 13, 21, 22, 33, 34]


def test_filled_levels_are_one_stretch():
    """dome 2.1, 2.2: in random games, beginning at a starting level and ascending, with at most 8 open levels."""
    batch = moon_envs.Batch("dome", 100, players=2, seed=4, autoreset="disabled", threads=1)
    batch.play_out()
    for sheet in batch.states["players"][:, :2].reshape(-1):
        values = sheet["cells"].tolist()
        assert int(sheet["open_levels"]).bit_count() <= 8
        for cells in SKYSCRAPERS:
            filled = [cell for cell in cells if values[cell] != EMPTY]
            numbers = [values[cell] for cell in filled if values[cell] != X]
            assert numbers == sorted(set(numbers))
            if filled:
                assert filled == list(range(filled[0], filled[-1] + 1)) and set(filled) & set(STARTING_LEVELS)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("fill", ["number", "x"])
@pytest.mark.parametrize("is_closed", [False, True])
def test_bonuses_of_the_ends(end, fill, is_closed):
    """dome 1.2, 2.3, 6.1: the high bonus, or the low one of a closed end, at once and without asking."""
    position = DomePosition().reach(0, end).close_races(*[end] * is_closed)
    cell = END_CELLS[end]
    if fill == "number":
        position.pick(8, "water").act("write", cell)
        assert position.actor == 1
    else:
        position.pick(8, "planning").play(("write", 5 if end > 1 else 34), ("write_x", cell))
        assert position.asks() == {"cut"}, "the bonus comes before the price of the X"
    assert position.value("ends") == [(LOW if is_closed else HIGH) * (other == end) for other in ENDS]
    assert position.points_by_category()["skyscrapers"] == BONUSES[end][is_closed]


def test_the_race_for_the_ends():
    """dome 2.3, 4.1, welcome 5.2: in one turn both get the high bonus, one of them with an X; later there is the low.

    Player 0 reaches the bottom of the first skyscraper with a number and the top of the second with an X.
    """
    position = DomePosition(3).reach(0, 1, 2).reach(1, 1).reach(2, 1, 2)
    position.offer((8, "planning"), *OTHERS)
    position.play(("combination", 0), ("write", 0), ("write_x", 18), ("cut", 3))
    position.play(("combination", 0), ("write", 33), ("write_x", 0), ("cut", 3))
    assert position.closed_races() == []
    position.play(("combination", 1), ("write", 33))
    assert [position.points_by_category(seat)["skyscrapers"] for seat in range(3)] == [40, 20, 0]
    assert position.closed_races() == [1, 2]
    position.offer((9, "planning"), *OTHERS).play(*[("combination", 1), ("write", 21)] * 2)
    position.play(("combination", 0), ("write", 18), ("write_x", 0), ("cut", 0))
    assert [position.points_by_category(seat)["skyscrapers"] for seat in range(3)] == [40, 20, 20]
    assert [position.value("ends", seat)[1:3] for seat in range(3)] == [[HIGH, HIGH], [HIGH, NONE], [LOW, LOW]]
    assert position.closed_races() == [1, 2], "a low bonus closes nothing"


def test_an_end_is_not_seen_before_the_incidents():
    """dome 4.1, 2.3, welcome 3.2: who has filled an end sees it at once, the others when all have finished."""
    position = DomePosition().reach(0, 4).reach(1, 4).offer((8, "water"), *OTHERS)
    position.play(("combination", 0), ("write", 28))
    assert position.value("ends")[4] == HIGH and "S3 top (25)" in position.words(0)
    assert position.actor == 1 and position.features()["open_ends"] == [1] * 8
    assert position.features()["opponent_1_ends"] == [NONE] * 8 and "(25)" not in position.words(1)
    position.play(("combination", 0), ("write", 34))
    assert position.actor == 0 and position.features()["open_ends"] == [1, 1, 1, 1, 0, 1, 1, 1]
    position.finish_player()
    assert position.features()["opponent_1_ends"][4] == HIGH and "S3 top (25)" in position.words(1)
    assert "S3 top 12" in position.words(1).partition("Player 1")[2], "the own high bonus is crossed off"


def test_a_system_error_brings_nothing():
    """dome 2.4, 1.5: only a box, of which there are three; nothing is cut or built."""
    position = DomePosition().cross_but(0)
    position.offer((8, "planning"), (8, "robot"), (8, "energy"))
    assert position.actor == 1 and position.value("system_errors") == 1
    assert position.built() == position.cuts() == [] and position.value("energies") == [0] * 4
    assert [DomePosition().set(0, system_errors=errors).points() + 48 for errors in range(4)] == [0, -5, -10, -15]


def one_level_left():
    """Every level is filled except the top of the first skyscraper, whose highest number is a 9."""
    return DomePosition().cross_but(0, 8).put(0, {7: 9})


def test_the_obligation_to_write():
    """dome 2.1, 2.4, 3.4, welcome 4.6: 8 + 2 fits, but nobody has to modify; a 10 that fits must be written."""
    position = one_level_left().offer((8, "astronaut"), (3, "robot"), (5, "plant"))
    assert position.legal() == {("combination", 0), ("system_error", 0)}
    position.act("combination", 0)
    assert position.legal() == {("shift", 4)}, "the 8 itself does not fit, so the astronaut cannot be kept"
    position.play(("shift", 4), ("write", 8))
    assert position.cells()[8] == 10 and position.value("astronauts") == 1
    position = one_level_left().offer((8, "astronaut"), (3, "robot"), (5, "plant")).act("system_error")
    assert position.actor == 1 and position.value("system_errors") == 1 and position.value("astronauts") == 0
    position = one_level_left().offer((8, "astronaut"), (10, "robot"), (5, "plant"))
    assert position.legal() == {("combination", 0), ("combination", 1)}
    assert position.act("combination", 1).legal() == {("write", 8)}
    position = one_level_left().offer((8, "robot"), (3, "robot"), (5, "plant"))
    assert position.actor == 1 and position.value("system_errors") == 1, "nothing fits: it is not asked for"


@pytest.mark.parametrize(
    "change",
    [
        {"open_levels": 1 << 5},
        {"built": 0b1},
        {"built": 0b1110},
        {"ends": [HIGH] + [NONE] * 7},
    ],
)
def test_records_that_contradict_themselves(change):
    """dome 1.4, 2.2, 2.3: open levels and ends follow from the cells, and an uncut section is not built by half."""
    batch = moon_envs.Batch("dome", 1, players=2, seed=3, threads=1)
    refuses_contradiction(batch, change)
    states = batch.states.copy()
    states[0]["players"][1]["built"], states[0]["players"][1]["cuts"] = 0b1111, 0b10
    batch.set_states(states)
