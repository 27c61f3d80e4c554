"""The missions of Virus with the viruses they set free, the score and the ends of the game (virus 5, 6)."""

from itertools import combinations

import pytest

from tests.games.welcome_to_the_moon.positions import INCIDENTS, MISSIONS, bits_of
from tests.games.welcome_to_the_moon.virus.positions import VirusPosition
from tests.referees.welcome_to_the_moon.cards import X
from tests.referees.welcome_to_the_moon.virus_sheet import WALKWAYS

A, B, C = (("mission", letter) for letter in range(3))
OFFER = (5, "plant"), (6, "energy"), (7, "robot")
NOTHING = ("combination", 1), ("write", 50)

# Walkways: those of quarters 0, 7 and 3 for card 96, those of 2 (green) and 8 (blue) for card 97.
AROUND_0_7_3 = (0, 1, 2, 12, 19, 6, 9, 10)
AROUND_GREEN, AROUND_BLUE = (3, 6, 7, 8), (13, 15, 19, 20)


def met(*cards, **sheet):
    """Which of these missions a sheet meets, as printed cards."""
    found = []
    for card in cards:
        letter, second = divmod(card - 94, 2)
        missions = [94, 96, 98]
        missions[letter] += second
        if letter in VirusPosition(missions=tuple(missions)).set(0, **sheet).missions_met():
            found.append(card)
    return found


@pytest.mark.parametrize(
    ("quarters", "cards"),
    [
        ((), []),
        ((5,), []),
        ((0, 2), [94]),
        ((0, 1), [94, 95]),
        ((2, 3), [94, 95]),
        ((4, 5), [94]),
        ((4, 6), [94]),
        ((4, 5, 6), [94, 95]),
        ((7, 8), [94, 95]),
        ((9, 10), [94, 95]),
        ((1, 2, 3), [94, 95]),
        ((0, 3, 4, 5, 7, 10), [94]),
    ],
)
def test_evacuations(quarters, cards):
    """virus 5.1: card 94 wants two quarters, card 95 all quarters of a floor."""
    assert met(94, 95, evacuated=bits_of(quarters)) == cards


def test_infected_quarters_count_for_the_evacuations():
    """virus 5.1: the quarters may be infected in part or wholly."""
    for missions in ((94, 96, 98), (95, 96, 98)):
        position = VirusPosition(missions=missions, grey=35).infect(0, *range(8)).cross(0, 8, 9)
        assert position.missions_met() == [], "complete is not yet evacuated"
        assert position.carry_on(INCIDENTS).legal("mission") == [0] and position.evacuated() == [0, 1]


@pytest.mark.parametrize(
    ("walkways", "cards"),
    [
        (AROUND_0_7_3, [96]),
        *((tuple(set(AROUND_0_7_3) - {walkway}), []) for walkway in AROUND_0_7_3),
        ((*AROUND_GREEN, *AROUND_BLUE), [97]),
        *((tuple({*AROUND_GREEN, *AROUND_BLUE} - {walkway}), []) for walkway in (*AROUND_GREEN, *AROUND_BLUE)),
        (AROUND_GREEN, []),
        ((1, 4, 11, 13, 0, 3, 5, 2, 19), []),  # quarters 0, 1, 4 and 7: together cut off, two of them by themselves
        (range(22), [96, 97]),
    ],
)
def test_quarantines(walkways, cards):
    """virus 5.1, 2.2: card 96 wants three quarters, each by itself, card 97 those of green and blue."""
    assert met(96, 97, closed_walkways=bits_of(walkways)) == cards


def test_any_three_quarters():
    """virus 5.1, 2.2: any three do for card 96, with eight closed walkways at the least."""
    fewest = []
    for quarters in combinations(range(11), 3):
        walkways = {walkway for walkway, ends in enumerate(WALKWAYS) if set(ends) & set(quarters)}
        assert met(96, closed_walkways=bits_of(walkways)) == [96]
        fewest.append(len(walkways))
    assert min(fewest) == len(AROUND_0_7_3) == 8


def test_quarantine_of_viruses_active_or_not():
    """virus 5.1: for card 97 it does not matter whether green and blue are active or quarters are complete."""
    for active in ((), ("green",), ("green", "blue")):
        position = VirusPosition(missions=(94, 97, 98)).activate(*active).close(0, *AROUND_GREEN, *AROUND_BLUE)
        assert position.missions_met() == [1] and position.complete(0, 2).missions_met() == [1]


@pytest.mark.parametrize(
    ("full", "cards"),
    [
        ((0, 1), []),
        ((0, 1, 2, 3), [98]),
        ((0, 1, 2, 4, 5, 6), [98]),
        ((0, 2, 4, 5, 7, 9), []),
        ((4, 5, 9, 10), []),
        ((7, 8, 9, 10), [98]),
        (range(11), [98]),
    ],
)
def test_energies(full, cards):
    """virus 5.1: card 98 wants all energies on two floors."""
    assert met(98, energies=[2 if quarter in full else 1 for quarter in range(11)]) == cards


PLANTS = [1, 1, 2, 1, 2, 2, 2, 1, 2, 1, 1]
TANKS_OF_FLOORS = ((0, 1), (2, 3), (4, 5), (6, 7), (8, 9))
QUARTERS_OF_FLOORS = ((0, 1), (2, 3), (4, 5, 6), (7, 8), (9, 10))


@pytest.mark.parametrize("floors", [(0, 1), (0, 4), (1, 2), (2, 3), (3, 4)])
def test_plants_and_tanks(floors):
    """virus 5.1: card 99 wants all plants and all tanks on two floors; with one less it is not met."""
    quarters = [quarter for floor in floors for quarter in QUARTERS_OF_FLOORS[floor]]
    plants = [PLANTS[quarter] if quarter in quarters else 0 for quarter in range(11)]
    tanks = [tank for floor in floors for tank in TANKS_OF_FLOORS[floor]]
    assert met(98, 99, plants=plants, tanks=bits_of(tanks)) == [99]
    for quarter in quarters:
        fewer = [count - (other == quarter) for other, count in enumerate(plants)]
        assert met(99, plants=fewer, tanks=bits_of(tanks)) == []
    for tank in tanks:
        assert met(99, plants=plants, tanks=bits_of(tanks) - (1 << tank)) == []


def test_plants_alone_are_not_enough():
    """virus 5.1: all plants of the sheet without tanks, or all tanks without plants; one floor is not enough."""
    assert met(99, plants=PLANTS, tanks=0) == met(99, plants=[0] * 11, tanks=1023) == []
    assert met(99, plants=[1, 1, *[0] * 9], tanks=3) == [] and met(99, plants=PLANTS, tanks=1023) == [99]


@pytest.mark.parametrize(
    ("missions", "first", "later"), [((94, 96, 98), [8, 11, 10], [3, 4, 4]), ((95, 97, 99), [8, 12, 10], [3, 5, 4])]
)
def test_mission_values(missions, first, later):
    """virus 5.1: first and later values."""
    for turned_over, values in ((0, first), (1, later)):
        position = VirusPosition(missions=missions).set(0, evacuated=2047, energies=[2] * 11, plants=PLANTS, tanks=1023)
        position.cross_but(0, 1).infect(0, 0).close(0, *range(22))
        position.state["turned_over"] = turned_over
        position.state["mission_viruses"] = 7 * turned_over
        assert position.missions_met() == [0, 1, 2]
        position.play(A, B, C).infect_asked()
        assert position.value("missions") == values and position.is_over
        assert position.points_by_category()["missions"] == sum(values)


# Missions set viruses free


def two_missions(players=2):
    """Two players; the first one has evacuated quarters 3 and 4 and closed what card 96 wants."""
    position = VirusPosition(players).complete(0, 3, 4).close(0, *AROUND_0_7_3)
    return position.offer(*OFFER).play(*NOTHING * players)


@pytest.mark.parametrize(("letter", "colour", "quarter"), [(0, "red", 1), (1, "purple", 5), (2, "yellow", 9)])
def test_a_mission_activates_its_virus(letter, colour, quarter):
    """virus 5.2, 1.4: for all players; everybody makes one propagation, who accomplished it included."""
    position = VirusPosition(3).complete(1, 3, 4).close(1, *AROUND_0_7_3).set(1, energies=[2] * 11)
    position.offer(*OFFER).play(*NOTHING * 3)
    assert position.actor == 1
    position.play(("mission", letter), "no_mission")
    assert position.active() == [colour] and position.actor == 0
    assert position.infect_asked() == [[0, quarter]] * 3
    assert position.actor == 1 and position.asks() == {"mission", "no_mission"}, "missions come again"
    position.act("no_mission")
    assert position.state["turn"] == 2 and position.infections() == [3, 3, 3]


def test_two_missions_in_one_phase():
    """virus 5.2: both viruses are activated together, after the phase: two propagations of grey, red and purple."""
    position = two_missions()
    assert position.legal() == {A, B, ("no_mission", 0)}
    position.act(*A)
    assert position.active() == [] and position.legal() == {B, ("no_mission", 0)}
    position.act(*B)
    assert position.active() == ["red", "purple"] and position.infect_asked() == [[0, 1, 5] * 2] * 2
    assert position.infections() == [7, 7] and position.state["turn"] == 2
    assert position.value("missions") == [8, 11, 0] and position.value("missions", 1) == [0, 0, 0]


def test_one_mission_after_the_other():
    """virus 5.2, welcome 6.4: the second in the repeated missions, still for 11: one propagation, then one more."""
    position = two_missions().play(A, "no_mission")
    assert position.infect_asked() == [[0, 1], [0, 1]] and position.legal() == {B, ("no_mission", 0)}
    assert position.state["turned_over"].tolist() == [0, 0, 0]
    position.act(*B)
    assert position.infect_asked() == [[0, 1, 5], [0, 1, 5]] and position.infections() == [6, 6]
    assert position.value("missions") == [8, 11, 0] and position.state["turned_over"].tolist() == [1, 1, 0]


def test_the_first_value_in_the_repetition():
    """virus 5.2, 4.4, welcome 6.4: infections evacuate a second quarter of player 1, who still gets 8 in this turn."""
    position = VirusPosition().complete(0, 3, 4).complete(1, 7).complete(1, 1, but=1).offer(*OFFER).play(*NOTHING * 2)
    assert position.actor == 0
    position.act(*A)
    assert position.infect_asked() == [[0, 1], [0]] and position.evacuated(1) == [1, 7]
    assert position.actor == 1 and position.legal() == {A, ("no_mission", 0)}
    position.act(*A)
    assert [position.value("missions", seat)[0] for seat in range(2)] == [8, 8]
    assert position.infections() == [3, 3] and position.state["turn"] == 2, "red is activated once"


def test_the_later_value():
    """virus 5.2, welcome 6.2: from the next turn on, and nothing is activated any more."""
    position = VirusPosition().complete(0, 3, 4).complete(1, 3, 4).offer(*OFFER).play(*NOTHING * 2)
    position.play(A, "no_mission")
    assert position.infect_asked() == [[0, 1], [0, 1]]
    assert position.actor == 1, "refused before, offered again"
    position.act("no_mission").carry_on(MISSIONS).act(*A)
    assert position.value("missions", 1) == [3, 0, 0] and position.infections() == [3, 3]


def test_both_accomplish_a_mission_at_once():
    """virus 5.2: both get the first value, and the virus is activated once."""
    position = VirusPosition().complete(0, 3, 4).complete(1, 3, 4).offer(*OFFER).play(*NOTHING * 2).play(A, A)
    assert position.infect_asked() == [[0, 1], [0, 1]] and position.infections() == [3, 3]
    assert [position.value("missions", seat)[0] for seat in range(2)] == [8, 8]


def test_a_mission_may_be_held_back():
    """virus 5.2: declining holds its virus back."""
    position = two_missions().act("no_mission")
    assert position.active() == [] and position.infections() == [1, 1] and position.state["turn"] == 2
    position.carry_on(MISSIONS)
    assert position.legal() == {A, B, ("no_mission", 0)}


def test_three_repetitions():
    """virus 5.2, 4.2: three propagations in the first incidents and three more: six in one turn are the most."""
    position = VirusPosition(3).circle(0, plants=7).circle(1, tanks=6).block(2).set(2, system_errors=1)
    position.activate("green", "blue").cross_off_symbols(2)
    position.complete(0, 3, 4).close(0, *AROUND_0_7_3).set(0, energies=[2] * 11)
    position.offer((5, "plant"), (6, "water"), (7, "robot"))
    position.play(("combination", 0), ("write", 10), "use", ("combination", 1), ("write", 42), "use")
    made = [[] for _ in range(3)]
    for mission in (B, A, C):
        note_propagations(position, made)
        position.infect_asked()
        assert position.actor == 0
        position.act(*mission)
        while "no_mission" in position.asks():
            position.act("no_mission")
    note_propagations(position, made)
    assert made == [[1, 1, 1, 1], [1, 1, 1, 1], [3, 1, 1, 1]]
    position.finish_turn()
    assert position.is_over and position.value("missions") == [8, 11, 10] and position.state["turn"] == 1
    assert position.active() == ["green", "blue", "red", "purple", "yellow"]


def note_propagations(position, made):
    """Note how many propagations await each player in these incidents."""
    for seat, counts in enumerate(made):
        counts.append(int(position.state["shown"][seat]["propagations_due"]))


def test_a_phase_without_missions_ends_the_repetitions():
    """virus 5.2: incidents come again only if a virus was activated."""
    position = two_missions().activate("red", "purple")
    position.state["turned_over"] = [1, 1, 0]
    position.play(A, B)
    assert position.state["turn"] == 2 and position.infections() == [1, 1]
    assert position.value("missions") == [3, 4, 0]


# Score and ends


def test_the_example_of_a_score():
    """virus 6.1: 12 + 20 + 20 + 38 - 9 - 5 = 76 points."""
    position = VirusPosition().set(0, missions=[8, 4, 0], system_errors=1).circle(0, plants=7, tanks=4)
    position.cross(0, 5, 6, 7, 8, *range(10, 15), *range(15, 20), *range(20, 22), 30)
    position.infect(0, 9, 23, 24, 22, 31, 32, 33, 34).set(0, energies=[0, 2, 2, 0, 1, 0, 1, 0, 0, 0, 0])
    points = position.points_by_category()
    assert points["quarters"] == 12 + 15 + 5 + 4 + 2
    assert list(points.values())[:6] == [12, 20, 20, 38, -9, -5] and position.points() == 76


def test_quarters_that_are_not_evacuated():
    """virus 6.1: filled spaces times energies as they are; that fulfils no mission."""
    position = VirusPosition().put(0, {5: 1, 6: 2, 50: X}).set(0, energies=[0, 2] + [0] * 9)
    assert position.points_by_category()["quarters"] == 2 * 3 + 1 and position.evacuated() == []
    position.complete(0, 4).set(0, system_errors=3)
    assert position.end() == [-1, 1] and position.value("missions") == [0, 0, 0]


@pytest.mark.parametrize("infected", [1, 2, 17, 55])
def test_infected_spaces(infected):
    """virus 6.1: one point each, including the one of the set-up."""
    position = VirusPosition().infect(0, *range(infected))
    assert position.points_by_category()["infections"] == -infected


def test_a_full_sheet():
    """virus 6.2: no empty space, infected ones included; with one empty space the game goes on."""
    position = VirusPosition().cross_but(0, 0, 20).infect(0, 0)
    assert position.end() is None
    position = VirusPosition().cross_but(0, 0, 20).infect(0, 0, 20)
    assert position.end() is not None


def test_a_sheet_filled_by_infections():
    """virus 6.2, 4.4: the propagation of another player's symbol takes the last space; the game ends with the turn."""
    position = VirusPosition().circle(0, plants=7).cross_but(1, 0, 3, 4).infect(1, 0).set(1, evacuated=2046)
    position.offer((5, "plant"), (6, "robot"), (7, "robot"))
    position.play(("combination", 0), ("write", 10), "use", ("combination", 1), ("write", 4), "pass")
    assert position.infected(1) == [0, 3] and position.evacuated(1) == list(range(11))
    assert position.actor == 1 and position.legal() == {A, ("no_mission", 0)}, "missions come before the end"
    assert position.act("no_mission").is_over


@pytest.mark.parametrize(("missions", "is_over"), [([8, 11, 0], False), ([8, 11, 4], True)])
def test_three_missions(missions, is_over):
    """virus 6.2, welcome 7.1: an end of the game like in every adventure."""
    position = VirusPosition().activate("red", "purple", "yellow").set(0, missions=missions)
    assert (position.end() is not None) == is_over


def test_three_missions_end_the_game_after_the_repetitions():
    """virus 5.2, 6.2: the viruses of the last missions still propagate."""
    position = VirusPosition().complete(0, 3, 4).close(0, *AROUND_0_7_3).set(0, energies=[2] * 11)
    position.offer(*OFFER).play(*NOTHING * 2).play(A, B, C)
    assert not position.is_over and position.infect_asked() == [[0, 1, 5, 9] * 3] * 2 and position.is_over
    assert position.points_by_category()["missions"] == 8 + 11 + 10
