"""The solo turn: pairs of cards, the card for ASTRA, solo bonuses (welcome 8), on the sheet of Launch."""

import pytest

import moon_envs
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENTS
from moon_envs.games.welcome_to_the_moon.state import DISCARDED, GIVEN_TO_ASTRA, REMOVED
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import END, GIVE, MISSIONS, find_card
from tests.referees.welcome_to_the_moon.cards import ACTIONS

# Points for a given card: robot, energy, plant, water, astronaut, planning.
OPPONENT_VALUES = {
    1: ("Katherine", (2, 3, 2, 3, 1, 4)),
    2: ("Alexei", (2, 3, 3, 2, 4, 3)),
    3: ("Margaret", (5, 4, 2, 2, 2, 3)),
    4: ("Franklin", (2, 6, 4, 3, 3, 2)),
    5: ("Sergei", (4, 4, 4, 4, 4, 3)),
    6: ("Stephanie", (6, 2, 4, 5, 4, 4)),
    7: ("Thomas", (5, 4, 3, 6, 5, 4)),
    8: ("Peggy", (5, 3, 6, 3, 6, 6)),
}
HAND = (5, "robot"), (6, "water"), (7, "plant")
FREE_CELLS = {"robot": range(11, 21), "water": range(6, 11), "plant": range(37, 45)}
WILD_FLOOR = range(45, 53)


def solo(opponent=1, **settings):
    """A solo position with the hand 5/robot, 6/water, 7/plant."""
    return LaunchPosition(1, opponent=opponent, **settings).draw(*HAND)


def unplayable(position):
    """Fill the sheet so that nothing of the hand can be written, and ask again."""
    return position.fill_but(0, 21).draw(*HAND)


@pytest.mark.parametrize("level", range(1, 9))
def test_values_of_the_opponents(level):
    """welcome 8.1: each of the eight levels has a value for each action."""
    name, values = OPPONENT_VALUES[level]
    assert OPPONENTS[level - 1] == name
    for action, value in zip(ACTIONS, values, strict=True):
        position = LaunchPosition(1, opponent=level)
        before = int(position.state["astra_boxes"])
        position.draw((9, "plant"), (9, "robot"), (None, action)).play(("combination", 0), ("write", 45))
        assert position.state["astra_boxes"] - before == value
        assert position.state["given"].tolist() == [int(name == action) for name in ACTIONS]


def test_seven_robot_cards_of_katherine():
    """welcome 8.1: level 1 with seven robot cards has 14 from them."""
    position = LaunchPosition(1, opponent=1)
    for _ in range(7):
        position.clear_cells().draw((9, "plant"), (9, "water"), (None, "robot")).play(("combination", 0), ("write", 45))
    assert position.state["given"][0] == 7 and position.state["astra_boxes"] == 15 + 14


@pytest.mark.parametrize("opponent", [0, 9, True, "1", 1.5])
def test_other_levels_are_refused(opponent):
    """welcome 8.1: levels 1 to 8, and only in the solo mode."""
    with pytest.raises(moon_envs.ConfigurationError, match="opponent"):
        moon_envs.Batch("launch", players=1, opponent=opponent)
    with pytest.raises(moon_envs.ConfigurationError, match="solo"):
        moon_envs.Batch("launch", players=2, opponent=1)


def test_six_ordered_pairs():
    """welcome 8.4: one card gives the number, another one the action; never the same card twice."""
    words = [
        "5 of card 1 with water of card 2, leaving card 3 (7/plant)",
        "5 of card 1 with plant of card 3, leaving card 2 (6/water)",
        "6 of card 2 with robot of card 1, leaving card 3 (7/plant)",
        "6 of card 2 with plant of card 3, leaving card 1 (5/robot)",
        "7 of card 3 with robot of card 1, leaving card 2 (6/water)",
        "7 of card 3 with water of card 2, leaving card 1 (5/robot)",
    ]
    pairs = [(5, "water"), (5, "plant"), (6, "robot"), (6, "plant"), (7, "robot"), (7, "water")]
    for pick, (number, action) in enumerate(pairs):
        position = solo()
        assert position.legal("combination") == list(range(6))
        assert position.batch.describe(pick) == f"pick {words[pick]} to ASTRA"
        position.act("combination", pick)
        assert position.legal("write") == [*FREE_CELLS[action], *WILD_FLOOR]
        position.act("write", 45)
        assert position.sheet()["cells"][45] == number


def test_playability_is_judged_over_the_six_pairs():
    """welcome 8.4, 4.3: only pairs that can be written; with one of them there is no System Error."""
    position = LaunchPosition(1).fill_but(0, 6).put(0, {7: 6, 8: 7, 9: 8, 10: 9}).draw(*HAND)
    # Only a 5 fits, and only with water: the first pair.
    assert position.legal() == {("combination", 0)} and position.all_errors() == [0]
    position = unplayable(LaunchPosition(1))
    assert position.all_errors() == [1]


def test_the_third_card_is_given():
    """welcome 8.5: the unused card goes to ASTRA, the two used ones to the discard pile."""
    cards = [find_card(*face) for face in HAND]
    for pick, unused in enumerate((2, 1, 2, 0, 1, 0)):
        position = solo().play(("combination", pick), ("write", 45))
        assert position.cards_at(GIVEN_TO_ASTRA) == [cards[unused]]
        assert position.cards_at(DISCARDED) == sorted(set(cards) - {cards[unused]})
        assert position.state["turn"] == 2


def test_the_card_is_given_after_the_missions():
    """welcome 8.5: at the end of the turn, after the missions."""
    position = solo().fill(0, range(27, 37)).play(("combination", 0), ("write", 45))
    assert position.asks() == {"mission", "no_mission"} and position.state["given"].sum() == 0
    position.act("no_mission")
    assert position.state["given"].sum() == 1


def test_after_a_system_error_the_player_chooses_the_card():
    """welcome 8.5: after a System Error any of the three cards may be given."""
    cards = [find_card(*face) for face in HAND]
    for slot in range(3):
        position = unplayable(LaunchPosition(1, missions=(65, 66, 68)).set(0, missions=[0, 2, 2]))
        assert position.legal() == {("give", 0), ("give", 1), ("give", 2)}
        position.act("give", slot)
        assert position.cards_at(GIVEN_TO_ASTRA) == [cards[slot]]
        assert position.cards_at(DISCARDED) == sorted(set(cards) - {cards[slot]})


def test_a_solo_bonus_removes_the_card():
    """welcome 8.6: the card leaves the game and ASTRA gets nothing for it."""
    position = solo()
    position.state["bonuses_circled"] = 2
    before = int(position.state["astra_boxes"])
    position.play(("combination", 0), ("write", 45))
    assert position.legal() == {("give", 2), ("remove", 2)}
    position.act("remove", 2)
    assert position.cards_at(REMOVED) == [find_card(7, "plant")] and position.cards_at(GIVEN_TO_ASTRA) == []
    assert position.state["given"].sum() == 0 and position.state["astra_boxes"] == before
    assert position.state["bonuses_spent"] == 1
    assert position.state["turn"] == 2, "at most one bonus is spent in a turn"


def test_a_bonus_need_not_be_spent():
    """welcome 8.6: the card may be given all the same, and the bonus is kept."""
    position = solo()
    position.state["bonuses_circled"] = 1
    position.play(("combination", 0), ("write", 45), ("give", 2))
    assert position.state["bonuses_spent"] == 0 and position.state["given"].sum() == 1


def test_spent_bonuses_stay_spent():
    """welcome 8.6: without a bonus left the card is given."""
    position = solo()
    position.state["bonuses_circled"] = position.state["bonuses_spent"] = 3
    position.play(("combination", 0), ("write", 45))
    assert position.state["turn"] == 2 and position.state["given"].sum() == 1


def test_a_bonus_can_be_spent_in_the_turn_it_was_earned():
    """welcome 8.6: from the turn on in which it was earned; two earned, one spent, the other waits."""
    position = LaunchPosition(1).cross(0, *range(16, 20)).draw(*HAND)
    position.play(("combination", 2), ("write", 20))
    assert position.state["bonuses_circled"] == 2
    assert position.legal() == {("give", 2), ("remove", 2)}
    position.act("remove", 2)
    assert position.state["bonuses_spent"] == 1
    assert position.features()["bonuses_circled"] == [2] and position.features()["bonuses_left"] == [1]


def test_bonuses_are_circled_as_far_as_symbols_are_left():
    """welcome 8.7: Launch has 9 symbols."""
    position = LaunchPosition(1).cross(0, *range(16, 20))
    position.state["bonuses_circled"] = 8
    position.draw(*HAND).play(("combination", 2), ("write", 20))
    assert position.state["bonuses_circled"] == 9


def test_a_bonus_in_a_system_error_turn():
    """welcome 9.3: it removes the card chosen for ASTRA."""
    position = LaunchPosition(1, missions=(65, 66, 68)).set(0, missions=[0, 2, 2])
    position.state["bonuses_circled"] = 1
    position = unplayable(position)
    assert position.legal() == {(kind, slot) for kind in ("give", "remove") for slot in range(3)}
    position.act("remove", 1)
    assert position.cards_at(REMOVED) == [find_card(6, "water")] and position.state["bonuses_spent"] == 1


def test_astra_is_no_player():
    """welcome 8.13: ASTRA takes no missions and wins no race; a mission stays open until the player takes it."""
    position = solo().fill(0, range(27, 37)).cross(0, 6)
    position.state["astra_boxes"] = 70
    position.play(("combination", 2), ("write", 45))
    position.act("no_mission")
    assert position.state["turned_over"].tolist() == [0, 0, 0] and position.closed_races() == []
    position.carry_on(MISSIONS).act("mission", 1)
    assert position.rockets() == 3


@pytest.mark.parametrize(("rockets", "result"), [(5, -1), (11, 0), (12, 1)])
def test_equal_scores_are_a_draw(rockets, result):
    """welcome 8.13: there is no tie-break against ASTRA."""
    position = LaunchPosition(1, opponent=8).set(0, rockets=rockets, missions=1)
    position.state["astra_boxes"] = 25
    position.carry_on(END)
    assert position.points(1) == 30 and position.is_over and position.outcome() == [result]


def test_the_end_is_checked_after_the_card_is_given():
    """welcome 8.5, 7.1: the card for ASTRA is given before the end check."""
    position = solo().set(0, missions=1)
    position.state["combination"] = 0
    before = int(position.state["astra_boxes"])
    position.carry_on(GIVE)
    assert position.is_over and position.state["astra_boxes"] == before + 2
