"""Gathering: income, feeding, the pawn, the refill (from_the_moon 6)."""

import pytest

from tests.games.from_the_moon.positions import FOOD, Position

GATHER = ("main_action", 5)


def away(*factions, players=2):
    return Position(players, *factions).rovers(0, 1, 2)


def test_only_when_all_rovers_are_out():
    """from_the_moon 3.1, 6.1"""
    assert GATHER not in Position().rovers(0, 1).legal() and ("main_action", 0) in Position().rovers(0, 1).legal()
    position = away()
    assert GATHER in position.legal() and ("main_action", 0) not in position.legal()
    position.give(food=3, energy=(1, 5)).act(GATHER)
    assert position.own("rover_tile") == [-1, -1, -1]


def test_income_without_buildings():
    """from_the_moon 6.2, 12.4: food is taken at once; recharging is asked only if something can be converted."""
    position = away().set(greenhouses=3, improved=1).give(energy=(1, 5)).act(GATHER)
    assert position.asks() == "income" and position.legal() == {("income", 6), "convert_food_to_energy"}
    assert position.owned()[FOOD] == 4
    empty = away().give(energy=(0, 1)).act(GATHER)
    assert empty.actor == 1 and empty.gauge() == (1, 1) and empty.own("score") == -9


def test_every_item_is_taken_once():
    """from_the_moon 6.2: in any order, and none can be left out."""
    position = away().small(1, 3).set(small=0b11).buildings(0, 1).give(energy=(1, 5), food=2).act(GATHER)
    assert position.options() == {("income", item) for item in (0, 1, 6, 7)}
    position.act(("income", 6))
    assert position.options() == {("income", item) for item in (0, 1, 7)} and position.gauge() == (5, 5)
    position.act(("income", 0))
    assert position.owned()[FOOD] == 4 and position.options() == {("income", 1), ("income", 7)}
    position.act(("income", 1))
    assert position.gauge() == (5, 6) and position.asks() == "feed"


def test_feeding():
    """from_the_moon 6.3: as many as there is food for; 3 points lost for each unfed one."""
    position = away().crew(0, basics=(1, 1, 0), specialists=(1, 0, 0)).give(food=2, energy=(0, 1)).act(GATHER)
    while position.asks() != "main":
        position.act("feed" if position.asks() == "feed" else ("income", 6))
    assert position.own("score") == -9 and position.owned()[FOOD] == 0
    assert sum(sum(row) for row in position.own("basics") + position.own("specialists")) == 5


def test_pawn():
    """from_the_moon 6.4: one space; beyond the sixth the end is triggered, and nothing is refilled."""
    position = Position().give(food=3, energy=(0, 5)).ask("feed")
    while position.asks() == "feed":
        position.act("feed")
    assert position.own("space") == 2 and position.state["end_triggered"] == 0
    last = Position().set(space=6).give(food=3, energy=(0, 5)).table(cheap=0).ask("feed")
    while last.asks() == "feed":
        last.act("feed")
    assert last.own("space") == 7 and last.state["end_triggered"] == 1
    assert last.state["cubes"].sum() == 0 and last.state["cheap"] == 0 and last.actor == 1


def test_only_the_first_pawn_refills():
    """from_the_moon 6.5: on each space."""
    second = Position(3).set(seat=2, space=2).table(cheap=1).give(energy=(0, 5)).ask("feed")
    assert second.own("space") == 2 and second.state["cubes"].sum() == 0 and second.state["cheap"] == 1
    first = (
        Position(3).set(space=2).set(seat=2, space=2).table(cheap=1).give(energy=(0, 5)).progress(3, "gain_foundation")
    )
    first.ask("feed")
    assert first.state["cubes"].sum() == 3 * 12 and first.state["cheap"] == 3


@pytest.mark.parametrize(("condition", "cubes"), [("gain_foundation", 3), ("gain_laboratory", 2)])
def test_refill_number(condition, cubes):
    """from_the_moon 6.5: the number of the space that the pawn enters."""
    position = Position().progress(2, condition).give(energy=(0, 5)).ask("feed")
    assert position.state["cubes"][:9].sum(axis=1).tolist() == [cubes] * 9
    assert position.state["bag"].sum() + 9 * cubes == position.batch.states["bag"].sum() + 9 * cubes


def test_cheap_greenhouses():
    """from_the_moon 6.5: up to as many as players, as far as there are tiles."""
    position = Position(4).table(cheap=0).give(energy=(0, 5)).set(greenhouses=6)
    for seat, count in ((1, 6), (2, 6), (3, 4)):
        position.set(seat=seat, greenhouses=count)
    assert position.ask("feed").state["cheap"] == 2


def test_empty_bag():
    """from_the_moon 6.6: the supply except four of each colour; if that is nothing the refill stops."""
    position = Position().progress(2, "gain_foundation").table(bag=[0, 0, 0]).give(energy=(0, 5))
    position.give(seat=1, metal=30, water=36, polymer=40).ask("feed")
    assert position.state["cubes"].sum(axis=0).tolist() == [6, 0, 0] and position.state["bag"].tolist() == [0, 0, 0]
    assert position.state["cubes"][:3].sum(axis=1).tolist() == [3, 3, 0]


def test_paid_cubes_go_to_the_supply():
    """from_the_moon 4.1, 6.6: a cost is paid completely, and its cubes come back through the bag."""
    position = Position().table(bag=[0, 0, 0]).progress(2, "gain_foundation").give(metal=40, water=1)
    position.give(seat=1, water=39, polymer=40)
    for slot in (0, 1, 2):
        # Slots 1 and 2 are of level 1, slot 3 of level 2: two metal each.
        position.table(seat=0).give(energy=(1, 5)).ask("building").act(("building", slot), ("building_space", slot))
        position.act("decline")
    assert position.owned() == (34, 0, 0, 0)
    position.table(seat=0).give(energy=(0, 5)).ask("feed")
    # Four of the six stay in the supply, two go through the bag to the Moon.
    assert position.state["cubes"].sum(axis=0).tolist() == [2, 0, 0]


def test_supply_may_owe():
    """from_the_moon 4.6: gains are never limited."""
    position = Position().give(metal=50).ask("resource", 1).act(("resource", 0))
    assert position.owned()[0] == 51
    broke = position.table(seat=0, bag=[0, 0, 0]).progress(2, "gain_foundation").give(energy=(0, 5)).ask("feed")
    assert broke.state["cubes"][:, 0].sum() == 0 and broke.state["cubes"].sum() == 27


def test_achievements_of_the_old_space():
    """from_the_moon 7.13: until the pawn moves its old tile counts."""
    position = away().small(2).set(small=1, greenhouses=1).buildings(0).progress(1, "improve_greenhouse")
    position.give(energy=(0, 1)).act(GATHER, ("income", 0), ("option", 0))
    assert position.won()[1] == 1
