"""What happens in Luna Capital, in words: only what all players see, not what was only named.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

import textwrap

import numpy as np

from moon_envs.base.words import a_few
from moon_envs.core.game import Game
from moon_envs.events.games.luna_capital_words import card_words, cards_words, choice, concession_words, in_words
from moon_envs.events.telling import GameEvents, Moment
from moon_envs.games.luna_capital.components import TILE_KIND
from moon_envs.games.luna_capital.frame import BOARD_SLOTS, CONCESSIONS_IN_PLAY, NONE, PHASES
from moon_envs.games.luna_capital.state import DECIDE_DRAWN_CARD, DECIDE_SET, NO_DECISION
from moon_envs.games.luna_capital.words import LEGEND, tile_text

WIDTH_OF_LEGEND = 118
SOLO_SLOTS = BOARD_SLOTS - 1


def _happened(moment: Moment) -> list[str]:
    lines = [] if moment.is_own else [f"Player {moment.actor} {what}." for what in _done(moment)]
    return [*lines, *_automaton(moment), *_concessions(moment), *_round(moment), *_board(moment)]


def _done(moment: Moment) -> list[str]:
    """What the deciding player did, as the other players see it."""
    before, after = moment.before, moment.after
    return [
        *_exchanged(moment),
        *_redistributed(moment),
        *_taken(before, after),
        *_played(before["players"][moment.actor], after["players"][moment.actor]),
        *_placed(moment),
    ]


def _slots(state: np.void) -> range:
    return range(SOLO_SLOTS if state["player_count"] == 1 else BOARD_SLOTS)


def _is_set_up(state: np.void) -> bool:
    return bool(NO_DECISION < state["decision"] < DECIDE_SET)


def _tiles(state: np.void, slot: int) -> list[str]:
    tiles = state["slot_tiles"][slot][: state["slot_count"][slot]].tolist()
    return [tile_text(int(state["phase"]), tile) for tile in tiles]


def _set_text(state: np.void, slot: int) -> str:
    return f"{card_words(int(state['board'][slot]))} with {', '.join(_tiles(state, slot)) or 'no tiles'}"


def _exchanged(moment: Moment) -> list[str]:
    """The exchange with the board before the first turn (luna_capital 2.5)."""
    before, after = moment.before, moment.after
    if not _is_set_up(before):
        return []
    slots = [slot for slot in _slots(before) if before["board"][slot] != after["board"][slot]]
    cards = [[card_words(int(state["board"][slot])) for state in (after, before)] for slot in slots]
    return [f"exchanged {given} for {taken}" for given, taken in cards]


def _redistributed(moment: Moment) -> list[str]:
    before, after = moment.before, moment.after
    if after["players"][moment.actor]["tokens"] >= before["players"][moment.actor]["tokens"]:
        return []
    changed = [slot for slot in _slots(before) if (before["slot_tiles"][slot] != after["slot_tiles"][slot]).any()]
    between = " and ".join(str(slot + 1) for slot in changed)
    return [f"spent a redistribution token: tiles of slots {between} changed places"]


def _taken(before: np.void, after: np.void) -> list[str]:
    slot = int(after["emptied"])
    if slot == NONE or before["emptied"] == slot:
        return []
    paid = "paid a card and " if slot == before["last_delivery"] else ""
    return [f"{paid}took slot {slot + 1}: {_set_text(before, slot)}"]


def _played(before: np.void, after: np.void) -> list[str]:
    if after["card_count"] == before["card_count"]:
        return []
    if after["face_down_count"] > before["face_down_count"]:
        return ["played a card face down"]
    new = sorted(set(after["cards"].tolist()) - set(before["cards"].tolist()))
    robot = " with a robot" if after["robots"] < before["robots"] else ""
    return [f"played {cards_words(new)}{robot}"]


def _placed(moment: Moment) -> list[str]:
    """The tiles that were placed, and what they brought at once."""
    before, after = moment.before, moment.after
    own, earlier = after["players"][moment.actor], before["players"][moment.actor]
    left = after["taken"][: after["taken_count"]].tolist()
    gone = [tile for tile in before["taken"][: before["taken_count"]].tolist() if tile not in left]
    more = own["counts"] > earlier["counts"]
    is_sure = len(gone) == 1 and (own["counts"] != earlier["counts"]).any()
    lines = []
    for tile in gone:
        # A tile may have been discarded, or its plot may be covered again already (luna_capital 5.6).
        verb = "placed" if is_sure or more[TILE_KIND[before["phase"], tile]] else "placed or discarded"
        lines.append(f"{verb} the {tile_text(int(before['phase']), tile)}")
    if own["robots"] > earlier["robots"]:
        lines.append(f"got {a_few(int(own['robots']) - int(earlier['robots']), 'robot')}")
    if own["tokens"] > earlier["tokens"]:
        lines.append(f"got {a_few(int(own['tokens']) - int(earlier['tokens']), 'redistribution token')}")
    if before["decision"] == DECIDE_DRAWN_CARD:
        lines.append("kept one of the drawn cards")
    return lines


def _automaton(moment: Moment) -> list[str]:
    """The set that the Automaton took after the player's turn (luna_capital 10.4)."""
    before, after = moment.before, moment.after
    if after["player_count"] > 1 or after["pile_count"] == before["pile_count"]:
        return []
    cards = after["pile_cards"][before["pile_count"] : after["pile_count"]].tolist()
    slots = [slot for slot in _slots(before) if before["board"][slot] in cards]
    sets = [f"slot {slot + 1}: {_set_text(before, slot)}" for slot in slots]
    return [f"The Automaton took {', '.join(sets) or cards_words(cards)}."]


def _concessions(moment: Moment) -> list[str]:
    before, after = moment.before, moment.after
    lines = []
    for place in range(CONCESSIONS_IN_PLAY):
        if before["closed_in"][place] == NONE and after["closed_in"][place] != NONE:
            owners = [p for p in range(after["player_count"]) if int(after["players"][p]["markers"]) >> place & 1]
            names = [f"player {p}" + (" (you)" if p == moment.seat else "") for p in owners]
            concession = concession_words(int(after["concessions"][place]))
            lines.append(f"Concession for {concession}: fulfilled by {', '.join(names)}.")
    return lines


def _round(moment: Moment) -> list[str]:
    before, after = moment.before, moment.after
    if after["phase"] != before["phase"]:
        return [f"Phase {PHASES[after['phase']]} begins."]
    return [f"Round {after['round']} begins: every set gets a tile."] if after["round"] != before["round"] else []


def _board(moment: Moment) -> list[str]:
    """The new sets on the board."""
    before, after = moment.before, moment.after
    if _is_set_up(before):
        return []
    new = [slot for slot in _slots(after) if after["board"][slot] not in (NONE, before["board"][slot])]
    return [f"New in slot {slot + 1}: {_set_text(after, slot)}." for slot in new]


def _legend(game: Game) -> list[str]:
    return [
        "Cards: a card has a number and four plots; what is printed on them is named, the other plots are empty.",
        "Concessions: # is a card of a pattern, o a place that must be empty, - any place.",
        "City: above the cells of a card its number, robot for one played with a robot, down for one face down.",
        *textwrap.wrap(f"{LEGEND}.", WIDTH_OF_LEGEND),
        "Slots: [last delivery] costs a hand card. Tower: the tiles that are still to come in this phase.",
    ]


EVENTS = GameEvents(_happened, closed=_concessions, choice=choice, in_words=in_words, legend=_legend)
