"""What happens in From the Moon, in words; everything except the order of two stacks is public.

`Game.events_module` names this module; `events/telling.py` reads `EVENTS` from it.
"""

from __future__ import annotations

import re

import numpy as np

from moon_envs.core.game import Game
from moon_envs.events.telling import GameEvents, Moment
from moon_envs.games.from_the_moon.state import BASE
from moon_envs.games.from_the_moon.vocabulary import (
    BEYOND_TRACK,
    DISPLAY_COLUMNS,
    MISSIONS,
    OBJECTIVES,
    RESOURCES,
    ROVERS,
)
from moon_envs.games.from_the_moon.words import OBJECTIVE_TEXTS, counted, laboratory_text

OPPONENT = 1
"""In the solo mode."""
ROVER_LETTERS = "abc"
ROVER = re.compile(r"\b(?P<before>rover |[A-D])(?P<number>[123])\b")
POINTS = "vp"
COUNTS = (("energy", "energy"), ("batteries", "battery"), ("achievements", "achievement"), ("score", POINTS))
THINGS = (("greenhouses", "greenhouse"), ("improved", "improved greenhouse"), ("foundations", "foundation"))


def _happened(moment: Moment) -> list[str]:
    lines = []
    for player in range(int(moment.after["player_count"])):
        lines += _player(moment, player)
    return [*lines, *_ships(moment), *_display(moment), *_solo(moment), *_end(moment)]


def _player(moment: Moment, player: int) -> list[str]:
    """What a player gained and paid in total, and where the player's pawn moved."""
    before, after = moment.before["players"][player], moment.after["players"][player]
    who = "You" if player == moment.seat else f"Player {player}"
    gained: list[str] = []
    paid: list[str] = []
    lost: list[str] = []
    amounts = zip(RESOURCES, before["resources"].tolist(), after["resources"].tolist(), strict=True)
    changes = [(name, new - old) for name, old, new in amounts]
    changes += [(noun, int(after[name]) - int(before[name])) for name, noun in (*COUNTS, *THINGS)]
    for noun, change in changes:
        if change:
            (gained if change > 0 else lost if noun == POINTS else paid).append(counted(abs(change), noun))
    verbs = (("gained", gained), ("paid", paid), ("lost", lost))
    parts = [f"{verb} {', '.join(things)}" for verb, things in verbs if things]
    lines = [f"{who} {' and '.join(parts)}."] if parts else []
    if after["space"] != before["space"]:
        where = "beyond the track" if after["space"] == BEYOND_TRACK else f"on space {after['space']}"
        lines.append(f"{who}: the progress pawn is {where}.")
    return lines


def _ships(moment: Moment) -> list[str]:
    launched = (moment.before["launch_space"] == 0) & (moment.after["launch_space"] != 0)
    return [
        f"The ship to {MISSIONS[mission].capitalize()} is launched." for mission in np.flatnonzero(launched).tolist()
    ]


def _display(moment: Moment) -> list[str]:
    """Laboratories that were drawn from the stack."""
    before, after = moment.before, moment.after
    if after["laboratories_drawn"] == before["laboratories_drawn"]:
        return []
    places = np.flatnonzero(before["display"] != after["display"]).tolist()
    return [
        f"Now on display in row {place // DISPLAY_COLUMNS + 1}, column {place % DISPLAY_COLUMNS + 1}: "
        f"{laboratory_text(int(after['display'][place]))}."
        for place in places
    ]


def _solo(moment: Moment) -> list[str]:
    """The opponent's rovers, and objectives that are tested only on a space (from_the_moon 11.4, 11.6)."""
    before, after = moment.before, moment.after
    if after["player_count"] > 1:
        return []
    lines = []
    tiles = after["players"][OPPONENT]["rover_tile"].tolist()
    if tiles != before["players"][OPPONENT]["rover_tile"].tolist():
        where = [
            f"{ROVER_LETTERS[rover]} to position {tiles[rover]}" for rover in range(ROVERS) if tiles[rover] != BASE
        ]
        lines.append(f"The opponent's rovers moved: {', '.join(where)}.")
    new = int(after["latched"]) & ~int(before["latched"]) & int(after["objectives"])
    return lines + [f"Objective met: {OBJECTIVE_TEXTS[k]}." for k in range(OBJECTIVES) if new >> k & 1]


def _closed(moment: Moment) -> list[str]:
    return [*_ships(moment), *_end(moment)]


def _end(moment: Moment) -> list[str]:
    is_new = moment.after["end_triggered"] and not moment.before["end_triggered"]
    return ["The end is triggered: this round is the last."] if is_new and moment.after["player_count"] > 1 else []


def _legend(game: Game) -> list[str]:
    return [
        "Moon: [A] is a building of player A, the first one, + a free space for one; m, w, p are cubes of metal, water",
        "and polymer on a position; Aa is the first rover of player A. Solo: B is the opponent.",
        "Laboratories: a number with - has no foundation yet; rows of the display cost the energy before them.",
        "Ships: a part is constructed once and improved once; launch bonus a / b pays a for the most parts and b for",
        "the second most. Progress: what brings an achievement on each space of the track, and how many cubes are",
        "refilled there.",
    ]


def _in_words(text: str) -> str:
    """The game's text with the letters that rovers have in the pictures."""
    return ROVER.sub(lambda found: found["before"] + ROVER_LETTERS[int(found["number"]) - 1], text)


def _choice(game: Game, state: np.void, action: int) -> str:
    return _in_words(game.describe(action, state))


EVENTS = GameEvents(_happened, closed=_closed, choice=_choice, in_words=_in_words, legend=_legend)
