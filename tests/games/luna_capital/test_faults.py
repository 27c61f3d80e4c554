"""Tampered records: each fault is found and named in words."""

import numpy as np
import pytest

import moon_envs
from moon_envs.games.luna_capital import faults
from moon_envs.games.luna_capital import state as states
from moon_envs.games.luna_capital.game import GAME


def record_at(decision, players=2, seed=3, phase=0):
    """A record of a random game at a given decision."""
    batch = moon_envs.Batch(GAME, 64, players, seed=seed, autoreset="disabled", threads=1)
    while True:
        found = (batch.states["decision"] == decision) & (batch.states["phase"] >= phase) & ~batch.done
        if found.any():
            return np.array([batch.states[np.flatnonzero(found)[0]]])
        batch.step(batch.sample())


def place(record, field, index, value):
    if index is ...:
        record[field] = value
    else:
        record[field][0][index] = value


def own(record, field, value, seat=None):
    player = record["players"][0][int(record["seat"][0]) if seat is None else seat]
    player[field] = value(player[field]) if callable(value) else value


def swap_tiles(record):
    """Let a tile of the board be one that was not drawn."""
    record["slot_tiles"][0][0, 0] = record["tower"][0][int(record["tiles_drawn"][0])]


def lose_card(record):
    record["board"][0][0] = record["board"][0][1]


def move_piece(record):
    """Let a project stand on a plot that it was not counted for."""
    cells = record["players"][0][0]["cells"]
    cells[np.flatnonzero(cells == 1)[0]] = 3


def mark_open_concession(record):
    record["closed_in"] = -1
    own(record, "markers", 1)


def take_a_pile(record):
    """Let a card of the board lie in a pile, in a game without the Automaton."""
    record["pile_count"] = 1
    record["pile_cards"][0][0] = record["board"][0][0]
    record["card_place"][0][record["board"][0][0]] = states.PLAYED
    record["board"][0][0] = -1


SET, CARD, TARGET, TILE = states.DECIDE_SET, states.DECIDE_CARD, states.DECIDE_TARGET, states.DECIDE_TILE
CASES = [
    (faults.WRONG_TURN, SET, lambda r: place(r, "seat", ..., 1 - r["seat"][0])),
    (faults.WRONG_TURN, SET, lambda r: place(r, "decision", ..., states.DECIDE_SWAP)),
    (faults.WRONG_TURN, SET, lambda r: place(r, "decision", ..., states.NO_DECISION)),
    (faults.WRONG_TURN, SET, lambda r: place(r, "first_player", ..., 3)),
    (faults.WRONG_TURN, SET, lambda r: place(r, "over", ..., 1)),
    (faults.WRONG_TILES, SET, swap_tiles),
    (faults.WRONG_TILES, SET, lambda r: place(r, "tower", 0, r["tower"][0][1])),
    (faults.WRONG_TILES, SET, lambda r: place(r, "tiles_drawn", ..., 30)),
    (faults.WRONG_TILES, SET, lambda r: place(r, "tower_kinds", 3, 0)),
    (faults.WRONG_DECISION, TILE, lambda r: place(r, "taken_count", ..., 0)),
    (faults.WRONG_SLOTS, SET, lambda r: place(r, "emptied", ..., 1)),
    (faults.WRONG_SLOTS, CARD, lambda r: place(r, "emptied", ..., -1)),
    (faults.WRONG_CITY, SET, move_piece),
    (faults.WRONG_CITY, SET, lambda r: own(r, "fitting", lambda bits: bits ^ 2, 0)),
    (faults.WRONG_CITY, SET, lambda r: own(r, "residential_points", lambda points: points + 2, 0)),
    (faults.WRONG_CITY, SET, lambda r: own(r, "largest", 9, 0)),
    (faults.WRONG_CITY, SET, lambda r: own(r, "columns", lambda columns: columns + 1, 0)),
    (faults.WRONG_CARDS, SET, lambda r: own(r, "face_down_count", 1, 3)),
    (faults.WRONG_CARDS, SET, lose_card),
    (faults.WRONG_CARDS, SET, lambda r: place(r, "card_place", 0, (r["card_place"][0][0] + 1) % 3)),
    (faults.WRONG_CARDS, SET, lambda r: place(r, "deck_count", ..., r["deck_count"][0] - 1)),
    (faults.WRONG_DECK, SET, lambda r: place(r, "returned_count", ..., r["returned_count"][0] + 1)),
    (faults.WRONG_DECK, SET, lambda r: place(r, "returned_by", r["deck_top"][0], 1)),
    (faults.WRONG_HANDS, SET, lambda r: own(r, "hand_known", 1 << 11)),
    (faults.WRONG_SUPPLY, SET, lambda r: own(r, "tokens", 4)),
    (faults.WRONG_SUPPLY, SET, lambda r: own(r, "robots", 8)),
    (faults.WRONG_CONCESSIONS, SET, mark_open_concession),
    (faults.WRONG_PILE, SET, take_a_pile),
    (faults.WRONG_DECISION, TARGET, lambda r: place(r, "named", ..., 0)),
    (faults.WRONG_DECISION, TARGET, lambda r: place(r, "named", ..., 21 + 11)),
    (faults.WRONG_DECISION, TARGET, lambda r: place(r, "named", ..., 45)),
    (faults.WRONG_DECISION, states.DECIDE_CELL, lambda r: place(r, "named", ..., 109 + 3)),
    (faults.WRONG_DECISION, states.DECIDE_PAYMENT, lambda r: place(r, "named", ..., 20)),
]


@pytest.mark.parametrize(("fault", "decision", "tamper"), CASES)
def test_fault(fault, decision, tamper):
    record = record_at(decision, phase=1)
    GAME.check_states(record, 2)
    tamper(record)
    with pytest.raises(moon_envs.ConfigurationError) as caught:
        GAME.check_states(record, 2)
    assert faults.FAULTS[fault - 1] in str(caught.value)


def test_a_hand_that_could_grow_too_large():
    """A hand has three cards, and one more for each landing pad that can have been placed."""
    record = record_at(SET)
    seat, top = int(record["seat"][0]), int(record["deck_top"][0])
    # Three cards of the deck in the hand: nothing is lost, but no landing pad can have brought them.
    hand = 68 + 12 * seat + int(record["players"][0][seat]["hand_size"])
    for index in range(6):
        record["cards"][0][hand + index] = record["cards"][0][top + index]
        record["cards"][0][top + index] = -1
    record["players"][0][seat]["hand_size"] += 6
    record["deck_top"] += 6
    record["deck_count"] -= 6
    with pytest.raises(moon_envs.ConfigurationError, match="a hand is too large"):
        GAME.check_states(record, 2)


def test_pile_of_a_solo_game():
    record = record_at(SET, players=1, phase=1)
    GAME.check_states(record, 1)
    record["pile_kinds"][0][3] += 1
    with pytest.raises(moon_envs.ConfigurationError, match="the Automaton's pile"):
        GAME.check_states(record, 1)


def test_every_fault_is_tested():
    assert {fault for fault, _, _ in CASES} == set(range(1, len(faults.FAULTS) + 1))
