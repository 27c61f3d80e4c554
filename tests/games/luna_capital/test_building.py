"""Playing cards and placing tiles (luna_capital 1, 4, 5)."""

import pytest

from moon_envs.games.luna_capital import state as states
from tests.games.luna_capital.positions import FACE_DOWN, WITH_ROBOT, Position, code


def test_exactly_one_card():
    """luna_capital 4.1: the new card or another."""
    position = Position().put("c25", 0, 0).set_hand("c01", "c02").set_board("c10", "c60").act(("take_set", 1))
    assert position.legal() == {("hand_card_plain", place) for place in range(3)}
    position.play("c60", (0, 1))
    assert position.hand() == ["c01", "c02"] and position.own("card_count") == 2


def test_no_card_at_all():
    """luna_capital 4.1, 6.6: without a card, in hand or in the slot, only tiles are placed."""
    position = Position().put("c25", 0, 0).set_hand().set_slot(2, "office", "hydrogen")
    position.state["board"][2] = -1
    position.act(("take_set", 2))
    assert position.asks() == "tile" and position.own("card_count") == 1
    position.place("office", 0, 0).place("hydrogen", 0, 1)
    assert position.actor == 1


def test_empty_deck():
    """luna_capital 6.6: the slot stays without a card, and the marker moves all the same."""
    position = Position().set_deck().put("c25", 0, 0).set_hand("c60").set_slot(2, "office").act(("take_set", 2))
    position.finish_turn()
    assert position.board_cards()[2] is None and position.slot_count[2] == 1 and position.last_delivery == 2
    assert ("take_set", 2) in position.legal()


def test_first_card():
    """luna_capital 4.2, 11.2: the first card has one position and is put there without asking."""
    position = Position().set(last_delivery=3).set_slot(0, "office", "water").act(("take_set", 0), "hand_card_plain")
    assert position.asks() == "tile" and position.own("rows") == position.own("columns") == 1


def test_neighbours_only():
    """luna_capital 4.2: above, below, left or right of a card, on the common grid."""
    position = Position().put("c25", 0, 0).put("c60", 0, 1)
    assert position.places_of("c01", WITH_ROBOT) == {(-1, 0), (-1, 1), (0, -1), (0, 2), (1, 0), (1, 1)}


def test_three_rows():
    """luna_capital 4.3: below three rows a city grows on both sides, then it does not."""
    position = Position().put("c25", 0, 0).put("c60", 1, 0)
    assert {row for row, _ in position.places_for(5)} == {-1, 0, 1, 2}
    above = position.copy().put("c32", -1, 0)
    assert above.own("rows") == 3 and above.own("marks")[0] == 5 and above.own("marks")[24] == 9
    assert {row for row, _ in above.places_of("c32", WITH_ROBOT)} == {0, 1, 2}


def test_growing_moves_the_frame():
    """luna_capital 4.3, 11.1: above and at the left everything moves in the record, nothing in the city."""
    position = Position().put("c16", 0, 0).build(("hydrogen", 0, 0), ("residential_hydrogen", 0, 1))
    points = position.points()
    position.put("c01", 0, -1)
    assert [position.cell(0, x) for x in range(4)] == [11, 1, 3, 12] and position.own("columns") == 2
    position.put("c60", -1, 1)
    assert [position.cell(2, x) for x in range(4)] == [11, 1, 3, 12] and position.own("rows") == 2
    assert {**points, "meteorites": 10} == position.points()


def test_rising_numbers():
    """luna_capital 4.4: smaller at the left, larger at the right, none twice, between two numbers in a gap."""
    position = Position().put("c10", 0, 0).put("c18", 1, 0).put("c25", 1, 1).put("c32", 1, 2).put("c42", 0, 2)
    assert {place for place in position.places_for(1) if place[0] == 0} == {(0, -1)}
    assert {place for place in position.places_for(7) if place[0] == 0} == set()
    assert {place for place in position.places_for(5) if place[0] == 0} == {(0, 1)}
    assert {place for place in position.places_for(8) if place[0] == 0} == {(0, 3)}


def test_row_with_a_robot():
    """luna_capital 4.5, 4.6: visible numbers 2 and 7 with a covered one between them."""
    position = Position().put("c07", 0, 0).put("c60", 0, 1, WITH_ROBOT).put("c42", 0, 2)

    def columns(number):
        return {column for row, column in position.places_for(number) if row == 0}

    assert columns(2) == columns(7) == set() and columns(9) == {3} and columns(1) == {-1} and columns(5) == set()


def test_robot():
    """luna_capital 4.5: spent for any hand card, also one that fits; it ignores only the order of numbers."""
    position = Position().put("c25", 0, 0).set_hand("c60", "c26").set_own(robots=1).set(robots_left=3, last_delivery=3)
    position.set_board("c27").act(("take_set", 0))
    assert position.legal("hand_card_with_robot") == {0, 1, 2} and position.legal("hand_card_face_down") == set()
    position.play("c26", (0, 1), WITH_ROBOT)
    assert position.own("robots") == 0 and position.own("marks")[1] == states.ROBOT and position.robots_left == 3


def test_no_robot_no_choice():
    """luna_capital 4.5: without a robot nothing is played with one."""
    position = Position().put("c25", 0, 0).set(last_delivery=3).act(("take_set", 0))
    assert position.legal("hand_card_with_robot") == set()


def test_face_down_card():
    """luna_capital 4.7, 4.8: no number, no plots, but a card to lie beside."""
    position = Position()
    for row, (left, right) in enumerate((("c28", "c35"), ("c29", "c36"), ("c30", "c37"))):
        position.put(left, row, 0).put(right, row, 1)
    plots = position.own("counts")[0]
    position.set_hand("c31").set_board("c38").set_slot(0, "office", "water").set(last_delivery=3).act(("take_set", 0))
    assert position.legal() == {("hand_card_face_down", 0), ("hand_card_face_down", 1)}
    position.play("c31", (0, 2), FACE_DOWN)
    assert position.own("counts")[0] == plots and position.own("marks")[2] == states.FACE_DOWN
    assert position.own("cards")[2] == -1 and position.own("face_down_count") == 1
    assert all(position.cell(y, x) == 0 for y in (0, 1) for x in (4, 5))
    assert (0, 3) in position.places_for(7) and (0, 3) not in position.places_for(5)


@pytest.mark.parametrize("kind", ["residential_water", "complex_sales", "complex_residential", "landing_pad"])
def test_buildings_on_scaffolds(kind):
    """luna_capital 1.4: buildings go on empty plots and scaffolds."""
    position = Position().put("c16", 0, 0).set_taken(kind, "office").act(("pick_taken_tile", 0))
    assert position.plots() == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize("kind", ["hydrogen", "mixed", "office", "meteorite", "redistribution"])
def test_others_on_empty_plots(kind):
    """luna_capital 1.4: everything else only on empty plots; one tile on a double plot."""
    position = Position().put("c16", 0, 0).put("c26", 0, 1).set_taken(kind, "demolition").act(("pick_taken_tile", 0))
    assert position.plots() == {(0, 0), (1, 0), (1, 1), (0, 2), (1, 2), (0, 3)}
    position.act(("cell", 3))
    assert position.asks() == "cell" and position.cell(0, 3) == code(kind) and position.cell(1, 3) == 21


def test_demolition():
    """luna_capital 1.4, 5.5: on any plot, which becomes empty and stays what it is."""
    position = Position().put("c16", 0, 0).put("c26", 0, 1).build(("hydrogen", 0, 3), ("hydrogen", 1, 2))
    assert position.own("largest")[0] == 2
    position.set_taken("demolition", "office").act(("pick_taken_tile", 0))
    assert position.plots() == {(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (0, 3)}
    for y, x in ((0, 3), (0, 3), (0, 1)):
        position.build(("demolition", y, x))
    assert position.cell(0, 3) == 1 and position.cell(1, 3) == 21 and position.cell(0, 1) == 1
    assert position.own("largest")[0] == 1 and position.count("scaffold") == 0 and position.count("hydrogen") == 1


def test_demolition_takes_points_away():
    """luna_capital 5.5: groups that fall apart, modules and their targets."""
    position = Position().set_hand().put("c18", 0, 0).put("c25", 0, 1)
    position.build(*(("hydrogen", 0, x) for x in range(4)), ("residential_hydrogen", 1, 1))
    assert position.points() == {"hydrogen": 10, "residential_modules": 6}
    position.build(("demolition", 0, 1))
    assert position.points() == {"hydrogen": 3, "residential_modules": 4}
    position.build(("demolition", 1, 1))
    assert position.points() == {"hydrogen": 3}


def test_printed_projects_are_projects():
    """luna_capital 1.3: printed ones join groups and count for modules."""
    position = Position().set_hand().put("c04", 0, 0).build(("hydrogen", 0, 1), ("residential_hydrogen", 1, 0))
    assert position.points() == {"hydrogen": 3, "residential_modules": 4}


def test_all_tiles_in_any_order():
    """luna_capital 5.1: which and where is the player's choice, on any card."""
    position = Position().put("c18", 0, 0).put("c25", 0, 1).set(round=3).set_taken("office", "water", "pear")
    assert position.legal() == {("pick_taken_tile", place) for place in range(3)}
    position.act(("pick_taken_tile", 2))
    assert len(position.plots()) == 8
    position.act(("cell", 0))
    assert position.taken_kinds() == ["sales_office", "water_condenser"] and position.asks() == "tile"
    position.place("water", 0, 3)
    # The last tile needs no name.
    assert position.asks() == "cell"
    position.act(("cell", 1))
    assert position.actor == 1 and [position.cell(0, x) for x in range(4)] == [6, 10, 1, 5]


def test_alike_tiles():
    """luna_capital 11.4: of tiles that look alike only the first; robots make a difference."""
    position = Position().put("c18", 0, 0).set_taken("hydrogen", ("hydrogen", 1), "hydrogen")
    assert position.legal() == {("pick_taken_tile", 0), ("pick_taken_tile", 1)}


def test_robots_of_tiles():
    """luna_capital 5.2: as many as shown, from the supply."""
    position = Position().put("c18", 0, 0).set_taken(("meteorite", 2), "office").place("meteorite", 0, 0)
    assert position.own("robots") == 2 and position.robots_left == 6
    empty = Position().put("c18", 0, 0).set(robots_left=0).set_taken(("hydrogen", 1), "office")
    assert empty.place("hydrogen", 0, 0).own("robots") == 0


def test_redistribution_tile():
    """luna_capital 5.3: a token at the placement, if there is one."""
    position = Position().put("c18", 0, 0).set_taken("redistribution", "office").place("redistribution", 0, 0)
    assert position.own("tokens") == 1 and position.tokens_left == 3 and position.cell(0, 0) == 19
    empty = Position().put("c18", 0, 0).set(tokens_left=0).set_own(1, tokens=4)
    empty.set_taken("redistribution", "office").place("redistribution", 0, 0)
    assert empty.own("tokens") == 0 and empty.cell(0, 0) == 19


def test_landing_pad():
    """luna_capital 5.4: three cards, one kept, the others under the deck as drawn."""
    position = Position().set_deck("c01", "c02", "c03", "c04").set_hand("c05").put("c18", 0, 0)
    position.set_taken("landing_pad", "office", "water").place("landing_pad", 0, 0)
    assert position.asks() == "drawn card"
    position.act(("keep_drawn_card", 1))
    assert position.hand() == ["c05", "c02"] and position.deck() == ["c04", "c01", "c03"] and position.asks() == "tile"


@pytest.mark.parametrize(("deck", "hand"), [((), []), (("c01",), ["c01"])])
def test_landing_pad_and_a_small_deck(deck, hand):
    """luna_capital 5.4, 11.2: one card is kept without asking, none does nothing."""
    position = Position().set_deck(*deck).set_hand().put("c18", 0, 0)
    position.set_taken("landing_pad", "office", "water").place("landing_pad", 0, 0)
    assert position.asks() == "tile" and position.hand() == hand and position.deck() == []


def test_landing_pad_and_two_cards():
    """luna_capital 5.4: as many as are left."""
    position = Position().set_deck("c01", "c02").put("c18", 0, 0).set_taken("landing_pad", "office", "water")
    assert position.place("landing_pad", 0, 0).legal() == {("keep_drawn_card", 0), ("keep_drawn_card", 1)}


def full_city(empty=0):
    """A city of one card with this number of empty plots."""
    position = Position().put("c18", 0, 0)
    return position.build(*(("office", cell // 2, cell % 2) for cell in range(4 - empty)))


def test_tiles_without_a_plot():
    """luna_capital 5.6: discarded without effect when none of the rest can be placed."""
    position = full_city().set_taken("redistribution", ("hydrogen", 1)).set_hand("c01")
    position.state["taken"][2] = position.tiles_of("demolition")[0]
    position.set(taken_count=3, round=3)
    # Only the demolition can be placed; it makes room for one of the others.
    assert position.legal() == {("pick_taken_tile", 2)}
    position.act(("pick_taken_tile", 2), ("cell", 0))
    assert position.legal() == {("pick_taken_tile", 0), ("pick_taken_tile", 1)}
    position.act(("pick_taken_tile", 0))
    # It takes the one plot, so the hydrogen collector is discarded and its robot lost.
    assert position.actor == 1 and position.own("tokens") == 1 and position.own("robots") == 0
    assert position.taken_count == 0 and position.cell(0, 0) == 19


def test_only_the_moment_counts():
    """luna_capital 5.6: a tile may take the last plot of another one."""
    position = full_city(empty=1).set_taken("office", "landing_pad")
    assert position.legal() == {("pick_taken_tile", 0), ("pick_taken_tile", 1)}
    position.act(("pick_taken_tile", 0))
    assert position.actor == 1 and position.count("landing_pad") == 0
