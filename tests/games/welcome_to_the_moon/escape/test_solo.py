"""The solo mode of Escape (escape 7)."""

import pytest

from moon_envs.games.welcome_to_the_moon.state import REMOVED
from tests.games.welcome_to_the_moon.escape.positions import (
    DOUBLED,
    GREENHOUSE_CELLS,
    GROUND_CELLS,
    MISSED,
    NOT_FILLED,
    EscapePosition,
)
from tests.games.welcome_to_the_moon.positions import card_face
from tests.referees.welcome_to_the_moon.cards import ACTIONS, X

HAND = (5, "robot"), (6, "water"), (7, "plant")
GREENHOUSES = range(6)


def solo(opponent=1, **settings):
    return EscapePosition(1, opponent=opponent, **settings)


@pytest.mark.parametrize("greenhouse", GREENHOUSES)
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_x2_bonus_circles_a_solo_bonus(greenhouse, is_closed):
    """escape 7.1, 7.2: one for a circled x2 bonus, none when it is crossed off; it can be spent in the same turn."""
    position = solo().activate_but(0).close_races(*[greenhouse] * is_closed).draw(*HAND)
    position.play(("combination", 0), ("write", GREENHOUSE_CELLS[greenhouse]))
    assert position.value("doubles")[greenhouse] == (MISSED if is_closed else DOUBLED)
    assert position.state["bonuses_circled"] == (not is_closed)
    assert position.asks() == ({"combination"} if is_closed else {"give", "remove"})


def test_two_x2_bonuses_in_one_turn():
    """escape 7.1, 2.3: with the number and with the X."""
    position = solo().activate_but(0).draw((8, "robot"), (10, "planning"), (12, "plant"))
    position.play(("combination", 0), ("write", 4))
    assert position.state["bonuses_circled"] == 1
    position.act("write_x", 42)
    assert position.state["bonuses_circled"] == 2 and position.legal() == {("give", 2), ("remove", 2)}


def test_six_solo_bonuses():
    """escape 7.1: there are six symbols, one for each greenhouse."""
    for before, after in ((5, 6), (6, 6)):
        position = solo().activate_but(0)
        position.state["bonuses_circled"] = before
        position.draw(*HAND).play(("combination", 0), ("write", 4))
        assert position.state["bonuses_circled"] == after


@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize("deck_pass", [1, 2])
def test_astra_crosses_off_a_x2_bonus(letter, deck_pass):
    """escape 7.2, welcome 8.9: those of the lowest and the fourth starship are open; the player chooses one.

    In the second pass the mission of the letter is turned over as well.
    """
    position = solo().cross(0, 15, 19).double(0, 1, 2).close_races(4, 5).draw(letter, *HAND, deck_pass=deck_pass)
    assert position.legal() == {("race", 0), ("race", 3)}, "there is no pass"
    position.act("race", 0)
    assert position.closed_races() == [0, 1, 2, 4, 5] and position.asks() == {"combination"}
    assert position.value("doubles") == [NOT_FILLED, DOUBLED, DOUBLED, NOT_FILLED, NOT_FILLED, NOT_FILLED]
    assert position.state["bonuses_circled"] == 0
    assert position.state["turned_over"].tolist() == [int(deck_pass == 2 and letter == other) for other in "ABC"]


def test_a_crossed_off_x2_bonus():
    """escape 7.2, 7.1: filling its greenhouse later brings no solo bonus and does not double it."""
    position = solo().activate_but(0).set(0, plants=[3, 0, 1, 1, 1, 2]).draw("B", *HAND).act("race", 0)
    position.play(("combination", 0), ("write", 4))
    assert position.points_by_category()["greenhouses"] == 7 and position.state["bonuses_circled"] == 0


def test_all_effect_cards_in_one_turn():
    """escape 7.2: one after the other, each with its choice; the starship cards drawn before are seen."""
    position = solo().draw(HAND[0], "B", HAND[1], "A", "C", HAND[2])
    for count, (greenhouse, drawn) in enumerate(((4, 1), (1, 2), (2, 2))):
        assert len(position.legal("race")) == 6 - count and len(position.hand()) == drawn
        position.act("race", greenhouse)
    assert position.closed_races() == [1, 2, 4] and position.hand() == list(HAND)


def test_the_last_x2_bonus_and_none():
    """escape 7.2, welcome 3.3: the last one goes without asking, then nothing happens."""
    for closed in (GREENHOUSES[1:], GREENHOUSES):
        position = solo().close_races(*closed).draw("C", *HAND)
        assert position.closed_races() == list(GREENHOUSES) and position.asks() == {"combination"}


def test_a_circled_x2_bonus_is_no_target():
    """escape 7.2, 4.1: it is closed with the incidents of its turn, and kept."""
    position = solo().activate_but(0).draw(*HAND, "A", (8, "robot"), (9, "robot"), (11, "robot"))
    position.play(("combination", 0), ("write", 42), ("remove", 2))
    assert position.legal("race") == [0, 1, 2, 3, 4]
    position.act("race", 0)
    assert position.value("doubles") == [NOT_FILLED] * 5 + [DOUBLED] and position.points() == 8


def test_a_solo_bonus_removes_a_card():
    """escape 7.1, welcome 8.6: ASTRA gets nothing for it."""
    for answer in ("give", "remove"):
        position = solo().activate_but(0).draw(*HAND).play(("combination", 0), ("write", 4), (answer, 2))
        assert position.state["given"].sum() == (answer == "give")
        assert [card_face(card) for card in position.cards_at(REMOVED)] == [(7, "plant")] * (answer == "remove")


def test_compensation_against_astra():
    """escape 2.4, welcome 8.5: a System Error offers an airlock, then a card of the player's choice is given."""
    for answer, airlocks in ((("airlock", 4), [4]), (("pass", 0), [])):
        position = solo().cross(0, *GROUND_CELLS).draw(*HAND)
        assert position.legal() == {("pass", 0), *(("airlock", airlock) for airlock in range(5))}
        position.act(*answer)
        assert position.airlocks() == airlocks and position.legal() == {("give", slot) for slot in range(3)}


def test_number_and_action_of_two_cards():
    """escape 2.3, 3.5, welcome 8.4: the 6 with the planning, a Robot bonus with the number and one with the X."""
    position = solo().draw((3, "water"), (10, "planning"), (6, "plant")).play(("combination", 5), ("write", 0))
    position.play(("airlock", 3), ("write_x", 7), ("airlock", 9))
    assert position.filled() == {0: 6, 7: X} and position.airlocks() == [3, 9] and position.value("plannings") == 1


def test_a_wild_action_leaves_the_card_of_the_pair():
    """escape 3.6, welcome 8.4: a pair is chosen all the same, and its third card is given to ASTRA."""
    position = solo().set(0, astronauts=2, wilds_earned=1).draw(*HAND)
    position.play(("combination", 0), ("wild", ACTIONS.index("energy")), ("write", 1))
    assert position.value("reactors") == [1, 0, 0, 1, 1, 2] and position.tanks() == []
    assert dict(zip(ACTIONS, position.state["given"].tolist(), strict=True))["plant"] == 1


@pytest.mark.parametrize("level", range(1, 9))
def test_points_of_astra(level):
    """escape 7.3: 15 points and 1 more for each level."""
    assert solo(level).points_by_category(1)["astra_level"] == solo(level).points(1) == 15 + level


@pytest.mark.parametrize(("plannings", "result"), [(3, 1), (4, 0), (5, -1)])
def test_the_result(plannings, result):
    """escape 7.3, welcome 8.13: 30 points against 18 and 3 for each planning card of Margaret; 30 are a draw."""
    position = solo(3).set(0, missions=[10, 10, 10])
    position.state["given"][ACTIONS.index("planning")] = plannings
    assert position.points() == 30 and position.points(1) == 18 + 3 * plannings
    assert position.end() == [result]
