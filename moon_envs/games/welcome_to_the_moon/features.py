"""The features every adventure begins with: turn, decision, cards, missions, ASTRA."""

from __future__ import annotations

from moon_envs.engine.compile import kernel
from moon_envs.games.welcome_to_the_moon.actions import COMBINATIONS, PILES
from moon_envs.games.welcome_to_the_moon.astra import LEVELS, drawn_action, drawn_number, top_face
from moon_envs.games.welcome_to_the_moon.cards import ACTION_COUNT, ALL_CARDS, FACE_COUNT, LARGEST_NUMBER
from moon_envs.games.welcome_to_the_moon.missions import MISSIONS
from moon_envs.games.welcome_to_the_moon.piles import LAST, next_pile_action, pile_action, pile_number
from moon_envs.games.welcome_to_the_moon.state import MAX_PLAYERS, NO_COMBINATION, NO_DECISION, is_solo
from moon_envs.tables import Feature

MOST_OF_A_NUMBER = 7
MOST_OF_A_FACE = 14
MOST_GIVEN = 14


def shared_features(decisions: int, most_turns: int, solo_bonus_symbols: int) -> tuple[Feature, ...]:
    """The features of the table, in the order `observe_table` writes them."""
    return (
        Feature("turn", 1, 0, most_turns, "turn, beginning with 1"),
        Feature("players", 1, 1, MAX_PLAYERS, "number of players"),
        Feature(
            "decision", decisions, 0, 1, "what this player has to decide now (one of them is 1); none: others decide"
        ),
        Feature("numbers", PILES, 0, LARGEST_NUMBER, "numbers offered: of the piles, or of the drawn cards"),
        Feature("actions", PILES * ACTION_COUNT, 0, 1, "actions offered with them, one-hot per pile or drawn card"),
        Feature("next_actions", PILES * ACTION_COUNT, 0, 1, "actions of the next turn, one-hot per pile"),
        Feature(
            "picked_combination", COMBINATIONS, 0, 1, "combination picked by this player and not yet finished, one-hot"
        ),
        Feature("picked_number", 1, 0, LARGEST_NUMBER, "its number"),
        Feature("picked_action", ACTION_COUNT, 0, 1, "its action, one-hot"),
        Feature("hidden_cards", 1, 0, ALL_CARDS, "cards lying face down"),
        Feature("hidden_numbers", LARGEST_NUMBER, 0, MOST_OF_A_NUMBER, "how many of each number lie face down"),
        Feature(
            "hidden_faces", FACE_COUNT, 0, MOST_OF_A_FACE, "how many of each action and effect letter lie face down"
        ),
        Feature("mission_card", MISSIONS, 0, 1, "which of the two missions of each letter is played"),
        Feature("mission_turned_over", MISSIONS, 0, 1, "1: the mission pays its later value"),
        Feature("opponent", 1, 0, LEVELS, "ASTRA's level, 0 without ASTRA"),
        Feature("deck_pass", 1, 0, 2, "first or second pass through the solo deck"),
        Feature("deck_top", FACE_COUNT, 0, 1, "what the solo deck's top card shows, one-hot: actions, then A, B, C"),
        Feature("given", ACTION_COUNT, 0, MOST_GIVEN, "cards given to ASTRA by action"),
        Feature("bonuses_circled", 1, 0, solo_bonus_symbols, "solo bonuses earned"),
        Feature("bonuses_left", 1, 0, solo_bonus_symbols, "solo bonuses not spent yet"),
    )


@kernel
def observe_table(state, player, features, decisions):
    """Write the shared features from a player's seat; `features` is all zeros. Returns where the next one goes."""
    features[0] = state.turn
    features[1] = state.player_count
    cursor = 2
    deciding = not state.over and state.seat == player
    features[cursor + (state.decision if deciding else NO_DECISION)] = 1
    cursor += decisions
    if is_solo(state):
        cursor = observe_drawn_cards(state, features, cursor)
    else:
        cursor = observe_piles(state, features, cursor)
    if deciding and state.combination != NO_COMBINATION:
        features[cursor + state.combination] = 1
        features[cursor + COMBINATIONS] = state.number
        features[cursor + COMBINATIONS + 1 + state.action] = 1
    cursor += COMBINATIONS + 1 + ACTION_COUNT
    cursor = observe_hidden_cards(state, features, cursor)
    for letter in range(MISSIONS):
        features[cursor + letter] = state.mission_card[letter]
        features[cursor + MISSIONS + letter] = state.turned_over[letter]
    return observe_astra(state, features, cursor + 2 * MISSIONS)


@kernel
def observe_piles(state, features, cursor):
    """The three combinations and the next actions (welcome 2.3)."""
    for pile in range(PILES):
        features[cursor + pile] = pile_number(state, pile)
        features[cursor + PILES + pile * ACTION_COUNT + pile_action(state, pile)] = 1
        features[cursor + PILES + (PILES + pile) * ACTION_COUNT + next_pile_action(state, pile)] = 1
    return cursor + PILES + 2 * PILES * ACTION_COUNT


@kernel
def observe_drawn_cards(state, features, cursor):
    """The drawn cards of the solo turn, both sides (welcome 8.4)."""
    for slot in range(state.drawn_count):
        features[cursor + slot] = drawn_number(state, slot)
        features[cursor + PILES + slot * ACTION_COUNT + drawn_action(state, slot)] = 1
    return cursor + PILES + 2 * PILES * ACTION_COUNT


@kernel
def observe_hidden_cards(state, features, cursor):
    """Which cards lie face down: everybody may count them (welcome 2.3, 8.12). Never their order."""
    if is_solo(state):
        features[cursor] = state.deck_size - state.position
    else:
        features[cursor] = PILES * (LAST - state.position - 1)
    for number in range(LARGEST_NUMBER):
        features[cursor + 1 + number] = state.unseen_numbers[number + 1]
    for face in range(FACE_COUNT):
        features[cursor + 1 + LARGEST_NUMBER + face] = state.unseen_faces[face]
    return cursor + 1 + LARGEST_NUMBER + FACE_COUNT


@kernel
def observe_astra(state, features, cursor):
    """ASTRA's level, the deck's pass and top card, given cards and solo bonuses (welcome 8)."""
    if is_solo(state):
        features[cursor] = state.opponent
        features[cursor + 1] = state.deck_pass
        top = top_face(state)
        if top >= 0:
            features[cursor + 2 + top] = 1
        for action in range(ACTION_COUNT):
            features[cursor + 2 + FACE_COUNT + action] = state.given[action]
        features[cursor + 2 + FACE_COUNT + ACTION_COUNT] = state.bonuses_circled
        features[cursor + 2 + FACE_COUNT + ACTION_COUNT + 1] = state.bonuses_circled - state.bonuses_spent
    return cursor + 2 + FACE_COUNT + ACTION_COUNT + 2
