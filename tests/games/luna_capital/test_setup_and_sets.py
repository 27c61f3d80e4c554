"""Components, set-up, exchange, taking a set and redistribution (luna_capital 1, 2, 3)."""

from collections import Counter

import numpy as np
import pytest

import moon_envs
from moon_envs.games.luna_capital.game import GAME
from tests.games.luna_capital.positions import CARD_IDS, CONCESSION_IDS, TILES, Position
from tests.games.luna_capital.reading import deck_of, hand_of


def new_games(players, games=200):
    return moon_envs.Batch(GAME, games, players, seed=1, autoreset="disabled", threads=1).states


def test_cards():
    """luna_capital 1.1: 68 cards, each in one place, in every game."""
    for state in new_games(4, games=20):
        hands = [card for seat in range(4) for card in hand_of(state, seat)]
        assert Counter([*hands, *state["board"].tolist(), *deck_of(state)]) == Counter(range(68))


@pytest.mark.parametrize(
    ("players", "hands", "slots", "deck"), [(1, 2, 3, 59), (2, 2, 4, 58), (3, 3, 4, 55), (4, 4, 4, 52)]
)
def test_deal(players, hands, slots, deck):
    """luna_capital 2.1, 10.1: three cards each, one on each slot, the marker next to the deck."""
    for state in new_games(players, games=10):
        assert [len(hand_of(state, seat)) for seat in range(4)] == [3] * hands + [0] * (4 - hands)
        assert (state["board"] >= 0).sum() == slots and state["deck_count"] == deck and state["last_delivery"] == 0


def test_concessions():
    """luna_capital 2.2, 10.1: two short-term ones and a long-term one, all of them, solo never l01."""
    drawn = {players: new_games(players)["concessions"] for players in (1, 2)}
    for shown in drawn.values():
        assert (shown[:, 0] != shown[:, 1]).all() and set(shown[:, :2].ravel().tolist()) == set(range(15))
    assert set(drawn[2][:, 2].tolist()) == set(range(15, 24))
    assert set(drawn[1][:, 2].tolist()) == set(range(15, 24)) - {CONCESSION_IDS.index("l01")}


@pytest.mark.parametrize(("players", "count"), [(1, 35), (2, 35), (3, 45), (4, 55)])
def test_tiles(players, count):
    """luna_capital 1.2, 2.3: tiles with fewer dots than players, one under each card."""
    for state in new_games(players, games=10):
        tiles = [tile for tile in state["tower"].tolist() if tile >= 0]
        expected = [tile for tile in range(55) if TILES[tile]["dots"] < max(players, 2)]
        slots = 3 if players == 1 else 4
        assert sorted(tiles) == expected and len(tiles) == count
        assert state["slot_count"].tolist() == [1] * slots + [0] * (4 - slots) and state["tiles_drawn"] == slots
        assert state["slot_tiles"][:slots, 0].tolist() == tiles[:slots]


def test_first_player():
    """luna_capital 2.4: each player about equally often; turns go clockwise."""
    firsts = np.bincount(new_games(4, games=400)["first_player"], minlength=4)
    assert (firsts > 70).all()
    position = Position(4, first_player=2)
    order = []
    for _ in range(4):
        order.append(position.actor)
        position.finish_turn()
    assert order == [2, 3, 0, 1]


def test_supply():
    """luna_capital 1.5: eight robots, four redistribution tokens."""
    position = Position(3)
    assert position.robots_left == 8 and position.tokens_left == 4


def test_exchange():
    """luna_capital 2.5: a hand card for one on the board, also one that another player has left there."""
    position = Position(2, exchange=True).set_hand("c01", "c02", "c03", seat=1).set_board("c10", "c11", "c12", "c13")
    position.set_hand("c04", "c05", "c06", seat=0)
    tiles = [position.slot_kinds(slot) for slot in range(4)]
    assert position.actor == 1 and position.legal() == {
        ("pass", 0),
        *(("hand_card_plain", place) for place in range(3)),
    }
    position.act(("hand_card_plain", 1))
    assert position.asks() == "exchange slot" and position.legal() == {("take_set", slot) for slot in range(4)}
    position.act(("take_set", 2))
    assert position.hand(1) == ["c01", "c03", "c12"] and position.board_cards() == ["c10", "c11", "c02", "c13"]
    assert position.actor == 0
    position.act(("hand_card_plain", 0), ("take_set", 2))
    assert position.hand(0) == ["c05", "c06", "c02"] and position.board_cards()[2] == "c04"
    assert [position.slot_kinds(slot) for slot in range(4)] == tiles and position.last_delivery == 0
    assert position.asks() == "set" and position.actor == 0


def test_take_a_set():
    """luna_capital 3.4: card and tiles; the marker stays until the refill."""
    position = Position().set_board("c10", "c11").set_slot(1, "office").set_hand("c01", "c02")
    position.act(("take_set", 1))
    assert position.hand() == ["c01", "c02", "c11"] and position.taken_kinds() == ["sales_office"]
    assert position.board_cards()[1] is None and position.slot_count[1] == 0 and position.last_delivery == 0


def test_payment():
    """luna_capital 3.5: a card of the present hand, not the new one, goes under the deck."""
    position = Position().set_board("c10").set_hand("c01", "c02").act(("take_set", 0))
    assert position.asks() == "payment" and position.legal() == {("hand_card_plain", 0), ("hand_card_plain", 1)}
    position.act(("hand_card_plain", 0))
    assert position.hand() == ["c02", "c10"] and position.deck()[-1] == "c01" and position.asks() == "card"


def test_one_card_to_pay():
    """luna_capital 3.5, 11.2: the only card is paid without asking."""
    position = Position().put("c25", 0, 0).set_board("c10").set_hand("c01").act(("take_set", 0))
    # The hand is the new card alone, so it is named, too.
    assert position.asks() == "target" and position.deck()[-1] == "c01" and position.hand() == ["c10"]


def test_nothing_to_pay_with():
    """luna_capital 3.6: with an empty hand the marked slot is closed; there is no hand limit."""
    position = Position().set_hand()
    assert position.legal() == {("take_set", slot) for slot in (1, 2, 3)}
    position.set(last_delivery=2)
    assert position.legal() == {("take_set", slot) for slot in (0, 1, 3)}
    many = Position().set_hand(*CARD_IDS[:8]).set(last_delivery=3).act(("take_set", 0))
    assert many.own("hand_size") == 9 and len(many.legal("hand_card_plain")) == 9


def with_tokens(tokens):
    position = Position().set(round=2, tokens_left=4 - tokens).set_own(tokens=tokens)
    position.set_slot(0, "hydrogen", "hydrogen").set_slot(1, "hydrogen", ("hydrogen", 1))
    return position.set_slot(2, "oxygen", "water").set_slot(3, "office", "pear")


def test_redistribution():
    """luna_capital 3.2: a token swaps two tiles of different slots, before a set is taken."""
    position = with_tokens(1)
    assert position.legal("take_set") == {0, 1, 2, 3}
    # luna_capital 11.4: of the two tiles of slot 0, which look alike, only the first.
    assert position.legal("pick_board_tile") == {0, 4, 5, 8, 9, 12, 13}
    position.act(("pick_board_tile", 9))
    assert position.asks() == "second tile" and position.legal() == {
        ("pick_board_tile", tile) for tile in (0, 4, 5, 12, 13)
    }
    position.act(("pick_board_tile", 12))
    assert position.slot_kinds(2) == ["oxygen_collector", "sales_office"]
    assert position.slot_kinds(3) == ["water_condenser", "greenhouse_pear"]
    assert position.own("tokens") == 0 and position.tokens_left == 4 and position.asks() == "set"
    assert position.legal("pick_board_tile") == set() and position.last_delivery == 0


def test_several_tokens():
    """luna_capital 3.3: one after the other; tiles that look alike may be swapped."""
    position = with_tokens(2).act(("pick_board_tile", 0), ("pick_board_tile", 4))
    assert position.own("tokens") == 1 and position.legal("pick_board_tile")
    position.act(("pick_board_tile", 0), ("pick_board_tile", 5))
    assert position.own("tokens") == 0 and position.legal("pick_board_tile") == set()


def test_rounds():
    """luna_capital 3.1: twelve turns, in which 1, 2, 3 and 4 tiles are taken in turn."""
    position = Position(2)
    taken = []
    while not position.is_over:
        if position.actor == 0 and position.asks() == "set":
            taken.append(position.slot_count[0])
        position.play_out(until=lambda other, turn=position.turn: other.turn != turn)
    assert taken == [1, 2, 3, 4] * 3
    assert [position.own("card_count", seat) for seat in range(2)] == [12, 12]
