"""The race for the multipliers, the missions and the score of Journey (journey 4, 5, 6)."""

import pytest

from tests.games.welcome_to_the_moon.journey.positions import JourneyPosition
from tests.games.welcome_to_the_moon.positions import INCIDENTS

OTHERS = (8, "water"), (8, "water")


def test_the_race_for_a_multiplier():
    """journey 4.1, 3.4: two circle x6 in one turn, the third crosses it off and gets x5 in the next turn."""
    position = JourneyPosition(3)
    for seat in range(3):
        position.set(seat, robots=[1, 0, 0, 0], plants=[1, 0, 0, 0])
    position.offer((8, "robot"), *OTHERS)
    for _ in range(2):
        position.play(("combination", 0), ("write", 20), ("robot", 0))
    assert position.closed_races() == [], "nothing is closed before all have finished"
    position.play(("combination", 1), ("write", 20))
    assert position.closed_races() == [0]
    position.offer((9, "robot"), *OTHERS)
    for _ in range(2):
        position.play(("combination", 0), ("write", 30), ("robot", 1))
    position.play(("combination", 0), ("write", 30), ("robot", 0))
    assert [position.value("multipliers", seat)[0] for seat in range(3)] == [1, 1, 2]
    assert [position.points_by_category(seat)["stations"] for seat in range(3)] == [6, 6, 5]


def test_the_race_is_per_station():
    """journey 4.1: the other multipliers stay open."""
    position = JourneyPosition().set(1, multipliers=[0, 0, 1, 0]).carry_on(INCIDENTS)
    assert position.closed_races() == [2]


def met(*cards, **sheet):
    """Which of these missions a sheet meets, as printed cards."""
    found = []
    for card in cards:
        letter, second = divmod(card - 70, 2)
        missions = [70, 72, 74]
        missions[letter] += second
        position = JourneyPosition(missions=tuple(missions))
        position.cross(0, *sheet.get("filled", ())).draw_lines(0, *sheet.get("lines", ()))
        position.circle_tanks(0, *sheet.get("tanks", ()))
        position.set(0, **{name: sheet[name] for name in ("multipliers", "plants") if name in sheet})
        if letter in position.missions_met():
            found.append(card)
    return found


@pytest.mark.parametrize(
    ("multipliers", "is_met"), [([1, 2, 0, 0], False), ([1, 2, 0, 1], True), ([2, 2, 2, 0], True), ([1] * 4, True)]
)
def test_multipliers_at_three_stations(multipliers, is_met):
    """journey 5.1: card 70, high or low."""
    assert met(70, multipliers=multipliers) == [70] * is_met


@pytest.mark.parametrize(
    ("plants", "is_met"), [([5, 2, 3, 3], False), ([5, 3, 0, 0], True), ([4, 3, 4, 3], True), ([4, 2, 3, 4], False)]
)
def test_plants_at_two_stations(plants, is_met):
    """journey 5.1: card 71, robots do not matter."""
    assert met(71, plants=plants) == [71] * is_met


@pytest.mark.parametrize(
    ("filled", "lines", "cards"),
    [
        (range(12), (5, 11), [72]),
        (range(12), (5, 9, 11), [73]),
        (range(36), (), []),
        (range(12), (5,), []),
        (range(11), (5, 11), []),
        ([*range(6), *range(30, 36)], (5, 29), [72]),
        (range(14), (6, 13), []),
        (range(18), (5, 11, 17), [72]),
        ([*range(2), *range(10, 16), *range(32, 36)], (1, 9, 15, 31), [73]),
        (range(36), (5, 11, 15, 17), [72, 73]),
    ],
)
def test_complete_zones_of_exact_lengths(filled, lines, cards):
    """journey 5.1, 5.2: cards 72 and 73 want exact lengths, the ends count as lines, a zone counts once."""
    assert met(72, 73, filled=filled, lines=lines) == cards


@pytest.mark.parametrize(
    ("tanks", "cards"),
    [
        ((3, 4, 5, 6), [75]),
        ((8, 9, 10, 11), [75]),
        ((0, 1, 2, 4, 5, 6), [74]),
        ((0, 1, 2, 4, 5), []),
        ((0, 1, 2, 3, 6, 8), [74, 75]),
        ((9, 10, 11, 0), []),
    ],
)
def test_tanks_of_the_missions(tanks, cards):
    """journey 5.1: card 74 wants any six tanks, card 75 four that follow each other, whatever lines lie between."""
    assert met(74, 75, tanks=tanks) == cards
    assert met(74, 75, tanks=tanks, lines=(17,)) == cards


def test_points_of_four_tanks():
    """journey 6.1, 1.2: tanks 3, 4, 5 and 6 are worth 29 points."""
    assert JourneyPosition().circle_tanks(0, 3, 4, 5, 6).points_by_category()["tanks"] == 29


@pytest.mark.parametrize(
    ("missions", "first", "later"), [((70, 72, 74), [9, 11, 9], [5, 6, 5]), ((71, 73, 75), [10, 12, 11], [5, 6, 6])]
)
def test_mission_values(missions, first, later):
    """journey 5.1: first and later values."""
    for turned_over, values in ((0, first), (1, later)):
        position = JourneyPosition(missions=missions).set(0, multipliers=1, plants=[5, 3, 4, 4])
        position.cross(0, *range(36)).draw_lines(0, 5, 11, 15, 17).circle_tanks(0, *range(12))
        position.state["turned_over"] = turned_over
        assert position.missions_met() == [0, 1, 2]
        position.play(("mission", 0), ("mission", 1), ("mission", 2))
        assert position.value("missions") == values and position.points_by_category()["missions"] == sum(values)
        assert position.is_over


def test_a_mission_may_be_lost_by_a_line():
    """journey 5.1, 5.2: a further line makes 6, 4, 2 of 6, 6: card 73 is met and card 72 no longer."""
    position = JourneyPosition(missions=(70, 72, 74)).cross(0, *range(12)).draw_lines(0, 5, 11)
    assert position.missions_met() == [1]
    assert position.act("no_mission").draw_lines(0, 9).missions_met() == []


def test_the_example_of_a_score():
    """journey 6.1: 24 + 18 + 19 + 6 + 10 + 12 - 5 = 84 points, with the second rank of complete zones."""
    position = JourneyPosition().set(0, plants=[4, 2, 3, 0], multipliers=[1, 0, 2, 0], missions=[0, 12, 0])
    position.set(0, system_errors=1).circle_tanks(0, 1, 4, 5).cross(0, *range(12)).draw_lines(0, 5, 9, 11)
    position.cross(1, *range(4)).draw_lines(1, 0, 1, 2, 3)
    categories = position.points_by_category()
    assert categories["stations"] == 24 + 18 and categories["tanks"] == 19 and categories["longest_zone"] == 6
    assert categories["complete_zones"] == 10 and categories["system_errors"] == -5
    assert position.points() == 84


@pytest.mark.parametrize("station", range(4))
def test_points_of_stations(station):
    """journey 6.1, 1.3: plants times the circled multiplier, nothing without one."""
    high, low = ((6, 5), (9, 7), (8, 6), (10, 7))[station]
    for multiplier, value in enumerate((0, high, low)):
        position = JourneyPosition()
        position.sheet(0)["plants"][station] = 3
        position.sheet(0)["multipliers"][station] = multiplier
        assert position.points() == 3 * value


@pytest.mark.parametrize(
    ("filled", "lines", "longest"),
    [(range(36), (), 36), (range(35), (), 0), (range(10), (2, 9), 7), (range(10), (2, 10), 3), ((), (4,), 0)],
)
def test_the_longest_complete_zone(filled, lines, longest):
    """journey 6.1, 5.2: the number of cells of the longest complete zone, 0 without one."""
    position = JourneyPosition().cross(0, *filled).draw_lines(0, *lines)
    assert position.points_by_category()["longest_zone"] == longest
    assert position.points_by_category()["complete_zones"] == (20 if longest else 0)
