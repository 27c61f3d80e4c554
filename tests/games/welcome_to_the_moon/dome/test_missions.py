"""The missions, the score and the end of Dome (dome 5, 6)."""

import pytest

from tests.games.welcome_to_the_moon.dome.positions import ENDS, HIGH, LOW, NONE, SKYSCRAPERS, DomePosition
from tests.games.welcome_to_the_moon.positions import MISSIONS
from tests.referees.welcome_to_the_moon.cards import X

OTHERS = (8, "water"), (8, "water")
TOPS = (8, 18, 28, 37)
BOTTOMS = (0, 9, 19, 29)
# The printed energy tracks, by boxes crossed off: missions first and later, tower levels with 1, 2, 3 symbols,
# astronauts most and fewer, loss for each unbuilt piece.
MISSION_VALUES = ((8, 4), (10, 6), (12, 8), (15, 9), (18, 10))
TOWER_VALUES = ((2, 5, 9), (2, 6, 10), (3, 7, 12), (3, 8, 15), (4, 10, 18))
ASTRONAUT_VALUES = ((-10, 0), (0, 2), (10, 4), (20, 7), (30, 10))
LOSSES = (6, 5, 4, 3, 2)


def met(*cards, filled=(), plants=(0,) * 8, waters=(0,) * 8, cuts=(), built=()):
    """Which of these missions a sheet meets, as printed cards; `filled` is {cell: value} or cells with a number."""
    values = filled if isinstance(filled, dict) else dict.fromkeys(filled, 5)
    found = []
    for card in cards:
        letter, second = divmod(card - 88, 2)
        missions = [88, 90, 92]
        missions[letter] += second
        position = DomePosition(missions=tuple(missions)).put(0, values).cut(0, *cuts).build(0, *built)
        position.set(0, plants=list(plants), waters=list(waters))
        if letter in position.missions_met():
            found.append(card)
    return found


@pytest.mark.parametrize("skyscraper", range(4))
def test_a_full_skyscraper(skyscraper):
    """dome 5.1: card 88 wants all levels of one skyscraper, filled with numbers or X."""
    cells = SKYSCRAPERS[skyscraper]
    assert met(88, filled=cells) == met(88, filled=dict.fromkeys(cells, X)) == [88]
    for missing in (cells[0], cells[-1]):
        assert met(88, filled=[cell for cell in cells if cell != missing]) == []
    nearly_all = [cell for cell in range(38) if cell not in TOPS]
    assert met(88, filled=nearly_all) == [] == met(88)


def test_two_tops():
    """dome 5.1: card 89 wants the top of any two skyscrapers, filled with a number or an X."""
    for first in TOPS:
        assert met(89, filled=[first, *BOTTOMS]) == []
        for second in TOPS:
            assert met(89, filled={first: 9, second: X}) == [89] * (first != second)
    assert met(89, filled=SKYSCRAPERS[2]) == [] and met(89, filled=range(38)) == [89]


@pytest.mark.parametrize(
    ("plants", "waters", "cards"),
    [
        ([2, 1, 1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0, 0], [90]),
        ([2, 1, 1, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 0, 0, 0], []),
        ([0, 0, 0, 0, 0, 2, 2, 2], [0] * 8, [90]),
        ([1] * 8, [0] * 8, []),
        ([0] * 8, [1] * 8, []),
        ([1] * 8, [0, 0, 0, 0, 0, 1, 1, 1], [90]),
        ([2, 2, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1], [91]),
        ([2, 0, 0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0, 0, 1], [91]),
        ([2, 2, 2, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0], [90]),
        ([2, 2, 2, 2, 2, 2, 2, 2], [1, 0, 0, 0, 0, 0, 0, 0], [90]),
        ([2, 2, 1, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0], [90, 91]),
    ],
)
def test_levels_of_the_tower(plants, waters, cards):
    """dome 5.1: card 90 wants two symbols or more in three levels, card 91 all three in two levels."""
    assert met(90, 91, plants=plants, waters=waters) == cards


def test_the_whole_dome():
    """dome 5.1: card 92 wants every piece, both halves of every cut section included."""
    assert met(92, built=range(16)) == met(92, built=range(16), cuts=[2]) == met(92, built=range(16), cuts=range(8))
    assert met(92, built=range(16)) == [92]
    assert met(92) == met(92, cuts=[2], built=[half for half in range(16) if half != 4]) == []
    assert met(92, built=range(14)) == met(92, built=range(2, 16)) == []


def test_a_complete_dome_stays_complete():
    """dome 5.1, 3.5: only sections that are not built are cut, so the X is free."""
    position = DomePosition().build(0, *range(16)).pick(8, "planning").play(("write", 6), ("write_x", 7))
    assert position.cuts() == [] and position.missions_met() == [2]


def test_four_x():
    """dome 5.1: card 93 counts every X, wherever it is."""
    four = {5: X, 6: 4, 7: X, 22: X, 37: X}
    assert met(93, filled=four) == [93] and met(92, 93, filled={**four, 21: X}) == [93]
    assert met(93, filled={5: X, 6: 4, 7: X, 22: X, 37: 15}) == []


def test_the_fourth_x_meets_a_mission():
    """dome 5.1, 3.5: as played, with the cut that every X demands."""
    position = DomePosition(missions=(88, 90, 93)).cross(0, 12, 21, 33)
    assert position.missions_met() == []
    position.pick(8, "planning").play(("write", 6), ("write_x", 7), ("cut", 0))
    assert position.missions_met() == [2]


@pytest.mark.parametrize("missions", [(88, 90, 92), (89, 91, 93)])
@pytest.mark.parametrize("boxes", range(5))
def test_mission_values(missions, boxes):
    """dome 5.2, 1.5: the first or the later value of the row that is valid at the end, whenever it was accomplished."""
    first, later = MISSION_VALUES[boxes]
    for turned_over, value in ((0, first), (1, later)):
        position = DomePosition(missions=missions).cross(0, *range(38)).build(0, *range(16))
        position.set(0, plants=2, waters=1)
        position.state["turned_over"] = turned_over
        assert position.missions_met() == [0, 1, 2]
        position.act("mission", 0)
        assert position.points_by_category()["missions"] == MISSION_VALUES[0][turned_over]
        position.sheet(0)["energies"][0] = boxes
        assert position.points_by_category()["missions"] == value
        position.play(("mission", 1), ("mission", 2))
        assert position.is_over and position.points_by_category()["missions"] == 3 * value


def test_missions_of_one_turn_and_of_a_later_one():
    """dome 5.2, welcome 6.2, 6.3: two take a mission for its first value, a third declines and gets the later one.

    Declining matters, since a third mission ends the game (welcome 7.1).
    """
    position = DomePosition(3)
    for seat in range(3):
        position.build(seat, *range(16))
    position.set(2, missions=[8, 8, 0]).carry_on(MISSIONS)
    position.play(("mission", 2), ("mission", 2), "no_mission")
    assert [position.points_by_category(seat)["missions"] for seat in range(3)] == [8, 8, 16] and not position.is_over
    position.finish_turn().carry_on(MISSIONS)
    assert position.actor == 2
    assert position.act("mission", 2).is_over and position.points_by_category(2)["missions"] == 8 + 8 + 4


# Score


def test_the_example_of_a_score():
    """dome 6.1, 6.2, 5.2: 16 + 35 + 33 + 20 - 20 - 5 = 79 points."""
    position = DomePosition().set(0, missions=[8, 0, 4], energies=[1, 2, 3, 1], astronauts=2, system_errors=1)
    position.set(0, plants=[1, 0, 1, 2, 1, 2, 0, 0], waters=[0, 1, 0, 0, 1, 1, 0, 0])
    position.set(0, ends=[LOW, NONE, NONE, LOW, HIGH, NONE, NONE, NONE])
    position.cut(0, 3).build_sections(0, 0, 1, 2, 6, 7).set(1, astronauts=1)
    assert list(position.points_by_category().values())[:6] == [16, 35, 33, 20, -20, -5]
    assert position.points() == 79


@pytest.mark.parametrize("boxes", range(5))
def test_energy_tracks(boxes):
    """dome 1.5, 6.1, 6.2, 5.2: each track changes the values of its own area and no other."""
    sheet = {
        "missions": [8, 4, 0],
        "plants": [1, 0, 2, 1, 2, 0, 0, 0],
        "waters": [0, 1, 0, 1, 1, 0, 0, 0],
        "astronauts": 1,
    }
    one, two, three = TOWER_VALUES[boxes]
    most, fewer = ASTRONAUT_VALUES[boxes]
    changed = (
        {"missions": sum(MISSION_VALUES[boxes])},
        {"tower": 2 * one + 2 * two + three},
        {"astronauts": most},
        {"dome": -7 * LOSSES[boxes]},
    )
    for track, change in enumerate(changed):
        position = DomePosition().set(0, **sheet).build_sections(0, 0)
        before = position.points_by_category()
        position.sheet(0)["energies"][track] = boxes
        assert position.points_by_category() == {**before, **change}
    position = DomePosition().set(0, **sheet, energies=[0, 0, boxes, 0]).set(1, astronauts=2)
    assert position.points_by_category()["astronauts"] == fewer


def test_unbuilt_pieces():
    """dome 6.1, 1.4: from 16 halves to none, each half a piece."""
    assert DomePosition().cut(0, *range(8)).points() == -96
    for built in range(17):
        position = DomePosition().cut(0, *range(8)).build(0, *range(built))
        assert position.unbuilt() == 16 - built and position.points_by_category()["dome"] == -6 * (16 - built)
    for sections in range(9):
        assert DomePosition().build_sections(0, *range(sections)).unbuilt() == 8 - sections


def test_all_bonuses_of_the_ends():
    """dome 6.1, 1.2: 112 points for all high bonuses, 55 for all low ones."""
    assert DomePosition().set(0, ends=[HIGH] * len(ENDS)).points_by_category()["skyscrapers"] == 112
    assert DomePosition().set(0, ends=[LOW] * len(ENDS)).points_by_category()["skyscrapers"] == 55


@pytest.mark.parametrize(
    ("astronauts", "boxes", "points"),
    [
        ((3, 3, 1, 0), (2, 0, 4, 4), [10, -10, 10, 0]),
        ((0, 0, 0, 0), (0, 1, 2, 4), [0, 0, 0, 0]),
        ((1, 0, 0, 0), (0, 0, 0, 0), [-10, 0, 0, 0]),
        ((1, 2, 8, 8), (0, 0, 4, 0), [0, 0, 30, -10]),
        ((2, 2, 2, 2), (1, 2, 3, 4), [0, 10, 20, 30]),
        ((4, 3, 2, 1), (3, 3, 1, 1), [20, 7, 2, 2]),
    ],
)
def test_astronauts(astronauts, boxes, points):
    """dome 6.2: the most, shared by all who have as many; fewer, however few; nothing for none."""
    position = DomePosition(4)
    for seat in range(4):
        position.set(seat, astronauts=astronauts[seat], energies=[0, 0, boxes[seat], 0])
    assert [position.points_by_category(seat)["astronauts"] for seat in range(4)] == points


# End of the game


def test_the_ends_of_the_game():
    """dome 1.5, welcome 7.1, 7.2, 7.3: three missions, three System Errors, all 38 levels; nothing else."""
    assert DomePosition().set(0, missions=[8, 4, 0]).end() is None
    assert DomePosition().set(0, missions=[8, 4, 4]).end() == [1, -1]
    assert DomePosition().set(0, system_errors=2).end() is None
    assert DomePosition().set(0, system_errors=3).end() == [-1, 1]
    assert DomePosition().cross_but(0, 8).end() is None
    assert DomePosition().cross_but(0).end() is not None
    assert DomePosition().build(0, *range(16)).set(0, plants=2, waters=1, energies=4).end() is None


def test_the_last_level():
    """dome 5.1, welcome 7.3: the others finish the turn, then missions, then the game is over."""
    position = DomePosition().cross_but(0, 8).put(0, {7: 7}).offer((8, "water"), *OTHERS)
    position.play(("combination", 0), ("write", 8))
    assert position.actor == 1
    position.play(("combination", 0), ("write", 6))
    assert position.actor == 0 and position.legal() == {("mission", 0), ("no_mission", 0)}
    assert position.act("mission", 0).is_over and position.value("ends")[0] == HIGH
    assert position.outcome() == [1, -1]


@pytest.mark.parametrize(
    ("errors", "ends", "cuts", "outcome"),
    [
        ((2, 1, 0), (HIGH, LOW, NONE), (0, 0, 1), [-1, 1, -1]),
        ((2, 1, 0), (HIGH, LOW, NONE), (0, 0, 0), [-1, -1, 1]),
        ((1, 1, 0), (LOW, LOW, NONE), (0, 0, 1), [0, 0, -1]),
        ((3, 0, 0), (HIGH, NONE, NONE), (0, 2, 1), [1, -1, -1]),
    ],
)
def test_ties(errors, ends, cuts, outcome):
    """dome 6.1, welcome 7.4: equal scores, then fewer System Errors, then a shared victory; scores may be negative."""
    position = DomePosition(4).set(3, missions=[4, 4, 4], system_errors=3).cut(3, *range(8))
    for seat in range(3):
        position.set(seat, system_errors=errors[seat]).cut(seat, *range(cuts[seat]))
        position.sheet(seat)["ends"][6] = ends[seat]
    assert position.end() == [*outcome, -1]
