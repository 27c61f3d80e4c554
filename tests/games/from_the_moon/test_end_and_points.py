"""Turns, the end, and points (from_the_moon 3, 10, 12.6, 12.9)."""

import pytest

from tests.games.from_the_moon.positions import EUROPA, MARS, TITAN, Position


def test_turns_go_round():
    """from_the_moon 3.1"""
    position, seats = Position(3), []
    for tile in range(6):
        seats.append(position.actor)
        position.send(tile, rover=tile // 3).act("decline")
    assert seats == [0, 1, 2, 0, 1, 2]


def test_every_main_action():
    """from_the_moon 3.1: what is possible is offered, and nothing else."""
    rich = Position().give(metal=9, water=9, polymer=9, food=9).set(foundations=1)
    assert rich.options() == {("main_action", number) for number in range(5)}
    assert Position().options() == {("main_action", 0), ("main_action", 2)}


@pytest.mark.parametrize(("seat", "turns"), [(0, 2), (1, 1), (2, 0)])
def test_the_round_is_finished(seat, turns):
    """from_the_moon 3.2, 3.3: later seats have one turn each, then the game is over."""
    position = Position(3).table(seat=seat).give(seat=seat, energy=(0, 5)).set(seat=seat, space=6).ask("feed")
    assert position.state["end_triggered"] == 1
    for tile in range(turns):
        assert not position.is_over
        position.give(seat=position.actor, energy=(0, 5)).send(tile).act("decline")
    assert position.is_over


def test_second_trigger_changes_nothing():
    """from_the_moon 3.3"""
    position = Position(3).table(seat=1, end_triggered=1).give(seat=1, energy=(0, 5)).set(seat=1, space=6).ask("feed")
    assert position.actor == 2
    position.give(seat=2, energy=(0, 5)).send(0).act("decline")
    assert position.is_over


def test_points_of_resources():
    """from_the_moon 10.3: any kinds, rounded down."""
    position = Position().give(metal=1, water=2, polymer=0, food=4)
    assert position.points(0)["resources"] == 3


def test_improvement_majority():
    """from_the_moon 10.2: 8 and 4, only with a cube; with two players 8, or 4 each in a tie."""
    three = Position(3).part(EUROPA, 1, owner=0, improver=1).part(EUROPA, 2, owner=0, improver=1)
    three.part(MARS, 1, owner=0, improver=2)
    assert [three.points(seat)["improvement_majority"] for seat in range(3)] == [0, 8, 4]
    tied = Position(2).part(EUROPA, 1, owner=0, improver=1).part(EUROPA, 2, owner=0, improver=0)
    assert [tied.points(seat)["improvement_majority"] for seat in range(2)] == [4, 4]
    alone = Position(2).part(EUROPA, 1, owner=0, improver=1)
    assert [alone.points(seat)["improvement_majority"] for seat in range(2)] == [0, 8]


def test_four_share():
    """from_the_moon 10.1: four level on the first place share both prizes."""
    position = Position(4)
    for seat in range(4):
        position.set(seat=seat, achievements=5)
    assert [position.points(seat)["achievement_majority"] for seat in range(4)] == [9] * 4


def test_victory():
    """from_the_moon 10.6: the most points; equal points share."""
    tied = Position(3).table(seat=2, end_triggered=1).set(score=20).set(seat=1, score=20).give(seat=2, energy=(0, 5))
    tied.finish()
    assert tied.is_over and tied.outcome() == [0, 0, -1]


def test_faction_building_scores_nothing():
    """from_the_moon 10.5: only common large buildings do."""
    assert Position().faction_building().points(0)["large_buildings"] == 0


def test_points_as_they_stand():
    """from_the_moon 12.9: the final scoring as if the game were over now; the record keeps the score track alone."""
    position = Position().set(score=-5, achievements=2).give(food=3)
    assert position.points() == [-5 + 24 + 1 + 2, 0]


def last_turn(players=2, seat=0, energy=(4, 5), **table):
    return Position(players).table(seat=seat, **table).give(seat=seat, energy=energy)


def test_end_of_turn_when_the_end_is_triggered():
    """from_the_moon 12.6: energy may become food before the last turn is over."""
    position = last_turn(end_triggered=1).finish()
    assert position.asks() == "end_turn" and position.legal() == {"end_turn", "convert_energy_to_food"}
    position.act("convert_energy_to_food")
    assert position.asks() == "end_turn"
    # The last conversion leaves no choice.
    position.act("convert_energy_to_food")
    assert position.actor == 1 and position.owned()[3] == 2
    assert last_turn(end_triggered=1).finish().act("end_turn").gauge() == (4, 5)
    assert last_turn(end_triggered=1, energy=(1, 5)).finish().actor == 1


def with_tiles(position, left):
    """Leave this many mission tiles, the last ones; no ship without tiles is left on the board."""
    in_play = position.state["part_tile"] >= 0
    parts = [(mission, part) for mission in range(3) for part in range(5) if in_play[mission, part]]
    for mission, part in parts[: len(parts) - left]:
        position.state["part_owner"][mission, part] = 1
    for mission in range(3):
        position.state["launch_space"][mission] = (position.state["part_owner"][mission][in_play[mission]] >= 0).all()
    return position


@pytest.mark.parametrize(
    ("players", "seat", "left", "asks"),
    [(4, 0, 6, "end_turn"), (4, 0, 7, "main"), (4, 2, 2, "end_turn"), (4, 1, 6, "main"), (4, 3, 2, "main")],
)
def test_end_of_turn_before_the_last_tiles(players, seat, left, asks):
    """from_the_moon 12.6: later seats may launch two ships or three: at most two tiles for each of them are left."""
    assert with_tiles(last_turn(players, seat, energy=(9, 9)), left).finish().asks() == asks


def test_later_seats_launch_two_ships():
    """from_the_moon 12.6: one ship has launched, seats 1 and 3 launch the others; seat 0 was asked before."""
    position = last_turn(4, energy=(9, 9)).launched(EUROPA)
    for mission in (TITAN, MARS):
        position.part(mission, 1, tile=1)
        for part in range(2, 6):
            position.part(mission, part, owner=2)
    position.finish()
    assert position.asks() == "end_turn"
    position.act(*["convert_energy_to_food"] * 4)
    assert position.actor == 1 and position.gauge() == (1, 9)
    position.give(seat=1, water=1, polymer=1, energy=(1, 5)).ask("approval", 1 << TITAN).act(("ship_part", TITAN * 5))
    position.give(seat=2, energy=(0, 5)).finish()
    position.give(seat=3, metal=2, energy=(1, 5)).ask("approval", 1 << MARS).act(("ship_part", MARS * 5))
    assert position.is_over and position.points(0)["resources"] == 2


def test_end_of_turn_after_a_gain_of_energy():
    """from_the_moon 12.6: what the terrain effect brought could not be converted before; with no ship launched, too."""

    def gained(energy, seat=0, players=2):
        # Terrain tile 16: 2 energy and a point.
        position = last_turn(players, seat, energy=energy).terrain(0, 16).rovers(0, seat=seat)
        return position.ask("tasks", 0, 1, 0, 0, 0, 0, 0, 0).act("terrain_task")

    assert gained((1, 5)).asks() == "end_turn" and gained((1, 5)).gauge() == (3, 5)
    assert gained((2, 5)).asks() == "end_turn" and gained((4, 9)).asks() == "end_turn"
    # One more makes no further food; the gauge was full; no seat is later.
    assert gained((4, 5)).actor == 1 and gained((5, 5)).actor == 1
    assert gained((1, 5), seat=1).actor == 0


def test_end_of_turn_when_nothing_was_gained():
    """from_the_moon 12.6, 12.3: the same conversions were offered at the last decision, for the same food."""
    position = last_turn(energy=(5, 5)).ask("train", 1)
    assert "convert_energy_to_food" in position.legal()
    assert position.act("decline").actor == 1
    assert last_turn(energy=(5, 5)).ask("train", 1).act("convert_energy_to_food", "decline").owned()[3] == 1
    feeding = last_turn(energy=(5, 5)).give(food=3).ask("feed")
    assert "convert_energy_to_food" in feeding.legal() and feeding.act("feed").actor == 1


def test_energy_paid_and_gained_back_was_not_offered():
    """from_the_moon 12.6: a training for 2 of 5 energy brings 1 back; only 1 food, not 2, could be made before it."""
    position = Position(2, "scholars").faction_building().give(food=1).ask("train", 0)
    assert "convert_energy_to_food" not in position.legal()
    assert position.act(("train", 0)).gauge() == (4, 6) and position.asks() == "end_turn"


def test_end_of_turn_after_two_launches():
    """from_the_moon 12.6: before later seats only."""
    assert last_turn().launched(EUROPA, TITAN).finish().asks() == "end_turn"
    assert last_turn().launched(EUROPA).finish().asks() == "main"
    assert last_turn(seat=1).launched(EUROPA, TITAN).finish().asks() == "main"


def test_end_of_turn_before_somebody_can_leave_the_track():
    """from_the_moon 12.6: asked if a later seat is on space 6 with all rovers out."""
    assert last_turn(3).set(seat=2, space=6).rovers(0, 1, 2, seat=2).finish().asks() == "end_turn"
    assert last_turn(3).set(seat=2, space=6).rovers(0, 1, seat=2).finish().asks() == "main"
    assert last_turn(3).set(seat=2, space=5).rovers(0, 1, 2, seat=2).finish().asks() == "main"
    assert last_turn(3, seat=1).set(seat=0, space=6).rovers(0, 1, 2, seat=0).finish().asks() == "main"
