"""The mission mechanism (welcome 6) and the choice of missions (welcome 1.3), with the missions of Launch."""

from collections import Counter

import pytest

import moon_envs
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import MISSIONS

ENERGY_FLOOR = range(27, 37)
PLANT_AND_WILD_FLOORS = range(37, 53)
OFFER = (6, "water"), (7, "robot"), (8, "astronaut")


def test_missions_are_drawn_at_random():
    """welcome 1.3, 9.2: one of each letter, all eight choices equally likely, with the first value up."""
    states = moon_envs.Batch("launch", 4000, players=2, seed=0, threads=1).states
    choices = Counter(map(tuple, states["mission_card"].tolist()))
    assert len(choices) == 8 and min(choices.values()) > 420 and max(choices.values()) < 580
    assert not states["turned_over"].any()


@pytest.mark.parametrize("missions", [(64, 66, 68), (65, 67, 69), (64, 67, 68)])
@pytest.mark.parametrize("players", [1, 3])
def test_missions_named_by_the_caller(missions, players):
    """welcome 1.3, 9.2: the caller may fix the three cards."""
    for seed in range(5):
        position = LaunchPosition(players, seed, missions)
        printed = [64 + 2 * letter + int(card) for letter, card in enumerate(position.state["mission_card"])]
        assert tuple(printed) == missions
        assert all(f"card {card}" in position.words() for card in missions)


@pytest.mark.parametrize("missions", [(66, 64, 68), (64, 66), (64, 66, 70), (64, 65, 68), "abc", 64, (64, 66, None)])
def test_other_missions_are_refused(missions):
    """welcome 1.3: one card of each letter."""
    with pytest.raises(moon_envs.ConfigurationError, match="missions"):
        moon_envs.Batch("launch", players=2, missions=missions)


def test_a_mission_needs_its_condition():
    """welcome 6.1: a mission can be accomplished when its condition is met, and only by whom it is met."""
    position = LaunchPosition(3).fill(1, ENERGY_FLOOR).carry_on(MISSIONS)
    assert position.actor == 1 and position.legal() == {("mission", 1), ("no_mission", 0)}
    turn = int(position.state["turn"])
    position.act("mission", 1)
    assert position.state["turn"] == turn + 1
    assert [position.sheet(seat)["missions"].tolist() for seat in range(3)] == [[0, 0, 0], [0, 3, 0], [0, 0, 0]]


def test_several_missions_in_one_turn():
    """welcome 6.1: several are allowed, one after the other, in the order the player likes."""
    for order in ((0, 1), (1, 0)):
        position = LaunchPosition().fill(0, range(11)).fill(0, ENERGY_FLOOR).carry_on(MISSIONS)
        assert position.legal("mission") == [0, 1]
        position.act("mission", order[0])
        assert position.actor == 0 and position.legal("mission") == [order[1]]
        position.act("mission", order[1])
        assert position.sheet(0)["missions"].tolist() == [3, 3, 0] and position.rockets(0) == 6


def test_conditions_are_looked_at_again_before_each_mission():
    """welcome 6.1: rockets of one mission may spoil the condition of another."""
    position = LaunchPosition(missions=(64, 66, 69)).fill(0, ENERGY_FLOOR).set(0, rockets=31, system_errors=5)
    position.carry_on(MISSIONS)
    assert position.legal("mission") == [1, 2]
    position.act("mission", 1)
    assert position.open_errors() == 2 and position.asks() == {"combination"}


def test_a_mission_is_accomplished_once():
    """welcome 6.1: what a player has accomplished is not offered to that player again."""
    position = LaunchPosition().fill(0, ENERGY_FLOOR).carry_on(MISSIONS).act("mission", 1)
    position.carry_on(MISSIONS)
    assert position.asks() == {"combination"}


def test_first_and_later_value():
    """welcome 6.2, 6.3: two take a mission in one turn for its first value, a third declines and gets the later one."""
    position = LaunchPosition(4)
    for seat in range(3):
        position.fill(seat, ENERGY_FLOOR)
    position.carry_on(MISSIONS).act("mission", 1)
    assert not position.state["turned_over"][1], "the card is turned over when all have finished"
    position.act("mission", 1)
    assert position.actor == 2 and "accomplish mission B for 3" in position.batch.describe(7)
    position.act("no_mission")
    assert position.state["turned_over"].tolist() == [0, 1, 0]
    position.fill(3, ENERGY_FLOOR).carry_on(MISSIONS)
    assert position.actor == 2 and "accomplish mission B for 2" in position.batch.describe(7)
    position.play(("mission", 1), ("mission", 1))
    assert [int(position.sheet(seat)["missions"][1]) for seat in range(4)] == [3, 3, 2, 2]
    assert [position.rockets(seat) for seat in range(4)] == [3, 3, 2, 2]


def test_a_declined_mission_stays_open():
    """welcome 6.3: a player may decline and take the mission later, for the first value if nobody took it."""
    position = LaunchPosition().fill(0, ENERGY_FLOOR).carry_on(MISSIONS).act("no_mission")
    assert position.state["turned_over"].tolist() == [0, 0, 0] and position.rockets(0) == 0
    position.carry_on(MISSIONS).act("mission", 1)
    assert position.rockets(0) == 3


def test_declining_ends_the_phase_for_the_player():
    """welcome 6.3: after declining a player is not asked again in this turn."""
    position = LaunchPosition().fill(0, range(11)).fill(0, ENERGY_FLOOR).carry_on(MISSIONS)
    turn = int(position.state["turn"])
    position.play(("mission", 0), "no_mission")
    assert position.state["turn"] == turn + 1 and position.sheet(0)["missions"].tolist() == [3, 0, 0]


def test_what_a_mission_paid_is_kept():
    """welcome 6.3: a player keeps what a mission paid, even if its condition is lost later."""
    position = LaunchPosition(missions=(64, 66, 69)).set(0, system_errors=5).carry_on(MISSIONS).act("mission", 2)
    position.set(0, rockets=31).fill(0, ENERGY_FLOOR).carry_on(MISSIONS)
    assert position.legal("mission") == [1], "the same mission is not offered again"
    position.act("mission", 1)
    assert position.open_errors() == 2 and position.sheet(0)["missions"].tolist() == [0, 3, 3]


def test_declining_after_another_player_took_it():
    """welcome 6.2: within one phase it does not matter who is asked first."""
    values = []
    for takers in ((0, 1), (1, 0)):
        position = LaunchPosition().fill(0, ENERGY_FLOOR).fill(1, ENERGY_FLOOR).carry_on(MISSIONS)
        for seat in range(2):
            position.act(*(("mission", 1) if seat == takers[0] else ("no_mission",)))
        position.carry_on(MISSIONS).act("mission", 1)
        values.append([int(position.sheet(seat)["missions"][1]) for seat in takers])
    assert values == [[3, 2], [3, 2]]
