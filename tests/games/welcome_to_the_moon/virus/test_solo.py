"""The solo mode of Virus (virus 7)."""

import pytest

from moon_envs.games.welcome_to_the_moon.state import REMOVED
from tests.games.welcome_to_the_moon.positions import INCIDENTS
from tests.games.welcome_to_the_moon.virus.positions import MISSION_VIRUSES, TRACK_VIRUSES, VirusPosition
from tests.referees.welcome_to_the_moon.cards import EMPTY, INFECTED

HAND = (5, "robot"), (6, "water"), (7, "plant")
PLANT_ON_QUARTER_2 = ("combination", 1), ("write", 10), "use"  # 5 of the robot card with the plant
WATER_ON_QUARTER_8 = ("combination", 0), ("write", 42), "use"
GREEN, BLUE = ("race", 0), ("race", 1)


def solo(opponent=1, **settings):
    return VirusPosition(1, opponent=opponent, **settings)


def symbol(index):
    """The answer that crosses off a Propagation symbol."""
    return "race", len(TRACK_VIRUSES) + index


def test_the_grey_virus_in_solo_mode():
    """virus 1.6: chosen before the first card is drawn."""
    position = VirusPosition(1, grey=None)
    assert len(position.legal("infect")) == 20 and position.hand() == []
    assert position.act("infect", 37).value("grey") == 7 and len(position.hand()) == 3


# Solo bonuses


@pytest.mark.parametrize(
    ("plants", "bonuses", "asked"), [(2, 0, []), (4, 1, [0, 2]), (7, 1, []), (10, 1, []), (11, 0, [])]
)
def test_bonuses_of_the_plant_track(plants, bonuses, asked):
    """virus 7.1: one for the green virus and each Propagation symbol, which hits nobody."""
    position = solo().circle(0, plants=plants).draw(*HAND).play(*PLANT_ON_QUARTER_2)
    assert position.state["bonuses_circled"] == bonuses and position.infect_asked() == [asked]
    assert position.asks() == ({"give", "remove"} if bonuses else {"combination"})


@pytest.mark.parametrize(("tanks", "bonuses", "asked"), [(0, 0, []), (2, 1, [0, 8]), (4, 1, []), (6, 1, [])])
def test_bonuses_of_the_water_track(tanks, bonuses, asked):
    """virus 7.1: one for the blue virus and each Propagation symbol."""
    position = solo().circle(0, tanks=tanks).draw(*HAND).play(*WATER_ON_QUARTER_8)
    assert position.state["bonuses_circled"] == bonuses and position.infect_asked() == [asked]


@pytest.mark.parametrize("letter", range(3))
def test_bonuses_of_missions(letter):
    """virus 7.1, welcome 8.6: one for each virus of a mission, to be spent in the same turn."""
    position = solo().complete(0, 3, 4).close(0, 0, 1, 2, 12, 19, 6, 9, 10).set(0, energies=[2] * 11)
    position.draw(*HAND).play(("combination", 0), ("write", 50), ("mission", letter))
    assert position.legal("mission") == [other for other in range(3) if other != letter]
    position.act("no_mission")
    assert position.state["bonuses_circled"] == 1 and position.active() == [MISSION_VIRUSES[letter]]
    position.infect_asked()
    assert position.act("no_mission").legal() == {("give", 2), ("remove", 2)}
    position.act("remove", 2)
    assert position.state["bonuses_spent"] == 1 and position.state["given"].sum() == 0


def test_all_bonuses():
    """virus 7.1: two and three viruses and four symbols: nine symbols are printed."""
    position = solo().circle(0, plants=4)
    position.state["bonuses_circled"] = 8
    position.draw(*HAND).play(*PLANT_ON_QUARTER_2)
    assert position.state["bonuses_circled"] == 9
    position = solo().circle(0, plants=4)
    position.state["bonuses_circled"] = 9
    position.draw(*HAND).play(*PLANT_ON_QUARTER_2)
    assert position.state["bonuses_circled"] == 9


def test_three_missions_earn_three_bonuses():
    """virus 7.1: also those accomplished in one phase."""
    position = solo().complete(0, 3, 4).close(0, 0, 1, 2, 12, 19, 6, 9, 10).set(0, energies=[2] * 11)
    position.draw(*HAND).play(("combination", 0), ("write", 50), ("mission", 0), ("mission", 1), ("mission", 2))
    assert position.state["bonuses_circled"] == 3 and position.infect_asked() == [[0, 1, 5, 9] * 3]
    assert position.legal() == {("give", 2), ("remove", 2)}
    assert position.act("give", 2).is_over, "the end is checked after the card is given"


@pytest.mark.parametrize("errors", [1, 2, 3])
def test_a_system_error_earns_no_bonus(errors):
    """virus 7.1, 2.3: its propagation earns none; ASTRA gets a card of the player's choice."""
    position = solo().block(0).set(0, system_errors=errors - 1).draw(*HAND)
    assert position.infect_asked() == [[0] if errors > 1 else []]
    assert position.state["bonuses_circled"] == 0 and position.legal() == {("give", slot) for slot in range(3)}
    assert position.act("give", 1).is_over == (errors == 3)


def test_a_symbol_of_astra_is_gone():
    """virus 3.5, 7.1: what ASTRA has activated or crossed off starts nothing and earns nothing."""
    position = solo().activate("green").circle(0, plants=4).draw(*HAND).play(*PLANT_ON_QUARTER_2)
    assert position.state["bonuses_circled"] == 0 and position.infections() == [1]
    position = solo().cross_off_symbols(0).circle(0, plants=7).draw(*HAND).play(*PLANT_ON_QUARTER_2)
    assert position.state["bonuses_circled"] == 0


# The first pass


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_the_choice_of_a_virus(letter):
    """virus 7.2: green or blue, then one propagation at once, before the next card; no bonus, no mission."""
    position = solo().draw(HAND[0], letter, *HAND[1:])
    assert position.legal() == {GREEN, BLUE} and position.hand() == [HAND[0]]
    position.act(*BLUE)
    assert position.active() == ["blue"] and position.hand() == [HAND[0]]
    assert position.legal() == {("infect", cell) for cell in (1, 2, 3, 4)}
    assert position.act("infect", 2).legal() == {("infect", cell) for cell in range(40, 45)}
    position.act("infect", 44)
    assert position.asks() == {"combination"} and position.hand() == list(HAND)
    assert position.state["bonuses_circled"] == 0 and position.state["turned_over"].tolist() == [0, 0, 0]
    assert position.infected() == [0, 2, 44]


@pytest.mark.parametrize(("active", "other"), [("green", "blue"), ("blue", "green")])
def test_the_only_virus_left(active, other):
    """virus 7.2: it is activated without asking."""
    position = solo().activate(active).draw("B", *HAND)
    assert position.active() == ["green", "blue"] and position.state["bonuses_circled"] == 0
    assert position.infect_asked() == [[0, 2, 8]] and position.asks() == {"combination"}
    assert other in position.active()


@pytest.mark.parametrize("crossed_off", [(), (1,), (0, 3), (0, 1, 2)])
def test_propagation_symbols(crossed_off):
    """virus 7.2: when both are active a Propagation symbol of the player's choice; the last one without asking."""
    position = solo().activate("green", "blue").cross_off_symbols(*crossed_off).draw("C", *HAND)
    left = [index for index in range(4) if index not in crossed_off]
    if len(left) > 1:
        assert position.legal() == {symbol(index) for index in left}
        position.act(*symbol(left[-1]))
    assert position.symbols() == sorted([*crossed_off, left[-1]])
    assert position.infect_asked() == [[0, 2, 8]] and position.asks() == {"combination"}


def test_no_symbol_left():
    """virus 7.2: nothing happens."""
    position = solo().activate("green", "blue").cross_off_symbols(0, 1, 2, 3).draw("A", *HAND)
    assert position.asks() == {"combination"} and position.infections() == [1]
    assert position.state["turned_over"].tolist() == [0, 0, 0]


def test_several_effect_cards_in_one_draw():
    """virus 7.2, welcome 8.3: one after the other; later propagations have the viruses of the earlier ones."""
    position = solo().draw("A", "B", "C", *HAND).act(*GREEN)
    assert position.infect_asked() == [[0, 2, 0, 2, 8]], "blue without asking"
    assert position.legal("race") == [2, 3, 4, 5]
    position.act(*symbol(3))
    assert position.infect_asked() == [[0, 2, 8]]
    assert position.active() == ["green", "blue"] and position.symbols() == [3] and position.infections() == [9]


# The second pass


@pytest.mark.parametrize(("letter", "quarter"), [("A", 1), ("B", 5), ("C", 9)])
def test_the_virus_of_a_mission(letter, quarter):
    """virus 7.3: active at once with a propagation; then the card is turned over; the later value, no virus, no bonus.

    The mission, when the player accomplishes it, pays its later value and starts nothing.
    """
    index = "ABC".index(letter)
    position = solo().complete(0, 3, 4).close(0, 0, 1, 2, 12, 19, 6, 9, 10).set(0, energies=[2] * 11)
    position.draw(letter, *HAND, deck_pass=2)
    assert position.active() == [MISSION_VIRUSES[index]]
    assert position.state["turned_over"].tolist() == [0, 0, 0], "after the effect"
    assert position.infect_asked() == [[0, quarter]]
    assert position.state["turned_over"].tolist() == [int(other == index) for other in range(3)]
    assert position.state["bonuses_circled"] == 0 and position.asks() == {"combination"}
    position.play(("combination", 0), ("write", 54), ("mission", index), "no_mission")
    assert position.value("missions")[index] == [3, 4, 4][index] and position.infections() == [3]
    assert position.state["bonuses_circled"] == 0 and position.asks() == {"combination"}, "the card is given unasked"


@pytest.mark.parametrize("letter", range(3))
def test_a_virus_active_already(letter):
    """virus 7.3: only the mission is turned over; what the player got for it is kept."""
    position = solo().activate(MISSION_VIRUSES[letter])
    position.sheet(0)["missions"][letter] = 8
    position.draw("ABC"[letter], *HAND, deck_pass=2)
    assert position.asks() == {"combination"} and position.infections() == [1]
    assert position.state["turned_over"].tolist() == [int(other == letter) for other in range(3)]
    assert position.value("missions")[letter] == 8


def test_the_second_pass_leaves_the_tracks_alone():
    """virus 7.3: green and blue are not activated by the second pass."""
    position = solo().draw("A", "B", "C", *HAND, deck_pass=2)
    position.infect_asked()
    assert position.active() == ["red", "purple", "yellow"] and position.symbols() == []
    assert position.infections() == [1 + 2 + 3 + 4]


def six_effect_cards():
    """All effect cards at the bottom of the first pass, and three cards to be shuffled in with them.

    Returns:
        The first position in which the second pass begins so that all three are drawn again in the same turn.
    """
    for seed in range(100):
        position = solo(seed=seed).draw("A", "B", "C", only=True)
        position.state["location"][3:63] = REMOVED
        position.act(*GREEN).infect_asked()
        position.act(*symbol(0)).infect_asked()
        if position.state["turned_over"].sum() == 3:
            return position
    raise AssertionError("no shuffle puts a starship card last")


def test_six_effect_cards_in_one_draw():
    """virus 7.2, 7.3, welcome 8.8: three of each pass in the turn of the reshuffle: six propagations."""
    position = six_effect_cards()
    assert position.state["deck_pass"] == 2 and position.asks() == {"combination"} and len(position.hand()) == 3
    assert position.active() == ["green", "blue", "red", "purple", "yellow"] and position.symbols() == [0]
    assert position.infections()[0] >= 1 + 2 + 3 + 3 + 4 + 5 + 6 and position.state["bonuses_circled"] == 0


def test_effect_cards_after_the_last_turn():
    """virus 7.3, 4.4, welcome 8.11: drawn in turn 36, they still propagate and evacuate; then the game is over."""
    position = solo().complete(0, 1, but=1).draw("A", deck_pass=2, only=True)
    assert position.infect_asked() == [[0]] and position.evacuated() == [1]
    assert position.is_over and position.value("system_errors") == 0 and position.state["turned_over"][0] == 1


# The end


def test_a_sheet_filled_by_an_effect():
    """virus 7.4, 6.2: the turn goes on: a System Error is taken and a card is given, then the game is over."""
    position = solo().cross_but(0, 0, 14).infect(0, 0).activate("green").set(0, evacuated=2043)
    position.draw("A", *HAND)
    assert position.cells()[14] == INFECTED and EMPTY not in position.cells() and position.evacuated()[2] == 2
    assert position.value("system_errors") == 1 and position.asks() == {"mission", "no_mission"}
    position.act("no_mission")
    assert position.legal() == {("give", slot) for slot in range(3)}
    assert position.act("give", 0).is_over and position.state["given"].sum() == 1


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """virus 7.4: 5 points and 4 more for each level."""
    assert solo(level).points_by_category(1)["astra_level"] == solo(level).points(1) == 5 + 4 * level


def test_at_most_one_propagation_in_the_first_incidents():
    """virus 7.1, 4.2: a track or a System Error, never both; the missions may add three."""
    position = solo().circle(0, plants=4).draw(*HAND).play(*PLANT_ON_QUARTER_2)
    assert position.features()["propagations_left"] == [1]
    assert solo().carry_on(INCIDENTS).infections() == [1]
