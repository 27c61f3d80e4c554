"""The set-up, the turn and its incidents (welcome 1, 3 and 5), on sheets of Launch."""

import random
from collections import Counter

import pytest

import moon_envs
from moon_envs.games.welcome_to_the_moon.cards import CARD_FACE, CARD_NUMBER, FACE_NAMES
from tests.games.welcome_to_the_moon.launch.positions import LaunchPosition
from tests.games.welcome_to_the_moon.positions import WRITE, card_face
from tests.referees.welcome_to_the_moon.cards import EMPTY

OFFER = (6, "water"), (7, "robot"), (8, "plant")


@pytest.mark.parametrize("players", range(1, 7))
def test_every_player_begins_with_an_empty_sheet(players):
    """welcome 1.1: one to six players, each with an empty sheet; one player plays against ASTRA."""
    position = LaunchPosition(players)
    for seat in range(players):
        sheet = position.sheet(seat)
        assert sheet["cells"].tolist() == [EMPTY] * 53
        assert sheet["system_errors"] == 0 and sheet["missions"].tolist() == [0, 0, 0]
    assert len(position.batch.points()[0]) == (2 if players == 1 else players)
    assert (position.state["opponent"] > 0) == (players == 1)


@pytest.mark.parametrize("players", [0, 7, -1, 2.5, True, "2"])
def test_other_numbers_of_players_are_refused(players):
    """welcome 1.1"""
    with pytest.raises(moon_envs.ConfigurationError, match="players"):
        moon_envs.Batch("launch", players=players)


def test_starship_cards():
    """welcome 1.2: 63 cards, each number with its actions; n and 16 - n have the same row."""
    table = {
        1: "robot energy",
        2: "robot plant",
        3: "water astronaut planning",
        4: "energy plant astronaut planning",
        5: "robot robot energy energy plant",
        6: "robot energy plant water astronaut planning",
        7: "robot energy energy plant plant water",
        8: "robot robot plant plant water astronaut planning",
    }
    table |= {16 - number: actions for number, actions in table.items()}
    expected = Counter((number, action) for number, actions in table.items() for action in actions.split())
    cards = [(int(number), FACE_NAMES[face]) for number, face in zip(CARD_NUMBER, CARD_FACE, strict=True)]
    assert Counter(cards[:63]) == expected and len(cards[:63]) == 63
    totals = Counter(action for _, action in cards[:63])
    assert totals == {"robot": 14, "energy": 14, "plant": 14, "water": 7, "astronaut": 7, "planning": 7}
    assert [face for _, face in cards[63:]] == ["A", "B", "C"]
    assert cards[:63] == [card_face(card) for card in range(63)]


def test_phases_of_a_turn():
    """welcome 3.1: pick, write and act; then incidents; then missions; then the end check; then the next flip."""
    position = LaunchPosition(missions=(64, 66, 69))
    position.cross(1, 6).set(0, system_errors=4, rockets=30)
    position.offer(*OFFER)
    first_turn = position.state["turn"]
    position.play(("combination", 0), ("write", 45))
    # Player 1 completes quarter 2 and triggers a sabotage: the incident makes player 0's fifth open System Error,
    # which is what mission 69 asks for in the phase after it.
    position.play(("combination", 0), ("write", 7))
    assert position.actor == 0 and position.legal() == {("mission", 2), ("no_mission", 0)}
    # The mission repairs two errors, so the end check comes too late for a launch, and the next turn begins.
    flipped = [pile[position.piles()[1] + 1] for pile in position.piles()[0]]
    position.act("mission", 2)
    assert position.state["turn"] == first_turn + 1 and position.actor == 0 and position.asks() == {"combination"}
    assert [pile[position.piles()[1]] for pile in position.piles()[0]] == flipped


def test_end_check_comes_after_the_missions():
    """welcome 3.1: rockets from a mission still count for a launch of the same turn."""
    position = LaunchPosition(missions=(64, 66, 68)).fill(0, range(27, 37)).set(0, rockets=29)
    position.offer(*OFFER).finish_player().finish_player()
    assert position.actor == 0 and position.asks() == {"mission", "no_mission"}
    position.act("mission", 1)
    assert position.is_over and position.outcome() == [1, -1]


def test_several_players_may_pick_the_same_combination():
    """welcome 3.2: nothing is used up by being picked."""
    position = LaunchPosition(3).offer(*OFFER)
    for seat in range(3):
        assert position.actor == seat and position.legal("combination") == [0, 1, 2]
        position.play(("combination", 1), ("write", 16))
    assert [position.sheet(seat)["cells"][16] for seat in range(3)] == [7, 7, 7]


def test_writing_is_shown_when_all_have_finished():
    """welcome 3.2: what the others wrote in this phase is not shown before all have finished."""
    position = LaunchPosition(3).cross(0, 6).offer(*OFFER)
    position.play(("combination", 0), ("write", 7))
    for seat in (1, 2):
        assert position.actor == seat
        assert position.features()[f"opponent_{3 - seat}_cell_kinds"][7] == 0
        assert position.features()[f"opponent_{3 - seat}_triggered"] == [0] * 8
        assert position.features()[f"opponent_{3 - seat}_rockets"] == [0]
        position.play(("combination", 1), ("write", 16))
    assert position.actor == 0 and position.features()["opponent_1_cell_numbers"][16] == 7
    position.finish_player()
    assert position.features()["opponent_2_cell_numbers"][7] == 6 and position.features()["opponent_2_rockets"] == [2]


def test_writing_and_incidents_are_shown_before_the_missions():
    """welcome 3.2, 2.3: players who decide about missions see what all wrote and suffered this turn."""
    position = LaunchPosition(2).fill(0, range(27, 37)).cross(0, 6).offer(*OFFER)
    position.play(("combination", 0), ("write", 7), ("combination", 1), ("write", 16))
    assert position.actor == 0 and position.asks() == {"mission", "no_mission"}
    features = position.features()
    assert features["opponent_1_cell_numbers"][16] == 7 and features["opponent_1_system_errors"] == [1]
    assert "System Errors 1 open" in position.words(0).partition("Player 1")[2]


def test_missions_are_shown_when_all_have_finished():
    """welcome 3.2: neither the others' missions of this phase nor what they paid are shown before all have finished."""
    position = LaunchPosition(2).fill(0, range(27, 37)).fill(1, range(27, 37)).offer(*OFFER)
    position.finish_player().finish_player().act("mission", 1)
    assert position.actor == 1 and position.asks() == {"mission", "no_mission"}
    features = position.features()
    assert features["opponent_1_missions"] == [0, 0, 0] and features["opponent_1_rockets"] == [0]
    assert features["mission_turned_over"] == [0, 0, 0]
    position.act("no_mission").finish_player()
    features = position.features()
    assert features["opponent_1_missions"] == [0, 3, 0] and features["opponent_1_rockets"] == [3]
    assert features["mission_turned_over"] == [0, 1, 0]


def test_picks_of_others_are_not_shown():
    """welcome 3.2: a player who takes missions is told nothing about what another player picked."""
    position = LaunchPosition(2).fill(0, range(27, 37)).offer(*OFFER)
    position.play(("combination", 1), ("write", 16), ("combination", 0), ("write", 6))
    assert position.actor == 0 and position.asks() == {"mission", "no_mission"}
    features = position.features()
    assert features["picked_combination"] == [0] * 6
    assert features["picked_number"] == [0] and features["picked_action"] == [0] * 6
    assert "You picked" not in position.words(0)


def test_all_sheets_are_shown_when_the_game_is_over():
    """welcome 2.3, 3.2: all have finished the last phase, so the last missions are shown to everybody."""
    position = LaunchPosition(2).fill(1, range(27, 37)).set(1, rockets=30).offer(*OFFER)
    position.finish_player().play(("combination", 0), ("write", 6), ("mission", 1))
    assert position.is_over
    assert position.features()["opponent_1_rockets"] == [31]
    assert "31/31 rockets" in position.words(0)


def play_by_chance(players, seed, order):
    """Play a game; seat s answers by the source of chance number order[s]."""
    position = LaunchPosition(players, seed=seed)
    chances = [random.Random(f"{seed} {number}") for number in order]
    while not position.is_over:
        position.act(*chances[position.actor].choice(sorted(position.legal())))
    return [position.sheet(seat).tobytes() for seat in range(players)], position.outcome(), int(position.state["turn"])


@pytest.mark.parametrize("seed", range(5))
def test_order_of_asking_changes_nothing(seed):
    """welcome 3.2: the same answers from other seats give the same sheets and results."""
    sheets, outcome, turns = play_by_chance(3, seed, (0, 1, 2))
    assert play_by_chance(3, seed, (2, 1, 0)) == (sheets[::-1], outcome[::-1], turns)


def test_a_system_error_is_not_asked_for():
    """welcome 3.3, 4.4: a player who can write nothing is not asked."""
    position = LaunchPosition(3).fill_but(1, 0).offer(*OFFER)
    position.finish_player()
    assert position.actor == 2 and position.all_errors() == [0, 1, 0]


def test_an_effect_with_one_target_or_none_is_not_asked_for():
    """welcome 3.3: an activation with one target is carried out, without a target it is lost."""
    inactive_quarters = [*range(3, 6), *range(8, 11), *range(16, 32), *range(37, 39), *range(41, 43)]
    for filled, arrows in ((inactive_quarters[1:], [0]), (inactive_quarters, [])):
        position = LaunchPosition().fill(0, filled).cross(0, 39).offer((4, "plant"), *OFFER[:2])
        position.play(("combination", 0), ("write", 40))
        assert position.actor == 1 and position.arrows(0) == arrows and position.rockets(0) == 2


def test_missions_that_cannot_be_taken_are_not_asked_for():
    """welcome 3.3: nobody is asked for missions when no condition is met."""
    position = LaunchPosition(2).offer(*OFFER).finish_player()
    turn = int(position.state["turn"])
    position.play(("combination", 0), ("write", 6))
    assert position.state["turn"] == turn + 1 and position.asks() == {"combination"}


def test_the_only_card_is_given_without_asking():
    """welcome 3.3: without a solo bonus the unused card is simply given."""
    position = LaunchPosition(1).draw((5, "robot"), (6, "water"), (7, "plant"))
    position.play(("combination", 0), ("write", 6))
    assert position.state["turn"] == 2 and position.state["given"].sum() == 1


def test_incidents_wait_for_all_players():
    """welcome 5.1: a sabotage works when all players have finished writing and acting."""
    position = LaunchPosition(3).cross(0, 6).offer(*OFFER)
    position.play(("combination", 0), ("write", 7))
    assert position.actor == 1 and position.all_errors() == [0, 0, 0]
    position.finish_player()
    assert position.actor == 2 and position.all_errors() == [0, 0, 0] and position.closed_races() == []
    position.finish_player()
    assert position.all_errors() == [0, 1, 1] and position.closed_races() == [1]


def test_a_race_is_counted_in_whole_turns():
    """welcome 5.2: all who reach a bonus in the first turn get it, after that turn it is closed to the others."""
    position = LaunchPosition(4)
    for seat in range(3):
        position.cross(seat, 6)
    position.offer(*OFFER)
    for seat, cell in enumerate((7, 7, 45, 45)):
        assert position.actor == seat
        position.play(("combination", 0), ("write", cell))
    assert position.triggered(0) == position.triggered(1) == [1]
    assert position.all_errors() == [0, 0, 1, 1]
    position.offer(*OFFER)
    for cell in (46, 46, 7, 46):
        position.put(position.actor, {45: EMPTY}).play(("combination", 0), ("write", cell))
    assert position.triggered(2) == [] and position.all_errors() == [0, 0, 1, 1]


def test_asking_again_begins_with_the_first_player():
    """welcome 3.1: the positions of these tests are carried on by the kernels from the beginning of a phase."""
    position = LaunchPosition(3).offer(*OFFER).finish_player()
    assert position.actor == 1
    assert position.carry_on(WRITE).actor == 0
