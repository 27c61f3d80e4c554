"""Tests of the course of the game: setup, turns, refills and the rulings on them."""

import pytest

from .actions import (
    BOARD_TILE,
    CARD_TARGET,
    CELL,
    DRAWN_CARD,
    HAND_CARD,
    HAND_CARD_FACE_DOWN,
    HAND_CARD_WITH_ROBOT,
    PASS,
    TAKE_SET,
    TAKEN_TILE,
    board_tile,
    card_target,
    cell,
)
from .dealer import COMPONENTS, TILES, Dealer
from .positions import cards, city_of, finish_turn, first_turn, play
from .referee import LunaCapitalReferee

# Hands of two players, then the board; all numbers differ inside a hand.
HANDS = "c01 c14 c28 c07 c21 c35"
BOARD = "c42 c49 c56 c63"


def sizes(referee):
    """Return the sizes of the sets and of the tower."""
    return [len(slot.tiles) for slot in referee.board.slots], len(referee.board.tower)


def tiles(names):
    """Return the indices of tiles."""
    return [TILES[name] for name in names.split()]


def placing(*taken, city=None, players=2, **deal):
    """Return a game in which seat 0 has the named tiles to place in a city, its hand being one card."""
    referee = first_turn(players, cards=f"{HANDS} {BOARD}", **deal)
    player = referee.sides[0]
    referee.board.slots[1].tiles = tiles(" ".join(taken))
    if city is not None:
        player.city = city
    referee.apply(TAKE_SET + 1)
    play(referee, HAND_CARD + 0)
    if referee.stage == "target":
        play(referee, max(referee.legal()))
    return referee


def place(referee, index, y, x):
    """Place a taken tile, whichever of the two decisions is asked."""
    if referee.stage == "tile":
        referee.apply(TAKEN_TILE + index)
    if referee.stage == "cell":
        referee.apply(cell(y, x))


# Setup (luna_capital 3)


@pytest.mark.parametrize(("players", "tower"), [(2, 35), (3, 45), (4, 55)])
def test_setup(players, tower):
    referee = LunaCapitalReferee(COMPONENTS, players, 0, Dealer(5))
    assert sizes(referee) == ([1] * 4, tower - 4) and referee.board.marked == 0
    assert [len(player.hand) for player in referee.sides] == [3] * players
    assert len(referee.board.deck) == 68 - 3 * players - 4 and (referee.robots, referee.tokens) == (8, 4)
    terms = [referee.tables.concessions[index]["term"] for index in referee.concessions]
    assert terms == ["short", "short", "long"]
    assert all(referee.tables.tiles[tile].dots < players for tile in referee.board.tower)


@pytest.mark.parametrize(("starter", "seats"), [(1, [0, 2, 1]), (0, [2, 1, 0]), (2, [1, 0, 2])])
def test_order_of_the_exchange(starter, seats):
    """Position 16: from the last player in turn order backwards; the first player then begins."""
    referee = LunaCapitalReferee(COMPONENTS, 3, starter, Dealer(0))
    asked = []
    while referee.stage == "exchange":
        asked.append(referee.actor)
        referee.apply(PASS)
    assert asked == seats and (referee.stage, referee.actor) == ("set", starter)


def test_exchange():
    """luna_capital 3.8: the given card lies on the slot, and the next player may take it."""
    referee = LunaCapitalReferee(COMPONENTS, 2, 0, Dealer(cards=f"{HANDS} {BOARD}"))
    assert referee.legal() == {PASS, HAND_CARD, HAND_CARD + 1, HAND_CARD + 2} and referee.actor == 1
    before = [list(slot.tiles) for slot in referee.board.slots]
    referee.apply(HAND_CARD + 1)
    assert referee.stage == "exchange_slot" and referee.actor == 1
    assert referee.legal() == {TAKE_SET + slot for slot in range(4)}
    referee.apply(TAKE_SET + 2)
    assert referee.sides[1].hand == cards("c07 c35 c56")
    assert [slot.card for slot in referee.board.slots] == cards("c42 c49 c21 c63")
    assert [list(slot.tiles) for slot in referee.board.slots] == before and referee.board.marked == 0
    play(referee, HAND_CARD + 0, TAKE_SET + 2)
    assert referee.sides[0].hand == cards("c14 c28 c21") and referee.stage == "set"


# Sets and phases (luna_capital 4.1, 4.5, 5)


def test_set_sizes_in_a_phase():
    """Position 3, the example of the rulebook."""
    referee = first_turn(2)
    assert sizes(referee) == ([1] * 4, 31)
    finish_turn(referee, 2)
    assert (referee.board.marked, referee.actor, sizes(referee)) == (2, 1, ([1] * 4, 30))
    referee.apply(TAKE_SET + 2)
    assert referee.stage == "payment" and referee.legal() == {HAND_CARD, HAND_CARD + 1, HAND_CARD + 2}
    finish_turn(referee)
    assert (referee.board.marked, referee.actor, sizes(referee)) == (2, 0, ([2] * 4, 25))
    towers = []
    for number in range(2, 5):
        assert referee.round == number
        finish_turn(referee, 0 if referee.board.marked else 1)
        if number == 4:
            towers.append(len(referee.board.tower))
        finish_turn(referee, 3)
        towers.append(len(referee.board.tower))
    assert towers == [17, 7, 3, 31] and (referee.phase, referee.round, referee.actor) == (1, 1, 1)
    assert sizes(referee)[0] == [1] * 4 and referee.board.marked == 3
    assert all(referee.tables.tiles[tile].phase == 1 for slot in referee.board.slots for tile in slot.tiles)


def test_first_player_of_the_phases():
    """Position 17."""
    referee = first_turn(3, starter=1)
    asked = []
    while referee.actor is not None:
        asked.append(referee.actor)
        finish_turn(referee, 0 if referee.board.marked else 1)
    assert asked == [1, 2, 0] * 4 + [2, 0, 1] * 4 + [0, 1, 2] * 4


def test_payment_comes_before_the_new_card():
    """luna_capital 4.1 and position 11: pay 1 of 3, take the set, play 1; the paid card is the last of the deck."""
    referee = first_turn(2, cards=f"{HANDS} {BOARD}")
    referee.apply(TAKE_SET + 0)
    assert (referee.stage, referee.named, referee.sides[0].hand) == ("payment", {"slot": 0}, cards("c01 c14 c28"))
    assert referee.board.slots[0].card is not None
    referee.apply(HAND_CARD + 1)
    assert referee.sides[0].hand == cards("c01 c28 c42") and referee.board.deck[-1:] == cards("c14")
    assert referee.board.slots[0].card is None and referee.board.marked == 0 and referee.stage == "card"
    finish_turn(referee)
    assert len(referee.sides[0].hand) == 2


def test_an_empty_hand_cannot_pay():
    referee = first_turn(2)
    referee.sides[0].hand = []
    assert referee.legal() == {TAKE_SET + 1, TAKE_SET + 2, TAKE_SET + 3}
    referee.sides[0].hand = cards("c01")
    referee.apply(TAKE_SET + 0)  # one card to pay: not asked; then one card in hand and one position: not asked
    assert referee.stage in ("cell", "tile") and referee.board.deck[-1:] == cards("c01")
    assert referee.sides[0].hand == []


def test_the_last_turn_refills_nothing():
    """luna_capital 4.5"""
    referee = first_turn(2)
    while (referee.phase, referee.round, referee.actor) != (2, 4, 1):
        finish_turn(referee, 0 if referee.board.marked else 1)
    marked, deck, tower = referee.board.marked, list(referee.board.deck), list(referee.board.tower)
    slot = 3 if marked != 3 else 2
    referee.apply(TAKE_SET + slot)
    drew = False
    while referee.actor is not None:
        drew |= referee.stage == "drawn_card"
        referee.apply(min(referee.legal()))
    assert referee.board.marked == marked and referee.board.slots[slot].card is None
    assert referee.board.tower == tower and (drew or referee.board.deck == deck)


# Redistribution (luna_capital 4.0)


def test_redistribution():
    """Two tokens may be spent in one turn; tiles of different slots exchange places; equal ones of a slot are one."""
    referee = first_turn(2)
    board, player = referee.board, referee.sides[0]
    for slot, names in zip(board.slots, ("ta01 ta02", "ta05 ta06", "ta11 ta16", "ta21 ta22"), strict=True):
        slot.tiles = tiles(names)
    assert referee.legal() == {TAKE_SET + slot for slot in range(4)}
    player.tokens, referee.tokens = 2, 2
    # ta01 and ta02 look alike, ta21 and ta22 too; ta05 is a hydrogen collector with a robot.
    picks = {(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)}
    expected = {board_tile(slot, index) for slot, index in picks}
    assert referee.legal() == expected | {TAKE_SET + slot for slot in range(4)}
    referee.apply(board_tile(1, 0))
    assert (referee.stage, referee.named) == ("second_tile", {"board_tile": (1, 0)})
    assert referee.legal() == {board_tile(slot, index) for slot, index in picks if slot != 1}
    referee.apply(board_tile(2, 1))
    assert [board.slots[slot].tiles for slot in (1, 2)] == [tiles("ta16 ta06"), tiles("ta11 ta05")]
    assert (player.tokens, referee.tokens, referee.stage, referee.actor) == (1, 3, "set", 0)
    play(referee, board_tile(0, 0), board_tile(3, 0))
    assert (player.tokens, referee.tokens) == (0, 4) and max(referee.legal()) < BOARD_TILE
    assert [board.slots[slot].tiles for slot in (0, 3)] == [tiles("ta21 ta02"), tiles("ta01 ta22")]


def test_tiles_that_look_alike_may_be_swapped():
    """luna_capital 4.0: a wasted token, but no rule forbids it."""
    referee = first_turn(2)
    for slot, name in zip(referee.board.slots, ("ta01", "ta02", "ta03", "ta04"), strict=True):
        slot.tiles = tiles(name)
    referee.sides[0].tokens = 1
    referee.apply(board_tile(3, 0))
    assert referee.legal() == {board_tile(slot, 0) for slot in range(3)}


def test_token_supply():
    """luna_capital 4.4: gained at the placement; none left, none gained."""
    for supply, gained in ((4, 1), (0, 0)):
        referee = placing("ta34", "ta01")
        referee.tokens = supply
        assert referee.sides[0].tokens == 0
        place(referee, 0, 0, 1)
        assert (referee.sides[0].tokens, referee.tokens) == (gained, supply - gained)


# The card (luna_capital 4.2)


def forced_hand(hand, robots=0):
    """Return a game before the card of seat 0 with the city of position 7."""
    referee = first_turn(2)
    player = referee.sides[0]
    player.city = city_of("c28 c35", "c29 c36", "c30 c37")
    player.hand, player.robots, referee.robots = cards(hand), robots, 8 - robots
    referee.board.slots[2].card = cards("c33")[0]  # a 5
    referee.apply(TAKE_SET + 2)
    return referee


def test_forced_face_down():
    """Position 7: any hand card, any of six positions; its cells are void."""
    referee = forced_hand("c34 c39")
    assert referee.legal() == {HAND_CARD_FACE_DOWN + index for index in range(3)}
    referee.apply(HAND_CARD_FACE_DOWN + 0)
    assert referee.legal() == {CARD_TARGET + code for code in (13, 16, 26, 29, 39, 42)}
    referee.apply(card_target(1, 3))
    assert referee.sides[0].city.frame()["state"][0][:4] == [1, 1, 3, 0]
    assert referee.sides[0].hand == cards("c39 c33")


def test_forced_face_down_or_robot():
    referee = forced_hand("c34 c39", robots=1)
    down, robot = HAND_CARD_FACE_DOWN, HAND_CARD_WITH_ROBOT
    assert referee.legal() == {first + index for first in (down, robot) for index in range(3)}
    referee.apply(robot + 1)
    assert len(referee.legal()) == 6
    referee.apply(card_target(2, 0))
    assert (referee.sides[0].robots, referee.robots) == (0, 7)
    assert referee.sides[0].city.frame()["number"][1][:3] == [0, 5, 6]


def test_no_face_down_with_a_card_that_fits():
    """Only the fitting card may be played plainly; with a robot every card anywhere."""
    referee = forced_hand("c21 c39", robots=1)
    assert referee.legal() == {HAND_CARD} | {HAND_CARD_WITH_ROBOT + index for index in range(3)}
    referee.apply(HAND_CARD)
    assert referee.legal() == {CARD_TARGET + code for code in (13, 26, 39)}
    fitting = forced_hand("c21 c39", robots=1)
    fitting.apply(HAND_CARD_WITH_ROBOT)
    assert len(fitting.legal()) == 6


# The tiles (luna_capital 4.4)


def test_demolition_then_office():
    """Position 11: the plot can be used by a later tile of the same turn."""
    referee = placing("ta35", "ta21", city=city_of("c16"))
    office = {CELL + 24 * y + x for y, x in ((0, 0), (1, 0), (1, 1))}
    referee.apply(TAKEN_TILE + 1)
    assert office <= referee.legal() and cell(0, 1) not in referee.legal()
    referee = placing("ta35", "ta21", city=city_of("c16"))
    place(referee, 0, 0, 1)
    assert referee.stage == "cell" and cell(0, 1) in referee.legal()
    referee.apply(cell(0, 1))
    assert referee.sides[0].city.scaffolds() == 0


@pytest.mark.parametrize(("left", "gained"), [(8, 2), (1, 1), (0, 0)])
def test_robot_supply(left, gained):
    """Position 11: a tile with 2 robots takes what is left."""
    referee = placing("ta26", "ta01")
    referee.robots = left
    place(referee, 0, 0, 1)
    assert (referee.sides[0].robots, referee.robots) == (gained, left - gained)


def test_landing_pad():
    """Position 19: the queue under the deck; the refill card comes from behind the drawn cards."""
    referee = first_turn(2, cards=f"c01 c14 c28 c07 c21 c35 {BOARD} c02 c03 c04 c05")
    referee.board.slots[0].tiles = tiles("ta33")
    referee.sides[0].city = city_of("c25")
    play(referee, TAKE_SET + 0, HAND_CARD + 0, HAND_CARD + 0)
    play(referee, max(referee.legal()))
    play(referee, min(referee.legal()))
    assert (referee.stage, referee.drawn) == ("drawn_card", cards("c02 c03 c04"))
    assert referee.legal() == {DRAWN_CARD, DRAWN_CARD + 1, DRAWN_CARD + 2}
    assert referee.points()[0]["hand"] == 6
    referee.apply(DRAWN_CARD + 2)
    assert referee.sides[0].hand == cards("c28 c42 c04") and referee.points()[0]["hand"] == 9
    assert referee.board.deck[-3:] == cards("c01 c02 c03")
    assert referee.board.slots[0].card == cards("c05")[0] and referee.board.marked == 0


@pytest.mark.parametrize("left", [0, 1, 2])
def test_landing_pad_with_a_short_deck(left):
    """luna_capital 4.4 and 6: 1 card is kept without asking, 2 are a choice, an empty deck leaves a slot empty."""
    referee = placing("ta33", "ta01")
    referee.board.deck = cards("c64 c65")[:left]
    place(referee, 0, 0, 1)
    assert (referee.stage == "drawn_card") == (left == 2)
    if left == 2:
        referee.apply(DRAWN_CARD + 1)
        assert referee.board.deck == cards("c64")
    assert len(referee.sides[0].hand) == 3 + (left > 0)
    finish_turn(referee)
    assert referee.board.slots[1].card == (cards("c64")[0] if left == 2 else None) and referee.board.marked == 1
    if left == 0:
        referee.apply(TAKE_SET + 2)
        finish_turn(referee)
        assert referee.actor == 0
        hand = len(referee.sides[0].hand)
        referee.apply(TAKE_SET + 1)
        assert len(referee.sides[0].hand) == hand and referee.sides[0].taken


def test_no_card_at_all():
    """luna_capital 4.3: an empty hand and a set without a card; tiles without a plot are discarded."""
    referee = first_turn(2)
    referee.sides[0].hand, referee.board.slots[1].card, referee.board.slots[1].tiles = [], None, tiles("ta01")
    referee.apply(TAKE_SET + 1)
    assert referee.actor == 1 and not referee.sides[0].city.cards and referee.discarded == tiles("ta01")


def test_equal_tiles_and_the_last_tile():
    """luna_capital 11: of equal tiles the first; a single tile, a single plot are not asked."""
    referee = placing("ta01", "ta05", "ta02", "ta06", city=city_of("c18"))
    assert referee.legal() == {TAKEN_TILE, TAKEN_TILE + 1, TAKEN_TILE + 3}
    place(referee, 1, 0, 0)
    assert referee.sides[0].taken == tiles("ta01 ta02 ta06") and referee.sides[0].robots == 1
    assert referee.legal() == {TAKEN_TILE, TAKEN_TILE + 2}


def placing_on_full(empty, *taken):
    """Return a game of seat 0 with tiles to place, its card of this turn lying face down."""
    referee = first_turn(2)
    player = referee.sides[0]
    player.city = city_of("c28r c35r", "c29r c36r", "c30r c37r")
    for plot in player.city.plots:
        plot.kind = 10
    for plot in player.city.plots[:empty]:
        plot.kind = 1
    for card in player.city.cards.values():
        card.state = 1  # 5 and 6 in every row: no further 5 or 6 fits
    player.hand, referee.board.slots[1].card = cards("c31"), cards("c32")[0]
    referee.board.slots[1].tiles = tiles(" ".join(taken))
    play(referee, TAKE_SET + 1, HAND_CARD_FACE_DOWN, card_target(1, 0))
    return referee


def test_tiles_without_a_plot_are_discarded():
    """luna_capital 4.4: without effect, all at once; a placeable one comes first, even onto another's plot."""
    referee = placing_on_full(0, "ta34", "ta26", "ta33")
    assert referee.actor == 1 and referee.discarded == tiles("ta34 ta26 ta33")
    assert (referee.tokens, referee.robots) == (4, 8)
    referee = placing_on_full(1, "ta01", "ta06")
    assert referee.legal() == {TAKEN_TILE, TAKEN_TILE + 1}
    referee.apply(TAKEN_TILE + 1)  # one plot: not asked
    assert referee.actor == 1 and referee.discarded == tiles("ta01")
    referee = placing_on_full(0, "ta01", "ta35")
    assert referee.stage == "cell" and len(referee.legal()) == 24  # only the demolition is placeable
    referee.apply(min(referee.legal()))
    assert referee.actor == 1 and referee.discarded == []
