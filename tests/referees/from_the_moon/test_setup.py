"""Tests of the referee by itself: setup, draft, crews and chance (from_the_moon 3)."""

import pytest

from .actions import FACTION, GATHER, ROVER
from .chance import drawn, drawn_from
from .dealer import Dealer
from .positions import bare, play
from .referee import FromTheMoonReferee
from .tables import ARCHITECTS, COMPONENTS, PIONEERS, UNIFIERS


def test_setup():
    """Everything by the number of players (from_the_moon 3)."""
    for players in (2, 3, 4):
        referee = FromTheMoonReferee(COMPONENTS, players, Dealer(1))
        tiles = {2: 9, 3: 12, 4: 16}[players]
        refill = COMPONENTS["progress"]["tiles"][referee.progress[0]]["refill"]
        assert [sum(cubes) for cubes in referee.moon.cubes] == [refill] * tiles
        assert sum(referee.moon.bag) == 90 - refill * tiles and referee.moon.supply == [10, 10, 10, 40]
        assert sorted(referee.moon.terrain) == list(range(tiles)) and referee.cheap == players
        assert [len(ship) for ship in referee.ships.tiles] == [players + 1] * 3
        assert sum(referee.laboratories_left) == 48 and len(set(referee.progress)) == 6
        levels = [COMPONENTS["small_buildings"]["tiles"][kind]["level"] for kind in referee.small]
        assert levels == [1, 1, 2, 2, 3, 3] and referee.small[5] == 12 and 12 not in referee.small[:5]
        assert len(referee.offered) == players + 1 and referee.large == set(range(8))
    for players, objectives in ((0, 0), (5, 0), (1, 0), (1, 6), (2, 2)):
        with pytest.raises(ValueError):
            FromTheMoonReferee(COMPONENTS, players, Dealer(), objectives)


def test_draft_and_crew():
    """The last seat drafts first; members with one possible rover are placed without asking."""
    referee = FromTheMoonReferee(COMPONENTS, 2, Dealer(factions=[PIONEERS, ARCHITECTS, UNIFIERS]))
    assert referee.actor == 1 and referee.legal() == {FACTION + faction for faction in (0, 3, 4)}
    play(referee, FACTION + ARCHITECTS)
    assert referee.actor == 0 and referee.legal() == {FACTION + PIONEERS, FACTION + UNIFIERS}
    play(referee, FACTION + PIONEERS)
    # The first member goes to rover 0; the second may join it or open the next one.
    assert (referee.actor, referee.frame) == (0, "CREW") and referee.legal() == {ROVER, ROVER + 1}
    play(referee, ROVER)
    # Two members are left for two empty rovers, and the other player's three fill three.
    assert (referee.actor, referee.frame) == (0, "MAIN")
    assert [rover.basics for rover in referee.players[0].rovers] == [[2, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert [rover.basics for rover in referee.players[1].rovers] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    referee = FromTheMoonReferee(COMPONENTS, 2, Dealer(factions=[PIONEERS, ARCHITECTS, UNIFIERS]))
    play(referee, FACTION + ARCHITECTS, FACTION + PIONEERS, ROVER + 1)
    assert referee.legal() == {ROVER, ROVER + 1, ROVER + 2}
    play(referee, ROVER)
    assert [rover.basics for rover in referee.players[0].rovers] == [[1, 1, 0], [1, 0, 0], [0, 0, 1]]


def test_first_player_chooses_in_every_count():
    for players in (2, 3, 4):
        referee = FromTheMoonReferee(COMPONENTS, players, Dealer(5))
        for seat in reversed(range(players)):
            assert referee.actor == seat and len(referee.legal()) == seat + 2
            play(referee, min(referee.legal()))
        assert not referee.offered


def test_chance_is_checked():
    with pytest.raises(AssertionError):
        drawn(_Fixed([1, 1]), "progress", [0, 1], 2)
    with pytest.raises(AssertionError):
        drawn(_Fixed([0]), "progress", [0, 1], 2)
    with pytest.raises(AssertionError):
        drawn_from([1, 0, 2], "bag", 1)
    with pytest.raises(ValueError):
        bare().apply(GATHER)


class _Fixed:
    def __init__(self, items):
        self.items = items

    def draw(self, what, items, count):
        return self.items
