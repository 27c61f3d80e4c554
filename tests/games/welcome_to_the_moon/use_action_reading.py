"""What the records of adventures with actions share, in the terms of their referees."""

from functools import lru_cache

import numpy as np

from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES
from tests.games.welcome_to_the_moon.reading import mission_cards, read_astra, read_table, referee_position, shuffle_of
from tests.referees.follow import Translation

SHEETS_REMEMBERED = 10_000  # more than are on the tables of all games that are followed at once
SOLO_BONUSES_PER_RACE = 2  # in all adventures whose races are reached with the incidents


def nothing_reached(state, sheet):
    """No race is pending: the kernels count every race at once."""
    return []


def no_table_of_its_own(state):
    """The adventure has nothing of its own on the table that is not a race."""
    return {}


def use_action_translation(
    adventure,
    referee_class,
    read_sheet,
    names,
    races_reached=nothing_reached,
    read_own_table=no_table_of_its_own,
):
    """How the records of an adventure read.

    Args:
        adventure: its number.
        referee_class: its referee.
        read_sheet: read_sheet(table, sheet) reads the adventure's own marks of a sheet; of the table it may use the
            closed races and the phase.
        names: the action ranges for which the referee has other names.
        races_reached: races_reached(state, sheet) gives (category, points, whether it is the first value) for every
            race that a player has reached in this turn. The referees mark a race at once, the kernels in the
            incidents phase. No player can see or use it earlier, so races pending in the kernels are counted here.
        read_own_table: read_own_table(state) reads the adventure's own part of the table.
    """

    def new_referee(record):
        state = record()
        players = int(state["player_count"])
        opponent = int(state["opponent"]) if players == 1 else None
        return referee_class(players, opponent, tuple(mission_cards(state, adventure)), shuffle_of(record))

    # A decision changes one sheet, but all are compared: sheets with the same bytes are read once.
    @lru_cache(SHEETS_REMEMBERED)
    def read_bytes_of_sheet(data, kind, closed_races, phase):
        (sheet,) = np.frombuffer(data, dtype=kind)
        return {
            "cells": sheet["cells"].tolist(),
            "errors": int(sheet["system_errors"]),
            "missions": [value or None for value in sheet["missions"].tolist()],
            **read_sheet({"closed_races": closed_races, "phase": phase}, sheet),
        }

    def read_state(state):
        players, sheets = int(state["player_count"]), state["players"]
        table = sheets.dtype, int(state["closed_races"]), int(state["phase"])
        return {
            **read_table(state, adventure),
            "players": [read_bytes_of_sheet(sheet.tobytes(), *table) for sheet in sheets[:players]],
            "astra": read_astra_with_bonuses(state) if players == 1 else None,
            **read_own_table(state),
        }

    def read_astra_with_bonuses(state):
        astra = read_astra(state)
        first_values = sum(is_first for _, _, is_first in races_reached(state, state["players"][0]))
        astra["bonuses_circled"] += SOLO_BONUSES_PER_RACE * first_values
        return astra

    def told_points(sides, state):
        for side, sheet in zip(sides, state["players"][: state["player_count"]], strict=False):
            for category, points, _ in races_reached(state, sheet):
                side[category] += points
        return by_side(sides)

    return ShiftedActions(new_referee, read_state, referee_position, {"write_x": "x", **names}, told_points)


def by_side(sides):
    """Players have their categories, ASTRA its own."""
    players = [{name: value for name, value in side.items() if name not in ASTRA_CATEGORIES} for side in sides]
    astra = [{name: sides[-1][name] for name in ASTRA_CATEGORIES}]
    is_solo = len(sides) == 2 and any(astra[0].values())
    return players[:1] + astra if is_solo else players


class ShiftedActions(Translation):
    """The referees name a shift by its distance."""

    def actions(self, game):
        return [("shift", action[1] - 2) if action[0] == "shift" else action for action in super().actions(game)]


def circled(flags):
    """The places of a row of flags that are set."""
    return [place for place, flag in enumerate(flags.tolist()) if flag]
