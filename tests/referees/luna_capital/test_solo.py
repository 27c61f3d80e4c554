"""Tests of the solo game against the Automaton (luna_capital 10): positions 13, 14, 18, 20, 21 and the rulings."""

import pytest

from .actions import HAND_CARD, PASS, SWAP_HANDS, TAKE_SET
from .automaton import Automaton, chosen_slot
from .dealer import COMPONENTS, TILES, Dealer, components
from .positions import TABLES, cards, city_of, concession, finish_turn, first_turn, play
from .referee import LunaCapitalReferee
from .scoring import meteorite_points, solo_concession_points
from .tables import Tables

DEAL = "c01 c14 c28 c07 c21 c35 c42 c49 c56"  # the player's triple, the Automaton's, the board


def test_setup_and_swap():
    """Position 20."""
    for action, hand, under in ((SWAP_HANDS, "c07 c21 c35", "c01 c14 c28"), (PASS, "c01 c14 c28", "c07 c21 c35")):
        referee = LunaCapitalReferee(COMPONENTS, 1, 0, Dealer(cards=DEAL))
        assert (referee.stage, referee.actor, referee.legal()) == ("swap", 0, {PASS, SWAP_HANDS})
        assert [slot.card for slot in referee.board.slots] == cards("c42 c49 c56")
        assert [len(slot.tiles) for slot in referee.board.slots] == [1, 1, 1] and referee.board.marked == 0
        assert referee.open_triple == cards("c07 c21 c35") and len(referee.board.deck) == 59
        assert len(referee.board.tower) == 32 and len(referee.concessions) == 3
        referee.apply(action)
        assert referee.sides[0].hand == cards(hand) and referee.open_triple == []
        assert referee.board.deck[-3:] == cards(under) and len(referee.board.deck) == 62
        assert referee.stage == "exchange"
        assert referee.legal() == {PASS, *range(HAND_CARD, HAND_CARD + 3)}
        referee.apply(HAND_CARD + 1)
        assert referee.legal() == {TAKE_SET, TAKE_SET + 1, TAKE_SET + 2}


def test_fewest_rows_is_not_in_the_game():
    assert concession("l01") not in TABLES.concessions_of("long", 1)
    assert len(TABLES.concessions_of("long", 1)) == 8 and concession("l01") in TABLES.concessions_of("long", 2)


@pytest.mark.parametrize(("taken", "chosen"), [(0, (2, 2, 1)), (1, (2, 2, 0)), (2, (1, 0, 1))])
def test_choice_of_the_automaton(taken, chosen):
    """Position 13."""
    assert tuple(chosen_slot(range(3), taken, marked) for marked in range(3)) == chosen


def test_refill():
    """Position 18."""
    referee = first_turn(1, cards=f"{DEAL} c10 c20 c30 c40", tiles="ta01 ta06 ta11 ta02 ta07 ta12 ta16 ta17 ta18")
    before = [list(slot.tiles) for slot in referee.board.slots]
    finish_turn(referee, 1)
    board, automaton = referee.board, referee.automaton
    assert [slot.card for slot in board.slots] == cards("c42 c10 c20") and board.marked == 2
    assert [len(slot.tiles) for slot in board.slots] == [2, 2, 2] and referee.round == 2
    assert (automaton.cards, automaton.tiles) == (cards("c56"), before[2])
    finish_turn(referee, 0)
    assert [slot.card for slot in board.slots] == cards("c30 c40 c20") and board.marked == 1
    assert [len(slot.tiles) for slot in board.slots] == [3, 3, 3]
    assert automaton.cards == cards("c56 c10") and len(automaton.tiles) == 3


def test_refill_order_of_tiles():
    """The player's slot first, then the Automaton's, then one tile for slot 0, 1 and 2."""
    referee = first_turn(1, cards=DEAL, tiles="ta01 ta06 ta11 ta02 ta07 ta12 ta16 ta17")
    finish_turn(referee, 1)
    names = {index: name for name, index in TILES.items()}
    lying = [[names[tile] for tile in slot.tiles] for slot in referee.board.slots]
    assert lying == [["ta01", "ta12"], ["ta02", "ta16"], ["ta07", "ta17"]]


def test_the_marked_set_is_paid_and_both_others_are_open():
    referee = first_turn(1, cards=DEAL)
    referee.apply(TAKE_SET + 0)
    assert referee.stage == "payment"
    finish_turn(referee)
    assert referee.automaton.cards == cards("c56") and referee.board.marked == 2


def test_phases():
    """24 of 35 tiles are drawn per phase; in round 4 only cards; nothing is refilled at the end."""
    referee = first_turn(1, seed=8)
    rounds = []
    while referee.actor is not None:
        rounds.append((referee.phase, referee.round, len(referee.board.tower)))
        finish_turn(referee, 0 if referee.board.marked else 1)
    towers = {1: 32, 2: 27, 3: 20, 4: 11}
    assert rounds == [(phase, number, towers[number]) for phase in range(3) for number in range(1, 5)]
    assert [slot.card for slot in referee.board.slots].count(None) == 2
    assert len(referee.automaton.cards) == 12 and len(referee.automaton.tiles) == 30


def pile():
    """Return the Automaton with the pile of position 14."""
    automaton = Automaton(TABLES)
    automaton.cards = cards("c04 c10 c05 c11 c01 c02 c13")  # hydrogen, oxygen, water, lemon, 2 meteorites, scaffold
    wanted = {3: 5, 4: 6, 5: 4, 6: 2, 7: 1, 8: 1, 9: 1, 10: 4, 11: 2, 12: 1, 15: 1, 16: 1, 18: 1, 19: 1, 20: 2}
    for kind, count in wanted.items():
        automaton.tiles += [index for index, tile in enumerate(TABLES.tiles) if tile.kind == kind][:count]
    return automaton


def test_score_of_the_automaton():
    """Position 14."""
    automaton = pile()
    assert automaton.meteorites() == 4 and meteorite_points(TABLES, 1, (4, 4)) == [5, 5]
    points = automaton.points(5, [concession(name) for name in ("s07", "s13", "l06")])
    assert points == {
        "hydrogen": 20,
        "oxygen": 25,
        "water": 15,
        "greenhouse": 20,
        "greenhouse_sets": 12,
        "meteorites": 5,
        "sales_offices": 8,
        "residential_modules": 10,
        "complexes": 5,
        "special_tiles": 8,
        "hand": 9,
        "concessions": 22,
    }
    assert sum(points.values()) == 159
    for name, phase, earned in (("s07", 0, 8), ("s13", 1, 3), ("l06", 2, 4), ("s13", 2, 0)):
        assert solo_concession_points(TABLES, concession(name), phase) == earned


def test_halves_are_rounded_down():
    """luna_capital 10: 10, 9, 8, 7, 6, 4 become 5, 4, 4, 3, 3, 2."""
    halves = {}
    for index, row in enumerate(TABLES.concessions):
        phase = 1 if row["term"] == "short" else 2
        halves[row["points"]] = solo_concession_points(TABLES, index, phase)
        assert solo_concession_points(TABLES, index, 0) == row["points"]
        later = solo_concession_points(TABLES, index, 1 if row["term"] == "long" else 2)
        assert later == (row["points"] if row["term"] == "long" else 0)
    assert halves == {10: 5, 9: 4, 8: 4, 7: 3, 6: 3, 4: 2}


def test_printed_specials_count_in_the_pile():
    """luna_capital 2.1: a printed landing pad and redistribution are worth 2 like the tiles; a double plot is one."""
    changed = components()
    plots = changed["construction_cards"]["list"][5]["plots"]
    plots[0]["printed"], plots[1]["printed"], plots[2]["printed"] = "landing_pad", "redistribution", "sales_office"
    automaton = Automaton(Tables(changed))
    automaton.cards = cards("c06")
    points = automaton.points(0, [])
    assert (points["special_tiles"], points["sales_offices"]) == (4, 2)


def test_points_as_they_stand():
    """luna_capital 7: the Automaton has its 9 and the concessions from the start; the player 3 per card."""
    referee = first_turn(1, concessions="s07 s13 l06")
    player, automaton = referee.points()
    assert player["hand"] == 9 and sum(player.values()) == 9
    assert (automaton["hand"], automaton["concessions"], sum(automaton.values())) == (9, 22, 31)
    referee.markers = [{0: 0}, {0: 1}, {0: 2}]
    assert referee.points()[0]["concessions"] == 8 + 3 + 4


def test_concessions_stay_open_for_the_player():
    """luna_capital 10: checked at each phase end until first satisfied; the Automaton closes nothing."""
    referee = first_turn(1, concessions="s02 s07 l09", seed=2)
    for phase in range(3):
        while referee.phase == phase and referee.actor is not None:
            if phase == 1 and referee.round == 4 and referee.stage == "set":
                referee.sides[0].city = city_of("c18", "c25", "c32")
                for plot in referee.sides[0].city.plots[::4]:
                    plot.kind = 5
                referee.sides[0].hand = cards("c04 c05 c06")
            finish_turn(referee, 0 if referee.board.marked else 1)
    assert referee.markers[1] == {0: 1}
    assert referee.points()[0]["concessions"] >= 4


@pytest.mark.parametrize(("hand", "outcome"), [("c01 c02 c03", [-1.0, 1.0]), ("c01 c02 c03 c05", [1.0, -1.0])])
def test_a_tie_is_won_by_the_automaton(hand, outcome):
    """Position 21: 9 points each, then 12 against 9."""
    referee = first_turn(1, concessions="s03 s13 l05")
    while referee.actor is not None:
        finish_turn(referee, 0 if referee.board.marked else 1)
    referee.sides[0].city, referee.sides[0].hand = city_of("c18"), cards(hand)
    referee.markers, referee.concessions = [], []
    referee.automaton.cards, referee.automaton.tiles = [], []
    assert sum(referee.points()[1].values()) == 9 and referee.outcome() == outcome


def test_landing_pad_comes_before_the_refill():
    """luna_capital 4.4: the refill cards come from behind the drawn ones."""
    referee = first_turn(1, cards=f"{DEAL} c10 c20 c30 c40 c50")
    referee.board.slots[1].tiles = [TILES["ta33"]]
    play(referee, TAKE_SET + 1, HAND_CARD + 0)
    play(referee, min(referee.legal()))
    assert (referee.stage, referee.drawn) == ("drawn_card", cards("c10 c20 c30"))
    finish_turn(referee)
    assert [slot.card for slot in referee.board.slots] == cards("c42 c40 c50")
    assert referee.board.deck[-2:] == cards("c20 c30")
