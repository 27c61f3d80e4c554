"""Points and results (luna_capital 9)."""

import pytest

from tests.games.luna_capital.positions import Position
from tests.games.luna_capital.test_worked_positions import meteorite_points


def test_groups():
    """luna_capital 9.1: by the size of the largest group, ten and more alike."""
    position = Position().set_hand()
    expected = (0, 1, 3, 6, 10, 15, 20, 25, 30, 35, 40, 40, 40)
    for size, points in enumerate(expected):
        position.set_own(largest=[size, 0, 0, size])
        assert position.points() == ({"hydrogen": points, "greenhouse": points} if points else {})


def test_one_group_of_each_kind():
    """luna_capital 9.1: only the largest counts, all greenhouses together."""
    position = Position().set_hand().put("c18", 0, 0).put("c25", 0, 1)
    position.build(("oxygen", 0, 0), ("oxygen", 1, 0), ("oxygen", 0, 2), ("pear", 0, 1), ("mixed", 1, 1))
    assert position.points() == {"oxygen": 3, "greenhouse": 3}


@pytest.mark.parametrize(
    ("fruits", "points"),
    [((2, 1, 0, 1), 5), ((2, 1, 0, 3), 12), ((3, 3, 3, 0), 22), ((4, 4, 4, 2), 22), ((0, 0, 0, 3), 5)],
)
def test_greenhouse_sets(fruits, points):
    """luna_capital 9.2: pears, apples, lemons and mixed ones."""
    position = Position().set_hand()
    position.state["players"][0]["counts"][6:10] = fruits
    assert position.points() == {"greenhouse_sets": points}


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((2, 2), [5, 5]),
        ((0, 0), [0, 0]),
        ((3, 1), [10, 0]),
        ((4, 4, 1), [6, 6, 0]),
        ((3, 3, 3, 1), [5, 5, 5, 0]),
        ((5, 2, 2, 2), [10, 2, 2, 2]),
        ((5, 5, 3, 3), [7, 7, 1, 1]),
        ((5, 2, 0, 0), [10, 5, 0, 0]),
        ((1, 2, 3, 4), [0, 2, 5, 10]),
    ],
)
def test_meteorites(counts, points):
    """luna_capital 9.3: tied players share places; no meteorite, no points."""
    assert meteorite_points(*counts) == points


def test_sales_offices_and_complexes():
    """luna_capital 9.4, 9.6: offices themselves, and both kinds of complexes."""
    position = Position().set_hand().put("c18", 0, 0).put("c25", 0, 1)
    position.build(("office", 0, 0), ("office", 1, 3), ("complex_sales", 0, 1), ("complex_sales", 0, 2))
    assert position.points() == {"sales_offices": 4, "complexes": 4}
    position.build(("residential_water", 1, 0), ("complex_residential", 1, 1))
    assert position.points() == {"sales_offices": 4, "complexes": 5}


def test_residential_modules():
    """luna_capital 9.5: two for every surrounding plot with the target; modules may share them."""
    position = Position().set_hand().put("c18", 0, 0).put("c25", 0, 1)
    position.build(("water", 0, 1), ("water", 1, 2), ("residential_water", 0, 2), ("residential_water", 1, 1))
    assert position.points() == {"water": 1, "residential_modules": 8}


def test_hand():
    """luna_capital 9.7: three for every card."""
    assert Position().set_hand("c01", "c02").points() == {"hand": 6}


def test_points_as_they_stand():
    """luna_capital 9.8: at any moment the player knows all points; robots and tokens are worth nothing."""
    position = Position().set_hand("c01").set_own(robots=3, tokens=2, markers=0b101).set(closed_in=[0, -1, 1])
    position.set_concessions("s01", "s02", "l09").set(closed_in=[0, -1, 1])
    assert position.points() == {"hand": 3, "concessions": 14} and position.known_points() == 17


def last_tile(scaffolds=(0, 0), points=(0, 0)):
    """The end of a game of two players with these scaffolds and points."""
    position = Position(2)
    for seat in range(2):
        position.set_hand(seat=seat).put("c18", 0, 0, seat=seat)
        position.state["players"][seat]["counts"][2] = scaffolds[seat]
        position.set_own(seat, residential_points=points[seat])
    return position.set_concessions("s03", "s04", "l09").end_phase(phase=2)


def test_victory():
    """luna_capital 9.9: the most points, then fewer visible scaffolds, then a shared victory."""
    assert last_tile(points=(8, 6), scaffolds=(3, 0)).outcome() == [1, -1]
    assert last_tile(points=(8, 8), scaffolds=(3, 2)).outcome() == [-1, 1]
    assert last_tile(points=(8, 8), scaffolds=(2, 2)).outcome() == [0, 0]


def test_text_counts_the_same_points():
    """luna_capital 9.8: what the text says is what the kernels count, in every mode."""
    for players in (1, 2, 4):
        position = Position(players, seed=players)
        for _ in range(12):
            for seat in range(players):
                assert f"Player {seat}: {position.totals()[seat]} point" in position.text(9)
            if players == 1:
                assert f"The Automaton: {position.totals()[1]} points" in position.text(9)
            for _ in range(8 * players):
                if not position.is_over:
                    position.play_out(pick=max, until=lambda other, now=position.decisions: other.decisions != now)
        assert position.phase > 0
