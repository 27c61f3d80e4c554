"""What a player of Luna Capital observes."""

from __future__ import annotations

import numpy as np

from moon_envs.engine.compile import inlined_kernel, kernel
from moon_envs.engine.features import clear, put, put_all, put_bits, put_one_hot
from moon_envs.games.luna_capital.actions import HAND_CARD_PLAIN, PICK_BOARD_TILE, PICK_TAKEN_TILE, TAKE_SET
from moon_envs.games.luna_capital.cards import deck_place, hand_card, hand_size
from moon_envs.games.luna_capital.components import (
    AUTOMATON_TILES,
    CARD_CELLS,
    CARD_NUMBER,
    CONCESSION_POINTS,
    CONTENTS,
    MOST_TILES_OF_A_KIND,
    ROBOTS,
    TILE_KIND,
    TILE_ROBOTS,
    TOKENS,
)
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CARD_COUNT,
    CELLS,
    CELLS_OF_CARD,
    COLUMNS,
    CONCESSION_COUNT,
    CONCESSIONS_IN_PLAY,
    DRAWN_CARDS,
    HAND,
    HAND_LIMIT,
    MAX_PLAYERS,
    MOST_ROBOTS_OF_A_TILE,
    NONE,
    NUMBERS,
    PHASE_COUNT,
    PHASES,
    POSITIONS,
    ROUNDS,
    ROWS,
    SET_TILES,
    TURNS,
)
from moon_envs.games.luna_capital.hidden import SEEN_BY_OTHERS
from moon_envs.games.luna_capital.kinds import (
    BASIC_TARGETS,
    CELL_NAMES,
    CELL_VALUES,
    HYDROGEN,
    KIND_NAMES,
    KINDS,
    TARGET_NAMES,
)
from moon_envs.games.luna_capital.scoring import automaton_score, concession_points, score
from moon_envs.games.luna_capital.state import (
    AUTOMATON,
    CARDS_FACE_DOWN,
    DECIDE_CELL,
    DECIDE_DRAWN_CARD,
    DECIDE_EXCHANGE_SLOT,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SWAP,
    DECIDE_TARGET,
    DECISION_NAMES,
    FACE_DOWN,
    PLAYED,
    is_solo,
)
from moon_envs.games.luna_capital.tiles import drawn_count
from moon_envs.tables import CATEGORY, SEVERAL, SOLO, Feature, FeatureTable

DECISIONS = len(DECISION_NAMES) - 1
TILE_KINDS = len(KINDS) - HYDROGEN
MODES = 3
# Where a card is, for the observer: as everybody knows, in the own hand, or in the hand of the first, second, third
# opponent, as far as it is known.
IN_HAND = 3
CARD_PLACES_SEEN = ("not known", "played or gone", "on the board", "in the own hand") + tuple(
    f"in the hand of opponent {number}" for number in range(1, MAX_PLAYERS)
)
NOT_IN_PLAY, OPEN, CLOSED = range(3)
MARK_NAMES = ("no card", *(f"number {n}" for n in range(1, NUMBERS + 1)), "covered by a robot", "face down")
# Points, groups and plots beyond what play comes near are shown as the highest.
POINTS_SHOWN = 200
RESIDENTIAL_SHOWN = 40
PLOTS_SHOWN = 20
GROUP_SHOWN = 12
MOST_CONCESSION_POINTS = max(1, CONCESSIONS_IN_PLAY * int(CONCESSION_POINTS.max()))

FEATURES = FeatureTable(
    table=(
        Feature("phase", PHASE_COUNT, 0, 1, "the phase, one-hot: " + ", ".join(PHASES)),
        Feature("round", 1, 1, ROUNDS, "the round of the phase: how many tiles a set has"),
        Feature("players", 1, 1, MAX_PLAYERS, "number of players"),
        Feature("decision", DECISIONS, 0, 1, "what is to be decided now, one-hot: " + ", ".join(DECISION_NAMES[1:])),
        Feature("last_delivery", BOARD_SLOTS, 0, 1, "the slot with the last-delivery marker, one-hot"),
        Feature("deck", 1, 0, CARD_COUNT, "cards in the deck"),
        Feature("robots_left", 1, 0, max(1, ROBOTS), "robots in the supply"),
        Feature("tokens_left", 1, 0, max(1, TOKENS), "redistribution tokens in the supply"),
        Feature("board_numbers", BOARD_SLOTS, 0, NUMBERS, "number of the card of each slot, 0: none"),
        Feature(
            "board_cells",
            BOARD_SLOTS * CELLS_OF_CARD,
            0,
            CELL_VALUES - 1,
            "its four cells, top left, top right, bottom left, bottom right",
            CATEGORY,
            CELL_NAMES,
        ),
        Feature(
            "board_tiles", BOARD_SLOTS * SET_TILES, 0, len(KINDS) - 1, "the tiles of each slot", CATEGORY, KIND_NAMES
        ),
        Feature("board_robots", BOARD_SLOTS * SET_TILES, 0, MOST_ROBOTS_OF_A_TILE, "their robots"),
        Feature(
            "tower", TILE_KINDS, 0, MOST_TILES_OF_A_KIND, "tiles in the tower: " + ", ".join(KIND_NAMES[HYDROGEN:])
        ),
        Feature(
            "concessions",
            CONCESSION_COUNT,
            0,
            CLOSED,
            "each concession, the short-term ones first",
            CATEGORY,
            ("not in play", "open", "closed"),
        ),
        Feature("cards", CARD_COUNT, 0, len(CARD_PLACES_SEEN) - 1, "where each card is", CATEGORY, CARD_PLACES_SEEN),
        Feature(
            "deck_places",
            CARD_COUNT,
            0,
            CARD_COUNT,
            "of cards known to lie in the deck: 1 for the top one, 2 for the next; 0: not known to lie there",
        ),
        Feature("taken_tiles", SET_TILES, 0, len(KINDS) - 1, "tiles still to be placed", CATEGORY, KIND_NAMES),
        Feature("taken_robots", SET_TILES, 0, MOST_ROBOTS_OF_A_TILE, "their robots"),
        Feature("hand_numbers", HAND_LIMIT, 0, NUMBERS, "numbers of the own hand cards, 0: none"),
        Feature("hand_cells", HAND_LIMIT * CELLS_OF_CARD, 0, CELL_VALUES - 1, "their four cells", CATEGORY, CELL_NAMES),
        Feature("drawn_numbers", DRAWN_CARDS, 0, NUMBERS, "numbers of the cards drawn by the own landing pad, 0: none"),
        Feature(
            "drawn_cells", DRAWN_CARDS * CELLS_OF_CARD, 0, CELL_VALUES - 1, "their four cells", CATEGORY, CELL_NAMES
        ),
        Feature("named_slot", BOARD_SLOTS, 0, 1, "the slot that is being paid for, one-hot"),
        Feature("named_board_tile", BOARD_SLOTS * SET_TILES, 0, 1, "the tile that is being redistributed, one-hot"),
        Feature("named_card", HAND_LIMIT, 0, 1, "the hand card that is being played or exchanged, one-hot"),
        Feature("named_mode", MODES, 0, 1, "how it is played, one-hot: plain, with a robot, face down"),
        Feature("named_tile", SET_TILES, 0, 1, "the tile that is being placed, one-hot"),
        Feature(
            "first_player",
            MAX_PLAYERS,
            0,
            1,
            "who has the first-player marker, one-hot: you, then the opponents in seating order",
            only=SEVERAL,
        ),
        Feature(
            "automaton_kinds",
            TILE_KINDS,
            0,
            AUTOMATON_TILES,
            "tiles and printed projects of the Automaton: " + ", ".join(KIND_NAMES[HYDROGEN:]),
            only=SOLO,
        ),
        Feature(
            "automaton_points", 1, 0, POINTS_SHOWN, f"its points; {POINTS_SHOWN}: {POINTS_SHOWN} or more", only=SOLO
        ),
        Feature("automaton_numbers", HAND, 0, NUMBERS, "numbers of its hand, while it can be swapped", only=SOLO),
        Feature(
            "automaton_cells",
            HAND * CELLS_OF_CARD,
            0,
            CELL_VALUES - 1,
            "the four cells of each of these cards",
            CATEGORY,
            CELL_NAMES,
            only=SOLO,
        ),
    ),
    player=(
        Feature("deciding", 1, 0, 1, "1: this player decides now"),
        Feature("hand", 1, 0, HAND_LIMIT, "cards in hand"),
        Feature("robots", 1, 0, max(1, ROBOTS), "robots to be spent"),
        Feature("tokens", 1, 0, max(1, TOKENS), "redistribution tokens to be spent"),
        Feature("points", 1, 0, POINTS_SHOWN, f"points as they stand; {POINTS_SHOWN}: {POINTS_SHOWN} or more"),
        Feature("concession_points", 1, 0, MOST_CONCESSION_POINTS, "those of concessions"),
        Feature("residential_points", 1, 0, RESIDENTIAL_SHOWN, "those of residential modules"),
        Feature(
            "groups", BASIC_TARGETS, 0, GROUP_SHOWN, "largest groups of " + ", ".join(TARGET_NAMES[:BASIC_TARGETS])
        ),
        Feature("plots", CONTENTS, 0, PLOTS_SHOWN, "all plots, then those with " + ", ".join(KIND_NAMES[1:CONTENTS])),
        Feature("rows", 1, 0, ROWS, "rows of the city"),
        Feature("columns", 1, 0, COLUMNS, "columns of the city"),
        Feature("fits", NUMBERS, 0, 1, "1: the number can be played without a robot; from 1 to 10"),
        Feature("marks", POSITIONS, 0, FACE_DOWN, "the cards of the city, row by row", CATEGORY, MARK_NAMES),
        Feature("cells", CELLS, 0, CELL_VALUES - 1, "the cells of the city, row by row", CATEGORY, CELL_NAMES),
    ),
)
SLOT_CARD_FEATURES = BOARD_SLOTS * (1 + CELLS_OF_CARD)
SLOT_FEATURES = SLOT_CARD_FEATURES + 2 * BOARD_SLOTS * SET_TILES
TABLE_FEATURES, SOLO_FEATURES = FEATURES.table_size(2), FEATURES.table_size(1)
PLAYER_FEATURES = FEATURES.player_size
# The features of both come first, then those that only the solo mode or only the other games have.
COMMON_FEATURES = TABLE_FEATURES - MAX_PLAYERS


@kernel
def observe(state, player, features):
    """Write what the player knows, from the player's seat: the own block first, the others in seating order."""
    clear(features)
    cursor = observe_board(state, player, features)
    cursor = observe_cards(state, player, features, cursor)
    cursor = observe_own(state, player, features, cursor)
    if state.seat == player and not state.over:
        observe_named(state, features, cursor)
    if is_solo(state):
        observe_automaton(state, features, COMMON_FEATURES)
    else:
        features[COMMON_FEATURES + (state.first_player + state.player_count - player) % state.player_count] = 1
    first = SOLO_FEATURES if is_solo(state) else TABLE_FEATURES
    for distance in range(state.player_count):
        other = player + distance
        if other >= state.player_count:
            other -= state.player_count
        observe_player(state, other, features[first : first + PLAYER_FEATURES])
        first += PLAYER_FEATURES


@inlined_kernel
def observe_board(state, player, features):
    """Phase, decision, supply, slots, tower and concessions."""
    put_one_hot(features, 0, state.phase, PHASE_COUNT)
    cursor = put(features, PHASE_COUNT, state.round)
    cursor = put(features, cursor, state.player_count)
    decision = state.decision if state.seat == player else SEEN_BY_OTHERS[state.decision]
    cursor = put_one_hot(features, cursor, -1 if state.over else decision - 1, DECISIONS)
    cursor = put_one_hot(features, cursor, state.last_delivery, BOARD_SLOTS)
    cursor = put(features, cursor, state.deck_count)
    cursor = put(features, cursor, state.robots_left)
    cursor = put(features, cursor, state.tokens_left)
    observe_slots(state, features[cursor : cursor + SLOT_FEATURES])
    cursor += SLOT_FEATURES
    cursor = put_all(features, cursor, state.tower_kinds[HYDROGEN:])
    for place in range(CONCESSIONS_IN_PLAY):
        is_closed = state.closed_in[place] != NONE
        features[cursor + state.concessions[place]] = CLOSED if is_closed else OPEN
    return cursor + CONCESSION_COUNT


@inlined_kernel
def observe_slots(state, block):
    """The cards of the slots, then their tiles."""
    kinds, robots = TILE_KIND[state.phase], TILE_ROBOTS[state.phase]
    tiles = block[SLOT_CARD_FEATURES:]
    for slot in range(BOARD_SLOTS):
        put_card_features(block, 0, slot, BOARD_SLOTS, np.int64(state.board[slot]))
        for place in range(state.slot_count[slot]):
            tile = state.slot_tiles[slot, place]
            tiles[slot * SET_TILES + place] = kinds[tile]
            tiles[(BOARD_SLOTS + slot) * SET_TILES + place] = robots[tile]


@inlined_kernel
def put_card_features(features, cursor, place, places, card):
    """Write a card of a list: all numbers of the list come first, then the cells of all its cards."""
    if card != NONE:
        features[cursor + place] = CARD_NUMBER[card]
        first = cursor + places + place * CELLS_OF_CARD
        for cell in range(CELLS_OF_CARD):
            features[first + cell] = CARD_CELLS[card, cell]


@inlined_kernel
def put_tiles(state, features, cursor, robots_after, tiles, count):
    """Write the kinds of some tiles and, some places after them, their robots."""
    for place in range(count):
        features[cursor + place] = TILE_KIND[state.phase, tiles[place]]
        features[cursor + place + robots_after] = TILE_ROBOTS[state.phase, tiles[place]]


@inlined_kernel
def observe_cards(state, player, features, cursor):
    """Where each card is, as far as the player knows (luna_capital 11.5, 11.7, 11.8)."""
    put_all(features, cursor, state.card_place)
    for place in range(hand_size(state, player)):
        features[cursor + hand_card(state, player, place)] = IN_HAND
    for place in range(state.players[player].face_down_count):
        features[cursor + state.cards[CARDS_FACE_DOWN + player * TURNS + place]] = PLAYED
    for distance in range(1, state.player_count):
        other = (player + distance) % state.player_count
        known = np.int64(state.players[other].hand_known)
        for place in range(HAND_LIMIT):
            if known >> place == 0:
                break
            if (known >> place) & 1:
                features[cursor + hand_card(state, other, place)] = IN_HAND + distance
    cursor += CARD_COUNT
    for index in range(state.deck_count - state.returned_count, state.deck_count):
        place = deck_place(state, index)
        if state.returned_by[place] == player:
            features[cursor + state.cards[place]] = index + 1
    return cursor + CARD_COUNT


@inlined_kernel
def observe_own(state, player, features, cursor):
    """The taken tiles, the own hand, and the cards that the own landing pad has drawn."""
    put_tiles(state, features, cursor, SET_TILES, state.taken, state.taken_count)
    cursor += 2 * SET_TILES
    for place in range(hand_size(state, player)):
        put_card_features(features, cursor, place, HAND_LIMIT, hand_card(state, player, place))
    cursor += HAND_LIMIT * (1 + CELLS_OF_CARD)
    if state.decision == DECIDE_DRAWN_CARD and state.seat == player:
        for place in range(drawn_count(state)):
            card = np.int64(state.cards[deck_place(state, place)])
            put_card_features(features, cursor, place, DRAWN_CARDS, card)
    return cursor + DRAWN_CARDS * (1 + CELLS_OF_CARD)


@inlined_kernel
def observe_named(state, features, cursor):
    """What the deciding player has named on the way to this decision."""
    decision, named = state.decision, np.int64(state.named)
    if decision == DECIDE_PAYMENT:
        put(features, cursor + named - TAKE_SET, 1)
    cursor += BOARD_SLOTS
    if decision == DECIDE_SECOND_TILE:
        put(features, cursor + named - PICK_BOARD_TILE, 1)
    cursor += BOARD_SLOTS * SET_TILES
    if decision == DECIDE_TARGET or decision == DECIDE_EXCHANGE_SLOT:
        put(features, cursor + (named - HAND_CARD_PLAIN) % HAND_LIMIT, 1)
    cursor += HAND_LIMIT
    if decision == DECIDE_TARGET:
        put(features, cursor + (named - HAND_CARD_PLAIN) // HAND_LIMIT, 1)
    cursor += MODES
    if decision == DECIDE_CELL:
        put(features, cursor + named - PICK_TAKEN_TILE, 1)


@kernel
def observe_automaton(state, features, cursor):
    """The Automaton's pile, which is open, and its hand until the swap is decided (luna_capital 10.2)."""
    for kind in range(TILE_KINDS):
        features[cursor + kind] = min(state.pile_kinds[HYDROGEN + kind], AUTOMATON_TILES)
    cursor = put(features, cursor + TILE_KINDS, min(automaton_score(state), POINTS_SHOWN))
    if state.decision == DECIDE_SWAP:
        automaton = np.int64(AUTOMATON)
        for place in range(hand_size(state, automaton)):
            put_card_features(features, cursor, place, HAND, hand_card(state, automaton, place))


@inlined_kernel
def observe_player(state, player, block):
    """One player's block: all of it is public."""
    own = state.players[player]
    cursor = put(block, 0, player == state.seat and not state.over)
    cursor = put(block, cursor, own.hand_size)
    cursor = put(block, cursor, own.robots)
    cursor = put(block, cursor, own.tokens)
    cursor = put(block, cursor, min(score(state, player), POINTS_SHOWN))
    cursor = put(block, cursor, concession_points(state, player))
    cursor = put(block, cursor, min(own.residential_points, RESIDENTIAL_SHOWN))
    for target in range(BASIC_TARGETS):
        cursor = put(block, cursor, min(own.largest[target], GROUP_SHOWN))
    for kind in range(CONTENTS):
        cursor = put(block, cursor, min(own.counts[kind], PLOTS_SHOWN))
    cursor = put(block, cursor, own.rows)
    cursor = put(block, cursor, own.columns)
    cursor = put_bits(block, cursor, own.fitting >> 1, NUMBERS)
    cursor = put_all(block, cursor, own.marks)
    put_all(block, cursor, own.cells)
