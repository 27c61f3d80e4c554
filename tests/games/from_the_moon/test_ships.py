"""Approvals, ship parts, special research, launches (from_the_moon 7.8 to 7.12)."""

import pytest

from tests.games.from_the_moon.positions import ALL_MISSIONS, ANY, CONSTRUCT, EUROPA, IMPROVE, MARS, TITAN, Position

# Metal, water, polymer, food, energy, points.
TILES = {
    EUROPA: (
        (1, 1, 0, 0, 0, 3),
        (0, 2, 0, 1, 0, 4),
        (0, 2, 1, 0, 0, 5),
        (0, 2, 0, 0, 2, 5),
        (1, 2, 0, 0, 0, 5),
        (0, 2, 1, 1, 0, 6),
    ),
    TITAN: (
        (0, 1, 1, 0, 1, 4),
        (0, 0, 2, 1, 0, 4),
        (1, 0, 2, 0, 0, 5),
        (0, 0, 2, 0, 2, 5),
        (0, 1, 2, 0, 1, 6),
        (1, 0, 2, 1, 0, 6),
    ),
    MARS: (
        (2, 0, 0, 0, 1, 4),
        (2, 0, 0, 1, 0, 4),
        (2, 1, 0, 0, 0, 5),
        (2, 0, 1, 0, 1, 6),
        (3, 0, 0, 1, 0, 6),
        (2, 1, 1, 0, 0, 7),
    ),
}
# Metal, water, polymer, food, energy, battery, points.
PARTS = {
    EUROPA: (
        (0, 1, 0, 0, 1, 0, 3),
        (1, 0, 1, 0, 0, 0, 4),
        (0, 1, 0, 0, 0, 1, 5),
        (1, 2, 0, 0, 0, 0, 6),
        (0, 1, 0, 1, 1, 0, 5),
    ),
    TITAN: (
        (0, 0, 1, 0, 1, 0, 3),
        (1, 1, 0, 0, 0, 0, 4),
        (0, 0, 1, 0, 0, 1, 5),
        (0, 1, 2, 0, 0, 0, 6),
        (0, 0, 1, 1, 1, 0, 5),
    ),
    MARS: (
        (1, 0, 0, 0, 1, 0, 3),
        (0, 1, 1, 0, 0, 0, 4),
        (1, 0, 0, 0, 0, 1, 5),
        (2, 0, 1, 0, 0, 0, 6),
        (1, 0, 0, 1, 1, 0, 5),
    ),
}
LAUNCH = {EUROPA: (10, 5), TITAN: (12, 6), MARS: (14, 7)}


def rich(players=4, *factions):
    chosen = factions or ("pioneers",)
    return Position(players, *chosen).give(metal=9, water=9, polymer=9, food=9, energy=(8, 9))


def ship_part(mission, part):
    return "ship_part", mission * 5 + part - 1


def approval(position, missions=ALL_MISSIONS, mode=ANY):
    return position.ask("approval", missions, mode)


@pytest.mark.parametrize(("mission", "tile"), [(mission, tile) for mission in TILES for tile in range(6)])
def test_construct(mission, tile):
    """from_the_moon 7.9: cost and points of every mission tile."""
    position = approval(rich().part(mission, 2, tile=tile + 1)).act(ship_part(mission, 2))
    metal, water, polymer, food, energy, points = TILES[mission][tile]
    assert position.owned() == (9 - metal, 9 - water, 9 - polymer, 9 - food)
    assert position.gauge() == (8 - energy, 9) and position.won() == (points, 0)
    assert position.state["part_owner"][mission, 1] == 0 and position.actor == 1


@pytest.mark.parametrize(("mission", "part"), [(mission, part) for mission in PARTS for part in range(5)])
def test_improve(mission, part):
    """from_the_moon 7.10: cost and points of every part; special research follows."""
    position = approval(rich().part(mission, part + 1, owner=2)).act(ship_part(mission, part + 1))
    metal, water, polymer, food, energy, battery, points = PARTS[mission][part]
    assert position.owned() == (9 - metal, 9 - water, 9 - polymer, 9 - food)
    assert position.gauge() == (8 - energy, 9 - battery) and position.won() == (points, 1)
    assert position.state["part_improver"][mission, part] == 0 and position.asks() == "special_research"


def test_what_an_approval_allows():
    """from_the_moon 7.8: its missions and its mode; a point instead is always possible."""
    position = rich(2).part(EUROPA, 1, owner=1).part(EUROPA, 2, owner=1, improver=1)
    europa, others = {ship_part(EUROPA, part) for part in (1, 3)}, {ship_part(m, p) for m in (1, 2) for p in (1, 2, 3)}
    assert approval(position).options() == europa | others | {"take_1_vp"}
    assert approval(position, 1 << EUROPA).options() == europa | {"take_1_vp"}
    assert approval(position, ALL_MISSIONS, IMPROVE).options() == {ship_part(EUROPA, 1), "take_1_vp"}
    assert approval(position, 1 << EUROPA, CONSTRUCT).options() == {ship_part(EUROPA, 3), "take_1_vp"}


def test_a_point_instead():
    """from_the_moon 7.8, 12.4: taken without asking when nothing else is possible, even after conversions."""
    position = approval(rich(2), 1 << MARS).act("take_1_vp")
    assert position.own("score") == 1 and position.actor == 1
    assert approval(Position()).own("score") == 1
    # With energy for food a tile becomes payable, so it is asked.
    waiting = approval(Position().part(MARS, 1, tile=2).give(metal=2), 1 << MARS)
    assert waiting.legal() == {"take_1_vp", "convert_energy_to_food"}
    assert ship_part(MARS, 1) in waiting.act("convert_energy_to_food").legal()


def test_launched_missions_are_closed():
    """from_the_moon 7.8, 7.12: their approvals give a point."""
    assert approval(rich(2).launched(MARS), 1 << MARS).own("score") == 1


def test_six_improvement_cubes():
    """from_the_moon 1.6, 7.10"""
    position = rich(4)
    for place in range(7):
        mission, part = divmod(place, 3)
        position.part(mission, part + 1, owner=1, improver=0 if place < 6 else None)
    assert ship_part(MARS, 1) not in approval(position).legal()
    assert ship_part(MARS, 1) in approval(position.part(EUROPA, 1, owner=1, improver=1)).legal()


def test_special_research():
    """from_the_moon 7.11: 2 energy for a foundation, or any laboratory without polymer and surcharge."""
    position = Position().give(energy=(2, 5)).laboratories({}, 1).display(15).ask("special_research")
    assert position.options() == {("display", space) for space in range(6)} | {("part", 4), "decline"}
    position.act(("display", 0), ("laboratory_space", 1), ("laboratory_space", 1))
    assert position.gauge() == (0, 5) and position.owned() == (1, 0, 0, 0)
    foundation = Position().give(energy=(2, 5)).ask("special_research").act(("part", 4))
    assert foundation.gauge() == (0, 5) and foundation.own("foundations") == 1 and foundation.actor == 1
    assert Position().give(energy=(1, 5)).ask("special_research").actor == 1


def test_no_special_research_after_a_construction():
    """from_the_moon 7.11: not after a construction, and not after taking a point."""
    position = approval(rich(2).part(MARS, 1, tile=1)).act(ship_part(MARS, 1))
    assert position.actor == 1


@pytest.mark.parametrize("mission", [EUROPA, TITAN, MARS])
def test_launch_bonus(mission):
    """from_the_moon 7.12: main and secondary bonus; the third launch triggers the end (from_the_moon 3.2)."""
    for launched_before in (0, 2):
        position = rich(2)
        position.launched(*[m for m in range(3) if m != mission][:launched_before])
        position.part(mission, 1, tile=1).part(mission, 2, owner=0).part(mission, 3, owner=1)
        approval(position, 1 << mission).act(ship_part(mission, 1))
        main, second = LAUNCH[mission]
        assert position.own("score") == TILES[mission][0][-1] + main and position.own("score", 1) == second
        assert position.state["launch_space"][mission] == 1
        assert position.state["end_triggered"] == (launched_before == 2)
