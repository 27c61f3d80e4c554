"""What happens in any adventure: cards, ASTRA, races, missions, and what the others did on their sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from moon_envs.base.words import count_text, with_article
from moon_envs.core.game import Game
from moon_envs.events.games.welcome_to_the_moon.marks import SYSTEM_ERRORS, Marks, changes, written
from moon_envs.events.telling import GameEvents, Moment
from moon_envs.games.welcome_to_the_moon.actions import COMBINATION, GIVE, PILES, REMOVE
from moon_envs.games.welcome_to_the_moon.adventure_tables import AdventureTables
from moon_envs.games.welcome_to_the_moon.cards import ACTION_NAMES, CARD_FACE, LETTERS, STARSHIP_CARDS
from moon_envs.games.welcome_to_the_moon.opponents import OPPONENT_VALUES
from moon_envs.games.welcome_to_the_moon.state import COMBINATIONS, NOT_FLIPPED, PAIRS, SLOTS
from moon_envs.games.welcome_to_the_moon.text import card_text, pile_text

Sheets = Callable[[Moment], Iterator[tuple[str, np.void, np.void]]]

LEGEND_OF_NUMBERS = "Spaces: . is empty, a number was written, X is an X."
SHARED_LEGEND = (
    "Cards: 7/plant is a card with number 7 and action plant; 7 with plant is a combination of two cards.",
    "Missions: the first value until somebody has accomplished it, the later one from then on.",
)


def sheets_of_others(moment: Moment) -> Iterator[tuple[str, np.void, np.void]]:
    """For every other player: the player's name, the sheet as last shown before, and as shown now (welcome 3.2)."""
    for player in range(moment.after["player_count"]):
        if player != moment.seat:
            yield f"Player {player}", moment.before["shown"][player], moment.after["shown"][player]


def adventure_events(
    tables: AdventureTables,
    marks: Marks,
    legend: Sequence[str],
    *,
    race: Callable[[int], str] = lambda race: "",
    sheets: Sheets = sheets_of_others,
    keeps_sheets: bool = True,
    for_a_card: str = "point",
    more: Callable[[Moment], list[str]] = lambda moment: [],
) -> GameEvents:
    """The events of an adventure.

    Args:
        tables: its tables.
        marks: its own fields of a sheet; cells and System Errors are told without them.
        legend: its own signs.
        race: the words for a race that has been closed.
        sheets: the sheets that others write on.
        keeps_sheets: whether players keep their own sheets.
        for_a_card: what ASTRA gets for a card.
        more: what else happens on its table.
    """
    all_marks = {"cells": written(tables.cell_names), **SYSTEM_ERRORS, **marks}

    def happened(moment: Moment) -> list[str]:
        return [
            *_written_by_others(moment, all_marks, sheets),
            *(_own_sheet(moment, all_marks) if keeps_sheets else []),
            *_missions(moment, tables),
            *(race(number) for number in _closed_races(moment)),
            *_astra(moment, for_a_card),
            *more(moment),
            *_cards(moment),
        ]

    def note(game: Game, state: np.void, action: int) -> str:
        return _what_astra_gets(state, action, for_a_card)

    def closed(moment: Moment) -> list[str]:
        return [race(number) for number in _closed_races(moment)]

    lines = [*SHARED_LEGEND, *legend] if "cells" in marks else [LEGEND_OF_NUMBERS, *SHARED_LEGEND, *legend]
    return GameEvents(happened, closed=closed, note=note, legend=lambda game: lines)


def _written_by_others(moment: Moment, marks: Marks, sheets: Sheets) -> list[str]:
    told = ((who, changes(before, after, marks)) for who, before, after in sheets(moment))
    return [f"{who} {'; '.join(what)}." for who, what in told if what]


def _own_sheet(moment: Moment, marks: Marks) -> list[str]:
    """What happened to the reader's sheet without a decision: incidents and System Errors (welcome 4.4, 5.1)."""
    if moment.seat is None:
        return []
    before, after = moment.before["players"][moment.seat], moment.after["players"][moment.seat]
    what = changes(before, after, SYSTEM_ERRORS if moment.is_own else marks)
    return [f"On your sheet: {'; '.join(what)}."] if what else []


def _missions(moment: Moment, tables: AdventureTables) -> list[str]:
    lines = []
    for player in range(moment.after["player_count"]):
        sheet, earlier = moment.after["shown"][player], moment.before["shown"][player]
        for letter in np.flatnonzero((sheet["missions"] != 0) & (earlier["missions"] == 0)).tolist():
            if player != moment.seat:
                value = tables.mission_worth(sheet, int(sheet["missions"][letter]))
                lines.append(f"Player {player} accomplished mission {LETTERS[letter]} for {value}.")
    for letter in np.flatnonzero(moment.after["turned_over"] > moment.before["turned_over"]).tolist():
        lines.append(f"Mission {LETTERS[letter]} is turned over: from now on it pays the later value.")
    return lines


def _closed_races(moment: Moment) -> list[int]:
    new = int(moment.after["closed_races"]) & ~int(moment.before["closed_races"])
    return [race for race in range(new.bit_length()) if new >> race & 1]


def _astra(moment: Moment, for_a_card: str) -> list[str]:
    """The card that ASTRA got, and its points for all cards (welcome 8.1, 8.5, 8.6)."""
    before, after = moment.before, moment.after
    if not after["opponent"]:
        return []
    lines = []
    values = OPPONENT_VALUES[after["opponent"]]
    for action in np.flatnonzero(after["given"] > before["given"]).tolist():
        total = int((after["given"] * values).sum())
        lines.append(
            f"ASTRA got {with_article(ACTION_NAMES[action])} card: "
            f"{count_text(int(values[action]), for_a_card)}, {total} for all her cards."
        )
    if after["bonuses_spent"] > before["bonuses_spent"]:
        lines.append("A solo bonus removed the card: ASTRA got nothing.")
    if after["bonuses_circled"] > before["bonuses_circled"]:
        circled = int(after["bonuses_circled"]) - int(before["bonuses_circled"])
        lines.append(f"{count_text(circled, 'solo bonus')} circled.")
    return lines


def _cards(moment: Moment) -> list[str]:
    """The cards that were flipped, or drawn with ASTRA's effect cards among them (welcome 3.1, 8.3, 8.9)."""
    before, after = moment.before, moment.after
    if not after["opponent"]:
        if after["turn"] == before["turn"] or after["position"] == NOT_FLIPPED or after["over"]:
            return []
        piles = ", ".join(pile_text(after, pile) for pile in range(PILES))
        return [f"Turn {after['turn']}: {piles}."]
    lines = []
    is_new_deck = after["deck_pass"] != before["deck_pass"]
    # Players know which cards were left in the old deck, but not the order in which they were drawn.
    drawn = sorted(before["cards"][before["position"] : before["deck_size"]].tolist()) if is_new_deck else []
    drawn += after["cards"][0 if is_new_deck else before["position"] : after["position"]].tolist()
    if is_new_deck:
        lines.append("The deck was used up: the discarded cards were shuffled into a new one.")
    lines += [f"ASTRA's effect card {LETTERS[card - STARSHIP_CARDS]} was drawn." for card in drawn if _is_effect(card)]
    starship_cards = [card_text(card) for card in drawn if not _is_effect(card)]
    if starship_cards:
        lines.append(f"Drawn: {', '.join(starship_cards)}.")
    return lines


def _is_effect(card: int) -> bool:
    return card >= STARSHIP_CARDS


def _what_astra_gets(state: np.void, action: int, for_a_card: str) -> str:
    """What a choice gives to ASTRA, in words; empty if nothing, or without ASTRA."""
    if not state["opponent"] or state["drawn_count"] != SLOTS:
        return ""
    if GIVE <= action < GIVE + SLOTS:
        slot = action - GIVE
    elif COMBINATION <= action < COMBINATION + COMBINATIONS:
        slot = SLOTS - sum(PAIRS[action - COMBINATION])
    elif REMOVE <= action < REMOVE + SLOTS:
        return "ASTRA gets nothing"
    else:
        return ""
    value = OPPONENT_VALUES[state["opponent"], CARD_FACE[state["drawn"][slot]]]
    return f"ASTRA gets {count_text(int(value), for_a_card)}"
