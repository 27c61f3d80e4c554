"""Whole games of the referee by itself: what must hold in every position."""

import random
from collections import Counter

import pytest

from .actions import (
    ACTIONS,
    BOARD_TILE,
    CARD_TARGET,
    CELL,
    DRAWN_CARD,
    HAND_CARD,
    HAND_CARD_FACE_DOWN,
    HAND_CARD_WITH_ROBOT,
    PASS,
    SWAP_HANDS,
    TAKE_SET,
    TAKEN_TILE,
)
from .city import FACE_DOWN, NUMBERED, WITH_ROBOT
from .dealer import COMPONENTS, Dealer
from .knowledge import knowledge
from .policies import Builder, Cramped, Random, Spender
from .referee import LunaCapitalReferee
from .scoring import CATEGORIES

POLICIES = (Random, Spender, Cramped, Builder)
GAMES = 4
DRAWN_PER_PHASE = {1: 24, 2: 32, 3: 42, 4: 52}
IN_TOWER = {1: 35, 2: 35, 3: 45, 4: 55}
STARTS = (
    PASS,
    TAKE_SET,
    BOARD_TILE,
    HAND_CARD,
    HAND_CARD_WITH_ROBOT,
    HAND_CARD_FACE_DOWN,
    CARD_TARGET,
    TAKEN_TILE,
    CELL,
    DRAWN_CARD,
    SWAP_HANDS,
    ACTIONS,
)
# The ranges of actions every stage may ask for, by their numbers in STARTS.
RANGES = {
    "swap": {0, 10},
    "exchange": {0, 3},
    "exchange_slot": {1},
    "set": {1, 2},
    "second_tile": {2},
    "payment": {3},
    "card": {3, 4, 5},
    "target": {6},
    "tile": {7},
    "cell": {8},
    "drawn_card": {9},
}


def start(players, seed, policies=POLICIES):
    """Start a game and give its players their policies."""
    referee = LunaCapitalReferee(COMPONENTS, players, seed % players, Dealer(seed))
    rng = random.Random(seed)
    return referee, [policies[(seed // players + seat) % len(policies)](rng) for seat in range(players)]


def check_cards(referee):
    """Every card is in one place, and every player can account for all of them."""
    board = referee.board
    places = Counter(board.deck + referee.drawn + referee.open_triple)
    places.update(slot.card for slot in board.slots if slot.card is not None)
    for player in referee.sides:
        places.update(player.hand + [card.index for card in player.city.cards.values()])
    if referee.automaton is not None:
        places.update(referee.automaton.cards)
    assert places == Counter(range(68))
    for seat in range(referee.players):
        told = knowledge(referee, seat)
        nones = told["deck"] + told["drawn"] + sum(told["hands"], [])
        nones += [card for cards in told["face_down"] for card in cards.values()]
        assert nones.count(None) == len(told["unknown"])
        for shown, true in ((told["deck"], board.deck), (told["drawn"], referee.drawn)):
            assert all(card in (None, real) for card, real in zip(shown, true, strict=True))
        assert told["hands"][seat] == referee.sides[seat].hand
    assert set(board.put_by) <= set(board.deck)


def check_supply(referee):
    """Robots and tokens are conserved; set sizes follow the round."""
    on_cards = [card.state for player in referee.sides for card in player.city.cards.values()].count(WITH_ROBOT)
    assert referee.robots + sum(player.robots for player in referee.sides) + on_cards == 8
    assert referee.tokens + sum(player.tokens for player in referee.sides) == 4
    assert min(referee.robots, referee.tokens, *(player.robots for player in referee.sides)) >= 0
    board = referee.board
    if referee.stage in ("set", "second_tile", "payment"):
        assert [len(slot.tiles) for slot in board.slots] == [referee.round] * len(board.slots)
        assert all(slot.card is not None for slot in board.slots)
        refilled = 2 if referee.players == 1 else referee.players
        before = sum(range(1, referee.round)) * refilled + len(board.slots) * referee.round
        drawn = IN_TOWER[referee.players] - len(board.tower)
        assert before <= drawn < before + referee.round * refilled


def check_cities(referee):
    """Cities are connected, ascend, have at most three rows, and their frames hold them."""
    for player in referee.sides:
        city, frame = player.city, player.city.frame()
        assert frame["rows"] <= 3 and frame["columns"] <= 12
        if city.cards:
            reached, waiting = set(), [min(city.cards)]
            while waiting:
                row, column = waiting.pop()
                if (row, column) in city.cards and (row, column) not in reached:
                    reached.add((row, column))
                    waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            assert reached == set(city.cards)
        for numbers in frame["number"]:
            visible = [number for number in numbers if number]
            assert visible == sorted(set(visible))
        open_cards = [card for card in city.cards.values() if card.state in (NUMBERED, WITH_ROBOT)]
        assert sum(cell > 0 for row in frame["cell"] for cell in row) == 4 * len(open_cards)
        assert sum(cell > 0 for row in frame["link"] for cell in row) == 2 * (4 * len(open_cards) - len(city.plots))
        assert len(player.hand) <= 9


def check_points(referee):
    """All sides have all categories, and no side loses points."""
    rows = referee.points()
    assert len(rows) == max(2, referee.players)
    for row in rows:
        assert tuple(row) == CATEGORIES and min(row.values()) >= 0
    assert all(row["special_tiles"] == 0 for row in rows[: referee.players])


def play_game(players, seed, seen, policies=POLICIES):
    """Play a game with all checks; count events in `seen`."""
    referee, deciding = start(players, seed, policies)
    answers, turns = [], Counter()
    while referee.actor is not None:
        check_cards(referee)
        check_supply(referee)
        legal, seat = referee.legal(), referee.actor
        assert len(legal) > 1
        kinds = {sum(first <= action for first in STARTS) - 1 for action in legal}
        assert kinds <= RANGES[referee.stage]
        seen[referee.stage] += 1
        seen.update(f"range {kind}" for kind in kinds)
        action = deciding[seat].choose(referee)
        answers.append(action)
        cards_before = len(referee.sides[seat].city.cards)
        referee.apply(action)
        if len(referee.sides[seat].city.cards) > cards_before:
            turns[seat] += 1
            check_cities(referee)
            check_points(referee)
    check_cards(referee)
    check_cities(referee)
    check_points(referee)
    check_end(referee, turns, seen)
    return referee, answers


def check_end(referee, turns, seen):
    """Check a finished game."""
    players = referee.players
    assert referee.stage == "over" and referee.legal() == set()
    assert (referee.phase, referee.round) == (2, 4)
    assert turns == Counter(dict.fromkeys(range(players), 12))
    assert len(referee.board.tower) == IN_TOWER[players] - DRAWN_PER_PHASE[players]
    assert abs(sum(referee.outcome()) - (2 - max(2, players))) < 1e-9
    for player in referee.sides:
        assert len(player.city.cards) == 12 and not player.taken
        states = [card.state for card in player.city.cards.values()]
        seen["face down"] += states.count(FACE_DOWN)
        seen["robot"] += states.count(WITH_ROBOT)
    seen["discarded tile"] += len(referee.discarded)
    seen["marker"] += sum(len(markers) for markers in referee.markers)
    seen["shared concession"] += sum(len(markers) > 1 for markers in referee.markers)
    if referee.automaton is not None:
        assert len(referee.automaton.cards) == 12 and len(referee.automaton.tiles) == 30


@pytest.mark.parametrize("players", range(1, 5))
def test_random_games(players):
    """Play games with mixed players; a repetition gives the same game."""
    seen = Counter()
    for seed in range(GAMES):
        referee, answers = play_game(players, seed, seen)
        again, _ = start(players, seed)
        for answer in answers:
            again.apply(answer)
        assert again.snapshot() == referee.snapshot() and again.points() == referee.points()
    assert seen["marker"]


def test_everything_is_asked():
    """The games reach every stage and every range of actions, and the rare events."""
    seen = Counter()
    for seed in range(6):
        play_game(1 + seed % 4, 100 + seed, seen, (Spender, Cramped))
    wanted = [*RANGES, *(f"range {number}" for number in range(11)), "face down", "robot", "discarded tile"]
    assert not [name for name in wanted if not seen[name]]


def test_points_of_random_play():
    """Uniformly random play scores what an independent simulation of the specification scores, within chance."""
    totals = []
    for seed in range(40):
        referee, deciding = start(2, seed, (Random,))
        while referee.actor is not None:
            referee.apply(deciding[referee.actor].choose(referee))
        totals += [sum(row.values()) for row in referee.points()]
    assert 43 < sum(totals) / len(totals) < 53
