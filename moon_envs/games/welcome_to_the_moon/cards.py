"""The 63 starship cards and the three effect cards (welcome 1.2, 8.2)."""

from __future__ import annotations

import numpy as np

ACTION_NAMES = ("robot", "energy", "plant", "water", "astronaut", "planning")
ROBOT, ENERGY, PLANT, WATER, ASTRONAUT, PLANNING = range(6)
ACTION_COUNT = 6
LETTERS = "ABC"

# Row: number 1 to 15. Column: how many cards pair it with robot, energy, plant, water, astronaut, planning.
# Source: two public implementations, read again on pictures of the cards; the totals are the rulebook's.
CARDS_BY_NUMBER_AND_ACTION = (
    (1, 1, 0, 0, 0, 0),
    (1, 0, 1, 0, 0, 0),
    (0, 0, 0, 1, 1, 1),
    (0, 1, 1, 0, 1, 1),
    (2, 2, 1, 0, 0, 0),
    (1, 1, 1, 1, 1, 1),
    (1, 2, 2, 1, 0, 0),
    (2, 0, 2, 1, 1, 1),
    (1, 2, 2, 1, 0, 0),
    (1, 1, 1, 1, 1, 1),
    (2, 2, 1, 0, 0, 0),
    (0, 1, 1, 0, 1, 1),
    (0, 0, 0, 1, 1, 1),
    (1, 0, 1, 0, 0, 0),
    (1, 1, 0, 0, 0, 0),
)
LARGEST_NUMBER = len(CARDS_BY_NUMBER_AND_ACTION)

_pairs = [
    (number, action)
    for number, row in enumerate(CARDS_BY_NUMBER_AND_ACTION, start=1)
    for action, copies in enumerate(row)
    for _ in range(copies)
]
STARSHIP_CARDS = len(_pairs)
EFFECT_CARDS = len(LETTERS)
ALL_CARDS = STARSHIP_CARDS + EFFECT_CARDS

# Card c is printed with the identification c + 1. Effect cards follow the starship cards: 63 is A, 64 is B, 65 is C.
# The face that lies up in the solo deck: an action 0..5, or 6, 7, 8 for the letters.
CARD_NUMBER = np.array([number for number, _ in _pairs] + [0] * EFFECT_CARDS, dtype=np.int8)
CARD_FACE = np.array([action for _, action in _pairs] + [6, 7, 8], dtype=np.int8)
FACE_NAMES = ACTION_NAMES + tuple(LETTERS)
FACE_COUNT = len(FACE_NAMES)
