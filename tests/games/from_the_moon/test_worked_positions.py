"""Worked positions: the rulebook's own examples, completed with the printed values, and others computed by hand."""

import numpy as np
import pytest

from tests.games.from_the_moon.positions import (
    ALL_MISSIONS,
    ANY,
    EUROPA,
    FOOD,
    MARS,
    METAL,
    POLYMER,
    TITAN,
    WATER,
    Position,
)

COUNTS = {2: (9, 16, 4, 8, 4), 3: (12, 20, 4, 10, 6), 4: (16, 25, 4, 12, 9)}


def collect(color):
    return "collect", color


def ship_part(mission, part):
    return "ship_part", mission * 5 + part - 1


def test_1_tasks():
    """from_the_moon 5.3, 5.5: the rulebook's example, both cubes, then terrain with the specialist's second task."""
    position = Position().crew(0, basics=(1, 0, 0), specialists=(0, 1, 0)).terrain(4, 3).cubes(4, 1, 1, 1)
    position.send(4)
    assert position.options() == {collect(METAL), collect(WATER), "terrain_task", "decline"}
    position.act(collect(METAL))
    assert position.options() == {collect(WATER), "terrain_task", "decline"}
    position.act(collect(WATER))
    assert position.options() == {"terrain_task", "decline"}
    position.act("terrain_task")
    assert position.owned() == (1, 1, 0, 1) and position.gauge() == (5, 6)
    assert position.state["cubes"][4].tolist() == [0, 0, 1]
    assert (position.actor, position.asks()) == (1, "main")


def test_2_powers():
    """from_the_moon 5.4: all three powers on the tile in the middle."""
    position = Position().table(powers=[0, 1, 2]).crew(0, specialists=(1, 1, 1)).cubes(4, metal=3, polymer=1)
    position.give(energy=(1, 5)).buildings(5, 6).buildings(9, seat=1).rovers(None, 3, 5).rovers(0, 1, seat=1)
    position.act(("main_action", 0), ("tile", 4))
    assert [position.argument(place) for place in range(1, 7)] == [2, 2, 2, 1, 1, 1]
    position.act(collect(METAL), collect(POLYMER), ("ability", METAL), ("ability", WATER), ("ability", POLYMER))
    assert position.legal() == {("resource", resource) for resource in range(4)}
    position.act(("resource", METAL), ("resource", FOOD))
    assert position.owned() == (2, 0, 1, 3) and position.gauge() == (2, 5)
    assert [position.argument(place) for place in range(1, 4)] == [0, 1, 0]
    assert position.options() == {"terrain_task", "decline"}


def test_3_research():
    """from_the_moon 5.11, 7.5, 7.6, 7.7, 7.13: the rulebook's example of a foundation and a laboratory."""
    position = Position().progress(1, "gain_foundation").give(metal=3, polymer=2)
    position.laboratories({1: 13, 5: 15, 8: 14}, foundations=3).buildings(0, 10)
    position.display(1, None, 8, None, 4, None, stack=[10]).part(MARS, 1, tile=1)
    position.act(("main_action", 4), ("part", 4))
    assert position.owned() == (2, 0, 1, 0) and position.gauge() == (4, 5) and position.won() == (0, 1)
    position.act(("part", 5), ("display", 2))
    assert position.owned() == (2, 0, 0, 0) and position.gauge() == (3, 5)
    assert position.state["display"][::2].tolist() == [9, 0, 3]
    assert position.legal() == {("laboratory_space", space) for space in (0, 2, 3, 4, 9)}
    position.act(("laboratory_space", 9))
    assert position.won() == (0, 2)
    assert position.options() == {("laboratory_space", space) for space in (1, 5, 8, 9)} | {"decline"}
    position.act(("laboratory_space", 1), ("option", 0))
    assert position.won() == (2, 2) and position.gauge() == (2, 5)
    position.act(("laboratory_space", 5))
    assert position.owned() == (3, 0, 0, 0)
    position.act(("laboratory_space", 8), ("option", 0), ("resource", POLYMER))
    assert position.owned() == (3, 0, 1, 0) and position.gauge() == (1, 5)
    position.act(("laboratory_space", 9), ("option", 0), ship_part(MARS, 1))
    assert position.owned() == (1, 0, 1, 0) and position.gauge() == (0, 5) and position.won() == (6, 2)
    assert position.actor == 1


@pytest.mark.parametrize(
    ("energy", "food", "cheap", "offered", "asked"),
    [(3, 0, 0, True, True), (2, 2, 0, False, True), (2, 1, 0, False, False), (1, 0, 1, True, True)],
)
def test_4_surcharge(energy, food, cheap, offered, asked):
    """from_the_moon 7.3, 8.3, 12.4: a greenhouse for energy, with the surcharge when no cheap one is left."""
    position = Position().table(cheap=cheap).give(energy=(energy, 5), food=food).effect("terrain", 7)
    assert (position.asks() == "effect") == asked
    if asked:
        assert (("option", 0) in position.legal()) == offered
        if not offered:
            position.act("convert_food_to_energy")
        position.act(("option", 0), ("option", 0))
        assert position.gauge()[0] == 0 and position.own("greenhouses") == 1


def test_4_surcharge_of_the_action():
    """from_the_moon 5.6, 7.3"""
    position = Position().table(cheap=0).give(water=1, polymer=1).act(("main_action", 1))
    # Constructing is all that can be done, so it is not asked.
    assert position.owned() == (0, 0, 0, 0) and position.gauge() == (3, 5) and position.own("greenhouses") == 1


@pytest.mark.parametrize("space", [2, 3])
def test_5_progress(space):
    """from_the_moon 7.13: the tile under the own pawn counts for any cause."""
    position = Position().progress(2, "gain_foundation").progress(3, "construct_ship_part").set(space=space)
    position.set(seat=1, space=5).give(metal=9, water=9, polymer=9, energy=(9, 9), food=9)
    by_foundation = 1 if space == 2 else 0
    position.act(("main_action", 4))
    assert position.won()[1] == by_foundation and position.own("foundations") == 1
    position.ask("special_research").act(("part", 4))
    position.table(seat=0).effect("terrain", 9).act(("option", 0))
    assert position.won()[1] == 3 * by_foundation
    position.table(seat=0).part(EUROPA, 1, tile=1).ask("approval", ALL_MISSIONS, ANY).act(ship_part(EUROPA, 1))
    assert position.won()[1] == 3 * by_foundation + (1 - by_foundation)
    assert position.won(seat=1)[1] == 0


def income(small, items, **player):
    """A gathering with one small building in slot 0 and these items of the income left."""
    position = Position().small(small).set(small=1, **player).give(energy=(1, 5))
    return position.ask("income", sum(1 << item for item in items), below=[("feed",)])


def test_6_income_order():
    """from_the_moon 6.2: small building 1c improves a greenhouse before or after the food is taken."""
    food_first = income(2, (0, 6, 7), greenhouses=2, improved=1).act(("income", 7), ("income", 0), ("option", 0))
    assert food_first.asks() == "income" and food_first.owned()[FOOD] == 3
    food_first.act(("income", 6))
    building_first = income(2, (0, 6, 7), greenhouses=2, improved=1).act(("income", 0), ("option", 0))
    assert building_first.owned()[FOOD] == 4 and building_first.legal() == {("income", 6), "convert_food_to_energy"}
    building_first.act(("income", 6), "feed")
    assert building_first.owned()[FOOD] == 1
    for first, food in ((0, 1), (7, 0)):
        position = income(5, (0, 6, 7)).table(cheap=2).act(("income", first))
        if first == 7:
            position.act(("income", 0))
        position.act(("option", 0))
        assert position.owned()[FOOD] == food and position.state["cheap"] == 2


def hungry(faction="workers", energy=(4, 5), crew=4):
    position = Position(2, faction).give(food=1, energy=energy)
    if crew == 4:
        position.crew(0, basics=(2, 0, 0))
    return position.ask("income", 0b11000000, below=[("feed",)])


def test_7_feeding():
    """from_the_moon 4.5, 6.3: conversions before, between and after the recharge."""
    assert hungry().act(("income", 6), "feed").won()[0] == -9
    well = hungry().act("convert_energy_to_food", "convert_energy_to_food", ("income", 6), "convert_energy_to_food")
    assert well.owned()[FOOD] == 4
    assert well.act("feed").won()[0] == 0 and well.gauge() == (3, 5)
    late = hungry().act(("income", 6), "convert_energy_to_food", "convert_energy_to_food", "feed")
    assert late.won()[0] == -3 and late.gauge() == (1, 5)


def test_7_feeding_of_cyborgs():
    """from_the_moon 9.2: their pawn moves as soon as the income is taken."""
    position = hungry("cyborgs").act(("income", 6))
    assert position.actor == 1 and position.own("space") == 2
    assert position.owned()[FOOD] == 1 and position.gauge() == (5, 5) and position.won()[0] == 0


@pytest.mark.parametrize(("before", "after"), [((4, 5), (4, 4)), ((5, 5), (4, 4)), ((0, 1), (0, 0))])
def test_8_battery_as_a_cost(before, after):
    """from_the_moon 4.4, 7.10"""
    position = Position(2, "pioneers").part(EUROPA, 3, owner=1).give(water=1, energy=before)
    position.ask("approval", 1 << EUROPA, ANY).act(ship_part(EUROPA, 3))
    assert position.gauge() == after and position.won() == (5, 1)
    assert position.asks() == ("special_research" if after[0] >= 2 else "main")


def test_8_battery_above_nine():
    """from_the_moon 4.3: an achievement, and nothing reacts."""
    position = Position(2, "cyborgs").faction_building().progress(1, "gain_battery").give(energy=(3, 9))
    position.effect("terrain", 3)
    assert position.gauge() == (3, 9) and position.won() == (0, 1) and position.actor == 1


def test_9_improve_and_special_research():
    """from_the_moon 7.10, 7.11, 9.3: Workers take a resource first."""
    position = Position().give(water=1, energy=(4, 5)).part(EUROPA, 1, owner=1).laboratories({}, foundations=1)
    position.display(15).ask("approval", 1 << EUROPA, ANY).act(ship_part(EUROPA, 1))
    assert position.won() == (3, 1) and position.gauge() == (3, 5)
    assert position.pending() == ["special_research", "resource"]
    position.act(("resource", FOOD), ("display", 0))
    assert position.gauge() == (1, 5)
    position.act(("laboratory_space", 0), ("laboratory_space", 0))
    assert position.owned() == (1, 0, 0, 1)


def test_10_nested_laboratories():
    """from_the_moon 7.7, 7.14, 12.1: a laboratory placed in between is resolved first, with a set of its own."""
    position = Position(2, "cyborgs").progress(1, "gain_laboratory").give(metal=1, polymer=2)
    position.laboratories({0: 18, 4: 15}, foundations=2).display(None, None, None, None, 16, 17)
    position.part(TITAN, 1, owner=1).act(("main_action", 4), ("part", 5), ("display", 4), ("laboratory_space", 1))
    assert position.options() == {("laboratory_space", 0), ("laboratory_space", 1), "decline"}
    position.act(("laboratory_space", 0), ("option", 0), ship_part(TITAN, 1))
    assert position.won()[0] == 3 and position.gauge() == (3, 5)
    position.act(("display", 5))
    # Space 5 is the only free one and is not asked for.
    assert position.options() == {("laboratory_space", space) for space in (1, 4, 5)} | {"decline"}
    assert position.pending() == ["research_action", "laboratory_activate", "laboratory_activate"]
    position.act(*(("laboratory_space", space) for space in (1, 4, 5)))
    assert position.owned() == (2, 1, 1, 0)
    assert position.options() == {("laboratory_space", 1), "decline"}
    position.act(("laboratory_space", 1))
    assert position.owned() == (2, 2, 1, 0) and position.gauge() == (1, 5) and position.won() == (3, 2)
    assert position.asks() == "research_action" and position.options() == {("part", 4), "decline"}


def test_11_launch():
    """from_the_moon 3.2, 7.9, 7.12, 9.4: the last tile, a tie, and the recruit of the Unifiers.

    Four tiles, as in the specification's position, are in play with three players.
    """
    position = Position(3, "unifiers").progress(1, "construct_ship_part").give(water=1, polymer=1, energy=(1, 5))
    position.launched(EUROPA, MARS).part(TITAN, 1, owner=0).part(TITAN, 2, owner=1).part(TITAN, 3, owner=1)
    position.part(TITAN, 4, tile=1).ask("approval", 1 << TITAN, ANY).act(ship_part(TITAN, 4))
    assert position.won() == (4 + 9, 1) and position.won(seat=1) == (9, 0)
    assert position.state["end_triggered"] == 1 and position.asks() == "recruit"
    position.act("decline")
    assert position.actor == 1 and position.asks() == "main"


@pytest.mark.parametrize(
    ("tiles", "bonuses"),
    [
        ((2, 2, 1, 0), (9, 9, 0, 0)),
        ((2, 1, 1, 1), (12, 2, 2, 2)),
        ((5, 0, 0, 0), (12, 0, 0, 0)),
        ((2, 1, 1), (12, 3, 3)),
        ((1, 1, 2), (3, 3, 12)),
        ((3, 0), (12, 0)),
        ((1, 2), (6, 12)),
    ],
)
def test_11_ties(tiles, bonuses):
    """from_the_moon 7.12: who shares what when Titan launches, main 12, secondary 6."""
    position = Position(len(tiles), "pioneers").give(water=1, polymer=1)
    owners = [seat for seat, count in enumerate(tiles) for _ in range(count)]
    for part, owner in enumerate(owners, start=1):
        position.part(TITAN, part, owner=owner)
    position.part(TITAN, 1, tile=1).ask("approval", 1 << TITAN, ANY).act(ship_part(TITAN, 1))
    assert [position.won(seat)[0] for seat in range(len(tiles))] == [4 + bonuses[0], *bonuses[1:]]


def test_12_pioneers_building():
    """from_the_moon 5.9, 5.10, 9.1, 9.9: both tiles of an edge space, also for this building."""
    position = Position(2, "pioneers").progress(1, "place_building").terrain(0, 3).terrain(1, 1)
    position.give(metal=2, water=1, polymer=1, energy=(4, 5))
    position.act(("main_action", 3), ("building", 14), ("building_space", 1))
    assert position.gauge() == (2, 5) and position.won() == (0, 2)
    assert position.options() == {("tile", 0), ("tile", 1), "decline"}
    position.act(("tile", 0))
    assert position.options() == {("tile", 1), "decline"}
    position.act(("tile", 1), ("resource", METAL))
    assert position.owned() == (1, 0, 0, 1) and position.gauge() == (2, 6)


def test_12_architects_building():
    """from_the_moon 5.8, 9.5: rovers around the space make it cheaper."""
    position = Position(2, "architects").faction_building().buildings(15).rovers(0, 1, 8)
    position.give(metal=2, water=1, polymer=1, energy=(0, 5)).act(("main_action", 3))
    position.act(("building", 5))
    assert position.legal() == {("building_space", 1), ("building_space", 5)}
    position.act(("building_space", 5))
    assert position.gauge() == (0, 5) and position.own("foundations") == 1
    assert position.options() == {("tile", tile) for tile in (0, 1, 3, 4)} | {"decline"}


@pytest.mark.parametrize(("metal", "energy", "offered"), [(0, 1, False), (1, 0, False), (1, 1, True)])
def test_12_cyborgs_recruits(metal, energy, offered):
    """from_the_moon 8.3, 9.2: a free recruit costs them 1 energy and 1 metal."""
    position = Position(2, "cyborgs").give(metal=metal, energy=(energy, 5)).effect("laboratory", 5)
    assert position.options() == {("option", 0), "decline"} | ({("option", 1)} if offered else set())


def test_12_cyborgs_team_action():
    """from_the_moon 9.2: 2 energy and 1 metal in all."""
    position = Position(2, "cyborgs").give(metal=1).act(("main_action", 2), ("recruit", 0))
    assert position.owned() == (0, 0, 0, 0) and position.gauge() == (3, 5)


def test_13_refill():
    """from_the_moon 6.5: never above four cubes on a tile."""
    position = Position().progress(2, "gain_foundation").table(bag=[30, 30, 30])
    for tile, cubes in enumerate((0, 1, 2, 3, 4)):
        position.cubes(tile, metal=cubes)
    position.give(energy=(0, 5)).ask("feed")
    assert position.state["cubes"][:9].sum(axis=1).tolist() == [3, 4, 4, 4, 4, 3, 3, 3, 3]


def test_13_bag():
    """from_the_moon 6.6: an empty bag is filled with the supply, except four cubes of each colour."""
    position = Position().progress(2, "recruit_astronaut").table(bag=[1, 1, 0]).give(energy=(0, 5))
    # 8 tiles are full; supply 9 metal, 4 water, 6 polymer.
    for tile in range(1, 9):
        position.cubes(tile, metal=2, water=2)
    position.give(seat=1, metal=14, water=19, polymer=34).ask("feed")
    assert position.state["cubes"][0].tolist() == [1, 1, 0]
    assert position.state["bag"].tolist() == [5, 0, 2]


def test_14_end_and_scoring():
    """from_the_moon 3.3, 10.1, 10.2, 10.3, 10.4, 10.5: three players, every line of the final scoring."""
    position = Position(3, "pioneers", "cyborgs", "workers").table(end_triggered=1, seat=2)
    for seat, (score, achievements, food) in enumerate(((40, 9, 5), (45, 7, 8), (38, 7, 3))):
        position.set(seat=seat, score=score, achievements=achievements).give(seat=seat, food=food)
    position.part(EUROPA, 1, owner=0, improver=0).part(EUROPA, 2, owner=0, improver=0)
    position.part(TITAN, 1, owner=0, improver=1).part(TITAN, 2, owner=0, improver=1)
    position.set(large=1, specialists=[[1, 1, 0], [1, 1, 0], [0, 0, 0]]).set(seat=2, large=2, batteries=7, energy=1)
    assert position.points() == [93, 68, 66]
    assert position.points(0) == {
        "score_track": 40,
        "achievement_majority": 24,
        "improvement_majority": 6,
        "resources": 2,
        "achievements": 9,
        "large_buildings": 12,
    }
    assert position.finish().is_over and position.outcome() == [1, -1, -1]


def test_15_solo_feeding():
    """from_the_moon 11.3, 11.4: energy that can feed is converted without asking; otherwise the game is lost."""
    position = Position(1).give(food=2).ask("feed")
    assert position.legal() == {"feed", "convert_energy_to_food"} and position.owned()[FOOD] == 3
    position.act("feed")
    assert position.gauge() == (3, 5) and position.own("space") == 2 and position.state["rover_cards_drawn"] == 6
    lost = Position(1).give(food=2, energy=(1, 5)).ask("feed")
    assert lost.is_over and lost.outcome() == [-1] and lost.own("score") == 0 and lost.owned()[FOOD] == 0


@pytest.mark.parametrize(("improved", "bonus"), [(2, 14), (1, 7), (0, 0)])
def test_15_solo_launch(improved, bonus):
    """from_the_moon 11.5"""
    position = Position(1, "pioneers").give(metal=2, energy=(1, 5)).part(MARS, 3, tile=1)
    for part in (1, 2):
        position.part(MARS, part, owner=0, improver=0 if part <= improved else None)
    position.ask("approval", 1 << MARS, ANY).act(ship_part(MARS, 3))
    assert position.won()[0] == 4 + bonus


def test_15_solo_score():
    """from_the_moon 11.6, 11.7: 120 + 12 + 4 + 3 + 12 = 151, silver."""
    position = Position(1, "pioneers").launched(EUROPA, TITAN, MARS, owner=0).set(score=120, achievements=14)
    position.part(EUROPA, 1, owner=0, improver=0).part(MARS, 2, owner=0, improver=0).give(food=7, energy=(1, 5))
    position.set(large=1 << 6, small=0b11111).buildings(*[s for s in range(16) if _free(position, s)][:6])
    position.table(end_triggered=1, objectives=0b110)
    assert position.points() == [151]
    position.finish()
    assert position.is_over and position.outcome() == [1] and position.state["medal"] == 2
    assert position.text().startswith("The game is over, won: silver medal")


def _free(position, space):
    return not int(position.state["players"][1]["buildings"]) >> space & 1


def test_check_1_grid():
    """from_the_moon 1.2, 1.3, 2.2: tiles, building spaces and parts for each number of players."""
    from moon_envs.games.from_the_moon import geometry

    for players, (tiles, spaces, *kinds) in COUNTS.items():
        table = players - 2
        assert geometry.TILE_COUNT[table] == tiles and geometry.SPACE_COUNT[table] == spaces
        counted = np.bincount(geometry.SPACE_KIND[table][:spaces], minlength=3).tolist()
        assert counted == kinds and int(geometry.CORNER_TILES[table]).bit_count() == 4
        position = Position(players)
        assert (position.state["terrain"] >= 0).sum() == tiles
        assert (position.state["part_tile"] >= 0).sum(axis=1).tolist() == [players + 1] * 3


def test_check_3_foundations():
    """from_the_moon 7.5, 7.7: what foundations open, and what a laboratory on space 9 activates."""
    from moon_envs.games.from_the_moon.components import OPENED_SPACES, ROW_AND_COLUMN
    from tests.games.from_the_moon.reading import members

    opened = [members(OPENED_SPACES[count] & ~OPENED_SPACES[count - 1]) for count in range(1, 7)]
    assert opened == [[0, 1], [4, 5], [8, 9], [2, 3], [6, 7], [10, 11]]
    assert members(ROW_AND_COLUMN[9]) == [1, 5, 8, 9, 10, 11]


def test_check_4_display():
    """from_the_moon 7.6: the tiles above slide down, the stack fills the top."""
    position = Position().give(polymer=1).laboratories({}, 1).display(1, 9, 2, 9, 3, 9, stack=[4])
    position.act(("main_action", 4), ("display", 2))
    assert position.state["display"].tolist() == [3, 8, 0, 8, 2, 8]
    assert position.gauge() == (4, 5) and position.owned() == (0, 0, 0, 0)


def test_check_5_energy_gauge():
    """from_the_moon 4.2, 4.3: a new battery is empty; energy beyond the batteries is lost."""
    position = Position().give(energy=(4, 4)).effect("terrain", 3)
    assert position.gauge() == (4, 5)
    full = Position().give(energy=(5, 5)).effect("laboratory", 1).act(("option", 0))
    assert full.gauge() == (5, 5)


@pytest.mark.parametrize(
    ("achievements", "prizes"),
    [((9, 9), (12, 12)), ((9, 7, 7), (24, 6, 6)), ((9, 8), (24, 0)), ((5, 5, 2), (18, 18, 0)), ((0, 0, 0), (0, 0, 0))],
)
def test_check_7_majorities(achievements, prizes):
    """from_the_moon 10.1: with two players only the first prize; who has none is not ranked."""
    position = Position(len(achievements))
    for seat, count in enumerate(achievements):
        position.set(seat=seat, achievements=count)
    assert tuple(position.points(seat)["achievement_majority"] for seat in range(len(achievements))) == prizes
    assert [position.points(seat)["achievements"] for seat in range(len(achievements))] == list(achievements)


def test_check_10_rover_deck():
    """from_the_moon 11.4: sizes of the deck after set-up and five rounds."""
    position, sizes = Position(1), []
    for space in range(1, 7):
        sizes.append(9 - int(position.state["rover_cards_drawn"]))
        assert position.own("space") == space
        position.give(food=3, energy=(0, 5)).ask("feed")
    assert sizes == [6, 3, 0, 6, 3, 0] and position.is_over
