"""Races as all adventures with actions share them: what ASTRA crosses off, for every adventure."""

import pytest

from tests.games.welcome_to_the_moon.colony.positions import ColonyPosition
from tests.games.welcome_to_the_moon.journey.positions import JourneyPosition
from tests.games.welcome_to_the_moon.mine.positions import MinePosition

HAND = ((7, "robot"), (8, "plant"), (9, "water"))
RACES = 4

adventures = pytest.mark.parametrize("position_class", [JourneyPosition, ColonyPosition, MinePosition])


@adventures
@pytest.mark.parametrize("letter", ["A", "B"])
@pytest.mark.parametrize("deck_pass", [1, 2])
def test_astra_crosses_off_a_race_of_the_players_choice(position_class, letter, deck_pass):
    """journey 7.2, colony 7.2, mine 7.2: A and B, in both passes, a race that is still open."""
    position = position_class(1).close_races(1).draw(letter, *HAND, deck_pass=deck_pass)
    assert position.legal() == {("race", 0), ("race", 2), ("race", 3)}
    position.act("race", 2)
    assert position.closed_races() == [1, 2] and position.asks() == {"combination"}
    assert position.state["turned_over"].tolist() == [int(deck_pass == 2 and letter == other) for other in "ABC"]


@adventures
def test_the_last_open_race_and_none(position_class):
    """journey 7.2, colony 7.2, mine 7.2: the last one goes without asking, then nothing happens."""
    for closed in ((0, 1, 2), (0, 1, 2, 3)):
        position = position_class(1).close_races(*closed).draw("A", *HAND)
        assert position.closed_races() == [0, 1, 2, 3] and position.asks() == {"combination"}
        assert position.state["bonuses_circled"] == 0


@adventures
@pytest.mark.parametrize("deck_pass", [1, 2])
def test_card_c_has_no_effect(position_class, deck_pass):
    """journey 7.2, colony 7.2, mine 7.2: in the second pass it still turns over its mission (welcome 8.9)."""
    position = position_class(1).draw("C", *HAND, deck_pass=deck_pass)
    assert position.closed_races() == [] and position.asks() == {"combination"}
    assert position.state["turned_over"].tolist() == [0, 0, int(deck_pass == 2)]


@adventures
def test_open_races_are_observed(position_class):
    """welcome 5.2: the players see which races are open; the feature follows the shared ones of the table."""
    position = position_class(2).close_races(0, 3)
    name = next(feature.name for feature in position.game.features.table if feature.name.startswith("open_"))
    assert position.features()[name] == [0, 1, 1, 0]
