"""The solo game against the Automaton (luna_capital 10)."""

import pytest

from tests.games.luna_capital.positions import Position


def test_exchange_of_the_player():
    """luna_capital 10.3: after the swap, with one of three slots."""
    position = Position(1, exchange=True).act("pass")
    assert position.asks() == "exchange card" and position.legal("hand_card_plain") == {0, 1, 2}
    position.act("hand_card_plain")
    assert position.legal() == {("take_set", slot) for slot in range(3)}
    assert position.act(("take_set", 2)).asks() == "set"


def test_pile():
    """luna_capital 10.4: tiles and printed projects, put aside without effect and without payment."""
    position = Position(1).set_board("c01", "c34", "c68").set_slot(2, ("hydrogen", 1)).set_slot(0, "office")
    deck = position.deck_count
    position.put("c25", 0, 0).act(("take_set", 1)).finish_turn()
    kinds = position.pile_kinds
    # c68 has a double scaffold and two empty plots.
    assert kinds[:4] == [3, 2, 1, 1] and sum(kinds[4:]) == 0 and position.pile_cards[0] == 67
    assert position.robots_left == 8 and position.own("robots") == 0 and position.deck_count == deck - 2
    assert position.board_cards()[0] == "c01"


def test_tiles_of_a_phase():
    """luna_capital 10.4, 10.5: 24 of 35 tiles are drawn in a phase, the Automaton gets 30 tiles and 12 cards."""
    position = Position(1)
    drawn = {}
    while not position.is_over:
        drawn[position.phase] = position.tiles_drawn
        position.play_out(until=lambda other, now=(position.phase, position.round): (other.phase, other.round) != now)
    assert drawn == {0: 24, 1: 24, 2: 24} and position.pile_count == 12
    assert position.own("card_count") == 12


@pytest.mark.parametrize(
    ("concession", "values"), [("s01", (4, 2, 0)), ("s04", (7, 3, 0)), ("l02", (9, 9, 4)), ("l03", (10, 10, 5))]
)
def test_concessions_of_the_player(concession, values):
    """luna_capital 10.6: full, half and nothing by the phase, rounded down."""
    place = 0 if concession[0] == "s" else 2
    ids = (concession, "s05", "l09") if place == 0 else ("s05", "s06", concession)
    position = Position(1).set_concessions(*ids).set_own(markers=1 << place)
    for phase, value in enumerate(values):
        closed = [-1] * 3
        closed[place] = phase
        assert position.set(closed_in=closed).points().get("concessions", 0) == value


def test_concessions_of_the_automaton():
    """luna_capital 10.7: always the full points of all three, which stay open; 9 for the hand."""
    position = Position(1).set_concessions("s01", "s02", "l08")
    assert position.points(1) == {"hand": 9, "concessions": 4 + 8 + 10}
    assert position.closed_in == [-1, -1, -1]


def test_meteorites_against_the_automaton():
    """luna_capital 10.7: 10 for more, 5 each for as many."""
    position = Position(1).set_hand()
    for own, other, points in ((3, 2, (10, 0)), (2, 2, (5, 5)), (1, 4, (0, 10)), (0, 0, (0, 0))):
        position.state["players"][0]["counts"][11] = own
        position.state["pile_kinds"][11] = other
        assert (position.points().get("meteorites", 0), position.points(1).get("meteorites", 0)) == points


def test_first_satisfied_phase():
    """luna_capital 10.6, 8.1: checked at every phase end until it is satisfied first."""
    position = Position(1).set_concessions("s02", "s05", "l09").put("c16", 0, 0).end_phase(phase=0)
    assert position.closed_in == [-1, -1, -1]
    position.build(("demolition", 0, 1)).end_phase(phase=1)
    assert position.closed_in == [1, -1, -1] and position.points()["concessions"] == 4
