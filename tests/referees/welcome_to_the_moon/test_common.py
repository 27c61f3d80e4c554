"""Tests of what all referees share: cards, missions and ASTRA."""

from .astra import Astra
from .cards import ACTIONS, CARDS, EMPTY, Piles, X, fits
from .dealer import Dealer
from .missions import MissionBoard


def test_order_and_piles():
    """Check core 11.1 and 11.4: ascending numbers, card flow and reshuffles."""
    row = [2, EMPTY, X, EMPTY, 6, EMPTY, EMPTY, EMPTY]
    found = {value: [cell for cell in range(8) if fits(row, cell, value)] for value in (1, 2, 4, 6, 8)}
    assert found == {1: [], 2: [], 4: [1, 3], 6: [], 8: [5, 6, 7]}
    dealer = Dealer(3)
    piles = Piles(dealer)
    dealt = [list(pile) for pile in piles.draw]
    for turn in range(1, 62):
        upcoming = piles.next_actions()
        piles.flip()
        assert [action for _, action in piles.combinations()] == upcoming
        assert len(dealer.asked) == 3 + 3 * ((turn - 1) // 20)
        if turn < 21:
            expected = [(CARDS[pile[turn]].number, CARDS[pile[turn - 1]].action) for pile in dealt]
            assert piles.combinations() == expected
        if turn == 21:
            assert [cards for _, cards in dealer.asked[3:]] == [pile[:20] for pile in dealt]
            assert [action for _, action in piles.combinations()] == [CARDS[pile[20]].action for pile in dealt]
    assert [what for what, _ in dealer.asked] == ["pile 0", "pile 1", "pile 2"] * 4


def test_mission_values():
    """Check core 11.5: the first value is shared within the turn, afterwards the later value is left."""
    board = MissionBoard(2, (70, 72, 74), 3)
    board.begin_phase()
    assert (board.take(0, 2), board.take(1, 2), board.turned_over[2]) == (9, 9, False)
    board.end_phase()
    board.begin_phase()
    assert board.turned_over == [False, False, True] and board.take(2, 2) == 5


def test_opponents_values():
    """Check astra 9.1 to 9.3, 9.8: points per card, adventure cards, removed cards."""
    katherine = Astra(2, 1, Dealer())
    katherine.given = [card for card, face in CARDS.items() if face.action == "robot"][:7]
    assert katherine.card_points() == 14 and katherine.score() == 20
    assert Astra(3, 8, Dealer()).score() == 34 and Astra(8, 5, Dealer()).score() == 35
    margaret = Astra(4, 3, Dealer())
    for action, count in zip(ACTIONS, (3, 4, 5, 2, 1, 0), strict=True):
        margaret.given += [card for card, face in CARDS.items() if face.action == action][:count]
    assert margaret.score() == 58
    katherine.given = [card for card, face in CARDS.items() if face.action == "energy"][:7]
    katherine.removed = [63]
    assert katherine.given_by_action()["energy"] == 7
