"""What the records of adventures with actions share, in the terms of their referees."""

from games.welcome_to_the_moon.reading import mission_cards, read_astra, read_table, referee_position, shuffle_of
from moon_envs.games.welcome_to_the_moon.scoring import ASTRA_CATEGORIES
from referees.follow import Translation


def acting_translation(adventure, referee_class, read_sheet, names):
    """How the records of an adventure read: `read_sheet(state, sheet)` gives what is its own of a sheet."""

    def new_referee(record):
        state = record()
        players = int(state["player_count"])
        opponent = int(state["opponent"]) if players == 1 else None
        return referee_class(players, opponent, tuple(mission_cards(state, adventure)), shuffle_of(record))

    def read_state(state):
        players = int(state["player_count"])
        return {
            **read_table(state, adventure),
            "players": [
                {
                    "cells": sheet["cells"].tolist(),
                    "errors": int(sheet["system_errors"]),
                    "missions": [value or None for value in sheet["missions"].tolist()],
                    **read_sheet(state, sheet),
                }
                for sheet in state["players"][:players]
            ],
            "astra": read_astra(state) if players == 1 else None,
        }

    return ShiftedActions(new_referee, read_state, referee_position, {"write_x": "x", **names}, told_points)


def told_points(sides):
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
