"""What players of Battle see of each other: a sheet that a neighbour draws on changes for them when all have finished.

Every test lets the first player go through a phase in several ways; what another player observes, may do, reads and
scores must be the same, until all have finished the phase.
"""

import pytest

from tests.games.edited_game import put_records
from tests.games.welcome_to_the_moon.battle.positions import BattlePosition
from tests.games.welcome_to_the_moon.positions import MISSIONS
from tests.referees.welcome_to_the_moon.battle_sheet import A, B

OFFER = (6, "robot"), (14, "planning"), (10, "water")
WAYS = (
    [("combination", 0), ("write", 2), "pass", "pass"],
    [("combination", 0), ("write", 2), "robot", ("column", 0), "robot", ("column", 1), ("column", 2)],
    [("combination", 1), ("write", 6), ("moon", 3)],
    [("combination", 1), ("write", 6), "pass"],
    [("combination", 2), ("write", 4)],
)


def begin(players, turn):
    """The first player can complete the last planet, take asteroids and hand a planet to the neighbour."""
    position = BattlePosition(players, turn=turn)
    sheet, half = (0, A) if turn == 1 else (players - 1, B)
    own, other = "AB"[half], "AB"[1 - half]
    position.occupy(sheet, {2: own * 2, 6: other * 2}).mark(sheet, half, asteroids=4)
    return position.offer(*OFFER)


def told(position, seat):
    """All that a player is told: features, words, points; and the legal actions of who is asked."""
    put_records(position.batch, position._states)
    return (
        position.batch.observe(seat).tolist(),
        position.words(seat),
        position.batch.known_points(seat),
        position.legal() if position.actor == seat else None,
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turn", [1, 2])
def test_drawing_is_blind(players, turn):
    """battle 2.2, welcome 3.2: no other player sees what was drawn, not even the neighbour on the shared sheet."""
    before = begin(players, turn)
    positions = [begin(players, turn).play(*way) for way in WAYS]
    assert all(position.actor == 1 for position in positions)
    for seat in range(1, players):
        seen = [told(position, seat) for position in positions]
        assert all(found == seen[0] for found in seen)
        features, words, points, _ = told(before, seat)
        assert seen[0][1:3] == (words, points)
        assert seen[0][0] == features or seat == 1, "only that player 1 is asked now"


@pytest.mark.parametrize("turn", [1, 2])
def test_others_do_not_see_how_far_a_player_has_come(turn):
    """battle 2.2, welcome 3.2: while a player decides, nothing changes for another one."""
    for way in WAYS:
        position = begin(3, turn)
        seen = [told(position, seat) for seat in (1, 2)]
        for action in way[:-1]:
            position.play(action)
            assert position.actor == 0 and [told(position, seat) for seat in (1, 2)] == seen


def test_everything_is_seen_when_all_have_finished():
    """battle 2.2, 4.1, welcome 3.2: player 0 hands a planet to player 1, who does not see it while drawing."""
    position = begin(3, 1).play(*WAYS[3])
    assert position.read(0)["flags"][6] == [B]
    assert position.actor == 1 and position.features()["opponent_2_flags"][6] == 0
    position.play(*[("combination", 2), ("write", 4)] * 2)
    assert position.state["turn"] == 2 and position.features()["opponent_1_flags"][6] == 1
    assert position.finish_player().actor == 1 and position.features()["own_flags"][6] == 1


def test_points_of_a_planet_that_a_neighbour_takes():
    """battle 6.2, welcome 3.2: what a neighbour draws on a shared planet changes the known points only later."""
    position = BattlePosition(3).occupy(0, {5: "AB"}).offer((12, "energy"), (8, "plant"), (8, "plant"))
    before = [position.batch.known_points(seat) for seat in range(3)]
    position.play(("combination", 0), ("write", 5))
    assert position.batch.known_points(0) == before[0], "a tie before: the own planet stays the own"
    position.act("column", 1)
    assert position.batch.known_points(0) == before[0] + 4, "two blue planets of this sheet are worth 2 more each"
    assert position.batch.known_points(1) == before[1] and position.points(1) == before[1] - 2
    position.play(*[("combination", 1), ("write", 3)] * 2)
    assert position.batch.known_points(1) == position.points(1)


@pytest.mark.parametrize("players", [2, 3])
def test_missions_are_blind(players):
    """battle 5.2, welcome 3.2: who accomplishes what is seen when all have finished."""

    def missions():
        position = BattlePosition(players)
        for index in range(players):
            position.mark(index, A, asteroids=7, plants=6, waters=4)
        return position.carry_on(MISSIONS)

    ways = (
        ["no_mission"],
        [("mission", 1), "no_mission"],
        [("mission", 2), "no_mission"],
        [("mission", 1), ("mission", 2)],
    )
    positions = [missions().play(*way) for way in ways]
    for position in positions:
        assert position.actor == 1 and told(position, 1) == told(positions[0], 1)
        assert position.legal() == {("mission", 1), ("mission", 2), ("no_mission", 0)}


def test_the_own_sheets_are_seen():
    """battle 2.2: the own block is the sheet of this turn, from the own half; the other sheet lies with a neighbour.

    In odd turns that is the last of the others, in even turns the first.
    """
    for turn, holder in ((1, 2), (2, 1)):
        position = BattlePosition(3, turn=turn)
        position.mark(0, A, plants=3).mark(2, B, plants=4).mark(0, B, waters=1).mark(2, A, waters=2)
        position.occupy(0, {0: "AB"}).offer((8, "plant"), (8, "plant"), (8, "plant"))
        features = position.features()
        assert features["plays_half_b"] == [turn - 1]
        assert features["own_plants"] == [3 if turn == 1 else 4] and features["own_other_waters"] == [turn]
        assert features[f"opponent_{holder}_other_plants"] == [4 if turn == 1 else 3]
        cells = features["own_cells"] if turn == 1 else features["opponent_1_cells"]
        assert cells[:3] == ([1, 2, 0] if turn == 1 else [2, 1, 0])


def test_a_chain_is_observed_by_its_player():
    """battle 3.7: how many boxes and moons are still to be drawn."""
    position = begin(2, 1).play(("combination", 0), ("write", 2), "pass")
    position.mark(0, A, asteroids=5).act("robot")
    assert position.features()["energies_left"] == [2] and position.features()["moons_left"] == [0]
    position.act("column", 0)
    assert position.features()["energies_left"] == [1]
    position = BattlePosition().mark(0, A, asteroids=6).draw_on(6, "robot", 2).act("robot")
    assert position.features()["moons_left"] == [2] and position.act("moon", 1).features()["moons_left"] == [1]


@pytest.mark.parametrize("turn", [1, 2])
def test_the_resting_sheet_is_observed(turn):
    """battle 7.1: in solo mode its middle with the table, its tracks after those of the other sheet; half A both times.

    What an effect still draws is observed, too.
    """
    position = BattlePosition(1, turn=turn).mark(2 - turn, A, plants=5).occupy(2 - turn, {1: "AB"}, {1: "B"})
    position.draw("A", (10, "water"), (8, "plant"), (12, "plant"))
    features = position.features()
    assert features["own_other_plants"] == [5] and features["own_plants"] == [0]
    assert features["resting_cells"][3:6] == [1, 2, 0] and features["resting_other_moons"][1] == 1
    assert features["astra_moons_left"] == [2]
