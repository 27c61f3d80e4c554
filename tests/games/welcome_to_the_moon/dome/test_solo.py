"""The solo mode of Dome (dome 7)."""

import pytest

from moon_envs.games.welcome_to_the_moon.state import REMOVED
from tests.games.welcome_to_the_moon.dome.positions import END_CELLS, ENDS, HIGH, LOW, NONE, DomePosition
from tests.games.welcome_to_the_moon.positions import card_face
from tests.referees.welcome_to_the_moon.cards import ACTIONS

HAND = (5, "robot"), (6, "water"), (7, "plant")
ASTRONAUT = ACTIONS.index("astronaut")


def solo(opponent=1, **settings):
    return DomePosition(1, opponent=opponent, **settings)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_high_bonus_circles_a_solo_bonus(end, is_closed):
    """dome 7.1, 7.2: one solo bonus for a high bonus, none for a low one; it can be spent in the same turn."""
    position = solo().reach(0, end).close_races(*[end] * is_closed).draw(*HAND)
    position.play(("combination", 0), ("write", END_CELLS[end]))
    assert position.value("ends")[end] == (LOW if is_closed else HIGH)
    assert position.state["bonuses_circled"] == (not is_closed)
    assert position.asks() == ({"combination"} if is_closed else {"give", "remove"})


def test_two_high_bonuses_in_one_turn():
    """dome 7.1, 2.3: with the number and with the X."""
    position = solo().reach(0, 0, 2).draw((15, "robot"), (8, "planning"), (12, "plant"))
    position.play(("combination", 0), ("write", 8))
    assert position.state["bonuses_circled"] == 1
    position.act("write_x", 18)
    assert position.state["bonuses_circled"] == 2 and position.asks() == {"cut"}
    position.act("cut", 0)
    assert position.legal() == {("give", 2), ("remove", 2)}


def test_eight_solo_bonuses():
    """dome 7.1: one for each end and no more."""
    position = solo().reach(0, *ENDS)
    position.state["bonuses_circled"] = 7
    position.draw(*HAND).play(("combination", 0), ("write", 8))
    assert position.state["bonuses_circled"] == 8
    position = solo().reach(0, *ENDS)
    position.state["bonuses_circled"] = 8
    position.draw(*HAND).play(("combination", 0), ("write", 8))
    assert position.state["bonuses_circled"] == 8


@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize("deck_pass", [1, 2])
def test_astra_crosses_off_a_high_bonus(letter, deck_pass):
    """dome 7.2, welcome 8.9: A, B and C in both passes, one of the player's choice that is neither gained nor closed.

    In the second pass the mission of the letter is turned over as well.
    """
    position = solo().set(0, ends=[HIGH] + [NONE] * 7).close_races(0, 5).draw(letter, *HAND, deck_pass=deck_pass)
    assert position.legal() == {("race", end) for end in (1, 2, 3, 4, 6, 7)}, "there is no pass"
    position.act("race", 2)
    assert position.closed_races() == [0, 2, 5] and position.asks() == {"combination"}
    assert position.state["bonuses_circled"] == 0 and position.value("ends") == [HIGH] + [NONE] * 7
    assert position.state["turned_over"].tolist() == [int(deck_pass == 2 and letter == other) for other in "ABC"]


def test_all_effect_cards_in_one_turn():
    """dome 7.2: one after the other, each with its choice; the starship cards drawn before are seen."""
    position = solo().draw(HAND[0], "B", HAND[1], "A", "C", HAND[2])
    for count, (end, drawn) in enumerate(((4, 1), (1, 2), (2, 2))):
        assert len(position.legal("race")) == 8 - count and len(position.hand()) == drawn
        position.act("race", end)
    assert position.closed_races() == [1, 2, 4] and position.hand() == list(HAND)


def test_the_last_high_bonus_and_none():
    """dome 7.2: the last one goes without asking, then nothing happens."""
    for closed in (ENDS[1:], ENDS):
        position = solo().close_races(*closed).draw("C", *HAND)
        assert position.closed_races() == list(ENDS) and position.asks() == {"combination"}


def test_a_gained_bonus_is_no_target():
    """dome 7.2, 4.1: it is closed with the incidents of its turn, and kept."""
    position = solo().reach(0, 4).draw(*HAND, "A", (8, "robot"), (9, "robot"), (11, "robot"))
    position.play(("combination", 0), ("write", 28), ("remove", 2))
    assert position.legal("race") == [end for end in ENDS if end != 4]
    position.act("race", 0)
    assert position.points_by_category()["skyscrapers"] == 25


def test_a_crossed_off_high_bonus():
    """dome 7.2, 7.1: card C hits the top of the second skyscraper; filling it brings 10 and no solo bonus."""
    position = solo().reach(0, 2).draw("C", *HAND).act("race", 2)
    position.play(("combination", 0), ("write", 18))
    assert position.points_by_category()["skyscrapers"] == 10 and position.state["bonuses_circled"] == 0


def test_a_mission_turned_over_by_astra():
    """dome 7.2, 5.2, welcome 8.9: it pays the later value of its row."""
    position = solo(missions=(88, 90, 92)).build(0, *range(16)).set(0, energies=[2, 0, 0, 0])
    position.draw("C", *HAND, deck_pass=2).play(("race", 0), ("combination", 0), ("write", 6), ("mission", 2))
    assert position.points_by_category()["missions"] == 8


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """dome 7.3: 10 points and 2 more for each level."""
    assert solo(level).points_by_category(1)["astra_level"] == solo(level).points(1) == 10 + 2 * level


@pytest.mark.parametrize(
    ("astronauts", "cards", "boxes", "points"),
    [
        (2, 3, 1, 2),
        (2, 2, 1, 0),
        (2, 2, 0, -10),
        (2, 3, 0, 0),
        (3, 2, 4, 30),
        (1, 7, 4, 10),
        (1, 0, 2, 10),
        (0, 0, 4, 0),
        (0, 3, 4, 0),
    ],
)
def test_astronauts_against_astra(astronauts, cards, boxes, points):
    """dome 7.4: the most with at least as many as ASTRA has astronaut cards; nothing without one."""
    position = solo().set(0, astronauts=astronauts, energies=[0, 0, boxes, 0])
    position.state["given"] = [5, 5, 5, 5, cards, 5]
    assert position.points_by_category()["astronauts"] == points
    assert position.points_by_category(1)["astronauts"] == 0


def test_a_removed_astronaut_card_does_not_count():
    """dome 7.4, 7.1: given it makes the player second, removed by a solo bonus it does not."""
    for answer, points in (("give", 2), ("remove", 0)):
        position = solo().set(0, astronauts=1, energies=[0, 0, 1, 0]).reach(0, 4)
        position.state["given"][ASTRONAUT] = 1
        position.draw((5, "robot"), (6, "water"), (8, "astronaut")).play(("combination", 0), ("write", 28), (answer, 2))
        assert position.state["given"][ASTRONAUT] == (2 if answer == "give" else 1)
        assert [card_face(card) for card in position.cards_at(REMOVED)] == [(8, "astronaut")] * (answer == "remove")
        assert position.points_by_category()["astronauts"] == points


def test_number_and_action_of_two_cards():
    """dome 3.2, welcome 8.4: the kind of the piece is that of the number written, whatever the robot card's number."""
    for pick, side in ((0, 0), (5, 1)):
        position = solo().draw((3, "water"), (9, "robot"), (12, "plant")).play(("combination", pick), ("write", 6))
        assert position.legal() == {("build", side), ("pass", 0)}


def test_a_kept_astronaut_card():
    """dome 3.4, 7.4: also against ASTRA, where the first symbol can cost 10 points."""
    hand = (8, "astronaut"), (9, "robot"), (10, "robot")
    for answer, points in ((("pass", 0), 0), (("shift", 2), -10)):
        position = solo().draw(*hand).play(("combination", 2))
        assert position.legal() == {("pass", 0), *(("shift", index) for index in range(5))}
        position.play(answer, ("write", 6))
        assert position.points_by_category()["astronauts"] == points and position.filled() == {6: 9}


@pytest.mark.parametrize(("plannings", "result"), [(3, 1), (4, 0), (5, -1)])
def test_the_result(plannings, result):
    """dome 7.3, welcome 8.13: 28 points against 16 and 3 for each planning card of Margaret; 28 are a draw."""
    position = solo(3).build(0, *range(16)).set(0, missions=[8, 8, 4])
    position.set(0, ends=[LOW, NONE, NONE, LOW, NONE, NONE, NONE, NONE])
    position.state["given"][ACTIONS.index("planning")] = plannings
    assert position.points() == 28 and position.points(1) == 16 + 3 * plannings
    assert position.end() == [result]
