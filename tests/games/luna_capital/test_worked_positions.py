"""The worked positions of the specification, in its order; numbers 1 to 3 contain the rulebook's examples."""

import pytest

from tests.games.luna_capital.positions import FACE_DOWN, WITH_ROBOT, Position


def meteorite_points(*counts):
    """The meteorite points of players with these numbers of meteorites."""
    position = Position(len(counts))
    for seat, count in enumerate(counts):
        position.state["players"][seat]["counts"][11] = count
    return [position.points(seat).get("meteorites", 0) for seat in range(len(counts))]


def test_1_residential_module_on_a_scaffold():
    """luna_capital 1.4, 7.2, 9.5: the rulebook's example."""
    position = Position().set_hand().put("c16", 0, 0).put("c25", 0, 1)
    position.build(("pear", 0, 0), ("lemon", 1, 2), ("apple", 1, 3))
    position.set_taken("office", "residential_greenhouse")
    assert (0, 1) not in position.copy().act(("pick_taken_tile", 0)).plots()
    assert (0, 1) in position.copy().act(("pick_taken_tile", 1)).plots()
    position.build(("residential_greenhouse", 0, 1))
    assert position.points() == {"residential_modules": 4, "greenhouse": 3, "greenhouse_sets": 5}


def test_2_meteorite_tie():
    """luna_capital 9.3: the rulebook's example and others."""
    assert meteorite_points(4, 4, 1) == [6, 6, 0]
    assert meteorite_points(4, 2, 2) == [10, 1, 1]
    assert meteorite_points(4, 4, 4) == [4, 4, 4]
    assert meteorite_points(4, 0, 0) == [10, 0, 0]


def test_3_set_sizes_in_a_phase():
    """luna_capital 3.1, 6.1, 6.2, 6.3: the rulebook's example."""
    position = Position(2)

    def tower():
        return 35 - position.tiles_drawn

    assert position.slot_count == [1, 1, 1, 1] and tower() == 31 and position.last_delivery == 0
    position.act(("take_set", 2))
    assert position.asks() != "payment"
    position.finish_turn()
    assert position.last_delivery == 2 and position.slot_count == [1, 1, 1, 1]
    position.act(("take_set", 2))
    assert position.asks() == "payment"
    position.finish_turn()
    assert position.slot_count == [2, 2, 2, 2] and position.last_delivery == 2 and tower() == 25
    position.finish_turn().finish_turn()
    assert position.slot_count == [3, 3, 3, 3] and tower() == 17
    position.finish_turn().finish_turn()
    assert position.slot_count == [4, 4, 4, 4] and tower() == 7
    position.finish_turn()
    assert tower() == 3
    position.finish_turn()
    assert position.phase == 1 and position.slot_count == [1, 1, 1, 1] and tower() == 31


def test_4_double_plots():
    """luna_capital 1.1, 7.1, 7.2: surroundings and groups with double plots."""
    position = Position().set_hand().put("c13", 0, 0).put("c19", 0, 1).put("c06", 1, 0).put("c18", 1, 1)
    position.build(("residential_oxygen", 0, 1))
    position.build(*(("oxygen", y, x) for y, x in ((0, 0), (0, 2), (0, 3), (2, 0), (2, 2))))
    assert position.points() == {"residential_modules": 8, "oxygen": 10}


def test_5_numbers_gap_robot():
    """luna_capital 4.2, 4.4, 4.5: legal positions before and after a robot in the gap."""
    position = Position().put("c10", 0, 0).put("c18", 1, 0).put("c25", 1, 1).put("c32", 1, 2).put("c42", 0, 2)
    codes = {5: {1, 3, 15, 40, 41, 42}, 6: {1, 3, 15, 30, 40, 41, 42}, 2: {1, 3, 26, 40, 41, 42}}
    codes[9] = {1, 3, 17, 30, 40, 41, 42}
    for number, expected in codes.items():
        assert {13 * (row + 1) + column + 1 for row, column in position.places_for(number)} == expected
    assert len(position.places_of("c49", WITH_ROBOT)) == 10
    position.put("c49", 0, 1, WITH_ROBOT)
    assert {13 * (row + 1) + column + 1 for row, column in position.places_for(5)} == {1, 2, 3, 40, 41, 42}
    assert (0, 3) in position.places_for(9)


def test_6_covered_number():
    """luna_capital 4.6: a covered number is skipped."""
    position = Position().put("c28", 0, 0).put("c07", 0, 1, WITH_ROBOT)

    def in_the_row(number):
        return {column for row, column in position.places_for(number) if row == 0}

    assert in_the_row(6) == {2} and in_the_row(5) == set() and in_the_row(1) == in_the_row(2) == {-1}


def three_rows():
    """Three rows of 5 and 6."""
    position = Position()
    for row, (left, right) in enumerate((("c28", "c35"), ("c29", "c36"), ("c30", "c37"))):
        position.put(left, row, 0).put(right, row, 1)
    return position


def test_7_forced_face_down():
    """luna_capital 4.7, 4.8: face down only where no card fits."""
    position = three_rows().set_hand("c31", "c38", "c32").set_own(robots=0).set_board("c33")
    position.set(last_delivery=3).act(("take_set", 0))
    assert position.legal() == {("hand_card_face_down", place) for place in range(4)}
    with_robot = three_rows().set_hand("c31", "c38").set_own(robots=1).set_board("c33").set(last_delivery=3)
    with_robot.act(("take_set", 0))
    assert with_robot.legal("hand_card_face_down") == with_robot.legal("hand_card_with_robot") == {0, 1, 2}
    assert with_robot.legal("hand_card_plain") == set()
    ends = {(row, column) for row in range(3) for column in (-1, 2)}
    assert position.places_of("c34", FACE_DOWN) == ends
    for card, places in (("c25", {(row, -1) for row in range(3)}), ("c46", {(row, 2) for row in range(3)})):
        fitting = three_rows().set_hand(card, "c31").set_board("c33").set(last_delivery=3).act(("take_set", 0))
        # The only card that fits is played without asking.
        assert fitting.asks() == "target" and fitting.targets() == places
    position = three_rows().put("c34", 0, 2, FACE_DOWN)
    assert position.places_for(7) == {(0, 3), (1, 2), (2, 2)} and position.places_for(6) == set()


def test_8_face_down_in_scoring():
    """luna_capital 4.8, 8.2, 8.5: a card face down is a card without plots."""
    position = three_rows().put("c34", 0, 2, FACE_DOWN).put("c42", 1, 2).put("c48", 2, 2)
    assert not position.satisfied("s09") and position.count("meteorite") == 4 and position.count("scaffold") == 5
    assert position.satisfied("s01") and not position.satisfied("l08")
    covered = three_rows().put("c34", 0, 2, WITH_ROBOT).put("c42", 1, 2).put("c48", 2, 2)
    assert covered.satisfied("s09") and covered.count("meteorite") == 5 and covered.count("scaffold") == 6


def test_9_three_in_a_line():
    """luna_capital 8.6: plots are counted, not cells."""
    position = Position().put("c06", 0, 0).put("c18", 0, 1).build(("hydrogen", 0, 0), ("hydrogen", 0, 2))
    assert not position.satisfied("s13")
    position.build(("hydrogen", 0, 3))
    assert position.satisfied("s13") and position.own("largest")[0] == 3
    vertical = Position().put("c06", 0, 0).put("c18", 1, 0)
    vertical.build(("hydrogen", 0, 0), ("hydrogen", 1, 0), ("hydrogen", 2, 0))
    assert vertical.satisfied("s13")
    apart = Position().put("c25", 0, 0).put("c32", 0, 1)
    apart.build(("hydrogen", 0, 0), ("hydrogen", 0, 1), ("oxygen", 0, 2), ("hydrogen", 0, 3))
    assert not apart.satisfied("s13")


def test_10_four_different_modules():
    """luna_capital 8.4: others may not bridge them."""
    position = Position().set_hand().put("c25", 0, 0).put("c32", 0, 1)
    position.build(("hydrogen", 0, 0), ("oxygen", 0, 1), ("oxygen", 0, 2), ("water", 0, 3), ("mixed", 1, 3))
    assert not position.satisfied("s03")
    assert position.points() == {"hydrogen": 1, "oxygen": 3, "water": 1, "greenhouse": 1}
    position.build(("water", 1, 1))
    assert not position.satisfied("s03")
    position.build(("apple", 1, 0))
    assert position.satisfied("s03")


def test_11_demolition_robots_landing_pad():
    """luna_capital 5.2, 5.4, 5.5, 9.7: one turn with all of them."""
    position = Position().put("c16", 0, 0).put("c25", 0, 1).set_taken("demolition", "office")
    position.place("demolition", 0, 1)
    assert position.count("scaffold") == 0 and (0, 1) in position.plots() and position.satisfied("s02")
    robots = Position().put("c18", 0, 0).set(robots_left=1).set_taken(("meteorite", 2), "office")
    robots.place("meteorite", 0, 0)
    assert robots.own("robots") == 1 and robots.robots_left == 0
    hand = Position().set_hand("c20", "c21").put("c18", 0, 0).set_taken("landing_pad", "office")
    hand.place("landing_pad", 0, 0).act("keep_drawn_card")
    assert hand.points()["hand"] == 9
    course = Position().set_hand("c20", "c21", "c22").act(("take_set", 0))
    course.act("hand_card_plain")
    assert course.own("hand_size") == 3
    course.act("hand_card_plain")
    assert course.own("hand_size") == 2


def test_12_concession_timing():
    """luna_capital 8.1: closed after the first phase in which a player satisfies it."""
    position = Position(3).set_concessions("s02", "s13", "l03")
    for seat in range(3):
        position.put("c18", 0, 0, seat=seat)
    position.put("c16", 0, 1, seat=1, how=WITH_ROBOT).end_phase()
    assert [position.points(seat).get("concessions", 0) for seat in range(3)] == [8, 0, 8]
    assert position.closed_in == [0, -1, -1]
    position.build(("demolition", 0, 3), seat=1).put("c16", 0, 1, seat=0, how=WITH_ROBOT).end_phase(phase=1)
    assert [position.points(seat).get("concessions", 0) for seat in range(3)] == [8, 0, 8]
    position.build(*(("hydrogen", 0, x) for x in range(3)), seat=1).end_phase(phase=2)
    assert position.is_over
    assert [position.points(seat).get("concessions", 0) for seat in range(3)] == [8, 6, 8]
    assert position.closed_in == [0, 2, -1]


@pytest.mark.parametrize(("rows", "winner"), [((2, 2, 3), None), ((1, 2, 2), 0)])
def test_12_fewest_rows(rows, winner):
    """luna_capital 8.7: strictly fewer than each other player."""
    position = Position(3)
    for seat, count in enumerate(rows):
        for row in range(count):
            position.put(("c18", "c25", "c32")[row], row, 0, seat=seat)
    assert [position.satisfied("l01", seat) for seat in range(3)] == [seat == winner for seat in range(3)]


def test_13_choice_of_the_automaton():
    """luna_capital 10.4, 10.5: all nine cases, and the marker afterwards."""
    expected = {0: (2, 2, 1), 1: (2, 2, 0), 2: (1, 0, 1)}
    for taken, slots in expected.items():
        for marked, slot in enumerate(slots):
            position = Position(1).set(last_delivery=marked)
            card = position.board_cards()[slot]
            position.act(("take_set", taken)).finish_turn()
            assert position.pile_cards[0] == int(card[1:]) - 1 and position.last_delivery == slot


def test_14_score_of_the_automaton():
    """luna_capital 10.6, 10.7, 10.8: its pile, and the halves of the player."""
    position = Position(1).set_concessions("s07", "s13", "l06").set_hand()
    position.set(pile_kinds=[0, 0, 0, 6, 7, 5, 2, 1, 2, 1, 4, 4, 1, 0, 0, 1, 1, 0, 1, 1, 2])
    position.state["players"][0]["counts"][11] = 4
    assert position.points(1) == {
        "hydrogen": 20,
        "oxygen": 25,
        "water": 15,
        "greenhouse": 20,
        "greenhouse_sets": 12,
        "sales_offices": 8,
        "residential_modules": 10,
        "complexes": 5,
        "special_tiles": 8,
        "meteorites": 5,
        "hand": 9,
        "concessions": 22,
    }
    assert position.totals()[1] == 159
    position.set_own(markers=0b111).set(closed_in=[0, 1, 2])
    assert position.points()["concessions"] == 8 + 3 + 4
    assert position.set(closed_in=[0, 2, 2]).points()["concessions"] == 8 + 0 + 4


def complete_city():
    """The city of position 15, with two cards in hand."""
    position = Position().set_hand("c01", "c02")
    position.put("c04", 0, 0).put("c16", 0, 1).put("c26", 0, 2).put("c12", 1, 0).put("c31", 1, 1).put("c48", 1, 2)
    return position.build(
        ("hydrogen", 0, 1),
        ("hydrogen", 0, 2),
        ("complex_sales", 0, 3),
        ("office", 0, 4),
        ("oxygen", 0, 5),
        ("residential_hydrogen", 1, 0),
        ("office", 1, 1),
        ("oxygen", 1, 2),
        ("oxygen", 1, 3),
        ("hydrogen", 2, 0),
        ("pear", 2, 1),
        ("mixed", 2, 2),
        ("complex_residential", 2, 4),
        ("residential_greenhouse", 3, 0),
        ("lemon", 3, 2),
        ("water", 3, 3),
    )


def test_15_complete_city():
    """luna_capital 9.1, 9.2, 9.4, 9.5, 9.6, 9.7: points by category, and what is satisfied."""
    position = complete_city()
    assert [[position.cell(y, x) for x in range(6)] for y in range(4)] == [
        [3, 3, 3, 16, 10, 4],
        [12, 10, 4, 4, 1, 21],
        [3, 6, 9, 3, 17, 1],
        [15, 20, 8, 5, 1, 11],
    ]
    points = position.points()
    assert points.pop("meteorites") == 10
    assert sum(points.values()) == 47 and points == {
        "hydrogen": 6,
        "oxygen": 3,
        "water": 1,
        "greenhouse": 6,
        "greenhouse_sets": 5,
        "sales_offices": 4,
        "residential_modules": 12,
        "complexes": 4,
        "hand": 6,
    }
    assert position.count("scaffold") == 0 and position.count("meteorite") == 1
    satisfied = {
        id_
        for id_ in [f"s{n:02}" for n in range(1, 16)] + [f"l{n:02}" for n in range(2, 10)]
        if position.satisfied(id_)
    }
    assert satisfied == {"s01", "s02", "s03", "s13", "l04"}


@pytest.mark.parametrize(("first", "order"), [(1, [0, 2, 1]), (0, [2, 1, 0]), (2, [1, 0, 2])])
def test_16_order_of_the_exchange(first, order):
    """luna_capital 2.5: from the last player back to the first."""
    position = Position(3, exchange=True, first_player=first)
    asked = []
    for _ in range(3):
        asked.append(position.actor)
        position.act("pass")
    assert asked == order and position.actor == first and position.asks() == "set"


def test_17_first_player_of_the_phases():
    """luna_capital 2.4, 6.4: clockwise, each for four rounds."""
    position = Position(3, first_player=1)
    orders = {}
    while not position.is_over:
        orders.setdefault(position.phase, []).append(position.actor)
        position.play_out(
            until=lambda other, now=(position.phase, position.round, position.turn): (
                (other.phase, other.round, other.turn) != now
            )
        )
    assert orders == {0: [1, 2, 0] * 4, 1: [2, 0, 1] * 4, 2: [0, 1, 2] * 4}


def without_landing_pads(position):
    """Let no set have a landing pad."""
    for slot in range(3):
        position.set_slot(slot, *["hydrogen", "oxygen", "office", "water"][: position.round])
    return position


def test_18_solo_refill():
    """luna_capital 10.5: the player's slot first, then the Automaton's."""
    position = without_landing_pads(Position(1)).set_deck("c10", "c20", "c30", "c40", "c50")
    position.act(("take_set", 1)).finish_turn()
    cards = position.board_cards()
    assert cards[1:] == ["c10", "c20"] and position.last_delivery == 2 and position.slot_count == [2, 2, 2, 0]
    without_landing_pads(position).act(("take_set", 0)).finish_turn()
    assert position.board_cards() == ["c30", "c40", "c20"] and position.last_delivery == 1
    assert position.slot_count == [3, 3, 3, 0] and position.pile_cards[1] == 9


def test_19_queue_under_the_deck():
    """luna_capital 6.5: paid and refused cards come up in the order in which they went under."""
    position = Position().set_deck("c02", "c03", "c04").set_hand("c01", "c05")
    position.set_board("c18").set_slot(0, "landing_pad").act(("take_set", 0))
    assert position.asks() == "payment"
    position.act(("hand_card_plain", 0))
    assert position.deck() == ["c02", "c03", "c04", "c01"]
    position.play("c18").place("landing_pad", 0, 0)
    assert position.asks() == "drawn card" and position.legal("keep_drawn_card") == {0, 1, 2}
    position.act(("keep_drawn_card", 2))
    # The refill has taken the card that was paid.
    assert position.board_cards()[0] == "c01" and position.deck() == ["c02", "c03"]
    assert position.hand() == ["c05", "c04"]


@pytest.mark.parametrize("swaps", [False, True])
def test_20_solo_swap(swaps):
    """luna_capital 10.1, 10.2, 10.3: hands as a whole, the Automaton's under the deck, then the exchange."""
    position = Position(1, exchange=True)
    assert position.asks() == "swap" and position.deck_count == 59 and position.slot_count == [1, 1, 1, 0]
    own, other = position.hand(0), position.hand(1)
    position.act("solo_swap_hands" if swaps else "pass")
    assert position.hand() == (other if swaps else own)
    assert position.deck_count == 62 and position.deck()[-3:] == (own if swaps else other)
    assert position.asks() == "exchange card" and position.own("hand_size", 1) == 0


@pytest.mark.parametrize(("more", "outcome"), [(0, -1), (3, 1)])
def test_21_solo_tie(more, outcome):
    """luna_capital 10.8: the Automaton wins ties."""
    position = Position(1).put("c18", 0, 0)
    player, automaton = position.copy().end_phase(phase=2).totals()
    position.set_own(residential_points=automaton - player + more).end_phase(phase=2)
    player, automaton = position.totals()
    assert position.is_over and player == automaton + more and position.outcome() == [outcome]
