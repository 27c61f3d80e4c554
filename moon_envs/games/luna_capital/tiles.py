"""Placing the tiles of the taken set, and their immediate effects (luna_capital 5)."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compiler.compile import kernel
from moon_envs.games.luna_capital.actions import CELL, KEEP_DRAWN_CARD, PICK_TAKEN_TILE
from moon_envs.games.luna_capital.building import NO_SINGLE_CHOICE
from moon_envs.games.luna_capital.cards import draw_card, put_under_deck, take_in_hand
from moon_envs.games.luna_capital.city import change_content
from moon_envs.games.luna_capital.components import ALL_PLOTS, TILE_KIND, TILE_ROBOTS
from moon_envs.games.luna_capital.frame import CELLS, DRAWN_CARDS, NONE
from moon_envs.games.luna_capital.kinds import COVERS_UP_TO, DEMOLITION, EMPTY, LANDING_PAD, REDISTRIBUTION, SCAFFOLD
from moon_envs.games.luna_capital.sets import looks_alike
from moon_envs.games.luna_capital.state import DECIDE_CELL, DECIDE_DRAWN_CARD, DECIDE_TILE, ask, deciding_player


@kernel
def plots_for(own, kind):
    """Count the plots of a city that accept a tile (luna_capital 1.4)."""
    highest = COVERS_UP_TO[kind]
    if highest == EMPTY:
        return np.int64(own.counts[EMPTY])
    if highest == SCAFFOLD:
        return np.int64(own.counts[EMPTY]) + own.counts[SCAFFOLD]
    return np.int64(own.counts[ALL_PLOTS])


@kernel
def can_be_next(state, place):
    """Return whether a taken tile has a plot, and no earlier one looks alike (luna_capital 5.6, 11.4)."""
    tile = state.taken[place]
    if plots_for(state.players[state.seat], TILE_KIND[state.phase, tile]) == 0:
        return False
    for earlier in range(place):
        if looks_alike(state, state.taken[earlier], tile):
            return False
    return True


@kernel
def mark_tiles(state, mask):
    """Mark the taken tiles that can be placed next."""
    for place in range(state.taken_count):
        mask[PICK_TAKEN_TILE + place] = can_be_next(state, place)


@kernel
def tile_choices(state):
    """Count the taken tiles that can be placed next."""
    count = 0
    for place in range(state.taken_count):
        count += can_be_next(state, place)
    return count


@kernel
def only_tile(state):
    """Return the tile that can be placed next if there is only one (luna_capital 11.2)."""
    found = NO_SINGLE_CHOICE
    for place in range(state.taken_count):
        if can_be_next(state, place):
            if found != NO_SINGLE_CHOICE:
                return NO_SINGLE_CHOICE
            found = PICK_TAKEN_TILE + place
    return found


@kernel
def discard_tiles(state):
    """Discard the tiles that cannot be placed, without effect (luna_capital 5.6)."""
    for place in range(state.taken_count):
        state.taken[place] = NONE
    state.taken_count = 0


@kernel
def named_kind(state):
    """Return the kind of the tile that is about to be placed."""
    return TILE_KIND[state.phase, state.taken[state.named - PICK_TAKEN_TILE]]


@kernel
def mark_cells(state, mask):
    """Mark every plot that accepts the tile, by its first cell."""
    highest = COVERS_UP_TO[named_kind(state)]
    cells = state.players[state.seat].cells
    marked = mask[CELL : CELL + CELLS]
    for cell in range(CELLS):
        marked[cell] = (cells[cell] >= EMPTY) & (cells[cell] <= highest)


@kernel
def only_cell_for_tile(state):
    """Return the plot for the tile if there is only one (luna_capital 11.2)."""
    own = state.players[state.seat]
    kind = named_kind(state)
    if plots_for(own, kind) != 1:
        return NO_SINGLE_CHOICE
    cell = 0
    while not EMPTY <= own.cells[cell] <= COVERS_UP_TO[kind]:
        cell += 1
    return CELL + cell


@kernel
def choose_tile(state, action):
    """Name the tile; its plot is asked next."""
    ask(state, DECIDE_CELL, action)


@kernel
def place_tile(state, cell):
    """Place the named tile; its effects come before the next one (luna_capital 5.1, 5.5)."""
    own = state.players[state.seat]
    place = state.named - PICK_TAKEN_TILE
    tile = np.int64(state.taken[place])
    kind = np.int64(TILE_KIND[state.phase, tile])
    for later in range(place + 1, state.taken_count):
        state.taken[later - 1] = state.taken[later]
    state.taken_count -= 1
    state.taken[state.taken_count] = NONE
    change_content(own, cell, EMPTY if kind == DEMOLITION else kind)
    gain_robots(state, own, TILE_ROBOTS[state.phase, tile])
    if kind == REDISTRIBUTION:
        gain_token(state, own)
    ask(state, DECIDE_TILE, NONE)
    if kind == LANDING_PAD and state.deck_count > 0:
        ask(state, DECIDE_DRAWN_CARD, NONE)


@kernel
def gain_robots(state, own, symbols):
    """Gain as many robots as the tile shows and the supply has (luna_capital 5.2)."""
    gained = min(symbols, state.robots_left)
    own.robots += gained
    state.robots_left -= gained


@kernel
def gain_token(state, own):
    """Gain a redistribution token if the supply has one (luna_capital 5.3)."""
    if state.tokens_left > 0:
        own.tokens += 1
        state.tokens_left -= 1


@kernel
def drawn_count(state):
    """Return how many cards a landing pad draws; they stay on top of the deck until one is kept (luna_capital 5.4)."""
    return min(DRAWN_CARDS, np.int64(state.deck_count))


@kernel
def mark_drawn_cards(state, mask):
    """Mark the drawn cards; the player keeps one."""
    for place in range(drawn_count(state)):
        mask[KEEP_DRAWN_CARD + place] = 1


@kernel
def keep_drawn_card(state, kept):
    """Keep one drawn card and put the others under the deck in drawn order (luna_capital 5.4)."""
    for place in range(drawn_count(state)):
        card = draw_card(state)
        if place == kept:
            take_in_hand(state, deciding_player(state), card, 0)
        else:
            put_under_deck(state, card, deciding_player(state))
    ask(state, DECIDE_TILE, NONE)
