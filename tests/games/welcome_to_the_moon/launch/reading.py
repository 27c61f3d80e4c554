"""The record of Launch in the terms of its referee."""

from functools import cache

from tests.games.welcome_to_the_moon.reading import mission_cards, read_astra, read_table, referee_position, shuffle_of
from tests.referees.follow import Translation
from tests.referees.welcome_to_the_moon.launch import LaunchReferee
from tests.referees.welcome_to_the_moon.launch_sheet import CROSSED_OFF, OPEN, SABOTAGES, TRIGGERED

ADVENTURE = 1


def new_referee(record):
    """The referee of a new game."""
    state = record()
    players = int(state["player_count"])
    opponent = int(state["opponent"]) if players == 1 else None
    return LaunchReferee(players, opponent, tuple(mission_cards(state, ADVENTURE)), shuffle_of(record))


def read_state(state):
    """Everything comparable in the record."""
    solo = state["player_count"] == 1
    return {
        **read_table(state, ADVENTURE),
        "players": _read_sheets(state["players"][: state["player_count"]], int(state["closed_races"])),
        "astra": {"boxes": int(state["astra_boxes"]), **read_astra(state)} if solo else None,
    }


def _read_sheets(sheets, closed):
    """The sheets, read field by field for all players at once, which makes following many games fast enough."""
    names = ("cells", "arrows", "rockets", "tie_rockets", "system_errors", "repaired", "triggered", "missions")
    return [
        {
            "cells": cells,
            "arrows": [arrow == 1 for arrow in arrows],
            "rockets": rockets,
            "tie_rockets": tie_rockets,
            "circled": circled,
            "repaired": repaired,
            "sabotages": list(_read_sabotages(triggered, closed)),
            "missions": [value or None for value in missions],
        }
        for cells, arrows, rockets, tie_rockets, circled, repaired, triggered, missions in zip(
            *(sheets[name].tolist() for name in names), strict=True
        )
    ]


@cache
def _read_sabotages(triggered, closed):
    crossed_off = [CROSSED_OFF if closed >> symbol & 1 else OPEN for symbol in range(SABOTAGES)]
    return [TRIGGERED if triggered >> symbol & 1 else crossed_off[symbol] for symbol in range(SABOTAGES)]


TRANSLATION = Translation(new_referee, read_state, referee_position, {"write_x": "x"})
