"""The solo mode (from_the_moon 11)."""

import numpy as np
import pytest

import moon_envs
from moon_envs.games.from_the_moon.game import GAME
from tests.games.from_the_moon.positions import EUROPA, MARS, TITAN, Position
from tests.games.from_the_moon.reading import members


@pytest.mark.parametrize("objectives", [2, 3, 4, 5])
def test_set_up(objectives):
    """from_the_moon 11.1: six buildings, three rovers, the wanted number of objectives."""
    states = moon_envs.Batch(GAME, 100, 1, seed=2, objectives=objectives, threads=1).states
    for state in states:
        opponent = state["players"][1]
        assert len(members(opponent["buildings"])) == 6 and max(members(opponent["buildings"])) < 16
        assert opponent["rover_tile"].tolist() == state["rover_cards"][:3].tolist() and state["rover_cards_drawn"] == 3
        assert sorted(state["rover_cards"].tolist()) == list(range(9))
        assert len(members(state["objectives"])) == objectives
    assert set(np.concatenate([members(bits) for bits in states["objectives"]]).tolist()) == set(range(9))
    assert set(np.concatenate([members(b) for b in states["players"]["buildings"][:, 1]]).tolist()) == set(range(16))


def test_all_factions_are_offered():
    """from_the_moon 11.2: among all eight."""
    batch = moon_envs.Batch(GAME, 1, 1, seed=2, threads=1)
    assert batch.mask[0].sum() == 8 and batch.states["frames"][0, 0] == 0


def test_opponent_is_in_the_way():
    """from_the_moon 11.2: its rovers block tiles and count as those of others, its buildings block spaces."""
    position = Position(1).rovers(1, 3, 8, seat=1).table(powers=[1, 0, 2]).crew(0, specialists=(1, 0, 0))
    position.give(energy=(0, 5), metal=2).act(("main_action", 0), ("rover", 0))
    assert position.legal() == {("tile", tile) for tile in (0, 2, 4, 5, 6, 7)}
    position.act(("tile", 4), ("ability", 0))
    assert position.gauge() == (2, 5)
    builder = Position(1).buildings(0, 1, 2, 3, 4, 5, seat=1).give(metal=2).act(("main_action", 3), ("building", 0))
    assert builder.legal() == {("building_space", space) for space in range(6, 16)}


@pytest.mark.parametrize(("food", "energy", "asks"), [(3, 0, "rover"), (3, 2, "feed"), (1, 4, "rover"), (0, 5, None)])
def test_feeding(food, energy, asks):
    """from_the_moon 11.3: energy is converted as far as it must be, and never the other way."""
    position = Position(1).give(food=food, energy=(energy, 5)).ask("feed")
    if asks is None:
        # Two of three could be fed: the choice is between two ways to lose.
        assert position.legal() == {"feed", "convert_energy_to_food"} and position.act("feed").is_over
        assert position.state["starved"] == 1 and position.own("score") == 0
        return
    assert position.asks() == asks
    if asks == "rover":
        # Nothing but sending a rover is possible in the next turn.
        assert position.own("space") == 2 and position.owned()[3] == 0 and position.gauge()[0] == 0


def test_food_does_not_become_energy_at_feeding():
    """from_the_moon 11.3"""
    position = Position(1).give(food=9, energy=(2, 5)).ask("feed")
    assert position.legal() == {"feed", "convert_energy_to_food"}


def test_refill_and_rovers():
    """from_the_moon 11.4: tiles under the opponent's rovers get nothing; then they move."""
    position = Position(1).progress(2, "gain_foundation").give(food=3, energy=(0, 5))
    under, cards = position.own("rover_tile", 1), position.state["rover_cards"].tolist()
    position.ask("feed")
    cubes = position.state["cubes"][:9].sum(axis=1)
    assert all(cubes[tile] == (0 if tile in under else 3) for tile in range(9))
    assert position.own("rover_tile", 1) == cards[3:6]


def test_pawn_and_greenhouses_of_the_solo_refill():
    """from_the_moon 11.4: the pawn moves after feeding, and the greenhouses without surcharge are filled up."""
    position = Position(1).table(cheap=0).give(food=3, energy=(0, 5)).ask("feed")
    assert position.own("space") == 2 and position.state["cheap"] == 2


def test_empty_deck_is_shuffled():
    """from_the_moon 11.4: all nine cards again."""
    position = Position(1).table(rover_cards_drawn=9).give(food=3, energy=(0, 5)).ask("feed")
    assert position.state["rover_cards_drawn"] == 3 and sorted(position.state["rover_cards"].tolist()) == list(range(9))


def test_beyond_the_track():
    """from_the_moon 11.6: the game is over, nothing is refilled, and without three launches it is lost."""
    position = Position(1).set(space=6).give(food=3, energy=(0, 5)).ask("feed")
    assert position.is_over and position.outcome() == [-1] and position.state["cubes"].sum() == 0


def won_by(objective, **changes):
    """Whether a finished game with three launches and one objective is won."""
    position = Position(1, "pioneers").launched(EUROPA, TITAN, MARS, owner=0).table(end_triggered=1)
    position.table(objectives=1 << (objective - 1)).give(energy=(0, 5))
    for name, value in changes.items():
        if name in ("launch_space", "latched"):
            position.table(**{name: value})
        elif name == "improvers":
            for place in range(value):
                position.state["part_improver"][place // 3, place % 3] = 0
        else:
            position.set(**{name: value})
    position.ask("greenhouse_improve")
    if position.asks() == "greenhouse_improve":
        position.act("decline")
    assert position.is_over
    return position.outcome() == [1]


SEVEN = [[1, 1, 1], [1, 1, 1], [1, 0, 0]]
EIGHT = [[1, 1, 1], [1, 1, 1], [1, 1, 0]]
SIX = [[1, 1, 1], [1, 1, 1], [0, 0, 0]]


@pytest.mark.parametrize(
    ("objective", "met", "missed"),
    [
        (1, {"achievements": 12}, {"achievements": 11}),
        (2, {"buildings": 0b111111}, {"buildings": 0b11111}),
        (3, {"improvers": 2}, {"improvers": 1}),
        (4, {"greenhouses": 4, "improved": 4}, {"greenhouses": 4, "improved": 3}),
        (5, {"laboratories": [0] * 8 + [-1] * 4}, {"laboratories": [0] * 7 + [-1] * 5}),
        (6, {"batteries": 9}, {"batteries": 8}),
        (7, {"specialists": SEVEN}, {"specialists": SIX}),
        (7, {"specialists": EIGHT}, {"specialists": SIX}),
        (8, {"launch_space": [4, 5, 6]}, {"launch_space": [4, 6, 5]}),
        (9, {"latched": 1 << 8}, {"latched": 0}),
    ],
)
def test_objectives(objective, met, missed):
    """from_the_moon 11.6: each of the nine; more than 7 specialists count, too."""
    assert won_by(objective, **met) and not won_by(objective, **missed)


def test_launches_are_needed():
    """from_the_moon 11.6: all three, and all objectives."""
    position = Position(1, "pioneers").launched(EUROPA, TITAN, owner=0).table(end_triggered=1, objectives=1)
    position.set(achievements=12).give(energy=(0, 5)).finish()
    assert position.is_over and position.outcome() == [-1]


# What it takes with one objective: nine parts, three launches, and the objective, which counts twice.
PARTS, LAUNCHES = 9, 3
NEEDED = PARTS + LAUNCHES + 2


def thousandths(done, needed=NEEDED):
    return 1000 * done // needed


def test_closeness_counts_parts_and_launches():
    """from_the_moon 11.6: each of them once; parts without an owner do not count."""
    position = Position(1).table(objectives=1)
    places = [(mission, part) for mission in range(3) for part in range(3)]
    assert position.closeness() == 0
    for done, (mission, part) in enumerate(places, 1):
        assert position.part(mission, part + 1, owner=0).closeness() == thousandths(done)
    for done, mission in enumerate((MARS, EUROPA, TITAN), PARTS + 1):
        assert position.launched(mission, space=4, owner=0).closeness() == thousandths(done)
    assert position.part(TITAN, 1).closeness() == thousandths(NEEDED - 3)


@pytest.mark.parametrize(
    ("objective", "met", "missed"),
    [
        (1, {"achievements": 12}, {"achievements": 11}),
        (2, {"buildings": 0b111111}, {"buildings": 0b11111}),
        (4, {"improved": 4}, {"improved": 3}),
        (5, {"laboratories": [0] * 8 + [-1] * 4}, {"laboratories": [0] * 7 + [-1] * 5}),
        (6, {"batteries": 9}, {"batteries": 8}),
        (7, {"specialists": SEVEN}, {"specialists": SIX}),
    ],
)
def test_closeness_counts_objectives_twice(objective, met, missed):
    """from_the_moon 11.6: those that were drawn, once they are met."""
    position = Position(1).table(objectives=1 << (objective - 1))
    assert position.set(**missed).closeness() == 0
    assert position.set(**met).closeness() == thousandths(2)
    assert position.table(objectives=1 << (objective % 9)).closeness() == 0


def test_closeness_of_improved_parts():
    """from_the_moon 11.6: an improvement counts for its objective only, and only that of the player."""
    position = Position(1).part(MARS, 1, owner=0, improver=0).part(EUROPA, 2, owner=0).table(objectives=1 << 2)
    assert position.closeness() == thousandths(2)
    assert position.part(EUROPA, 2, owner=0, improver=1).closeness() == thousandths(2)
    assert position.part(EUROPA, 2, owner=0, improver=0).closeness() == thousandths(2 + 2)


def test_closeness_of_the_schedule_and_the_group():
    """from_the_moon 11.6: the schedule needs all three launches; the group of four is kept when it is met."""
    position = Position(1).launched(EUROPA, owner=0, space=4).launched(TITAN, owner=0, space=5).table(objectives=1 << 7)
    assert position.closeness() == thousandths(2 + 6)
    assert position.launched(MARS, owner=0, space=5).closeness() == thousandths(NEEDED - 2)
    assert position.launched(MARS, owner=0, space=6).closeness() == 1000
    assert position.table(objectives=1 << 8).closeness() == thousandths(NEEDED - 2)
    assert position.table(latched=1 << 8).closeness() == 1000


def test_closeness_with_several_objectives():
    """from_the_moon 11.6: the more are drawn, the more it takes."""
    position = Position(1, objectives=5).table(objectives=0b11111).set(achievements=12, buildings=0b111111)
    assert position.closeness() == thousandths(4, NEEDED + 8)
    assert position.table(objectives=0b11100).closeness() == 0 and position.table(objectives=0).closeness() == 0
    assert position.table(objectives=0b00011).closeness() == thousandths(4, NEEDED + 2)


def test_closeness_of_finished_games():
    """from_the_moon 11.6: 1000 where the game is won, less where something is missing."""
    for launched, achievements, done in (
        ((0, 1, 2), 12, NEEDED),
        ((0, 1, 2), 11, NEEDED - 2),
        ((0, 1), 12, NEEDED - 4),
    ):
        position = Position(1, "pioneers").launched(*launched, owner=0).table(end_triggered=1, objectives=1)
        position.set(achievements=achievements).give(energy=(0, 5)).finish()
        assert position.is_over and position.outcome() == [1 if done == NEEDED else -1]
        assert position.closeness() == thousandths(done)


def test_closeness_of_a_starved_crew():
    """from_the_moon 11.3, 11.6: a crew that starves loses, even with everything else done."""
    position = Position(1).launched(0, 1, 2, owner=0).set(achievements=12).table(objectives=1)
    assert position.closeness() == 1000
    assert position.table(starved=1).closeness() == 999


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_closeness_with_several_players(players):
    """from_the_moon 11.6: points decide."""
    position = Position(players).launched(EUROPA, TITAN, MARS, owner=0).set(achievements=12)
    assert [position.closeness(seat) for seat in range(players)] == [-1] * players


def free_spaces(position):
    taken = int(position.state["players"][1]["buildings"])
    return [space for space in range(16) if not taken >> space & 1]


def test_group_on_space_four():
    """from_the_moon 1.4, 11.6: asked when the pawn comes there and after each building there; then it is kept."""
    position = Position(1).buildings(12, 13, 14, 15, 10, 9, seat=1).buildings(0, 1, 2, 3).set(space=3)
    assert position.give(food=3, energy=(0, 5)).ask("feed").state["latched"] == 1 << 8
    early = Position(1).buildings(12, 13, 14, 15, 10, 9, seat=1).buildings(0, 1, 2).set(space=3)
    early.give(metal=2).act(("main_action", 3), ("building", 0), ("building_space", 3))
    assert early.state["latched"] == 0
    there = Position(1).buildings(12, 13, 14, 15, 10, 9, seat=1).buildings(0, 1, 2).set(space=4).give(metal=4)
    there.act(("main_action", 3), ("building", 0), ("building_space", 8))
    assert there.state["latched"] == 0
    there.act("decline").give(energy=(5, 5)).act(("main_action", 3), ("building_space", 6))
    assert there.state["latched"] == 1 << 8


@pytest.mark.parametrize(("achievements", "points"), [(0, 0), (7, 0), (8, 12), (15, 12), (16, 24), (40, 24)])
def test_achievement_steps(achievements, points):
    """from_the_moon 11.7: instead of a majority and of single points."""
    scored = Position(1).set(achievements=achievements).points(0)
    assert scored["achievements"] == points and scored["achievement_majority"] == 0


def test_improved_ships():
    """from_the_moon 11.7: 4 points for two ships, 8 for three."""
    position = Position(1)
    for mission, points in ((EUROPA, 0), (TITAN, 4), (MARS, 8)):
        position.part(mission, 1, owner=0, improver=0).part(mission, 2, owner=0, improver=0)
        assert position.points(0)["improvement_majority"] == points


@pytest.mark.parametrize(("score", "medal"), [(20, 1), (149, 1), (150, 2), (200, 2), (201, 3)])
def test_medals(score, medal):
    """from_the_moon 11.7: below 150 bronze, to 200 silver, above gold."""
    position = Position(1, "pioneers").launched(EUROPA, TITAN, MARS, owner=0).table(end_triggered=1, objectives=0)
    position.set(score=score).give(energy=(0, 5)).finish()
    assert position.state["medal"] == medal


@pytest.mark.parametrize("objectives", [0, 1])
def test_end_of_turn(objectives):
    """from_the_moon 12.6, 12.9: energy may become food for the points, which a lost game tells, too."""
    position = Position(1, "pioneers").launched(EUROPA, TITAN, MARS, owner=0).table(end_triggered=1)
    position.table(objectives=objectives).give(energy=(4, 5)).finish()
    assert position.asks() == "end_turn"
    before = position.points(0)["resources"]
    position.act("convert_energy_to_food", "convert_energy_to_food")
    assert position.is_over and position.points(0)["resources"] == before + 1
    assert position.outcome() == [-1 if objectives else 1]


def test_no_end_of_turn_before_the_end():
    """from_the_moon 12.6: the own next turn always follows."""
    assert Position(1).give(energy=(5, 5)).finish().asks() == "main"


def test_lost_games_keep_their_points():
    """from_the_moon 12.9"""
    position = Position(1).set(score=7).give(water=2, energy=(0, 5)).ask("feed")
    assert position.is_over and position.outcome() == [-1] and position.points() == [8]
