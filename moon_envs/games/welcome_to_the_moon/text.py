"""Words that all adventures share: cards, combinations, missions, ASTRA."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from moon_envs.games.welcome_to_the_moon.actions import PILES
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables, printed_worth
from moon_envs.games.welcome_to_the_moon.astronaut import SHIFTS
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES, CARD_FACE, CARD_NUMBER, FACE_NAMES, LETTERS
from moon_envs.games.welcome_to_the_moon.cells import EMPTY, INFECTED, X_MARK
from moon_envs.games.welcome_to_the_moon.facts import PrintedSheet
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENTS
from moon_envs.games.welcome_to_the_moon.piles import PILE_SIZE
from moon_envs.games.welcome_to_the_moon.state import (
    NO_EFFECT_CARD,
    NOT_FLIPPED,
    PAIRS,
    SLOTS,
    STEP_SHIFT,
    TURN_OF_SET_UP,
)


def cell_text(value: int) -> str:
    """A cell in two columns."""
    if value == EMPTY:
        return " ."
    return {X_MARK: " X", INFECTED: " #"}.get(value, f"{value:2d}")


def card_text(card: int) -> str:
    """A starship card: "7/plant"."""
    return f"{CARD_NUMBER[card]}/{FACE_NAMES[CARD_FACE[card]]}"


def pile_card(state: np.void, pile: int, offset: int) -> int:
    """The card of a pile that was flipped this turn (offset 0), or lies on top with its number up (offset 1)."""
    return int(state["cards"][pile * PILE_SIZE + int(state["position"]) + offset])


def drawn_card_text(state: np.void, slot: int) -> str:
    """A drawn card with its slot, because several may look alike: "card 2 (7/plant)"."""
    return f"card {slot + 1} ({card_text(int(state['drawn'][slot]))})"


def pile_text(state: np.void, pile: int) -> str:
    """What a pile offers: "7 with plant"."""
    number_card, action_card = pile_card(state, pile, 1), pile_card(state, pile, 0)
    return f"{CARD_NUMBER[number_card]} with {FACE_NAMES[CARD_FACE[action_card]]}"


def pair_text(state: np.void, pair: int) -> str:
    """A pair of drawn cards, and what it leaves: "7 of card 1 with plant of card 3, leaving card 2 (8/water) ..."."""
    number_slot, action_slot = PAIRS[pair]
    number = CARD_NUMBER[state["drawn"][number_slot]]
    action = FACE_NAMES[CARD_FACE[state["drawn"][action_slot]]]
    left = drawn_card_text(state, SLOTS - number_slot - action_slot)
    return f"{number} of card {number_slot + 1} with {action} of card {action_slot + 1}, leaving {left} to ASTRA"


def describer(tables: AdventureTables) -> Callable[[np.void, int], str]:
    """Make the function (state, action) -> words, which says what an action would do in this state."""

    def describe_action(state: np.void, action: int) -> str:
        name, index = tables.actions.locate(action)
        own = tables.action_text(state, name, index)
        if own is not None:
            return own
        if name == "write" and state["combination"] >= 0:
            return f"write {state['number']} on {tables.cell_names[index]}"
        if name == "shift":
            return f"make the number {int(state['number']) + SHIFTS[index]}"
        if name == "pass" and state["step"] == STEP_SHIFT:
            return f"keep the number {state['number']} and do not use the astronaut: no symbol is crossed off"
        return _shared_action_text(state, name, index, tables) or tables.actions.describe(action)

    return describe_action


def _shared_action_text(state: np.void, name: str, index: int, tables: AdventureTables) -> str | None:
    """The words for an action of a shared range, with the cards on the table; None for other ranges."""
    if name == "combination" and state["opponent"] and state["drawn_count"] == SLOTS:
        return f"pick {pair_text(state, index)}"
    if name == "combination" and not state["opponent"] and index < PILES and state["position"] != NOT_FLIPPED:
        return f"pick {pile_text(state, index)} (pile {index + 1})"
    if name == "mission":
        card, first, later, words = tables.missions[index][state["mission_card"][index]]
        value = later if state["turned_over"][index] else first
        value = tables.mission_worth(state["players"][state["seat"]], value)
        return f"accomplish mission {LETTERS[index]} for {value} (card {card}: {words})"
    if name == "give" and index < state["drawn_count"]:
        return f"give {drawn_card_text(state, index)} to ASTRA"
    if name == "remove" and index < state["drawn_count"]:
        return f"spend a solo bonus to remove {drawn_card_text(state, index)}"
    return None


def renderer(tables: AdventureTables) -> Callable[[np.void, int], str]:
    """Make the function (state, seat) -> text: the table, the own sheet, and the others as they were last shown."""

    def render(state: np.void, seat: int) -> str:
        lines = [*table_text(state, seat), *missions_text(state, seat, tables), *tables.table_text(state)]
        for player in range(state["player_count"]):
            sheet = state["players"][player] if player == seat else state["shown"][player]  # welcome 3.2
            lines += ["", *tables.sheet_text(state, sheet, f"Player {player}" + (" (you)" if player == seat else ""))]
        return "\n".join(lines)

    return render


def table_text(state: np.void, seat: int) -> list[str]:
    """Turn, cards and ASTRA as lines."""
    turn = "Set-up" if state["turn"] == TURN_OF_SET_UP else f"Turn {state['turn']}"
    lines = [turn + (", the game is over" if state["over"] else "")]
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
        if state["effect_card"] != NO_EFFECT_CARD:
            lines.append(f"ASTRA's effect card {LETTERS[state['effect_card']]} has been drawn")
    else:
        if state["position"] == NOT_FLIPPED:
            tops = [str(CARD_NUMBER[pile_card(state, pile, 1)]) for pile in range(PILES)]
            lines.append("Numbers on top of the piles: " + "  ".join(tops))
        else:
            lines.append("Combinations: " + "  ".join(pile_text(state, pile) for pile in range(PILES)))
        following = [FACE_NAMES[CARD_FACE[pile_card(state, pile, 1)]] for pile in range(PILES)]
        lines.append("Actions of the next turn: " + "  ".join(following))
    if not state["over"] and state["seat"] == seat and state["combination"] >= 0:
        lines.append(f"You picked {state['number']} with {ACTION_NAMES[state['action']]}")
    return lines


def missions_text(state: np.void, seat: int, tables: AdventureTables) -> list[str]:
    """The three missions as lines, with what they are worth to a player."""
    lines = []
    for letter, pair in enumerate(tables.missions):
        card, *values, words = pair[state["mission_card"][letter]]
        first, later = (tables.mission_worth(state["players"][seat], value) for value in values)
        value = f"{later} (turned over)" if state["turned_over"][letter] else f"{first}, later {later}"
        lines.append(f"Mission {LETTERS[letter]} (card {card}): {words}: {value}")
    return lines


def is_race_closed(state: np.void, race: int) -> bool:
    """Whether a race cannot be won any more."""
    return bool(int(state["closed_races"]) >> race & 1)


def open_races_text(state: np.void, names: Sequence[str]) -> str:
    """The names of the races that are still open."""
    return ", ".join(name for race, name in enumerate(names) if not is_race_closed(state, race)) or "none"


def taken_missions_text(sheet: np.void, worth: Callable[[np.void, int], int] = printed_worth) -> str:
    """The missions a player has accomplished, with what they are worth."""
    values = zip(LETTERS, sheet["missions"], strict=True)
    taken = [f"{letter} for {worth(sheet, value)}" for letter, value in values if value]
    return f"missions: {', '.join(taken) or 'none'}"


def use_action_text(
    sheet: np.void, printed_sheet: PrintedSheet, worth: Callable[[np.void, int], int] = printed_worth
) -> str:
    """What adventures with actions count on a sheet."""
    plannings = f", {sheet['plannings']} plannings" if printed_sheet.plannings else ""
    return (
        f"{sheet['astronauts']} astronauts{plannings} crossed off, {taken_missions_text(sheet, worth)}, "
        f"System Errors {sheet['system_errors']} of {printed_sheet.system_error_boxes}"
    )
