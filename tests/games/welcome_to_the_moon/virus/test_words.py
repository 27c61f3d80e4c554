"""Virus in words: a new player can read from them what is to be decided, and why."""

import pytest

from tests.games.welcome_to_the_moon.virus.positions import VirusPosition

OFFER = (5, "plant"), (6, "water"), (7, "robot")


def choices(position):
    """The legal actions in words."""
    position.legal()
    return [position.batch.describe(int(action)) for action in position.batch.legal_actions()]


def test_the_set_up():
    """virus 1.6: what infecting means here."""
    words = choices(VirusPosition(grey=None))
    assert words[0] == "put the grey virus into quarter 1 and infect its space 1"
    assert words[-1] == "put the grey virus into quarter 11 and infect its space 5"


@pytest.mark.parametrize(
    ("plants", "closed", "words"),
    [
        (0, (), "circle a plant of quarter 3: plant symbol 1"),
        (4, (), "circle a plant of quarter 3: plant symbol 5, which starts the green virus"),
        (4, (0,), "circle a plant of quarter 3: plant symbol 5"),
        (10, (), "circle a plant of quarter 3: plant symbol 11, which starts Propagation symbol 2"),
    ],
)
def test_the_use_of_a_plant(plants, closed, words):
    """virus 3.3, 3.5: what the next symbol starts."""
    position = VirusPosition().circle(0, plants=plants).close_races(*closed)
    position.offer(*OFFER).play(("combination", 0), ("write", 10))
    assert sorted(choices(position)) == sorted(["do not use the action", words])


def test_the_use_of_a_tank():
    """virus 3.4, 3.5: what the next symbol starts."""
    position = VirusPosition().circle(0, tanks=2).offer(*OFFER).play(("combination", 1), ("write", 42))
    assert "circle the water tank of quarter 9: water symbol 3, which starts the blue virus" in choices(position)


def test_the_cause_of_an_infection():
    """virus 4.3: the virus, from where it spreads, and how many propagations follow."""
    position = VirusPosition().activate("red").complete(0, 0).begin_propagation(0)
    assert choices(position)[0] == "infect space 1 of quarter 2 (grey virus spreading from quarter 1)"
    position.infect_asked()
    position = VirusPosition().circle(0, plants=4).circle(1, tanks=2).offer(*OFFER)
    position.play(("combination", 0), ("write", 10), "use", ("combination", 1), ("write", 42), "use")
    assert choices(position)[0] == "infect space 2 of quarter 1 (grey virus, 1 more propagation to come)"
    position.play(("infect", 1), ("infect", 11), ("infect", 40))
    assert choices(position)[0] == "infect space 3 of quarter 1 (grey virus)"
    assert choices(position.act("infect", 2))[0] == "infect space 3 of quarter 3 (green virus)"


def test_a_sheet():
    """virus 1.2, 1.3, 1.5: spaces, energies, plants, open walkways, viruses, and what the tracks bring next."""
    position = VirusPosition().put(0, {5: 7, 6: 8}).complete(0, 7).close(0, 0, 1, 2, 12).set(0, tanks=2)
    position.activate("red", "blue").circle(0, plants=4)
    position.set(0, energies=[0, 2] + [0] * 9, tanks=2)
    lines = position.words(0).splitlines()
    assert "  floor 1 quarter  1   #w  .   .   .   .   e 1/3 p 1/1  quarantined            GREY" in lines
    assert "  floor 1 quarter  2   7   8~  .   .   .   e 3/3 p 1/1  open to 3 5 6          RED" in lines
    assert "  floor 2 quarter  3   .   .   .w  .   .   e 1/3 p 0/2  open to 2 4 6 7        green" in lines
    assert "  floor 4 quarter  8*  X   Xw  X   X   X   e 1/3 p 1/1  open to 9" in lines
    assert "  plant track 4/16: 10 points; symbol 7: 20 points and a robot" in lines
    assert "  water track 1/10: 0 points; symbol 2: 10 points and an energy" in lines
    started = next(line for line in lines if line.startswith("Not started yet"))
    assert "the green virus (plant symbol 5)" in started and "blue" not in started
    assert "Propagation symbol 4 (water symbol 7)" in started


def test_an_effect_card():
    """virus 7.2, welcome 8.10: which card leads to a choice."""
    position = VirusPosition(1).draw("B", *OFFER)
    assert "ASTRA's effect card B has been drawn" in position.words()
    assert choices(position)[0] == "cross off the symbol of the green virus, which becomes active"
    position.act("race", 0).infect_asked()
    assert "effect card" not in position.words()
