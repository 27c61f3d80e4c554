"""Powers and buildings of the eight factions (from_the_moon 9)."""

import pytest

from tests.games.from_the_moon.positions import ALL_MISSIONS, ANY, EUROPA, MARS, Position

BUILD = ("main_action", 3)
FACTIONS = ("pioneers", "cyborgs", "workers", "unifiers", "architects", "biofarmers", "survivors", "scholars")


def ship_part(mission, part):
    return "ship_part", mission * 5 + part - 1


@pytest.mark.parametrize(("tile", "energy"), [(0, 1), (2, 1), (6, 1), (8, 1), (1, 0), (4, 0)])
def test_pioneers_power(tile, energy):
    """from_the_moon 5.2, 9.1: corner tiles."""
    position = Position(2, "pioneers").give(energy=(0, 5)).send(tile)
    assert position.gauge() == (energy, 5)
    assert Position().give(energy=(0, 5)).send(tile).gauge() == (0, 5)


@pytest.mark.parametrize(("space", "picks"), [(0, 1), (1, 2), (5, 1)])
def test_pioneers_building(space, picks):
    """from_the_moon 9.1: both tiles of an edge space; as usual on corner and interior spaces."""
    position = Position(2, "pioneers").faction_building().buildings(15).terrain(0, 3).terrain(1, 16).give(metal=2)
    position.act(BUILD, ("building", 0), ("building_space", space))
    assert position.asks() == "terrain_pick" and position.argument(1) == picks
    position.act(("tile", 0))
    assert (position.asks() == "terrain_pick") == (picks == 2)
    other = Position(2, "workers").faction_building().buildings(15).give(metal=2)
    assert other.act(BUILD, ("building", 0), ("building_space", 1)).argument(1) == 1


def test_cyborgs_power():
    """from_the_moon 9.2: no food; every recruit costs 1 energy and 1 metal more."""
    position = Position(2, "cyborgs").give(metal=1, energy=(1, 5)).ask("recruit", 1).act(("recruit", 0))
    assert position.gauge() == (0, 5) and position.owned() == (0, 0, 0, 0)
    assert Position(2, "cyborgs").give(energy=(1, 5)).ask("recruit", 1).actor == 1
    fed = Position(2, "cyborgs").give(food=2).ask("feed")
    assert fed.owned()[3] == 2 and fed.own("score") == 0 and fed.own("space") == 2


def test_cyborgs_building():
    """from_the_moon 9.2, 9.9: a free training for each battery gained, which may be refused."""
    position = Position(2, "cyborgs").faction_building().effect("terrain", 3)
    assert position.asks() == "train" and "decline" in position.legal()
    position.act(("train", 0))
    assert position.own("specialists")[0] == [1, 0, 0] and position.gauge() == (5, 6)
    assert Position(2, "cyborgs").effect("terrain", 3).actor == 1


def test_workers_power():
    """from_the_moon 9.3: a resource for each part improved."""
    position = Position().part(EUROPA, 2, owner=1).give(metal=1, polymer=1).ask("approval", ALL_MISSIONS, ANY)
    position.act(ship_part(EUROPA, 2))
    assert position.pending() == ["special_research", "resource"]
    assert position.act(("resource", 2)).owned() == (0, 0, 1, 0)


def test_workers_building():
    """from_the_moon 5.2, 9.3: 2 energy for each own rover beside the placed one, not for those of others."""
    position = Position().faction_building().give(energy=(0, 9)).rovers(None, 3, 1).rovers(5, 7, seat=1).send(4)
    assert position.gauge() == (4, 9)
    diagonal = Position().faction_building().give(energy=(0, 9)).rovers(None, 0, 2).send(4)
    assert diagonal.gauge() == (0, 9)


def test_unifiers_power():
    """from_the_moon 9.4: a free recruit for each part constructed, which may be refused."""
    position = Position(2, "unifiers").part(MARS, 1, tile=3).give(metal=2, water=1, energy=(0, 5))
    position.ask("approval", ALL_MISSIONS, ANY).act(ship_part(MARS, 1))
    assert position.asks() == "recruit" and "decline" in position.legal()
    position.act(("recruit", 0))
    assert position.own("basics")[0] == [2, 0, 0] and position.own("score") == 5


def test_unifiers_building():
    """from_the_moon 9.4: 2 points for each recruit, free ones too."""
    position = Position(2, "unifiers").faction_building().ask("recruit", 1).act(("recruit", 0))
    assert position.own("score") == 2


@pytest.mark.parametrize("building", [0, 6, 14])
def test_architects_power(building):
    """from_the_moon 9.5: a foundation for small, large and faction buildings, before the terrain effect."""
    position = Position(2, "architects").give(metal=9, water=9, polymer=9).progress(1, "gain_foundation")
    position.act(BUILD, ("building", building), ("building_space", 5))
    assert position.own("foundations") == 1 and position.asks() == "terrain_pick"
    assert position.own("achievements") == 1 + (building > 5)


def test_architects_building():
    """from_the_moon 9.5: not below 0, not for this building itself, and only own rovers count."""
    position = Position(2, "architects").faction_building().buildings(15).rovers(0, 1, 3).rovers(4, seat=1)
    position.give(metal=2, energy=(5, 5)).act(BUILD, ("building", 0), ("building_space", 5))
    assert position.gauge() == (5, 5)
    itself = Position(2, "architects").rovers(0, 1, 3).give(metal=2, water=1, polymer=1)
    assert itself.act(BUILD, ("building", 14), ("building_space", 5)).gauge() == (3, 5)


@pytest.mark.parametrize("parts", [[("part", 1)], [("part", 1), ("part", 0)]])
def test_biofarmers_power(parts):
    """from_the_moon 9.6: one approval for any mission after the parts of the action."""
    position = Position(2, "biofarmers").set(greenhouses=1).give(water=4, polymer=1, metal=2).part(MARS, 1, tile=3)
    position.act(("main_action", 1), *parts)
    if len(parts) == 1:
        position.act("decline")
    assert position.asks() == "approval" and [position.argument(place) for place in range(2)] == [ALL_MISSIONS, ANY]
    assert position.act("take_1_vp").actor == 1


def test_biofarmers_building():
    """from_the_moon 9.6: 1 food and 2 energy for each greenhouse improved."""
    position = Position(2, "biofarmers").faction_building().set(greenhouses=1).give(energy=(1, 5))
    position.ask("greenhouse_improve").act(("option", 0))
    assert position.owned() == (0, 0, 0, 1) and position.gauge() == (3, 5)


def test_survivors_power():
    """from_the_moon 9.7: 1 food for 1 energy."""
    position = Position(2, "survivors").give(food=1, energy=(0, 5)).act("convert_food_to_energy")
    assert position.owned() == (0, 0, 0, 0) and position.gauge() == (1, 5)
    assert "convert_food_to_energy" not in Position().give(food=1, energy=(0, 5)).legal()
    assert position.give(food=1).words()[-1] != "" and "convert 1 food to 1 energy" in position.words()


def test_survivors_building():
    """from_the_moon 9.7, 9.9: may gain a greenhouse with each foundation, surcharge due."""
    position = Position(2, "survivors").faction_building().table(cheap=0).ask("special_research").act(("part", 4))
    assert position.asks() == "greenhouse_gain" and position.options() == {("option", 0), "decline"}
    assert position.act(("option", 0)).gauge() == (1, 5) and position.own("greenhouses") == 1
    poor = Position(2, "survivors").faction_building().table(cheap=0).give(energy=(3, 5)).ask("special_research")
    assert poor.act(("part", 4)).actor == 1


def test_scholars_power():
    """from_the_moon 9.8: special research after each team action."""
    position = Position(2, "scholars").act(("main_action", 2), ("recruit", 0), "decline")
    assert position.asks() == "special_research"
    position.act(("part", 4))
    assert position.own("foundations") == 1 and position.gauge() == (2, 5) and position.actor == 1


def test_scholars_building():
    """from_the_moon 9.8: 1 battery, then 1 energy for each specialist trained."""
    position = Position(2, "scholars").faction_building().progress(1, "gain_battery").ask("train", 1).act(("train", 0))
    assert position.gauge() == (6, 6) and position.won() == (0, 1)


def test_nobody_has_what_others_have():
    """from_the_moon 9.9: powers and buildings belong to their factions, buildings count once constructed."""
    for faction in FACTIONS:
        position = Position(2, faction).give(energy=(2, 9), food=1).rovers(None, 3).set(greenhouses=1)
        position.ask("greenhouse_improve").act(("option", 0))
        assert position.gauge() == (2, 9) and position.owned() == (0, 0, 0, 1)


def test_faction_building_counts_for_its_own_construction():
    """from_the_moon 9.9: the Cyborgs' building reacts to the battery of the terrain beside it."""
    position = Position(2, "cyborgs").give(metal=2, water=1, polymer=1).terrain(0, 3)
    position.act(BUILD, ("building", 14), ("building_space", 0), ("tile", 0))
    assert position.asks() == "train"
