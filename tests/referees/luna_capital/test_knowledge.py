"""Tests of what a player knows of the cards (luna_capital 11)."""

from .actions import DRAWN_CARD, HAND_CARD, HAND_CARD_FACE_DOWN, PASS, SWAP_HANDS, TAKE_SET, card_target
from .dealer import COMPONENTS, TILES, Dealer
from .knowledge import knowledge
from .positions import cards, city_of, finish_turn, first_turn, play
from .referee import LunaCapitalReferee

DEAL = "c01 c14 c28 c07 c21 c35 c42 c49 c56 c63"  # two hands and the board


def test_at_the_start():
    referee = first_turn(2, cards=DEAL)
    told = knowledge(referee, 0)
    assert told["hands"] == [cards("c01 c14 c28"), [None] * 3] and told["deck"] == [None] * 58
    assert told["drawn"] == [] and told["face_down"] == [{}, {}]
    seen = cards("c01 c14 c28 c42 c49 c56 c63")
    assert told["unknown"] == [card for card in range(68) if card not in seen]


def test_exchanged_cards_are_known_to_all():
    referee = LunaCapitalReferee(COMPONENTS, 2, 0, Dealer(cards=DEAL))
    play(referee, HAND_CARD + 0, TAKE_SET + 3)
    assert knowledge(referee, 0)["hands"][1] == [None, None, *cards("c63")]
    assert cards("c07")[0] not in knowledge(referee, 0)["unknown"]
    play(referee, HAND_CARD + 2, TAKE_SET + 3)
    assert knowledge(referee, 1)["hands"][0] == [None, None, *cards("c07")]


def test_payment():
    """The payer knows a paid card; the marks of the payer's hand are dropped, the new card is known."""
    referee = LunaCapitalReferee(COMPONENTS, 2, 1, Dealer(cards=DEAL))
    play(referee, HAND_CARD + 0, TAKE_SET + 3, PASS)  # seat 0, asked first, takes c63 for c01
    finish_turn(referee, 2)
    assert (referee.actor, referee.sides[0].hand) == (0, cards("c14 c28 c63"))
    assert knowledge(referee, 1)["hands"][0] == [None, None, *cards("c63")]
    offered = referee.board.slots[2].card
    play(referee, TAKE_SET + 2, HAND_CARD + 0)
    assert knowledge(referee, 1)["hands"][0] == [None, None, offered]
    assert knowledge(referee, 0)["deck"][-1:] == cards("c14") and knowledge(referee, 1)["deck"][-1] is None
    assert knowledge(referee, 0)["deck"][:-1] == [None] * (len(referee.board.deck) - 1)


def test_landing_pad():
    """Only the player sees the drawn cards and knows those put back; their earlier payer no longer does."""
    referee = first_turn(2, cards=DEAL)
    referee.board.slots[1].tiles = [TILES["ta33"]]
    referee.board.put_by = {referee.board.deck[0]: 1, referee.board.deck[50]: 1}
    first, second, third = referee.board.deck[:3]
    assert knowledge(referee, 1)["deck"][:2] == [first, None]
    play(referee, TAKE_SET + 1, HAND_CARD + 0)
    play(referee, min(referee.legal()))
    assert knowledge(referee, 0)["drawn"] == [first, second, third]
    assert knowledge(referee, 1)["drawn"] == [None] * 3 and first in knowledge(referee, 1)["unknown"]
    hand = referee.sides[0].hand
    referee.apply(DRAWN_CARD + 1)
    assert knowledge(referee, 0)["deck"][-2:] == [first, third] and knowledge(referee, 1)["deck"][-2:] == [None] * 2
    assert knowledge(referee, 1)["hands"][0] == [None, None, *cards("c49"), None] and hand[-1] == second
    # Seat 1 still knows the card deeper in the deck: three were drawn and one refilled the slot.
    assert [place for place, card in enumerate(knowledge(referee, 1)["deck"]) if card is not None] == [46]


def test_face_down():
    """The owner knows a face-down card; for the others all marks of the hand are dropped."""
    referee = first_turn(2)
    player = referee.sides[0]
    player.city = city_of("c28 c35", "c29 c36", "c30 c37")
    player.hand, player.known = cards("c31 c38"), set(cards("c31 c38"))
    referee.board.slots[1].card = cards("c32")[0]
    play(referee, TAKE_SET + 1)
    assert knowledge(referee, 1)["hands"][0] == cards("c31 c38 c32")
    play(referee, HAND_CARD_FACE_DOWN + 0, card_target(1, 0))
    assert knowledge(referee, 1)["hands"][0] == [None, None]
    assert knowledge(referee, 1)["face_down"] == [{(0, 0): None}, {}]
    assert knowledge(referee, 0)["face_down"] == [{(0, 0): cards("c31")[0]}, {}]


def test_played_cards_leave_the_hand_for_all_to_see():
    referee = first_turn(2, cards=DEAL)
    play(referee, TAKE_SET + 1)
    assert knowledge(referee, 1)["hands"][0] == [None, None, None, *cards("c49")]
    play(referee, HAND_CARD + 1)
    assert knowledge(referee, 1)["hands"][0] == [None, None, *cards("c49")]
    assert cards("c14")[0] not in knowledge(referee, 1)["unknown"]


def test_solo():
    """The triple put under the deck is known to the player; nothing else of the deck."""
    for action, under in ((SWAP_HANDS, "c01 c14 c28"), (PASS, "c07 c21 c35")):
        referee = LunaCapitalReferee(COMPONENTS, 1, 0, Dealer(cards=DEAL))
        told = knowledge(referee, 0)
        assert told["deck"] == [None] * 59 and len(told["unknown"]) == 59
        referee.apply(action)
        told = knowledge(referee, 0)
        assert told["deck"] == [None] * 59 + cards(under) and len(told["unknown"]) == 59
        referee.apply(PASS)
        finish_turn(referee, 1)
        assert len(knowledge(referee, 0)["hands"]) == 1 and None not in knowledge(referee, 0)["hands"][0]
