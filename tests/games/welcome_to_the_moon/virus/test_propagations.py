"""Incidents of Virus: how many propagations, what they infect, and evacuation (virus 4)."""

import random

import pytest

from tests.games.welcome_to_the_moon.positions import INCIDENTS
from tests.games.welcome_to_the_moon.virus.positions import MISSION_VIRUSES, TRACK_VIRUSES, VirusPosition, quarter_of
from tests.referees.welcome_to_the_moon.virus_sheet import PLANTS, VIRUS_QUARTERS, WALKWAYS

ALL_VIRUSES = (*TRACK_VIRUSES, *MISSION_VIRUSES)
GREY_CELLS = {0: 0, 3: 15, 7: 35, 10: 50}
MOST_INFECTIONS = 18
OFFER = (5, "plant"), (6, "water"), (7, "robot")
CROSS_OFF_PLANT = ("combination", 0), ("write", 10), "use"
CROSS_OFF_WATER = ("combination", 1), ("write", 42), "use"
NOTHING = ("combination", 2), ("write", 54), "pass"


# One propagation


def test_a_virus_infects_its_own_quarter():
    """virus 4.3: one space of the owner's choice, while there is an empty one; no pass."""
    position = VirusPosition().block(0).set(0, system_errors=1).offer((8, "robot"), (9, "robot"), (10, "robot"))
    position.finish_player()
    assert position.actor == 0 and position.legal() == {("infect", cell) for cell in (2, 3, 4)}
    position.act("infect", 3)
    assert position.infected() == [0, 3] and position.state["turn"] == 2


def test_spreading():
    """virus 4.3: grey in quarter 0, complete; 0-4 is closed, 7 is complete: one space of 1; all closed: nothing."""
    position = VirusPosition().complete(0, 0, 7).close(0, 1)
    assert position.propagate(0) == [1]
    assert position.close(0, 0, 2).propagate(0) == []
    assert VirusPosition().complete(0, 0).propagate(0) == [1, 4, 7]


@pytest.mark.parametrize("walkway", range(22))
def test_a_closed_walkway_stops_a_virus(walkway):
    """virus 4.3, 1.3: in both directions, and no other walkway."""
    for quarter, other in (WALKWAYS[walkway], WALKWAYS[walkway][::-1]):
        neighbours = sorted(sum(ends) - quarter for ends in WALKWAYS if quarter in ends)
        position = VirusPosition().complete(0, quarter).set(0, grey=quarter)
        position.close(0, walkway)
        assert position.propagate(0) == [neighbour for neighbour in neighbours if neighbour != other]


def test_a_chain_in_one_propagation():
    """virus 4.3, 4.4: grey takes the last space of quarter 1, evacuated at once, so that red spreads: 6 infections."""
    position = VirusPosition().activate("red").complete(0, 0).complete(0, 1, but=1)
    position.set(0, energies=[0, 1] + [0] * 9)
    assert position.propagate(0) == [1, 2, 4, 4, 5, 7]
    assert position.evacuated() == [0, 1] and position.points_by_category()["quarters"] == 4 + 4 * 2


def test_the_same_with_an_empty_space_for_grey():
    """virus 4.3: red has infected the last space of its quarter and does not spread further in this propagation."""
    position = VirusPosition().activate("red").complete(0, 1, but=1)
    assert position.propagate(0) == [0, 1] and position.evacuated() == [1]
    assert position.propagate(0) == [0, 0, 2, 4, 5], "in the next one it spreads, to quarter 0 too"


def test_the_order_of_a_chain():
    """virus 4.3: from the top floor down, left to right, neighbours in ascending order; asked in that order."""
    position = VirusPosition().activate("red").complete(0, 0).complete(0, 1, but=1)
    assert position.begin_propagation(0).infect_asked() == [[4, 7, 2, 4, 5], []], "quarter 1 has no choice"


@pytest.mark.parametrize("grey", [0, 3, 7, 10])
def test_the_order_of_the_viruses(grey):
    """virus 4.3, 1.4: red 1, green 2, purple 5, blue 8, yellow 9, and the grey one at its place."""
    position = VirusPosition(grey=GREY_CELLS[grey]).activate(*ALL_VIRUSES)
    assert position.begin_propagation(0).infect_asked() == [sorted([1, 2, 5, 8, 9, grey]), []]


def test_each_virus_has_its_quarter():
    """virus 1.4."""
    for colour, quarter in (("red", 1), ("green", 2), ("purple", 5), ("blue", 8), ("yellow", 9)):
        assert VirusPosition().activate(colour).propagate(0) == sorted([0, quarter])


def test_a_virus_does_not_pass_through_a_complete_neighbour():
    """virus 4.3: a complete neighbour gets nothing and passes nothing on."""
    position = VirusPosition().activate("purple").close(0, 0, 1, 2).complete(0, 0, 5)
    assert position.propagate(0) == [1, 2, 4, 6, 8, 9]
    assert position.complete(0, 1, 2, 4, 6, 8, 9).propagate(0) == []


def test_a_virus_in_a_quarantined_quarter():
    """virus 4.3: it becomes active and infects there, but cannot leave."""
    position = VirusPosition().circle(0, plants=4).close(1, 3, 6, 7, 8).complete(1, 2, but=2)
    position.offer(*OFFER).play(*CROSS_OFF_PLANT, *NOTHING)
    assert position.active() == ["green"] and position.infect_asked() == [[0, 2], [0, 2]]
    assert position.propagate(1) == [0, 2] and position.evacuated(1) == [2]
    assert position.propagate(1) == [0]


def test_the_last_space_is_infected_without_asking():
    """virus 4.3, welcome 3.3: one answer is no choice."""
    position = VirusPosition().activate("red").complete(0, 0, 1, but=1).begin_propagation(0)
    assert position.asks() == {"mission", "no_mission"} and position.infected() == [0, 4, 9]
    assert position.evacuated() == [0, 1]


def test_infections_of_different_sheets_are_independent():
    """virus 4.3, 1.6: each owner chooses; a sheet follows from its own marks."""
    position = VirusPosition(3, grey=None).play(("infect", 0), ("infect", 15), ("infect", 54)).activate("red")
    position.complete(1, 1).close(1, 0, 3)
    assert position.propagate(0, 1, 2) == [[0, 1], [3, 4, 5], [1, 10]]


# Evacuation


@pytest.mark.parametrize("energies", [0, 1, 2])
def test_the_points_of_a_quarter(energies):
    """virus 4.4: numbers and X times energies; infected spaces are not filled."""
    for infected in range(6):
        position = VirusPosition(grey=54).complete(0, 4, but=infected).set(0, energies=[0] * 4 + [energies] + [0] * 6)
        position.infect(0, *range(25 - infected, 25)).carry_on(INCIDENTS)
        assert position.evacuated() == [4]
        assert position.points_by_category()["quarters"] == (5 - infected) * (1 + energies)


def test_points_are_final():
    """virus 4.4, 3.1: nothing changes an evacuated quarter: no number, X, infection or energy reaches it."""
    position = VirusPosition().complete(0, 4).activate("purple").complete(0, 5).pick(8, "planning").act("write", 54)
    assert not set(range(20, 30)) & set(position.legal("write_x"))
    position.act("pass").finish_turn()
    before = position.points_by_category()["quarters"]
    assert 4 not in position.propagate(0) and position.points_by_category()["quarters"] == before
    position.circle(0, tanks=1).offer(*OFFER).play(*CROSS_OFF_WATER)
    assert not {4, 5} & set(position.legal("quarter"))


def test_quarters_are_evacuated_before_the_propagations():
    """virus 4.1: those completed by numbers and X of this turn on all sheets, before anybody infects."""
    position = VirusPosition().circle(0, plants=4).complete(0, 2, but=1).complete(1, 10, but=1)
    position.put(0, {14: -1, 13: 3}).offer((5, "plant"), (6, "water"), (7, "robot"))
    position.play(("combination", 0), ("write", 14), "use", *NOTHING)
    assert position.asks() == {"infect"} and position.actor == 0
    assert position.evacuated(0) == [2] and position.evacuated(1) == [10]
    assert position.features()["opponent_1_evacuated"] == [0] * 10 + [1]
    assert position.infect_asked()[0] == [0, 1, 3, 5, 6], "green spreads from the quarter just completed"


# How many propagations


def test_the_number_of_propagations():
    """virus 4.2: green by player 0, symbol 2 by player 1, the second System Error of player 2: 2, 1 and 3."""
    position = VirusPosition(3).circle(0, plants=4).circle(1, tanks=4).block(2).set(2, system_errors=1)
    position.offer(*OFFER).play(*CROSS_OFF_PLANT, *CROSS_OFF_WATER)
    assert position.value("propagations_due", 1) == 1 and position.value("propagations_due", 2) == 3
    assert position.actor == 0 and position.features()["propagations_left"] == [2]
    assert position.active() == ["green"] and position.symbols() == [2]
    asked = position.infect_asked()
    assert asked == [[0, 2] * 2, [0, 2], [0, 2, 0, 2, 2]], "the last space of quarter 0 of player 2 unasked"
    assert position.infections() == [5, 3, 7]


def test_two_viruses_in_one_turn():
    """virus 4.2: green and blue at once: everybody makes two propagations with all three viruses."""
    position = VirusPosition(3).circle(0, plants=4).circle(1, tanks=2)
    position.offer(*OFFER).play(*CROSS_OFF_PLANT, *CROSS_OFF_WATER, *NOTHING)
    assert position.infect_asked() == [[0, 2, 8, 0, 2, 8]] * 3 and position.infections() == [7, 7, 7]


def test_a_symbol_and_a_virus_of_the_same_player():
    """virus 4.2: by a plant or a water, so never both; two symbols of two players hit each other."""
    position = VirusPosition(3).circle(0, plants=7).circle(1, tanks=4).activate("green", "blue")
    position.offer(*OFFER).play(*CROSS_OFF_PLANT, *CROSS_OFF_WATER, *NOTHING)
    assert position.infect_asked() == [[0, 2, 8], [0, 2, 8], [0, 2, 8] * 2] and position.symbols() == [0, 2]


def test_nothing_propagates_by_itself():
    """virus 4.2: without a cause no space is infected, whatever viruses are active."""
    position = VirusPosition().activate(*ALL_VIRUSES).offer(*OFFER).play(*NOTHING, *NOTHING)
    assert position.state["turn"] == 2 and position.infections() == [1, 1]


def test_all_causes_at_once():
    """virus 4.2, 2.3: three propagations are the most before the missions."""
    position = VirusPosition(3).circle(0, plants=7).circle(1, tanks=6).block(2).set(2, system_errors=2)
    position.activate("green", "blue").cross_off_symbols(2).offer(*OFFER).play(*CROSS_OFF_PLANT, *CROSS_OFF_WATER)
    assert [position.state["shown"][seat]["propagations_due"] for seat in range(3)] == [1, 1, 3]
    position.infect_asked()
    assert position.is_over and position.infections() == [4, 4, 1 + 9]


# Bounds


def sheet_of_most_infections(grey):
    """All viruses are active; each quarter with a virus has as many spaces as earlier ones will infect there."""
    viruses = {*VIRUS_QUARTERS, grey}
    position = VirusPosition(grey=GREY_CELLS[grey]).activate(*ALL_VIRUSES)
    for quarter in viruses:
        earlier = [ends for ends in WALKWAYS if ends[1] == quarter and ends[0] in viruses]
        position.complete(0, quarter, but=len(earlier))
    return position


@pytest.mark.parametrize("grey", [0, 3, 7, 10])
def test_most_infections_in_one_propagation(grey):
    """virus 4.3: 18, one over each walkway of a quarter with a virus; 4 of the 22 join quarters without one."""
    assert len(sheet_of_most_infections(grey).propagate(0)) == MOST_INFECTIONS


@pytest.mark.slow
def test_never_more_infections_in_one_propagation():
    """virus 4.3: on sheets filled at random, with any walkways closed, and with those of most infections disturbed."""
    rng, found = random.Random(6), []
    for number in range(300):
        grey = rng.choice([0, 3, 7, 10])
        if number % 2:
            position = sheet_of_most_infections(grey).close(0, *rng.sample(range(22), rng.randrange(3)))
        else:
            position = VirusPosition(grey=GREY_CELLS[grey]).activate(*ALL_VIRUSES)
            position.close(0, *rng.sample(range(22), rng.randrange(4)))
            for quarter in range(11):
                position.complete(0, quarter, but=rng.choice((0, 0, 1, 1, 2)))
        found.append(len(position.propagate(0)))
    assert max(found) == MOST_INFECTIONS and len(set(found)) > 8


def test_helpers():
    """virus 1.2: the plants and tanks that these tests circle by hand exist."""
    position = VirusPosition().circle(0, plants=14, tanks=8)
    assert all(circled <= printed for circled, printed in zip(position.value("plants"), PLANTS, strict=True))
    assert sum(position.value("plants")) == 14 and len(position.tanks()) == 8 and quarter_of(54) == 10
