"""Extraction, the race for the filling bonuses, the missions and the score of Mine (mine 4, 5, 6)."""

import pytest

from tests.games.welcome_to_the_moon.mine.positions import MinePosition
from tests.games.welcome_to_the_moon.positions import INCIDENTS

OTHERS = (8, "robot"), (8, "robot")
PLANT_POCKETS = [0, 1, 3, 4, 6, 8, 12, 13, 14, 17, 18, 19]
WATER_POCKETS = [2, 5, 7, 9, 10, 11, 15, 16]
TRIGGERS, BONUSES = (8, 6, 10, 12), (8, 10, 8, 12)
CATEGORIES = ("plants", "water", "pearls", "rubies")


@pytest.mark.parametrize(("action", "waters", "pockets"), [("water", 2, [10, 11]), ("astronaut", 1, [10])])
def test_extraction(action, waters, pockets):
    """mine 4.1, 3.1: column 7 brings a pearl, a ruby and its circled waters, the one of this very turn included."""
    position = MinePosition().cross(0, 7, 31).circle_pockets(0, 10).offer((8, action), *OTHERS)
    position.play(("combination", 0), *([("shift", 2)] if action == "astronaut" else []), ("write", 19))
    if action == "water":
        assert position.legal() == {("pocket", 11), ("pass", 0)}
        position.act("pocket", 11)
    assert position.actor == 1 and position.pumps() == [] and position.value("resources") == [0] * 4
    position.finish_turn()
    assert position.value("resources") == [0, waters, 1, 1] and position.pumps() == [7]
    assert position.pockets() == pockets


def test_a_column_is_extracted_once():
    """mine 4.1: a pump that is circled brings nothing more, and what was not circled is lost."""
    position = MinePosition().cross(0, 7, 19, 31).carry_on(INCIDENTS)
    assert position.value("resources") == [0, 0, 1, 1]
    position.circle_pockets(0, 10, 11).carry_on(INCIDENTS)
    assert position.value("resources") == [0, 0, 1, 1] and position.pumps() == [7]


def test_two_columns_in_one_turn():
    """mine 4.1: completed by a number and an X."""
    position = MinePosition().cross(0, 0, 12, 13, 25).circle_pockets(0, 0, 2, 3).offer((8, "planning"), *OTHERS)
    position.play(("combination", 0), ("write", 24), ("write_x", 1)).finish_turn()
    assert position.pumps() == [0, 1] and position.value("resources") == [2, 1, 3, 2]


@pytest.mark.parametrize("resource", range(4))
def test_filling_bonuses(resource):
    """mine 4.2: 8 plants, 6 waters, 10 pearls or 12 rubies bring 8, 10, 8 or 12 points, once."""
    for count, reached in ((TRIGGERS[resource] - 1, 0), (TRIGGERS[resource], 1), (TRIGGERS[resource] + 1, 1)):
        position = MinePosition()
        position.sheet(0)["resources"][resource] = count
        for _ in range(2):
            position.carry_on(INCIDENTS)
            value = 3 if resource == 1 else 2
            assert position.points_by_category()[CATEGORIES[resource]] == count * value + reached * BONUSES[resource]
        assert position.closed_races() == [resource] * reached


def test_the_race_for_a_filling_bonus():
    """mine 4.2, 4.3: one reaches the 6th water by a secondary factory, one by extraction; the third loses it."""
    position = MinePosition(3).set(0, resources=[0, 4, 0, 0]).complete(0, 7)
    position.sheet(0)["energies"][7] = 0
    position.set(1, resources=[0, 4, 0, 0]).cross(1, 7, 31).circle_pockets(1, 10, 11)
    position.set(2, resources=[0, 5, 0, 0])
    position.offer((8, "energy"), (8, "planning"), *OTHERS[:1])
    position.play(("combination", 0), ("write", 20), ("energy_of_factory", 7))
    position.play(("combination", 1), ("write", 19), "pass")
    assert position.closed_races() == []
    position.play(("combination", 1), ("write", 20), "pass")
    assert [position.value("filling_bonuses", seat)[1] for seat in range(3)] == [1, 1, 0]
    assert position.closed_races() == [1]
    position.set(2, resources=[0, 8, 0, 0]).carry_on(INCIDENTS)
    assert [position.points_by_category(seat)["water"] for seat in range(3)] == [28, 28, 24]


def test_bonuses_are_closed_after_the_extractions_of_all():
    """mine 4.3: it does not matter who sits first."""
    for first, second in ((0, 1), (1, 0)):
        position = MinePosition().set(first, resources=[0, 0, 10, 0])
        position.set(second, resources=[0, 0, 8, 0]).cross(second, 10, 22, 34).carry_on(INCIDENTS)
        assert [position.value("filling_bonuses", seat)[2] for seat in range(2)] == [1, 1]


def met(*cards, pumps=(), complete=(), pockets=(), resources=(0, 0, 0, 0)):
    """Which of these missions a sheet meets, as printed cards."""
    found = []
    for card in cards:
        letter, second = divmod(card - 82, 2)
        missions = [82, 84, 86]
        missions[letter] += second
        position = MinePosition(missions=tuple(missions)).circle_pumps(0, *pumps).complete(0, *complete)
        position.circle_pockets(0, *pockets).set(0, resources=list(resources))
        if letter in position.missions_met():
            found.append(card)
    return found


@pytest.mark.parametrize(
    ("pumps", "cards"),
    [
        ((2, 3, 4, 5), [83]),
        ((2, 3, 5, 6, 7), [82]),
        ((0, 1, 2, 3, 9), [82, 83]),
        ((8, 9, 10, 11), [83]),
        ((9, 10, 11, 0), []),
        ((0, 2, 4, 6), []),
        ((0, 1, 3, 4, 6, 7, 9, 10), [82]),
    ],
)
def test_pumps(pumps, cards):
    """mine 5.1: card 82 wants five pumps, card 83 four neighbouring ones."""
    assert met(82, 83, pumps=pumps) == cards


@pytest.mark.parametrize(
    ("complete", "cards"),
    [
        ((6, 7, 8, 9, 10), [84]),
        ((6, 7, 8, 9), []),
        ((0, 1, 2, 3, 4, 5), [85]),
        ((4, 5, 6, 8, 10, 0), [85]),
        ((0, 1, 2, 3, 4), []),
        ((4, 6, 7, 8, 9, 10), [84, 85]),
    ],
)
def test_complete_factories(complete, cards):
    """mine 5.1, 5.2: card 84 wants the secondary factories, card 85 any six, control centres included."""
    assert met(84, 85, complete=complete) == cards


def test_plants_and_waters_in_the_mine():
    """mine 5.1, 5.2: cards 86 and 87 count what is circled in the mine, extracted or not, and nothing else."""
    assert met(86, 87, pockets=PLANT_POCKETS[:8]) == [86]
    assert met(86, 87, pockets=PLANT_POCKETS[4:], pumps=range(12)) == [86]
    assert met(86, 87, pockets=PLANT_POCKETS[:7], resources=(9, 0, 0, 0), complete=(6,)) == []
    assert met(86, 87, pockets=WATER_POCKETS[:5]) == [87]
    assert met(86, 87, pockets=WATER_POCKETS[:4], resources=(0, 6, 0, 0), complete=(7,)) == []
    assert met(86, 87, pockets=range(20)) == [86, 87]


@pytest.mark.parametrize(
    ("missions", "first", "later"), [((82, 84, 86), [8, 11, 8], [4, 6, 3]), ((83, 85, 87), [9, 10, 10], [4, 4, 4])]
)
def test_mission_values(missions, first, later):
    """mine 5.1: first and later values."""
    for turned_over, values in ((0, first), (1, later)):
        position = MinePosition(missions=missions).circle_pumps(0, *range(12)).complete(0, *range(11))
        position.circle_pockets(0, *range(20))
        position.state["turned_over"] = turned_over
        assert position.missions_met() == [0, 1, 2]
        position.play(("mission", 0), ("mission", 1), ("mission", 2))
        assert position.value("missions") == values and position.is_over


def test_the_example_of_a_score():
    """mine 6.1: 44 + 15 + 21 + 36 + 12 - 9 - 10 + 19 = 128 points."""
    position = MinePosition().set(0, resources=[9, 5, 7, 12], filling_bonuses=[1, 0, 0, 1]).complete(0, 0, 2, 4)
    position.set(0, astronauts=4, plannings=3, system_errors=2, missions=[9, 10, 0])
    assert list(position.points_by_category().values())[:8] == [19, 44, 15, 21, 36, 12, -9, -10]
    assert position.points() == 128


@pytest.mark.parametrize("complete", [False, True])
def test_values(complete):
    """mine 6.2: before and after upgrading."""
    position = MinePosition().set(0, resources=[1, 1, 1, 1], astronauts=1, plannings=1)
    position.complete(0, *(range(6) if complete else ()))
    values = [4, 5, 3, 3, 3, 0] if complete else [2, 3, 2, 2, 0, -3]
    assert list(position.points_by_category().values())[1:7] == values


def test_what_was_not_extracted_is_worth_nothing():
    """mine 6.1: circled pockets and minerals of unfinished columns."""
    position = MinePosition().circle_pockets(0, *range(20)).cross(0, *range(24)).carry_on(INCIDENTS)
    assert position.points() == 0
