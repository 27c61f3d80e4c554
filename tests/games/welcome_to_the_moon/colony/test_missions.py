"""The race for the quarters, the missions and the score of Colony (colony 4, 5, 6)."""

import pytest

from tests.games.welcome_to_the_moon.colony.positions import ColonyPosition, cell_at, cells_at
from tests.referees.welcome_to_the_moon.colony_sheet import COLUMNS, QUARTER_CELLS, ROWS

OTHERS = (8, "water"), (8, "water")
TUNNELS_TO_THE_OBSERVATORY = (1, 2, 3, 4, 55, 56, 57, 58, 59)
ANTENNA_PLACES_OF_QUARTER = (
    ((0, 3), (2, 4), (1, 5)),
    ((3, 3), (4, 4), (3, 5)),
    ((1, 0), (0, 1), (1, 2)),
    ((4, 0), (3, 1), (5, 1), (4, 2)),
)
TANKS_OF_QUARTER = ((5, 7), (4, 6), (1, 3), (0, 2))


def nearly_complete(position, seat, *quarters):
    """Fill these quarters except their first cell."""
    for quarter in quarters:
        position.cross(seat, *QUARTER_CELLS[quarter][1:])
    return position


def test_the_race_for_a_quarter():
    """colony 4.1, 4.2: a number and an X complete two quarters; who completes one a turn later gets 5."""
    position = ColonyPosition(3)
    nearly_complete(position, 0, 0, 2)
    nearly_complete(position, 1, 0)
    nearly_complete(position, 2, 2)
    first, third = QUARTER_CELLS[0][0], QUARTER_CELLS[2][0]
    position.offer((8, "planning"), *OTHERS)
    position.play(("combination", 0), ("write", first), ("write_x", third))
    position.play(("combination", 1), ("write", first))
    position.play(("combination", 1), ("write", 31))
    assert [position.points_by_category(seat)["quarters"] for seat in range(3)] == [30, 15, 0]
    assert position.closed_races() == [0, 2]
    position.offer((8, "water"), *OTHERS).finish_player().finish_player()
    position.play(("combination", 0), ("write", third))
    assert [position.points_by_category(seat)["quarters"] for seat in range(3)] == [30, 15, 5]


def test_nothing_is_paid_before_all_have_finished():
    """colony 4.1: the 15 stays open for everybody who completes the quarter in the same turn."""
    position = ColonyPosition()
    nearly_complete(position, 0, 3)
    nearly_complete(position, 1, 3)
    position.offer((8, "water"), *OTHERS).play(("combination", 0), ("write", QUARTER_CELLS[3][0]))
    assert position.actor == 1 and position.closed_races() == []
    position.play(("combination", 0), ("write", QUARTER_CELLS[3][0]))
    assert [position.points_by_category(seat)["quarters"] for seat in range(2)] == [15, 15]


def test_a_quarter_pays_once():
    """colony 4.2: in a later turn nothing more; and a quarter needs all of its 8 cells."""
    position = ColonyPosition().cross(0, *QUARTER_CELLS[1])
    nearly_complete(position, 0, 2)
    for cell in (16, 17, 21):
        position.offer((8, "water"), *OTHERS).play(("combination", 0), ("write", cell)).finish_turn()
        assert position.value("quarters") == [0, 1, 0, 0] and position.points_by_category()["quarters"] == 15
        position.put(0, {cell: -1})


def met(*cards, **sheet):
    """Which of these missions a sheet meets, as printed cards."""
    found = []
    for card in cards:
        letter, second = divmod(card - 76, 2)
        missions = [76, 78, 80]
        missions[letter] += second
        position = ColonyPosition(missions=tuple(missions)).cross(0, *sheet.get("filled", ()))
        position.build(0, *sheet.get("tunnels", ()))
        position.set(0, **{name: sheet[name] for name in ("greenhouses", "tanks") if name in sheet})
        if letter in position.missions_met():
            found.append(card)
    return found


def filled_zones(zones, *indexes):
    return [cell for index in indexes for cell in zones[index]]


def test_filled_columns_and_rows():
    """colony 5.1, 5.2: cards 76 and 77 want three columns and three rows; the special buildings count as filled."""
    assert met(76, 77, filled=filled_zones(COLUMNS, 0, 3, 5)) == [76]
    assert met(76, 77, filled=filled_zones(ROWS, 0, 2, 5)) == [77]
    assert met(76, 77, filled=filled_zones(COLUMNS, 1, 4)) == [] == met(76, 77, filled=filled_zones(ROWS, 1, 4))
    assert met(76, 77, filled=filled_zones(COLUMNS, 1, 2, 4)[:-1]) == []
    assert met(76, 77, filled=range(32)) == [76, 77]


def test_the_observatory_connected():
    """colony 5.1: card 78, whatever is filled."""
    assert met(78, tunnels=TUNNELS_TO_THE_OBSERVATORY) == [78]
    assert met(78, tunnels=TUNNELS_TO_THE_OBSERVATORY[:-1], filled=range(32)) == []


@pytest.mark.parametrize(
    ("quarters", "missing", "is_met"),
    [((0, 2), 0, True), ((0, 1), 0, True), ((2, 3), 0, True), ((3,), 0, False), ((0, 2), 1, False), ((1, 3), 1, False)],
)
def test_antennas_of_two_quarters(quarters, missing, is_met):
    """colony 5.1, 5.2: card 79 wants all antennas of two quarters."""
    places = [place for quarter in quarters for place in ANTENNA_PLACES_OF_QUARTER[quarter]]
    assert met(79, tunnels=range(60), filled=cells_at(*places[missing:])) == [79] * is_met


def test_the_observatory_belongs_to_the_top_right_quarter():
    """colony 5.2: its three antennas are wanted for card 79, six in that quarter in all."""
    cells = cells_at(*ANTENNA_PLACES_OF_QUARTER[0], *ANTENNA_PLACES_OF_QUARTER[1])
    beside_the_observatory = (29, 59)
    tunnels = [tunnel for tunnel in range(60) if tunnel not in beside_the_observatory]
    assert met(79, tunnels=tunnels, filled=cells) == []
    assert met(79, tunnels=[*tunnels, 29], filled=cells) == [79]


@pytest.mark.parametrize(
    ("greenhouses", "is_met"),
    [([4, 4, 0, 0], True), ([3, 3, 3, 0], False), ([3, 3, 3, 1], True), ([4, 3, 1, 0], False)],
)
def test_ten_plants(greenhouses, is_met):
    """colony 5.1, 1.2: card 80; the fourth greenhouse counts 2."""
    assert met(80, greenhouses=greenhouses) == [80] * is_met


@pytest.mark.parametrize(
    ("tanks", "is_met"),
    [
        (TANKS_OF_QUARTER[0] + TANKS_OF_QUARTER[1], True),
        (TANKS_OF_QUARTER[2] + TANKS_OF_QUARTER[3], True),
        ((0, 1, 4, 5), False),
        ((0, 2, 1, 4, 5), False),
    ],
)
def test_tanks_of_two_quarters(tanks, is_met):
    """colony 5.1: card 81 wants both tanks of two quarters."""
    assert met(81, tanks=sum(1 << tank for tank in tanks)) == [81] * is_met


@pytest.mark.parametrize(
    ("missions", "first", "later"), [((76, 78, 80), [12, 9, 8], [6, 4, 4]), ((77, 79, 81), [12, 9, 9], [5, 4, 5])]
)
def test_mission_values(missions, first, later):
    """colony 5.1: first and later values."""
    for turned_over, values in ((0, first), (1, later)):
        position = ColonyPosition(missions=missions).cross(0, *range(32)).build(0, *range(60))
        position.set(0, greenhouses=4, tanks=255)
        position.state["turned_over"] = turned_over
        assert position.missions_met() == [0, 1, 2]
        position.play(("mission", 0), ("mission", 1), ("mission", 2))
        assert position.value("missions") == values and position.is_over


def test_the_example_of_a_score():
    """colony 6.1: 16 + 27 + 20 + 42 + 20 + 20 - 9 - 5 = 131 points."""
    position = ColonyPosition().set(0, greenhouses=[3, 3, 3, 0], tanks=0b11111, track_boxes=[3, 2, 4])
    position.build(0, *TUNNELS_TO_THE_OBSERVATORY).cross(0, *cells_at((4, 0), (5, 1), (1, 0), (0, 1)))
    position.set(0, quarters=[1, 2, 0, 0], astronauts=5, plannings=4, system_errors=1, missions=[12, 4, 0])
    position.set(1, astronauts=2)
    assert list(position.points_by_category().values())[:8] == [16, 27, 20, 42, 20, 20, -9, -5]
    assert position.points() == 131


def test_the_majority_of_astronauts():
    """colony 6.1: 5, 5, 2 and 0 astronauts bring 20, 20, 10 and 0 points."""
    position = ColonyPosition(4)
    for seat, astronauts in enumerate((5, 5, 2, 0)):
        position.set(seat, astronauts=astronauts)
    assert [position.points_by_category(seat)["astronauts"] for seat in range(4)] == [20, 20, 10, 0]


@pytest.mark.parametrize(("boxes", "values"), [*enumerate(((0, 0, 0), (1, 2, 1), (2, 4, 2), (3, 6, 4), (4, 8, 6)))])
def test_multipliers(boxes, values):
    """colony 6.2: plants, water and antennas with 0 to 4 boxes crossed off."""
    position = ColonyPosition().set(0, greenhouses=[1, 0, 0, 0], tanks=1, track_boxes=boxes)
    categories = position.cross(0, cell_at(1, 0)).points_by_category()
    assert (categories["plants"], categories["water"], categories["antennas"]) == values


def test_planning_penalty():
    """colony 6.1: by planning boxes crossed off."""
    points = [ColonyPosition().set(0, plannings=boxes).points() for boxes in range(10)]
    assert points == [0, -1, -3, -6, -9, -12, -16, -20, -24, -28]
