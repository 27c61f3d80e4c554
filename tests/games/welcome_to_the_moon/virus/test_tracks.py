"""The plant and the water track of Virus: lines, bonuses, and what their symbols start (virus 1.5, 3.3 to 3.7)."""

import pytest

from tests.games.welcome_to_the_moon.virus.positions import VirusPosition

# Printed: the value with so many symbols crossed off, the last symbol of each line, and what symbols start.
PLANT_VALUES = [0, 0, 5, 5, 10, 10, 10, 20, 20, 20, 35, 35, 35, 55, 55, 55, 80]
WATER_VALUES = [0, 0, 10, 10, 20, 20, 35, 35, 55, 55, 80]
PLANT_LINE_ENDS, WATER_LINE_ENDS = (2, 4, 7, 10, 13, 16), (2, 4, 6, 8, 10)
PLANT_STARTS = {5: "green", 8: 0, 11: 1}
WATER_STARTS = {3: "blue", 5: 2, 7: 3}
OFFER = (5, "plant"), (6, "water"), (7, "robot")

# Turns of one player with the offer above.
CROSS_OFF_PLANT = ("combination", 0), ("write", 10), "use"
CROSS_OFF_WATER = ("combination", 1), ("write", 42), "use"
NOTHING = ("combination", 2), ("write", 54), "pass"


def ready_for_plant(position, seat, symbol):
    """The next plant crosses off this symbol of the track; quarter 2 has a plant left."""
    return position.circle(seat, plants=min(symbol - 1, 14)).set(seat, **two_plants_of_quarter_2(symbol))


def two_plants_of_quarter_2(symbol):
    """The 16th symbol needs one plant of quarter 2 among those circled before."""
    return {"plants": [1, 1, 1, 1, 2, 2, 2, 1, 2, 1, 1]} if symbol == 16 else {}


def cross_off_plant(symbol, players=2):
    """The first player crosses off this symbol of the plant track."""
    position = ready_for_plant(VirusPosition(players), 0, symbol)
    return position.offer(*OFFER).play(*CROSS_OFF_PLANT)


def cross_off_water(symbol, players=2):
    """The first player crosses off this symbol of the water track, with the tank of quarter 8."""
    position = VirusPosition(players).circle(0, tanks=min(symbol - 1, 8))
    if symbol == 10:
        position.set(0, tanks=0b1101111111)
    return position.offer(*OFFER).play(*CROSS_OFF_WATER)


@pytest.mark.parametrize("symbol", range(1, 17))
def test_plant_track(symbol):
    """virus 1.5, 3.3, 3.7: 16 symbols in lines of 2, 2, 3, 3, 3, 3; the end of a line brings a compulsory Robot."""
    position = cross_off_plant(symbol)
    assert sum(position.value("plants")) == symbol
    assert position.points_by_category()["plants"] == PLANT_VALUES[symbol]
    if symbol in PLANT_LINE_ENDS:
        assert position.actor == 0 and position.legal() == {("walkway", walkway) for walkway in range(22)}
        position.act("walkway", 7)
    assert position.actor == 1 and position.walkways() == ([7] if symbol in PLANT_LINE_ENDS else [])
    position.play(*NOTHING)
    started = PLANT_STARTS.get(symbol)
    assert position.active() == ["green"] * (started == "green")
    assert position.symbols() == ([started] if symbol in (8, 11) else [])


@pytest.mark.parametrize("symbol", range(1, 11))
def test_water_track(symbol):
    """virus 1.5, 3.4, 3.7: 10 symbols in lines of 2; the end of a line brings a compulsory energy."""
    position = cross_off_water(symbol)
    assert len(position.tanks()) == symbol
    assert position.points_by_category()["water"] == WATER_VALUES[symbol]
    if symbol in WATER_LINE_ENDS:
        assert position.actor == 0 and position.legal() == {("quarter", quarter) for quarter in range(11)}
        position.act("quarter", 7)
    assert position.actor == 1
    assert position.value("energies") == [int(q == 7 and symbol in WATER_LINE_ENDS) for q in range(11)]
    position.play(*NOTHING)
    started = WATER_STARTS.get(symbol)
    assert position.active() == ["blue"] * (started == "blue")
    assert position.symbols() == ([started] if symbol in (5, 7) else [])


def test_values_of_the_tracks():
    """virus 1.5, 6.1: by complete lines, whatever stands in the line begun."""
    for plants, value in enumerate(PLANT_VALUES[:15]):
        assert VirusPosition().circle(0, plants=plants).points_by_category()["plants"] == value
    for tanks, value in enumerate(WATER_VALUES):
        position = VirusPosition().set(0, tanks=(1 << tanks) - 1)
        assert position.points_by_category()["water"] == value
    assert [PLANT_VALUES[end] for end in PLANT_LINE_ENDS] == [5, 10, 20, 35, 55, 80]
    assert [WATER_VALUES[end] for end in WATER_LINE_ENDS] == [10, 20, 35, 55, 80]


def test_a_bonus_without_a_choice():
    """virus 3.7: the last walkway and the last energy are taken without asking; without any the bonus is lost."""
    for closed, after in ((range(21), list(range(22))), (range(22), list(range(22)))):
        position = VirusPosition().circle(0, plants=3).close(0, *closed).offer(*OFFER).play(*CROSS_OFF_PLANT)
        assert position.actor == 1 and position.walkways() == after
    for energies in ([2] * 10 + [1], [2] * 11):
        position = VirusPosition().circle(0, tanks=1).set(0, energies=energies).offer(*OFFER).play(*CROSS_OFF_WATER)
        assert position.actor == 1 and position.value("energies") == [2] * 11


@pytest.mark.parametrize("all_others", [False, True])
def test_no_energy_for_the_quarter_just_completed(all_others):
    """virus 3.7, 4.4: 7/water completes quarter 8: the energy may go anywhere else; it is lost if they have all."""
    position = VirusPosition().circle(0, tanks=1).put(0, {40: 2, 41: 4, 43: 9, 44: 12})
    if all_others:
        position.set(0, energies=[2] * 8 + [0] + [2] * 2)
    position.pick(7, "water").play(("write", 42), "use")
    assert position.tanks() == [3, 7] and position.points_by_category()["water"] == 10
    if not all_others:
        assert position.legal() == {("quarter", quarter) for quarter in (*range(8), 9, 10)}
        position.act("quarter", 0)
    assert position.actor == 1 and position.value("energies")[8] == 0
    position.finish_turn()
    assert position.evacuated() == [8] and position.points_by_category()["quarters"] == 5


def test_quarters_that_are_complete_or_have_all_energies_get_none():
    """virus 3.7: completed in an earlier turn, by infections too, or without an energy left."""
    position = VirusPosition().circle(0, tanks=1).complete(0, 3, 4).infect(0, *range(25, 30))
    position.set(0, energies=[0, 2, 2, 0, 0, 0, 0, 1, 2, 1, 0]).offer(*OFFER).play(*CROSS_OFF_WATER)
    assert position.legal() == {("quarter", quarter) for quarter in (0, 6, 7, 9, 10)}


def test_a_wild_plant_crosses_off_symbols_too():
    """virus 3.5, 3.7: with all that follows."""
    position = VirusPosition().circle(0, plants=1, tanks=2).set(0, astronauts=2, wilds_earned=1)
    position.pick(8, "water").play(("wild", 2), ("write", 10), "use")
    assert position.asks() == {"walkway"}
    position = VirusPosition().circle(0, plants=4).set(0, astronauts=2, wilds_earned=1)
    position.pick(8, "robot").play(("wild", 2), ("write", 10), "use").play(("combination", 0), ("write", 54), "pass")
    assert position.active() == ["green"]


@pytest.mark.parametrize(
    ("cross_off", "symbol", "colour"), [(cross_off_plant, 5, "green"), (cross_off_water, 3, "blue")]
)
def test_a_virus_becomes_active_for_all(cross_off, symbol, colour):
    """virus 3.5, 1.4, 4.2: when all have finished; everybody propagates once, the one who started it included."""
    position = cross_off(symbol, players=3).play(*NOTHING)
    assert position.active() == [], "not before all have finished"
    position.play(*NOTHING)
    quarter = {"green": 2, "blue": 8}[colour]
    assert position.active() == [colour] and position.infect_asked() == [[0, quarter]] * 3
    assert position.infections() == [3, 3, 3] and position.state["turn"] == 2


@pytest.mark.parametrize(
    ("cross_off", "symbol"), [(cross_off_plant, 8), (cross_off_plant, 11), (cross_off_water, 5), (cross_off_water, 7)]
)
def test_a_propagation_symbol_hits_the_others(cross_off, symbol):
    """virus 3.5, 4.2: everybody but the one who started it propagates once; the symbol is gone for all."""
    position = cross_off(symbol, players=3).play(*NOTHING, *NOTHING)
    assert position.infect_asked() == [[], [0], [0]] and position.infections() == [1, 2, 2]
    assert position.symbols() == [{**PLANT_STARTS, **WATER_STARTS}[symbol]] and position.active() == []


@pytest.mark.parametrize(("symbol", "due"), [(5, [1, 1, 1]), (8, [0, 0, 1]), (11, [0, 0, 1])])
def test_the_race_for_a_symbol(symbol, due):
    """virus 3.5, 4.2: two players start it in the same turn: it counts once, a Propagation symbol not for them."""
    position = VirusPosition(3)
    for seat in range(2):
        ready_for_plant(position, seat, symbol)
    position.offer(*OFFER).play(*CROSS_OFF_PLANT, *CROSS_OFF_PLANT, *NOTHING)
    viruses = [0, 2] if symbol == 5 else [0]
    assert position.infect_asked() == [viruses * count for count in due]


@pytest.mark.parametrize("symbol", [5, 8, 11])
def test_a_symbol_of_an_earlier_turn_starts_nothing(symbol):
    """virus 3.5: who comes later crosses it off without any effect."""
    position = ready_for_plant(VirusPosition(2), 0, symbol)
    position.activate("green").cross_off_symbols(0, 1).offer(*OFFER).play(*CROSS_OFF_PLANT, *NOTHING)
    assert position.state["turn"] == 2 and position.infections() == [1, 1]
    assert sum(position.value("plants")) == symbol
    position = VirusPosition(2).circle(0, tanks={5: 2, 8: 4, 11: 6}[symbol])
    position.activate("blue").cross_off_symbols(2, 3).offer(*OFFER).play(*CROSS_OFF_WATER, *NOTHING)
    assert position.state["turn"] == 2 and position.infections() == [1, 1]


def test_the_race_in_two_turns():
    """virus 3.5: player 0 starts symbol 0 in one turn, player 1 crosses it off in the next."""
    position = VirusPosition(2)
    for seat in range(2):
        ready_for_plant(position, seat, 8)
    position.offer(*OFFER).play(*CROSS_OFF_PLANT, *NOTHING)
    assert position.infect_asked() == [[], [0]]
    position.offer((4, "plant"), (6, "water"), (7, "robot")).play(("combination", 2), ("write", 20), "pass")
    position.play(("combination", 0), ("write", 10), "use")
    assert position.state["turn"] == 3 and position.infections() == [1, 2]


def test_all_that_follows_is_compulsory():
    """virus 3.8: once Plant or Water is used, neither its bonus nor a propagation can be passed."""
    position = cross_off_plant(2)
    assert position.asks() == {"walkway"}
    position = cross_off_water(2)
    assert position.asks() == {"quarter"}
    position = cross_off_water(3).play(*NOTHING)
    assert position.asks() == {"infect"}


def test_declining_holds_a_virus_back():
    """virus 3.8: the fifth plant declined, no virus comes free and everybody is spared."""
    position = VirusPosition().circle(0, plants=4).offer(*OFFER).play(*CROSS_OFF_PLANT[:2], "pass", *NOTHING)
    assert position.active() == [] and position.infections() == [1, 1] and sum(position.value("plants")) == 4
