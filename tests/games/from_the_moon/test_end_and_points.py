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
    """from_the_moon 10.2: 8 and 4, nobody without a cube; with two players 8 or half of it."""
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


def test_end_of_turn_after_two_launches():
    """from_the_moon 12.6: before later seats only."""
    assert last_turn().launched(EUROPA, TITAN).finish().asks() == "end_turn"
    assert last_turn().launched(EUROPA).finish().asks() == "main"
    assert last_turn(seat=1).launched(EUROPA, TITAN).finish().asks() == "main"


def test_end_of_turn_before_somebody_can_leave_the_track():
    """from_the_moon 12.6: a later seat on space 6 with all rovers out."""
    assert last_turn(3).set(seat=2, space=6).rovers(0, 1, 2, seat=2).finish().asks() == "end_turn"
    assert last_turn(3).set(seat=2, space=6).rovers(0, 1, seat=2).finish().asks() == "main"
    assert last_turn(3).set(seat=2, space=5).rovers(0, 1, 2, seat=2).finish().asks() == "main"
    assert last_turn(3, seat=1).set(seat=0, space=6).rovers(0, 1, 2, seat=0).finish().asks() == "main"
