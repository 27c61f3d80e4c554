"""The record of Battle in the terms of its referee, which has the sheets in the order of the ring."""

from functools import lru_cache

import numpy as np

from moon_envs.games.welcome_to_the_moon.battle.components import HALVES, PLANTS_PRINTED, WATERS_PRINTED
from tests.games.welcome_to_the_moon.positions import bits
from tests.games.welcome_to_the_moon.reading import mission_cards, read_astra, read_table, referee_position, shuffle_of
from tests.games.welcome_to_the_moon.use_action_reading import SHEETS_REMEMBERED, by_side
from tests.referees.follow import Translation
from tests.referees.welcome_to_the_moon.battle import BattleReferee
from tests.referees.welcome_to_the_moon.battle_sheet import ASTEROIDS, A, B
from tests.referees.welcome_to_the_moon.cards import EMPTY

ADVENTURE = 8


def new_referee(record):
    """The referee of a new game."""
    state = record()
    players = int(state["player_count"])
    opponent = int(state["opponent"]) if players == 1 else None
    return BattleReferee(players, opponent, tuple(mission_cards(state, ADVENTURE)), shuffle_of(record))


def read_state(state):
    """Everything comparable in the record."""
    players = int(state["player_count"])
    return {
        **read_table(state, ADVENTURE),
        "players": [
            {"missions": [value or None for value in missions]}
            for missions in state["players"]["missions"][:players].tolist()
        ],
        "astra": read_astra(state) if players == 1 else None,
        "sheets": [read_sheet(sheet.tobytes(), sheet.dtype) for sheet in sheets_in_order(state)],
    }


def sheets_in_order(state):
    """The sheets: player p has sheet p in odd turns and the one before it in even turns (battle 2.2).

    In solo mode the first sheet is played on in odd turns, the second one in even turns.
    """
    players, is_odd = int(state["player_count"]), state["turn"] % 2 == 1
    if players == 1:
        played, resting = state["players"][0], state["resting_sheet"][0]
        return [played, resting] if is_odd else [resting, played]
    return [state["players"][sheet if is_odd else (sheet + 1) % players] for sheet in range(players)]


# A decision changes one sheet, but all are compared: sheets with the same bytes are read once.
@lru_cache(SHEETS_REMEMBERED)
def read_sheet(data, kind):
    """A sheet as the referee has it."""
    (sheet,) = np.frombuffer(data, dtype=kind)
    taken = sheet["asteroids"].tolist()
    return {
        "cells": [None if owner == EMPTY else owner for owner in sheet["cells"].tolist()],
        "moons": sheet["moons"].T.tolist(),
        "flags": [bits(flag) for flag in sheet["flags"].tolist()],
        "asteroids": [A] * taken[A] + [None] * (ASTEROIDS - sum(taken)) + [B] * taken[B],
        "plants": (PLANTS_PRINTED - sheet["plant_symbols"]).tolist(),
        "waters": (WATERS_PRINTED - sheet["water_symbols"]).tolist(),
        "halves": [read_half(sheet, half) for half in range(HALVES)],
    }


def read_half(sheet, half):
    """The tracks of a half."""
    counts = {name: int(sheet[name][half]) for name in ("plants", "waters", "plannings", "errors", "astronauts_spent")}
    stored = int(sheet["astronauts"][half]) - counts["astronauts_spent"]
    return {**counts, "astronauts_stored": stored, "columns": sheet["energies"][half].tolist()}


TRANSLATION = Translation(
    new_referee,
    read_state,
    referee_position,
    {"write": "planet", "astra_planet": "planet", "robot": "use", "astra_moon": "moon"},
    lambda sides, state: by_side(sides),
)
