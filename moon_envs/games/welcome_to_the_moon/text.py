"""Words that all adventures share: cards, combinations, missions, ASTRA."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from moon_envs.games.welcome_to_the_moon.acting import SHIFTS
from moon_envs.games.welcome_to_the_moon.actions import PAIRS, PILES
from moon_envs.games.welcome_to_the_moon.astra import OPPONENTS
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES, CARD_FACE, CARD_NUMBER, FACE_NAMES, LETTERS
from moon_envs.games.welcome_to_the_moon.piles import PILE_SIZE
from moon_envs.games.welcome_to_the_moon.zones import EMPTY, X_MARK


def cell_text(value: int) -> str:
    """A cell in two columns."""
    if value == EMPTY:
        return " ."
    return " X" if value == X_MARK else f"{value:2d}"


def card_text(card: int) -> str:
    """A starship card: "7/plant"."""
    return f"{CARD_NUMBER[card]}/{FACE_NAMES[CARD_FACE[card]]}"


def pile_card(state: np.void, pile: int, offset: int) -> int:
    """The card of a pile that was flipped this turn (offset 0), or lies on top with its number up (offset 1)."""
    return int(state["cards"][pile * PILE_SIZE + int(state["position"]) + offset])


def combination_text(state: np.void, combination: int) -> str:
    """What a combination offers: "7 with plant"."""
    if state["opponent"]:
        number_slot, action_slot = PAIRS[combination]
        number_card, action_card = int(state["drawn"][number_slot]), int(state["drawn"][action_slot])
    else:
        number_card, action_card = pile_card(state, combination, 1), pile_card(state, combination, 0)
    return f"{CARD_NUMBER[number_card]} with {FACE_NAMES[CARD_FACE[action_card]]}"


def describe_shared_action(state: np.void, name: str, index: int, missions: tuple) -> str | None:
    """An action of a shared range in words for this state, None for other ranges."""
    if name == "combination" and (state["drawn_count"] == 3 if state["opponent"] else index < PILES):
        return f"pick {combination_text(state, index)}"
    if name == "mission":
        card, first, later, words = missions[index][state["mission_card"][index]]
        value = later if state["turned_over"][index] else first
        return f"accomplish mission {LETTERS[index]} for {value} (card {card}: {words})"
    if name == "give" and index < state["drawn_count"]:
        return f"give {card_text(int(state['drawn'][index]))} to ASTRA"
    if name == "remove" and index < state["drawn_count"]:
        return f"spend a solo bonus to remove {card_text(int(state['drawn'][index]))}"
    return None


def table_text(state: np.void, seat: int) -> list[str]:
    """Turn, cards and ASTRA as lines."""
    lines = [f"Turn {state['turn']}" + (", the game is over" if state["over"] else "")]
    if state["opponent"]:
        drawn = [card_text(int(card)) for card in state["drawn"][: state["drawn_count"]]]
        left = int(state["deck_size"]) - int(state["position"])
        top = FACE_NAMES[CARD_FACE[state["cards"][state["position"]]]] if left else "nothing"
        lines.append("Cards (number/action): " + ("  ".join(drawn) or "none"))
        lines.append(f"Deck: {left} cards, pass {state['deck_pass']}, {top} on top")
        given = [f"{count} {ACTION_NAMES[action]}" for action, count in enumerate(state["given"]) if count]
        name = OPPONENTS[state["opponent"] - 1]
        lines.append(f"ASTRA: {name}, level {state['opponent']}; given: {', '.join(given) or 'nothing'}")
        lines.append(f"Solo bonuses: {state['bonuses_circled']} circled, {state['bonuses_spent']} spent")
    else:
        lines.append("Combinations: " + "  ".join(combination_text(state, pile) for pile in range(PILES)))
        following = [FACE_NAMES[CARD_FACE[pile_card(state, pile, 1)]] for pile in range(PILES)]
        lines.append("Actions of the next turn: " + "  ".join(following))
    if not state["over"] and state["seat"] == seat and state["combination"] >= 0:
        lines.append(f"You picked {state['number']} with {ACTION_NAMES[state['action']]}")
    return lines


def missions_text(state: np.void, missions: tuple) -> list[str]:
    """The three missions as lines."""
    lines = []
    for letter, pair in enumerate(missions):
        card, first, later, words = pair[state["mission_card"][letter]]
        value = f"{later} (turned over)" if state["turned_over"][letter] else f"{first}, later {later}"
        lines.append(f"Mission {LETTERS[letter]} (card {card}): {words}: {value}")
    return lines


def sheets_text(state: np.void, seat: int, sheet_text: Callable[[np.void, str], list[str]]) -> list[str]:
    """All sheets as lines: the player's own as it is, the others as last shown (welcome 3.2)."""
    lines = []
    for player in range(state["player_count"]):
        sheet = state["players"][player] if player == seat else state["shown"][player]
        lines += ["", *sheet_text(sheet, f"Player {player}" + (" (you)" if player == seat else ""))]
    return lines


def describe_acting_action(
    state: np.void, name: str, index: int, missions: tuple, cell_names: tuple[str, ...]
) -> str | None:
    """An action that adventures with actions share, in words for this state, None for other ranges."""
    if name == "write" and state["combination"] >= 0:
        return f"write {state['number']} on {cell_names[index]}"
    if name == "shift":
        return f"make the number {int(state['number']) + SHIFTS[index]}"
    return describe_shared_action(state, name, index, missions)


def acting_text(sheet: np.void) -> str:
    """Astronauts, plannings and missions of a sheet."""
    taken = [f"{letter} for {value}" for letter, value in zip(LETTERS, sheet["missions"], strict=True) if value]
    return (
        f"{sheet['astronauts']} astronauts, {sheet['plannings']} plannings crossed off, "
        f"missions: {', '.join(taken) or 'none'}"
    )
