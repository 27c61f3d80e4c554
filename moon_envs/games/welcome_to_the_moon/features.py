"""What a player observes: the features all adventures share, and between them the adventure's own."""

from __future__ import annotations

from collections.abc import Callable

from moon_envs.core.tables import CATEGORY, SEVERAL, SOLO, Feature, FeatureTable
from moon_envs.engine.compiler.compile import inlined_kernel, kernel
from moon_envs.engine.compiler.shared_rules import shared_rule
from moon_envs.engine.features import clear, put, put_all, put_bits, put_one_hot
from moon_envs.engine.records import StateRecord
from moon_envs.games.welcome_to_the_moon.actions import PILES
from moon_envs.games.welcome_to_the_moon.astra import drawn_action, drawn_number, top_face
from moon_envs.games.welcome_to_the_moon.cards import ACTION_COUNT, ALL_CARDS, FACE_COUNT, LARGEST_NUMBER
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, LARGEST_WRITTEN
from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet, decision_count, printed
from moon_envs.games.welcome_to_the_moon.opponents import LEVELS, OPPONENT_VALUES, OPPONENTS
from moon_envs.games.welcome_to_the_moon.piles import LAST, next_pile_action, pile_action, pile_number
from moon_envs.games.welcome_to_the_moon.races import open_races
from moon_envs.games.welcome_to_the_moon.state import (
    CARDS_OF_FACE,
    CARDS_OF_NUMBER,
    COMBINATIONS,
    MAX_PLAYERS,
    MISSIONS,
    NO_COMBINATION,
    NO_DECISION,
    NOT_FLIPPED,
    is_solo,
)

MOST_OF_A_NUMBER = int(CARDS_OF_NUMBER.max())
MOST_OF_A_FACE = int(CARDS_OF_FACE.max())
MOST_GIVEN = int(CARDS_OF_FACE[:ACTION_COUNT].max())
MOST_VALUE = int(OPPONENT_VALUES.max())

# Larger counts are shown as these: they hardly occur, and common counts use the whole scale in this way.
TURNS_SHOWN = 40
BONUSES_SHOWN = 4
PENDING_SHOWN = 3

NO_ACTION = -1


def adventure_features(
    state: StateRecord,
    decisions: tuple[str, ...],
    printed_sheet: PrintedSheet,
    missions: tuple,
    most_turns: int,
    *,
    races: Feature | None = None,
    table: tuple[Feature, ...] = (),
    cells: tuple[Feature, ...] | None = None,
    sheet: tuple[Feature, ...] = (),
) -> FeatureTable:
    """The features of an adventure, in the order `observe` writes them.

    Args:
        state: its state record.
        decisions: the names of its kinds of decisions.
        printed_sheet: the facts of its sheet.
        missions: its mission cards.
        most_turns: the most turns that a game can last.
        races: the feature of the open races, if the adventure has races.
        table: what `observe_own_table` writes.
        cells: what `observe_cells` writes; None: the features of numbered cells.
        sheet: what `observe_own_sheet` writes.
    """
    shared = shared_features(len(decisions), most_turns, printed_sheet.solo_bonus_symbols)
    most_paid = max(first for pair in missions for _, first, _, _ in pair)
    return FeatureTable(
        table=(*shared, *((races,) if races else ()), *table),
        player=(
            *(cells if cells is not None else numbered_cells(state)),
            *sheet,
            Feature("missions", MISSIONS, 0, most_paid, "what each mission paid, 0: not accomplished"),
        ),
    )


def numbered_cells(state: StateRecord, *, has_infections: bool = False) -> tuple[Feature, ...]:
    """The features of cells in which numbers are written."""
    cells = state.dtype["players"].base["cells"].shape[0]
    kinds = ("nothing", "a number", "an X", "an infection")[: 4 if has_infections else 3]
    return (
        Feature("cell_kinds", cells, 0, len(kinds) - 1, "what each cell holds", CATEGORY, kinds),
        Feature("cell_numbers", cells, 0, LARGEST_WRITTEN, "the number written in each cell, 0: none"),
    )


def shared_features(decisions: int, most_turns: int, solo_bonus_symbols: int) -> tuple[Feature, ...]:
    """The features of the table that `observe_table` writes."""
    return (
        Feature(
            "turn",
            1,
            0,
            min(most_turns, TURNS_SHOWN),
            f"turn, beginning with 1; {TURNS_SHOWN}: {TURNS_SHOWN} or later",
        ),
        Feature("players", 1, 1, MAX_PLAYERS, "number of players", only=SEVERAL),
        Feature(
            "decision", decisions, 0, 1, "what this player has to decide now (one of them is 1); none: others decide"
        ),
        Feature("numbers", PILES, 0, LARGEST_NUMBER, "numbers offered: of the piles, or of the drawn cards"),
        Feature("actions", PILES * ACTION_COUNT, 0, 1, "actions offered with them, one-hot per pile or drawn card"),
        Feature("next_actions", PILES * ACTION_COUNT, 0, 1, "actions of the next turn, one-hot per pile", only=SEVERAL),
        Feature(
            "picked_combination", COMBINATIONS, 0, 1, "combination picked by this player and not yet finished, one-hot"
        ),
        Feature("picked_number", 1, 0, LARGEST_WRITTEN, "its number, as modified"),
        Feature("picked_action", ACTION_COUNT, 0, 1, "its action, one-hot"),
        Feature("hidden_cards", 1, 0, ALL_CARDS, "cards lying face down"),
        Feature("hidden_numbers", LARGEST_NUMBER, 0, MOST_OF_A_NUMBER, "how many of each number lie face down"),
        Feature(
            "hidden_faces", FACE_COUNT, 0, MOST_OF_A_FACE, "how many of each action and effect letter lie face down"
        ),
        Feature("mission_card", MISSIONS, 0, 1, "which of the two missions of each letter is played"),
        Feature("mission_turned_over", MISSIONS, 0, 1, "1: the mission pays its later value"),
        Feature("opponent", 1, 1, LEVELS, "ASTRA's level", CATEGORY, OPPONENTS, only=SOLO),
        Feature("astra_values", ACTION_COUNT, 0, MOST_VALUE, "ASTRA's points for a given card by action", only=SOLO),
        Feature("astra_gains", PILES, 0, MOST_VALUE, "ASTRA's points for each drawn card if it is given", only=SOLO),
        Feature("deck_pass", 1, 0, 2, "first or second pass through the solo deck", only=SOLO),
        Feature(
            "deck_top",
            FACE_COUNT,
            0,
            1,
            "what the solo deck's top card shows, one-hot: actions, then A, B, C",
            only=SOLO,
        ),
        Feature("given", ACTION_COUNT, 0, MOST_GIVEN, "cards given to ASTRA by action", only=SOLO),
        Feature("bonuses_circled", 1, 0, solo_bonus_symbols, "solo bonuses earned", only=SOLO),
        Feature(
            "bonuses_left",
            1,
            0,
            BONUSES_SHOWN,
            f"solo bonuses not spent yet; {BONUSES_SHOWN}: {BONUSES_SHOWN} or more",
            only=SOLO,
        ),
    )


def use_action_features(printed_sheet: PrintedSheet) -> tuple[Feature, ...]:
    """The features of a sheet that `observe_use_action_sheet` writes, in the adventures with actions."""
    return (
        Feature("astronauts", 1, 0, printed_sheet.astronauts, "astronauts crossed off"),
        Feature("plannings", 1, 0, printed_sheet.plannings, "plannings crossed off"),
        Feature("system_errors", 1, 0, printed_sheet.system_error_boxes, "System Error boxes crossed off"),
    )


@shared_rule
def observe_own_table(state, player, features, cursor):
    """Write the adventure's own features of the table. Returns where the next one goes."""


@shared_rule
def observe_cells(state, sheet, features, cursor):
    """Write what the cells of a sheet hold. Returns where the next feature goes."""


@shared_rule
def observe_own_sheet(state, sheet, features, cursor):
    """Write the adventure's own features of a sheet. Returns where the next one goes."""


def no_table_of_its_own(state, player, features, cursor):
    """`observe_own_table`: the adventure has no features of the table."""
    return cursor


def observe_numbers(state, sheet, features, cursor):
    """`observe_cells`: cells hold numbers and marks."""
    return put_cells(features, cursor, sheet.cells)


NUMBERED_CELLS: dict[Callable, Callable] = {observe_cells: observe_numbers}
"""For adventures in which numbers are written."""


@kernel
def observe(state, player, features):
    """Write what the player knows, from the player's seat: the others' sheets as they were last shown (welcome 3.2)."""
    clear(features)
    cursor = observe_table(state, player, features)
    cursor = put_bits(features, cursor, open_races(state), printed(state).races)
    cursor = observe_own_table(state, player, features, cursor)
    cursor = observe_sheet(state, state.players[player], features, cursor)
    for distance in range(1, state.player_count):
        other = (player + distance) % state.player_count
        cursor = observe_sheet(state, state.shown[other], features, cursor)


@inlined_kernel
def observe_sheet(state, sheet, features, cursor):
    """Write one player's block."""
    cursor = observe_cells(state, sheet, features, cursor)
    cursor = observe_own_sheet(state, sheet, features, cursor)
    return put_all(features, cursor, sheet.missions)


@kernel
def put_cells(features, cursor, cells):
    """Write what each cell holds, then the numbers."""
    kinds = features[cursor : cursor + cells.shape[0]]
    numbers = features[cursor + cells.shape[0] : cursor + 2 * cells.shape[0]]
    for cell in range(cells.shape[0]):
        # The marks follow the largest number: an X is one more, an infection two.
        kinds[cell] = (cells[cell] != EMPTY) + max(cells[cell] - LARGEST_WRITTEN, 0)
        numbers[cell] = 0 if cells[cell] > LARGEST_WRITTEN else max(cells[cell], 0)
    return cursor + 2 * cells.shape[0]


@kernel
def observe_use_action_sheet(sheet, features, cursor):
    """Write what adventures with actions count on a sheet."""
    cursor = put(features, cursor, sheet.astronauts)
    cursor = put(features, cursor, sheet.plannings)
    return put(features, cursor, sheet.system_errors)


@kernel
def is_deciding(state, player):
    """Whether this player decides now. The others see nothing of the decision (welcome 3.2)."""
    return not state.over and state.seat == player


@kernel
def observe_table(state, player, features):
    """Write the shared features from a player's seat; `features` is all zeros. Returns where the next one goes."""
    deciding = is_deciding(state, player)
    cursor = put(features, 0, min(state.turn, TURNS_SHOWN))
    if not is_solo(state):
        cursor = put(features, cursor, state.player_count)
    cursor = put_one_hot(features, cursor, state.decision if deciding else NO_DECISION, decision_count(state))
    cursor = observe_drawn_cards(state, features, cursor) if is_solo(state) else observe_piles(state, features, cursor)
    if deciding and state.combination != NO_COMBINATION:
        cursor = put_one_hot(features, cursor, state.combination, COMBINATIONS)
        cursor = put(features, cursor, state.number)
        cursor = put_one_hot(features, cursor, state.action, ACTION_COUNT)
    else:
        cursor += COMBINATIONS + 1 + ACTION_COUNT
    cursor = put(features, cursor, hidden_cards(state))
    cursor = put_all(features, cursor, state.unseen_numbers[1:])
    cursor = put_all(features, cursor, state.unseen_faces)
    cursor = put_all(features, cursor, state.mission_card)
    cursor = put_all(features, cursor, state.turned_over)
    return observe_astra(state, features, cursor)


@kernel
def observe_piles(state, features, cursor):
    """Write the combinations and the next actions (welcome 2.3); before the first flip no actions (welcome 1.5)."""
    for pile in range(PILES):
        cursor = put(features, cursor, pile_number(state, pile))
    for pile in range(PILES):
        flipped = pile_action(state, pile) if state.position != NOT_FLIPPED else NO_ACTION
        cursor = put_one_hot(features, cursor, flipped, ACTION_COUNT)
    for pile in range(PILES):
        cursor = put_one_hot(features, cursor, next_pile_action(state, pile), ACTION_COUNT)
    return cursor


@kernel
def observe_drawn_cards(state, features, cursor):
    """Write both sides of the drawn cards of the solo turn (welcome 8.4)."""
    for slot in range(state.drawn_count):
        put(features, cursor + slot, drawn_number(state, slot))
        put_one_hot(features, cursor + PILES + slot * ACTION_COUNT, drawn_action(state, slot), ACTION_COUNT)
    return cursor + PILES + PILES * ACTION_COUNT


@kernel
def hidden_cards(state):
    """How many cards lie face down. Players know which cards these are, but not their order (welcome 2.3, 8.12)."""
    if is_solo(state):
        return state.deck_size - state.position
    return PILES * (LAST - state.position - 1)


@kernel
def observe_astra(state, features, cursor):
    """Write ASTRA and its points for cards, the deck's pass and top card, given cards, solo bonuses (welcome 8)."""
    if not is_solo(state):
        return cursor
    cursor = put(features, cursor, state.opponent)
    cursor = put_all(features, cursor, OPPONENT_VALUES[state.opponent])
    for slot in range(state.drawn_count):
        put(features, cursor + slot, OPPONENT_VALUES[state.opponent, drawn_action(state, slot)])
    cursor += PILES
    cursor = put(features, cursor, state.deck_pass)
    cursor = put_one_hot(features, cursor, top_face(state), FACE_COUNT)
    cursor = put_all(features, cursor, state.given)
    cursor = put(features, cursor, state.bonuses_circled)
    return put(features, cursor, min(state.bonuses_circled - state.bonuses_spent, BONUSES_SHOWN))
