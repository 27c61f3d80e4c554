"""Refill, rounds, phases and concessions (luna_capital 6, 7, 8)."""

from itertools import permutations

import pytest

from tests.games.luna_capital.positions import FACE_DOWN, WITH_ROBOT, Position

LINES = {"s10": "meteorite", "s11": "oxygen", "s12": "apple", "s13": "hydrogen", "s14": "water", "s15": "office"}
COLUMNS = {"s04": "hydrogen", "s05": "oxygen", "s06": "lemon", "s07": "water", "s08": "office", "s09": "meteorite"}
AT_LEAST = {
    "l02": ("oxygen", 5),
    "l03": ("pear", 5),
    "l04": ("hydrogen", 5),
    "l05": ("water", 5),
    "l06": ("office", 4),
    "l07": ("meteorite", 6),
}


def test_refill():
    """luna_capital 6.1: a card, as many tiles as the round, the marker; then the next player."""
    position = Position(3).set_deck("c50", "c51").set(round=3)
    for slot in range(4):
        position.set_slot(slot, "hydrogen", "oxygen", "office")
    position.act(("take_set", 2)).finish_turn()
    assert position.board_cards()[2] == "c50" and position.slot_count == [3, 3, 3, 3]
    assert position.last_delivery == 2 and position.actor == 1 and position.deck() == ["c51"]


def test_last_turns():
    """luna_capital 6.2: no tiles after the last turn of a phase, nothing at all after the last turn of the game."""
    position = Position(2).put("c18", 0, 0, seat=1)
    deck, drawn = position.deck(), position.tiles_drawn
    position.end_phase(phase=0)
    assert position.deck() == deck[1:] and position.board_cards()[1] == deck[0]
    assert position.phase == 1 and position.tiles_drawn == 4 and drawn == 4
    over = Position(2).put("c18", 0, 0, seat=1).set(last_delivery=3).end_phase(phase=2)
    assert over.is_over and over.board_cards()[1] is None and over.last_delivery == 3 and len(over.deck()) == 58


def test_round_end():
    """luna_capital 6.3: one more tile for every set after rounds 1, 2 and 3, from the slot next to the deck on."""
    position = Position(2)
    for number in (1, 2, 3):
        position.finish_turn()
        drawn = position.tiles_drawn
        tower = position.tower
        position.finish_turn()
        assert position.round == number + 1 and position.slot_count == [number + 1] * 4
        added = tower[drawn + number : drawn + number + 4]
        assert [int(position.state["slot_tiles"][slot][number]) for slot in range(4)] == added


def test_phase_end():
    """luna_capital 6.4: new tiles, the cards and the marker stay, the next player begins."""
    position = Position(3).put("c18", 0, 0, seat=2).set(last_delivery=3)
    cards = position.board_cards()
    position.end_phase(phase=1)
    assert position.phase == 2 and position.round == 1 and position.first_player == position.actor == 1
    assert position.slot_count == [1, 1, 1, 1] and position.board_cards()[2:] == cards[2:]
    # The emptied slot was refilled and marked as after every turn.
    assert position.last_delivery == 1


def test_cards_come_up_again():
    """luna_capital 6.5: a queue, for paid and for refused cards."""
    position = Position().set_deck("c50").set_hand("c01", "c02").set_slot(0, "office").set_board("c18")
    position.act(("take_set", 0), ("hand_card_plain", 1))
    assert position.deck() == ["c50", "c02"]
    position.finish_turn()
    assert position.board_cards()[0] == "c50" and position.deck() == ["c02"]
    position.act(("take_set", 1)).finish_turn()
    assert position.board_cards()[1] == "c02" and position.deck() == []


def test_neighbours():
    """luna_capital 7.1: edges, not corners, across cards; a double plot is one plot."""
    position = Position().put("c18", 0, 0).put("c26", 0, 1)
    position.build(("hydrogen", 0, 1), ("hydrogen", 1, 2))
    assert position.own("largest")[0] == 1
    position.build(("hydrogen", 0, 2))
    assert position.own("largest")[0] == 3
    position.build(("hydrogen", 0, 3))
    assert position.own("largest")[0] == 4


def test_surroundings():
    """luna_capital 7.2: a double plot counts once, touched with one cell or with two."""
    for greenhouse, module in (((0, 3), (0, 2)), ((0, 3), (1, 2))):
        position = Position().put("c18", 0, 0).put("c26", 0, 1).build(("mixed", *greenhouse))
        assert position.build(("residential_greenhouse", *module)).points()["residential_modules"] == 2
    corner = Position().put("c06", 0, 0).put("c25", 0, 1).build(("pear", 0, 0), ("residential_greenhouse", 1, 2))
    assert corner.points()["residential_modules"] == 2
    three = Position().put("c06", 0, 0).put("c25", 0, 1).build(("pear", 0, 0), ("apple", 1, 1), ("lemon", 0, 3))
    assert three.build(("residential_greenhouse", 1, 2)).points()["residential_modules"] == 6


def test_markers():
    """luna_capital 8.1: every player who satisfies it at that moment; several concessions at once."""
    position = Position(2).set_concessions("s02", "s01", "l09")
    for seat in range(2):
        position.put("c25", 0, 0, seat=seat).put("c32", 0, 1, seat=seat).put("c18", 1, 0, seat=seat)
    position.put("c46", 1, 1, seat=1).end_phase()
    assert position.own("markers", 0) == 0b001 and position.own("markers", 1) == 0b011
    assert position.closed_in == [0, 0, -1]
    assert [position.points(seat)["concessions"] for seat in range(2)] == [8, 12]


def test_patterns():
    """luna_capital 8.2: anywhere in the city, with any cards around; the ring has a hole."""
    block = Position().put("c25", 0, 0).put("c32", 0, 1).put("c46", 0, 2).put("c18", 1, 1)
    assert not block.satisfied("s01")
    assert block.put("c60", 1, 2).satisfied("s01")
    ring = Position()
    for row, cards in enumerate((("c10", "c25", "c46"), ("c11", None, "c47"), ("c12", "c26", "c48"))):
        for column, card in enumerate(cards):
            if card is not None and (row, column) != (2, 1):
                ring.put(card, row, column)
    assert not ring.satisfied("l08")
    ring.put("c26", 2, 1)
    assert ring.satisfied("l08")
    assert not ring.put("c32", 1, 1).satisfied("l08")


def test_no_visible_scaffold():
    """luna_capital 8.3: covered or demolished scaffolds and those of face-down cards are not visible."""
    position = Position().put("c16", 0, 0)
    assert not position.satisfied("s02")
    assert position.copy().build(("landing_pad", 0, 1)).satisfied("s02")
    assert position.copy().build(("demolition", 0, 1)).satisfied("s02")
    assert Position().put("c20", 0, 0).count("scaffold") == 1


@pytest.mark.parametrize("order", list(permutations(("hydrogen", "oxygen", "water", "pear"))))
def test_four_modules_in_a_chain(order):
    """luna_capital 8.4: in every order; a double plot may be one of them."""
    position = Position().put("c06", 0, 0).put("c25", 0, 1)
    places = ((0, 0), (0, 2), (0, 3), (1, 3))
    position.build(*((kind, *place) for kind, place in zip(order, places, strict=True)))
    assert position.satisfied("s03")


@pytest.mark.parametrize("centre", ["hydrogen", "oxygen", "water", "lemon"])
def test_four_modules_around_one(centre):
    """luna_capital 8.4: three around the fourth, also a double plot with neighbours at both of its cells."""
    others = [kind for kind in ("hydrogen", "oxygen", "water", "lemon") if kind != centre]
    position = Position().put("c18", 0, 0).put("c26", 0, 1).put("c60", 0, 2)
    position.build((centre, 0, 3), (others[0], 0, 2), (others[1], 1, 2), (others[2], 1, 4))
    assert position.satisfied("s03")
    corner = Position().put("c18", 0, 0).put("c26", 0, 1).put("c60", 0, 2)
    corner.build((centre, 0, 3), (others[0], 0, 2), (others[1], 1, 1), (others[2], 1, 4))
    assert not corner.satisfied("s03")


@pytest.mark.parametrize(("concession", "kind"), COLUMNS.items())
def test_column(concession, kind):
    """luna_capital 8.5: three cards above each other with the kind on each."""
    position = Position().put("c18", 0, 0).put("c25", 1, 0).put("c32", 2, 0)
    position.build((kind, 0, 0), (kind, 3, 1), (kind, 2, 0))
    assert not position.satisfied(concession)
    assert position.build((kind, 4, 1)).satisfied(concession)


def test_column_needs_three_rows():
    """luna_capital 8.5: two cards are not enough, and a card in another column does not help."""
    position = Position().put("c18", 0, 0).put("c25", 1, 0).put("c32", 1, 1).put("c46", 2, 1)
    position.build(("office", 0, 0), ("office", 2, 0), ("office", 2, 2), ("office", 4, 2))
    assert not position.satisfied("s08")


@pytest.mark.parametrize(("concession", "kind"), LINES.items())
def test_line(concession, kind):
    """luna_capital 8.6: across cards, in a row or column of cells."""
    flat = Position().put("c18", 0, 0).put("c25", 0, 1).build((kind, 1, 1), (kind, 1, 2))
    assert not flat.satisfied(concession)
    assert flat.build((kind, 1, 3)).satisfied(concession)
    upright = Position().put("c18", 0, 0).put("c25", 1, 0).build((kind, 0, 1), (kind, 1, 1), (kind, 2, 1))
    assert upright.satisfied(concession)


def test_line_of_different_greenhouses():
    """luna_capital 8.6: all fruits are greenhouses."""
    position = Position().put("c18", 0, 0).put("c25", 0, 1).build(("pear", 0, 0), ("mixed", 0, 1), ("lemon", 0, 2))
    assert position.satisfied("s12")


def test_line_with_a_double_plot_above():
    """luna_capital 8.6: a vertical double plot in a column of cells is one plot, in a row it fills one cell."""
    upright = Position().put("c26", 0, 0).put("c32", 1, 0).build(("water", 0, 1), ("water", 2, 1))
    assert not upright.satisfied("s14")
    assert upright.build(("water", 3, 1)).satisfied("s14")
    across = Position().put("c26", 0, 0).put("c32", 0, 1)
    assert across.build(("water", 1, 0), ("water", 0, 1), ("water", 1, 2)).satisfied("s14")


@pytest.mark.parametrize(("concession", "kind_and_count"), AT_LEAST.items())
def test_at_least(concession, kind_and_count):
    """luna_capital 8.8: the number of plots counts, their places do not."""
    kind, count = kind_and_count
    position = Position().put("c18", 0, 0).put("c25", 0, 1)
    position.build(*((kind, cell % 2, cell // 2) for cell in range(count - 1)))
    assert not position.satisfied(concession)
    assert position.build((kind, (count - 1) % 2, (count - 1) // 2)).satisfied(concession)


def test_cards_in_one_row():
    """luna_capital 8.9: face down, covered and apart from each other, too."""
    position = Position().put("c10", 0, 0).put("c18", 1, 0).put("c25", 1, 1).put("c32", 1, 2).put("c42", 0, 2)
    position.put("c55", 0, 3).put("c60", 0, 4, WITH_ROBOT)
    assert not position.satisfied("l09")
    position.put("c62", 0, 5, FACE_DOWN)
    assert position.satisfied("l09")
