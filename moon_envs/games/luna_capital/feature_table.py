"""The features of Luna Capital: the parts of an observation and their sizes."""

from __future__ import annotations

from moon_envs.core.tables import CATEGORY, SEVERAL, SOLO, Feature, FeatureTable
from moon_envs.games.luna_capital.components import (
    AUTOMATON_TILES,
    CONCESSION_POINTS,
    CONTENTS,
    MOST_TILES_OF_A_KIND,
    ROBOTS,
    TOKENS,
)
from moon_envs.games.luna_capital.frame import (
    BOARD_SLOTS,
    CARD_COUNT,
    CARD_TARGETS,
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
    NUMBERS,
    PHASE_COUNT,
    PHASES,
    POSITIONS,
    ROUNDS,
    ROWS,
    SET_TILES,
)
from moon_envs.games.luna_capital.gains import GAIN_SHOWN, GROUP_SHOWN, SIDES
from moon_envs.games.luna_capital.kinds import (
    BASIC_TARGETS,
    CELL_NAMES,
    CELL_VALUES,
    HYDROGEN,
    KIND_NAMES,
    KINDS,
    TARGET_NAMES,
)
from moon_envs.games.luna_capital.state import DECISION_NAMES, FACE_DOWN

DECISIONS = len(DECISION_NAMES) - 1
TILE_KINDS = len(KINDS) - HYDROGEN
MODES = 3
# Where a card is, as far as the observer knows: a public place, the own hand, or the hand of an opponent.
IN_HAND = 3
CARD_PLACES_SEEN = ("not known", "played or gone", "on the board", "in the own hand") + tuple(
    f"in the hand of opponent {number}" for number in range(1, MAX_PLAYERS)
)
NOT_IN_PLAY, OPEN, CLOSED = range(3)
MARK_NAMES = ("no card", *(f"number {n}" for n in range(1, NUMBERS + 1)), "covered by a robot", "face down")
# Points and plots beyond these bounds, which play does not reach, are clipped.
POINTS_SHOWN = 200
RESIDENTIAL_SHOWN = 40
PLOTS_SHOWN = 20
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
        Feature("named_number", 1, 0, NUMBERS, "its number, 0: none"),
        Feature("named_cells", CELLS_OF_CARD, 0, CELL_VALUES - 1, "its four cells", CATEGORY, CELL_NAMES),
        Feature(
            "target_gains",
            CARD_TARGETS,
            0,
            GAIN_SHOWN,
            "the points of groups it would bring at each position",
            of_actions="card_target",
        ),
        Feature(
            "target_neighbours",
            CARD_TARGETS,
            0,
            SIDES,
            "the cards that would lie beside it there",
            of_actions="card_target",
        ),
        Feature("named_tile", SET_TILES, 0, 1, "the tile that is being placed, one-hot"),
        Feature("named_kind", 1, 0, len(KINDS) - 1, "its kind", CATEGORY, KIND_NAMES),
        Feature(
            "cell_gains",
            CELLS,
            0,
            GAIN_SHOWN,
            "the points of groups and residential modules it would bring on each cell",
            of_actions="cell",
        ),
        Feature(
            "cell_groups", CELLS, 0, GROUP_SHOWN, "the plots of the group it would belong to there", of_actions="cell"
        ),
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
# The features of all modes come first, then those of the solo mode or of the other games only.
COMMON_FEATURES = TABLE_FEATURES - MAX_PLAYERS
