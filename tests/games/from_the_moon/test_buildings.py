"""Constructing buildings (from_the_moon 5.8 to 5.10)."""

import pytest

from tests.games.from_the_moon.positions import Position

BUILD = ("main_action", 3)
# Metal, water, polymer, energy.
SMALL_COSTS = {1: (2, 0, 0, 1), 2: (2, 1, 0, 1), 3: (2, 1, 1, 2)}
LARGE_COSTS = (
    (2, 1, 1, 2),
    (1, 1, 2, 2),
    (2, 0, 2, 2),
    (2, 2, 0, 2),
    (2, 1, 1, 2),
    (2, 1, 1, 3),
    (3, 1, 0, 2),
    (1, 2, 1, 2),
)
FACTION_COSTS = {"workers": 1, "unifiers": 1}
FACTIONS = ("pioneers", "cyborgs", "workers", "unifiers", "architects", "biofarmers", "survivors", "scholars")


def rich(*factions):
    return Position(2, *factions).give(metal=9, water=9, polymer=9, energy=(9, 9))


def paid(position):
    metal, water, polymer, _ = position.owned()
    return 9 - metal, 9 - water, 9 - polymer, 9 - position.gauge()[0]


@pytest.mark.parametrize("slot", range(6))
def test_small_building(slot):
    """from_the_moon 5.8, 5.9: cost by level; it gives nothing now and belongs to the income."""
    position = rich().act(BUILD, ("building", slot), ("building_space", 5))
    assert paid(position) == SMALL_COSTS[1 + slot // 2]
    assert position.own("small") == 1 << slot and position.built() == [5] and position.won() == (0, 0)
    position.act("decline")
    position.table(seat=0).ask("train", 1)
    assert ("building", slot) not in position.table(seat=0).ask("building").legal()


@pytest.mark.parametrize("number", range(8))
def test_large_building(number):
    """from_the_moon 5.8, 5.9: its cost, an achievement, and no other player can have it."""
    position = rich().act(BUILD, ("building", 6 + number), ("building_space", 5))
    assert paid(position) == LARGE_COSTS[number]
    assert position.own("large") == 1 << number and position.won() == (0, 1)
    position.act("decline").give(seat=1, metal=9, water=9, polymer=9, energy=(9, 9)).act(BUILD)
    assert ("building", 6 + number) not in position.legal() and ("building", 6 + (number + 1) % 8) in position.legal()


@pytest.mark.parametrize("faction", FACTIONS)
def test_faction_building(faction):
    """from_the_moon 5.8, 5.9: its cost, an achievement."""
    position = rich(faction).act(BUILD, ("building", 14), ("building_space", 5))
    assert paid(position) == (2, 1, 1, FACTION_COSTS.get(faction, 2))
    assert position.own("large") == 1 << 8 and position.won() == (0, 1)
    # The other player has a faction building of the own.
    position.act("decline")
    position.give(seat=1, metal=9, water=9, polymer=9, energy=(9, 9)).act(BUILD)
    assert ("building", 14) in position.legal()


def test_two_places_for_large_buildings():
    """from_the_moon 1.6, 5.8: the faction building takes one of them."""
    position = rich().set(large=(1 << 8) | 1).buildings(0, 1).act(BUILD)
    assert position.legal() == {("building", slot) for slot in range(6)}


def test_spaces():
    """from_the_moon 1.3, 1.4, 5.8: any empty space, also on the border."""
    position = rich().buildings(0, 5, seat=1).act(BUILD, ("building", 0))
    assert position.legal() == {("building_space", space) for space in range(16) if space not in (0, 5)}


def test_no_space_left():
    """from_the_moon 1.4, 5.8: twenty spaces are not enough for three players with everything."""
    position = Position(3).give(metal=9, water=9, polymer=9, energy=(9, 9))
    position.buildings(*range(10), seat=1).buildings(*range(10, 20), seat=2)
    assert BUILD not in position.legal()


@pytest.mark.parametrize(("space", "tiles"), [(0, {0}), (1, {0, 1}), (5, {0, 1, 3, 4}), (11, {5, 8}), (15, {8})])
def test_terrain_of_a_building(space, tiles):
    """from_the_moon 1.3, 5.10: one of the tiles that the space touches, also under a rover, or none."""
    position = rich().rovers(0, 1, seat=1).act(BUILD, ("building", 0), ("building_space", space))
    assert position.options() == {("tile", tile) for tile in tiles} | {"decline"}
    position.act("decline")
    assert position.actor == 1


def test_terrain_is_used_once():
    """from_the_moon 5.10: and its payment is due."""
    position = rich().terrain(0, 9).act(BUILD, ("building", 0), ("building_space", 5), ("tile", 0))
    assert position.asks() == "effect"
    position.act(("option", 0))
    assert position.own("foundations") == 1 and position.gauge() == (7, 9) and position.actor == 1


def test_connections():
    """from_the_moon 1.4, 8.4: 2 points for each pair of neighbours, through the special small building."""
    for spaces, pairs in (((0, 5), 0), ((0, 1, 4, 5), 4), ((3, 4), 0), ((1, 2, 3, 7, 11), 4)):
        position = Position().set(small=0b100000).buildings(*spaces).buildings(6, seat=1)
        position.ask("income", 0b01100000, below=[("feed",)]).act(("income", 5))
        assert position.won()[0] == 2 * pairs, spaces
