"""Tests of cities by themselves: the rulebook's examples, the test values and the worked positions 1 to 10 and 15."""

import pytest

from .city import FACE_DOWN, NUMBERED, City
from .concessions import satisfied
from .dealer import components
from .positions import TABLES, build, can_build, cards, city_of, concession, plot, put, targets, total
from .scoring import city_points, fruit_set_points, fruit_sets, group_points, meteorite_points, meteorites_of
from .tables import Tables

ALL = [row["id"] for row in TABLES.concessions]


def has(city, name, tables=TABLES):
    """Tell whether a city alone satisfies a concession."""
    return satisfied(tables, concession(name), [city], 0)


def scored(city):
    """Return the categories with points."""
    return {name: points for name, points in city_points(TABLES, city).items() if points}


def kinds_around(city, y, x):
    """Return the first cells of the surrounding and of the orthogonal plots."""
    found = plot(city, y, x)
    return (
        {other.first_cell for other in city.surrounding(found)},
        {other.first_cell for other in city.neighbours(found)},
    )


def test_group_points():
    assert [group_points(TABLES, size) for size in range(13)] == [0, 1, 3, 6, 10, 15, 20, 25, 30, 35, 40, 40, 40]


@pytest.mark.parametrize(
    ("fruits", "sets", "points"),
    [
        ((2, 1, 0, 1), 1, 5),
        ((2, 1, 0, 3), 2, 12),
        ((3, 3, 3, 0), 3, 22),
        ((4, 4, 4, 2), 4, 22),
        ((0, 0, 0, 3), 1, 5),
        ((0, 0, 0, 2), 0, 0),
    ],
)
def test_fruit_sets(fruits, sets, points):
    """More than three sets score as three."""
    assert fruit_sets(*fruits) == sets and fruit_set_points(TABLES, sets) == points


def test_fruit_sets_by_the_formula():
    """Searching for sets finds the number that the formula of luna_capital 7.2 gives."""
    for code in range(6**4):
        fruits = [code // 6**place % 6 for place in range(4)]
        k = fruit_sets(*fruits)
        assert sum(max(0, k - count) for count in fruits[:3]) <= fruits[3]
        assert sum(max(0, k + 1 - count) for count in fruits[:3]) > fruits[3]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((4, 4, 1), (6, 6, 0)),  # the example of the rulebook
        ((4, 2, 2), (10, 1, 1)),
        ((4, 4, 4), (4, 4, 4)),
        ((4, 0, 0), (10, 0, 0)),
        ((3, 3, 3, 1), (5, 5, 5, 0)),
        ((5, 2, 2, 2), (10, 2, 2, 2)),
        ((5, 5, 3, 3), (7, 7, 1, 1)),
        ((5, 2, 0, 0), (10, 5, 0, 0)),
        ((2, 2), (5, 5)),
        ((0, 0), (0, 0)),
        ((1, 3), (0, 10)),
    ],
)
def test_meteorites(counts, points):
    """Position 2 and the test values."""
    assert tuple(meteorite_points(TABLES, len(counts), counts)) == points


def test_meteorites_without_minimum():
    """The switch for the plain reading by position."""
    changed = components()
    changed["scoring"]["meteorite_minimum"] = 0
    assert meteorite_points(Tables(changed), 3, (4, 0, 0)) == [10, 1, 1]
    assert meteorite_points(Tables(changed), 2, (0, 0)) == [5, 5]


def test_residential_module_on_a_scaffold():
    """Position 1, the example of the rulebook."""
    city = city_of("c16 c25")
    build(city, "greenhouse_pear", (0, 0))
    build(city, "greenhouse_lemon", (1, 2))
    build(city, "greenhouse_apple", (1, 3))
    assert (0, 1) not in can_build(city, "sales_office")
    assert (0, 1) in can_build(city, "residential_greenhouse")
    build(city, "residential_greenhouse", (0, 1))
    assert kinds_around(city, 0, 1)[0] == {(0, 0), (1, 0), (1, 1), (0, 2), (1, 2)}
    assert scored(city) == {"greenhouse": 3, "greenhouse_sets": 5, "residential_modules": 4} and total(city) == 12


def test_double_plots():
    """Position 4."""
    city = city_of("c13 c19", "c06 c18")
    build(city, "residential_oxygen", (0, 1))
    build(city, "oxygen_collector", (0, 0), (0, 2), (0, 3), (2, 0), (2, 2))
    surrounding, neighbours = kinds_around(city, 0, 1)
    assert surrounding == {(0, 0), (1, 0), (0, 2), (2, 0), (2, 2)}
    assert neighbours == {(0, 0), (1, 0), (0, 2), (2, 0)}
    largest = max(city.groups({4}), key=len)
    assert {member.first_cell for member in largest} == {(0, 3), (0, 2), (2, 2), (2, 0)}
    assert scored(city) == {"oxygen": 10, "residential_modules": 8} and total(city) == 18


def test_a_double_plot_around_a_module_counts_once():
    """Test value: two single greenhouses and one on a double plot make 6, touched with one cell or with two."""
    city = city_of("c25 c19", "c18")  # the double plot is (0, 2) + (1, 2)
    build(city, "greenhouse_apple", (1, 0), (0, 0), (0, 2))
    build(city, "residential_greenhouse", (1, 1))
    assert city_points(TABLES, city)["residential_modules"] == 6
    build(city, "greenhouse_apple", (0, 1))
    build(city, "demolition", (1, 1), (0, 0))
    build(city, "greenhouse_apple", (1, 1))
    build(city, "residential_greenhouse", (2, 1))  # only (1, 2) lies beside it
    assert city_points(TABLES, city)["residential_modules"] == 6


def test_numbers_gap_and_robot():
    """Position 5."""
    city = city_of("c10 - c42", "c18 c25 c32", order="c10 c18 c25 c32 c42")
    assert (city.rows(), city.columns(), len(city.free_positions())) == (2, 3, 10)
    assert targets(city, 5) == [1, 3, 15, 40, 41, 42]
    assert targets(city, 6) == [1, 3, 15, 30, 40, 41, 42]
    assert targets(city, 2) == [1, 3, 26, 40, 41, 42]
    assert targets(city, 9) == [1, 3, 17, 30, 40, 41, 42]
    put(city, "c49r", 0, 1)
    assert targets(city, 5) == [1, 2, 3, 40, 41, 42]
    assert 17 in targets(city, 9)


def test_covered_number():
    """Position 6."""
    city = city_of("c28 c07r")
    in_row = range(13, 26)
    assert [code for code in targets(city, 6) if code in in_row] == [16]
    assert [code for code in targets(city, 5) if code in in_row] == []
    for number in (1, 2):
        assert [code for code in targets(city, number) if code in in_row] == [13]


def test_row_with_a_covered_number():
    """Test value: 2, a robot, 7."""
    city = city_of("c07 c49r c42", "c14 c25 c32")
    in_row = range(13, 26)
    found = {number: [code for code in targets(city, number) if code in in_row] for number in (1, 2, 5, 7, 9)}
    assert found == {1: [13], 2: [], 5: [], 7: [], 9: [17]}
    with_gap = city_of("c07 - c49r c42", "c14 c25 c32 c39")
    assert 15 in targets(with_gap, 5)
    assert not {13, 14, 15, 16, 17, 18} & set(targets(with_gap, 7) + targets(with_gap, 2))


def test_numbers_below_three_rows_always_fit():
    """luna_capital 4.2: a card can be forced face down only in a city with three rows."""
    for rows in (("c25",), ("c25 c32",), ("c25", "c32")):
        for number in range(1, 11):
            assert targets(city_of(*rows), number)
    assert targets(City(), 7) == [14]


def forced():
    """Return the city of position 7."""
    return city_of("c28 c35", "c29 c36", "c30 c37")


def test_forced_face_down():
    """Position 7."""
    city = forced()
    assert targets(city, 5) == targets(city, 6) == []
    assert sorted(city.target_of(position) for position in city.free_positions()) == [13, 16, 26, 29, 39, 42]
    assert targets(city, 4) == [13, 26, 39] and targets(city, 7) == [16, 29, 42]
    put(city, "c34d", 0, 2)
    assert targets(city, 7) == [17, 29, 42] and targets(city, 6) == []
    assert city.cards[0, 2].state == FACE_DOWN and city.plot_at((0, 4)) is None


def test_face_down_in_scoring():
    """Position 8."""
    for last, column, meteorites, scaffolds in (("c34d", False, 4, 5), ("c34r", True, 5, 6)):
        city = forced()
        put(city, last, 0, 2)
        put(city, "c42", 1, 2)
        put(city, "c48", 2, 2)
        assert has(city, "s09") == column
        assert (meteorites_of(TABLES, city), city.scaffolds()) == (meteorites, scaffolds)
        assert has(city, "s01") and not has(city, "l08") and city.rows() == 3 and not has(city, "l09")


def test_three_in_a_line():
    """Position 9."""
    city = city_of("c06 c18")
    build(city, "hydrogen_collector", (0, 0), (0, 2))
    assert not has(city, "s13")
    build(city, "hydrogen_collector", (0, 3))
    assert has(city, "s13") and scored(city) == {"hydrogen": 6}
    upright = city_of("c06", "c18")
    build(upright, "hydrogen_collector", (0, 0), (1, 0))
    assert not has(upright, "s13")
    build(upright, "hydrogen_collector", (2, 0))
    assert has(upright, "s13")
    broken = city_of("c18 c25")
    build(broken, "hydrogen_collector", (0, 0), (0, 1), (0, 3))
    build(broken, "oxygen_collector", (0, 2))
    assert not has(broken, "s13")


def test_a_double_plot_along_the_line_is_one_plot():
    """luna_capital 8: a run counts plots, not cells; a bend is not a line."""
    city = city_of("c19 c25")
    build(city, "water_condenser", (0, 0), (0, 1), (1, 1))
    assert not has(city, "s14")  # the double plot (0, 0) + (1, 0), and two beside it
    build(city, "water_condenser", (1, 2))
    assert has(city, "s14")


def test_four_different_modules():
    """Position 10, also with the switch for bridging."""
    changed = components()
    changed["concessions"]["list"][concession("s03")]["bridging"] = True
    bridging = Tables(changed)
    city = city_of("c25 c32")
    build(city, "hydrogen_collector", (0, 0))
    build(city, "oxygen_collector", (0, 1), (0, 2))
    build(city, "water_condenser", (0, 3))
    build(city, "greenhouse_mixed", (1, 3))
    assert not has(city, "s03") and has(city, "s03", bridging)
    build(city, "water_condenser", (1, 1))
    assert not has(city, "s03") and has(city, "s03", bridging)
    points = city_points(TABLES, city)
    build(city, "greenhouse_apple", (1, 0))
    assert has(city, "s03") and has(city, "s03", bridging)
    assert scored(city) == {"hydrogen": 1, "oxygen": 3, "water": 1, "greenhouse": 1}
    assert points["greenhouse_sets"] == 0


def test_four_different_modules_as_a_star():
    """The four need not form a chain: one of them may have the three others around it."""
    city = city_of("c25 c32")
    build(city, "hydrogen_collector", (0, 1))
    build(city, "oxygen_collector", (0, 0))
    build(city, "water_condenser", (0, 2))
    assert not has(city, "s03")
    build(city, "greenhouse_pear", (1, 1))
    assert has(city, "s03")


def complete_city():
    """Return the city of position 15."""
    city = city_of("c04 c16 c26", "c12 c31 c48")
    build(city, "hydrogen_collector", (0, 1), (0, 2), (2, 0))
    build(city, "complex_sales", (0, 3))
    build(city, "sales_office", (0, 4), (1, 1))
    build(city, "oxygen_collector", (0, 5), (1, 2), (1, 3))
    build(city, "residential_hydrogen", (1, 0))
    build(city, "greenhouse_pear", (2, 1))
    build(city, "greenhouse_mixed", (2, 2))
    build(city, "complex_residential", (2, 4))
    build(city, "residential_greenhouse", (3, 0))
    build(city, "greenhouse_lemon", (3, 2))
    build(city, "water_condenser", (3, 3))
    return city


def test_complete_city():
    """Position 15."""
    city = complete_city()
    frame = city.frame()
    assert [row[:6] for row in frame["cell"][:4]] == [
        [3, 3, 3, 16, 10, 4],
        [12, 10, 4, 4, 1, 4],
        [3, 6, 9, 3, 17, 1],
        [15, 15, 8, 5, 1, 11],
    ]
    assert [row[:6] for row in frame["link"][:4]] == [
        [0, 0, 0, 0, 0, 3],
        [0, 0, 0, 0, 0, 4],
        [0, 0, 0, 0, 0, 0],
        [1, 2, 0, 0, 0, 0],
    ]
    assert frame["card"][0][:4] == [*cards("c04 c16 c26"), -1] and frame["number"][1][:4] == [2, 5, 7, 0]
    assert scored(city) == {
        "hydrogen": 6,
        "oxygen": 3,
        "water": 1,
        "greenhouse": 6,
        "greenhouse_sets": 5,
        "sales_offices": 4,
        "residential_modules": 12,
        "complexes": 4,
    }
    assert total(city) + 2 * TABLES.hand_points == 47
    assert (meteorites_of(TABLES, city), city.scaffolds()) == (1, 0)
    assert {name for name in ALL if name != "l01" and has(city, name)} == {"s01", "s02", "s03", "s13", "l04"}


@pytest.mark.parametrize(
    ("name", "kind", "missing"),
    [
        ("s04", "hydrogen_collector", (0, 0)),
        ("s05", "oxygen_collector", (2, 0)),
        ("s06", "greenhouse_mixed", (4, 0)),
        ("s07", "water_condenser", (0, 0)),
        ("s08", "sales_office", (2, 0)),
    ],
)
def test_columns(name, kind, missing):
    """luna_capital 8: each of three cards above each other has at least one."""
    city = city_of("c18 c25", "c32 c39", "c46 c53")
    cells = {(0, 0), (2, 0), (4, 0)}
    build(city, kind, *(cells - {missing}))
    y, _ = missing
    build(city, kind, (y, 2))  # on the card beside
    assert not has(city, name)
    build(city, kind, missing)
    assert has(city, name)


@pytest.mark.parametrize(
    ("name", "kind", "minimum"),
    [
        ("l02", "oxygen_collector", 5),
        ("l03", "greenhouse_pear", 5),
        ("l04", "hydrogen_collector", 5),
        ("l05", "water_condenser", 5),
        ("l06", "sales_office", 4),
        ("l07", "meteorite", 6),
    ],
)
def test_minimums(name, kind, minimum):
    city = city_of("c18 c25")
    cells = [(y, x) for y in (0, 1) for x in range(4)]
    build(city, kind, *cells[: minimum - 1])
    assert not has(city, name)
    build(city, kind, cells[minimum - 1])
    assert has(city, name)


def test_fewest_rows():
    """Position 12, last sentence: strictly fewer than every other player."""
    one, two, three = city_of("c25"), city_of("c25", "c32"), city_of("c25", "c32", "c39")
    for cities, winners in (((two, two, three), []), ((one, two, two), [0]), ((three, two), [1])):
        found = [seat for seat in range(len(cities)) if satisfied(TABLES, concession("l01"), list(cities), seat)]
        assert found == winners


def test_cards_in_one_row():
    """luna_capital 8: gaps, robots and face-down cards do not matter."""
    city = city_of("c04 c09r c16d - c31 -", "- - c18 c25 c39 c46")
    assert not has(city, "l09")
    put(city, "c55r", 0, 3)
    assert has(city, "l09")


def test_patterns():
    """luna_capital 8: 2 x 2 block and ring of 8 in any place; the centre of the ring must be free."""
    city = city_of("c04 c09 c16", "c01 - c31", "c05 c12")
    assert not has(city, "s01") and not has(city, "l08")
    put(city, "c38d", 2, 2)
    assert has(city, "l08") and not has(city, "s01")
    put(city, "c53", 1, 3)
    assert has(city, "l08")
    put(city, "c02r", 1, 1)
    assert not has(city, "l08") and has(city, "s01")


def test_scaffold_concession_and_visible_scaffolds():
    """Position 11: a demolition removes the scaffold; a double scaffold is one; a city without any satisfies s02."""
    city = city_of("c16 c27")
    assert city.scaffolds() == 2 and not has(city, "s02")
    build(city, "landing_pad", (1, 3))
    assert city.scaffolds() == 1 and (0, 1) not in can_build(city, "sales_office")
    build(city, "demolition", (0, 1))
    assert city.scaffolds() == 0 and has(city, "s02")
    build(city, "sales_office", (0, 1))
    assert city_of("c13").scaffolds() == 1


def test_what_may_be_placed_where():
    """luna_capital 2.1: empty plots for all, scaffolds for buildings, any plot for the demolition."""
    city = city_of("c27 c20")  # meteorite (0, 0), scaffold (1, 1); scaffold on the double plot (1, 2) + (1, 3)
    empty = {(0, 1), (1, 0), (0, 2), (0, 3)}
    for kind, code in TABLES.kinds.items():
        if code in TABLES.targets["building"]:
            assert can_build(city, kind) == empty | {(1, 1), (1, 2)}
        elif kind == "demolition":
            assert can_build(city, kind) == empty | {(1, 1), (1, 2), (0, 0)}
        elif code >= 3:
            assert can_build(city, kind) == empty
    build(city, "demolition", (1, 2))
    assert plot(city, 1, 2).cells == ((1, 2), (1, 3)) and (1, 2) in can_build(city, "meteorite")
    build(city, "demolition", (1, 2))


def test_demolished_content_counts_nowhere():
    city = complete_city()
    build(city, "demolition", (0, 0), (0, 1), (3, 5))
    points = city_points(TABLES, city)
    assert (points["hydrogen"], points["residential_modules"], meteorites_of(TABLES, city)) == (1, 8, 0)


def test_cities_grow_in_all_directions():
    """luna_capital 9.4: above and left shift what the outside sees, not the city."""
    city = City()
    put(city, "c25", 0, 0)
    assert sorted(city.target_of(position) for position in city.free_positions()) == [1, 13, 15, 27]
    build(city, "water_condenser", (0, 0))
    put(city, "c18", -1, 0)
    put(city, "c12", -1 + 1, -1)
    frame = city.frame()
    assert (frame["rows"], frame["columns"]) == (2, 2)
    assert frame["card"][0][:3] == [*cards("c12 c18"), -1] and frame["card"][1][:2] == [-1, *cards("c25")]
    assert frame["cell"][2][:4] == [0, 0, 5, 1] and frame["link"][1][:2] == [1, 2]
    assert frame["state"][0][:3] == [NUMBERED, NUMBERED, 0]


def test_city_of_twelve_columns():
    """luna_capital 9.4: twelve cards in one row are the widest city."""
    city = City()
    for column, name in enumerate("c01 c07 c14 c21 c28 c35 c42 c49 c56 c63".split()):
        put(city, name, 0, column)
    assert targets(city, 10) == list(range(1, 11)) + list(range(27, 37))
    put(city, "c02r", 0, 10)
    put(city, "c03r", 0, -1)
    assert city.columns() == 12 and city.frame()["card"][0] == cards("c03 c01 c07 c14 c21 c28 c35 c42 c49 c56 c63 c02")
