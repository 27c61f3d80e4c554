"""Small pictures of choices: the cards and tiles that their words name."""

from __future__ import annotations

import numpy as np

from moon_envs.core.game import Game
from moon_envs.games.luna_capital.actions import ACTIONS
from moon_envs.games.luna_capital.card_lists import deck_cards, hand_cards
from moon_envs.games.luna_capital.frame import DRAWN_CARDS, NONE, SET_TILES
from moon_envs.games.luna_capital.state import DECIDE_DRAWN_CARD, DECIDE_EXCHANGE_SLOT
from moon_envs.render.games.luna_capital.pieces import card_height, card_width, draw_card, draw_tile
from moon_envs.render.picture import Picture

CELL, TILE, STEP = 14, 22, 4


def draw_choice(game: Game, state: np.void, action: int) -> Picture | None:
    """Draw what an action of the deciding player is about; None if it names no card and no tile."""
    name, index = ACTIONS.locate(action)
    card = _card(state, name, index)
    tiles = _tiles(state, name, index)
    if card == NONE and not tiles:
        return None
    left = 0.0 if card == NONE else card_width(CELL) + STEP
    picture = Picture(left + len(tiles) * (TILE + STEP))
    if card != NONE:
        draw_card(picture, 0, 0, CELL, card)
    for place, tile in enumerate(tiles):
        top = 0.0 if card == NONE else (card_height(CELL) - TILE) / 2
        draw_tile(picture, left + place * (TILE + STEP), top, TILE, int(state["phase"]), tile)
    return picture


def _card(state: np.void, name: str, index: int) -> int:
    """The card that an action names, NONE for no card."""
    if name == "take_set":
        return int(state["board"][index])
    cards: list[int] = []
    if name.startswith("hand_card"):
        cards = hand_cards(state, int(state["seat"]))
    elif name == "keep_drawn_card" and state["decision"] == DECIDE_DRAWN_CARD:
        cards = [card for card, _ in deck_cards(state)[:DRAWN_CARDS]]
    return cards[index] if index < len(cards) else NONE


def _tiles(state: np.void, name: str, index: int) -> list[int]:
    """The tiles that an action names."""
    if name == "take_set":
        return [] if state["decision"] == DECIDE_EXCHANGE_SLOT else _tiles_of_slot(state, index)
    if name == "pick_board_tile":
        slot, place = divmod(index, SET_TILES)
        return _tiles_of_slot(state, slot)[place : place + 1]
    if name == "pick_taken_tile":
        return state["taken"][: int(state["taken_count"])].tolist()[index : index + 1]
    return []


def _tiles_of_slot(state: np.void, slot: int) -> list[int]:
    return state["slot_tiles"][slot][: int(state["slot_count"][slot])].tolist()
