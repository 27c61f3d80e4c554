"""Luna Capital in words: what an action would do, and the table as a player at a seat sees it."""

from __future__ import annotations

import numpy as np

from moon_envs.base.words import count_text
from moon_envs.games.luna_capital.actions import ACTIONS, PICK_BOARD_TILE, PICK_TAKEN_TILE, target_name
from moon_envs.games.luna_capital.card_lists import (
    deck_cards,
    drawn_cards,
    face_down_cards,
    hand_cards,
    known_hand_cards,
)
from moon_envs.games.luna_capital.components import CARD_IDS
from moon_envs.games.luna_capital.frame import (
    CELL_COLUMNS,
    COLUMN_CODES,
    COLUMNS,
    CONCESSIONS_IN_PLAY,
    NONE,
    PHASES,
    SET_TILES,
)
from moon_envs.games.luna_capital.hidden import SEEN_BY_OTHERS
from moon_envs.games.luna_capital.kinds import CELL_NAMES, HYDROGEN, KIND_NAMES
from moon_envs.games.luna_capital.points_text import automaton_points_text, points_text
from moon_envs.games.luna_capital.state import (
    AUTOMATON,
    DECIDE_CARD,
    DECIDE_CELL,
    DECIDE_DRAWN_CARD,
    DECIDE_EXCHANGE_CARD,
    DECIDE_EXCHANGE_SLOT,
    DECIDE_PAYMENT,
    DECIDE_SECOND_TILE,
    DECIDE_SET,
    DECIDE_SWAP,
    DECIDE_TARGET,
    DECIDE_TILE,
    DECISION_NAMES,
    FACE_DOWN,
    NO_CARD,
    ROBOT,
)
from moon_envs.games.luna_capital.words import CELL_SIGNS, LEGEND, card_text, cards_text, concession_text, tile_text


def describe_action(state: np.void, action: int) -> str:
    """Return an action in words: what it would do in this state, or the table's words if it is not asked for."""
    name, index = ACTIONS.locate(action)
    words = None
    if name == "pass":
        words = {DECIDE_SWAP: "keep the own hand", DECIDE_EXCHANGE_CARD: "exchange nothing"}.get(int(state["decision"]))
    elif name == "take_set":
        words = _describe_slot(state, index)
    elif name == "pick_board_tile":
        words = _describe_board_tile(state, index)
    elif name.startswith("hand_card"):
        words = _describe_hand_card(state, name, index)
    elif name == "card_target" and state["decision"] == DECIDE_TARGET:
        words = _describe_target(state, index)
    elif name == "pick_taken_tile" and state["decision"] == DECIDE_TILE and index < state["taken_count"]:
        words = f"place the {tile_text(int(state['phase']), int(state['taken'][index]))}"
    elif name == "cell" and state["decision"] == DECIDE_CELL:
        words = _describe_cell(state, index)
    elif name == "keep_drawn_card" and state["decision"] == DECIDE_DRAWN_CARD and index < state["deck_count"]:
        words = f"keep {card_text(deck_cards(state)[index][0])}"
    return words or ACTIONS.describe(action)


def _describe_slot(state: np.void, slot: int) -> str | None:
    card = card_text(int(state["board"][slot]))
    if state["decision"] == DECIDE_EXCHANGE_SLOT:
        return f"take {card} of slot {slot + 1} for it"
    if state["decision"] != DECIDE_SET:
        return None
    cost = "pay a card and " if slot == state["last_delivery"] else ""
    return f"{cost}take slot {slot + 1}: {card} with {_slot_tiles_text(state, slot)}"


def _slot_tiles(state: np.void, slot: int) -> list[str]:
    tiles = state["slot_tiles"][slot][: int(state["slot_count"][slot])].tolist()
    return [tile_text(int(state["phase"]), tile) for tile in tiles]


def _slot_tiles_text(state: np.void, slot: int) -> str:
    return ", ".join(_slot_tiles(state, slot)) or "no tiles"


def _describe_board_tile(state: np.void, index: int) -> str | None:
    slot, place = divmod(index, SET_TILES)
    tiles = _slot_tiles(state, slot)
    if place >= len(tiles):
        return None
    if state["decision"] == DECIDE_SECOND_TILE:
        first_slot, first = divmod(int(state["named"]) - PICK_BOARD_TILE, SET_TILES)
        named = _slot_tiles(state, first_slot)[first]
        return f"swap the {named} of slot {first_slot + 1} with the {tiles[place]} of slot {slot + 1}"
    return f"spend a token to swap the {tiles[place]} of slot {slot + 1}"


def _describe_hand_card(state: np.void, name: str, place: int) -> str | None:
    hand = hand_cards(state, int(state["seat"]))
    if place >= len(hand):
        return None
    card = card_text(hand[place])
    verbs = {DECIDE_EXCHANGE_CARD: "exchange", DECIDE_PAYMENT: "pay", DECIDE_CARD: "play"}
    verb = verbs.get(int(state["decision"]))
    if verb is None:
        return None
    how = {"hand_card_plain": "", "hand_card_with_robot": " with a robot", "hand_card_face_down": " face down"}[name]
    return f"{verb} {card}{how}"


def _describe_target(state: np.void, target: int) -> str:
    own = state["players"][state["seat"]]
    row, column = divmod(target, COLUMN_CODES)
    words = target_name(row, column)
    if 0 < own["rows"] < row:
        words = words.replace(f"row {row}", "a new row below")
    if 0 < own["columns"] < column:
        words = words.replace(f"column {column}", "a new column at the right")
    return f"put the card in {words}"


def _describe_cell(state: np.void, cell: int) -> str | None:
    own = state["players"][state["seat"]]
    y, x = divmod(cell, CELL_COLUMNS)
    card = int(own["cards"][y // 2 * COLUMNS + x // 2])
    if card == NONE:
        return None
    tile = tile_text(int(state["phase"]), int(state["taken"][int(state["named"]) - PICK_TAKEN_TILE]))
    part = ("top left", "top right", "bottom left", "bottom right")[2 * (y % 2) + x % 2]
    return f"place the {tile} on the {CELL_NAMES[own['cells'][cell]]} at the {part} of {CARD_IDS[card]}"


def render(state: np.void, seat: int) -> str:
    """Return the game as text for a seat: the own hand, and what the seat knows of other hands and of the deck."""
    lines = [_headline(state, seat), *_board_text(state), *_concessions_text(state)]
    if state["player_count"] == 1:
        lines += _automaton_text(state)
    for player in range(state["player_count"]):
        lines += ["", *_player_text(state, player, seat)]
    return "\n".join([*lines, "", LEGEND])


def _headline(state: np.void, seat: int) -> str:
    when = f"Phase {PHASES[state['phase']]}, round {state['round']}"
    if state["over"]:
        return f"{when}; the game is over"
    decision = state["decision"] if seat == state["seat"] else SEEN_BY_OTHERS[state["decision"]]
    first = "" if state["player_count"] == 1 else f", first player {state['first_player']}"
    return f"{when}{first}; player {state['seat']} decides: {DECISION_NAMES[decision]}"


def _board_text(state: np.void) -> list[str]:
    supply = [count_text(int(state["robots_left"]), "robot")]
    supply.append(count_text(int(state["tokens_left"]), "redistribution token"))
    lines = [f"Deck: {count_text(int(state['deck_count']), 'card')}; supply: {', '.join(supply)}"]
    for slot in range(3 if state["player_count"] == 1 else 4):
        marker = "  [last delivery]" if slot == state["last_delivery"] else ""
        lines.append(
            f"Slot {slot + 1}: {card_text(int(state['board'][slot]))} with {_slot_tiles_text(state, slot)}{marker}"
        )
    kinds = [f"{count} {KIND_NAMES[kind]}" for kind, count in enumerate(state["tower_kinds"].tolist()) if count]
    lines.append("Tower: " + (", ".join(kinds) or "empty"))
    if state["taken_count"]:
        taken = [tile_text(int(state["phase"]), tile) for tile in state["taken"][: int(state["taken_count"])].tolist()]
        lines.append(f"Tiles to be placed by player {state['seat']}: " + ", ".join(taken))
    return lines


def _concessions_text(state: np.void) -> list[str]:
    lines = []
    for place in range(CONCESSIONS_IN_PLAY):
        owners = [p for p in range(state["player_count"]) if int(state["players"][p]["markers"]) >> place & 1]
        phase = int(state["closed_in"][place])
        named = ", ".join(f"player {player}" for player in owners)
        closed = "open" if phase == NONE else f"closed in phase {PHASES[phase]} by {named}"
        lines.append(f"Concession {concession_text(int(state['concessions'][place]))} ({closed})")
    return lines


def _automaton_text(state: np.void) -> list[str]:
    kinds = enumerate(state["pile_kinds"].tolist())
    pile = [f"{count} {KIND_NAMES[kind]}" for kind, count in kinds if count and kind >= HYDROGEN]
    lines = ["", f"The Automaton: {automaton_points_text(state)}", f"  pile: {', '.join(pile) or 'empty'}"]
    if state["decision"] == DECIDE_SWAP:
        lines.append(f"  hand: {cards_text(hand_cards(state, AUTOMATON))}")
    return lines


def _player_text(state: np.void, player: int, seat: int) -> list[str]:
    own = state["players"][player]
    title = f"Player {player}" + (" (you)" if player == seat else "")
    lines = [
        f"{title}: {points_text(state, player)}",
        f"  {count_text(int(own['robots']), 'robot')}, {count_text(int(own['tokens']), 'redistribution token')}",
        f"  hand: {_hand_text(state, player, seat)}",
    ]
    if player == seat:
        lines += _own_secrets_text(state, player)
    return lines + _city_text(own)


def _hand_text(state: np.void, player: int, seat: int) -> str:
    hand = hand_cards(state, player)
    if player == seat:
        return cards_text(hand)
    seen = known_hand_cards(state, player)
    return count_text(len(hand), "card") + (f", known: {cards_text(seen)}" if seen else "")


def _own_secrets_text(state: np.void, player: int) -> list[str]:
    """The own face-down cards, cards put under the deck, and cards drawn by a landing pad."""
    lines = []
    if face_down := face_down_cards(state, player):
        lines.append(f"  face down: {cards_text(face_down)}")
    returned = [
        f"{card_text(card)} as number {number}"
        for number, (card, returned_by) in enumerate(deck_cards(state), start=1)
        if returned_by == player
    ]
    if returned:
        lines.append(f"  put under the deck, from the top: {', '.join(returned)}")
    if drawn := drawn_cards(state, player):
        lines.append(f"  drawn: {cards_text(drawn)}")
    return lines


def _city_text(own: np.void) -> list[str]:
    """The city card by card: the number above its four cells."""
    lines = []
    columns = range(int(own["columns"]))
    for row in range(int(own["rows"])):
        lines.append("  " + " ".join(_mark_text(int(own["marks"][row * COLUMNS + column])) for column in columns))
        for y in (2 * row, 2 * row + 1):
            cells = own["cells"][y * CELL_COLUMNS :].tolist()
            pairs = [f"{CELL_SIGNS[cells[2 * c]]} {CELL_SIGNS[cells[2 * c + 1]]}" for c in columns]
            lines.append("  " + " ".join(f"|{pair}|" for pair in pairs))
    return [line.rstrip() for line in lines]


def _mark_text(mark: int) -> str:
    words = {NO_CARD: "", ROBOT: "robot", FACE_DOWN: "down"}.get(mark, str(mark))
    return f"{words:^7}"
